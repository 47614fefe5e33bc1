"""Hints, advice, and the review of a match, as they travel."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class WireHint(msgspec.Struct, omit_defaults=True):
    """A hint: the id of its sentence, its arguments, the move it is about."""

    kind: str
    args: dict[str, Any]
    move: str = ""


class WireEstimate(msgspec.Struct):
    """What a move is worth: the expected share of the win, its standard error, in how many worlds it was tried."""

    move: str
    value: float
    error: float
    worlds: int


class WireAdvice(msgspec.Struct, omit_defaults=True):
    """What the strong bot would do, what the moves are worth, how often it plays each if mixed.

    The move "" is to do nothing; without ``options`` the bot has no idea.
    """

    move: str
    options: list[WireEstimate] = []
    mixture: dict[str, float] = {}


class ReviewedChoice(msgspec.Struct):
    """A choice after ``n`` moves: what was known, what each move was worth (the best first), what the choice cost.

    ``value`` is the share of the win before it, ``after`` the share once it was made, ``luck`` what came before it.
    One that does not count can be made up for: its cost is told but not summed.
    """

    n: int
    phase: str
    move: str
    value: float
    value_error: float
    after: float
    cost: float
    error: float
    luck: float
    options: list[WireEstimate]
    hints: list[WireHint]
    hurried: bool
    counts: bool


class ReviewedLeg(msgspec.Struct):
    """A stretch of the match that has a result of its own (null: not over), and how many choices there were in it."""

    total: int
    result: float | None


class MatchReview(msgspec.Struct):
    """The review of one seat: start + luck - cost = end, on the average of its legs; ``mistakes`` are the costliest
    choices by their number."""

    game: str
    seats: int
    seat: int
    seed: str
    total: int
    legs: list[ReviewedLeg]
    start: float
    end: float
    result: float | None
    cost: float
    luck: float
    error: float
    last_luck: float
    mistakes: list[int]
    decisions: list[ReviewedChoice]


class ReviewState(msgspec.Struct):
    """How far a review has come, and the review itself once some of it is done."""

    state: Literal["running", "done", "cancelled", "failed"]
    done: int
    total: int
    review: MatchReview | None = None
