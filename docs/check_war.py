#!/usr/bin/env python3
"""Checks a finished or running Guerra from its published data alone, sharing no code with the program.

    guerrabot map show --war 1 --json > map.json
    guerrabot status --war 1 --json   > status.json
    guerrabot history --war 1 --json  > history.jsonl
    python3 check_war.py --map map.json --status status.json --history history.jsonl --secret HEX [--salt TEXT]

The secret is published when the war is over and then stands in status.json. Exit status: 0 the war is as the
dice made it, 1 it is not, 2 wrong usage. Section numbers are those of the rules.
"""
import argparse
import hashlib
import json
import struct
import sys
from fractions import Fraction

RULES = ["cooldown_turns", "edition", "grace_turns", "rebel_attack_probability", "rebellion_probability",
         "small_faction"]


class Wrong(Exception):
    """What is not as it should be."""


def words(seed, turn):
    """The dice of one turn: the 64-bit words of ChaCha8, key = seed, stream = turn (6.1)."""
    block = 0
    while True:
        start = struct.unpack("<16I", b"expand 32-byte k" + seed + struct.pack("<QQ", block, turn))
        s = list(start)
        for lean in (0, 1) * 4:  # eight rounds: the columns, then the diagonals
            for column in range(4):
                a, b, c, d = (4 * row + (column + lean * row) % 4 for row in range(4))
                for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    s[x] = s[x] + s[y] & 0xFFFFFFFF
                    s[z] ^= s[x]
                    s[z] = (s[z] << bits | s[z] >> 32 - bits) & 0xFFFFFFFF
        out = [x + y & 0xFFFFFFFF for x, y in zip(s, start)]
        yield from (low | high << 32 for low, high in zip(out[::2], out[1::2]))
        block += 1


def below(dice, n):  # 6.2
    return 0 if n == 1 else next(x for x in dice if x < n * (2**64 // n)) % n


def chance(dice, p):  # 6.3
    return below(dice, p.denominator) < p.numerator


class War:
    """A war in progress; territories and factions are places in map order."""

    def __init__(self, territories, rules):
        self.ids = [t["id"] for t in territories]
        self.borders = [[self.ids.index(n) for n in t["neighbours"]] for t in territories]
        self.area = [t["area"] for t in territories]
        self.centre = [t["centroid"] for t in territories]
        self.owner = list(range(len(self.ids)))
        self.rules = rules
        self.turn, self.rebel, self.rebelled = 0, None, None

    def size(self, faction):
        return self.owner.count(faction)

    def over(self):
        return len(set(self.owner)) == 1

    def play(self, seed):
        """Takes the next turn and gives its line of the history (6.4)."""
        self.turn += 1
        dice, rules = words(seed, self.turn), self.rules
        dead = [f for f in range(len(self.ids)) if self.size(f) == 0]
        cooldown = (self.rebel is not None and self.size(self.rebel) > 0
                    and self.turn < self.rebelled + rules["cooldown_turns"])
        possible = dead and self.turn > rules["grace_turns"] and not cooldown
        if possible and chance(dice, rules["rebellion_probability"]):
            who = target = dead[below(dice, len(dead))]
            self.rebel, self.rebelled = who, self.turn
            event, role = "rebellion", "rebel"
        else:
            who = self.attacker(dice, cooldown)
            targets = self.targets(who)
            target = targets[below(dice, len(targets))]
            event, role = "attack", "attacker"
        loser, self.owner[target] = self.owner[target], who
        return {"turn": self.turn, "event": event, role: self.ids[who], "target": self.ids[target],
                "loser": self.ids[loser], "eliminated": self.size(loser) == 0, "over": self.over()}

    def attacker(self, dice, cooldown):
        if cooldown and chance(dice, self.rules["rebel_attack_probability"]):
            return self.rebel
        while True:
            owner = self.owner[below(dice, len(self.ids))]
            if not (cooldown and owner == self.rebel):
                return owner

    def targets(self, who):
        """The five filters (4); the last is the draw."""
        mine = [t for t, owner in enumerate(self.owner) if owner == who]
        found = [t for t, owner in enumerate(self.owner)
                 if owner != who and any(n in mine for n in self.borders[t])]
        if self.owner[who] != who:
            way = self.conquests_home(who)
            found = keep_least(found, lambda t: way[t])
        sign = -1 if len(mine) < self.rules["small_faction"] else 1
        found = keep_least(found, lambda t: sign * self.size(self.owner[t]))
        area = sum(self.area[t] for t in mine)
        x, y = (sum(self.area[t] * self.centre[t][axis] for t in mine) for axis in (0, 1))
        return keep_least(found, lambda t: area * (self.centre[t][0] ** 2 + self.centre[t][1] ** 2)
                          - 2 * (self.centre[t][0] * x + self.centre[t][1] * y))

    def conquests_home(self, who):
        """How many foreign territories lie on the best way home from each, itself and home included (4.2)."""
        way, wave = {who: 1}, [who]  # a faction looks for home only while home is foreign
        for here in wave:
            for t in self.borders[here]:
                cost = way[here] + (self.owner[t] != who)
                if cost < way.get(t, cost + 1):
                    way[t] = cost
                    wave.append(t)
        return way


def keep_least(targets, measure):
    least = min(map(measure, targets))
    return [t for t in targets if measure(t) == least]


def digest(territories):  # 6.5
    lines = ("\t".join([t["id"], str(t["area"]), str(t["centroid"][0]), str(t["centroid"][1]),
                        ",".join(sorted(t["neighbours"], key=str.encode))]) + "\n" for t in territories)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def read_rules(line):
    """The rules line (6.6); it must be canonical, for it is part of the commitment."""
    rules = json.loads(line)
    if sorted(rules) != RULES or line != json.dumps(rules, sort_keys=True, separators=(",", ":")):
        raise Wrong(f"rules: {line} is not canonical")
    if rules["edition"] != 1:
        raise Wrong(f"rules: edition {rules['edition']} is not known to this script")
    for key in ("rebel_attack_probability", "rebellion_probability"):
        text, rules[key] = rules[key], Fraction(rules[key])
        if not 0 <= rules[key] <= 1 or text != f"{rules[key].numerator}/{rules[key].denominator}":
            raise Wrong(f"rules: {key} {text} is not a reduced fraction from 0 to 1")
    return rules


def check(map_, status, lines, secret, salt):
    """Gives the verdict on a war that is right, else raises Wrong."""
    territories = map_["territories"]
    if digest(territories) != status["map_digest"]:
        raise Wrong("map: its integers do not have the published map_digest")
    rules = read_rules(status["rules"])
    promise = f"guerrabot-war-v1\n{status['map_digest']}\n{status['rules']}\n{secret.hex()}"
    if hashlib.sha256(promise.encode()).hexdigest() != status["commitment"]:
        raise Wrong("commitment: this map, these rules and this secret do not have it")
    seed = secret if salt is None else hashlib.sha256(secret + salt.encode()).digest()
    war = War(territories, rules)
    for number, line in enumerate(lines, 1):
        if war.over():
            raise Wrong(f"line {number}: the war was over after turn {war.turn}")
        told, played = json.loads(line), war.play(seed)
        if {k: v for k, v in told.items() if k not in ("slot", "at")} != played:
            raise Wrong(f"line {number}: the history says {line.strip()}\n  the dice say {json.dumps(played)}")
    if war.over():
        return f"right: all {war.turn} turns, won by {war.ids[war.owner[0]]}"
    return f"right so far: {war.turn} turns; the war is not over, {len(set(war.owner))} factions are alive"


def hex_secret(text):
    """1 to 64 hex digits, filled with zeros on the left."""
    if not 1 <= len(text) <= 64:
        raise ValueError(text)
    return bytes.fromhex(text.zfill(64))


def main():
    parser = argparse.ArgumentParser(description="Checks a Guerra from its published data alone.")
    for name in ("map", "status", "history"):
        parser.add_argument(f"--{name}", required=True, metavar="FILE", type=argparse.FileType(encoding="utf-8"))
    parser.add_argument("--secret", type=hex_secret, metavar="HEX", help="else the one in status.json")
    parser.add_argument("--salt", metavar="TEXT")
    args = parser.parse_args()
    try:
        status = json.load(args.status)
        secret = args.secret or (status.get("secret") and hex_secret(status["secret"]))
        if not secret:
            parser.error("the secret is not out yet: status.json has none and --secret is not given")
        print(check(json.load(args.map), status, args.history, secret, args.salt))
    except (Wrong, ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as fault:
        sys.exit(f"WRONG: {fault if isinstance(fault, Wrong) else f'malformed data, {fault!r}'}")


if __name__ == "__main__":
    main()
