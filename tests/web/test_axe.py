"""axe-core finds nothing wrong on any page, in both themes, on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from .browsing import PHONE, WEB, Person
from .clicker import Clicker
from .conftest import Come

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
THEMES = ["light", "dark"]
WHAT_IS_WRONG = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.map(
  (rule) => `${rule.id}: ${rule.nodes.slice(0, 5).map((node) =>
    node.target.join(' ') + ' ' + (node.any[0]?.message ?? node.failureSummary) + ` (theme ${
      document.documentElement.dataset.theme}, ink ${getComputedStyle(document.body).color}, here ${
      getComputedStyle(document.querySelector(node.target.at(-1))).color})`).join(' | ')}`)"""


@pytest.fixture(scope="module", autouse=True)
def axe() -> Path:
    if not AXE.exists():
        pytest.skip(f"no axe-core: {AXE} is not there (cd src/koloda/web && npm ci)")
    return AXE


def violations(page: Page, where: str) -> list[str]:
    """What axe-core finds; it runs as a debugger would, so that the page's strict policy stays as it is.

    A colour that is half on its way to another is nobody's choice, so it looks at a page at rest; and it reads one
    element after another while the table goes on, so that what is wrong must be wrong at a second look too.
    """
    page.evaluate(AXE.read_text())
    found = look(page)
    if found:
        page.wait_for_timeout(500)
        again = look(page)
        found = [one for one in found if one in again]
    return [f"{where}: {one}" for one in found]


def look(page: Page) -> list[str]:
    page.wait_for_function("() => document.getAnimations().length === 0")
    found: list[str] = page.evaluate(WHAT_IS_WRONG)
    return found


def themed(come: Come, theme: str, **settings: Any) -> Person:
    return come(prefs={"lang": "en", "theme": theme, "tipsSeen": ["turn"], "speed": "off"}, **settings)


PAGES = {
    "/": "Card games with friends and bots",
    "/rules/the-gang": "The Gang",
    "/new": "New table",
    "/new/the-gang": "New table",
    "/lobby": "Tables",
    "/games": "My games",
    "/history": "My matches",
    "/replay": "A record",
    "/settings": "Settings",
    "/device": "Back to my seat",
    "/privacy": "Privacy",
    "/nowhere": "There is no such page",
    "/t/NONE": "There is no table with this code.",
}


@pytest.mark.parametrize("theme", THEMES)
def test_plain_pages(theme: str, come: Come) -> None:
    person = themed(come, theme)
    person.lay("pairs", 3, path="/lobby", start=False, bots=[None, "easy", None])
    found: list[str] = []
    for path, heading in PAGES.items():
        person.go(path).page.get_by_role("heading", level=1, name=heading).wait_for()
        person.page.wait_for_load_state("networkidle")
        found += violations(person.page, path)
    person.problems.clear()  # the browser itself says of /t/NONE that it was not found
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", THEMES)
def test_a_table_from_the_first_to_the_last(theme: str, come: Come) -> None:
    """Waiting, playing with each panel and the seal open, over; then its replay and the history."""
    person = themed(come, theme)
    person.lay("pairs", 2, start=False, options={"target": 11})
    person.page.get_by_role("heading", name="Invite").wait_for()
    found = violations(person.page, "waiting")
    person.deal()
    for panel in ("Log", "Chat", "Hints"):
        person.button(panel).click()
        found += violations(person.page, f"playing, {panel}")
    person.page.locator("[data-seal]").click()
    person.page.get_by_text("Fingerprints and numbers").click()
    found += violations(person.page, "the seal")
    person.page.keyboard.press("Escape")
    assert Clicker(person, "axe").play(200)
    found += violations(person.page, "over")
    person.page.get_by_role("link", name="Watch the replay").click()
    person.page.get_by_role("heading", name="What happened").wait_for()
    person.button("Check the deal").click()
    found += violations(person.page, "replay")
    person.go("/history").page.get_by_role("link", name="Watch the replay").wait_for()
    found += violations(person.page, "history")
    assert not found, "\n".join(found)


TABLES = ["the-gang", "podfilim", "troll-guts", "kitten", "tycoon", "abracadabra"]


DEVICES: dict[str, dict[str, Any]] = {"desk": {}, "phone": PHONE, "forced colours": {"forced_colors": "active"}}


@pytest.mark.parametrize(
    "device, theme",
    [("desk", "light"), ("desk", "dark"), ("phone", "dark"), ("forced colours", "light"), ("forced colours", "dark")],
)
def test_every_kind_of_control(device: str, theme: str, come: Come) -> None:
    """Chips, cutting a row, an order, seats, numbers, words: my first turn of games that have them."""
    person = themed(come, theme, color_scheme=theme, **DEVICES[device])
    found: list[str] = []
    for game in TABLES:
        person.lay(game, 4)
        person.wait_for_turn()
        found += violations(person.page, game)
    assert not found, "\n".join(found)
