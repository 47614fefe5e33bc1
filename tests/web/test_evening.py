"""The forfeit is agreed on before the deal and shown at the end; the evening's score runs over rematches."""

from __future__ import annotations

from playwright.sync_api import Locator

from .browsing import Person
from .conftest import Come
from .test_axe import violations


def play_out(person: Person) -> None:
    """Take cards until the match is over."""
    while person.wait_for_turn():
        person.try_click(person.button("Hit"))


def matches_told(score: Locator) -> list[str]:
    """How many matches everybody has played."""
    return [row.split("\t")[1] for row in score.get_by_role("row").all_inner_texts()[1:]]


def test_the_forfeit_and_the_score_of_the_evening(come: Come) -> None:
    host, guest = come(), come()
    host.go("/new/pairs")
    host.page.get_by_label("Forfeit for the loser").fill("make the tea")
    host.page.get_by_role("group", name="How many players").get_by_text("2", exact=True).click()
    host.page.get_by_label("Losing score").fill("5")
    host.page.get_by_label("Seat 2", exact=True).select_option(label="A seat for a person")
    host.button("Open the table").click()
    host.page.wait_for_url("**/table/*")
    guest.go(host.page.url)
    guest.page.get_by_text("make the tea").wait_for()
    assert guest.button("Set it").count() == 0, "it is the host's to write"
    host.page.get_by_label("What you agree on before the deal").fill("sing a song")
    host.button("Set it").click()
    guest.page.get_by_text("sing a song").wait_for()
    host.button("Deal the cards").click()
    for matches in (1, 2):
        play_out(host)
        told = host.page.get_by_text("Forfeit: sing a song — ")
        told.wait_for()
        loser = host.page.get_by_role("list", name="Places").get_by_role("listitem").last.locator(".name").inner_text()
        assert told.inner_text().endswith(f"— {loser.removesuffix(' (you)')}")
        score = host.page.get_by_role("region", name="The evening’s score")
        assert score.count() == (matches > 1), "one match is no evening"
        if matches == 1:
            host.button("Play again").click()
            host.result.wait_for(state="detached")
    assert matches_told(score) == ["2", "2"]
    score.get_by_text("The matches of this table").click()
    score.get_by_role("link").nth(1).wait_for()
    assert violations(host.page, "the end") == []
    score.get_by_role("link").first.click()
    host.page.get_by_role("heading", name="Result").wait_for()
    host.page.get_by_text("Forfeit: sing a song — ").wait_for()
