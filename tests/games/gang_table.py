"""A table of The Gang with known cards, for its tests."""

from __future__ import annotations

from koloda import Match
from koloda.core.cards import FRENCH
from koloda.core.options import OptionValue
from koloda.core.record_types import ChanceRecord, ShuffleRecord
from koloda.testing import deck_dealing, play, shuffled

EVERY_FACE = [str(face) for face in FRENCH.values(FRENCH.pack)]


def deck(pockets: list[str], rest: str) -> ShuffleRecord:
    """A shuffle that deals these pockets ("Th 6c" for each seat), then ``rest`` from the top."""
    return shuffled("the-gang", f"{deck_dealing(pockets)} | {rest}", EVERY_FACE)


def plain_deck() -> ShuffleRecord:
    """A shuffle that leaves the pack in order."""
    return {"shuffle": EVERY_FACE}


def gang(
    pockets: list[str],
    rest: str,
    options: dict[str, OptionValue] | None = None,
    before: list[ChanceRecord] | None = None,
) -> Match:
    """A match whose first heist has these cards; three more heists may follow."""
    chance = [*(before or []), deck(pockets, rest), *[plain_deck()] * 4]
    return Match.new("the-gang", len(pockets), options, chance=chance)


def take(match: Match, *chips: int) -> None:
    """Seat by seat, each takes its chip (0: nothing)."""
    for seat, chip in enumerate(chips):
        if chip:
            match.play(seat, f"take {chip}")


def ready(match: Match) -> None:
    """Everybody is ready."""
    for seat in range(match.game.seats):
        match.play(seat, "ready")


def play_round(match: Match, *chips: int) -> None:
    """A whole chip round."""
    take(match, *chips)
    ready(match)


def play_heist(match: Match, *chips: int) -> None:
    """All chip rounds that are left, with the same chips in each."""
    heist = match.facts()["heist"]
    while match.facts()["heist"] == heist and match.facts()["phase"] == "chips":
        play_round(match, *chips)


def last(match: Match) -> dict[str, object]:
    """The heist judged last."""
    history = match.facts()["history"]
    assert isinstance(history, list)
    entry: dict[str, object] = history[-1]
    return entry


def notes_of(match: Match, seat: int | None, kind: str) -> list[object]:
    """The notes of one kind in a view, each as (seat, other, cards, n, word)."""
    view = match.view(seat)
    return [(note.seat, note.other, note.cards, note.n, note.word) for note in view.announcements if note.kind == kind]


POCKETS = ["Tc 7d", "Qc 3d", "Ac Td"]
BOARD = "4c 8d 5s 2h 9h Kc Kd"


def met(specialist: int | None, *challenges: int, pockets: list[str] | None = None, rest: str = BOARD) -> Match:
    """A custom match with a specialist and challenges, its first cards known."""
    options: dict[str, OptionValue] = {"mode": "custom", "specialist": specialist, "challenges": list(challenges)}
    return gang(pockets or POCKETS, rest, options)


def agree(match: Match, proposal: str) -> None:
    """Seat 0 proposes, the others agree."""
    play(match, f"0 propose {proposal}")
    for seat in range(1, match.game.seats):
        play(match, f"{seat} agree")


def pocket(match: Match, seat: int) -> list[str]:
    pockets = match.facts()["pocket"]
    assert isinstance(pockets, list)
    return list(pockets[seat])
