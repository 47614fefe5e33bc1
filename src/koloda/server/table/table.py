"""One table: a single task owns it, takes commands one after the other, and tells everybody what they may know."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from copy import copy
from typing import Any, NamedTuple

import msgspec
import structlog

from koloda.core.chance import Seeded
from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.games.registry import find_game
from koloda.match import Match
from koloda.server.logs import trouble
from koloda.server.protocol import messages as p
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.sockets.outbox import Connection
from koloda.server.storage.archive import archived
from koloda.server.storage.store import Archived, Event, Store, StoreError
from koloda.server.thinking.pool import Thinkers

from .audience import Crowd, encode
from .bots import LOOK, BotMind
from .clock import now
from .history import Chronicle
from .inbox import Command, Inbox
from .info import table_info
from .receipts import Answers
from .seal import new_secret, seed_of
from .seats import Place, leader

log = structlog.get_logger()
STUMBLE = 0.2
AGAIN = 1.0  # seconds until a bot or the clock tries once more what went wrong
TRY_AGAIN = ("not-saved", "busy")


Handle = Callable[["Table", Connection, p.ClientMessage], Awaitable[None]]


class Rules(NamedTuple):
    """How long things take at this server's tables, and who thinks for their strong bots."""

    grace: float = 30.0
    bot_pause: float = 1.6
    thinkers: Thinkers | None = None


class Table:
    """A table and its match. ``post`` brings commands in from outside; everything else happens in ``run``."""

    def __init__(
        self, place: str, code: str, setup: p.NewTable, host: str, store: Store, rules: Rules, handle: Handle
    ) -> None:
        self.id = place
        self.code = code
        self.setup = setup
        self.host = host
        self.store = store
        self.rules = rules
        self.places = [Place() for _ in range(setup.seats)]
        self.secret = new_secret()
        self.match: Match | None = None
        self.match_id = ""
        self.seq = 0
        self.crowd = Crowd(setup.watch)
        self.touched = now()
        self.handle = handle
        self._inbox = Inbox()
        self.answers = Answers()
        self.sat: dict[str, int] = {}
        self.chronicle = Chronicle()
        self._bots_due: dict[int, float] = {}
        self._deadline = 0.0
        self.waiting: dict[int, tuple[str, str]] = {}
        self._mind = BotMind(setup.game, secrets.randbits(60), rules.bot_pause, rules.thinkers)

    # Coming in from outside

    def post(self, connection: Connection, message: p.ClientMessage | None) -> None:
        """Queue a command; who floods a table is told so."""
        if not self._inbox.put(Command(connection, message), self.seat_of(connection.person.id) is not None):
            self.refuse(connection, "busy", getattr(message, "id", ""))

    async def run(self) -> None:
        """Own the table until it is cancelled; whatever goes wrong with one command, the next one is served."""
        while True:
            try:
                await self._next()
            except Exception as error:
                log.error("a table stumbled", table=self.id, game=self.setup.game, **trouble(error))
                await asyncio.sleep(STUMBLE)

    async def _next(self) -> None:
        """The next command, or what happens by itself if none comes in time."""
        self._mind.think_ahead(self.match, self._bots_due, self.places)
        command = await self._inbox.get(self._until_next())
        if command is None:
            return await self._tick()
        self.touched = now()
        await self._handle(command)

    async def _handle(self, command: Command) -> None:
        connection, message = command
        try:
            if message is None:
                await self._came_or_went(connection)
            else:
                await self.handle(self, connection, message)
        except KolodaError as error:
            self.say_no(connection, error.reason, error.text, getattr(message, "id", ""))

    def status(self) -> str:
        """waiting, playing or over."""
        if self.match is None:
            return "waiting"
        return "over" if self.match.game.over else "playing"

    def seat_of(self, person: str) -> int | None:
        """Where a person sits."""
        for seat, place in enumerate(self.places):
            if place.person == person:
                return seat
        return None

    def leader(self) -> str:
        """Who may deal; before the first match only the host himself."""
        here = {connection.person.id for connection in self.crowd.connections}
        return leader(self.host, self.places, here) if self.match_id else self.host

    # People

    async def _came_or_went(self, connection: Connection) -> None:
        known = connection in self.crowd.connections
        if not connection.closed and not known:
            self.crowd.connections.add(connection)
            connection.viewer = self.seat_of(connection.person.id)
            if connection.wants_log and self.match is not None:
                self.crowd.send_log(connection, self.match, self.chronicle.entries)
        elif connection.closed:
            self.crowd.connections.discard(connection)
        if known != (connection in self.crowd.connections):
            self._note_who_is_here()
            self._plan_bots()
            self.tell_table()
        self._show_those_behind()

    def _note_who_is_here(self) -> None:
        here = {connection.person.id for connection in self.crowd.connections}
        for place in self.places:
            if place.person in here:
                place.gone_since = None
                place.away = False
            elif place.person is not None and place.gone_since is None:
                place.gone_since = now()
        self.waiting = {seat: who for seat, who in self.waiting.items() if who[0] in here}

    async def seat_person(self, seat: int, person: str, name: str) -> None:
        place = self.places[seat]
        before = copy(place)
        place.seat_person(person, name)
        await self.keep_place(seat, before)
        if self.match is not None:
            self.sat[person] = seat
        self._note_who_is_here()
        self.look_again()

    async def keep_place(self, seat: int, before: Place) -> None:
        """Journal a seat; if that fails it is as it was."""
        try:
            await self.append(("place", {"seat": seat, **self.places[seat].saved()}))
        except StoreError:
            self.places[seat] = before
            raise

    def look_again(self) -> None:
        """Somebody sat down or stood up: eyes change, and with them views."""
        for connection in self.crowd.connections:
            viewer = self.seat_of(connection.person.id)
            if viewer != connection.viewer:
                connection.viewer = viewer
                connection.synced = -1
        self._plan_bots()
        self.tell_table()
        self._show_those_behind()

    # The match

    async def start(self) -> None:
        """Deal: empty seats get bots."""
        empty = [seat for seat, place in enumerate(self.places) if place.free() and place.level is None]
        bot = Place()
        bot.seat_bot("normal")
        seated = [("place", {"seat": seat, **bot.saved()}) for seat in empty]
        match_id = secrets.token_urlsafe(9)
        version = find_game(self.setup.game).info.version
        await self.append(*seated, ("start", {"match": match_id, "version": version}))
        for seat in empty:
            self.places[seat].seat_bot("normal")
        self.begin(match_id)

    def begin(self, match_id: str) -> None:
        """The match of this table's secret and words, dealt."""
        seed = seed_of(self.secret, [place.words for place in self.places])
        self.match = Match.new(self.setup.game, self.setup.seats, self.setup.options, chance=Seeded(seed))
        self.match_id = match_id
        self.sat = {place.person: seat for seat, place in enumerate(self.places) if place.person is not None}
        self.crowd.forget()
        self.chronicle = Chronicle()
        self.chronicle.entries.append((0, list(self.match.game.events)))
        self.tell_table()
        self._after_move()

    async def play(self, seat: int, move: str, person: str = "", move_id: str = "") -> None:
        """Make a move and show it when it is on disk; if it cannot be saved it was never made."""
        match = self.match
        assert match is not None
        before = match.copy()
        made = {"seat": seat, "move": move, "person": person, "id": move_id}
        try:
            match.play(seat, move)
            finished = archived(self.match_id, match, self.places, self.secret) if match.game.over else None
            await self.append(("move", made), archive=finished)
        except Exception:  # not only of the store: rules that stumble may have moved some cards already
            self.match = before
            raise
        self._made(person, move_id)
        if self.waiting and (match.game.over or len(match.game.chance.tape) > len(before.game.chance.tape)):
            await self._seat_waiting()

    def _made(self, person: str, move_id: str) -> None:
        """A move is on disk: it is in the log, its sender may ask for the answer again, and all may see it."""
        assert self.match is not None
        self._tell_chronicle(self.match)
        if move_id:
            self.answers.keep(person, move_id, self.match.move_number)
        if self.match.game.over:
            self.tell_table()
        self._after_move()

    def _tell_chronicle(self, match: Match) -> None:
        """Keep what the last move told; if it made older lines void, they go from everybody's log."""
        told = match.game.events  # each move has a list of its own
        if self.chronicle.forget(match.move_number, told, match.game.info.erases):
            for connection in self.crowd.connections:
                if connection.wants_log:
                    self.crowd.send_log(connection, match, self.chronicle.entries)
        self.chronicle.entries.append((match.move_number, told))

    def repeat_move(self, seat: int, move: str, person: str, move_id: str) -> None:
        """A move from the journal."""
        assert self.match is not None
        self.match.play(seat, move)
        self._made(person, move_id)

    async def _seat_waiting(self) -> None:
        """Between two deals those who wait for a bot's seat get it."""
        waiting, self.waiting = self.waiting, {}
        for seat, (person, name) in waiting.items():
            if self.places[seat].free() and self.seat_of(person) is None:
                with contextlib.suppress(StoreError):  # he may ask again; the move that brought us here is saved
                    await self.seat_person(seat, person, name)

    def _after_move(self) -> None:
        assert self.match is not None
        game = self.match.game
        if not self.setup.clock or game.over:
            self._deadline = 0.0
        elif not game.secret:  # those who still think in a turn together get no more time because another has chosen
            self._deadline = now() + self.setup.clock
        self._bots_due.clear()
        self._plan_bots()
        self._tell_views()

    def again(self, game: str, options: dict[str, Any], secret: str) -> None:
        """Back to before the deal, with another secret."""
        self.setup = msgspec.structs.replace(self.setup, game=game, options=options)
        self.secret = secret
        self.match = None
        self.crowd.forget()
        self.chronicle = Chronicle()
        self.answers.clear()
        self.sat = {}
        self.waiting = {}
        self._mind = BotMind(game, secrets.randbits(60), self.rules.bot_pause, self.rules.thinkers)
        for place in self.places:
            place.words = None

    # Bots, clocks, absence

    def _plan_bots(self) -> None:
        """Every bot that may move now gets a moment to do so."""
        if self.match is None or self.match.game.over:
            self._bots_due.clear()
            return
        seats = self.match.turn.seats
        for seat in seats:
            if self.places[seat].played_by_bot() and seat not in self._bots_due:
                self._bots_due[seat] = now() + self._mind.pause()
        self._bots_due = {
            seat: due for seat, due in self._bots_due.items() if seat in seats and self.places[seat].played_by_bot()
        }

    def _until_next(self) -> float | None:
        """Seconds until something happens by itself; None: nothing will."""
        moments = list(self._bots_due.values())
        if self._deadline:
            moments.append(self._deadline)
        if self.status() == "playing":
            moments += [place.gone_since + self.rules.grace for place in self.places if self._may_go_away(place)]  # type: ignore[operator]
        return max(0.0, min(moments) - now()) if moments else None

    @staticmethod
    def _may_go_away(place: Place) -> bool:
        return place.gone_since is not None and not place.away

    async def _tick(self) -> None:
        moment = now()
        try:
            for place in self.places:
                if self._may_go_away(place) and moment >= (place.gone_since or 0.0) + self.rules.grace:
                    place.away = True
                    self._plan_bots()
                    self.tell_table()
            if self._deadline and moment >= self._deadline:
                await self._time_is_up()
            for seat in [seat for seat, due in self._bots_due.items() if moment >= due][:1]:
                await self._bot_moves(seat)
        except Exception as error:
            self._deadline = moment + AGAIN if self._deadline else 0.0
            self._bots_due = dict.fromkeys(self._bots_due, moment + AGAIN)
            if not isinstance(error, StoreError):
                raise

    async def _time_is_up(self) -> None:
        assert self.match is not None
        seats = self.match.turn.seats
        for seat in seats if self.match.turn.kind == "together" else seats[:1]:
            await self.play(seat, self.match.game.default_move(seat))

    async def _bot_moves(self, seat: int) -> None:
        assert self.match is not None
        move = self._mind.answer(self.match, seat, self.places[seat].bot_level())
        if move is None:
            self._bots_due[seat] = now() + LOOK
        elif move:
            await self.play(seat, move)
        else:  # nothing to do: it waits until somebody else has moved
            del self._bots_due[seat]

    # Telling

    async def append(self, *lines: tuple[str, dict[str, Any]], archive: Archived | None = None) -> None:
        """Add lines to the journal: all of them, or none."""
        events = [Event(self.id, self.seq + number, *line) for number, line in enumerate(lines, 1)]
        await self.store.append(*events, archived=archive)
        self.seq += len(events)

    def refuse(self, connection: Connection, reason: str, move_id: str = "") -> None:
        """A no of the table's own."""
        self.say_no(connection, reason, REFUSALS[reason], move_id)

    def say_no(self, connection: Connection, reason: str, text: Text, move_id: str = "") -> None:
        """A no, with its sentence; it stands for this move unless it is only a matter of trying again."""
        answer = encode(p.Refused(reason, text.ru, text.en, move_id))
        if move_id and connection.viewer is not None and reason not in TRY_AGAIN:
            self.answers.keep(connection.person.id, move_id, answer)
        connection.send(answer)

    def tell_table(self) -> None:
        """The table whole to everybody; a crowd shares a few frames."""
        leader = self.leader()
        frames: dict[tuple[int | None, bool], bytes] = {}
        for connection in self.crowd.connections:
            kind = connection.viewer, connection.person.id == leader
            if kind not in frames:
                frames[kind] = encode(table_info(self, *kind))
            connection.send(frames[kind])

    def _tell_views(self) -> None:
        if self.match is not None:
            self.crowd.tell_views(self.match, round(self._deadline * 1000))

    def _show_those_behind(self) -> None:
        if self.match is not None:
            self.crowd.catch_up(self.match, round(self._deadline * 1000))
