"""The Gang: a choice is worth the probability that it is right.

A chip is right if the hand stands at its place when all hands are shown; a heist succeeds if all red chips are. White,
yellow and orange chips are judged the same, for each tells the others where the hand will stand, but none is for good.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from koloda.core.cards import FRENCH
from koloda.core.view import View
from koloda.games._poker import evaluate
from koloda.games.the_gang.chips import COLOURS
from koloda.games.the_gang.hints import answer_chances, muscle_owner, reader
from koloda.games.the_gang.odds import TIES
from koloda.games.the_gang.reading import Reader, right_chips

from . import WAIT, Gauge

SHOWN: Final = "last-"


class ChipGauge(Gauge):
    """Reads the seat's hand and everybody's chips."""

    def outcomes(self, view: View, worlds: int) -> dict[str, list[float]]:
        if view.phase == "guess":
            return {f"guess {answer}": [odds] for answer, odds in answer_chances(view).items()}
        options = chip_options(view)
        if not options:
            return {}
        found = imagined(reader(view), worlds)
        return {move: [float(bits >> chip & 1) for bits in found] for move, chip in options.items()}

    def topic(self, view: View, move: str) -> str:
        choice = move.startswith("take ") and len(chip_options(view)) > 1
        return f"{view.counter('heist')} {view.counter('round')}" if choice else ""

    def counts(self, view: View) -> bool:
        return view.counter("round") == len(COLOURS)

    def verdict(self, before: View, after: View) -> float | None:
        """Whether the seat's red chip was right, once a heist has been judged."""
        if after.result is None and after.counter("heist") == before.counter("heist"):
            return None
        return float(was_right(after, muscle_owner(before)))


def chip_options(view: View) -> dict[str, int]:
    """The chips that the seat may go on with, by its moves: one to take, or the one that it has."""
    assert view.seat is not None
    takes = {move: int(move[5:]) for move in view.legal if move.startswith("take ")}
    held = view.counter(COLOURS[view.counter("round") - 1], view.seat)
    keep = "ready" if "ready" in view.legal else WAIT
    return {**takes, keep: held} if takes and held else takes


def was_right(view: View, muscle: int | None) -> bool:
    """Whether the seat's chip was right at the showdown that the view tells of."""
    shown = [note for note in view.notes if note.kind.startswith(SHOWN)]
    board = next(note.word for note in shown if note.kind == "last-board")
    keys: dict[int, int] = {}
    chips: dict[int, int] = {}
    for note in shown:
        if note.seat is not None and note.word:
            cards = [FRENCH.card(face) for face in f"{note.word} {board}".split()]
            keys[note.seat] = evaluate(cards) | (TIES if note.seat == muscle else 0)
            chips[note.seat] = note.n
    assert view.seat is not None
    own = keys[view.seat]
    weaker = sum(key < own for key in keys.values())
    stronger = sum(key > own for key in keys.values())
    return weaker < chips[view.seat] <= len(keys) - stronger


@lru_cache(maxsize=1024)
def imagined(seat: Reader, worlds: int) -> list[int]:
    """The worlds of a seat; what it knows decides which they are."""
    return right_chips(seat, worlds)


GAUGE: Final = ChipGauge()
