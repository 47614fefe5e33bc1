"""Cards are as big as there is room for: measured on the felt, for every game."""

from __future__ import annotations

import os
from statistics import mean

import pytest

from koloda import all_games
from koloda.core.game import Info

from .browsing import PHONE, Person
from .clicker import Clicker
from .conftest import Come
from .felt import measured

LEAST_COVERED = 0.12
MOVES = 8
LOW_CARD_PX = 60
HIGHEST_BAND_PX = 60
SLACK_PX = 2
INFOS = [game.info for game in all_games()]


def tables(info: Info) -> list[int]:
    """How many seats are tried: four of them, or as near as it gets; at night the fewest and the most too."""
    low, high = info.seats
    usual = min(high, max(low, 4))
    return sorted({low, usual, high}) if os.environ.get("KOLODA_ALL") else [usual]


@pytest.mark.parametrize("game", ["pairs", "twenty-one"])
def test_few_cards_are_big(game: str, come: Come) -> None:
    """Where a seat has hardly any cards they cover an eighth of the felt all the same, over the turns of a match."""
    person = come(viewport={"width": 1440, "height": 900})
    shares: list[float] = []
    while len(shares) < MOVES:
        person.lay_for_me(game, 4)
        clicker = Clicker(person, f"felt {game}")
        while len(shares) < MOVES and person.wait_for_turn():
            if person.hand():  # whoever opens the bank does so before the deal
                shares.append(measured(person)["covered"])
            clicker.move()
    assert mean(shares) >= LEAST_COVERED, shares


HEIGHTS_PX = {"[data-mine] .look-fan .card": 200, "[data-middle] .card": 150, "[data-seat]:not([data-mine]) .card": 110}
"""How high a hand, the middle and the others are at four seats on a screen of 1440x900."""
HIGHEST = "all => Math.max(...all.map((one) => one.offsetHeight))"


def test_a_desk_has_one_scale_and_no_small_letters(come: Come) -> None:
    person = come(viewport={"width": 1440, "height": 900})
    person.lay_for_me("hawthorn", 4)
    for where, pixels in HEIGHTS_PX.items():
        found = person.board.locator(where).evaluate_all(HIGHEST)
        assert 0.93 * pixels < found < 1.07 * pixels, where
    assert not measured(person)["small"]


def test_the_felt_has_four_colours_in_a_light_and_a_dark_room(come: Come) -> None:
    person = come()
    felts, rooms = set(), set()
    for colour in ("green", "blue", "wine red", "slate grey"):
        person.go("/settings").page.get_by_role("group", name="Table felt").get_by_text(colour).click()
        felts.add(person.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--felt')"))
    for room in ("light", "dark"):
        person.go("/settings").page.get_by_role("group", name="Theme").get_by_text(room, exact=True).click()
        person.lay_for_me("pairs", 2)
        assert person.page.locator("html").get_attribute("data-felt") == "slate"
        rooms.add(person.board.evaluate("board => getComputedStyle(board).getPropertyValue('--dusk')"))
    assert (len(felts), len(rooms)) == (4, 2)


def faults(person: Person, info: Info, seats: int) -> list[str]:
    """What is wrong with a table of this game on a phone."""
    person.lay(info.id, seats)
    Clicker(person, "felt", touch=True).play(2, seconds=8)
    if not person.wait_for_turn():
        return []
    felt = measured(person)
    found = [f"letters under 14 px: {text}" for text in felt["small"]]
    if felt["lowest"] < LOW_CARD_PX and felt["band"] > HIGHEST_BAND_PX + SLACK_PX:
        found.append(f"{felt['band']:.0f} px of nothing above cards that are {felt['lowest']:.0f} px high")
    found += [f"{name} is cut to {share:.0%}" for name, share in felt["cut"] if share < 0.8]
    return [f"{info.id}, {seats} seats: {fault}" for fault in found]


def test_a_phone_has_no_empty_band_and_no_small_letters(come: Come) -> None:
    person = come(**PHONE)
    found = [fault for info in INFOS for seats in tables(info) for fault in faults(person, info, seats)]
    assert not found, "\n".join(found)
