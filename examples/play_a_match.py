"""Plays a whole match over the protocol (docs/protocol.md) against bots, knowing nothing of the rules.

python examples/play_a_match.py [ADDRESS] [GAME] [SEATS]     (pip install httpx websockets)
"""

import json
import random
import sys
import time
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]


def apply(view: Json, change: Json) -> None:
    """Bring a view up to date."""
    for index, cards in change.pop("zones", []):
        view["zones"][index][4] = cards
    for index, cards in change.pop("more", []):
        view["zones"][index][4] = view["zones"][index][4] + cards
    for index, value in change.pop("counters", []):
        view["counters"][index][2] = value
    view.update({name: value for name, value in change.items() if name not in ("t", "since")})


def play(address: str, game: str, seats: int) -> Json:
    """Make a table with bots, sit at it, and make random legal moves to the end; the result."""
    with httpx.Client(base_url=address) as http:
        token = http.get("/api/me").json()["token"]
        setup = {"game": game, "seats": seats, "bots": [None] + ["normal"] * (seats - 1), "start": True}
        answer = http.post("/api/tables", json=setup).raise_for_status()
    with connect(f"{address.replace('http', 'ws', 1)}/ws/{answer.json()['id']}?token={token}") as socket:
        return moves(socket, random.Random(1))


def moves(socket: ClientConnection, chance: random.Random) -> Json:
    """Answer every view in which there is something to do; one move at a time."""
    last, number, waiting = Json(), 0, False  # the last frame of each kind, among others
    while True:
        frame = json.loads(socket.recv(timeout=60))
        last[frame["t"]] = frame
        view = last.get("view", {})
        if frame["t"] == "change":
            apply(view, frame)
        waiting = waiting and frame["t"] not in ("moved", "refused")
        if view.get("result"):
            return dict(view["result"])
        if view.get("legal") and not waiting:
            number, waiting = number + 1, True
            time.sleep(0.05)  # 20 frames a second are allowed
            move = {"t": "move", "id": str(number), "match": last["table"]["match"], "n": view["n"]}
            socket.send(json.dumps(move | {"move": chance.choice(view["legal"])}))


if __name__ == "__main__":
    address, game, seats = (sys.argv[1:] + ["http://127.0.0.1:8000", "pairs", "3"][len(sys.argv) - 1 :])[:3]
    print(play(address, game, int(seats)))
