"""The documents are true: their code runs, what they name exists."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from koloda import Match, all_games
from koloda.bots.seat_view import SeatView
from koloda.bots.think import think
from koloda.cli.new_game import NewGame, files_of_checkout
from koloda.core.chance import Fast
from koloda.core.game import Game, Info
from koloda.core.search import Brain
from koloda.core.text import Text
from koloda.games.registry import remove_game
from koloda.testing import play_on

ROOT = Path(__file__).parent.parent


def blocks(name: str) -> list[str]:
    """The Python blocks of a document."""
    return re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)


def run(code: list[str]) -> dict[str, object]:
    """Run the blocks of a document in order, as one program."""
    names: dict[str, object] = {"__name__": "document"}
    for block in code:
        exec(compile(block, "document", "exec"), names)
    return names


def test_the_readmes_match_is_played() -> None:
    names = run(blocks("README.md"))
    assert names["match"].result is not None  # type: ignore[attr-defined]


def test_the_tutorial_of_the_lab_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = run(blocks("docs/lab.md"))
    assert names["tally"].matches == 200 and names["summary"].records == 30  # type: ignore[attr-defined]
    assert "<svg" in str(names["picture"]) and names["folds"]


def test_the_game_and_the_bot_of_adding_a_game_work(monkeypatch: pytest.MonkeyPatch) -> None:
    game, check, bot = blocks("docs/adding-a-game.md")
    module = ModuleType("koloda.games.highest_card")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    try:
        exec(compile(game, "document", "exec"), module.__dict__)
        names = run(["from koloda.games.highest_card import *", check, bot])
        match, brain = names["match"], names["BOT"].brain  # type: ignore[attr-defined]
        assert isinstance(match, Match) and isinstance(brain, Brain) and match.turn.seats == (0,)
        estimates = think(SeatView(match, 0), brain, Fast(1), worlds=40, patience=60.0)
        assert {estimate.move for estimate in estimates} == set(match.legal(0))
        play_on(match)
        assert match.result is not None
    finally:
        remove_game("highest-card")


def test_new_game_writes_what_adding_a_game_shows() -> None:
    game, _, bot = blocks("docs/adding-a-game.md")
    files = files_of_checkout(NewGame("highest-card", Text("Старшая карта", "Highest Card")), Path())
    assert files[Path("src/koloda/games/highest_card.py")] == game
    assert files[Path("src/koloda/bots/highest_card.py")] == bot
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for path in files:
        assert f"`{path.as_posix()}`" in page or f"`.{path.suffixes[0][1:]}.md`" in page, f"the page lacks {path}"


def test_adding_a_game_names_all_that_a_game_may_have() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    needed = {"setup", "moves", "play", "reveal", "result", "zones", "counters", "facts", "copy"}
    used = {"one", "together", "free", "finish", "tell", "copy_turn_to"}
    inner = {
        "next_seat",
        "owes",
        "movers",
        "turn",
        "to_move",
        "act",
        "keep_events",
        "keep_beats",
        "keep_beat",
        "seat_scores",
        "looked_at",
    }
    methods = {name for name in vars(Game) if not name.startswith("_") and callable(getattr(Game, name))}
    for name in methods - inner - {"info"}:
        assert re.search(rf"\b{name}\b", page), f"adding-a-game.md says nothing of {name}"
    assert needed | used | inner <= methods
    for field in set(Info._fields[-5:]) - {"options"}:
        assert f"`Info.{field}`" in page, f"adding-a-game.md says nothing of Info.{field}"
    for kind in {arg.partition("@")[0] for game in all_games() for verb in game.info.verbs for arg in verb.args}:
        assert f"`{kind}`" in page or f"`{kind}@zone`" in page, f"adding-a-game.md says nothing of the argument {kind}"


def test_adding_a_game_is_wrapped() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if len(line) > 120 and not line.startswith("|")] == []


def test_links_between_documents_lead_somewhere() -> None:
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} leads to {target}, which is not there"


def test_the_map_of_the_readme_has_every_part() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for part in (ROOT / "src" / "koloda").iterdir():
        if not part.name.startswith(("_", "py.typed")):
            assert f" {part.name}{'/' if part.is_dir() else ''} " in readme, f"the map lacks {part.name}"
    for page in (ROOT / "docs").glob("*.md"):
        assert f" {page.stem} " in readme, f"the map lacks docs/{page.name}"


def test_the_rules_pages_parts_are_told() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for lang in ("ru", "en"):
        rules = (ROOT / "src" / "koloda" / "games" / "rules" / f"pairs.{lang}.md").read_text(encoding="utf-8")
        assert all(f"`{heading}`" in page for heading in re.findall("^## .*$", rules, re.M))


def test_every_script_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for script in (ROOT / "scripts").iterdir():
        if script.suffix != ".sh":
            assert f"scripts/{script.name}" in readme, f"README.md says nothing of scripts/{script.name}"
