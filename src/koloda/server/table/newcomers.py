"""Who takes a bot's seat in mid-match: who asks for one, who may have it and when, and what they may see.

Nobody sees a second hand of a deal by coming again as somebody else: whoever was not dealt in has to be let in, and
sees of their seat only what happens from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from koloda.server.protocol.table_info import WireKnock

from .connection import Person

MAX_KNOCKS = 8
WAITS_ENTRY, REMOVED_ENTRY = "waits", "removed"


class Knock(NamedTuple):
    """Somebody asks for a seat."""

    number: int
    seat: int
    person: Person


class Newcomers:
    """Of one match. Who waits and who was replaced is kept over a restart; a request without an answer is not."""

    def __init__(self) -> None:
        self.knocks: dict[int, Knock] = {}
        self.waiting: dict[int, Person] = {}  # who was let in and takes a bot's seat at the next deal
        self.since: dict[int, int] = {}  # after which move a seat got its present person; left out: at the start
        self.takes = 0  # how often moves were taken back
        self.since_takes: dict[int, int] = {}  # how often, when a seat got its present person
        self._had_person: set[int] = set()  # the seats that somebody has had in this match
        self._held: dict[str, int] = {}  # the seat that each person has held in this match
        self._left_in: dict[str, int] = {}  # in which deal somebody has left their seat
        self._removed: set[str] = set()  # whom the host has replaced by a bot
        self.names: dict[str, str] = {}  # what those were called who have had a seat in this match
        self._knock_count = 0

    def begin(self, people: list[str | None]) -> None:
        """A match is dealt to these people, seat by seat."""
        self.forget_requests()
        self._left_in.clear()
        self._removed.clear()
        self.names.clear()
        self.since.clear()
        self.since_takes.clear()
        self.takes = 0
        self._had_person = {seat for seat, person in enumerate(people) if person is not None}
        self._held = {person: seat for seat, person in enumerate(people) if person is not None}

    def note_holder(self, seat: int, before: str | None, person: str | None, deal: int, n: int) -> None:
        """In deal ``deal``, after move ``n``, a seat changes hands; None is a bot."""
        if before is not None:
            self._left_in[before] = deal
        if person is not None:
            self._had_person.add(seat)
            if not self.has_seen(person, seat, deal):
                self.since[seat] = n
                self.since_takes[seat] = self.takes
            self._held[person] = seat

    def has_seen(self, person: str, seat: int, deal: int) -> bool:
        """Whether somebody comes back to the very hand that they have left."""
        return self._held.get(person) == seat and self._left_in.get(person) == deal

    def was_in(self, person: str) -> bool:
        """Whether somebody has had a seat in this match, and was not taken from it."""
        return person in self._held and person not in self._removed

    def had_person(self, seat: int) -> bool:
        """Whether somebody has had this seat in this match."""
        return seat in self._had_person

    def remove(self, person: str) -> None:
        """The host puts a bot in the place of somebody: they have to ask before they come back."""
        self._removed.add(person)

    def held_another(self, person: str, seat: int) -> bool:
        """Whether somebody has held another seat in this match, and so seen another hand."""
        return self._held.get(person, seat) != seat

    # Requests

    def knock(self, person: Person, seat: int) -> bool:
        """Somebody asks for a seat, and for no other any more; False if too many ask already."""
        self.withdraw(person.id)
        if len(self.knocks) >= MAX_KNOCKS:
            return False
        self._knock_count += 1
        self.knocks[self._knock_count] = Knock(self._knock_count, seat, person)
        return True

    def wait(self, person: Person, seat: int) -> None:
        """Somebody was let in and gets the seat at the next deal."""
        self.withdraw(person.id)
        self.waiting[seat] = person

    def withdraw(self, person: str) -> bool:
        """Somebody takes back what they have asked for; whether there was anything."""
        knocks = [number for number, knock in self.knocks.items() if knock.person.id == person]
        seats = [seat for seat, other in self.waiting.items() if other.id == person]
        for number in knocks:
            del self.knocks[number]
        for seat in seats:
            del self.waiting[seat]
        return bool(knocks or seats)

    def keep_only(self, here: set[str]) -> bool:
        """Who has gone asks for nothing any more, unless they were let in; whether that changes anything."""
        gone = [number for number, knock in self.knocks.items() if knock.person.id not in here]
        for number in gone:
            del self.knocks[number]
        return bool(gone)

    def forget_requests(self) -> None:
        """Nobody asks or waits any more."""
        self.knocks.clear()
        self.waiting.clear()

    def load_waiting(self, saved: dict[str, Any]) -> None:
        """Somebody waited before a restart (no seat: no longer)."""
        person = Person(saved["person"], saved["name"], bot=saved.get("bot", False))
        self.withdraw(person.id)
        if saved["seat"] is not None:
            self.wait(person, saved["seat"])

    def told(self, called: Callable[[Person], str]) -> list[WireKnock]:
        """Who asks for a seat, for the host."""
        return [WireKnock(one.number, one.seat, called(one.person)) for one in self.knocks.values()]

    def asks(self, person: str) -> int | None:
        """The seat that somebody asks for."""
        return next((knock.seat for knock in self.knocks.values() if knock.person.id == person), None)

    def waits(self, person: str) -> int | None:
        """The seat that somebody gets at the next deal."""
        return next((seat for seat, other in self.waiting.items() if other.id == person), None)


def waits_line(seat: int | None, person: Person) -> tuple[str, dict[str, Any]]:
    """That somebody takes this seat at the next deal, or (None) no longer wants to, as the journal has it."""
    line = {"seat": seat, "person": person.id, "name": person.name}
    return WAITS_ENTRY, {**line, "bot": True} if person.bot else line


def removed_line(person: str) -> tuple[str, dict[str, Any]]:
    """That somebody was replaced by a bot, as the journal has it."""
    return REMOVED_ENTRY, {"person": person}
