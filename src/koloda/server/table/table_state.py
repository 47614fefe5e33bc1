"""What a table is: its seats, its match, and all that is known of it. ``table.py`` is what it does."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from koloda.match import Match
from koloda.server.protocol.base import Status
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.reviews import WireHint
from koloda.server.storage.store import Store
from koloda.server.storage.table_index import new_row

from .allowance import change_allowance, chat_allowance
from .audience import Audience
from .bots import BotDriver
from .clock import now
from .connection import Connection
from .ending import Played
from .evening import Evening, lost_seats
from .guestbook import Guestbook
from .inbox import Inbox
from .invited import Invited
from .match_log import MatchLog
from .naming import told_apart
from .newcomers import Newcomers
from .old_match import OldMatch
from .receipts import Receipts
from .seal import DealSeal
from .seats import SeatState, leader
from .table_settings import TableSettings
from .talk import Talk
from .votes import Consent, voters_at

HintsOfMove = tuple[tuple[str, int], list[WireHint]]  # of which match, after which move, and what


class TableState:
    """A table and its match, as they are now."""

    match: Match | None = None
    old: OldMatch | None = None  # the match that cannot go on, for its rules have changed
    has_played = False  # a match was dealt here before
    called_off = False  # all have agreed to end the match without a result
    rests_with: float | None = None  # while play rests: the seconds left on the clock
    host_gone_since: float | None = None
    host_away = False  # for so long that their part passes on before the first deal, too
    moved = False  # another node has the table, or will have: whoever comes must come again
    opened = False  # whether anybody has ever come
    story_ends = 0.0  # bots wait until then, or until everybody at the table has seen the story
    deadline = 0.0
    turn_since = 0.0  # since when those who are to move owe it
    tell_due = 0.0  # when all are told what the table is like; 0: they know

    def __init__(
        self, table_id: str, code: str, setup: NewTable, host: str, store: Store, settings: TableSettings
    ) -> None:
        self.id = table_id
        self.code = code
        self.setup = setup
        self.host = host
        self.store = store
        self.settings = settings
        self.seats = [SeatState() for _ in range(setup.seats)]
        self.row = new_row(table_id, code, host, setup, now())
        self.newcomers = Newcomers()
        self.invited: dict[int, Invited] = {}  # bot accounts, by the seat that they are wanted on
        self.seal = DealSeal(table_id, setup.seats)
        self.position_kept = (now(), 0)  # when that was last written down, and after which move
        self.log = MatchLog()
        self.evening = Evening()
        self.consent = Consent()
        self.seq = 0
        self.written = 0.0  # how many lines of the usual length its journal has got since it was opened
        self.inbox = Inbox()
        self.receipts = Receipts()
        self.audience = Audience(setup.watch, self.newcomers.since, self.newcomers.since_takes)
        self.patron: Connection | None = None  # to whom the bots' time is charged; None: nobody was ever here
        self.chat_allowance = chat_allowance()
        self.change_allowance = change_allowance()
        self.guestbook = Guestbook()
        self.talk = Talk()
        self.touched = now()
        self.hints: dict[int, HintsOfMove] = {}  # each seat's latest
        self.bots = self.bot_driver()
        self.bots_due: dict[int, float] = {}
        self.story_seen_by: set[str] = set()
        self.in_a_hurry: set[str] = set()

    def bot_driver(self) -> BotDriver:
        """New bots, who have thought of nothing yet."""
        settings, seed = self.settings, secrets.randbits(60)
        return BotDriver(self.setup.game, seed, settings.max_bot_pause_seconds, settings.pool, settings.own_bots)

    def status(self) -> Status:
        """waiting, playing or over."""
        if self.match is None:
            return "waiting" if self.old is None else "over"
        return "over" if self.match.game.over or self.called_off else "playing"

    @property
    def match_id(self) -> str:
        """The id of the coming match or the present one."""
        return self.seal.match_id

    def seat_of(self, person: str) -> int | None:
        """Where a person sits."""
        for seat, state in enumerate(self.seats):
            if state.person == person:
                return seat
        return None

    def leader(self) -> str:
        """Who may deal; before the first match it is the host, until they have been gone for a while."""
        passes_on = self.has_played or self.host_away
        return leader(self.host, self.seats, self.people_here()) if passes_on else self.host

    def people_here(self) -> set[str]:
        """Who is connected."""
        return {connection.person.id for connection in self.audience.connections}

    def voters(self, about: str | None = None) -> set[str]:
        """Whose word counts at this table now, but for whom it is about."""
        return voters_at(self.seats, self.settings.grace_seconds, about)

    def people_seated(self) -> frozenset[str]:
        """Those who have a seat."""
        return frozenset(state.person for state in self.seats if state.person is not None)

    def other_names(self, person: str) -> list[str]:
        """What all others are called who sit here, and the host."""
        names = [state.name for state in self.seats if state.person not in (None, person)]
        looks_on = [one.person for one in self.audience.connections if one.viewer is None]
        return names + [one.name for one in looks_on if one.id == self.host != person]

    def called(self, person: str, name: str) -> str:
        """How this table calls somebody of this name, apart from all others who sit here."""
        seat = self.seat_of(person)
        return told_apart(name, self.other_names(person), "" if seat is None else self.seats[seat].name)

    def may_talk(self, viewer: int | None) -> bool:
        """Whether the rules let somebody talk now; there are no rules before the deal and after the end."""
        return (
            self.match is None or self.status() == "over" or self.match.game.may_chat(-1 if viewer is None else viewer)
        )

    def played(self, match: Match, log: MatchLog) -> Played:
        """A match of this table, with what is known of it."""
        return Played(match, self.setup, self.seats, self.seal, log)

    def lost(self) -> list[int]:
        """Who has lost the match that is over."""
        result = self.result()
        return [] if result is None else lost_seats(result)

    def result(self) -> Mapping[str, Any] | None:
        """How the match has ended."""
        if self.old is not None:
            return self.old.result
        result = None if self.match is None else self.match.result
        return None if result is None else result.to_json()
