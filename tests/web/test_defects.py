"""What friends met when they tried the table (fourteen defects), and what somebody with bad intentions tries.

| defect | how it went, and the test that it does not any more |
|---|---|
| 1 | a lost cookie was a ghost seat: ``test_together``: given back by the others; here: in the waiting room, by a bot |
| 2 | nobody could leave a match: ``test_govern``: leave and come back; ``test_together``: the end by consent |
| 3 | somebody idle stopped the table: ``test_together``: somebody asleep is replaced by a bot |
| 4 | one's own running match was lost: ``test_identity``: my games; here: on the other device, too |
| 5 | a new name did not reach the table: ``test_govern``: names are asked for once and told apart |
| 6 | "Copied" was not true on plain HTTP: ``test_govern``: the link is copied; here: it leads to the table |
| 7 | taking a bot's seat looked dead: ``test_govern``: a seat shows who takes it next |
| 8 | friends' tables were open to strangers, who could not be removed: here; ``test_govern``: a rude guest |
| 9 | without its host a table was dead: ``test_govern``: before the first deal a guest deals |
| 10 | no chat before the deal, none after a reload: ``test_govern``: talk before the deal |
| 11 | two of ten clicks got three seats: here; ten of them over sockets: ``tests/server/test_governed_sockets.py`` |
| 12 | a pulled cable was noticed after a minute: here; with the bot: ``tests/server/test_cable.py`` |
| 13 | a stand-in's moves were the person's: ``test_together``: who comes back is shown what a bot did |
| 14 | a rematch was two steps, a fifth friend needed a table: ``test_together``: the end; ``test_govern``: a fifth |

A link that is used twice: ``test_identity``; ten thousand guesses: ``tests/server/test_guesses.py``.
"""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import WebSocket, expect

from koloda.server.access.word_list import EN
from koloda.server.protocol.refusals import REFUSALS
from server.cable import Cable
from server.running import Server, crowding

from .browsing import PAGE, Line, Person, until
from .conftest import Come
from .test_govern import close, friends, people
from .test_identity import link_of, words_of
from .test_together import seated, vote

NOTICED_SECONDS = 12.0


def on_the_phone(come: Come, person: Person) -> Person:
    """The same person on a second device; the first one is on the page of its settings."""
    phone = come()
    phone.go(link_of(person)).button("Use this device, too").click()
    phone.page.wait_for_url("**/games")
    return phone


def forget_cookies(person: Person, address: str) -> None:
    person.context.clear_cookies()
    person.page.goto(address)


# Defects


def test_1_in_the_waiting_room_a_lost_cookie_is_given_its_seat_back(come: Come) -> None:
    _, (host, friend, lost) = friends(come, 2)
    lost.rename("Phil")
    host.page.get_by_text("Phil").first.wait_for()
    forget_cookies(lost, lost.page.url)
    lost.page.get_by_role("group", name="Was one of these you?").wait_for()
    assert lost.page.get_by_role("link", name="Was one of these seats yours? Come back to it").is_visible()
    lost.button("That was me: Phil").click()
    lost.page.get_by_text("You have asked for the seat of Phil.").first.wait_for()
    for person in (host, friend):
        vote(person, "Yes")
    lost.button("Stand up").wait_for()
    assert lost.page.locator("[data-seat='2'].you").count() == 1
    expect(host.page.locator("[data-vote]")).to_have_count(0)


def test_1_between_two_matches_too_and_the_host_is_the_host_again(come: Come) -> None:
    everybody = seated(come, "pairs", 3)
    host, friend, guest = everybody
    friend.page.locator("[popovertarget='site-menu']").first.click()
    friend.page.locator("#end-match").click()
    for person in (host, guest):
        vote(person, "Yes")
    friend.page.locator(".over").wait_for()
    forget_cookies(host, host.page.url)
    host.page.locator("[data-claim='0']").click()
    for person in (friend, guest):
        vote(person, "Yes")
    host.button("Play again").wait_for()
    people(host)
    host.button(re.compile("^Send .* away from this table for good$")).first.wait_for()


def test_1_the_host_gives_a_ghosts_seat_to_a_bot_which_anybody_takes(come: Come) -> None:
    host, ghost = seated(come, "old-maid", 2, join="now")
    address = ghost.page.url
    forget_cookies(ghost, address)
    people(host)
    host.button(re.compile("^Let a bot play for Guest 2")).click()
    close(host)
    ghost.button(re.compile("^Take the bot’s seat: ")).first.click()
    host.button("Let in").click()
    ghost.page.get_by_role("region", name="Your seat").wait_for()
    assert ghost.hand()
    host.page.locator("button[data-panel='log']").click()
    expect(host.page.locator(".log [data-hand='1']").last).to_contain_text("somebody else plays on seat 2")


def test_4_the_way_back_is_on_every_device(come: Come) -> None:
    desk, other = come(), come()
    table = desk.lay("cribbage", 2, start=False, bots=[None, None])
    other.go(f"/table/{table}")
    other.sit()
    desk.button("Deal the cards").click()
    desk.wait_for_turn()
    phone = on_the_phone(come, desk)
    phone.go("/").page.get_by_role("img", name="1 match waits for your move").wait_for()
    phone.page.get_by_role("link", name="Back to the table").click()
    phone.page.wait_for_url(f"**/table/{table}")
    phone.page.get_by_role("region", name="Your seat").wait_for()
    phone.go("/games").page.get_by_role("region", name="Running").get_by_text("Your turn").wait_for()


def test_6_the_link_that_was_copied_leads_to_the_table(come: Come) -> None:
    host, guest = come(), come()
    host.context.grant_permissions(["clipboard-read", "clipboard-write"])
    host.lay("tycoon", 3, start=False, bots=[None] * 3)
    host.button("Copy the link").click()
    host.button("Copied").wait_for()
    guest.go(str(host.page.evaluate("() => navigator.clipboard.readText()")))
    guest.sit()
    host.page.get_by_text("Guest 2").first.wait_for()


def test_8_a_table_for_friends_is_private_and_its_door_can_be_closed(come: Come) -> None:
    host, friend, stranger = come(), come(), come()
    table = host.make_table("tycoon", 3, bots=False)
    stranger.go("/lobby").page.get_by_role("heading", level=1).wait_for()
    listed = stranger.context.request.get("/api/lobby").json()
    assert table not in {one["id"] for one in listed}, "friends' tables are not in the lobby"
    friend.go(f"/table/{table}")
    friend.sit()
    people(host)
    host.page.get_by_text("Nobody new").click()
    expect(host.page.get_by_role("radio", name="Nobody new")).to_be_checked()
    stranger.go(f"/table/{table}").page.get_by_text("The host has closed the door.").first.wait_for()
    friend.page.reload()
    friend.button("Stand up").wait_for()
    stranger.problems.clear()


def test_11_five_at_once_on_three_seats(come: Come) -> None:
    host = come()
    table = host.lay("tycoon", 4, start=False, bots=[None] * 4)
    guests = [come() for _ in range(4)]
    lines = [Line(guest) for guest in guests]
    for guest in guests:
        guest.go(f"/table/{table}").page.locator("[data-seat='1']").get_by_role("button", name="Sit down").wait_for()
    for line in lines:  # all of them click on the same seat before any of them has heard of the others
        line.holding = True
    for guest in guests:
        guest.page.locator("[data-seat='1']").get_by_role("button", name="Sit down").click()
    for line in lines:
        line.release()
    until(lambda: sum(guest.button("Stand up").count() for guest in guests) == 3, host.page)
    (late,) = [guest for guest in guests if not guest.button("Stand up").count()]
    late.page.get_by_text("No seat is free any more.").first.wait_for()
    assert late.button("Sit down").count() == 0


class Through(Server):
    """The same server through a cable."""

    def __init__(self, cable: Cable) -> None:
        self.port = cable.port


def test_12_a_pulled_cable_is_noticed_within_twelve_seconds_by_both(come: Come, server: Server) -> None:
    with Cable(server.port) as cable:
        host, guest = come(), come(Through(cable))
        table = host.lay("tycoon", 2, start=False, bots=[None, None])
        guest.go(f"/table/{table}")
        guest.sit()
        host.button("Deal the cards").click()
        guest.board.wait_for()
        people(host)
        cable.pull()
        pulled = time.monotonic()
        until(lambda: guest.page.locator("[data-connection=lost]").count() > 0, guest.page)
        noticed = time.monotonic() - pulled
        host.page.locator("dialog [data-person='1']").get_by_text("not connected").wait_for()
        both = time.monotonic() - pulled
        cable.plug_in()
        guest.wait("() => document.querySelector('[data-connection=open]')")
        guest.go("about:blank")
    most = NOTICED_SECONDS * crowding()
    assert noticed < most and both < most + 1, (noticed, both)
    guest.problems.clear()  # that nothing got through the browser says itself


# Hostile ones


def test_a_vote_by_one_person_with_two_browsers_counts_once(come: Come) -> None:
    everybody = seated(come, "old-maid", 4)
    host, friend, _, lost = everybody
    address = host.page.url
    phone = on_the_phone(come, host)
    for device in (host, phone):
        device.page.goto(address)
        device.board.wait_for()
    forget_cookies(lost, address)
    lost.page.locator("[data-claim='3']").click()
    vote(host, "Yes")
    shown = phone.page.locator("[data-vote='seat']")
    expect(shown).to_contain_text("You have said yes")
    for _ in range(3):
        phone.page.locator("[data-vote]").get_by_role("button", name="Yes", exact=True).click()
    phone.button("Chat").click()
    phone.page.get_by_label("Say something").fill("that was me, too")
    phone.button("Send").click()
    friend.button("Chat 1").wait_for()  # the table has heard the clicks before it
    expect(friend.page.locator("[data-vote='seat']")).to_contain_text("1 of 3 for it")
    assert "watching" in lost.page.locator(".head").inner_text() and not lost.hand()
    vote(friend, "Yes")
    lost.page.get_by_role("region", name="Your seat").wait_for()


def test_words_are_not_tried_for_long_on_the_page_either(come: Come, tmp_path: Path) -> None:
    """In a house of its own, for tries are counted by address. Ten thousand: ``tests/server/test_guesses.py``."""
    house = Server(tmp_path, page=PAGE).start()
    anna, guesser = come(house), come(house)
    words = words_of(anna)
    wrong = [*words[:-1], next(word for word in EN if word != words[-1])]
    guesser.go("/device")
    statuses = []
    for guess in [wrong] * 6 + [words]:  # the right ones come too late
        guesser.page.get_by_label("My recovery words").fill(" ".join(guess))
        with guesser.page.expect_response("**/api/sign-in/words") as answer:
            guesser.button("Come in").first.click()
        statuses.append(answer.value.status)
    assert statuses == [403] * 5 + [429] * 2
    guesser.page.get_by_text(REFUSALS["too-many-guesses"].en).wait_for()
    assert guesser.page.url.endswith("/device")
    guesser.problems.clear()  # the browser itself tells of refusals
    for person in (anna, guesser):
        person.close()
    house.stop()


def test_a_banned_guest_in_five_ways(come: Come) -> None:
    """By reloading, by the code, on their other device, by their words elsewhere, as somebody new."""
    table, (host, rude) = friends(come, 1)
    rude.rename("Eve")
    code = host.page.get_by_label(re.compile("^Table code ")).inner_text()
    words = words_of(rude)
    phone = on_the_phone(come, rude)
    phone.go(f"/table/{table}").button("Stand up").wait_for()
    rude.go(f"/table/{table}")
    host.button("Deal the cards").click()
    rude.board.wait_for()
    people(host)
    host.button("Send Eve away from this table for good").click()
    host.button("Yes").click()
    close(host)
    away = "The host of this table has asked you to stay away."
    for device in (rude, phone):  # sent away on both at once, and when they come again
        device.page.get_by_text(away).first.wait_for()
        device.page.reload()
        device.page.get_by_text(away).first.wait_for()
    rude.go("/lobby").page.get_by_label("Got a table’s code?").fill(code)
    rude.button("Enter").click()
    rude.page.get_by_text(away).first.wait_for()
    elsewhere = come()
    elsewhere.go(f"/device?back=/table/{table}").page.get_by_label("My recovery words").fill(" ".join(words))
    elsewhere.page.get_by_role("button", name="Come in", exact=True).click()
    elsewhere.page.get_by_text(away).first.wait_for()
    forget_cookies(rude, f"{rude.server.address}/table/{table}")
    rude.page.get_by_role("heading", name="You are at the door").wait_for()
    for device in (rude, phone, elsewhere):
        assert device.board.count() == 0 and device.page.locator("[data-card]").count() == 0
        device.problems.clear()


class Wire:
    """All that a page is sent."""

    def __init__(self, person: Person) -> None:
        self.frames: list[dict[str, Any]] = []
        person.page.on("websocket", self._opened)

    def _opened(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._take)

    def _take(self, payload: str | bytes) -> None:
        self.frames.append(json.loads(payload))

    def hands(self) -> set[int]:
        """The seats whose cards in hand were ever open in a whole view."""
        views = [frame for frame in self.frames if frame["t"] == "view"]
        zones = [zone for view in views for zone in view["zones"] if zone[0] == "hand"]
        return {zone[1] for zone in zones if isinstance(zone[4], list) and any(zone[4])}


def test_leave_and_retake_shows_no_other_hand_on_any_device(come: Come) -> None:
    host, thief, other = seated(come, "cribbage", 3, join="now")
    address = thief.page.url
    phone = on_the_phone(come, thief)
    wires = [Wire(thief), Wire(phone)]
    for device in (thief, phone):
        device.page.goto(address)
        device.page.get_by_role("region", name="Your seat").wait_for()
    people(thief)
    thief.button("Leave my seat").click()
    phone.page.get_by_text("You are watching").first.wait_for()
    people(other)
    other.button("Leave my seat").click()
    take = phone.page.get_by_role("group", name="Take a bot’s seat:").get_by_role("button")
    expect(take).to_have_count(2)
    for device in (thief, phone):  # the other hand, now on this device, now on that one
        device.page.get_by_role("group", name="Take a bot’s seat:").get_by_role("button").nth(1).click()
        device.page.get_by_text("You have seen the cards of another seat in this match.").first.wait_for()
    take.first.click()
    for device in (thief, phone):
        device.page.get_by_role("region", name="Your seat").wait_for()
    assert wires[0].hands() == wires[1].hands() == {1}, "no frame showed another hand"
    assert host.hand() and not set(host.hand()) & (thief.cards_in_sight() | phone.cards_in_sight())
