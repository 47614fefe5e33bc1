"""The table without a mouse: digits, Enter and the focus; keys that read it aloud; reasons; big letters."""

from __future__ import annotations

from typing import Any

import pytest

from .browsing import NO_TIPS, Person, until
from .conftest import Come
from .listener import LISTEN

QUICK = {**NO_TIPS, "speed": "off"}
BIG_LETTERS: dict[str, Any] = {"viewport": {"width": 640, "height": 400}}
DIGIT_PRESSES = 60
ON_SCREEN = """() => {
  const things = [...document.querySelectorAll('[data-mine] [data-card], .prompt button')];
  return things.length > 0 && things.every((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top >= 0 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  });
}"""
FOCUS = "() => document.activeElement?.tagName ?? ''"


def heard(person: Person) -> list[str]:
    lines: list[str] = person.page.evaluate("window.heard")
    return lines


def listen(person: Person) -> None:
    person.page.evaluate(LISTEN)


@pytest.mark.parametrize("game", ["pairs", "kitten", "abracadabra", "the-gang", "podfilim"])
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
        digits = "".join(str((press + step) % 9 + 1) for step in range(4))
        for key in (*digits, "Enter"):
            person.page.keyboard.press(key)
        person.page.wait_for_timeout(150)
        assert person.page.evaluate(FOCUS) != "BODY", f"the focus is lost after {digits}"
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


@pytest.mark.parametrize("game", ["pairs", "ninety-nine", "cribbage"])
def test_with_big_letters_hand_and_buttons_are_on_the_screen(game: str, come: Come) -> None:
    person = come(prefs={"lang": "en", "speed": "off"}, **BIG_LETTERS)
    person.lay_for_me(game, 4 if game == "abracadabra" else 3)
    person.wait(ON_SCREEN, seconds=10)
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_languages_are_called_by_their_names(come: Come) -> None:
    person = come(prefs=QUICK)
    person.go("/")
    for name in ("Рус", "Eng"):
        assert person.page.get_by_role("button", name=name, exact=True).count() == 1
