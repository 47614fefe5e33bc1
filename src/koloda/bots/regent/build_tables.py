"""Makes tables.json: ``python -m koloda.bots.regent.build_tables [FILE]`` (some minutes compiled).

Regret minimisation on classes of what a mover knows; the same seed gives the same file, as its digest shows.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

from koloda.core.chance import Fast

from .regrets import Trainer, beliefs, mean_gain
from .two_seats import Table

FILE: Final = Path(__file__).with_name("tables.json")
SEED: Final = 7
TRAINING_DEALS: Final = 1_000_000
SAMPLE_DEALS: Final = 200  # learned again by a test to check the file
PROGRESS_STEPS: Final = 10
LEAST_VISITS: Final = 20  # of a class whose odds are kept
BELIEF_DEALS: Final = 100_000  # from which beliefs are counted
ANSWER_DEALS: Final = 100_000  # from which a best answer is learned
LEAST_ANSWER_VISITS: Final = 200  # of a class whose answer is believed
TRIAL_DEALS: Final = 100_000  # in which the answer is tried


def train(seed: int, deals: int, least: int, tell: bool = False) -> dict[str, str]:
    """The odds of the classes after this many deals."""
    trainer = Trainer(Fast(seed))
    for step in range(PROGRESS_STEPS):
        trainer.run(deals * (step + 1) // PROGRESS_STEPS - deals * step // PROGRESS_STEPS)
        if tell:
            print(
                f"{deals * (step + 1) // PROGRESS_STEPS:,} deals, {len(trainer.average_strategies(least)):,} sets",
                flush=True,
            )
    return trainer.average_strategies(least)


def table_of(sets: dict[str, str]) -> Table:
    """A table with these odds and no beliefs."""
    table = Table()
    table.fill(sets, [])
    return table


def trained_part(
    seed: int, deals: int, least: int = 1, counted: int = SAMPLE_DEALS, tell: bool = False
) -> dict[str, object]:
    """The odds after this many deals, and the beliefs that fit them."""
    sets = train(seed, deals, least, tell)
    return {"sets": sets, "kept": beliefs(table_of(sets), counted, Fast(seed + 1))}


def file_content() -> dict[str, object]:
    """What the file holds; a test makes a small part again and compares its digest."""
    content = trained_part(SEED, TRAINING_DEALS, LEAST_VISITS, BELIEF_DEALS, tell=True)
    head = {
        "seed": SEED,
        "deals": TRAINING_DEALS,
        "part": digest(trained_part(SEED, SAMPLE_DEALS)),
        "digest": digest(content),
    }
    return {**head, **content}


def digest(content: dict[str, object]) -> str:
    """The digest of the odds and the beliefs."""
    text = json.dumps([content["sets"], content["kept"]], sort_keys=True)
    return sha256(text.encode()).hexdigest()


def exploited(sets: dict[str, str], deals: int, trials: int, seed: int, least: int = LEAST_ANSWER_VISITS) -> float:
    """What a learned answer to these odds gains from them in a round, in chips; within the same classes, from below.

    Where the answer has seen too little it plays as the odds do.
    """
    against = table_of(sets)
    trainer = Trainer(Fast(seed), against)
    trainer.run(deals)
    return mean_gain(table_of({**sets, **trainer.best_responses(least)}), against, trials, Fast(seed + 1))


def main() -> None:
    """Make the file; tell how far the odds can be exploited, and how far those of the first thought."""
    content = file_content()
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    target.write_text(json.dumps(content, separators=(",", ":")).replace('","', '",\n"') + "\n", encoding="utf-8")
    print(target, content["digest"], flush=True)
    sets = content["sets"]
    assert isinstance(sets, dict)
    for name, odds in (("first thoughts", {}), ("this table", sets)):
        print(f"an answer gains from {name}: {exploited(odds, ANSWER_DEALS, TRIAL_DEALS, SEED + 2):.3f} chips a round")


if __name__ == "__main__":
    main()
