"""Well-behaved tables beside an attack: two people each, who play and measure how soon they are answered."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from koloda.core.errors import KolodaError
from koloda.seal import DealId
from koloda.verify import verify

from ..running import apply, number_for_deal
from .sightings import Sightings
from .wire import TurnedAway, Wire, ask, frame, new_token

SOURCE = "127.0.0.9"
MOVE_PAUSE_SECONDS = 0.15  # with the pings well within the frames that a person may send
PING_SECONDS = 0.1
LOOK_BACK_SECONDS = 1.0
TURNED_AWAY_SECONDS = 1.0  # after which somebody asks again
COME_BACK_SECONDS = 0.05
ASKED_AGAIN_SHARE = 0.1  # of the moves: with them an old one is sent once more
MAX_ASKED_AGAIN = 12
LOST = (OSError, EOFError)
NOT_FOR_GOOD = ("busy", "too-much-today", "not-saved")
TABLES: tuple[dict[str, Any], ...] = (
    {"game": "pairs", "seats": 2, "options": {"target": 31}},
    {"game": "pairs", "seats": 2, "options": {"target": 11}},
    {"game": "cribbage", "seats": 2, "options": {"target": 31}},
)
Json = dict[str, Any]


class Times(NamedTuple):
    """How long moves and pings took, and how long the server's event loop worked while a ping was not answered yet: its
    share in the wait, whatever else the machine had to do. In seconds.
    """

    moves: list[float]
    pings: list[float]
    worked: list[float]

    def add(self, more: Times) -> None:
        """Those, too."""
        for mine, others in zip(self, more, strict=True):
            mine.extend(others)


class Visitor:
    """Somebody at a table, who comes back when the connection is lost, and keeps what they are shown."""

    def __init__(self, port: int, token: str, table: str) -> None:
        self.port = port
        self.token = token
        self.table = table
        self.lost: list[str] = []  # why connections ended while the server was there
        self.sightings = Sightings()
        self.there = asyncio.Event()  # the server is; it is cleared while it is meant to be away
        self.there.set()
        self.connected = False
        self._seen: Json = {}
        self._info: Json = {}
        self._why = ""
        self._asked_past = ""  # of which match

    async def stay(self) -> None:
        """Be at the table for ever."""
        while True:
            await self.there.wait()
            wire = None
            self._why = "cut off"
            try:
                wire = await Wire.at_table(self.port, SOURCE, self.table, self.token, "seal=1")
                self.connected = True
                async with asyncio.TaskGroup() as tasks:
                    for work in self.works(wire):
                        tasks.create_task(work)
            except* LOST as problem:
                if self.there.is_set():
                    self.lost.append(self._why if wire is not None else repr(problem.exceptions[0])[:80])
            finally:
                self.connected = False
                if wire is not None:
                    wire.close()
            self._seen, self._info = {}, {}
            self.forget_connection()
            await asyncio.sleep(COME_BACK_SECONDS)

    def works(self, wire: Wire) -> list[Any]:
        """What is done over one connection."""
        return [self._listen(wire)]

    def forget_connection(self) -> None:
        """What was asked over the connection that is gone is not answered any more."""

    async def _listen(self, wire: Wire) -> None:
        while True:
            self._keep(message := await wire.read())
            self.take(wire, message)

    def _keep(self, message: Json) -> None:
        kind = message["t"]
        if kind == "table":
            self._info = message
            self.sightings.secret(message)
        elif kind == "view":
            self._seen = message
        elif kind == "change":
            apply(self._seen, message)
        elif kind == "closing":
            self._why = message["reason"]
        if kind in ("view", "change"):
            self.sightings.view(self._info, self._seen)
        elif kind == "past" and self._asked_past == self._info["match"]:  # else it may be of the match before
            self.sightings.view(self._info, message["view"])

    def take(self, wire: Wire, message: Json) -> None:
        """A message has come."""


class Watcher(Visitor):
    """Somebody without a seat, who sees as much as they can."""

    def works(self, wire: Wire) -> list[Any]:
        return [*super().works(wire), self._look_back(wire)]

    async def _look_back(self, wire: Wire) -> None:
        while True:
            await asyncio.sleep(LOOK_BACK_SECONDS)
            if not self._asked_past and self._info:
                self._asked_past = self._info["match"]
                wire.send(frame({"t": "past", "n": random.randint(0, self._seen.get("n", 0))}))

    def take(self, wire: Wire, message: Json) -> None:
        if message["t"] in ("past", "refused"):
            self._asked_past = ""

    def forget_connection(self) -> None:
        self._asked_past = ""


class Player(Visitor):
    """Somebody who plays, and after a lost connection sends again what was not answered."""

    def __init__(self, port: int, token: str, table: str, name: str, seed: int) -> None:
        super().__init__(port, token, table)
        self.name = name
        self.moves_took: list[float] = []
        self.pings_took: list[float] = []
        self.server_worked: list[float] = []  # while a ping was not answered yet
        self.work_clock: Callable[[], float] = float  # how long the server's loop has worked
        self.acknowledged: list[str] = []
        self.refusals: list[str] = []
        self.shown: Counter[str] = Counter()  # how many moves of each match
        self.other_answers: list[str] = []  # to moves that were sent again
        self.asked_again = 0
        self.matches: list[str] = []  # that are over
        self.pending: Json | None = None
        self.numbers: dict[str, str] = {}
        self._answered: dict[str, tuple[Json, Json]] = {}
        self._chance = random.Random(f"{seed} {name}")
        self._count = 0
        self._sent_at = 0.0
        self._pinged_at = 0.0
        self._worked_before = 0.0
        self._asked_to_deal = ""

    def works(self, wire: Wire) -> list[Any]:
        if self.pending is not None:
            wire.send(frame(self.pending))
        return [*super().works(wire), self._ping(wire), self._move(wire)]

    def forget_connection(self) -> None:
        self._pinged_at, self._asked_to_deal = 0.0, ""

    def take(self, wire: Wire, message: Json) -> None:
        kind = message["t"]
        if kind == "table":
            number = number_for_deal(message, self.numbers)
            if number is not None:
                wire.send(frame(number))
        elif kind in ("view", "change"):
            match = self._info["match"]
            self.shown[match] = max(self.shown[match], self._seen["n"])
        elif kind == "pong" and self._pinged_at:
            self.pings_took.append(time.perf_counter() - self._pinged_at)
            self.server_worked.append(self.work_clock() - self._worked_before)
            self._pinged_at = 0.0
        elif kind in ("moved", "refused"):
            self._take_answer(message)

    def _take_answer(self, message: Json) -> None:
        ident, kind = message.get("id", ""), message["t"]
        if ident in self._answered:
            if self._answered[ident][1] != message:
                self.other_answers.append(f"{self._answered[ident][1]}, then {message}")
        elif self.pending is not None and ident == self.pending["id"]:
            self.moves_took.append(time.perf_counter() - self._sent_at)
            if kind == "moved":
                self.acknowledged.append(ident)
            else:
                self.refusals.append(message["reason"])
            if kind == "moved" or message["reason"] not in NOT_FOR_GOOD:
                self._answered[ident] = self.pending, message
            self.pending = None

    async def _ping(self, wire: Wire) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS)
            if not self._pinged_at:
                self._pinged_at = time.perf_counter()
                self._worked_before = self.work_clock()
                wire.send(frame({"t": "ping"}))

    async def _move(self, wire: Wire) -> None:
        while True:
            await asyncio.sleep(MOVE_PAUSE_SECONDS)
            status, match = self._info.get("status"), self._info.get("match", "")
            if self.pending is not None:
                continue
            if status in ("over", "waiting") and self._info["host"]:
                self._ask_to_deal(wire, match, status)
            elif status == "playing" and self._seen.get("legal"):
                self._send_move(wire, match)

    def _ask_to_deal(self, wire: Wire, match: str, status: str) -> None:
        if self._asked_to_deal == match + status:
            return
        self._asked_to_deal = match + status
        if status == "over":
            self.matches.append(match)
            wire.send(frame({"t": "rematch"}))
        else:
            wire.send(frame({"t": "start"}))

    def _send_move(self, wire: Wire, match: str) -> None:
        if self._answered and self._chance.random() < ASKED_AGAIN_SHARE:
            again = self._chance.choice(list(self._answered.values())[-MAX_ASKED_AGAIN:])[0]
            self.asked_again += 1
            wire.send(frame(again))
        self._count += 1
        text = self._chance.choice(self._seen["legal"])
        ident = f"{self.name}-{self._count}"
        self.pending = {"t": "move", "id": ident, "n": self._seen["n"], "move": text, "match": match}
        self._sent_at = time.perf_counter()
        wire.send(frame(self.pending))

    def take_times(self) -> Times:
        """How long moves and pings took since the last call; what is unanswered counts with its time so far."""
        now = time.perf_counter()
        times = Times(self.moves_took, self.pings_took, self.server_worked)
        self.moves_took, self.pings_took, self.server_worked = [], [], []
        if self.pending is not None:
            times.moves.append(now - self._sent_at)
        if self._pinged_at:
            times.pings.append(now - self._pinged_at)
            times.worked.append(self.work_clock() - self._worked_before)
        return times


class Neighbours:
    """Some tables of two people each, and a watcher at every one."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.seed = seed
        self.players: list[Player] = []
        self.watchers: list[Watcher] = []
        self.fair_deals = 0
        self.unfair: list[str] = []
        self._checked: Counter[str] = Counter()  # matches of each table
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def visitors(self) -> list[Visitor]:
        """Everybody."""
        return [*self.players, *self.watchers]

    async def sit_down(self) -> Neighbours:
        """Make the tables, take all seats, begin."""
        for setup in TABLES:
            host, guest, looker = [await new_token(self.port, SOURCE) for _ in range(3)]
            table = (await ask(self.port, SOURCE, "POST", "/api/tables", setup, host))["id"]
            wire = await Wire.at_table(self.port, SOURCE, table, guest)
            wire.send(frame({"t": "sit", "seat": 1}))
            while (await wire.read()).get("you") != 1:
                pass
            wire.close()
            for token in (host, guest):
                self.players.append(Player(self.port, token, table, f"p{len(self.players)}", self.seed))
            self.watchers.append(Watcher(self.port, looker, table))
        self._tasks = [asyncio.create_task(visitor.stay()) for visitor in self.visitors]
        return self

    def take_times(self) -> Times:
        """How long moves and pings took since the last call."""
        times = Times([], [], [])
        for player in self.players:
            times.add(player.take_times())
        return times

    def lost(self) -> list[str]:
        """Why connections were lost so far."""
        return [why for visitor in self.visitors for why in visitor.lost]

    def set_there(self, there: bool) -> None:
        """Whether the server is meant to be there."""
        for visitor in self.visitors:
            visitor.there.set() if there else visitor.there.clear()

    def crashed(self) -> BaseException | None:
        """Why somebody does not play any more, if it is our own fault."""
        return next((task.exception() for task in self._tasks if task.done() and not task.cancelled()), None)

    async def check_matches(self) -> None:
        """Every match that is over was dealt fairly, and nobody was shown more of it than the rules show them."""
        for host in self.players[::2]:
            visitors = [visitor for visitor in self.visitors if visitor.table == host.table]
            for match in host.matches[self._checked[host.table] :]:
                archived = await self._archived(match, host)
                self._checked[host.table] += 1
                self._check_deal(archived, match, host)
                for visitor in visitors:
                    visitor.sightings.compare(archived["record"], match)

    async def _archived(self, match: str, host: Player) -> Json:
        """A match that is over; on a quick machine there are more of them than one may ask for at once."""
        while True:
            try:
                archived: Json = await ask(self.port, SOURCE, "GET", f"/api/matches/{match}", token=host.token)
            except TurnedAway:
                await asyncio.sleep(TURNED_AWAY_SECONDS)
            else:
                return archived

    def _check_deal(self, archived: Json, match: str, host: Player) -> None:
        seal = archived["record"]["seal"]
        try:
            verify(archived)
        except KolodaError as error:
            self.unfair.append(f"{match}: {error}")
        late = DealId(seal["table"], match).late_seats(seal["commits"], seal["nonces"])
        if seal["commits"][0] and 0 not in late and seal["nonces"][0] != host.numbers[match]:
            self.unfair.append(f"{match}: another number than the one that was shown")
        self.fair_deals += 1

    def leaks(self) -> list[str]:
        """What somebody was shown and should not have been."""
        return [leak for visitor in self.visitors for leak in visitor.sightings.leaks]

    def compared(self) -> int:
        """How many views were compared."""
        return sum(visitor.sightings.compared for visitor in self.visitors)

    async def leave(self) -> None:
        """Stop playing."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
