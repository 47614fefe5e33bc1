"""One table: its seats, its match, and what everybody is told. ``owner.py`` is the task that works on it."""

from __future__ import annotations

import contextlib
import secrets
from copy import copy, deepcopy
from typing import Any, NamedTuple

import msgspec

from koloda.core.chance import Seeded
from koloda.core.errors import IllegalMove
from koloda.core.table import HOLD_MS
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match
from koloda.seal import Dealt
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import ClientMessage, Refused, Status, TableInfo, WireKnock
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.protocol.reviews import WireHint
from koloda.server.storage.archive import FinishedMatch, MatchEnd, finished_match
from koloda.server.storage.store import OPENED_ENTRY, SEAT_ENTRY, JournalEntry, Store, StoreError
from koloda.server.thinking.background import Background
from koloda.server.thinking.pool import ThinkingPool

from .allowance import change_allowance, chat_allowance
from .audience import Audience
from .bots import BotDriver
from .clock import now
from .connection import TABLE, Connection, Person
from .evening import Evening, ended_match, lost_seats
from .inbox import Command, ConnectionNews, Inbox
from .match_log import MatchLog
from .newcomers import Newcomers
from .receipts import Receipts, saved_refusal
from .seal import DealSeal
from .seats import SeatState, leader

JournalLine = tuple[str, dict[str, Any]]  # the kind of an entry, and what is kept in it
HintsOfMove = tuple[tuple[str, int], list[WireHint]]  # of which match, after which move, and what
MAX_STORY_FACTOR = 1.6  # of the usual holds: bots wait so long at most for people who watch calmly
TELL_SECONDS = 0.2  # until all are told that somebody without a seat has come or gone
HURRIED_PAUSE_SECONDS = 0.1  # of a bot where everybody is in a hurry: long enough to see its card fly


class TableSettings(NamedTuple):
    """How long things take at this server's tables, who thinks for their strong bots, and who looks back."""

    grace_seconds: float = 30.0
    max_bot_pause_seconds: float = 1.6
    pool: ThinkingPool | None = None
    background: Background | None = None


class Table:
    """A table and its match. ``post`` may be called by anybody; everything else is for the task that owns the table."""

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
        self.newcomers = Newcomers()
        self.seal = DealSeal(table_id, setup.seats)
        self.match: Match | None = None
        self.has_played = False  # a match was dealt here before
        self.log = MatchLog()
        self.evening = Evening()
        self.seq = 0
        self.inbox = Inbox()
        self.receipts = Receipts()
        self.audience = Audience(setup.watch, self.newcomers.since)
        self.patron: Connection | None = None  # to whose address the bots' time is charged; None: nobody was ever here
        self.chat_allowance = chat_allowance()
        self.change_allowance = change_allowance()
        self.touched = now()
        self.maker = ""  # the address that it was made from; nobody knows after a restart
        self.opened = False  # whether anybody has ever come
        self.hints: dict[int, HintsOfMove] = {}  # each seat's latest
        self.bots = self._bot_driver()
        self.bots_due: dict[int, float] = {}
        self.story_ends = 0.0  # bots wait until then, or until everybody at the table has seen the story
        self.story_seen_by: set[str] = set()
        self.in_a_hurry: set[str] = set()
        self.deadline = 0.0
        self.turn_since = 0.0  # since when those who are to move owe it
        self.tell_due = 0.0  # when all are told what the table is like; 0: they know

    def _bot_driver(self) -> BotDriver:
        return BotDriver(self.setup.game, secrets.randbits(60), self.settings.max_bot_pause_seconds, self.settings.pool)

    def post(self, connection: Connection, message: ClientMessage | ConnectionNews) -> None:
        """Queue a command; whoever floods the table is told so."""
        if not self.inbox.put(Command(connection, message), self.seat_of(connection.person.id) is not None):
            self.refuse(connection, "busy", getattr(message, "id", ""))

    def status(self) -> Status:
        """waiting, playing or over."""
        if self.match is None:
            return "waiting"
        return "over" if self.match.game.over else "playing"

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
        """Who may deal; before the first match only the host."""
        return leader(self.host, self.seats, self._people_here()) if self.has_played else self.host

    def note_patron(self, connection: Connection) -> None:
        """Somebody has come: the host's address pays for the bots, or that of the first who comes."""
        if self.patron is None or self.patron.closed or connection.person.id == self.host:
            self.patron = connection

    def _people_here(self) -> set[str]:
        return {connection.person.id for connection in self.audience.connections}

    def may_talk(self, viewer: int | None) -> bool:
        """Whether the rules let somebody talk now; there are no rules before the deal and after the end."""
        return self.match is None or self.match.game.over or self.match.game.may_chat(-1 if viewer is None else viewer)

    # People

    def note_who_is_here(self) -> bool:
        """Somebody came or went: whose seat is empty, and who still waits for one; whether any of it has changed."""
        here = self._people_here()
        changed = False
        for state in self.seats:
            if state.person in here:
                changed |= state.gone_since is not None or state.away
                state.gone_since = None
                state.away = False
            elif state.person is not None and state.gone_since is None:
                changed = True
                state.gone_since = now()
        self.seal.forget_absent(self.seats)
        return self.newcomers.keep_only(here) or changed

    async def seat_person(self, seat: int, person: Person) -> None:
        """Somebody sits down; a bot that had the seat leaves."""
        before = copy(self.seats[seat])
        self.seats[seat].seat_person(person.id, self._name_for_seat(person))
        await self.save_seat(seat, before)
        self.newcomers.withdraw(person.id)
        self.note_holder(seat, before.person)
        self.note_who_is_here()
        self.reassign_viewers()

    async def empty_seat(self, seat: int) -> None:
        """Whoever had this seat has gone before the first deal, and others may want it."""
        before = copy(self.seats[seat])
        self.seats[seat].seat_bot(None)
        try:
            await self.save_seat(seat, before)
        except StoreError:
            self.seats[seat].gone_since = now()
            return
        self.reassign_viewers()

    def _name_for_seat(self, person: Person) -> str:
        """What somebody is called who sits down: where talk is forbidden, nothing that they can choose now."""
        return person.name if self.may_talk(None) else self.newcomers.names.get(person.id, "")

    def host_name(self) -> str:
        """What the host is called where others hear of the table."""
        seat = self.seat_of(self.host)
        if seat is not None:
            return self.seats[seat].name
        return self.store.name(self.host) if self.may_talk(None) else ""

    def note_holder(self, seat: int, before: str | None) -> None:
        """Somebody else has a seat now, or a bot: what they may see of it begins here."""
        person = self.seats[seat].person
        if self.match is not None and person != before:
            self.newcomers.note_holder(seat, before, person, self.match.game.deals_begun, self.match.move_number)

    async def let_in(self, seat: int, person: Person, by_host: bool) -> None:
        """Somebody may have a bot's seat: at once where that is allowed, else at the next deal.

        Only the host themselves lets anybody into a deal that is being played; and who has left a hand may come back to
        it.
        """
        assert self.match is not None
        back = self.newcomers.has_seen(person.id, seat, self.match.game.deals_begun)
        if back or (by_host and self.setup.join == "now"):
            return await self.seat_person(seat, person)
        self.newcomers.wait(person, seat)
        self.tell_table()

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

    async def open(self) -> None:
        """Somebody comes for the first time: from now on the table is kept for longer."""
        self.opened = True
        with contextlib.suppress(StoreError):  # then it is forgotten sooner after a restart
            await self.append((OPENED_ENTRY, {}))

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
        self.newcomers.names = {state.person: state.name for state in self.seats if state.person is not None}
        self.audience.forget()
        self.log = MatchLog()
        self.log.add(0, list(match.game.events))
        self.tell_table()
        self._next_turn()

    async def play(self, seat: int, move: str, person: str = "", move_id: str = "") -> int:
        """Make a move and show it when it is on disk; if it cannot be saved it was never made. Returns its number.

        A person's move has an id: if it is sent again, its receipt answers.
        """
        match = self.match
        assert match is not None
        if not match.game.keeps_beats:  # not while a journal is read: nobody watches that
            match.keep_beats()
        before = match.copy()
        made = {"seat": seat, "move": move, "person": person, "id": move_id}
        try:
            match.play(seat, move)
            if match.game.over:
                await self.append_end(match, ("move", made))
            else:
                await self.append(("move", made))
        except IllegalMove:  # nothing has changed
            raise
        except Exception:  # not only of the store: rules that stumble may have moved some cards already
            self.match = before
            raise
        number = match.move_number
        self._after_play(match, person, move_id)
        if match.game.over or match.game.deals_begun > before.game.deals_begun:
            await self._seat_waiting()
        return number

    async def append_end(self, match: Match, *last: JournalLine) -> None:
        """Journal the last move of a match, or the deal that decides it, with what came of it; archive the match."""
        assert match.result is not None
        result = match.result.to_json()
        ended = ended_match(self.match_id, self.setup.game, now(), result, self.seats)
        evening = deepcopy(self.evening)
        evening.add(ended)
        players = [state.player() for state in self.seats]
        people = [state.person for state in self.seats]
        end = MatchEnd(self.setup.forfeit, lost_seats(result), evening.lines)
        finished = finished_match(self.match_id, match, players, people, self.seal.record(), end)
        await self.append(*last, ("ended", ended), finished=finished)
        self.evening = evening

    def _after_play(self, match: Match, person: str, move_id: str) -> None:
        """A move is on disk: it goes into the log, its sender may ask for the answer again, and all may see it."""
        self._log_move(match)
        self.receipts.keep_moved(person, move_id, match.move_number)
        if match.game.over:
            self.tell_table()
        self._next_turn()

    def _log_move(self, match: Match) -> None:
        """Keep what the last move told; if it made older lines void, they disappear from everybody's log."""
        events = match.game.events  # each move has a list of its own
        if self.log.erase(match.move_number, events, match.game.info.erases):
            for connection in self.audience.connections:
                self.send_log(connection)
        self.log.add(match.move_number, events)

    def send_log(self, connection: Connection) -> None:
        """The log so far, to a connection that wants it."""
        if connection.wants_log and self.match is not None:
            self.audience.send_log(connection, self.match, self.log.entries)

    def repeat_move(self, seat: int, move: str, person: str, move_id: str) -> None:
        """A move from the journal."""
        assert self.match is not None
        self.match.play(seat, move)
        self._after_play(self.match, person, move_id)

    async def _seat_waiting(self) -> None:
        """Between two deals those who wait for a bot's seat get it."""
        assert self.match is not None
        waiting = list(self.newcomers.waiting.items())
        if self.match.game.over and self.newcomers.knocks:  # now they may sit down by themselves
            self.newcomers.forget_requests()
            self.tell_table()
        for seat, person in waiting:
            self.newcomers.withdraw(person.id)
            if self.seats[seat].free() and self.seat_of(person.id) is None:
                with contextlib.suppress(StoreError):  # they may ask again; the move that brought us here is saved
                    await self.seat_person(seat, person)

    def _next_turn(self) -> None:
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
        self.story_seen_by.clear()
        self.in_a_hurry.clear()
        hurried = self.settings.max_bot_pause_seconds == 0
        self.story_ends = 0.0 if hurried or not story_seconds else now() + MAX_STORY_FACTOR * story_seconds
        self.bots_due.clear()
        self.plan_bots()
        self._tell_views()

    def set_forfeit(self, text: str) -> None:
        """What the loser will have to do."""
        self.setup = msgspec.structs.replace(self.setup, forfeit=text)

    def reset_for_rematch(self, game: str, options: dict[str, Any], seal: DealSeal) -> None:
        """Back to before the deal, with another seal."""
        self.setup = msgspec.structs.replace(self.setup, game=game, options=options)
        self.seal = seal
        self.match = None
        self.audience.forget()
        self.log = MatchLog()
        self.newcomers.begin([None] * len(self.seats))
        self.bots = self._bot_driver()

    def plan_bots(self) -> None:
        """Every bot that may move now gets a moment to do so. Where nobody has come yet, bots do not play."""
        if self.match is None or self.match.game.over or self.patron is None:
            self.bots_due.clear()
            return
        seats = self.match.turn.seats
        for seat in seats:
            if self.seats[seat].played_by_bot() and seat not in self.bots_due:
                self.bots_due[seat] = max(now(), self.story_ends) + self.bots.pause(self.match, seat)
        self.bots_due = {
            seat: due for seat, due in self.bots_due.items() if seat in seats and self.seats[seat].played_by_bot()
        }

    def story_seen(self, person: str, hurry: bool) -> None:
        """Somebody has seen the story of the last move; when all at the table have, the bots need not wait for it."""
        self.story_seen_by.add(person)
        if hurry:
            self.in_a_hurry.add(person)
        seated = {state.person for state in self.seats if state.person is not None} & self._people_here()
        if not seated <= self.story_seen_by:
            return
        moment = now()
        if self.story_ends:
            waited, self.story_ends = self.story_ends, 0.0
            self.bots_due = {seat: max(moment, moment + due - waited) for seat, due in self.bots_due.items()}
        if seated <= self.in_a_hurry:
            soon = moment + HURRIED_PAUSE_SECONDS
            self.bots_due = {seat: min(due, soon) for seat, due in self.bots_due.items()}

    # Telling

    async def append(self, *lines: JournalLine, finished: FinishedMatch | None = None) -> None:
        """Add lines to the journal, and the match if it has finished: all of it, or nothing."""
        entries = [JournalEntry(self.id, self.seq + number, *line) for number, line in enumerate(lines, 1)]
        await self.store.append(*entries, finished=finished)
        self.seq += len(entries)

    def refuse(self, connection: Connection, reason: str, move_id: str = "") -> None:
        """Refuse something for a reason of the table's own."""
        self.say_no(connection, reason, REFUSALS[reason], move_id)

    def say_no(self, connection: Connection, reason: str, text: Text, move_id: str = "") -> None:
        """Refuse something; a move that is refused so may be sent again."""
        connection.send(encode(Refused(reason, text.ru, text.en, move_id)))

    async def refuse_for_good(self, connection: Connection, reason: str, text: Text, move_id: str) -> None:
        """Refuse a move when that is on disk: the same id will never have another answer."""
        person = connection.person.id
        if not self.receipts.may_refuse(person):
            return self.refuse(connection, "busy", move_id)
        answer = Refused(reason, text.ru, text.en, move_id)
        await self.append(("refused", saved_refusal(person, answer)))
        self.receipts.keep_refused(person, answer)
        connection.send(encode(answer))

    def tell_table(self) -> None:
        """The whole table to everybody; those who may know the same share a frame."""
        self.tell_due = 0.0
        leader = self.leader()
        frames: dict[tuple[int | None, bool, int | None, int | None], bytes] = {}
        for connection in self.audience.connections:
            kind = self._told_as(connection, leader)
            if kind not in frames:
                frames[kind] = encode(self.info(*kind))
            connection.send(frames[kind], TABLE)

    def _told_as(self, connection: Connection, leader: str) -> tuple[int | None, bool, int | None, int | None]:
        """What the table tells somebody depends on this."""
        person = connection.person.id
        return connection.viewer, person == leader, self.newcomers.asks(person), self.newcomers.waits(person)

    def tell_table_to(self, connection: Connection) -> None:
        """The whole table to one; the others hear soon that one more (or one fewer) looks on."""
        connection.send(encode(self.info(*self._told_as(connection, self.leader()))), TABLE)
        self.tell_due = self.tell_due or now() + TELL_SECONDS

    def info(self, you: int | None, host: bool, asks: int | None = None, waits: int | None = None) -> TableInfo:
        """The table as it is told to those on this seat (None: to watchers)."""
        status, setup = self.status(), self.setup
        named = self.may_talk(None)  # where talk is forbidden, names of newcomers could tell something
        next_people = {seat: person.name if named else "" for seat, person in self.newcomers.waiting.items()}
        knocks = [
            WireKnock(knock.number, knock.seat, knock.person.name if named else "")
            for knock in (self.newcomers.knocks.values() if host else ())
        ]
        return TableInfo(
            id=self.id,
            code=self.code,
            game=setup.game,
            seats=setup.seats,
            options=setup.options,
            status=status,
            chairs=[state.chair(next_people.get(seat)) for seat, state in enumerate(self.seats)],
            you=you,
            host=host,
            open=setup.open,
            watch=setup.watch,
            hints=setup.hints,
            join=setup.join,
            clock=setup.clock,
            watchers=len({c.person.id for c in self.audience.connections if c.viewer is None}),
            match=self.match_id,
            seal=self.seal.shown(status == "over"),
            forfeit=setup.forfeit,
            lost=self._lost(),
            evening=self.evening.lines,
            asks=asks,
            waits=waits,
            knocks=knocks,
        )

    def _lost(self) -> list[int]:
        """Who has lost the match that is over."""
        result = None if self.match is None else self.match.result
        return [] if result is None else lost_seats(result.to_json())

    def _tell_views(self) -> None:
        if self.match is not None:
            self.audience.tell_views(self.match, round(self.deadline * 1000))

    def show_those_behind(self) -> None:
        """The present view to all who have not got it."""
        if self.match is not None:
            self.audience.catch_up(self.match, round(self.deadline * 1000))


def seat_line(seat: int, state: SeatState) -> JournalLine:
    """A seat as the journal has it."""
    return SEAT_ENTRY, {"seat": seat, **state.saved()}
