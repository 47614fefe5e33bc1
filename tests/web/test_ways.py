"""Ways to play: by keys alone, by touch on a phone, in both languages, with the first match explaining itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import TimeoutError

from .browsing import PHONE, Person, until
from .clicker import Clicker
from .conftest import Come

MOST_KEYS = 400
FINGER = 44
IN_SIGHT = """() => {
  const page = document.documentElement;
  const bar = document.querySelector('.prompt').parentElement.getBoundingClientRect();
  const mine = [...document.querySelectorAll('[data-mine] [data-card]')].map((card) => card.getBoundingClientRect());
  const covered = mine.some((card) => card.bottom > bar.top + 2);
  return !covered && page.scrollWidth <= innerWidth && page.scrollHeight <= innerHeight + 1;
}"""


def tab_to(person: Person, name: str | re.Pattern[str], role: str = "button") -> None:
    """Press Tab until this has the focus."""
    wanted = person.page.get_by_role(role, name=name).first  # type: ignore[arg-type]
    wanted.wait_for()
    for _ in range(80):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {name}")


def acted(person: Person, n: int) -> bool:
    """A key did something: the table went on, or a choice is begun."""
    begun = person.button("Clear the choice").count() > 0
    return begun or person.result.is_visible() or person.moment() > n


def test_a_match_by_keys_alone(come: Come) -> None:
    """From the first page to the check of the deal without a mouse."""
    person = come()
    person.go("/")
    tab_to(person, "Play now")
    person.page.keyboard.press("Enter")
    person.board.wait_for()
    for press in range(MOST_KEYS):
        if not person.wait_for_turn():
            break
        n = person.moment()
        cards = press % 3 == 0 and person.board.locator("[data-lit]").count() > 0
        for key in ("ArrowRight", "Enter", "1") if cards else ("1",):
            person.page.keyboard.press(key)
        until(lambda n=n: acted(person, n), person.page)  # type: ignore[misc]
        person.page.keyboard.press("Escape")
    assert person.result.is_visible()
    tab_to(person, "Check the deal", "link")
    person.page.keyboard.press("Enter")
    tab_to(person, "Check the deal")
    person.page.keyboard.press("Enter")
    person.page.locator("#verdict[data-good=true]").wait_for()


def test_a_phone_by_touch(come: Come) -> None:
    """Nothing is wider than the screen, buttons are as big as a finger, taps play."""
    person = come(**PHONE)
    person.play_now(touch=True)
    for button in person.prompt.get_by_role("button").all():
        box = button.bounding_box()
        assert box is None or (box["height"] >= FINGER and box["width"] >= FINGER), button.inner_text()
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    clicker = Clicker(person, "phone", touch=True)
    over = clicker.play(12)
    assert over or clicker.moves == 12
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_whose_clock_is_wrong(come: Come) -> None:
    """The time for a move is the table's: an hour more or less of the browser's own is nothing to it."""
    for hours in (-1, 1):
        person = come()
        shift = f"{{ const now = Date.now; Date.now = () => now() + {hours} * 3600e3; }}"
        person.context.add_init_script(shift)
        person.lay_for_me("pairs", 2, clock=60)
        until(
            lambda person=person: 0 < int(person.page.get_by_role("timer").inner_text()) <= 60,  # type: ignore[misc]
            person.page,
        )


FULL = [("sweep", 6), ("sweep", 3), ("kitten", 3), ("ninety-nine", 3), ("venture", 8), ("tycoon", 2), ("podfilim", 4)]


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_nothing_of_a_full_table_is_out_of_sight(device: str, come: Come) -> None:
    """The games with most on the table, a few moves in: no scrolling, and the bar covers no card of mine."""
    person = come(**(PHONE if device == "phone" else {}))
    wrong: list[str] = []
    for game, seats in FULL:
        person.lay(game, seats)
        Clicker(person, "full", touch=device == "phone").play(2)
        if not person.wait_for_turn():
            continue
        try:  # the board makes itself smaller until everything is in sight
            person.wait(IN_SIGHT)
        except TimeoutError:
            wrong.append(f"{game} for {seats}")
    assert not wrong


def test_both_languages_at_any_time(come: Come) -> None:
    person = come()
    person.lay_for_me("tycoon", 3)
    english = person.hand()
    person.button("Рус").click()
    person.page.locator("html[lang=ru]").wait_for()
    assert re.search("[а-я]{4}", person.page.locator(".prompt .status").inner_text())
    assert re.search("[а-я]{4}", person.page.title())
    russian = person.page.get_by_role("region", name="Ваше место").locator("[data-card]").all()
    named = [card.get_attribute("aria-label") or "" for card in russian]
    assert len(named) == len(english) and all(re.search("[а-я]", name) for name in named)
    person.page.reload()
    assert person.wait_for_turn()
    assert person.page.locator("html").get_attribute("lang") == "ru"
    person.button("Eng").click()
    person.page.locator("html[lang=en]").wait_for()
    assert person.hand() == english
    for path in ("/", "/new", "/lobby", "/games", "/history", "/settings", "/device", "/privacy", "/rules/pairs"):
        person.go(path).button("Рус").click()
        person.page.get_by_role("heading", level=1, name=re.compile("[А-Я]")).wait_for()
        person.button("Eng").click()
        person.page.locator("html[lang=en]").wait_for()


def boxes_apart(person: Person, *selectors: str) -> bool:
    """Whether the first of these lies over none of the others."""
    first, *others = (person.page.locator(selector).first.bounding_box() for selector in selectors)
    assert first is not None
    return all(
        box is not None
        and (
            box["x"] >= first["x"] + first["width"]
            or first["x"] >= box["x"] + box["width"]
            or box["y"] >= first["y"] + first["height"]
            or first["y"] >= box["y"] + box["height"]
        )
        for box in others
    )


def test_the_first_match_explains_itself(come: Come) -> None:
    """Each tip once, at the moment it matters; and they can be switched off."""
    person = come(prefs={})
    person.play_now()
    tip = person.page.get_by_role("complementary", name="Tip")
    tip.wait_for()
    first = tip.inner_text()
    assert "your row" in first
    until(lambda: boxes_apart(person, "aside.tip", "[data-meant]", ".prompt"), person.page)
    person.page.keyboard.press("Escape")
    tip.wait_for(state="detached")
    person.page.reload()
    person.wait_for_turn()
    tip.wait_for()
    assert "Fold" in tip.inner_text()
    Clicker(person, "tips").play(1)
    until(lambda: not tip.count() or "Fold" not in tip.inner_text(), person.page)
    other = come(prefs={})
    other.play_now()
    tip = other.page.get_by_role("complementary", name="Tip")
    tip.wait_for()
    other.button("No tips").click()
    tip.wait_for(state="detached")
    other.page.reload()
    other.wait_for_turn()
    assert tip.count() == 0


def test_cards_fly_and_nothing_waits_for_them(come: Come) -> None:
    """With motion on a click lands at once: the same moves, no slower than the bots."""
    person = come(reduced_motion="no-preference")
    person.lay("tycoon", 3)
    clicker = Clicker(person, "motion")
    over = clicker.play(6)
    assert over or clicker.moves == 6
    assert person.page.locator("html").get_attribute("data-motion") == "on"
