"""The documents are true: their code runs, what they name exists."""

from __future__ import annotations

import re
from pathlib import Path

from koloda.games.registry import remove_game

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


def test_the_toy_game_of_adding_a_game_passes_the_kit() -> None:
    try:
        names = run(blocks("docs/adding-a-game.md"))
    finally:
        remove_game("highest")
    assert names["match"].turn.seats == (0,)  # type: ignore[attr-defined]


def test_links_between_documents_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} leads to {target}, which is not there"


def test_the_longest_games_are_explained() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for path in (ROOT / "src" / "koloda" / "games").glob("[a-z]*.py"):
        if len(path.read_text(encoding="utf-8").splitlines()) > 330:
            assert f"| `{path.stem}` |" in page, f"adding-a-game.md does not say why {path.name} is so long"


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
