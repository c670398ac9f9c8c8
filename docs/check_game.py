#!/usr/bin/env python3
"""Plays a Dobyvatelé replay again from its orders alone, sharing no code with the program.

    guerrabot play --bots expand,guard,random,swarm --seed 7 --out g.ndjson
    python3 check_game.py g.ndjson

Exit status: 0 every state and report is as the rules make it, 1 not, 2 wrong usage. Numbers are those of
rules-dobyvatele.md.
"""
import json
import sys
from collections import Counter

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1), "stay": (0, 0)}
STATE = ["tick", "ticks", "width", "height", "wrap", "hills", "teams", "owner", "soldiers", "next_id", "rules"]


class Wrong(Exception):
    """What is not as it should be."""


class Game:
    """A game at the beginning of a tick; soldiers are {id: (team, (x, y))}, owners {(x, y): team}."""

    def __init__(self, state):
        self.fixed = {key: state[key] for key in ("ticks", "width", "height", "wrap", "hills", "rules")}
        self.width, self.height, self.wrap = state["width"], state["height"], state["wrap"]
        self.hills = {tuple(hill) for hill in state["hills"]}
        self.homes = {team["id"]: tuple(team["home"]) for team in state["teams"]}
        self.square = {}
        for team, (x, y) in self.homes.items():
            for around in ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)):
                field = self.field(*around)
                if field is None or field in self.square or field in self.hills:
                    raise Wrong(f"the protected square of {team} is off the board, overlaps another or holds a hill")
                self.square[field] = team
        self.score = dict.fromkeys(sorted(self.homes), 0)
        self.tick, self.next_id, self.owner, self.soldiers = 0, 1, {}, {}
        self.recruit()  # 1.4: before the first tick too

    def field(self, x, y):
        """The field at x and y, over the edge of a torus too; None off the board (1.3)."""
        if self.wrap:
            return x % self.width, y % self.height
        return (x, y) if 0 <= x < self.width and 0 <= y < self.height else None

    def over(self):
        return self.tick >= self.fixed["ticks"]

    def play(self, orders):
        """Takes the tick; gives its report."""
        report = {"bumped": [], "rejected": [], "battles": [], "taken": [], "recruits": {}}
        going = self.obey(orders, report["rejected"])
        on = {}  # who comes to each field: {field: {team: [ids, rising]}}
        for number, (team, (x, y)) in sorted(self.soldiers.items()):
            dx, dy = STEPS[going.get(number, "stay")]
            to = self.field(x + dx, y + dy)
            if to is None or to in self.hills or self.square.get(to, team) != team:
                report["bumped"].append(number)
                to = (x, y)
            on.setdefault(to, {}).setdefault(team, []).append(number)
        self.soldiers = {}
        for field in sorted(on, key=lambda field: field[::-1]):
            winner, living = self.battle(field, on[field], report["battles"])
            self.soldiers.update((number, (winner, field)) for number in living)
            if living and self.owner.get(field) != winner:  # 3.1
                report["taken"].append({"x": field[0], "y": field[1], "from": self.owner.get(field), "to": winner})
                self.owner[field] = winner
        for team, fields in Counter(self.owner.values()).items():  # 3.2
            self.score[team] += fields
        self.tick += 1
        report["recruits"] = self.recruit()
        return report

    def obey(self, orders, rejected):
        """The direction of each soldier that was told one (1.1, 1.5)."""
        going = {}
        for team in sorted(orders.keys() & self.homes.keys()):
            numbers = {int(key): word for key, word in orders[team].items() if key.isdecimal() and str(int(key)) == key}
            for number, word in sorted(numbers.items()):
                if self.soldiers.get(number, (None,))[0] != team:
                    rejected.append({"team": team, "id": number, "reason": "not_yours"})
                elif word not in STEPS:
                    rejected.append({"team": team, "id": number, "reason": "bad_direction"})
                else:
                    going[number] = word
        return going

    def battle(self, field, armies, battles):
        """Who holds the field with whom (2)."""
        sizes = sorted(map(len, armies.values()), reverse=True)
        strongest = max(armies, key=lambda team: len(armies[team]))
        if len(armies) == 1:
            return strongest, armies[strongest]
        a, b = sizes[:2]
        left = (a * a - b * b) // a
        winner = strongest if a > b else None
        counts = {team: len(numbers) for team, numbers in armies.items()}
        battles.append({"x": field[0], "y": field[1], "armies": counts, "winner": winner, "survivors": left})
        return winner, armies[strongest][:left]  # 2.3

    def recruit(self):
        """Recruits for the open tick; none once the game is over (4)."""
        rules, alive = self.fixed["rules"], Counter(team for team, _ in self.soldiers.values())
        counts = dict.fromkeys(sorted(self.homes), 0)
        for team in counts if not self.over() else ():
            rest = rules["budget_base"] + rules["budget_step"] * self.tick - rules["upkeep"] * alive[team]
            if rest < 0:
                raise Wrong(f"tick {self.tick}: team {team} cannot feed its soldiers")
            counts[team] = rest // rules["recruit_cost"]
            for _ in range(counts[team]):
                self.soldiers[self.next_id] = (team, self.homes[team])
                self.next_id += 1
        return counts

    def state(self):
        rows = [[self.owner.get((x, y), ".") for x in range(self.width)] for y in range(self.height)]
        values = self.fixed | {
            "tick": self.tick, "owner": ["".join(row) for row in rows], "next_id": self.next_id,
            "teams": [{"id": team, "home": list(self.homes[team]), "score": score} for team, score in self.score.items()],
            "soldiers": [{"id": number, "team": team, "x": x, "y": y}
                         for number, (team, (x, y)) in sorted(self.soldiers.items())]}
        return {key: values[key] for key in STATE}

    def ranking(self):
        return [[1 + sum(other > score for other in self.score.values()), team, score]
                for team, score in sorted(self.score.items(), key=lambda item: (-item[1], item[0]))]  # 3.3


def same(where, said, right):
    for key in sorted(said.keys() | right.keys()):
        if said.get(key) != right.get(key):
            raise Wrong(f"{where}: {key}: the replay says {said.get(key)}\n  the rules say {right.get(key)}")


def check(lines):
    """Gives the verdict on a replay that is right, else raises Wrong."""
    lines = map(json.loads, lines)
    header = next(lines, {})
    if (header.get("format"), header.get("version")) != ("dobyvatele-replay", 1):
        raise Wrong("header: not a dobyvatele-replay of version 1")
    game = Game(header["state"])
    same("header: state", header["state"], game.state())
    while not game.over():
        tick, line = game.tick, next(lines, {})
        if line.get("tick") != tick:
            raise Wrong(f"tick {tick}: its line is missing")
        report = game.play(line["orders"])
        same(f"tick {tick}: report", line["report"], report)
        same(f"tick {tick}: state", line["state"], game.state())
    if [*lines] != [{"end": True, "ranking": game.ranking()}]:
        raise Wrong(f"end: the last line is not the ranking {game.ranking()}")
    return f"right: all {game.tick} ticks; {game.ranking()}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            print(check(file))
    except (Wrong, ValueError, KeyError, TypeError, AttributeError) as fault:
        sys.exit(f"WRONG: {fault if isinstance(fault, Wrong) else f'malformed data, {fault!r}'}")
