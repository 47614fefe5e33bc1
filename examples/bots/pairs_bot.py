"""A bot that is a program (docs/bot-protocol.md). In Pairs it counts cards; in every other game any legal move will do.

koloda arena pairs --seats 4 --bots "program:python examples/bots/pairs_bot.py,normal"
"""

import json
import random
import sys
from typing import Any


def choose(view: dict[str, Any], legal: list[str], rng: random.Random) -> str:
    """Fold if the cheapest card costs less than a hit does on average."""
    folds = [move for move in legal if move.startswith("fold")]
    if view["game"] != "pairs" or not folds or "hit" not in legal:
        return rng.choice(legal)
    rows = {zone["owner"]: zone["cards"] for zone in view["zones"] if zone["name"] == "row"}
    seen = [card for zone in view["zones"] for card in zone["cards"] if card is not None]
    unseen = {card: card - seen.count(card) for card in range(1, 11)}  # rank r is there r times
    expected = sum(card * unseen[card] for card in rows[view["seat"]]) / max(1, sum(unseen.values()))
    if folds == ["fold"]:
        cheapest, fold = min(card for row in rows.values() for card in row), "fold"
    else:
        cheapest, fold = min((int(move.split()[1]), move) for move in folds)
    return fold if cheapest < expected else "hit"


rng = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"ready": message["protocol"]}
    elif message["type"] == "begin":
        rng.seed(message["seed"])
        continue
    elif message["type"] == "choose":
        answer = {"move": choose(message["view"], message["legal"], rng)}
    else:  # "end", and whatever later versions may tell
        continue
    print(json.dumps(answer), flush=True)
