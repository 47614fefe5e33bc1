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

from koloda.core.chance import Seeded
from koloda.core.errors import KolodaError
from koloda.core.match import Match
from koloda.core.text import Text

from . import protocol as p
from .connection import Connection
from .fairness import commitment, new_secret, seed_of
from .pace import BotMind
from .seating import Place
from .store import Event, Store, StoreError
from .wire import wire_change, wire_notes, wire_view

encode = msgspec.json.Encoder().encode
IDLE = 3600.0
ANSWERS = 256
MOST_COMMANDS = 200

REFUSALS = {
    "not-host": Text("Это может только хозяин стола.", "Only the host may do that."),
    "no-such-seat": Text("Такого места за столом нет.", "There is no such seat."),
    "seat-taken": Text("Место занято.", "That seat is taken."),
    "seated": Text("Вы уже сидите за этим столом.", "You sit at this table already."),
    "not-seated": Text("Сначала сядьте за стол.", "Take a seat first."),
    "started": Text("Игра уже идёт.", "The match has begun."),
    "not-started": Text("Игра ещё не началась.", "The match has not begun."),
    "not-over": Text("Игра ещё идёт.", "The match is not over."),
    "stale": Text("Поздно: на столе уже всё иначе.", "Too late: the table has changed."),
    "quicker": Text("Не успели: кто-то сделал это раньше.", "Too late: somebody was quicker."),
    "no-chat": Text("Сейчас правила не велят разговаривать.", "The rules forbid talk now."),
    "no-hints": Text("За этим столом играют без подсказок.", "This table plays without hints."),
    "no-such-moment": Text("Такого хода ещё не было.", "There was no such move."),
    "busy": Text("Слишком много сообщений сразу.", "Too many messages at once."),
}


class Rules(NamedTuple):
    """How long things take at this server's tables."""

    grace: float = 30.0
    bot_pause: float = 1.6


class Command(NamedTuple):
    """A message, and the connection that sent it; None: the connection came or went."""

    connection: Connection
    message: p.ClientMessage | None


class Shown:
    """The last view of one pair of eyes."""

    def __init__(self, view: p.FullView, serial: int) -> None:
        self.view = view
        self.serial = serial


class Table:
    """A table and its match. ``post`` brings commands in from outside; everything else happens in ``run``."""

    def __init__(self, place: str, code: str, setup: p.NewTable, host: str, store: Store, rules: Rules) -> None:
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
        self.connections: set[Connection] = set()
        self.touched = time.time()
        self.on_over: Callable[[Table], Awaitable[None]] | None = None
        self._inbox: asyncio.Queue[Command] = asyncio.Queue(MOST_COMMANDS)
        self._shown: dict[int | None, Shown] = {}
        self._serial = 0
        self._answers: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._log: list[Any] = []
        self._bots_due: dict[int, float] = {}
        self._deadline = 0.0
        self._sit_later: dict[int, tuple[str, str]] = {}
        self._mind = BotMind(setup.game, secrets.randbits(60), rules.bot_pause)

    # Coming in from outside

    def post(self, connection: Connection, message: p.ClientMessage | None) -> None:
        """Queue a command; a table that is flooded says so to the one who floods it."""
        try:
            self._inbox.put_nowait(Command(connection, message))
        except asyncio.QueueFull:
            self._refuse(connection, "busy")

    async def run(self) -> None:
        """Own the table until it is cancelled."""
        while True:
            try:
                command = await asyncio.wait_for(self._inbox.get(), self._until_next())
            except TimeoutError:
                await self._tick()
                continue
            self.touched = time.time()
            await self._handle(command)

    async def _handle(self, command: Command) -> None:
        connection, message = command
        try:
            if message is None:
                await self._came_or_went(connection)
            else:
                await HANDLERS[type(message)](self, connection, message)
        except KolodaError as error:
            self._refuse_text(connection, error.reason, error.text, getattr(message, "id", ""))

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
            self.connections.discard(connection)
        else:
            self.connections.add(connection)
            connection.eyes = self.seat_of(connection.person.id)
            if connection.wants_log:
                self._send_log(connection)
        here = {other.person.id for other in self.connections}
        for place in self.places:
            if place.person in here:
                place.gone_since = None
                place.away = False
            elif place.person is not None and place.gone_since is None:
                place.gone_since = time.time()
        self._plan_bots()
        self._tell_table()
        self._tell_views()

    async def _sit(self, connection: Connection, message: p.Sit) -> None:
        person = connection.person
        if message.seat >= len(self.places):
            return self._refuse(connection, "no-such-seat")
        if self.seat_of(person.id) is not None:
            return self._refuse(connection, "seated")
        place = self.places[message.seat]
        if not place.free():
            return self._refuse(connection, "seat-taken")
        if self.status() == "playing" and self.setup.join == "between":
            self._sit_later[message.seat] = (person.id, person.name)
            return self._tell_table()
        await self._seat_person(message.seat, person.id, person.name)

    async def _seat_person(self, seat: int, person: str, name: str) -> None:
        place = self.places[seat]
        before = copy(place)
        place.seat_person(person, name)
        await self._keep_place(seat, before)
        self._look_again()

    async def _keep_place(self, seat: int, before: Place) -> None:
        """Journal a seat; if that fails it is as it was."""
        try:
            await self._append("place", {"seat": seat, **self.places[seat].saved()})
        except StoreError:
            self.places[seat] = before
            raise

    def _look_again(self) -> None:
        """Somebody sat down or stood up: eyes change, and with them views."""
        for connection in self.connections:
            eyes = self.seat_of(connection.person.id)
            if eyes != connection.eyes:
                connection.eyes = eyes
                connection.synced = -1
        self._plan_bots()
        self._tell_table()
        self._tell_views()

    async def _stand(self, connection: Connection, message: p.Stand) -> None:
        seat = self.seat_of(connection.person.id)
        if seat is None:
            return self._refuse(connection, "not-seated")
        before = copy(self.places[seat])
        self.places[seat].seat_bot("normal" if self.status() == "playing" else None)
        await self._keep_place(seat, before)
        self._look_again()

    async def _set_bot(self, connection: Connection, message: p.SetBot) -> None:
        if connection.person.id != self.host:
            return self._refuse(connection, "not-host")
        if message.seat >= len(self.places):
            return self._refuse(connection, "no-such-seat")
        if not self.places[message.seat].free():
            return self._refuse(connection, "seat-taken")
        if self.status() == "playing" and message.level is None:
            return self._refuse(connection, "started")
        before = copy(self.places[message.seat])
        self.places[message.seat].seat_bot(message.level)
        await self._keep_place(message.seat, before)
        self._look_again()

    async def _rename(self, connection: Connection, message: p.Rename) -> None:
        name = clean(message.name)
        connection.person = connection.person._replace(name=name)
        await self.store.name_person(connection.person.id, name)
        seat = self.seat_of(connection.person.id)
        if seat is not None:
            before = copy(self.places[seat])
            self.places[seat].name = name
            await self._keep_place(seat, before)
        self._tell_table()

    async def _add_words(self, connection: Connection, message: p.AddWords) -> None:
        seat = self.seat_of(connection.person.id)
        if seat is None:
            return self._refuse(connection, "not-seated")
        if self.match is not None:
            return self._refuse(connection, "started")
        before = copy(self.places[seat])
        self.places[seat].words = clean(message.words) or None
        await self._keep_place(seat, before)
        self._tell_table()

    async def _say(self, connection: Connection, message: p.Say) -> None:
        if self.match is not None and self.status() == "playing" and not self.match.game.chat():
            return self._refuse(connection, "no-chat")
        text = clean(message.text)
        if text:
            self._broadcast(p.Said(connection.eyes, connection.person.name, text))

    # The match

    async def start(self) -> None:
        """Deal: empty seats get bots."""
        for seat, place in enumerate(self.places):
            if place.free() and place.level is None:
                place.seat_bot("normal")
                await self._append("place", {"seat": seat, **place.saved()})
        await self._append("start", {})
        self.begin()

    def begin(self) -> None:
        """The match of this table's secret and words, dealt."""
        seed = seed_of(self.secret, [place.words for place in self.places])
        self.match = Match.new(self.setup.game, self.setup.seats, self.setup.options, chance=Seeded(seed))
        self._shown.clear()
        self._log = [(0, list(self.match.game.log))]
        for connection in self.connections:
            connection.synced = -1
        self._after_move()

    async def _start(self, connection: Connection, message: p.Start) -> None:
        if connection.person.id != self.host:
            return self._refuse(connection, "not-host")
        if self.match is not None:
            return self._refuse(connection, "started")
        await self.start()

    async def _move(self, connection: Connection, message: p.Move) -> None:
        answered = self._answers.get((connection.person.id, message.id))
        if answered is not None:
            return connection.send(answered)
        seat = connection.eyes
        if seat is None:
            return self._refuse(connection, "not-seated", message.id)
        if self.match is None:
            return self._refuse(connection, "not-started", message.id)
        late = self._lateness(seat, message)
        if late:
            return self._refuse(connection, late, message.id)
        await self.play(seat, message.move, connection.person.id, message.id)
        answer = encode(p.Moved(message.id, self.match.move_number))
        self._answers[connection.person.id, message.id] = answer
        if len(self._answers) > ANSWERS:
            self._answers.popitem(last=False)
        connection.send(answer)

    def _lateness(self, seat: int, message: p.Move) -> str:
        """Why a move comes too late: in a free turn only if another seat has done the same thing meanwhile."""
        assert self.match is not None
        if message.n == self.match.move_number:
            return ""
        turn = self.match.turn
        since = self.match.moves()[max(0, message.n) :]
        if turn.kind == "free":
            return "quicker" if any(other != seat and move == message.move for other, move in since) else ""
        if turn.kind == "together" and all(other != seat for other, _ in since):
            return ""  # only the others have chosen since
        return "stale"

    async def play(self, seat: int, move: str, person: str = "", move_id: str = "") -> None:
        """Make a move and show it when it is on disk; if it cannot be saved it was never made."""
        match = self.match
        assert match is not None
        before = match.copy()
        match.play(seat, move)
        try:
            await self._append("move", {"seat": seat, "move": move, "person": person, "id": move_id})
        except StoreError:
            self.match = before
            raise
        self._log.append((match.move_number, list(match.game.log)))
        if self._sit_later and len(match.game.chance.tape) > len(before.game.chance.tape):
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
            self._answers[person, move_id] = encode(p.Moved(move_id, self.match.move_number))
        self._after_move()

    async def _seat_waiting(self) -> None:
        """Between two deals those who wait for a bot's seat get it."""
        waiting, self._sit_later = self._sit_later, {}
        for seat, (person, name) in waiting.items():
            if self.places[seat].free() and self.seat_of(person) is None:
                await self._seat_person(seat, person, name)

    def _after_move(self) -> None:
        assert self.match is not None
        self._deadline = 0.0
        if self.setup.clock and not self.match.game.over:
            self._deadline = time.time() + self.setup.clock
        self._bots_due.clear()
        self._plan_bots()
        if self.match.game.over or self.match.move_number == 0:
            self._tell_table()
        self._tell_views()

    async def _rematch(self, connection: Connection, message: p.Rematch) -> None:
        if self.status() != "over":
            return self._refuse(connection, "not-over")
        if connection.person.id != self.host:
            return self._refuse(connection, "not-host")
        setup = msgspec.structs.replace(
            self.setup,
            game=message.game or self.setup.game,
            options=message.options if message.options is not None else ({} if message.game else self.setup.options),
        )
        Match.new(setup.game, setup.seats, setup.options, seed="")  # raises where game, seats and options do not fit
        secret = new_secret()
        await self._append("again", {"game": setup.game, "options": setup.options, "secret": secret})
        self.again(setup.game, setup.options, secret)
        self._tell_table()

    def again(self, game: str, options: dict[str, Any], secret: str) -> None:
        """Back to before the deal, with another secret."""
        self.setup = msgspec.structs.replace(self.setup, game=game, options=options)
        self.secret = secret
        self.match = None
        self._shown.clear()
        self._log.clear()
        self._answers.clear()
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
                    self._tell_table()
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

    async def _append(self, kind: str, payload: dict[str, Any]) -> None:
        await self.store.append(Event(self.id, self.seq + 1, kind, payload))
        self.seq += 1

    def _refuse(self, connection: Connection, reason: str, move_id: str = "") -> None:
        self._refuse_text(connection, reason, REFUSALS[reason], move_id)

    def _refuse_text(self, connection: Connection, reason: str, text: Text, move_id: str = "") -> None:
        connection.send(encode(p.Refused(reason, text.ru, text.en, move_id)))

    def _broadcast(self, message: p.ServerMessage) -> None:
        frame = encode(message)
        for connection in self.connections:
            connection.send(frame)

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
            watchers=len({c.person.id for c in self.connections if c.eyes is None}),
            commitment=commitment(self.secret),
            words=[place.words for place in self.places],
            match=self.last_match if over else "",
            secret=self.secret if over else "",
        )

    def _tell_table(self) -> None:
        for connection in self.connections:
            connection.send(encode(self.info(connection)))

    def _tell_views(self) -> None:
        """Show everybody the match as it is: a difference to those who have the last view, all of it to others."""
        if self.match is None:
            return
        self._serial += 1
        told: dict[int | None, tuple[bytes | None, bytes | None]] = {}
        for connection in self.connections:
            eyes = connection.eyes
            if eyes not in told:
                told[eyes] = self._frames_for(eyes)
            change, whole = told[eyes]
            last = self._serial - 1
            if connection.synced == last and change is not None:
                connection.send(change, view=True)
            else:
                if whole is None:
                    whole = encode(self._shown[eyes].view)
                    told[eyes] = (change, whole)
                connection.synced = self._serial
                connection.send(whole, view=True)
                continue
            if not connection.behind():
                connection.synced = self._serial

    def _frames_for(self, eyes: int | None) -> tuple[bytes | None, bytes | None]:
        """The change since the last view of these eyes; the whole view is encoded only if somebody needs it."""
        assert self.match is not None
        view = wire_view(self.match.view(eyes), round(self._deadline * 1000))
        before = self._shown.get(eyes)
        self._shown[eyes] = Shown(view, self._serial)
        if before is None or before.serial != self._serial - 1:
            return None, None
        change = wire_change(before.view, view)
        return (None if change is None else encode(change)), None

    def _send_log(self, connection: Connection) -> None:
        if self.match is None:
            return
        from koloda.core.view import note_view

        eyes = -1 if connection.eyes is None else connection.eyes
        game = self.match.game
        lines = [
            p.LogLine(n, wire_notes(tuple(note_view(game, note, eyes) for note in notes))) for n, notes in self._log
        ]
        connection.send(encode(p.Log(lines)))

    async def _hints(self, connection: Connection, message: p.AskHints) -> None:
        if not self.setup.hints:
            return self._refuse(connection, "no-hints")
        if self.match is None or connection.eyes is None:
            return self._refuse(connection, "not-seated")
        found = self.match.view(connection.eyes).hints
        hints = [p.WireHint(hint.kind, dict(hint.args), hint.move) for hint in found]
        connection.send(encode(p.Hints(self.match.move_number, hints)))

    async def _past(self, connection: Connection, message: p.AskPast) -> None:
        if self.match is None or not 0 <= message.n <= self.match.move_number:
            return self._refuse(connection, "no-such-moment")
        record = self.match.record()
        moves = self.match.moves()[: message.n]
        then = Match.replay({**record, "moves": [list(move) for move in moves], "result": None})
        connection.send(encode(p.Past(wire_view(then.view(connection.eyes)))))

    async def _ping(self, connection: Connection, message: p.Ping) -> None:
        connection.send(encode(p.Pong()))


def clean(text: str) -> str:
    """Words of people: one line, no control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


HANDLERS: dict[type, Callable[[Table, Connection, Any], Awaitable[None]]] = {
    p.Sit: Table._sit,
    p.Stand: Table._stand,
    p.SetBot: Table._set_bot,
    p.AddWords: Table._add_words,
    p.Start: Table._start,
    p.Move: Table._move,
    p.Say: Table._say,
    p.AskHints: Table._hints,
    p.AskPast: Table._past,
    p.Rename: Table._rename,
    p.Rematch: Table._rematch,
    p.Ping: Table._ping,
}
