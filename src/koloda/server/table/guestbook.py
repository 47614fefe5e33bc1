"""Who may come to a table and who hears whom: the door, those sent away, those who ask to come in.

Whoever is sent away may come again as somebody else: a browser has a new cookie in a moment. So from then on nobody
comes in whom the table does not know, unless its host lets them in. All of it follows from the journal, but for those
who are asking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from koloda.server.protocol.governing import Door, WireGuest
from koloda.server.protocol.table_info import TableInfo

from .allowance import report_allowance
from .connection import Connection, Person

LET_IN_ENTRY = "let-in"
BAN_ENTRY = "ban"
MUTE_ENTRY = "mute"
MAX_AT_DOOR = 20
MAX_BANS = 200
MAX_MUTED = 50
MAX_GUESTS_TOLD = 50


class Guestbook:
    """Of one table."""

    def __init__(self) -> None:
        self.door: Door = "open"
        self.banned: dict[str, str] = {}  # what they were called
        self.muted: dict[str, list[str]] = {}  # whom somebody does not want to hear
        self.nudged: dict[int, float] = {}  # when each seat was reminded last
        self.report_allowance = report_allowance()
        self._known: set[str] = set()  # who may come in although the door is not open
        self._asking: dict[str, list[Connection]] = {}
        self._numbers: dict[str, int] = {}
        self._people: list[str] = []

    def number(self, person: str) -> int:
        """By which number somebody is known to the others."""
        if person not in self._numbers:
            self._people.append(person)
            self._numbers[person] = len(self._people)
        return self._numbers[person]

    def person(self, number: int) -> str | None:
        """Who has this number."""
        return self._people[number - 1] if 0 < number <= len(self._people) else None

    # Who may come in

    def problem(self, person: str) -> str:
        """Why somebody may not even come to the door; "": they may."""
        if person in self.banned:
            return "table-banned"
        return "door-closed" if self.door == "closed" and person not in self._known else ""

    def must_ask(self, person: str) -> bool:
        """Whether somebody has to wait at the door."""
        return self.door != "open" and person not in self._known

    def may_enter(self, person: str) -> bool:
        """Whether somebody may be here."""
        return person not in self.banned and not self.must_ask(person)

    def welcome(self, people: Iterable[str]) -> None:
        """They may come in, also when the door is closed later."""
        self._known.update(people)

    # The journal

    def load_door(self, saved: dict[str, Any]) -> None:
        """Another door, and who was inside then."""
        self.door = saved["door"]
        self.welcome(saved["inside"])

    def load_ban(self, saved: dict[str, Any]) -> None:
        """Somebody is sent away, or may come back."""
        if saved["yes"]:
            self.banned[saved["person"]] = saved["name"]
            self._known.discard(saved["person"])
        else:
            self.banned.pop(saved["person"], None)
            self.welcome([saved["person"]])

    def load_mute(self, saved: dict[str, Any]) -> None:
        """Somebody does not want to hear somebody, or does again."""
        muted = self.muted.setdefault(saved["person"], [])
        if saved["whom"] in muted:
            muted.remove(saved["whom"])
        if saved["on"]:
            muted.append(saved["whom"])

    # Who hears whom

    def hears(self, person: str, speaker: str) -> bool:
        """Whether somebody wants to hear somebody."""
        return speaker not in self.muted.get(person, ())

    def muted_by(self, person: str) -> tuple[int, ...]:
        """The numbers of those whom somebody does not want to hear."""
        return tuple(self.number(whom) for whom in self.muted.get(person, ()))

    # At the door

    def knock(self, connection: Connection) -> bool:
        """Somebody asks to come in; False if too many do."""
        person = connection.person.id
        if person not in self._asking and len(self._asking) >= MAX_AT_DOOR:
            return False
        self._asking.setdefault(person, []).append(connection)
        return True

    def is_asking(self, connection: Connection) -> bool:
        """Whether this connection waits at the door."""
        return connection in self._asking.get(connection.person.id, ())

    def leave_door(self, connection: Connection) -> bool:
        """Somebody does not wait any more; False if they did not."""
        if not self.is_asking(connection):
            return False
        waiting = self._asking[connection.person.id]
        waiting.remove(connection)
        if not waiting:
            del self._asking[connection.person.id]
        return True

    def take_from_door(self, person: str) -> list[Connection]:
        """The connections with which somebody has waited; they do not wait any more."""
        return self._asking.pop(person, [])

    def at_door(self) -> list[Connection]:
        """All connections that wait."""
        return [connection for waiting in self._asking.values() for connection in waiting]

    def tell_host(
        self,
        info: TableInfo,
        connections: Iterable[Connection],
        called: Callable[[Person], str],
        is_bot: Callable[[str], bool],
    ) -> None:
        """Add who asks at the door and, to the host themselves, who looks on and who was sent away."""
        if info.yours or not self.banned:
            info.at_door = [self._line(waiting[0].person, called) for waiting in self._asking.values()]
        if info.yours:
            guests = {one.person.id: one.person for one in connections if one.viewer is None}
            info.guests = [self._line(person, called) for person in list(guests.values())[:MAX_GUESTS_TOLD]]
            info.banned = [WireGuest(self.number(person), name, is_bot(person)) for person, name in self.banned.items()]

    def _line(self, person: Person, called: Callable[[Person], str]) -> WireGuest:
        return WireGuest(self.number(person.id), called(person), person.bot)
