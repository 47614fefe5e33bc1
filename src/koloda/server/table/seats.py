"""Who sits where: people, bots, and bots for people who are away."""

from __future__ import annotations

from typing import Any

import msgspec

from koloda.server.protocol.base import Level
from koloda.server.protocol.bodies import Player
from koloda.server.protocol.table_info import Chair
from koloda.server.storage.old_rows import given_name
from koloda.server.storage.table_index import SEAT_ENTRY

from .clock import now

MAX_DONE_FOR = 40  # moves that whoever comes back is told of


class SeatState:
    """Who has one seat of a table, and whether they are here."""

    def __init__(self) -> None:
        self.person: str | None = None
        self.name = ""
        self.bot_account = False  # the person is a program
        self.level: Level | None = None
        self.away = False
        self.gone_since: float | None = None
        self.done_for: list[int] = []  # moves that a bot has made for this person since they made one themselves
        self.old_words: str | None = None  # what a person added to a deal of an older version

    def seat_person(self, person: str, name: str, bot_account: bool = False) -> None:
        """A person sits down; a bot that was here leaves."""
        self.person = person
        self.name = name
        self.bot_account = bot_account
        self.level = None
        self.away = False
        self.gone_since = None
        self.done_for = []

    def seat_bot(self, level: Level | None) -> None:
        """A bot sits down, or (None) the seat is empty."""
        self.person = None
        self.name = ""
        self.bot_account = False
        self.level = level
        self.away = False
        self.gone_since = None
        self.done_for = []

    def free(self) -> bool:
        """Nobody but perhaps a bot is here."""
        return self.person is None

    def note_move(self, number: int, own: bool, stands_in: bool) -> None:
        """A move was made on this seat: by its person, or by a bot in their place."""
        if own:
            self.done_for = []
        elif stands_in and self.person is not None:
            self.done_for = [*self.done_for, number][-MAX_DONE_FOR:]

    def played_by_bot(self) -> bool:
        """A bot makes the moves: its own, or those of a person who is away."""
        return self.away if self.person is not None else self.level is not None

    def bot_level(self) -> Level:
        """How well the bot here plays; it keeps a person's seat warm as a club player would."""
        return self.level or "normal"

    def chair(
        self, after: str | None = None, after_is_bot: bool = False, who: int = 0, invited: str | None = None
    ) -> Chair:
        """What the table tells of this seat.

        ``after``: who takes it at the next deal; ``who``: its person's number; ``invited``: who may sit down here.
        """
        if self.person is not None:
            here = self.gone_since is None
            return Chair("person", self.name, here=here, away=self.away, who=who, bot_account=self.bot_account)
        if self.level is not None:
            return Chair("bot", level=self.level, next=after, invited=invited, bot_account=after_is_bot)
        return Chair("empty", invited=invited)

    def player(self) -> Player:
        """Who the archive says has played here."""
        level = None if self.person is not None else self.level
        return Player(self.name, level, self.bot_account or msgspec.UNSET)

    def saved(self) -> dict[str, Any]:
        """What the journal keeps."""
        saved = {"person": self.person, "name": self.name, "level": self.level}
        return {**saved, "bot_account": True} if self.bot_account else saved

    def load(self, saved: dict[str, Any]) -> None:
        """The seat as the journal has it; its person has the whole grace period to come back."""
        if self.person != saved["person"]:
            self.done_for = []
        self.person = saved["person"]
        self.name = given_name(saved["name"], self.person)
        self.bot_account = saved.get("bot_account", False)
        self.level = saved["level"]
        self.old_words = saved.get("words")
        self.away = False
        self.gone_since = None if self.person is None else now()


def seat_line(seat: int, state: SeatState) -> tuple[str, dict[str, Any]]:
    """A seat as the journal has it."""
    return SEAT_ENTRY, {"seat": seat, **state.saved()}


def leader(host: str, seats: list[SeatState], here: set[str]) -> str:
    """Who deals: the host or, while they are not here, the first of those who are at the table and are no program."""
    if host in here:
        return host
    people = (seat.person for seat in seats if seat.person is not None and not seat.bot_account)
    return next((person for person in people if person in here), host)
