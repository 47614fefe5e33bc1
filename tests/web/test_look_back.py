"""Look back: replay from any eyes, by keys; records that go down and up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from .browsing import Person, until
from .clicker import Clicker
from .conftest import Come
from .listener import LISTEN


def finished(person: Person, game: str = "pairs", seats: int = 2, **options: object) -> str:
    """A match played to its end; on its replay page. Its id."""
    person.lay(game, seats, options=options or {"target": 5})
    assert Clicker(person, "look back").play(400)
    person.page.get_by_role("link", name="Watch the replay").click()
    person.page.get_by_role("heading", name="What happened").wait_for()
    return person.page.url.rsplit("/", 1)[1]


STANDS_MS = 2500
"""Longer than any picture stands."""

UNUSUAL: list[tuple[str, int, dict[str, object]]] = [
    ("tycoon", 2, {"deals": 1, "jokers": 2, "decks": 2}),
    ("the-gang", 3, {"mode": "professional"}),
    ("old-maid", 2, {}),
]


@pytest.mark.parametrize("game, seats, options", UNUSUAL, ids=[one[0] for one in UNUSUAL])
def test_cards_outside_the_pack_are_checked_too(game: str, seats: int, options: dict[str, object], come: Come) -> None:
    """Jokers, two packs, cards with numbers: the browser sorts them as the rules do."""
    person = come()
    person.lay(game, seats, options=options)
    assert Clicker(person, "unusual").play(400)
    person.page.get_by_role("link", name="Check the deal").click()
    person.page.locator("#verdict[data-good=true]").wait_for()


def test_replay_by_keys_from_a_seats_eyes(come: Come) -> None:
    person = come()
    finished(person, "tycoon", 2, deals=1)
    at = person.page.locator(".at")
    person.page.get_by_label("Whose eyes").select_option(index=1)
    person.page.get_by_role("region", name="Your seat").wait_for()
    person.page.locator("h1").click()
    person.page.keyboard.press("Home")
    assert at.inner_text() == "The start"
    mine = set(person.hand())
    assert mine and "a closed card" not in mine
    assert person.cards_in_sight() == mine
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("ArrowRight")
    assert at.inner_text().startswith("Move 2 of ")
    person.page.keyboard.press("ArrowLeft")
    assert at.inner_text().startswith("Move 1 of ")
    person.page.keyboard.press("End")
    last = at.inner_text().split()
    assert last[1] == last[3]
    person.page.keyboard.press("Home")
    person.page.get_by_label("Whose eyes").select_option(label="All cards open")
    person.wait("n => document.querySelectorAll('[data-face]').length > n", len(mine))
    assert person.cards_in_sight() > mine
    person.page.get_by_label("Whose eyes").select_option(label="A watcher")
    until(lambda: not person.cards_in_sight(), person.page, why="a watcher sees cards before the first move")


def test_a_replay_tells_the_story_of_a_move(come: Come) -> None:
    """By one moment on and back, by itself, and aloud; a click ends the story of a move."""
    person = come()
    finished(person, target=30)
    person.page.get_by_label("Speed of the story").select_option("calm")
    person.page.evaluate(LISTEN)
    person.page.clock.install()
    picture, at = person.page.locator("[data-picture]"), person.page.locator(".at")
    person.page.locator("h1").click()
    while not picture.count():
        person.page.keyboard.press("Shift+ArrowRight")
    assert re.fullmatch(r"Move \d+ of \d+Moment 1 of \d+", at.inner_text().replace("\n", ""))
    first = picture.get_attribute("data-picture")
    person.page.clock.fast_forward(STANDS_MS)
    assert picture.get_attribute("data-picture") == first, "it goes on by itself"
    person.page.keyboard.press("Shift+ArrowLeft")
    picture.wait_for(state="detached")
    told = len(person.page.evaluate("window.heard"))
    person.page.keyboard.press("ArrowRight")
    assert picture.get_attribute("data-picture") == first
    until(lambda: len(person.page.evaluate("window.heard")) > told, person.page)
    person.board.click(position={"x": 5, "y": 5})
    picture.wait_for(state="detached")
    person.button("Back one moment of the story").click()
    assert str(picture.get_attribute("data-picture")).split(".")[0] == str(first).split(".")[0]
    person.button("To the start").click()
    person.button("Play on").click()
    picture.wait_for()
    person.button("Pause").click()
    assert picture.get_attribute("data-picture") == first


def test_a_record_goes_down_and_up(come: Come, tmp_path: Path) -> None:
    person, other = come(), come()
    match = finished(person)
    with person.page.expect_download() as download:
        person.button("Download the record").click()
    path = tmp_path / "record.json"
    download.value.save_as(path)
    other.go("/replay").page.get_by_label("Choose a file").set_input_files(path)
    other.page.get_by_role("heading", name="What happened").wait_for()
    assert other.page.url.rsplit("/", 1)[1] != match
    other.page.get_by_text("its deal was not sealed").wait_for()
    assert other.page.locator("#check-deal").count() == 0
    path.write_text('{"nonsense": 1}')
    other.go("/replay").page.get_by_label("Choose a file").set_input_files(path)
    other.page.locator(".bad").wait_for()
    other.problems.clear()  # the refusal is an answer 400, of which the browser speaks


def test_the_log_shows_a_moment(come: Come) -> None:
    person = come()
    person.lay("pairs", 3)
    Clicker(person, "log").play(3)
    person.wait_for_turn()
    now = person.moment()
    person.button("Log").click()
    person.page.get_by_role("complementary", name="Log").get_by_role("button").nth(2).click()
    person.page.get_by_text("This is how it was after move").wait_for()
    assert person.moment() < now
    person.button("Back to now").click()
    assert person.moment() == now


@pytest.mark.parametrize("path", ["/match/nothing-here", "/table/nothing-here"])
def test_an_old_link_is_told_plainly(path: str, come: Come) -> None:
    person = come()
    person.go(path).page.locator(".bad").wait_for()
    assert person.page.locator(".bad").inner_text()
    person.problems.clear()
