"""Games and bots of other packages: found by entry points; what is broken is named and leaves the rest alone."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

import koloda
from koloda import KolodaError, all_games
from koloda.bots import Bot
from koloda.bots import registry as bots
from koloda.core.game import Game
from koloda.core.text import Text
from koloda.games import registry as games
from koloda.games.pairs import Pairs
from koloda.games.registry import Problem
from koloda.testing.word_checks import check_text
from koloda.words import rules_file, rules_page

GOOD = """
    from koloda.bots import Bot
    from koloda.core.game import Game
    from koloda.games.pairs import INFO

    class GAME(Game):
        info = INFO._replace(id="{id}")

    BOT = Bot()
"""


class Packages:
    """A folder of installed packages, each one module with metadata."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, package: str, code: str, **entries: str) -> None:
        """A package whose module is called like it, with entry points: ``games="id = value"``."""
        self.folder.joinpath(f"{package}.py").write_text(dedent(code), encoding="utf-8")
        metadata = self.folder / f"{package}-1.0.dist-info"
        metadata.mkdir()
        metadata.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"[koloda.{group}]\n{entry}\n" for group, entry in entries.items()]
        metadata.joinpath("entry_points.txt").write_text("\n".join(lines))


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Packages:
    monkeypatch.syspath_prepend(str(tmp_path))
    return Packages(tmp_path)


def ids(registry: games.Registry) -> set[str]:
    return {game.info.id for game in registry.all()}


OURS = {game.info.id for game in games.our_games()}


def test_our_games_are_known_and_nothing_here_is_broken() -> None:
    assert {game.info.id for game in all_games()} >= OURS
    assert games.problems() == bots.problems() == []


def test_a_game_is_a_module_with_a_game_or_a_class(packages: Packages) -> None:
    packages.install("plug_module", GOOD.format(id="one-more"), games="one-more = plug_module")
    packages.install("plug_class", GOOD.format(id="another"), games="another = plug_class:GAME")
    registry = games.Registry()
    assert ids(registry) == OURS | {"one-more", "another"}
    assert registry.problems() == []
    assert registry.find("another").__module__ == "plug_class"


BROKEN = {
    "plug_missing": ("import no_such_module", "x = plug_missing", "ModuleNotFoundError: No module named"),
    "plug_syntax": ("def", "x = plug_syntax", "SyntaxError: "),
    "plug_exit": ("raise SystemExit('good\\nbye')", "x = plug_exit", "SystemExit: good bye"),
    "plug_empty": ("", "x = plug_empty", "has no attribute 'GAME'"),
    "plug_gone": ("", "x = plug_gone:GAME", "has no attribute 'GAME'"),
    "plug_text": ("GAME = 'pairs'", "x = plug_text", "it is no Game class with an Info"),
    "plug_base": ("from koloda.core.game import Game as GAME", "x = plug_base", "it is no Game class with an Info"),
    "plug_name": (GOOD.format(id="y"), "x = plug_name", "the game calls itself y"),
    "plug_pairs": (GOOD.format(id="pairs"), "pairs = plug_pairs", "there is a game pairs already, of koloda"),
}


@pytest.mark.parametrize("package", BROKEN)
def test_a_broken_game_is_named_and_harmless(
    package: str, packages: Packages, caplog: pytest.LogCaptureFixture
) -> None:
    code, entry, reason = BROKEN[package]
    packages.install(package, code, games=entry)
    packages.install("plug_other", GOOD.format(id="fine"), games="fine = plug_other")
    registry = games.Registry()
    assert ids(registry) == OURS | {"fine"}
    assert registry.find("pairs") is Pairs
    (problem,) = registry.problems()
    line = problem.line()
    check_text(package, line)
    assert line.en.startswith(f"The package {package}: koloda.games: {entry} cannot be used: ")
    assert reason in line.en and "\n" not in line.en
    assert [(record.name, record.levelname, record.getMessage()) for record in caplog.records] == [
        ("koloda", "WARNING", line.en)
    ]


def test_of_two_packages_with_one_id_the_first_by_name_stays(packages: Packages) -> None:
    packages.install("plug_b", GOOD.format(id="twice"), games="twice = plug_b")
    packages.install("plug_a", GOOD.format(id="twice"), games="twice = plug_a")
    registry = games.Registry()
    assert registry.find("twice").__module__ == "plug_a"
    (problem,) = registry.problems()
    assert problem.package == "plug_b" and problem.reason.en == "there is a game twice already, of plug_a"


def test_a_package_may_ask_for_our_games_and_add_its_own(packages: Packages, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = games.Registry()
    monkeypatch.setattr(games, "PLUG_TEST", registry, raising=False)
    code = dedent(GOOD.format(id="eager")) + dedent(
        """
        from koloda.games.registry import PLUG_TEST

        assert PLUG_TEST.find("pairs").info.id == "pairs"
        PLUG_TEST.add(GAME)
        """
    )
    packages.install("plug_eager", code, games="eager = plug_eager")
    assert ids(registry) == OURS | {"eager"} and registry.problems() == []


def test_a_game_of_ours_that_is_broken_stops_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("koloda.games.pairs.GAME", None)
    with pytest.raises((AttributeError, TypeError)):  # the second one compiled
        games.Registry().all()


def test_a_worker_process_does_not_repeat_what_its_parent_has_said(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: "a process")
    problems: list[Problem] = []
    games.report(problems, Problem("x = y", "z", Text("почему", "why")))
    assert len(problems) == 1 and caplog.records == []


def test_a_second_game_of_one_id_is_refused() -> None:
    class Other(Game):
        info = Pairs.info

    registry = games.Registry()
    registry.add(Pairs)  # the same again is fine
    with pytest.raises(KolodaError, match=r"test_registry\.Other cannot be added: there is a game pairs") as caught:
        registry.add(Other)
    assert caught.value.reason == "game-exists"
    check_text("game-exists", caught.value.text)
    registry.remove("pairs")
    registry.add(Other)
    assert registry.find("pairs") is Other


def test_the_command_names_what_is_broken_in_the_readers_language(packages: Packages) -> None:
    packages.install("plug_cli", "import no_such_module", games="x = plug_cli", bots="x = plug_cli")
    paths = [str(packages.folder), str(Path(koloda.__file__).parents[1])]
    for lang, words in (("ru", "Пакет plug_cli:"), ("en", "The package plug_cli:")):
        ended = subprocess.run(
            [sys.executable, "-m", "koloda", "games", "--lang", lang],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1"},
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
        assert ended.returncode == 0 and "\npairs " in ended.stdout
        assert [line.startswith(f"koloda: {words}") for line in ended.stderr.splitlines()] == [True, True]


def test_the_rules_page_lies_in_the_package_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "plug_rules"
    package.joinpath("rules").mkdir(parents=True)
    package.joinpath("__init__.py").write_text("")
    package.joinpath("game.py").write_text(dedent(GOOD.format(id="with-rules")))
    package.joinpath("rules", "with-rules.ru.md").write_text("# Правила\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    from importlib import import_module

    game: type[Game] = import_module("plug_rules.game").GAME
    page = rules_file(game, "ru")
    assert page is not None and page.read_text(encoding="utf-8") == "# Правила\n"
    assert rules_file(game, "en") is None
    games.add_game(game)
    try:
        assert rules_page("with-rules", "ru") == "# Правила\n"
        with pytest.raises(KolodaError, match="has no rules page"):
            rules_page("with-rules", "en")
    finally:
        games.remove_game("with-rules")


# Bots


def test_a_bot_is_a_module_with_a_bot_or_a_bot(packages: Packages) -> None:
    packages.install("plug_bots", GOOD.format(id="x"), bots="x = plug_bots\ny = plug_bots:BOT")
    registry = bots.Registry()
    from plug_bots import BOT  # type: ignore[import-not-found]

    assert registry.find("x") is registry.find("y") is BOT
    assert registry.problems() == []


@pytest.mark.parametrize(
    ("code", "entry", "reason"),
    [
        ("import no_such_module", "x = {}", "ModuleNotFoundError"),
        ("BOT = 'a bot'", "x = {}", "it is neither a Bot nor a Player"),
        (GOOD.format(id="x"), "pairs = {}", "there is a bot for pairs already, of koloda.bots"),
    ],
)
def test_a_broken_bot_is_named_and_harmless(
    code: str, entry: str, reason: str, packages: Packages, request: pytest.FixtureRequest
) -> None:
    package = f"plug_bot_{request.node.callspec.indices['code']}"
    packages.install(package, code, bots=entry.format(package))
    registry = bots.Registry()
    assert registry.find("pairs").brain is bots.find_bot("pairs").brain
    (problem,) = registry.problems()
    assert problem.package == package and problem.line().en.startswith(f"The package {package}: koloda.bots: ")
    assert reason in problem.reason.en
    check_text("bot", problem.line())


def test_of_two_bots_for_one_game_the_first_by_name_stays(packages: Packages) -> None:
    packages.install("plug_bot_d", GOOD.format(id="x"), bots="x = plug_bot_d")
    packages.install("plug_bot_c", GOOD.format(id="x"), bots="x = plug_bot_c")
    registry = bots.Registry()
    (problem,) = registry.problems()
    assert problem.package == "plug_bot_d" and problem.reason.en == "there is a bot for x already, of plug_bot_c"


def test_a_bot_that_is_added_plays_from_now_on() -> None:
    registry = bots.Registry()
    bot = Bot()
    registry.add("pairs", bot)
    assert registry.find("pairs") is bot


def test_a_game_of_pure_chance_needs_no_bot_and_others_get_a_general_one() -> None:
    registry = bots.Registry()
    assert registry.find("drunkard") is registry.find("old-maid") is bots.NOTHING_TO_DECIDE
    game = type("Botless", (Game,), {"info": Pairs.info._replace(id="botless")})
    games.add_game(game)
    try:
        assert registry.find("botless") is bots.GENERAL
    finally:
        games.remove_game("botless")


def test_an_id_is_its_own_name() -> None:
    assert games.id_of("pairs") == "pairs"
