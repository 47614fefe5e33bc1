"""The documents are true: their code runs, what they name exists."""

from __future__ import annotations

import re
from pathlib import Path

from koloda.core import find

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
        find._found.pop("highest", None)
    assert names["match"].turn.seats == (0,)  # type: ignore[attr-defined]


def test_links_between_documents_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} leads to {target}, which is not there"


def test_every_script_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for script in (ROOT / "scripts").iterdir():
        if script.suffix != ".sh":
            assert f"scripts/{script.name}" in readme, f"README.md says nothing of scripts/{script.name}"
