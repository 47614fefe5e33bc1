"""Friends and a host with two to five browsers: seats, names, the door, a pause, talk, invitations."""

from __future__ import annotations

import re
from typing import Any

from server.running import Server

from .browsing import Person, until
from .conftest import Come


def people(person: Person) -> None:
    """Open the list of the people."""
    person.page.locator("button.people").click()
    person.page.get_by_role("dialog", name="People").wait_for()


def close(person: Person) -> None:
    person.page.get_by_role("dialog", name="People").get_by_role("button", name="Close").first.click()


def friends(come: Come, number: int, to: Server | None = None, **setup: Any) -> tuple[str, list[Person]]:
    """A host and others who sit at their table, which waits."""
    host = come(to)
    host.rename("Ann")
    table = host.lay("tycoon", 4, start=False, bots=[None] * 4, **setup)
    guests = [come(to) for _ in range(number)]
    for guest in guests:
        guest.go(f"/table/{table}")
        guest.sit()
    return table, [host, *guests]


def test_names_are_asked_for_once_and_told_apart(come: Come) -> None:
    host, guest = come(), come()
    host.rename("Ann")
    table = host.lay("tycoon", 4, start=False, bots=[None] * 4)
    guest.go(f"/table/{table}")
    guest.page.get_by_label("What should the others call you?").fill("Аnn")  # the first letter is Cyrillic
    guest.page.keyboard.press("Enter")
    guest.sit()
    host.page.get_by_text("Аnn 2").first.wait_for()
    guest.page.reload()
    guest.button("Stand up").wait_for()
    assert guest.page.get_by_label("What should the others call you?").count() == 0
    guest.go("/settings").page.get_by_label("Your name").fill("Bob")
    guest.button("Save").click()
    host.page.get_by_text("Bob").first.wait_for()


def test_who_comes_in_mid_match_is_asked_for_a_name_too(come: Come) -> None:
    host, newcomer = come(), come()
    table = host.lay("tycoon", 3, join="now")
    newcomer.go(f"/table/{table}").page.get_by_label("What should the others call you?").fill("Bob")
    newcomer.button("Save").click()
    newcomer.page.get_by_label("What should the others call you?").wait_for(state="detached")
    newcomer.button(re.compile("^Take the bot’s seat: ")).first.click()
    host.page.get_by_text(re.compile("^Bob would like the seat of ")).wait_for()
    newcomer.page.reload()
    newcomer.button(re.compile("^Take the bot’s seat: ")).first.wait_for()
    assert newcomer.page.get_by_label("What should the others call you?").count() == 0, "it is asked once"


def test_talk_before_the_deal_and_after_a_reload(come: Come) -> None:
    table, (host, guest) = friends(come, 1)
    guest.page.get_by_label("Say something").fill("Shall we begin?")
    guest.page.keyboard.press("Enter")
    host.page.get_by_text("Shall we begin?").first.wait_for()
    host.page.reload()
    host.page.get_by_text("Shall we begin?").first.wait_for()
    host.button("Deal the cards").click()
    guest.board.wait_for()
    guest.page.reload()
    guest.board.wait_for()
    guest.page.locator("[data-panel=chat]").click()
    guest.page.get_by_text("Shall we begin?").first.wait_for()
    people(guest)
    assert guest.page.get_by_label("Link to the table").input_value().endswith(f"/table/{table}")
    guest.wait("() => document.querySelector('dialog img').naturalWidth > 0")


def test_leave_and_come_back_pause_and_hand_over(come: Come) -> None:
    _, (host, guest) = friends(come, 1)
    host.button("Deal the cards").click()
    guest.board.wait_for()
    people(guest)
    guest.button("Leave my seat").click()
    guest.page.get_by_text("You are watching").wait_for()
    guest.button(re.compile("^Take the bot’s seat: ")).first.click()
    guest.page.get_by_role("region", name="Your seat").wait_for()
    people(host)
    host.button("Pause the game").click()
    guest.page.get_by_text("The game is paused.").wait_for()
    host.button(re.compile("^Make .* the host$")).click()
    host.button("Yes").click()
    guest.button("Go on").click()
    guest.page.get_by_text("The game is paused.").wait_for(state="detached")


def test_a_rude_guest_is_sent_away_and_has_to_ask_with_a_new_cookie(come: Come) -> None:
    table, (host, friend, rude) = friends(come, 2)
    rude.rename("Eve")
    host.button("Deal the cards").click()
    rude.board.wait_for()
    people(friend)
    friend.button("Mute Eve: you do not see what they say").click()
    friend.button("Report Eve to the host of this site").click()
    friend.page.get_by_label(re.compile("^What is wrong")).fill("rude")
    friend.button("Send the report").click()
    friend.page.get_by_text("Thank you: the host of this site will read it.").first.wait_for()
    people(host)
    host.button("Send Eve away from this table for good").click()
    host.button("Yes").click()
    rude.page.get_by_text("The host of this table has asked you to stay away.").wait_for()
    close(host)
    rude.context.clear_cookies()
    rude.go(f"/table/{table}").page.get_by_role("heading", name="You are at the door").wait_for()
    assert rude.board.count() == 0 and not rude.page.locator("[data-card]").count()
    host.page.get_by_text("Guest is at the door").first.wait_for()
    host.button("Do not let in").click()
    rude.page.get_by_text("The host of this table has not let you in.").wait_for()


def test_a_fifth_friend_and_another_game(come: Come) -> None:
    table, (host, *guests) = friends(come, 3)
    fifth = come().go(f"/table/{table}")
    assert fifth.button("Sit down").count() == 0
    host.page.get_by_text("Change the game and the table settings").click()
    host.page.get_by_role("group", name="Seats").get_by_text("5", exact=True).click()
    host.button("Change").click()
    fifth.sit()
    host.button("Deal the cards").click()
    for person in (host, *guests, fifth):
        person.page.get_by_role("region", name="Your seat").wait_for()


def test_two_click_on_the_same_seat_and_both_sit(come: Come) -> None:
    host, first, second = come(), come(), come()
    table = host.lay("tycoon", 3, start=False, bots=[None] * 3)
    for person in (first, second):
        person.go(f"/table/{table}").button("Sit down").first.wait_for()
    click = "() => [...document.querySelectorAll('button')].find(one => one.innerText === 'Sit down').click()"
    for person in (first, second):  # found and clicked in one step: what a mouse aims at may go when another sits down
        person.page.evaluate(click)
    for person in (first, second):
        person.button("Stand up").wait_for()


NO_CLIPBOARD = """
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  document.addEventListener('copy', () => { window.copied = document.activeElement.value; });
"""


def test_links_are_copied_on_plain_http(come: Come) -> None:
    """To the table, before the deal and after the end; for another device. Where the page says so, it was done."""
    host = come()
    host.context.add_init_script(NO_CLIPBOARD)

    def copied() -> str:
        host.button("Copy the link").click()
        host.button("Copied").wait_for()
        return str(host.page.evaluate("() => window.copied"))

    table = host.lay("cribbage", 2, start=False, bots=[None, "normal"])
    link = f"{host.server.address}/table/{table}"
    assert copied() == link
    host.button("Deal the cards").click()
    host.board.wait_for()
    host.page.locator("[popovertarget='site-menu']").first.click()
    host.page.locator("#end-match").click()
    host.button("Invite a friend").click()
    assert copied() == link
    host.go("/settings").button("Make the link").click()
    assert "/device#" in copied()


def test_before_the_first_deal_a_guest_deals_for_an_absent_host(come: Come, impatient: Server) -> None:
    _, (host, guest) = friends(come, 1, impatient)
    host.close()
    guest.button("Deal the cards").click()
    guest.board.wait_for()


def test_a_seat_shows_who_takes_it_next(come: Come) -> None:
    host, newcomer = come(), come()
    newcomer.rename("Bob")
    table = host.lay("tycoon", 3)
    newcomer.go(f"/table/{table}").button(re.compile("^Take the bot’s seat: ")).first.click()
    host.button("Let in").click()
    until(lambda: "Bob" in host.board.inner_text(), host.page)
    newcomer.page.get_by_text(re.compile("^The seat of .* is yours from the next deal on.$")).wait_for()
