"""One table: its seats, its match, and what everybody is told. ``owner.py`` is the task that works on it."""

from __future__ import annotations

import contextlib
import secrets
from copy import copy, deepcopy
from typing import Any, NamedTuple

import msgspec

from koloda.core.chance import Seeded
from koloda.core.table import HOLD_MS
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import ClientMessage, Refused, Status, TableInfo
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.archive import FinishedMatch, MatchEnd, Seal, finished_match
from koloda.server.storage.store import SEAT_ENTRY, JournalEntry, Store, StoreError
from koloda.server.thinking.pool import ThinkingPool

from .audience import Audience
from .bots import BotDriver
from .clock import now
from .connection import Connection, Person
from .evening import Evening, ended_match, lost_seats
from .inbox import Command, ConnectionNews, Inbox
from .match_log import MatchLog
from .receipts import Receipts
from .seal import commitment, new_secret, seed_of
from .seats import SeatState, leader

JournalLine = tuple[str, dict[str, Any]]  # the kind of an entry, and what is kept in it
MAX_STORY_FACTOR = 1.6  # of the usual holds: bots wait so long at most for people who watch calmly
HURRIED_PAUSE_SECONDS = 0.1  # of a bot where everybody is in a hurry: long enough to see its card fly
RETRY_REASONS = ("not-saved", "busy")  # refusals after which the same move may be sent again


class TableSettings(NamedTuple):
    """How long things take at this server's tables, and who thinks for their strong bots."""

    grace_seconds: float = 30.0
    max_bot_pause_seconds: float = 1.6
    pool: ThinkingPool | None = None


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
        self.waiting: dict[int, Person] = {}  # who takes a bot's seat at the next deal
        self.held_seats: dict[str, int] = {}  # the seat that each person has held in this match
        self.secret = new_secret()
        self.match: Match | None = None
        self.match_id = ""
        self.log = MatchLog()
        self.evening = Evening()
        self.seq = 0
        self.inbox = Inbox()
        self.receipts = Receipts()
        self.audience = Audience(setup.watch)
        self.touched = now()
        self.bots = self._bot_driver()
        self.bots_due: dict[int, float] = {}
        self.story_ends = 0.0  # bots wait until then, or until everybody at the table has seen the story
        self.story_seen_by: set[str] = set()
        self.in_a_hurry: set[str] = set()
        self.deadline = 0.0

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

    def seat_of(self, person: str) -> int | None:
        """Where a person sits."""
        for seat, state in enumerate(self.seats):
            if state.person == person:
                return seat
        return None

    def leader(self) -> str:
        """Who may deal; before the first match only the host."""
        return leader(self.host, self.seats, self._people_here()) if self.match_id else self.host

    def _people_here(self) -> set[str]:
        return {connection.person.id for connection in self.audience.connections}

    # People

    def note_who_is_here(self) -> None:
        """Somebody came or went: whose seat is empty, and who still waits for one."""
        here = self._people_here()
        for state in self.seats:
            if state.person in here:
                state.gone_since = None
                state.away = False
            elif state.person is not None and state.gone_since is None:
                state.gone_since = now()
        self.waiting = {seat: person for seat, person in self.waiting.items() if person.id in here}

    async def seat_person(self, seat: int, person: Person) -> None:
        """Somebody sits down; a bot that had the seat leaves."""
        before = copy(self.seats[seat])
        self.seats[seat].seat_person(person.id, person.name)
        await self.save_seat(seat, before)
        if self.match is not None:
            self.held_seats[person.id] = seat
        self.note_who_is_here()
        self.reassign_viewers()

    async def save_seat(self, seat: int, before: SeatState) -> None:
        """Journal a seat that was changed; if that fails it is as it was ``before``."""
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

    async def start(self) -> None:
        """Deal: empty seats get bots."""
        empty = [seat for seat, state in enumerate(self.seats) if state.free() and state.level is None]
        bot = SeatState()
        bot.seat_bot("normal")
        seated = [seat_line(seat, bot) for seat in empty]
        match_id = secrets.token_urlsafe(9)
        version = find_game(self.setup.game).info.version
        await self.append(*seated, ("start", {"match": match_id, "version": version}))
        for seat in empty:
            self.seats[seat].seat_bot("normal")
        self.begin(match_id)

    def begin(self, match_id: str) -> None:
        """The match of this table's secret and words, dealt."""
        seed = seed_of(self.secret, [state.words for state in self.seats])
        self.match = Match.new(self.setup.game, self.setup.seats, self.setup.options, chance=Seeded(seed))
        self.match_id = match_id
        self.held_seats = {state.person: seat for seat, state in enumerate(self.seats) if state.person is not None}
        self.audience.forget()
        self.log = MatchLog()
        self.log.add(0, list(self.match.game.events))
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
                await self._append_last(match, ("move", made))
            else:
                await self.append(("move", made))
        except Exception:  # not only of the store: rules that stumble may have moved some cards already
            self.match = before
            raise
        number = match.move_number
        self._after_play(match, person, move_id)
        if self.waiting and (match.game.over or len(match.game.chance.tape) > len(before.game.chance.tape)):
            await self._seat_waiting()
        return number

    async def _append_last(self, match: Match, move: JournalLine) -> None:
        """Journal the last move of a match with what came of it, and archive the match."""
        assert match.result is not None
        result = match.result.to_json()
        ended = ended_match(self.match_id, self.setup.game, now(), result, self.seats)
        evening = deepcopy(self.evening)
        evening.add(ended)
        players = [state.player() for state in self.seats]
        people = [state.person for state in self.seats]
        seal = Seal(commitment(self.secret), self.secret, [state.words for state in self.seats])
        end = MatchEnd(self.setup.forfeit, lost_seats(result), evening.lines)
        finished = finished_match(self.match_id, match, players, people, seal, end)
        await self.append(move, ("ended", ended), finished=finished)
        self.evening = evening

    def _after_play(self, match: Match, person: str, move_id: str) -> None:
        """A move is on disk: it goes into the log, its sender may ask for the answer again, and all may see it."""
        self._log_move(match)
        if move_id:
            self.receipts.keep(person, move_id, match.move_number)
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
        waiting, self.waiting = self.waiting, {}
        for seat, person in waiting.items():
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

    def reset_for_rematch(self, game: str, options: dict[str, Any], secret: str) -> None:
        """Back to before the deal, with another secret."""
        self.setup = msgspec.structs.replace(self.setup, game=game, options=options)
        self.secret = secret
        self.match = None
        self.audience.forget()
        self.log = MatchLog()
        self.receipts.clear()
        self.held_seats = {}
        self.waiting = {}
        self.bots = self._bot_driver()
        for state in self.seats:
            state.words = None

    def plan_bots(self) -> None:
        """Every bot that may move now gets a moment to do so."""
        if self.match is None or self.match.game.over:
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
        """Refuse something; the refusal of a move is final unless the same move may be tried again."""
        answer = encode(Refused(reason, text.ru, text.en, move_id))
        if move_id and connection.viewer is not None and reason not in RETRY_REASONS:
            self.receipts.keep(connection.person.id, move_id, answer)
        connection.send(answer)

    def tell_table(self) -> None:
        """The whole table to everybody; those who may know the same share a frame."""
        leader = self.leader()
        frames: dict[tuple[int | None, bool], bytes] = {}
        for connection in self.audience.connections:
            kind = connection.viewer, connection.person.id == leader
            if kind not in frames:
                frames[kind] = encode(self.info(*kind))
            connection.send(frames[kind])

    def info(self, you: int | None, host: bool) -> TableInfo:
        """The table as it is told to those on this seat (None: to watchers)."""
        status, setup = self.status(), self.setup
        next_people = {seat: person.name for seat, person in self.waiting.items()}
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
            commitment=commitment(self.secret),
            words=[state.words for state in self.seats],
            match=self.match_id if status == "over" else "",
            secret=self.secret if status == "over" else "",
            forfeit=setup.forfeit,
            lost=self._lost(),
            evening=self.evening.lines,
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
