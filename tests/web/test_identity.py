"""Somebody keeps their seat: on a second device, after their cookies are gone, with a passkey; and leaves for good."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from server.running import Server

from .browsing import Person, until
from .conftest import Come

LINK = "Link for another device"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def link_of(person: Person) -> str:
    """The link that the settings make."""
    person.go("/settings").button("Make the link").click()
    person.wait("() => document.querySelector('#keep img')?.naturalWidth > 0")
    return person.page.get_by_label(LINK, exact=True).input_value()


def words_of(person: Person) -> list[str]:
    person.go("/settings").button("Show my words").click()
    person.page.get_by_text("Write these ten words down").first.wait_for()
    return person.page.locator("#keep ol li").all_inner_texts()


def forget_cookies(person: Person) -> None:
    """As the browser's own settings do it."""
    person.context.clear_cookies()


def id_of(person: Person, server: Server) -> str:
    return str(person.context.request.get(f"{server.address}/api/me").json()["id"])


def seated(person: Person) -> list[str]:
    person.page.get_by_role("region", name="Your seat").wait_for()
    until(lambda: bool(person.hand()), person.page)
    return person.hand()


def test_a_link_opens_a_second_device_once(come: Come, server: Server) -> None:
    desk, phone, thief = come(), come(), come()
    desk.go("/")
    desk.rename("Anna")
    table = desk.lay_for_me("cribbage", 2)
    hand = seated(desk)
    link = link_of(desk)
    assert re.fullmatch(re.escape(server.address) + r"/device#[\w-]{20,}", link)
    phone.go(link).button("Use this device, too").wait_for()
    assert "#" not in phone.page.url, "the code does not stay in the address"
    phone.button("Use this device, too").click()
    phone.page.wait_for_url("**/games")
    phone.page.get_by_role("link", name="Back to the table: Cribbage").click()
    desk.go(f"/table/{table}")
    assert seated(phone) == seated(desk) == hand, "both are open, and are one player"
    thief.go(link).button("Use this device, too").click()
    thief.page.get_by_text("That does not let you in").wait_for()
    assert id_of(desk, server) == id_of(phone, server) != id_of(thief, server)
    assert not set(thief.go(f"/table/{table}").cards_in_sight()) & set(hand)
    thief.problems.clear()  # the browser itself says that a link was refused


def test_two_devices_show_one_hand_and_a_move_on_both(come: Come) -> None:
    desk, phone, other = come(), come(), come()
    table = desk.lay("cribbage", 2, start=False, bots=[None, None])
    other.go(f"/table/{table}")
    other.sit()
    phone.go(link_of(desk)).button("Use this device, too").click()
    phone.page.wait_for_url("**/games")
    for device in (desk, phone):
        device.go(f"/table/{table}")
    desk.button("Deal the cards").click()
    hand, theirs = seated(phone), seated(other)
    assert seated(desk) == hand and not set(hand) & set(theirs)
    for device in (desk, phone):
        assert set(device.cards_in_sight()) & set(theirs) == set(), "nobody sees two hands, on no device"
    assert set(other.cards_in_sight()) & set(hand) == set()


def test_words_bring_back_a_seat_in_mid_match(come: Come) -> None:
    person = come()
    table = person.lay_for_me("cribbage", 2)
    hand = seated(person)
    words = words_of(person)
    assert len(words) == 10
    forget_cookies(person)
    person.go(f"/table/{table}")
    person.page.get_by_role("link", name="Was one of these seats yours? Come back to it").click()
    person.page.get_by_label("My recovery words").fill("wrong " * 10)
    person.button("Come in", person.page.locator("main")).first.click()
    person.page.get_by_text("That does not let you in").wait_for()
    person.problems.clear()
    person.page.get_by_label("My recovery words").fill(" ".join(words).upper())
    person.page.get_by_role("button", name="Come in", exact=True).click()
    person.page.wait_for_url(f"**/table/{table}")
    assert seated(person) == hand


class OnLocalhost(Server):
    """The same server by a name: an address without one has no passkeys."""

    def __init__(self, server: Server) -> None:
        self.port = server.port

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"


def with_authenticator(person: Person) -> tuple[Any, str]:
    """A device that keeps passkeys, as Chromium pretends it."""
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("WebAuthn.enable")
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return devtools, made["authenticatorId"]


def test_a_passkey_brings_back_a_seat_and_works_on_another_device(come: Come, server: Server) -> None:
    named = OnLocalhost(server)
    person, phone = come(named), come(named)
    table = person.lay_for_me("cribbage", 2)
    hand = seated(person)
    devtools, authenticator = with_authenticator(person)
    person.go("/settings").button("Make a passkey").click()
    person.page.get_by_text("The passkey is made.").wait_for()
    person.page.get_by_role("heading", name="My passkeys").wait_for()
    keys = devtools.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    assert len(keys) == 1 and keys[0]["rpId"] == "localhost" and keys[0]["isResidentCredential"]
    forget_cookies(person)
    person.go(f"/device?back=/table/{table}").button("Come in with a passkey").click()
    person.page.wait_for_url(f"**/table/{table}")
    assert seated(person) == hand
    phone.go("/")
    its_devtools, its_authenticator = with_authenticator(phone)
    keys = devtools.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]
    its_devtools.send("WebAuthn.addCredential", {"authenticatorId": its_authenticator, "credential": keys[0]})
    phone.go(f"/device?back=/table/{table}").button("Come in with a passkey").click()
    phone.page.wait_for_url(f"**/table/{table}")
    assert seated(phone) == hand == seated(person)
    person.go("/settings").button("Remove", person.page.get_by_role("region", name="My devices")).click()
    expect(person.page.get_by_role("heading", name="My passkeys")).to_have_count(0)
    forget_cookies(phone)
    phone.go("/device").button("Come in with a passkey").click()
    phone.page.get_by_text("That does not let you in").wait_for()
    phone.problems.clear()


def test_where_an_address_has_no_name_the_page_says_why_there_are_no_passkeys(come: Come) -> None:
    person = come()
    person.go("/settings").page.get_by_text("Passkeys need https").wait_for()
    assert person.button("Make a passkey").count() == 0


def test_a_device_is_signed_out_while_it_plays(come: Come) -> None:
    desk, phone = come(), come()
    table = desk.lay_for_me("pairs", 2)
    phone.go(link_of(desk)).button("Use this device, too").click()
    phone.page.wait_for_url("**/games")
    phone.go(f"/table/{table}").page.get_by_role("region", name="Your seat").wait_for()
    devices = desk.go("/settings").page.get_by_role("region", name="My devices")
    devices.get_by_text("this one").wait_for()
    assert devices.locator("li").count() == 2
    desk.button("Sign out", devices).filter(has_text=re.compile("^Sign out$")).click()
    phone.page.get_by_text("You were signed out on this device.").wait_for()
    expect(devices.locator("li")).to_have_count(1)
    phone.go(f"/table/{table}").page.get_by_text("watching").first.wait_for()
    phone.problems.clear()


def test_my_games_a_badge_and_the_way_back(come: Come) -> None:
    person = come()
    table = person.lay_for_me("cribbage", 2)
    home = person.go("/").page
    home.get_by_role("img", name="1 match waits for your move").wait_for()
    home.get_by_text("Your turn").wait_for()
    home.get_by_role("link", name="Back to the table").click()
    home.wait_for_url(f"**/table/{table}")
    person.lay("old-maid", 3, start=False, bots=[None, None, None], path="/games")
    running = person.page.get_by_role("region", name="Running")
    running.get_by_text("Your turn").wait_for()
    assert "since" in running.inner_text() and "Cribbage" in running.inner_text()
    assert person.page.get_by_role("region", name="Waiting").get_by_role("link").count() == 1
    address = person.page.get_by_role("link", name="This page as JSON").get_attribute("href")
    told = person.context.request.get(str(address)).json()
    assert (
        [one["id"] for one in told["running"]] == [table] and told["running"][0]["mine"] and len(told["waiting"]) == 1
    )


def test_the_waiting_room_offers_to_keep_the_seat(come: Come) -> None:
    person = come()
    person.lay("pairs", 2, start=False, bots=[None, None])
    person.page.get_by_text("Keep my seat").click()
    person.button("Make the link").click()
    person.page.get_by_label(LINK, exact=True).wait_for()
    person.button("Show my words").click()
    expect(person.page.locator("details ol li")).to_have_count(10)


def test_a_token_for_a_program_is_shown_once(come: Come, server: Server) -> None:
    person = come()
    programs = person.go("/settings").page.get_by_role("region", name="Tokens for programs")
    programs.get_by_label("What is it for?").fill("my bot")
    programs.get_by_role("button", name="Make a token").click()
    token = programs.get_by_label("The token; it is shown once").input_value()
    headers = {"authorization": f"Bearer {token}"}
    told = come().context.request.get(f"{server.address}/api/me", headers=headers).json()
    assert told["id"] == id_of(person, server)
    person.go("/settings")
    programs.get_by_text("my bot").wait_for()
    assert programs.get_by_label("The token; it is shown once").count() == 0
    programs.get_by_role("button", name="Remove").click()
    expect(programs.get_by_text("my bot")).to_have_count(0)


def test_somebody_deletes_themself(come: Come, server: Server) -> None:
    person = come()
    person.go("/")
    person.rename("Bartholomew")
    person.lay("pairs", 2, path="/settings", start=False, bots=[None, None])
    before = id_of(person, server)
    person.button("Delete me").click()
    person.button("No").click()
    person.button("Delete me").click()
    person.button("I am sure: delete me").click()
    person.page.get_by_text("your name is gone from 0 matches and 1 table").wait_for()
    person.button("To the games").click()
    person.page.wait_for_url(f"{server.address}/")
    assert id_of(person, server) != before
    person.go("/games").page.get_by_text("Nothing is running.").wait_for()


def test_the_privacy_page_is_there_in_both_languages(come: Come) -> None:
    person = come()
    person.go("/").page.get_by_role("contentinfo").get_by_role("link", name="Privacy").click()
    person.page.get_by_role("heading", level=1, name="Privacy").wait_for()
    person.page.get_by_text("without an account").wait_for()
    person.button("Рус").click()
    person.page.get_by_role("heading", level=1, name="О личных данных").wait_for()
    person.page.get_by_text("Здесь играют без регистрации").wait_for()
