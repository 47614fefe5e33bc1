"""The review of a match: begun, followed, stopped, read by keys and by axe; and advice at the table."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

from koloda import Match
from koloda.bots import level_policy
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.lab.simulate import bots_move
from koloda.records import dumps

from .browsing import PHONE, Person, until
from .clicker import Clicker
from .conftest import Come
from .test_axe import AXE, violations

PATIENCE_MS = 400_000  # thinkers give way to all else, and all cores are busy with other tests


def record(game: str, seats: int, moves: int = 1000, **options: OptionValue) -> str:
    """A match between normal bots."""
    match = Match.new(game, seats, options, seed="a match to look back at")
    chance = Fast(3)
    while match.result is None and match.move_number < moves:
        bots_move(match, match.turn.seats[:1], [level_policy(game, "normal")] * seats, chance)
    return dumps(match.record())


def review_of(person: Person, text: str, query: str = "?seat=0") -> Page:
    """On the review page of a record that somebody brings."""
    person.context.request.get("/api/me")
    answer = person.context.request.post("/api/matches", data=text, headers={"content-type": "application/json"})
    return person.go(f"/match/{answer.json()['id']}/review{query}").page


def reviewed(person: Person, game: str = "pairs", moves: int = 1000, **options: OptionValue) -> Page:
    """On the page of a review that is done."""
    page = review_of(person, record(game, 2, moves, **options))
    page.locator("#choices").wait_for(timeout=PATIENCE_MS)
    return page


def number(text: str) -> float:
    return float(text.replace("%", "").replace("−", "-").replace(",", "."))


def test_a_review_is_done_and_adds_up(come: Come) -> None:
    page = reviewed(come(), target=5)
    assert page.get_by_role("heading", level=1, name="Review: Pairs").is_visible()
    start, luck, cost, end = (number(text) for text in page.locator("dl dd").all_inner_texts())
    assert start == 50.0 and end in (0.0, 100.0)
    assert abs(start + luck + cost - end) < 0.25, "fair share, luck and mistakes do not add up to the result"
    assert page.get_by_role("img", name=re.compile("^From 50.0% to")).is_visible()
    rows = page.locator("#choices .choice-row").count()
    assert rows >= 1
    assert page.locator("svg[role=img] circle, svg[role=img] path.mistake").count() == rows


def test_a_choice_is_opened_by_keys_and_its_moment_shown(come: Come) -> None:
    page = reviewed(come(), target=5)
    choice = page.locator("#choices .choice-row button").first
    choice.focus()
    page.keyboard.press("Enter")
    options = page.locator("#choices .more")
    options.get_by_text("chosen").wait_for()
    number_of = page.locator("#choices tbody th").first.inner_text()
    options.get_by_role("link", name="Show this moment").click()
    page.get_by_role("heading", name="What happened").wait_for()
    assert f"step={int(number_of) - 1}" in page.url
    assert page.locator("#eyes").input_value() == "0"
    page.get_by_role("link", name="Review the match").click()
    page.get_by_role("heading", name="Where the result comes from").wait_for()


def test_from_the_end_of_a_match_to_its_review(come: Come) -> None:
    person = come()
    person.lay("pairs", 2, options={"target": 5})
    assert Clicker(person, "review").play(400)
    person.page.get_by_role("link", name="Review the match").click()
    person.page.get_by_role("heading", name="Review: Pairs").wait_for()
    assert person.page.url.endswith("/review?seat=0")
    person.page.get_by_role("heading", name="All decisions").wait_for(timeout=PATIENCE_MS)


def test_it_speaks_russian_and_looks_at_the_others_too(come: Come) -> None:
    person = come(prefs={"lang": "ru", "tips": False})
    page = reviewed(person, target=5)
    assert page.get_by_role("heading", level=1, name="Разбор партии: Дайте две!").is_visible()
    assert re.search(r"[+−]\d+,\d%", page.locator("dl").inner_text())
    page.get_by_label("Чьи решения").select_option(index=1)
    until(lambda: page.url.endswith("?seat=1"), page, why="the address does not follow")
    page.get_by_role("heading", name="Все решения").wait_for(timeout=PATIENCE_MS)


@pytest.mark.parametrize(("lang", "theme", "settings"), [("en", "light", {}), ("ru", "dark", PHONE)])
def test_axe_finds_nothing(lang: str, theme: str, settings: dict[str, Any], come: Come) -> None:
    if not AXE.exists():
        pytest.skip("no axe-core (cd src/koloda/web && npm ci)")
    person = come(prefs={"lang": lang, "theme": theme, "tips": False}, **settings)
    page = reviewed(person, "hawthorn", 40)
    for choice in page.locator("#choices .choice-row button").all()[:2]:
        choice.click()
    found = violations(page, f"review, {theme}")
    assert not found, "\n".join(found)
    wide: bool = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert not wide, "the page is wider than the screen"


def test_what_was_known_of_an_option_stands_beside_it(come: Come) -> None:
    page = reviewed(come(), target=5)
    page.locator("#choices .choice-row button").first.click()
    options = page.locator("#choices .more tbody tr")
    assert re.search(r"Hit.*\d+% to pair", options.filter(has_text="Hit").inner_text(), re.S)
    assert re.search(r"Fold.*\d+ points? from", options.filter(has_text="Fold").inner_text(), re.S)
    assert page.locator("#choices .more p").first.inner_text().startswith("What was known: Not yet seen: ")


def test_a_running_review_is_followed_and_stopped(come: Come) -> None:
    person = come()
    page = review_of(person, record("abracadabra", 4))
    page.get_by_label("Weighing decisions").wait_for()
    person.button("Stop").click()
    page.locator("main").get_by_text("The review was stopped").wait_for()
    person.button("Review again").click()
    page.get_by_label("Weighing decisions").wait_for()
    person.button("Stop").click()
    page.locator("main").get_by_text("The review was stopped").wait_for()


def test_the_gang_is_reviewed_in_its_own_unit(come: Come) -> None:
    page = review_of(come(), record("the-gang", 3))
    page.locator("#choices").wait_for(timeout=PATIENCE_MS)
    assert "At random before the deal" in page.locator("dl").inner_text()
    assert page.get_by_text("The last chip of every round").is_visible()
    start, luck, cost, end = (number(text) for text in page.locator("dl dd").all_inner_texts())
    assert start == 33.3 and abs(start + luck + cost - end) < 0.25


def test_a_game_without_decisions_says_so(come: Come) -> None:
    review_of(come(), record("drunkard", 2, 5)).get_by_text("This seat had nothing to choose").wait_for()


def test_the_hints_have_a_strong_bots_advice(come: Come) -> None:
    person = come()
    person.lay_for_me("hawthorn", 3)
    person.button("Hints").click()
    advice = person.page.get_by_role("region", name="A strong bot’s advice")
    advice.wait_for()
    until(lambda: "%" in advice.inner_text(), person.page, 60, "no advice came")
    assert re.search(r"\d+\.\d( ±\s\d+\.\d)?% chance to (win|survive)", advice.inner_text())
