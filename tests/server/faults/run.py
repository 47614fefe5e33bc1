"""The whole run: one fault after the other while people play, and what came of it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

from .account import BACKWARDS, OWNERS, Account
from .nodes import Node, Nodes
from .people import Balancer, Person, sit_down

FREEZE_SECONDS = 10.0
CUT_SECONDS = 6.0
NATS_SECONDS = 5.0
CLOCK_SECONDS = 2.0  # between two steps of a clock
CLOCK_ERROR_SECONDS = 60.0  # of the check that they are wrong indeed
CLOCK_STEPS = (-7200.0, 7200.0, 0.0)  # by which the clocks of the three nodes are wrong
CALM_SECONDS = 2.0  # between two faults
SETTLE_SECONDS = 120.0  # until everybody is at their table again, however busy the machine is
MAX_SILENCE = {"kill": 3.0, "freeze": 6.0, "rolling": 2.0, "clock-steps": 3.0}
LONG_SECONDS = 5.0  # after which it is told what became of whoever waited longest
STUMBLES = ("the server stumbled", "a table stumbled", "a table cannot go on", "Traceback", "a bot stumbled")


class Faults:
    """A cluster, its people, and what is done to it."""

    def __init__(
        self, folder: Path, seed: int, tables: int, say: Callable[[str], None], only: list[str] | None = None
    ) -> None:
        self.seed = seed
        self.say = say
        self.nodes = Nodes(folder)
        self.people: list[Person] = []
        self.silences: dict[str, list[float]] = {}
        self.times: Counter[str] = Counter()
        self.account = Account()
        self.stumbles: list[str] = []
        self.away: list[str] = []
        self.moves = 0
        self._tables = tables
        self._names = only or list(FAULTS)
        self._chance = random.Random(seed)

    async def run(self, seconds: float) -> None:
        """Do harm for so long, each fault at least once."""
        self.say(f"seed {self.seed}, {self._tables} tables")
        await self.nodes.start()
        try:
            balancer = Balancer([node.address for node in self.nodes.nodes])
            self.people = await sit_down(balancer, self._tables, self._chance)
            asking = asyncio.create_task(balancer.run())
            work = [asyncio.create_task(person.run()) for person in self.people]
            await self._settle("start")
            until = time.monotonic() + seconds
            while True:
                for name in self._names:
                    await self._do(name)
                    if all(self.times[name] for name in self._names) and time.monotonic() > until:
                        break
                else:
                    continue
                break
            load = Path("/proc/loadavg").read_text().split()[0]
            self.say(f"{os.cpu_count()} cores, load {load}")
            for person in self.people:
                person.stopped = True
            await asyncio.wait(work, timeout=20)
            for task in (asking, *work):
                task.cancel()
            broken = await asyncio.gather(asking, *work, return_exceptions=True)
            self.stumbles += [repr(one) for one in broken if isinstance(one, Exception)]
            await self._compare()
        finally:
            self.stumbles += await self.nodes.stop()
            self.stumbles += [
                json.dumps(line, ensure_ascii=False)
                for node in self.nodes.nodes
                for line in list(node.log)
                if any(word in str(line) for word in STUMBLES)
            ]

    async def _do(self, name: str) -> None:
        for person in self._chance.sample(self.people, len(self.people) // 3):
            person.hop()  # nodes that were started again have people, too
        await self._settle("hops")
        began = time.monotonic()
        await FAULTS[name](self)
        await self._settle(name)
        self.times[name] += 1
        worst, slowest = max(
            ((silence, p) for p in self.people for until, silence in p.silences if until > began),
            key=lambda one: one[0],
        )
        if worst > MAX_SILENCE.get(name, LONG_SECONDS):
            trail = ", ".join(f"{moment - began:.1f} {what}" for moment, what in slowest.trail)
            self.say(f"    {slowest.table} seat {slowest.seat}: {trail}")
        for person in self.people:
            person.silences.clear()
        self.silences.setdefault(name, []).append(worst)
        self.say(f"{name:14}{worst:6.2f} s of silence at most, {self._acknowledged()} moves so far")
        await asyncio.sleep(CALM_SECONDS)

    def _acknowledged(self) -> int:
        return sum(len(person.ledger) for person in self.people)

    async def _settle(self, name: str) -> None:
        """Until everybody is at their table, and has heard of it."""
        end = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < end:
            await asyncio.sleep(0.1)
            now = time.monotonic()
            if all(person.connected and now - person.heard < 1.5 for person in self.people):
                return
        self.away += [f"after {name}: {p.table} seat {p.seat}" for p in self.people if not p.connected]

    async def _victim(self) -> Node:
        """Any node, but mostly one that has many tables."""
        rows = await self.nodes.rows("SELECT split_part(owner, ' ', 1) FROM tables WHERE owner IS NOT NULL")
        names = [row[0] for row in rows] + [node.name for node in self.nodes.nodes]
        name = self._chance.choice(names)
        return next(node for node in self.nodes.nodes if node.name == name)

    # Faults

    async def kill(self) -> None:
        """A node is killed, and started again."""
        node = await self._victim()
        await asyncio.to_thread(node.kill, signal.SIGKILL)
        await asyncio.sleep(3.0)
        await asyncio.to_thread(node.start)

    async def freeze(self) -> None:
        """A node stands still, and goes on as if nothing had happened."""
        node = await self._victim()
        node.send(signal.SIGSTOP)
        await asyncio.sleep(FREEZE_SECONDS)
        node.send(signal.SIGCONT)
        await asyncio.sleep(1.0)

    async def no_bus(self) -> None:
        """NATS is killed, and started again."""
        await asyncio.to_thread(self.nodes.nats.stop)
        await asyncio.sleep(NATS_SECONDS)
        await asyncio.to_thread(self.nodes.nats.start)

    async def database_restart(self) -> None:
        """PostgreSQL is restarted without any order."""
        await asyncio.to_thread(self.nodes.postgres.stop, signal.SIGQUIT)
        await asyncio.to_thread(self.nodes.postgres.start)

    async def no_database(self) -> None:
        """One node is cut off from PostgreSQL, not from its clients."""
        way = (await self._victim()).to_postgres
        way.block(True)
        await asyncio.sleep(CUT_SECONDS)
        way.block(False)

    async def cut_from_bus(self) -> None:
        """One node is cut off from NATS, not from its clients."""
        way = (await self._victim()).to_nats
        way.block(True)
        await asyncio.sleep(CUT_SECONDS)
        way.block(False)

    async def clock_steps(self) -> None:
        """Clocks jump hours back and ahead; a node starts with a wrong one; then all are right again."""
        steps = list(CLOCK_STEPS)
        self._chance.shuffle(steps)
        for node, seconds in zip(self.nodes.nodes, steps, strict=True):
            node.set_clock(seconds)
            await asyncio.sleep(CLOCK_SECONDS)
        wrong = self._chance.choice([node for node, seconds in zip(self.nodes.nodes, steps, strict=True) if seconds])
        await asyncio.to_thread(wrong.kill, signal.SIGKILL)
        await asyncio.to_thread(wrong.start)
        await self._settle("a start with a wrong clock")
        async with httpx.AsyncClient(timeout=LONG_SECONDS) as http:
            for node, seconds in zip(self.nodes.nodes, steps, strict=True):
                wrong_by = (await http.get(f"{node.address}/healthz")).json()["time"] - time.time()
                if abs(wrong_by - seconds) > CLOCK_ERROR_SECONDS:
                    self.stumbles.append(f"the clock of {node.name} is wrong by {wrong_by} s, not by {seconds}")
        for node in self.nodes.nodes:
            node.set_clock(0.0)
            await asyncio.sleep(CLOCK_SECONDS)

    async def rolling(self) -> None:
        """Each node is restarted in order, one after the other."""
        for node in self.nodes.nodes:
            code = await asyncio.to_thread(node.kill, signal.SIGTERM)
            if code:
                self.stumbles.append(f"exit code {code}")
            await asyncio.to_thread(node.start)
            await self._settle("rolling")

    # What came of it

    async def _compare(self) -> None:
        """What people were told, beside what is in the database."""
        query = "SELECT place, seq, payload FROM events WHERE kind = 'move' ORDER BY place, seq"
        kept: dict[tuple[str, int], list[str]] = {}
        for place, _, payload in await self.nodes.rows(query):
            move = json.loads(payload)
            self.moves += 1
            kept.setdefault((place, move["seat"]), []).append(move["id"])
        for person in self.people:
            self.account.compare(person, kept.get((person.table, person.seat), []))
        self.account.note_owners(await self.nodes.rows(OWNERS), await self.nodes.rows(BACKWARDS))

    def problems(self) -> dict[str, list[str]]:
        """What does not hold, whatever machine this is."""
        return {
            "lost": self.account.lost,
            "twice": self.account.twice,
            "out of order": self.account.disordered,
            "two owners": self.account.two_owners,
            "not back": self.away,
            "stumbled": self.stumbles,
        }

    def slow(self) -> list[str]:
        """Faults after which somebody waited for too long."""
        return [name for name, most in MAX_SILENCE.items() if max(self.silences.get(name, [0.0])) > most]

    def logged(self, event: str) -> int:
        """How often the nodes have said something."""
        return sum(line.get("event") == event for node in self.nodes.nodes for line in list(node.log))

    def report(self, timed: bool) -> int:
        """Say everything; 1 if something does not hold."""
        self.say(
            f"{sum(self.times.values())} faults; {self._acknowledged()} moves acknowledged, {self.moves} kept, "
            f"{sum(person.refused for person in self.people)} refused, "
            f"{sum(person.hops for person in self.people)} times somebody came again; "
            f"{self.logged('a table is lost')} writes of nodes without the table refused or without an answer; "
            f"{self.logged('it did not start')} starts that had to be tried again"
        )
        for name, found in self.silences.items():
            ordered = sorted(found)
            middle = ordered[len(ordered) // 2]
            self.say(f"{name:18}{len(found):5} times, silence {middle:5.2f} s (median), {ordered[-1]:5.2f} s (longest)")
        problems = self.problems()
        for what, wrong in problems.items():
            self.say(f"{what + ':':14}{len(wrong)}")
            for one in wrong[:5]:
                self.say(f"    {one[:400]}")
        slow = self.slow()
        self.say(f"{'too slow:':14}{len(slow)} {' '.join(slow)}")
        return int(any(problems.values()) or (timed and bool(slow)))


FAULTS: dict[str, Callable[[Faults], Awaitable[Any]]] = {
    "kill": Faults.kill,
    "freeze": Faults.freeze,
    "no-bus": Faults.no_bus,
    "database-restart": Faults.database_restart,
    "no-database": Faults.no_database,
    "cut-from-bus": Faults.cut_from_bus,
    "clock-steps": Faults.clock_steps,
    "rolling": Faults.rolling,
}
