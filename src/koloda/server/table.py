"""One table: a single task owns it, takes commands one after the other, and tells everybody what they may know."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from copy import copy
from typing import Any, NamedTuple

import msgspec
import structlog

from koloda.core.chance import Seeded
from koloda.core.errors import KolodaError
from koloda.core.match import Match

from . import protocol as p
from .connection import Connection
from .crowd import Crowd, LogEntry, encode
from .fairness import commitment, new_secret, seed_of
from .pace import BotMind
from .refusals import REFUSALS
from .seating import Place
from .store import Event, Store, StoreError

log = structlog.get_logger()
IDLE = 3600.0
ANSWERS = 256
MOST_COMMANDS = 200


Handle = Callable[["Table", Connection, p.ClientMessage], Awaitable[None]]


class Rules(NamedTuple):
    """How long things take at this server's tables."""

    grace: float = 30.0
    bot_pause: float = 1.6


class Command(NamedTuple):
    """A message, and the connection that sent it; None: the connection came or went."""

    connection: Connection
    message: p.ClientMessage | None


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
        self.last_match = ""
        self.seq = 0
        self.crowd = Crowd()
        self.touched = time.time()
        self.handle = handle
        self.on_over: Callable[[Table], Awaitable[None]] | None = None
        self._inbox: asyncio.Queue[Command] = asyncio.Queue()
        self.answers: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._log: list[LogEntry] = []
        self._bots_due: dict[int, float] = {}
        self._deadline = 0.0
        self.waiting: dict[int, tuple[str, str]] = {}
        self._mind = BotMind(setup.game, secrets.randbits(60), rules.bot_pause)

    # Coming in from outside

    def post(self, connection: Connection, message: p.ClientMessage | None) -> None:
        """Queue a command; a table that is flooded says so to the one who floods it, coming and going always counts."""
        if message is not None and self._inbox.qsize() >= MOST_COMMANDS:
            return self.refuse(connection, "busy")
        self._inbox.put_nowait(Command(connection, message))

    async def run(self) -> None:
        """Own the table until it is cancelled; whatever goes wrong with one command, the next one is served."""
        while True:
            try:
                await self._next()
            except Exception:
                log.exception("a table stumbled", table=self.id, game=self.setup.game)

    async def _next(self) -> None:
        """The next command, or what happens by itself if none comes in time."""
        if self._inbox.empty():
            try:
                command = await asyncio.wait_for(self._inbox.get(), self._until_next())
            except TimeoutError:
                return await self._tick()
        else:
            command = self._inbox.get_nowait()
        self.touched = time.time()
        await self._handle(command)

    async def _handle(self, command: Command) -> None:
        connection, message = command
        try:
            if message is None:
                await self._came_or_went(connection)
            else:
                await self.handle(self, connection, message)
        except KolodaError as error:
            self.crowd.refuse(connection, error.reason, error.text, getattr(message, "id", ""))

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

    # People

    async def _came_or_went(self, connection: Connection) -> None:
        if connection.closed:
            self.crowd.connections.discard(connection)
        else:
            self.crowd.connections.add(connection)
            connection.eyes = self.seat_of(connection.person.id)
            if connection.wants_log and self.match is not None:
                self.crowd.send_log(connection, self.match, self._log)
        here = {other.person.id for other in self.crowd.connections}
        for place in self.places:
            if place.person in here:
                place.gone_since = None
                place.away = False
            elif place.person is not None and place.gone_since is None:
                place.gone_since = time.time()
        self._plan_bots()
        self.tell_table()
        self._tell_views()

    async def seat_person(self, seat: int, person: str, name: str) -> None:
        place = self.places[seat]
        before = copy(place)
        place.seat_person(person, name)
        await self.keep_place(seat, before)
        self.look_again()

    async def keep_place(self, seat: int, before: Place) -> None:
        """Journal a seat; if that fails it is as it was."""
        try:
            await self.append("place", {"seat": seat, **self.places[seat].saved()})
        except StoreError:
            self.places[seat] = before
            raise

    def look_again(self) -> None:
        """Somebody sat down or stood up: eyes change, and with them views."""
        for connection in self.crowd.connections:
            eyes = self.seat_of(connection.person.id)
            if eyes != connection.eyes:
                connection.eyes = eyes
                connection.synced = -1
        self._plan_bots()
        self.tell_table()
        self._tell_views()

    # The match

    async def start(self) -> None:
        """Deal: empty seats get bots."""
        for seat, place in enumerate(self.places):
            if place.free() and place.level is None:
                place.seat_bot("normal")
                await self.append("place", {"seat": seat, **place.saved()})
        await self.append("start", {})
        self.begin()

    def begin(self) -> None:
        """The match of this table's secret and words, dealt."""
        seed = seed_of(self.secret, [place.words for place in self.places])
        self.match = Match.new(self.setup.game, self.setup.seats, self.setup.options, chance=Seeded(seed))
        self.crowd.forget()
        self._log = [(0, list(self.match.game.log))]
        self._after_move()

    async def play(self, seat: int, move: str, person: str = "", move_id: str = "") -> None:
        """Make a move and show it when it is on disk; if it cannot be saved it was never made."""
        match = self.match
        assert match is not None
        before = match.copy()
        match.play(seat, move)
        try:
            await self.append("move", {"seat": seat, "move": move, "person": person, "id": move_id})
        except StoreError:
            self.match = before
            raise
        self._log.append((match.move_number, list(match.game.log)))
        if self.waiting and len(match.game.chance.tape) > len(before.game.chance.tape):
            await self._seat_waiting()
        if match.game.over and self.on_over is not None:
            await self.on_over(self)
        self._after_move()

    def repeat_move(self, seat: int, move: str, person: str, move_id: str) -> None:
        """A move from the journal; its sender may still ask whether it arrived."""
        assert self.match is not None
        self.match.play(seat, move)
        self._log.append((self.match.move_number, list(self.match.game.log)))
        if move_id:
            self.answers[person, move_id] = encode(p.Moved(move_id, self.match.move_number))
        self._after_move()

    async def _seat_waiting(self) -> None:
        """Between two deals those who wait for a bot's seat get it."""
        waiting, self.waiting = self.waiting, {}
        for seat, (person, name) in waiting.items():
            if self.places[seat].free() and self.seat_of(person) is None:
                await self.seat_person(seat, person, name)

    def _after_move(self) -> None:
        assert self.match is not None
        self._deadline = 0.0
        if self.setup.clock and not self.match.game.over:
            self._deadline = time.time() + self.setup.clock
        self._bots_due.clear()
        self._plan_bots()
        if self.match.game.over or self.match.move_number == 0:
            self.tell_table()
        self._tell_views()

    def again(self, game: str, options: dict[str, Any], secret: str) -> None:
        """Back to before the deal, with another secret."""
        self.setup = msgspec.structs.replace(self.setup, game=game, options=options)
        self.secret = secret
        self.match = None
        self.crowd.forget()
        self._log.clear()
        self.answers.clear()
        self._mind = BotMind(game, secrets.randbits(60), self.rules.bot_pause)
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
                self._bots_due[seat] = time.time() + self._mind.pause()
        self._bots_due = {
            seat: due for seat, due in self._bots_due.items() if seat in seats and self.places[seat].played_by_bot()
        }

    def _until_next(self) -> float:
        """Seconds until something happens by itself."""
        moments = list(self._bots_due.values())
        if self._deadline:
            moments.append(self._deadline)
        if self.status() == "playing":
            moments += [place.gone_since + self.rules.grace for place in self.places if self._may_go_away(place)]  # type: ignore[operator]
        return max(0.0, min(moments, default=time.time() + IDLE) - time.time())

    @staticmethod
    def _may_go_away(place: Place) -> bool:
        return place.gone_since is not None and not place.away

    async def _tick(self) -> None:
        now = time.time()
        try:
            for place in self.places:
                if self._may_go_away(place) and now >= (place.gone_since or 0.0) + self.rules.grace:
                    place.away = True
                    self._plan_bots()
                    self.tell_table()
            if self._deadline and now >= self._deadline:
                await self._time_is_up()
            for seat in [seat for seat, due in self._bots_due.items() if now >= due][:1]:
                await self._bot_moves(seat)
        except StoreError:
            self._deadline = now + 1.0 if self._deadline else 0.0
            self._bots_due = dict.fromkeys(self._bots_due, now + 1.0)

    async def _time_is_up(self) -> None:
        assert self.match is not None
        seats = self.match.turn.seats
        for seat in seats if self.match.turn.kind == "together" else seats[:1]:
            await self.play(seat, self.match.game.default_move(seat))

    async def _bot_moves(self, seat: int) -> None:
        assert self.match is not None
        self._bots_due.pop(seat, None)
        move = self._mind.choose(self.match.view(seat), self.places[seat].bot_level())
        if move:
            await self.play(seat, move)
        # a bot with nothing to do waits until somebody else has moved

    # Telling

    async def append(self, kind: str, payload: dict[str, Any]) -> None:
        await self.store.append(Event(self.id, self.seq + 1, kind, payload))
        self.seq += 1

    def refuse(self, connection: Connection, reason: str, move_id: str = "") -> None:
        self.crowd.refuse(connection, reason, REFUSALS[reason], move_id)

    def info(self, connection: Connection) -> p.TableInfo:
        """The table as one connection is told of it."""
        over = self.status() == "over"
        return p.TableInfo(
            id=self.id,
            code=self.code,
            game=self.setup.game,
            seats=self.setup.seats,
            options=self.setup.options,
            status=self.status(),  # type: ignore[arg-type]
            chairs=[place.chair() for place in self.places],
            you=connection.eyes,
            host=connection.person.id == self.host,
            open=self.setup.open,
            watch=self.setup.watch,
            hints=self.setup.hints,
            join=self.setup.join,
            clock=self.setup.clock,
            watchers=len({c.person.id for c in self.crowd.connections if c.eyes is None}),
            commitment=commitment(self.secret),
            words=[place.words for place in self.places],
            match=self.last_match if over else "",
            secret=self.secret if over else "",
        )

    def tell_table(self) -> None:
        for connection in self.crowd.connections:
            connection.send(encode(self.info(connection)))

    def _tell_views(self) -> None:
        if self.match is not None:
            self.crowd.tell_views(self.match, round(self._deadline * 1000))
