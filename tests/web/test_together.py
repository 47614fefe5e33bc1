"""What those at a table decide together, in two to five browsers."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from server.running import Server

from .browsing import TRIES, Person, until
from .clicker import Clicker
from .conftest import Come


def seated(come: Come, game: str, seats: int, to: Server | None = None, **setup: Any) -> list[Person]:
    """A browser on every seat, and the cards dealt."""
    people = [come(to) for _ in range(seats)]
    table = people[0].lay(game, seats, start=False, bots=[None] * seats, **setup)
    for person in people[1:]:
        person.go(f"/table/{table}")
        person.sit()
    people[0].button("Deal the cards").click()
    for person in people:
        person.board.wait_for()
    return people


def who_moves(one: Person, another: Person) -> tuple[Person, Person]:
    """Whose turn it is at Pairs, and the other one."""
    until(lambda: one.button("Hit").is_visible() or another.button("Hit").is_visible(), one.page)
    return (one, another) if one.button("Hit").is_visible() else (another, one)


def one_has_hit(come: Come) -> tuple[Person, Person]:
    """Who has moved, and the other one, in the first round. A pair would have ended it: no new deal is taken back."""
    for _ in range(TRIES):
        mover, other = who_moves(*seated(come, "pairs", 2))
        mover.button("Hit").click()
        other.wait_for_turn()
        if other.page.locator("[data-counter='round'] b").inner_text() == "1":
            return mover, other
    raise AssertionError(f"{TRIES} pairs in a row")


def propose(person: Person, what: str) -> None:
    person.page.locator("[popovertarget='site-menu']").first.click()
    person.page.locator(what).click()


def vote(person: Person, word: str) -> None:
    person.page.locator("[data-vote]").get_by_role("button", name=word, exact=True).click()


def places(person: Person) -> Any:
    """Where the table's parts are."""
    return person.page.evaluate(
        "() => [...document.querySelectorAll('[data-board] > *')].map((e) => JSON.stringify(e.getBoundingClientRect()))"
    )


def test_a_lost_cookie_is_given_its_seat_back_by_the_others(come: Come) -> None:
    """Finding 1: one of four loses their cookie; those at the table say that it is them."""
    people = seated(come, "old-maid", 4)
    lost, address = people[3], people[3].page.url
    hand = sorted(lost.hand())
    lost.page.context.clear_cookies()
    lost.page.goto(address)
    lost.page.locator("[data-claim='3']").click()
    expect(people[0].page.locator("[data-vote='seat']")).to_contain_text("the seat of Guest 4 is mine")
    before = places(people[0])
    vote(people[0], "Yes")
    assert places(people[0]) == before  # nothing jumps
    vote(people[1], "Yes")
    lost.page.get_by_role("region", name="Your seat").wait_for()
    assert sorted(lost.hand()) == hand
    expect(people[2].page.locator("[data-vote]")).to_have_count(0)


def test_somebody_asleep_is_replaced_by_a_bot(come: Come, impatient: Server) -> None:
    """Finding 3: who is connected and does not move holds up nobody for longer than the table has patience."""
    people = seated(come, "pairs", 3, impatient, patience=1)
    until(lambda: any(person.page.locator("[data-idle]").count() for person in people), people[0].page)
    awake = [person for person in people if person.page.locator("[data-idle]").count()]
    assert len(awake) == 2
    awake[0].page.locator("[data-idle] button").click()
    vote(awake[1], "Yes")
    expect(awake[0].page.locator("[data-vote]")).to_have_count(0)
    heads = [person.page.locator("header.head") for person in people]
    until(lambda: any("watching" in head.inner_text() for head in heads), people[0].page)


def test_a_move_is_taken_back_and_stays_in_the_log(come: Come) -> None:
    mover, other = one_has_hit(come)
    propose(mover, "#take-back")
    other.page.locator("[data-vote='back']").wait_for()
    vote(other, "Yes")
    expect(mover.board).to_have_attribute("data-n", "0")
    mover.wait_for_turn()
    other.page.locator("button[data-panel='log']").click()
    expect(other.page.locator(".log .cut")).to_contain_text("took this back")
    expect(other.page.locator(".log .cut s").first).to_be_visible()


def test_the_end_by_consent_counts_nowhere_and_another_match_is_one_step(come: Come) -> None:
    """Findings 2 and 14."""
    people = seated(come, "pairs", 2)
    propose(people[0], "#end-match")
    vote(people[1], "Yes")
    for person in people:
        expect(person.page.locator(".over")).to_contain_text("counts for nobody")
    people[1].button("Play again").click()
    expect(people[0].page.locator("[data-ready='1']")).to_contain_text("Guest 2")
    assert people[1].board.get_attribute("data-n") == "0"
    people[0].button("Play again").click()
    for person in people:
        expect(person.page.locator(".over")).to_have_count(0)
        person.board.wait_for()
    people[0].go("/history")
    expect(people[0].page.locator("main")).to_contain_text("Ended by consent")


def test_who_comes_back_is_shown_what_a_bot_did(come: Come, impatient: Server) -> None:
    """Finding 13."""
    host, guest = seated(come, "pairs", 2, impatient)
    address = guest.page.url
    guest.go("/settings")
    clicker = Clicker(host, "stand-in")
    until(lambda: bool(clicker.step()) is None or marked(host), host.page)
    guest.page.goto(address)
    expect(guest.page.locator("[data-meanwhile]")).to_contain_text("a bot played for you")
    expect(guest.page.locator("[data-meanwhile] li").first).to_contain_text("(bot)")
    guest.page.locator("[data-meanwhile]").get_by_role("button", name="Got it").click()
    expect(guest.page.locator("[data-meanwhile]")).to_have_count(0)
    guest.page.locator("button[data-panel='log']").click()
    expect(guest.page.locator(".log")).to_contain_text(re.compile(r"\(bot\)"))


def marked(person: Person) -> bool:
    return "(bot)" in person.page.locator("[data-caption]").inner_text()
