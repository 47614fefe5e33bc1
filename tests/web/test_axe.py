"""axe-core finds nothing wrong on any page, in both themes, on a desk and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from .browsing import PHONE, WEB, Person
from .clicker import Clicker
from .conftest import Come

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
THEMES: list[Literal["light", "dark"]] = ["light", "dark"]
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
    if not page.evaluate("'axe' in window"):
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


def violations_in_both_themes(page: Page, where: str, forced_colours: bool = False) -> list[str]:
    found: list[str] = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, forced_colors="active" if forced_colours else "none")
        page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
        found += violations(page, f"{where}, {theme}{', forced colours' if forced_colours else ''}")
    return found


def untold(come: Come, **settings: Any) -> Person:
    """Somebody without tips and stories."""
    return come(prefs={"lang": "en", "theme": "light", "tipsSeen": ["turn"], "speed": "off"}, **settings)


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


def test_plain_pages(come: Come) -> None:
    person = untold(come)
    person.lay("pairs", 3, path="/lobby", start=False, bots=[None, "easy", None])
    found: list[str] = []
    for path, heading in PAGES.items():
        person.go(path).page.get_by_role("heading", level=1, name=heading).wait_for()
        person.page.wait_for_load_state("networkidle")
        found += violations_in_both_themes(person.page, path)
    person.problems.clear()  # the browser itself says of /t/NONE that it was not found
    assert not found, "\n".join(found)


def test_a_table_from_the_first_to_the_last(come: Come) -> None:
    """Waiting, playing with each panel and the seal open, over; then its replay and the history."""
    person = untold(come)
    person.lay("pairs", 2, start=False, options={"target": 11})
    person.page.get_by_role("heading", name="Invite").wait_for()
    found = violations_in_both_themes(person.page, "waiting")
    person.deal()
    for panel in ("Log", "Chat", "Hints"):
        person.button(panel).click()
        found += violations_in_both_themes(person.page, f"playing, {panel}")
    person.page.locator("[data-seal]").click()
    person.page.get_by_text("Fingerprints and numbers").click()
    found += violations_in_both_themes(person.page, "the seal")
    person.page.keyboard.press("Escape")
    assert Clicker(person, "axe").play(200)
    found += violations_in_both_themes(person.page, "over")
    person.page.get_by_role("link", name="Watch the replay").click()
    person.page.get_by_role("heading", name="What happened").wait_for()
    person.button("Check the deal").click()
    found += violations_in_both_themes(person.page, "replay")
    person.go("/history").page.get_by_role("link", name="Watch the replay").wait_for()
    found += violations_in_both_themes(person.page, "history")
    assert not found, "\n".join(found)


TABLES = ["the-gang", "podfilim", "troll-guts", "kitten", "tycoon", "abracadabra"]


@pytest.mark.parametrize("device", [{}, PHONE], ids=["desk", "phone"])
def test_every_kind_of_control(device: dict[str, Any], come: Come) -> None:
    """Chips, cutting a row, an order, seats, numbers, words: my first turn of games that have them."""
    person = untold(come, **device)
    found: list[str] = []
    for game in TABLES:
        person.lay(game, 4)
        person.wait_for_turn()
        found += violations_in_both_themes(person.page, game)
        if not device:
            found += violations_in_both_themes(person.page, game, forced_colours=True)
    assert not found, "\n".join(found)
