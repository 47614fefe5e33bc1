"""The whole kit over every game of the folder, all seat counts and option sets, and what a game must bring with it.

Every number of seats is played with the default options, and every other option set with one number of seats.
KOLODA_CASES=all (or KOLODA_ALL=1) plays every set with every number of seats, KOLODA_MATCHES=20 twenty matches of each;
KOLODA_CASES=few plays two or three tables of each game: enough where the rules run interpreted and compiled ones play
the rest.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from koloda.core.game import Game
from koloda.core.text import LANGUAGES
from koloda.games.registry import our_games
from koloda.testing import Case, cases, check_case, check_golden, check_perft, check_rules_page, spread_cases
from koloda.testing.conformance import check_identity
from koloda.testing.tip_checks import has_tips, random_play_reaches_every_tip
from koloda.testing.walks import samples

HERE = Path(__file__).parent
MATCHES = int(os.environ.get("KOLODA_MATCHES", "1"))
WISH = os.environ.get("KOLODA_CASES") or ("all" if MATCHES > 1 or os.environ.get("KOLODA_ALL") == "1" else "")
GAMES = sorted(our_games(), key=lambda game: game.info.id)  # not those of packages that are installed here


def cases_of(game: type[Game]) -> list[Case]:
    if WISH == "few":
        return [Case(game.info.id, seats, options) for seats, options in samples(game)]
    return cases(game, MATCHES) if WISH == "all" else spread_cases(game)


CASES = [case for game in GAMES for case in cases_of(game)]
every_game = pytest.mark.parametrize("game", GAMES, ids=[game.info.id for game in GAMES])


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_all_that_must_hold_in_play(case: Case) -> None:
    check_case(case)


@every_game
def test_identity_and_words(game: type[Game]) -> None:
    check_identity(game)


@every_game
def test_tips_explain_the_game_and_come_up_in_play(game: type[Game]) -> None:
    assert has_tips(game.info), f"{game.info.id} has {len(game.info.tips)} tips"
    random_play_reaches_every_tip(game)


@every_game
@pytest.mark.compiled
def test_golden(game: type[Game]) -> None:
    check_golden(game.info.id, HERE / "golden")


@every_game
@pytest.mark.compiled
def test_perft(game: type[Game]) -> None:
    check_perft(game.info.id, HERE / "perft")


@every_game
def test_the_game_has_tests_of_its_own(game: type[Game]) -> None:
    path = HERE / "games" / f"test_{game.info.id.replace('-', '_')}.py"
    assert path.exists(), f"{game.info.id} has no tests/games/{path.name}"
    assert "def test_" in path.read_text(encoding="utf-8"), f"tests/games/{path.name} has no test"


@every_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_game_has_its_rules_page(game: type[Game], lang: str) -> None:
    check_rules_page(game, lang)


def test_goldens_and_perft_belong_to_games() -> None:
    ids = {game.info.id for game in GAMES}
    assert {path.stem for path in (HERE / "golden").glob("*.txt")} <= ids
    assert {path.stem for path in (HERE / "perft").glob("*.jsonl")} <= ids
