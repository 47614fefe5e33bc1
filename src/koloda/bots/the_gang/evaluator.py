"""The Gang: a choice is worth the probability that it is right, or that the likeliest chip is right after it.

A chip is right if the hand stands at its place when all hands are shown; a heist succeeds if all red chips are. White,
yellow and orange chips are judged the same way: each tells the others where the hand will stand, but none is final.
Cards that are given or discarded and uses of a specialist move that place, or tell more of it: ``outcomes.py``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from koloda.bots.evaluator import WAIT, Evaluator
from koloda.core.cards import FRENCH
from koloda.core.view import View
from koloda.games.shared.poker import evaluate
from koloda.games.the_gang.chip_reading import Reader, imagine, right_chips
from koloda.games.the_gang.chips import COLOURS
from koloda.games.the_gang.hints import Use, answer_chances, muscle_owner, pending_use, reader, specialist
from koloda.games.the_gang.odds import TIES_MASK

from .outcomes import Picture, after_use, as_it_is, changed, discarding, giving, well_shown

SHOWN: Final = "last-"
CARDS: Final = ("give", "discard", "show")
TALK: Final = ("propose", "agree", "decline")


class ChipEvaluator(Evaluator):
    """Reads the seat's hand and everybody's chips."""

    def outcomes(self, view: View, worlds: int, move: str = WAIT) -> dict[str, list[float]]:
        verb = move.partition(" ")[0]
        if view.phase == "guess":
            return {f"guess {answer}": [odds] for answer, odds in answer_chances(view).items()}
        if verb in CARDS:
            return card_outcomes(view, worlds, verb)
        use = pending_use(view)
        if use and verb in TALK:
            return answer_outcomes(view, worlds, use)
        chips = chips_by_move(view)
        if verb == "propose" or not chips:
            return proposal_outcomes(view, worlds)
        right_chips_by_world = pictured(view, worlds).bits
        return {move: [float(bits >> chip & 1) for bits in right_chips_by_world] for move, chip in chips.items()}

    def topic(self, view: View, move: str) -> str:
        verb = move.partition(" ")[0]
        heist = view.counter("heist")
        if verb == "take":
            return f"{heist} {view.counter('round')}" if len(chips_by_move(view)) > 1 else ""
        if verb == "guess":
            return f"{heist} {[note.word for note in view.announcements if note.kind == 'question']}"
        if verb in TALK:
            return f"{heist} {verb} {view.move_number}"
        return f"{heist} {verb}" if verb in CARDS else ""

    def counts(self, view: View, move: str) -> bool:
        """Red chips and cards that were given or discarded are final; a proposal still depends on the others."""
        if move.startswith("take "):
            return view.counter("round") == len(COLOURS)
        return move.startswith(("give ", "discard "))

    def aside(self, move: str) -> bool:
        """A guess is not about the seat's own chip, nor is a card that is shown to somebody else."""
        return move.startswith(("guess ", "show "))

    def verdict(self, before: View, after: View) -> float | None:
        """Whether the seat's red chip was right, once a heist has been judged."""
        if after.result is None and after.counter("heist") == before.counter("heist"):
            return None
        return float(was_right(after, muscle_owner(before)))


def chips_by_move(view: View) -> dict[str, int]:
    """The chips that the seat may go on with, by its moves: one to take, or the one that it has."""
    assert view.seat is not None
    takes = {move: int(move.removeprefix("take ")) for move in view.legal if move.startswith("take ")}
    held = view.counter(COLOURS[view.counter("round") - 1], view.seat)
    keep = "ready" if "ready" in view.legal else WAIT
    return {**takes, keep: held} if takes and held else takes


def card_outcomes(view: View, worlds: int, verb: str) -> dict[str, list[float]]:
    """Which card to give, to discard or to show."""
    picture = pictured(view, worlds)
    cards = [move.partition(" ")[2] for move in view.legal if move.startswith(f"{verb} ")]
    if verb == "show":
        other = next(note.other for note in view.announcements if note.kind == "owes-show")
        return {f"show {card}": well_shown(picture, card, other or 0) for card in cards}
    act = giving if verb == "give" else discarding
    return {f"{verb} {card}": changed(picture, act(picture.seat, card)) for card in cards}


def answer_outcomes(view: View, worlds: int, use: Use) -> dict[str, list[float]]:
    """To agree or to decline; the proposer may wait for the others or withdraw."""
    picture = pictured(view, worlds)
    return {"agree" if "agree" in view.legal else WAIT: after_use(view, picture, use), "decline": as_it_is(picture)}


def proposal_outcomes(view: View, worlds: int) -> dict[str, list[float]]:
    """Every use of the specialist if all agree, and no use at all; empty if nothing can be proposed."""
    uses = {move: move.split(" ") for move in view.legal if move.startswith("propose ")}
    if not uses:
        return {}
    picture = pictured(view, worlds)
    outcomes = {WAIT: as_it_is(picture)}
    for move, (_, user, *arg) in uses.items():
        outcomes[move] = after_use(view, picture, Use(specialist(view), int(user), "".join(arg)))
    return outcomes


def pictured(view: View, worlds: int) -> Picture:
    """What the seat imagines."""
    assert view.seat is not None
    return imagined(reader(view), view.seat, worlds)


def was_right(view: View, muscle: int | None) -> bool:
    """Whether the seat's chip was right at the showdown that the view tells of."""
    shown = [note for note in view.announcements if note.kind.startswith(SHOWN)]
    board = next(note.word for note in shown if note.kind == "last-board")
    keys: dict[int, int] = {}
    chips: dict[int, int] = {}
    for note in shown:
        if note.seat is not None and note.word:
            cards = [FRENCH.card(face) for face in f"{note.word} {board}".split()]
            keys[note.seat] = evaluate(cards) | (TIES_MASK if note.seat == muscle else 0)
            chips[note.seat] = note.n
    assert view.seat is not None
    own = keys[view.seat]
    weaker = sum(key < own for key in keys.values())
    stronger = sum(key > own for key in keys.values())
    return weaker < chips[view.seat] <= len(keys) - stronger


@lru_cache(maxsize=64)
def imagined(reader: Reader, seat: int, worlds: int) -> Picture:
    """The worlds of a seat; what it knows decides which they are."""
    worlds_imagined = imagine(reader, worlds)
    return Picture(reader, seat, worlds_imagined, right_chips(reader, worlds_imagined))


EVALUATOR: Final = ChipEvaluator()
