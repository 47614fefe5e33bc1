"""Help cards are one tap away at the table and under the rules; what lies face down shows its back."""

from __future__ import annotations

from .browsing import PHONE, names_of
from .conftest import Come
from .test_axe import violations


def test_the_help_card_is_one_tap_away(come: Come) -> None:
    for touch, settings in ((False, {}), (True, PHONE)):
        person = come(**settings)
        person.lay("the-gang", 3)
        person.board.wait_for()
        button = person.button("Help card")
        (button.tap if touch else button.click)()
        panel = person.page.get_by_role("complementary", name="Help card")
        names = panel.get_by_role("rowheader")
        names.first.wait_for()
        assert names.count() == 15
        assert names.first.inner_text().lower().startswith("a royal flush")
        example = names.first.get_by_role("img")
        assert example.get_attribute("aria-label") == (
            "ace of spades, king of spades, queen of spades, jack of spades, 10 of spades"
        )
        assert violations(person.page, "help card") == []


def test_a_game_without_a_help_card_has_no_button(come: Come) -> None:
    person = come()
    person.lay("pairs", 2)
    person.board.wait_for()
    assert person.button("Hints").count() == 1 and person.button("Help card").count() == 0


def test_the_rules_page_has_the_help_card_and_draws_cards(come: Come) -> None:
    person = come().go("/rules/podfilim")
    person.page.get_by_role("heading", level=2, name="Who gets what at the end").wait_for()
    row = person.page.get_by_role("row", name="Joker")
    assert row.get_by_role("img").get_attribute("aria-label") == "7, 7, joker"
    drawn = person.page.get_by_role("article").locator("p [role=img]").first
    assert drawn.locator("svg").count() == 3, "the cards of the example in the text"


def test_the_discard_pile_shows_its_back(come: Come) -> None:
    person = come()
    person.lay_for_me("port", 2)
    pile = person.page.get_by_role("group", name="Discard pile", exact=True)
    while not pile.locator("[data-card]").count():
        person.button("Stand").click()
        assert person.wait_for_turn()
    assert set(names_of(pile.locator("[data-card]"))) == {"a closed card"}
