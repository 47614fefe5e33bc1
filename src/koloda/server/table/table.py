"""One table: its seats, its match, and what everybody is told. ``owner.py`` is the task that works on it."""

from __future__ import annotations

import contextlib
import time
from copy import copy
from typing import Any

import msgspec

from koloda.core.chance import Seeded
from koloda.core.errors import IllegalMove
from koloda.core.table import HOLD_MS
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match
from koloda.seal import Dealt
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import ClientMessage, Refused
from koloda.server.protocol.refusals import MOVED, REFUSALS
from koloda.server.storage.archive import FinishedMatch
from koloda.server.storage.store import JournalEntry, StoreError
from koloda.server.storage.table_index import change_row, row_after

from .clock import now
from .connection import Connection, Person
from .ending import by_the_rules
from .inbox import Command, ConnectionNews
from .match_log import MatchLog
from .receipts import Problem, saved_refusal
from .seal import DealSeal
from .seats import SeatState, seat_line
from .table_state import TableState
from .told import TableFrames

JournalLine = tuple[str, dict[str, Any]]  # the kind of an entry, and what is kept in it
MAX_STORY_FACTOR = 1.6  # of the usual holds: bots wait so long at most for people who watch calmly
BYTES_PER_LINE = 200  # of a journal: a longer line counts as several
TELL_SECONDS = 0.2  # until all are told that somebody without a seat has come or gone


class Table(TableState):
    """A table and its match. ``post`` may be called by anybody; everything else is for the task that owns the table."""

    def post(self, connection: Connection, message: ClientMessage | ConnectionNews) -> None:
        """Queue a command; whoever floods the table is told so."""
        if self.moved:
            return connection.close(MOVED)
        if not self.inbox.put(Command(connection, message), self.seat_of(connection.person.id) is not None):
            self.refuse(connection, "busy", getattr(message, "id", ""))

    def note_patron(self, connection: Connection) -> None:
        """Somebody has come: the host pays for the bots, or the first who comes."""
        if self.patron is None or self.patron.closed or connection.person.id == self.host:
            self.patron = connection

    # People

    def note_who_is_here(self) -> bool:
        """Somebody came or went: whose seat is empty, and who still waits for one; whether any of it has changed."""
        here = self.people_here()
        changed = False
        for state in self.seats:
            if state.person in here:
                changed |= state.gone_since is not None or state.away
                state.gone_since = None
                state.away = False
            elif state.person is not None and state.gone_since is None:
                changed = True
                state.gone_since = now()
        if self.host in here:
            self.host_gone_since, self.host_away = None, False
        elif self.host_gone_since is None:
            self.host_gone_since = now()
        self.seal.forget_absent(self.seats)
        if self.setup.open and self.row.here != bool(here):
            self.row = self.row._replace(here=int(bool(here)))
            self.store.tables.note_here(self.row, now())
        return self.newcomers.keep_only(here) or changed

    async def seat_person(self, seat: int, person: Person) -> None:
        """Somebody sits down; a bot that had the seat leaves."""
        before = copy(self.seats[seat])
        self.seats[seat].seat_person(person.id, self.name_for_seat(person), person.bot)
        await self.save_seat(seat, before)
        self.guestbook.welcome([person.id])
        self.newcomers.withdraw(person.id)
        self.note_holder(seat, before.person)
        self.note_who_is_here()
        self.reassign_viewers()

    def name_for_seat(self, person: Person) -> str:
        """What somebody is called who sits down: where talk is forbidden, nothing that they can choose now."""
        name = person.name if self.may_talk(None) else self.newcomers.names.get(person.id, "")
        return self.called(person.id, name)

    def note_holder(self, seat: int, before: str | None) -> None:
        """Somebody else has a seat now, or a bot: what they may see of it begins here."""
        person = self.seats[seat].person
        if self.match is not None and person != before:
            self.newcomers.note_holder(seat, before, person, self.match.game.deals_begun, self.match.move_number)
            if self.status() == "playing":
                self.log.note_hand(self.match.move_number, seat, person is None)

    async def save_seat(self, seat: int, before: SeatState) -> None:
        """Journal a seat if it was changed; if that fails it is as it was ``before``."""
        if self.seats[seat].saved() == before.saved():
            return
        try:
            await self.append(seat_line(seat, self.seats[seat]))
        except StoreError:
            self.seats[seat] = before
            raise

    def reassign_viewers(self) -> None:
        """Somebody sat down or stood up: they see other cards now."""
        for connection in self.audience.connections:
            viewer = self.seat_of(connection.person.id)
            if viewer != connection.viewer:
                connection.viewer = viewer
                connection.synced = -1
        self.plan_bots()
        self.tell_table()
        self.show_those_behind()

    # The match

    def deal(self) -> Match:
        """The match of this table's seal."""
        setup = self.setup
        seed = self.seal.seed(Dealt(setup.game, find_game(setup.game).info.version, setup.seats, setup.options))
        return Match.new(setup.game, setup.seats, setup.options, chance=Seeded(seed))

    def begin(self, match: Match) -> None:
        """The match is dealt."""
        self.match = match
        self.has_played = True
        self.newcomers.begin([state.person for state in self.seats])
        for state in self.seats:
            state.done_for.clear()
        self.newcomers.names = {state.person: state.name for state in self.seats if state.person is not None}
        self.audience.forget()
        self.log = MatchLog()
        self.log.add(0, list(match.game.events))
        self.tell_table()
        self.next_turn()

    async def play(self, seat: int, move: str, person: str = "", move_id: str = "", by_bot: bool = False) -> int:
        """Make a move and show it when it is on disk; if it cannot be saved it was never made. Returns its number.

        A person's move has an id: if it is sent again, its receipt answers. A bot's is marked where a person has the
        seat, or had it in this match.
        """
        began = time.perf_counter()
        match = self.match
        assert match is not None
        if not match.game.keeps_beats:  # not while a journal is read: nobody watches that
            match.keep_beats()
        before = match.copy()
        stands_in = by_bot and (self.seats[seat].person is not None or self.newcomers.had_person(seat))
        made = {"seat": seat, "move": move, "person": person, "id": move_id, **({"bot": True} if stands_in else {})}
        try:
            match.play(seat, move)
            if match.game.over:
                await self.append_end(match, ("move", made), bot=seat if stands_in else None)
            else:
                await self.append(("move", made))
        except IllegalMove:  # nothing has changed
            raise
        except Exception:  # not only of the store: rules that stumble may have moved some cards already
            self.match = before
            raise
        number = match.move_number
        await self._after_play(match, seat, person, move_id, stands_in)
        if self.settings.move_seconds is not None:
            self.settings.move_seconds.add(time.perf_counter() - began)
        if match.game.over or match.game.deals_begun > before.game.deals_begun:
            await self._seat_waiting()
        return number

    async def append_end(self, match: Match, *last: JournalLine, bot: int | None = None) -> None:
        """Journal the last move of a match (``bot`` made it for a person), or the deal that decides it; archive it."""
        ended, evening, finished = by_the_rules(self.played(match, self.log.with_bot(match, bot)), self.evening)
        await self.append(*last, ("ended", ended), finished=finished)
        self.evening = evening

    async def _after_play(self, match: Match, seat: int, person: str, move_id: str, stands_in: bool) -> None:
        """A move is on disk: it goes into the log, its sender may ask for the answer again, and all may see it."""
        self.log.note_bot(match, seat if stands_in else None)
        self.seats[seat].note_move(match.move_number, bool(person), stands_in)
        await self._log_move(match)
        self.receipts.keep_moved(person, move_id, match.move_number)
        if match.game.over:
            self.tell_table()
        self.next_turn()

    async def _log_move(self, match: Match) -> None:
        """Keep what the last move told; if it made older lines void, they disappear from everybody's log."""
        events = match.game.events  # each move has a list of its own
        if self.log.erase(match.move_number, events, match.game.info.erases):
            await self.send_log_to_all()
        self.log.add(match.move_number, events)

    async def send_log(self, connection: Connection) -> None:
        """The log so far, to a connection that wants it."""
        if connection.wants_log and self.match is not None:
            await self.audience.send_log(connection, self.match, self.log)
        elif connection.wants_log and self.old is not None:
            self.old.send_log(connection, self.audience.may_look(None))

    async def send_log_to_all(self) -> None:
        """The same to everybody, when lines of it have gone."""
        assert self.match is not None
        await self.audience.send_log_to_all(self.match, self.log)

    async def repeat_move(self, seat: int, move: str, person: str, move_id: str, stands_in: bool) -> None:
        """A move from the journal."""
        assert self.match is not None
        deals = self.match.game.deals_begun
        self.match.play(seat, move)
        await self._after_play(self.match, seat, person, move_id, stands_in)
        if self.match.game.over or self.match.game.deals_begun > deals:
            self.newcomers.forget_requests()  # who has got a seat now is told of in the lines that follow

    async def _seat_waiting(self) -> None:
        """Between two deals those who wait for a bot's seat get it."""
        assert self.match is not None
        waiting = list(self.newcomers.waiting.items())
        if self.match.game.over and self.newcomers.knocks:  # now they may sit down by themselves
            self.newcomers.forget_requests()
            self.tell_table()
        for seat, person in waiting:
            self.newcomers.withdraw(person.id)
            if self.seats[seat].free() and self.seat_of(person.id) is None and person.id in self.people_here():
                with contextlib.suppress(StoreError):  # they may ask again; the move that brought us here is saved
                    await self.seat_person(seat, person)

    def next_turn(self) -> None:
        """A deal or a move is done: the clock of the next turn starts, its bots get ready, everybody is shown."""
        assert self.match is not None
        game = self.match.game
        story_seconds = sum([HOLD_MS[beat.effect] for beat in game.beats]) / 1000
        if not self.setup.clock or game.over:
            self.deadline = 0.0
        elif not game.secret_moves:  # in a turn together nobody gets more time because somebody else has chosen
            self.deadline = now() + self.setup.clock + story_seconds
        if not game.secret_moves:
            self.turn_since = now()
        self.audience.bots = self.log.bots.get(self.match.move_number, [])
        self.story_seen_by.clear()
        self.in_a_hurry.clear()
        hurried = self.settings.max_bot_pause_seconds == 0
        self.story_ends = 0.0 if hurried or not story_seconds else now() + MAX_STORY_FACTOR * story_seconds
        self.bots_due.clear()
        self.plan_bots()
        self.tell_views()

    def set_forfeit(self, text: str) -> None:
        """What the loser will have to do."""
        self.setup = msgspec.structs.replace(self.setup, forfeit=text)

    def reset_for_rematch(self, game: str, options: dict[str, Any], seal: DealSeal) -> None:
        """Back to before the deal, with another seal."""
        self.setup = msgspec.structs.replace(self.setup, game=game, options=options)
        self.seal = seal
        self.match = self.old = None
        self.rests_with = None
        self.called_off = False
        self.consent.forget()
        self.audience.forget()
        self.log = MatchLog()
        self.newcomers.begin([None] * len(self.seats))
        self.bots = self.bot_driver()

    def plan_bots(self) -> None:
        """Every bot that may move now gets a moment to do so. Where nobody has come yet, bots do not play."""
        if self.match is None or self.status() == "over" or self.patron is None or self.rests_with is not None:
            self.bots_due.clear()
            return
        seats = self.match.turn.seats
        for seat in seats:
            if self.seats[seat].played_by_bot() and seat not in self.bots_due:
                self.bots_due[seat] = max(now(), self.story_ends) + self.bots.pause(self.match, seat)
        self.bots_due = {
            seat: due for seat, due in self.bots_due.items() if seat in seats and self.seats[seat].played_by_bot()
        }

    # Telling

    async def append(self, *lines: JournalLine, finished: FinishedMatch | None = None) -> None:
        """Add lines to the journal, and the match if it has finished: all of it, or nothing."""
        entries = [JournalEntry(self.id, self.seq + number, *line) for number, line in enumerate(lines, 1)]
        before = after = self.row
        for kind, payload in lines:
            after = row_after(after, kind, payload, now())
        also = () if after is before else change_row(before, after._replace(touched=now()))
        await self.store.append(*entries, finished=finished, also=also)
        self.seq += len(entries)
        self.written += sum(1.0 if kind == "move" else line_cost(payload) for kind, payload in lines)
        if after is not before:
            self.row = after._replace(here=self.row.here)

    def refuse(self, connection: Connection, reason: str, move_id: str = "") -> None:
        """Refuse something for a reason of the table's own."""
        self.say_no(connection, reason, REFUSALS[reason], move_id)

    def say_no(self, connection: Connection, reason: str, text: Text, move_id: str = "") -> None:
        """Refuse something; a move that is refused so may be sent again."""
        connection.send(encode(Refused(reason, text.ru, text.en, move_id)))

    async def refuse_for_good(self, connection: Connection, problem: Problem, move_id: str) -> None:
        """Refuse a move when that is on disk: the same id will never have another answer."""
        person = connection.person.id
        if not self.receipts.may_refuse(person):
            return self.refuse(connection, "busy", move_id)
        answer = Refused(problem.reason, problem.text.ru, problem.text.en, move_id)
        await self.append(("refused", saved_refusal(person, answer, problem.by)))
        self.receipts.keep_refused(person, answer)
        connection.send(encode(answer))

    def tell_table(self) -> None:
        """The table to everybody."""
        self.tell_due = 0.0
        frames = TableFrames(self)
        for connection in self.audience.connections:
            frames.tell(connection)

    def tell_table_to(self, connection: Connection) -> None:
        """The table to one; the others hear soon that one more (or one fewer) looks on."""
        TableFrames(self).tell(connection)
        self.tell_due = self.tell_due or now() + TELL_SECONDS

    def tell_views(self) -> None:
        if self.match is not None:
            self.audience.tell_views(self.match, round(self.deadline * 1000))

    def show_those_behind(self) -> None:
        """The present view to all who have not got it."""
        if self.match is not None:
            self.audience.catch_up(self.match, round(self.deadline * 1000))
        elif self.old is not None:
            for connection in self.audience.connections:
                if connection.synced < 0 or connection.behind:
                    self.old.show(connection, self.audience.may_look(None))


def line_cost(payload: dict[str, Any]) -> float:
    """As how many lines of a journal something counts."""
    return max(1.0, len(encode(payload)) / BYTES_PER_LINE)
