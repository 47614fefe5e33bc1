"""Several browsers at one table: invited by link or code, each sees their own hand and no other."""

from __future__ import annotations

import re

from server.running import Server

from .browsing import Person, until
from .clicker import Clicker
from .conftest import Come


def invited_by_link(host: Person, guest: Person) -> None:
    link = host.page.get_by_label("Link to the table").input_value()
    host.wait("() => document.querySelector('.invite img').naturalWidth > 0")
    guest.go(link)
    guest.sit()


def invited_by_code(host: Person, guest: Person) -> None:
    shown = host.page.get_by_label(re.compile("^Table code "))
    guest.go("/lobby").page.get_by_label("Got a table’s code?").fill(shown.inner_text().lower())
    guest.button("Enter").click()
    guest.sit()


def test_two_browsers_and_a_watcher(come: Come) -> None:
    host, guest, watcher = come(), come(), come()
    table = host.make_table("cribbage", 2, bots=False)
    invited_by_link(host, guest)
    watcher.go(f"/table/{table}")
    host.button("Deal the cards").click()
    for person in (host, guest):
        person.wait_for_turn()
    watcher.board.wait_for()
    hands = [set(host.hand()), set(guest.hand())]
    assert [len(hand) for hand in hands] == [6, 6]
    assert not hands[0] & hands[1]
    assert not hands[1] & host.cards_in_sight()
    assert not hands[0] & guest.cards_in_sight()
    assert not (hands[0] | hands[1]) & watcher.cards_in_sight()
    assert "watching" in watcher.page.locator("header.head").inner_text()


def test_the_host_does_not_come_back(come: Come, impatient: Server) -> None:
    """After a match those who stayed can play on without the host, who has the table again after coming back."""
    host, guest = come(impatient), come(impatient)
    table = host.lay("pairs", 2, start=False, bots=[None, None], options={"target": 5})
    guest.go(f"/table/{table}")
    guest.sit()
    host.button("Deal the cards").click()
    clickers = [Clicker(person, f"rematch {at}") for at, person in enumerate((host, guest))]
    until(lambda: not any(clicker.step() for clicker in clickers) and host.result.is_visible(), host.page, 60)
    host.go("/settings")
    guest.button("Play again").click()
    until(lambda: guest.result.count() == 0, guest.page)  # nobody waits longer for the host than the grace
    guest.board.wait_for()
    host.go(f"/table/{table}").page.get_by_role("region", name="Your seat").wait_for()


def test_who_is_still_thinking(come: Come) -> None:
    """In a simultaneous phase everybody is told who has decided, and nobody what."""
    host, guest, watcher = come(), come(), come()
    table = host.make_table("cribbage", 2, bots=False)
    invited_by_link(host, guest)
    watcher.go(f"/table/{table}")
    host.button("Deal the cards").click()
    host.wait_for_turn()
    guest.wait_for_turn()
    before = guest.cards_in_sight()
    Clicker(host, "thinking").move()
    until(
        lambda: host.status().startswith("You have chosen. Choosing cards for the crib: Guest"),
        host.page,
        why=host.status(),
    )
    for other in (guest, watcher):
        other.board.get_by_text("✓ decided").wait_for()
    assert guest.cards_in_sight() == before
    assert "Choosing cards for the crib" in watcher.page.locator(".plain-status, .status").first.inner_text()
    Clicker(guest, "thinking").move()
    host.board.get_by_text("✓ decided").wait_for(state="detached")


def test_four_browsers(come: Come) -> None:
    """Two come by link, one by code; they play a while, and no page ever shows another's hand."""
    people = [come() for _ in range(4)]
    host, *guests = people
    host.make_table("tycoon", 4, bots=False)
    for guest, invite in zip(guests, (invited_by_link, invited_by_link, invited_by_code), strict=True):
        invite(host, guest)
    host.button("Deal the cards").click()
    for person in people:
        person.board.wait_for()
        person.page.get_by_role("region", name="Your seat").locator("[data-card]").first.wait_for()
    clickers = [Clicker(person, f"four {at}") for at, person in enumerate(people)]
    for _ in range(8):
        until(lambda: any(clicker.step() for clicker in clickers), host.page)
        latest = max(person.moment() for person in people)
        until(lambda n=latest: all(person.moment() == n for person in people), host.page)  # type: ignore[misc]
        hands = [set(person.hand()) for person in people]
        for seat, person in enumerate(people):
            others = set().union(*(hand for at, hand in enumerate(hands) if at != seat))
            assert not others & person.cards_in_sight()


def test_no_watchers_where_the_host_wants_none(come: Come) -> None:
    host, guest, stranger = come(), come(), come()
    table = host.lay("pairs", 2, watch=False, start=False, bots=[None, None])
    guest.go(f"/table/{table}")
    guest.sit()
    host.button("Deal the cards").click()
    guest.board.wait_for()
    stranger.go(f"/table/{table}").page.get_by_text("This table takes no watchers.").wait_for()


def test_a_watcher_takes_a_bots_seat(come: Come) -> None:
    host, newcomer = come(), come()
    table = host.lay("tycoon", 3, join="now")
    take = newcomer.go(f"/table/{table}").button(re.compile("^Take the bot’s seat: ")).first
    take.click()
    newcomer.page.get_by_text(re.compile("^You have asked for the seat of .* The host decides.$")).wait_for()
    assert not newcomer.hand(), "a hand was shown before the host had let them in"
    host.page.get_by_text(re.compile("^Guest would like the seat of ")).wait_for()
    host.button("Not now").click()
    newcomer.page.get_by_text("The host says: not now.").first.wait_for()
    take.click()
    host.button("Let in").click()
    newcomer.page.get_by_role("region", name="Your seat").wait_for()
    assert newcomer.hand()


def test_a_watcher_waits_for_the_next_deal(come: Come) -> None:
    host, newcomer = come(), come()
    table = host.lay("tycoon", 3)
    newcomer.go(f"/table/{table}").button(re.compile("^Take the bot’s seat: ")).first.click()
    host.button("Let in").click()
    newcomer.page.get_by_text(re.compile("^The seat of .* is yours from the next deal on.$")).wait_for()
    newcomer.button("Never mind").click()
    newcomer.button(re.compile("^Take the bot’s seat: ")).first.wait_for()


def test_talk_is_only_words(come: Come) -> None:
    """Names and chat are shown as they are written, whatever they are."""
    host, guest = come(), come()
    nasty = "<img src=x onerror=alert(1)>"
    guest.go("/settings").page.get_by_label("Your name").fill(nasty)
    guest.button("Save").click()
    guest.page.get_by_text("Saved", exact=True).first.wait_for()
    table = host.make_table("pairs", 2, bots=False)
    guest.go(f"/table/{table}")
    guest.sit()
    host.button("Deal the cards").click()
    for person in (host, guest):
        person.button("Chat").click()
    guest.page.get_by_label("Say something").fill(f"hello <b>{nasty}</b>")
    guest.button("Send").click()
    said = host.page.get_by_role("complementary", name="Chat").get_by_text("hello")
    said.wait_for()
    assert f"hello <b>{nasty}</b>" in said.inner_text()
    assert host.board.get_by_text(nasty).count() > 0
    assert host.page.locator("main img[src=x]").count() == 0


def test_talk_is_counted_until_it_was_read(come: Come) -> None:
    host, guest = come(), come()
    table = host.make_table("pairs", 2, bots=False)
    guest.go(f"/table/{table}")
    guest.sit()
    host.button("Deal the cards").click()
    guest.button("Chat").click()

    def say(text: str) -> None:
        guest.page.get_by_label("Say something").fill(text)
        guest.button("Send").click()

    say("hello")
    host.button("Chat 1").click()
    host.page.get_by_role("complementary", name="Chat").get_by_text("Guest 2 hello").wait_for()
    host.button("Chat").click()
    host.page.get_by_role("button", name="Chat", exact=True).wait_for()
    say("are you there?")
    host.button("Chat 1").wait_for()


def test_closed_bids_are_opened_when_all_people_agree(come: Come) -> None:
    """Bids lie closed in front of everybody; who has agreed waits for the others."""
    host, guest = come(), come()
    table = host.lay("venture", 3, start=False, bots=[None, None, "normal"])
    guest.go(f"/table/{table}")
    guest.sit()
    host.button("Deal the cards").click()
    for person in (host, guest):
        person.wait_for_turn()
        Clicker(person, "bid").move()
    for person in (host, guest):
        person.button("Open the bids").wait_for()
        assert "Bargain" in person.status()
    host.button("Open the bids").click()
    until(
        lambda: host.status().startswith("You have chosen. Not ready to open the bids: Guest"),
        host.page,
        why=host.status(),
    )
    assert host.moment() < 6
    guest.button("Open the bids").click()
    until(lambda: host.moment() >= 6 and "your bid" in host.status(), host.page, why=host.status())


def test_a_person_among_bots_does_not_have_to_agree(come: Come) -> None:
    """Nobody is there to talk to: the page opens the bids by itself and never asks."""
    person = come()
    person.lay_for_me("venture", 3)
    clicker = Clicker(person, "alone")
    for _ in range(3):
        before = person.moment()  # not before both bots have bid, three agreements and a bid later it is the next round
        clicker.move()
        person.wait("n => Number(document.querySelector('[data-board]').dataset.n) >= n", before + 4)
        assert person.button("Open the bids").count() == 0
        person.wait_for_turn()
