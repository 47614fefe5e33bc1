"""The table without a mouse: digits, Enter and the focus; keys that read it aloud; reasons; big letters."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from playwright.sync_api import Locator

from koloda import all_games, find_game

from .browsing import NO_TIPS, TRIES, Person, until
from .conftest import Come
from .listener import LISTEN
from .test_nothing_jumps import usual_seats

QUICK = {**NO_TIPS, "speed": "off"}
BIG_LETTERS: dict[str, Any] = {"viewport": {"width": 640, "height": 400}}
NEAR_PX = 100
DIGIT_PRESSES = 60
ON_SCREEN = """() => {
  const things = [...document.querySelectorAll('[data-mine] [data-card], .prompt button')];
  return things.length > 0 && things.every((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= 0 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  });
}"""


def heard(person: Person) -> list[str]:
    lines: list[str] = person.page.evaluate("window.heard")
    return lines


def listen(person: Person) -> None:
    person.page.evaluate(LISTEN)


def mine(person: Person) -> Locator:
    """My own cards that can be chosen."""
    return person.page.get_by_role("region", name="Your seat").locator("[data-lit]")


@pytest.mark.parametrize("game", ["pairs", "kitten", "abracadabra", "blackstone", "the-gang", "podfilim"])
def test_digits_and_enter_make_moves_in_every_prompt(game: str, come: Come) -> None:
    """Whatever is asked, digits choose or press and Enter plays; the focus never falls to the body."""
    person = come(prefs=QUICK)
    person.lay_for_me(game, 4 if game == "abracadabra" else 3)
    person.prompt.get_by_role("button").first.focus()
    moved = 0
    for press in range(DIGIT_PRESSES):
        if not person.wait_for_turn() or moved >= 4:
            break
        n = person.moment()
        digits = "".join(str((press + step) % 9 + 1) for step in range(press % 4 + 1))  # a long number is no bid
        for key in (*digits, "Enter"):
            person.page.keyboard.press(key)
        person.wait("() => document.activeElement !== document.body")  # the focus is not lost
        moved += person.result.is_visible() or person.moment() > n
        person.page.keyboard.press("Escape")
    assert moved, "no move came of any digit"


def test_a_number_is_typed(come: Come) -> None:
    person = come(prefs=QUICK)
    person.lay_for_me("abracadabra", 4)
    person.prompt.get_by_role("button", name="Bid…").wait_for()
    person.page.keyboard.press("3")
    person.button("Bid: 3").wait_for()
    assert person.page.evaluate("() => document.activeElement.textContent.trim()").startswith("Bid: 3")


def test_a_number_is_typed_on_a_slider(come: Come) -> None:
    """Blackstone: fold or take. On the slider digits are its number, beside it arrows move it, Enter plays."""
    person = come(prefs=QUICK)
    person.lay_for_me("blackstone", 3)
    n = person.moment()
    person.prompt.get_by_role("slider").focus()
    for digit in "23":
        person.page.keyboard.press(digit)
    taken = person.button("Take cards: 23")
    taken.wait_for()
    taken.focus()
    person.page.keyboard.press("ArrowRight")
    person.button("Take cards: 24").wait_for()
    person.prompt.get_by_role("slider").focus()
    person.page.keyboard.press("Enter")
    until(lambda: person.result.is_visible() or person.moment() > n, person.page)


def test_what_cannot_be_done_says_why(come: Come) -> None:
    """One card where two are needed: the button is there, and pressing it tells the reason, to the eye and the ear."""
    person = come(prefs=QUICK)
    person.lay_for_me("cribbage", 2)
    listen(person)
    mine(person).first.click()
    blocked = person.prompt.get_by_role("button", name=re.compile("^Discard to the crib: "), disabled=True)
    blocked.click(force=True)
    reason = "Discard as many cards as leave you four."
    told = person.prompt.get_by_text(reason)
    told.wait_for()
    until(lambda: reason in heard(person), person.page)
    assert blocked.is_visible(), "the choice was made"
    assert apart(told, blocked) < NEAR_PX, "it is not told where the finger is"


def apart(one: Locator, other: Locator) -> float:
    """How far two things are from each other, from middle to middle."""
    middles: list[float] = []
    for thing in (one, other):
        box = thing.bounding_box()
        assert box
        middles += [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    return math.dist(middles[:2], middles[2:])


def test_one_button_stands_out_and_digits_keep_their_buttons(come: Come) -> None:
    """Tycoon: what may be done at the start of a turn and with a card chosen."""
    person = come(prefs=QUICK)
    primary = person.prompt.locator("button.primary")
    for _ in range(2 * TRIES):  # whoever leads cannot pass, and who has nothing higher can only pass
        person.lay_for_me("tycoon", 3, options={"lead": "free"})
        if len(shortcuts(person)) > 1:
            break
    before = shortcuts(person)
    assert before == ["1 Play…", "2 Pass"]
    assert primary.count() == 0, "nothing is put together yet"
    mine(person).last.press("Space")
    person.page.get_by_role("button", name="Clear the choice").wait_for()
    assert [name.split(":")[0].rstrip("…") for name in shortcuts(person)] == ["1 Play", "2 Pass"]
    assert [name.split(":")[0] for name in primary.all_inner_texts()] in ([], ["Play"])


def shortcuts(person: Person) -> list[str]:
    found: list[str] = person.prompt.locator("button.act").evaluate_all(
        "all => all.map((one) => `${one.getAttribute('aria-keyshortcuts')} ${one.firstChild.textContent.trim()}`)"
    )
    return found


def test_keys_read_the_table_aloud_and_can_be_changed(come: Come) -> None:
    person = come(prefs=QUICK)
    person.lay_for_me("tycoon", 3)
    listen(person)
    hand = person.hand()
    person.page.keyboard.press("h")
    until(lambda: any(all(card in line for card in hand) for line in heard(person)), person.page)
    for key in ("s", "2"):
        person.page.keyboard.press(key)
    until(lambda: heard(person)[-1].startswith("Boris, bot"), person.page)
    assert not any(card in heard(person)[-1] for card in hand)
    person.page.keyboard.press("?")
    dialog = person.page.get_by_role("dialog", name="Keys")
    dialog.get_by_role("button", name="My hand: H, change").press("Enter")
    person.page.keyboard.press("x")
    dialog.get_by_role("button", name="My hand: X, change").wait_for()
    person.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    person.page.reload()
    person.wait_for_turn()
    listen(person)
    said = len(heard(person))
    person.page.keyboard.press("h")
    person.page.keyboard.press("x")
    until(lambda: len(heard(person)) > said, person.page)
    assert len(heard(person)) == said + 1


def test_a_hand_is_sorted_by_rank_or_by_suit(come: Come) -> None:
    person = come(prefs=QUICK)
    person.lay_for_me("tycoon", 3)
    by_rank = person.hand()
    person.button("Sort by suit").click()
    person.button("Sort by rank").wait_for()
    by_suit = person.hand()
    suits = [card.split()[-1] for card in by_suit]
    assert sorted(by_suit) == sorted(by_rank) and by_suit != by_rank
    assert all(suits.index(suit) + suits.count(suit) > at for at, suit in enumerate(suits)), "a suit is torn apart"
    person.page.reload()
    person.wait_for_turn()
    assert person.hand() == by_suit, "it is forgotten"
    person.button("Sort by rank").click()
    person.button("Sort by suit").wait_for()
    assert person.hand() == by_rank


def test_chat_and_comings_are_heard_and_the_log_is_silent(come: Come) -> None:
    host, guest = come(prefs=QUICK), come(prefs=QUICK)
    guest.rename("Olga")
    table = host.lay("pairs", 2, start=False, bots=[None, None])
    host.button("Deal the cards").wait_for()
    listen(host)
    guest.go(f"/table/{table}").sit()
    until(lambda: "Olga sits down." in heard(host), host.page)
    host.button("Deal the cards").click()
    guest.board.wait_for()
    guest.button("Chat").click()
    guest.page.get_by_label("Say something").fill("hello there")
    guest.button("Send").click()
    until(lambda: "Olga: hello there" in heard(host), host.page)
    host.button("Log").click()
    log = host.page.get_by_role("log", name="Log")
    assert log.get_attribute("aria-live") == "off"
    guest.go("/")
    until(lambda: any("Olga is not connected." in line for line in heard(host)), host.page)


@pytest.mark.parametrize("game", [game.info.id for game in all_games()])
def test_with_big_letters_hand_and_buttons_are_on_the_screen(game: str, come: Come) -> None:
    """At the first choice, with a tip beside it."""
    person = come(prefs={"lang": "en", "speed": "off"}, **BIG_LETTERS)
    person.lay_for_me(game, usual_seats(find_game(game).info))
    person.wait(ON_SCREEN)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_languages_are_called_by_their_names(come: Come) -> None:
    person = come(prefs=QUICK)
    person.go("/")
    for name in ("Рус", "Eng"):
        assert person.page.get_by_role("button", name=name, exact=True).count() == 1
