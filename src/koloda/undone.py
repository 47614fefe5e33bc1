"""What a record keeps beside the match: moves that were taken back, moves that bots made for people who were away, and
seats that have changed hands.

``moves`` are the moves that stand, so a record replays whether a reader knows of the others or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, cast

from .core.chance import Chance, Scripted
from .core.record_types import ChanceRecord, Record
from .match import Match, moves_of
from .strict_json import bad_record

Moves = list[tuple[int, str]]


class Undone(NamedTuple):
    """A take-back: after which move of what stood then, by which seat, and what was taken back.

    ``shown_at`` is the last move of the match that was the same; ``chance`` has the answers that only these moves
    needed, ``picks`` what each pick was out of.
    """

    after: int
    seat: int
    moves: Moves
    chance: list[ChanceRecord]
    picks: list[object]


class Tried(NamedTuple):
    """Moves that were tried, and the match where they begin; ``shown_at`` is the last move before that stands."""

    undone: Undone
    match: Match
    shown_at: int


def undone_of(record: Mapping[str, object]) -> list[Undone]:
    """The take-backs of a record in the order in which they happened; BadRecord where they are not of their shape."""
    told = record.get("taken_back", [])
    if not isinstance(told, list):
        raise _bad()
    return [_checked(entry) for entry in told]


def stand_ins_of(record: Mapping[str, object]) -> set[int]:
    """The numbers of the moves that a bot made in the place of a person."""
    told = record.get("stand_ins", [])
    if not isinstance(told, list) or not all(type(number) is int for number in told):
        raise _bad()
    return set(told)


def hands_of(record: Mapping[str, object]) -> list[tuple[int, int, bool]]:
    """After which move which seat has changed hands, and whether a bot has it from then on."""
    told = record.get("changed_hands", [])
    if not isinstance(told, list):
        raise _bad()
    return [_hand(entry) for entry in told]


def _hand(entry: object) -> tuple[int, int, bool]:
    if not isinstance(entry, list) or [type(part) for part in entry] != [int, int, str]:
        raise _bad()
    n, seat, whose = entry
    if n < 0 or seat < 0 or whose not in ("person", "bot"):
        raise _bad()
    return n, seat, whose == "bot"


def _checked(entry: object) -> Undone:
    if not isinstance(entry, dict):
        raise _bad()
    after, seat, chance, picks = (entry.get(name) for name in ("after", "seat", "chance", "picks"))
    if type(after) is not int or after < 0 or type(seat) is not int or not isinstance(entry.get("moves"), list):
        raise _bad()
    if not isinstance(chance, list) or not isinstance(picks, list):
        raise _bad()
    moves = moves_of(cast("Record", entry))
    return Undone(after, seat, moves, chance, picks)


def _bad() -> Exception:
    return bad_record(
        "bad-undone",
        "«taken_back» — список объектов с полями after, seat, moves, chance, picks; «stand_ins» — список чисел; "
        "«changed_hands» — список троек: номер хода, место, person или bot.",
        "'taken_back' is a list of objects with after, seat, moves, chance and picks, 'stand_ins' a list of numbers, "
        "'changed_hands' a list of [move, seat, 'person' or 'bot'].",
    )


def tried_in(record: Record, chance: Callable[[list[ChanceRecord]], Chance] = Scripted) -> list[Tried]:
    """All that was tried and taken back, each with the match where it begins, ready to be played on.

    A line that was cut may itself have been cut before: so they are found from the last to the first, each one from
    what stood before the next. ``chance`` makes the source of a line whose answers these are.
    """
    moves, answers = moves_of(record), list(record["chance"])
    stands = moves
    found: list[Tried] = []
    for undone in reversed(undone_of(cast("Mapping[str, object]", record))):
        if undone.after > len(moves):
            raise _bad()
        match = Match.new(record["game"], record["seats"], record.get("options"), chance=chance(answers))
        for seat, move in moves[: undone.after]:
            match.play(seat, move)
        answers = [*answers[: len(match.game.chance.tape)], *undone.chance]
        if isinstance(match.game.chance, Scripted):
            match = match_on(match, answers)
        common = next((n for n in range(undone.after) if moves[n : n + 1] != stands[n : n + 1]), undone.after)
        found.append(Tried(undone, match, common))
        moves = [*moves[: undone.after], *undone.moves]
    return found[::-1]


def match_on(match: Match, answers: list[ChanceRecord]) -> Match:
    """The same match, whose next answers of chance are others."""
    again = Match.new(match.game.info.id, match.game.seats, dict(match.options.given), chance=answers)
    for seat, move in match.moves():
        again.play(seat, move)
    return again
