"""The whole kit: ``check_game(MyGame)`` plays a game with all seats and many option sets, and makes every check.

>>> from koloda.testing import conformance
>>> from koloda.games.pairs import GAME
>>> conformance.check_game(GAME, most_sets=1)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from koloda.core.errors import BadOption, BadSeats
from koloda.core.game import Game
from koloda.games.registry import add_game
from koloda.untrusted import new_match

from . import number_checks, play_checks, secret_checks, story_checks, tip_checks, word_checks
from .option_sets import MOST_SETS, is_number
from .walks import Case, Walk, cases, walk

T = TypeVar("T")
Check = Callable[[Walk], None]


def bad_tables_are_refused(game: type[Game]) -> None:
    """A wrong number of seats, an unknown option and wrong values each get their own error."""
    info = game.info
    low, high = info.seats
    for seats in (low - 1, high + 1, -1, True):
        _refused(BadSeats, info.id, seats, {})
    _refused(BadOption, info.id, low, {"no such option": 1})
    for option in info.options:
        wrong: list[object] = ["no such choice", 1.5, "\n", None, [], option.low - 1, option.high + 1]
        for value in wrong if is_number(option) else wrong[1:3] if option.accepts else wrong[:5]:
            _refused(BadOption, info.id, low, {option.name: value})


def _refused(error: type[BadOption] | type[BadSeats], game_id: str, seats: int, options: dict[str, object]) -> None:
    try:
        new_match(game_id, seats, options, seed="refused")
    except error as refusal:
        word_checks.check_text(f"{error.__name__} {refusal.reason}", refusal.text)
    else:
        raise AssertionError(f"{game_id} lets a table of {seats} with {options} begin")


GAME_CHECKS: Final[tuple[Callable[[type[Game]], None], ...]] = (
    word_checks.info_is_well_formed,
    word_checks.words_are_in_both_languages,
    word_checks.every_phase_asks_for_something,
    tip_checks.tips_name_what_there_is,
    bad_tables_are_refused,
)

CHECKS: Final[tuple[Check, ...]] = (
    play_checks.legal_moves_are_for_those_who_owe_one,
    play_checks.other_texts_are_refused,
    play_checks.a_copy_has_every_field,
    play_checks.a_copy_plays_apart,
    play_checks.cards_are_conserved,
    play_checks.the_default_move_is_legal,
    play_checks.records_replay,
    play_checks.the_result_has_its_shape,
    play_checks.the_lab_plays_the_same,
    play_checks.declared_names_are_used,
    play_checks.views_agree_with_the_match,
    play_checks.seeds_decide_everything,
    secret_checks.another_world_looks_the_same,
    secret_checks.hidden_cards_really_change,
    secret_checks.a_watcher_sees_only_what_all_see,
    secret_checks.notes_tell_no_closed_card,
    secret_checks.together_moves_stay_secret,
    secret_checks.order_of_arrival_does_not_matter,
    number_checks.every_move_has_its_numbers,
    number_checks.another_world_is_observed_alike,
    story_checks.beats_are_well_formed,
    story_checks.beats_show_no_closed_card,
    story_checks.beats_look_the_same_in_another_world,
    story_checks.what_happens_is_seen,
    story_checks.forced_steps_are_told,
    word_checks.notes_and_hints_can_be_said,
    word_checks.moves_can_be_said,
)


def check_game(game: type[Game], matches: int = 1, most_sets: int = MOST_SETS) -> None:
    """Check a game, your own too: every seat count and option set, each with ``matches`` random matches."""
    add_game(game)
    check_identity(game)
    tip_checks.random_play_reaches_every_tip(game)
    for case in cases(game, matches, most_sets):
        check_case(case)


def check_identity(game: type[Game]) -> None:
    """The checks that need no match. All failures are reported together."""
    _all_of(GAME_CHECKS, game, game.info.id)


def check_case(case: Case) -> None:
    """Play a random match and make every check. All failures are reported together, each by the name of its check."""
    check_walk(walk(case))


def check_walk(walked: Walk) -> None:
    """The same for a match that has been played already."""
    _all_of(CHECKS, walked, walked.case.name)


def _all_of(checks: tuple[Callable[[T], None], ...], subject: T, where: str) -> None:
    failures: list[str] = []
    cause: Exception | None = None
    for check in checks:
        try:
            check(subject)
        except Exception as failure:
            what = "" if isinstance(failure, AssertionError) else f"{type(failure).__name__}: "
            failures.append(f"{where}: {check.__name__}: {what}{failure}")
            cause = cause or failure
    if failures:
        raise AssertionError("\n".join(failures)) from cause
