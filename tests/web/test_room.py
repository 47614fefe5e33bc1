"""The table makes use of its room: big cards where there is some, everybody in sight, buttons never out of it."""

from __future__ import annotations

from .browsing import PHONE, Person
from .conftest import Come

CARD = "() => Math.max(...[...document.querySelectorAll('[data-mine] [data-card]')].map((one) => one.offsetWidth))"
BAR = "() => document.querySelector('.prompt').getBoundingClientRect().bottom - innerHeight"
STRIP = "() => { const strip = document.querySelector('.strip'); return strip.scrollWidth - strip.clientWidth; }"


def at_rest(person: Person) -> None:
    """Until it has been measured after the first drawing."""
    person.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_a_phone_has_big_cards_from_the_first_drawing(come: Come) -> None:
    """It was once measured as a desk, and the cards stayed small until another phase."""
    person = come(**PHONE)
    person.lay_for_me("goblin-poker", 3)
    for _ in range(2):
        at_rest(person)
        assert person.page.evaluate(CARD) >= 56
        assert person.page.evaluate(BAR) <= 0
        person.page.reload()
        person.wait_for_turn()


def test_a_phone_shows_all_eight_seats_at_once(come: Come) -> None:
    """Where there is room for it, nobody has to be scrolled to."""
    person = come(**PHONE)
    person.lay_for_me("pairs", 8)
    at_rest(person)
    assert person.board.get_attribute("data-strip") == "rows"
    assert person.page.evaluate(STRIP) <= 0
    assert person.page.evaluate(BAR) <= 0


def test_fifteen_seats_slide_on_a_phone(come: Come) -> None:
    """There is no room for them all: the others are slid to, and the buttons stay in sight."""
    person = come(**PHONE)
    person.lay_for_me("tycoon", 15)
    at_rest(person)
    assert person.board.get_attribute("data-strip") == "slide"
    assert person.page.evaluate(STRIP) > 0
    assert person.page.evaluate(BAR) <= 0


def test_a_panel_lies_over_the_table(come: Come) -> None:
    """It takes no room from the table: the cards stay as big as they are."""
    person = come(viewport={"width": 1000, "height": 640})
    person.lay_for_me("venture", 8)
    at_rest(person)
    before = person.page.evaluate(CARD)
    person.button("Log").click()
    at_rest(person)
    assert person.page.evaluate(CARD) == before
    person.button("Log").click()
    at_rest(person)
    assert person.page.evaluate(CARD) == before
