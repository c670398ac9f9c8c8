"""Writes the published whole war, a turn an hour, into a new war's database: page_war.py DATABASE TESTS_DATA"""

import json
import pathlib
import sqlite3
import sys

database, data = sys.argv[1], pathlib.Path(sys.argv[2])
places = json.loads((data / "oltrepo_map.json").read_text())["territories"]
number = {place["id"]: i for i, place in enumerate(places)}
HOUR = 3_600_000

with sqlite3.connect(database) as db:
    (begun,) = db.execute("SELECT begun_at FROM wars").fetchone()
    for line in (data / "war_oltrepo.jsonl").read_text().splitlines():
        turn = json.loads(line)
        at = begun // HOUR * HOUR + turn["turn"] * HOUR
        actor = number[turn.get("attacker") or turn["rebel"]]
        row = (turn["turn"], at, at, turn["event"], actor, number[turn["target"]], number[turn["loser"]])
        db.execute("INSERT INTO turns VALUES (1, ?, ?, ?, ?, ?, ?, ?)", row)
    db.execute("UPDATE wars SET state = 'over'")
