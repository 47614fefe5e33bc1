"""The sabotages of sabotage.py fit today's sources: each can be tried, and docs/testing.md tells what notices it."""

from __future__ import annotations

import ast
import re

import pytest

from sabotage import KEPT_GAMES, ROOT, SABOTAGES, Sabotage, broken_source


@pytest.mark.parametrize("sabotage", SABOTAGES, ids=lambda sabotage: sabotage.name)
def test_every_sabotage_can_be_tried(sabotage: Sabotage) -> None:
    ast.parse(broken_source(sabotage))  # it breaks the rules, not the syntax
    folder, _, file = sabotage.file.partition("/")
    assert folder != "games" or file.partition("/")[0] in KEPT_GAMES, "the copy lacks this game"
    assert all((ROOT / test).is_file() for test in sabotage.tests)


def test_the_document_lists_every_sabotage() -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8").partition("\n## Sabotage\n")[2]
    listed = re.findall(r"^\| ([^|]+) \| .*`", page, re.MULTILINE)
    assert sorted(listed) == sorted(sabotage.name for sabotage in SABOTAGES)


def test_the_tests_that_the_document_names_exist() -> None:
    page = (ROOT / "docs" / "testing.md").read_text(encoding="utf-8").partition("\n## Sabotage\n")[2]
    named = re.findall(r"\| `(\w+/test_\w+\.py)`, `(test_\w+)", page)
    assert len(named) > 10
    for file, test in named:
        assert f"def {test}(" in (ROOT / "tests" / file).read_text(encoding="utf-8"), f"{file} has no {test}"
