"""The check of a rules page passes a good page and catches each defect."""

from __future__ import annotations

from pathlib import Path

import pytest

from koloda.testing import check_rules_page, word_checks

from .toy_game import Toy

GOOD = """# Toy

## Aim
Hold the highest card.

## Set-up
Two cards each.

## Your turn
Pass a card, knock, draw.

## The end
It ends after the last card is drawn.

## Example
You hold `3 1` and draw a `4`.

## Good to know
- **Quiet**: nobody knocks.
- The options "Rounds" and **mood:** are settled before the deal.
"""
BAD = {
    "no-name": GOOD.replace("# Toy", "Toy", 1),
    "a-part-is-missing": GOOD.replace("## Example\n", ""),
    "an-option-is-not-named": GOOD.replace("- **Quiet**: nobody knocks.\n", ""),
    "an-option-is-only-a-word": GOOD.replace('"Rounds"', "rounds"),
    "an-id-in-code-type": GOOD.replace("**Quiet**", "**Quiet** (`quiet`)"),
    "another-deck": GOOD.replace("`4`", "`K♥`"),
}


def check(monkeypatch: pytest.MonkeyPatch, folder: Path, text: str) -> None:
    page = folder / "toy.en.md"
    page.write_text(text, encoding="utf-8")
    monkeypatch.setattr(word_checks, "rules_file", lambda game, lang: page)
    check_rules_page(Toy, "en")


def test_a_good_page_passes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    check(monkeypatch, tmp_path, GOOD)


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_bad_page_is_caught(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    with pytest.raises(AssertionError, match=r"toy\.en\.md"):
        check(monkeypatch, tmp_path, text)


def test_a_missing_page_is_caught() -> None:
    with pytest.raises(AssertionError, match="there is no rules page"):
        check_rules_page(Toy, "ru")
