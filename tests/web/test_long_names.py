"""Names that are as long, as wide and as strange as they may be: no page gets wider, and no name leaves its plate."""

from __future__ import annotations

from typing import Any

import pytest

from .browsing import PHONE, Person
from .conftest import Come
from .test_together import seated

MAX_NAME_LETTERS = 40
NAMES = (
    "W" * MAX_NAME_LETTERS,
    "\ufdfd" * MAX_NAME_LETTERS,  # one letter as wide as a sentence
    "Z\u0351\u036b\u0343\u036a" * 8,  # towers of accents
    "\u202e\u0627\u0644" * 13,  # from right to left
)
WIDER = "() => document.scrollingElement.scrollWidth - window.innerWidth"
OUTSIDE = """() => [...document.querySelectorAll('[data-seat] .plate')].flatMap((plate) => {
  const box = plate.getBoundingClientRect();
  const out = box.left < -1 || box.right > window.innerWidth + 1 || box.height > 120;
  return out ? [`${plate.innerText}: ${box.left}-${box.right}, ${box.height} high`] : [];
})"""


def check_width(person: Person, where: str) -> None:
    wider = person.page.evaluate(WIDER)
    assert wider <= 0, f"{where} is {wider} px wider than the window"


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_no_page_gets_wider(come: Come, screen: dict[str, Any]) -> None:
    people = seated(come, "pairs", 4, open=True)
    table = people[0].page.url.rpartition("/")[2]
    for person, name in zip(people, NAMES, strict=True):
        told = person.rename(name)
        assert 0 < len(told) <= MAX_NAME_LETTERS
    looker = come(**screen)
    looker.go(f"/table/{table}").board.wait_for()
    looker.page.locator(".plate", has_text="WWW").first.wait_for()
    assert looker.page.evaluate("document.querySelectorAll('[data-seat] .plate').length") == len(NAMES)
    check_width(looker, "the table")
    assert looker.page.evaluate(OUTSIDE) == []
    for path in ("/lobby", "/history", "/settings"):
        looker.go(path).page.locator("h1").first.wait_for()
        check_width(looker, path)
    people[0].go("/settings").page.locator("h1").first.wait_for()
    check_width(people[0], "the settings of whoever has such a name")
