"""Makes tables.json: ``python -m koloda.bots.venture.build_tables [FILE]`` (some minutes compiled).

The first thought of Venture is learned by policy gradient; the same seed gives the same file, as its digest shows.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from koloda.core.chance import Fast

from .deal import WEIGHT_SCALE
from .learning import Trainer

FILE: Final = Path(__file__).with_name("tables.json")
SEED: Final = 7
TRAINING_DEALS: Final = 3_000_000
SAMPLE_DEALS: Final = 1_000  # learned again by a test to check the file
TRAINING_STAGES: Final = 40
LEARNING_RATE: Final = 0.008  # at first; a tenth of it at last


def train(deals: int, tell: bool = False) -> list[int]:
    """The weights after this many deals, in parts of WEIGHT_SCALE."""
    trainer = Trainer(Fast(SEED))
    for stage in range(TRAINING_STAGES):
        trainer.run(deals // TRAINING_STAGES, LEARNING_RATE * 0.1 ** (stage / TRAINING_STAGES))
        if tell:
            usual = " ".join(f"{share:.3f}" for share in trainer.usual[3:])
            print(f"{deals // TRAINING_STAGES * (stage + 1):,} deals, won by 3 to 8 seats: {usual}", flush=True)
    return [round(WEIGHT_SCALE * weight) for weight in trainer.thought.weights]


def digest(weights: list[int]) -> str:
    """The digest of the weights."""
    return sha256(json.dumps(weights).encode()).hexdigest()


def file_content() -> dict[str, object]:
    """What the file holds; a test makes a small part again and compares its digest."""
    weights = train(TRAINING_DEALS, tell=True)
    head = {"seed": SEED, "deals": TRAINING_DEALS, "part": digest(train(SAMPLE_DEALS)), "digest": digest(weights)}
    return {**head, "weights": weights}


def main() -> None:
    """Make the file."""
    content = file_content()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    target.write_text(json.dumps(content, separators=(",", ":")).replace(",", ",\n", 4) + "\n", encoding="utf-8")
    print(target, content["digest"])


if __name__ == "__main__":
    main()
