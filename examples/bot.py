#!/usr/bin/env python3
"""A bot for Dobyvatelé to start from: each soldier walks to the nearest field that is not its team's.

    guerrabot play --bots examples/bot.py,guard --out g.ndjson     lines on standard input and output
    python3 examples/bot.py http://127.0.0.1:8080 TOKEN            a game server
"""
import http.client
import json
import sys
import time
import urllib.error
import urllib.request

STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def orders(state, me):
    """Your strategy: from a state to {"soldier's id": "left" | "right" | "up" | "down" | "stay"}."""
    width, height, wrap = state["width"], state["height"], state["wrap"]
    walls = {(x, y) for x, y in state["hills"]}
    for team in state["teams"]:
        if team["id"] != me:  # foreign squares are like hills
            x, y = team["home"]
            walls |= {((x + dx) % width, (y + dy) % height) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}

    def beside(x, y):
        for word, (dx, dy) in STEPS.items():
            to = ((x + dx) % width, (y + dy) % height)
            if to not in walls and (wrap or to == (x + dx, y + dy)):
                yield word, to

    goals = [(x, y) for y, row in enumerate(state["owner"]) for x, owner in enumerate(row)
             if owner != me and (x, y) not in walls]
    way = dict.fromkeys(goals, 0)  # steps to the nearest goal, counted from all of them at once
    for here in goals:
        for _, to in beside(*here):
            if to not in way:
                way[to] = way[here] + 1
                goals.append(to)
    answer = {}
    for soldier in state["soldiers"]:
        here = soldier["x"], soldier["y"]
        nearer = [word for word, to in beside(*here) if here in way and way[to] < way[here]]
        if soldier["team"] == me and nearer:
            answer[str(soldier["id"])] = nearer[soldier["id"] % len(nearer)]  # comrades take different ways
    return answer


def play_lines():
    for line in map(json.loads, sys.stdin):
        if "state" in line:  # the first line is a greeting
            state = line["state"]
            print(json.dumps({"tick": state["tick"], "orders": orders(state, line["you"])}), flush=True)


def play_server(url, token):
    def call(method, path, body=None):
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        address = url.rstrip("/") + "/api/v1/" + path
        request = urllib.request.Request(address, body and json.dumps(body).encode(), headers, method=method)
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as answer:
                    text = answer.read()  # none after half a minute without a new tick
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                print(f"{method} {path}: {error} {error.read().decode()}", file=sys.stderr)
                if error.code == 401:
                    sys.exit("the token is not good for the game that is on; ask the organiser for a new one")
                if error.code not in (429, 503):
                    return None
            except (OSError, http.client.HTTPException) as error:  # the server is being started again
                print(f"{method} {path}: {error}", file=sys.stderr)
            time.sleep(1)

    me, state = call("GET", "me")["team"], call("GET", "state")
    while not state["finished"]:
        moves = [{"id": int(id), "dir": word} for id, word in orders(state, me).items()]
        call("PUT", f"ticks/{state['tick']}/orders", {"orders": moves})
        state = call("GET", f"state?after={state['tick']}&wait=30") or state


if __name__ == "__main__":
    play_server(*sys.argv[1:]) if len(sys.argv) == 3 else play_lines()
