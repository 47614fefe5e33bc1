"""Who sits where: people, bots, and bots for people who are away."""

from __future__ import annotations

from typing import Any

from koloda.server.protocol.bodies import Player
from koloda.server.protocol.messages import Chair, Level
from koloda.server.storage.old_rows import given_name

from .clock import now


class SeatState:
    """Who has one seat of a table, and whether they are here."""

    def __init__(self) -> None:
        self.person: str | None = None
        self.name = ""
        self.level: Level | None = None
        self.away = False
        self.gone_since: float | None = None
        self.old_words: str | None = None  # what a person added to a deal of an older version

    def seat_person(self, person: str, name: str) -> None:
        """A person sits down; a bot that was here leaves."""
        self.person = person
        self.name = name
        self.level = None
        self.away = False
        self.gone_since = None

    def seat_bot(self, level: Level | None) -> None:
        """A bot sits down, or (None) the seat is empty."""
        self.person = None
        self.name = ""
        self.level = level
        self.away = False
        self.gone_since = None

    def free(self) -> bool:
        """Nobody but perhaps a bot is here."""
        return self.person is None

    def played_by_bot(self) -> bool:
        """A bot makes the moves: its own, or those of a person who is away."""
        return self.away if self.person is not None else self.level is not None

    def bot_level(self) -> Level:
        """How well the bot here plays; it keeps a person's seat warm as a club player would."""
        return self.level or "normal"

    def chair(self, after: str | None = None) -> Chair:
        """What the table tells of this seat; ``after``: who takes it at the next deal."""
        if self.person is not None:
            return Chair("person", self.name, here=self.gone_since is None, away=self.away)
        if self.level is not None:
            return Chair("bot", level=self.level, next=after)
        return Chair("empty")

    def player(self) -> Player:
        """Who the archive says has played here."""
        return Player(self.name, None if self.person is not None else self.level)

    def saved(self) -> dict[str, Any]:
        """What the journal keeps."""
        return {"person": self.person, "name": self.name, "level": self.level}

    def load(self, saved: dict[str, Any]) -> None:
        """The seat as the journal has it; its person has the whole grace period to come back."""
        self.person = saved["person"]
        self.name = given_name(saved["name"], self.person)
        self.level = saved["level"]
        self.old_words = saved.get("words")
        self.away = False
        self.gone_since = None if self.person is None else now()


def leader(host: str, seats: list[SeatState], here: set[str]) -> str:
    """Who deals: the host or, while they are not here, the first of those who are at the table."""
    if host in here:
        return host
    return next((seat.person for seat in seats if seat.person is not None and seat.person in here), host)
