"""The beginning: the catalogue is searched and narrowed, a game is dealt at once, a table of one's own is private."""

from __future__ import annotations

from playwright.sync_api import Locator

from server.running import crowding

from .browsing import PHONE, Person
from .conftest import Come
from .test_end import PLAY_ON

MOST_AGAIN_MS = 1500  # beside other tests; alone it is below 300


def tiles(person: Person) -> list[str]:
    """The ids of the games in the list."""
    found: list[str] = person.page.locator(".tile").evaluate_all("all => all.map((one) => one.dataset.game)")
    return found


def opened(person: Person) -> Locator:
    """The search of the first page, when it is there."""
    person.go("/")
    person.page.locator(".tile").first.wait_for()
    return person.page.get_by_role("searchbox", name="Find a game")


def test_every_game_has_a_picture_of_its_own_cards(come: Come) -> None:
    person = come()
    opened(person)
    games = person.context.request.get("/api/games").json()
    assert tiles(person) == [game["id"] for game in games]
    shown = person.page.locator(".tile").evaluate_all(
        "all => all.map((one) => [...one.querySelectorAll('.mine .card')].map((card) => card.dataset.face))"
    )
    assert shown == [[str(face) for face in game["cover"]] for game in games]


def test_games_are_found_in_any_alphabet_and_narrowed(come: Come) -> None:
    person = come()
    search = opened(person)
    every = len(tiles(person))
    for text in ("котенок", "kotyonok", "Kitty"):
        search.fill(text)
        person.wait("() => document.querySelectorAll('.tile').length === 1")
        assert tiles(person) == ["kitten"]
    search.fill("no such game")
    person.page.get_by_role("status").get_by_text("No game fits.").wait_for()
    person.button("Show all games").click()
    assert len(tiles(person)) == every
    person.button("for two").click()
    person.wait("n => document.querySelectorAll('.tile').length < n", every)
    assert set(tiles(person)) == {"five-card", "cribbage"}
    person.page.get_by_label("Players").select_option(label="3 players")
    assert tiles(person) == ["cribbage"]


def test_play_deals_at_once_at_a_private_table(come: Come) -> None:
    person = come()
    opened(person)
    person.button("Play Cribbage").click()
    person.board.wait_for()
    assert person.page.locator("[data-seat]").count() >= 1
    table = person.page.url.rsplit("/", 1)[1]
    summary = person.context.request.get(f"/api/tables/{table}").json()
    assert [chair["kind"] for chair in summary["chairs"]] == ["person", "bot"]
    assert table not in [line["id"] for line in person.context.request.get("/api/lobby").json()]


def test_the_deal_button_is_always_on_the_screen(come: Come) -> None:
    for settings in ({"viewport": {"width": 1280, "height": 800}}, PHONE):
        person = come(**settings)
        person.go("/new/the-gang")
        deal = person.button("Deal")
        deal.wait_for()
        person.page.get_by_role("heading", name="House rules").wait_for()
        height = person.page.evaluate("innerHeight")
        for down in (0, 600, 100_000):
            person.page.evaluate("y => scrollTo(0, y)", down)
            box = deal.bounding_box()
            assert box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height


def test_a_table_is_private_unless_told(come: Come) -> None:
    person = come()
    person.go("/new/pairs")
    is_open = person.page.get_by_role("checkbox", name="Open table")
    is_open.wait_for()
    assert not is_open.is_checked()
    person.page.get_by_label("Seat 2", exact=True).select_option(label="A seat for a person")
    assert not is_open.is_checked(), "strangers come only where the host wants them"
    is_open.check()
    person.page.get_by_label("Seat 3", exact=True).select_option(label="A seat for a person")
    assert is_open.is_checked()


def test_alone_another_match_is_dealt_at_once(come: Come) -> None:
    """From the click to the new board, at the page's own clock, without a waiting room."""
    person = come()
    person.lay("pairs", 2)
    person.board.wait_for()
    person.page.evaluate(PLAY_ON)
    person.button("Play again").wait_for()
    took: float = person.page.evaluate(
        """() => new Promise((done) => {
          const began = performance.now();
          const old = document.querySelector('[data-board]');
          const look = () => {
            if (document.body.innerText.includes('Deal the cards')) return done(-1);
            const board = document.querySelector('[data-board]');
            if (board && board !== old) return done(performance.now() - began);
            requestAnimationFrame(look);
          };
          document.querySelector('.over .primary').click();
          look();
        })"""
    )
    assert 0 < took < MOST_AGAIN_MS * crowding(), f"{took:.0f} ms"


def test_the_sound_is_on_and_one_tap_or_key_mutes_it_for_good(come: Come) -> None:
    person = come()
    person.lay_for_me("pairs", 3)
    sound = person.page.get_by_role("button", name="Sound", exact=True)
    assert sound.get_attribute("aria-pressed") == "true"
    person.page.keyboard.press("q")
    person.page.locator("[data-sound][aria-pressed=false]").wait_for()
    person.page.reload()
    person.board.wait_for()
    person.page.locator("[data-sound][aria-pressed=false]").click()
    person.page.locator("[data-sound][aria-pressed=true]").wait_for()
    person.page.keyboard.press("?")
    person.page.get_by_role("row", name="Q switches the sound on or off").wait_for()
