"""Plays a whole match over the protocol (docs/protocol.md) against bots, knowing nothing of the rules, and tells it.

python examples/play_a_match.py [ADDRESS] [GAME] [SEATS]     (pip install httpx websockets)
"""

import json
import random
import re
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
    view.update({name: value for name, value in change.items() if name not in ("t", "since", "beats")})


def sentence(words: Json, note: list[Any]) -> str:
    """A note in English: {name}, {n:point|points}, {seat|You} and {seat:takes|take} are filled in."""
    kind, seat, other, cards, n, word = note + ["", None, None, [], 0, ""][len(note) :]  # defaults are left out
    hidden = words.get(f"{kind}-hidden") if cards is None else None
    said = words.get(f"word-{word}", {"en": word})["en"]
    shown = " ".join("?" if card is None else str(card) for card in cards or ["?"])
    args = {"seat": f"Seat {seat}", "other": f"Seat {other}", "cards": shown, "n": n, "word": said}

    def fill(slot: re.Match[str]) -> str:
        name, forms = slot["name"], slot["forms"]
        if forms is None:
            return str(args[name])
        return str(forms.split("|")[0 if name != "n" or n == 1 else 1])

    return re.sub(r"\{(?P<name>\w+)(?::(?P<forms>[^}]*)|\|[^}]*)?\}", fill, (hidden or words[kind])["en"])


def tell(words: Json, frame: Json) -> None:
    """Print the story of a move: a line for every beat, then what was told after the last one."""
    told = 0
    for effect, until, change in frame.get("beats", []):
        notes, told = frame["log"][told:until], until
        print(f"{effect:8}", *[sentence(words, note) for note in notes])
        if any(change.get("gains", [])):
            print(f"{'':8} the round has brought {change['gains']}")
    for note in frame["log"][told:]:
        print(f"{'':8} {sentence(words, note)}")


def play(address: str, game: str, seats: int) -> Json:
    """Make a table with bots, sit at it, and make random legal moves to the end; the result."""
    with httpx.Client(base_url=address) as http:
        shown = {"authorization": f"Bearer {http.get('/api/me').json()['token']}"}
        words = http.get(f"/api/games/{game}").json()["words"]
        setup = {"game": game, "seats": seats, "bots": [None] + ["normal"] * (seats - 1), "start": True}
        answer = http.post("/api/tables", json=setup).raise_for_status()
    with connect(f"{address.replace('http', 'ws', 1)}/ws/{answer.json()['id']}", additional_headers=shown) as socket:
        return moves(socket, words, random.Random(1))


def send(socket: ClientConnection, message: Json) -> None:
    """One frame; 20 a second are allowed."""
    time.sleep(0.05)
    socket.send(json.dumps(message))


def moves(socket: ClientConnection, words: Json, chance: random.Random) -> Json:
    """Answer every view in which there is something to do; one move at a time."""
    last, number, waiting = Json(), 0, False  # the last frame of each kind, among others
    while True:
        frame = json.loads(socket.recv(timeout=60))
        last[frame["t"]] = frame
        view = last.get("view", {})
        if frame["t"] in ("view", "change"):
            tell(words, frame)
        if frame["t"] == "change":
            apply(view, frame)
        if frame.get("beats"):  # nobody looks at the pictures here, so the bots need not wait
            send(socket, {"t": "told", "n": view["n"]})
        waiting = waiting and frame["t"] not in ("moved", "refused")
        if view.get("result"):
            return dict(view["result"])
        if view.get("legal") and not waiting:
            number, waiting = number + 1, True
            move = {"t": "move", "id": str(number), "match": last["table"]["match"], "n": view["n"]}
            send(socket, move | {"move": chance.choice(view["legal"])})


if __name__ == "__main__":
    address, game, seats = (sys.argv[1:] + ["http://127.0.0.1:8000", "pairs", "3"][len(sys.argv) - 1 :])[:3]
    print(play(address, game, int(seats)))
