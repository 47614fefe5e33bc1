"""The Gang with three people who all grab at once."""

from __future__ import annotations

import re

from .browsing import Line, Person, names_of, until
from .conftest import Come

TAKE = re.compile(r"^Take: (White|Yellow|Orange|Red) chip \d$")


def gather(people: list[Person]) -> None:
    """A table of The Gang for these, dealt."""
    host, *guests = people
    table = host.make_table("the-gang", len(people), bots=False)
    for guest in guests:
        guest.go(f"/table/{table}")
        guest.sit()
    host.button("Deal the cards").click()
    for person in people:
        person.button(TAKE).first.wait_for()


def test_three_people_play_to_the_end(come: Come) -> None:
    """Everybody takes what they find, takes a chip from somebody else once, and is ready; four rounds, then the end."""
    people = [come() for _ in range(3)]
    gather(people)
    page = people[0].page
    people[0].button(TAKE).first.click()
    stolen = people[1].page.get_by_role("region", name=re.compile(r"^Guest \d$")).get_by_role("button", name=TAKE)
    stolen.first.click()
    until(
        lambda: people[0].button(TAKE, people[0].page.get_by_role("region", name="Your seat")).count() == 0,
        people[0].page,
    )

    def act(person: Person) -> bool:
        if person.result.is_visible():
            return False
        for name in ("Ready", TAKE):
            found = person.button(
                name, person.prompt if name == "Ready" else person.page.get_by_role("group", name="Chips in the middle")
            )
            if found.count() and person.try_click(found.first):
                return True
        return False

    until(lambda: not sum(act(person) for person in people) and all(one.result.is_visible() for one in people), page)
    assert len({person.result.inner_text() for person in people}) == 1


def test_a_grab_that_comes_too_late_says_so(come: Come) -> None:
    people = [come() for _ in range(3)]
    quick, slow, _ = people
    line = Line(slow)
    gather(people)
    line.holding = True
    chip = quick.button(TAKE).first.get_attribute("aria-label") or ""
    quick.button(chip).click()
    until(
        lambda: (
            quick.page.get_by_role("region", name="Your seat").get_by_role("img", name=re.compile("chip")).count() == 1
        ),
        quick.page,
    )
    slow.button(chip).click()
    line.wait_for_held("refused")
    line.release()
    slow.prompt.get_by_text(re.compile(r"^Too late: the player on seat \d was quicker\.$")).wait_for()
    assert slow.page.get_by_role("region", name="Your seat").get_by_role("img", name=re.compile("chip")).count() == 0


def test_the_best_five_wear_a_mark_while_the_hints_are_open(come: Come) -> None:
    person = come()
    person.lay("the-gang", 3)
    person.wait_for_turn()
    person.button("Hints").click()
    best = person.page.get_by_text("Your combination")

    def opened() -> bool:
        if not best.is_visible():  # folded as soon as there is advice
            person.page.get_by_text("All odds and counts").click()
        return best.is_visible()

    until(opened, person.page)
    marked = person.board.locator(".card.told")
    assert set(names_of(marked)) == set(names_of(person.page.get_by_role("region", name="Your seat").locator(".card")))
    person.button("Hints").click()
    marked.first.wait_for(state="detached")
