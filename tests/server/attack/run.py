"""The whole attack: rounds of kills and of one flood after the other, with the neighbours' figures."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from koloda.core.errors import KolodaError
from koloda.verify import verify

from ..running import Server
from .flooder import Flooder
from .floods import ATTACKS
from .kills import Kills
from .ledger import Ledger
from .neighbours import SOURCE, Neighbours, Times
from .wire import Wire, new_token

KILLS_SHARE = 0.2  # of the time
MAX_FLOOD_SECONDS = 6.0  # of one attack in a round
IDLE_SHARE = 1 / 3  # of the time of an attack: so long the neighbours are left in peace before each
SETTLE_SECONDS = 0.25  # after an attack, until the server has little left to do
MAX_SETTLE_SECONDS = 3.0
SETTLED_SHARE = 0.25  # of one core
MAX_TIMES_IDLE = 3.0
STUMBLES = ("the server stumbled", "a table stumbled", "a bot stumbled", "Traceback")  # in the log
PROCESS_CLOCK = 2  # clock_gettime(3): how long a process has worked
FORGERIES = Path(__file__).parents[2] / "forgeries.json"


def quantile(times: list[float], share: float) -> float:
    """Such a share of these times is below, in milliseconds."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000 if ordered else 0.0


def in_times(times: list[float], idle: list[float]) -> float:
    """The p99 in times of the idle one; where either is not known, nothing is proved."""
    return quantile(times, 0.99) / quantile(idle, 0.99) if times and idle else math.inf


def forged_records() -> Iterator[tuple[str, Any]]:
    """Records that lie, by name."""
    known = json.loads(FORGERIES.read_text())
    for forgery in known["forgeries"]:
        yield forgery["name"], {**known["honest"][forgery["game"]], **forgery["changes"]}


class Attack:
    """All of it, and what came of it."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        say: Callable[[str], None],
        only: list[str] | None = None,
        with_kills: bool = True,
    ) -> None:
        self.seed = seed
        self.say = say
        self.names = only or list(ATTACKS)
        self.with_kills = with_kills and not only
        self.ledger = Ledger()
        self.idle = Times([], [], [])
        self.idle_p99: list[float] = []  # of pings, before each attack: how still the machine is
        self.times: dict[str, Times] = {name: Times([], [], []) for name in self.names}
        self.lost: dict[str, list[str]] = {}
        self.forgeries: list[str] = []
        self.approved: list[str] = []
        self.stumbles: list[str] = []
        self.kills = Kills(folder / "kills", seed)
        self._server = Server(folder / "data", bot_pause=0.5, grace=60)
        self.neighbours = Neighbours(self._server.port, seed)
        self.flooder = Flooder(seed)

    async def run(self, seconds: float) -> None:
        """Attack for so long."""
        self.say(f"seed {self.seed}")
        async with self.flooder:
            if self.with_kills:
                self.say(f"kills and power cuts under a flood, {seconds * KILLS_SHARE:.0f} s")
                await self.kills.run(seconds * KILLS_SHARE, self.flooder)
            await self._flood(seconds * (1 - KILLS_SHARE if self.with_kills else 1))

    async def _flood(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        await asyncio.to_thread(self._server.start)
        await self.neighbours.sit_down()
        self._watch_work()
        parts = len(self.names) * (1 + IDLE_SHARE)
        rounds = max(1, round(seconds / (parts * (MAX_FLOOD_SECONDS + SETTLE_SECONDS))))
        length = max(0.5, min(MAX_FLOOD_SECONDS, seconds / rounds / parts - SETTLE_SECONDS))
        self.say(f"{len(self.names)} floods, {rounds} times {length:.1f} s each")
        while time.monotonic() < until:
            await self._round(length)
        await self._try_forgeries()
        await self.neighbours.check_matches()
        self.neighbours.set_there(False)
        await self.neighbours.leave()
        await asyncio.to_thread(self._stop)
        self.ledger.compare(self.neighbours.players, self._server.data)

    def _watch_work(self) -> None:
        process = self._server.process
        assert process is not None
        clock = partial(time.clock_gettime, (~process.pid << 3) | PROCESS_CLOCK)
        for player in self.neighbours.players:
            player.work_clock = clock

    async def _round(self, seconds: float) -> None:
        for name in self.names:
            await self._leave_in_peace(seconds * IDLE_SHARE)
            before = len(self.neighbours.lost())
            attack = asyncio.create_task(
                self.flooder.carry_out(name, self._server.port, self.neighbours.players[0].table, seconds)
            )
            await self.flooder.ready.wait()
            self.neighbours.take_times()
            await attack
            self.times[name].add(self.neighbours.take_times())
            await self._settle(min(seconds, MAX_SETTLE_SECONDS))
            self.lost.setdefault(name, []).extend(self.neighbours.lost()[before:])
        await self.neighbours.check_matches()

    async def _leave_in_peace(self, seconds: float) -> None:
        """The neighbours are alone: that is what an attack is compared with."""
        self.neighbours.take_times()
        await asyncio.sleep(seconds)
        times = self.neighbours.take_times()
        self.idle.add(times)
        self.idle_p99.append(quantile(times.pings, 0.99))

    async def _settle(self, seconds: float) -> None:
        """What an attack has left to do is done, so that it does not count as idle, nor for the next attack."""
        until = time.monotonic() + seconds
        clock = self.neighbours.players[0].work_clock
        while time.monotonic() < until:
            worked = clock()
            await asyncio.sleep(SETTLE_SECONDS)
            if clock() - worked < SETTLED_SHARE * SETTLE_SECONDS:
                break

    async def _try_forgeries(self) -> None:
        """Records that lie are refused, or kept as what they are: uploads without a seal."""
        token = await new_token(self._server.port, SOURCE)
        for name, forgery in forged_records():
            wire = await Wire.open(self._server.port, SOURCE)
            status, answer = await wire.request("POST", "/api/matches", json.dumps(forgery).encode(), token)
            if status == 201:
                _, answer = await wire.request("GET", f"/api/matches/{json.loads(answer)['id']}")
                try:
                    verify(json.loads(answer))
                    self.approved.append(name)
                except KolodaError:
                    pass
            wire.close()
            self.forgeries.append(f"{name}: {status}")

    def _stop(self) -> None:
        """End the server as an operator would, and read its log."""
        process = self._server.process
        assert process is not None and process.stdout is not None
        process.terminate()
        lines = process.stdout.read().splitlines()
        process.stdout.close()
        code = process.wait(20)
        self.stumbles = [line for line in lines if any(word in line for word in STUMBLES)]
        if code:
            self.stumbles.append(f"exit code {code}")

    # What came of it

    def problems(self) -> dict[str, list[str]]:
        """What does not hold, whatever machine this is."""
        kills = self.kills.neighbours
        both = (*self.neighbours.players, *kills.players)
        return {
            "lost": [*self.ledger.lost, *self.kills.ledger.lost, *self.kills.refused],
            "twice": [
                *self.ledger.twice,
                *self.kills.ledger.twice,
                *(other for player in both for other in player.other_answers),
            ],
            "leaked": [*self.neighbours.leaks(), *kills.leaks()],
            "unfair": [*self.neighbours.unfair, *kills.unfair, *self.approved],
            "disconnected": [f"{name}: {why}" for name, lost in self.lost.items() for why in lost],
            "stumbled": self.stumbles,
        }

    def slowed(self) -> list[str]:
        """Attacks that made the neighbours wait for too long."""
        return [name for name in self.names if max(self._times_idle(name)) > MAX_TIMES_IDLE]

    def _times_idle(self, name: str) -> tuple[float, float]:
        """p99 of moves and of pings under an attack, in times of the idle one."""
        times, idle = self.times[name], self.idle
        return in_times(times.moves, idle.moves), in_times(times.pings, idle.pings)

    def report(self, timed: bool) -> int:
        """Say everything; 1 if something does not hold."""
        self._say_times()
        players = (*self.neighbours.players, *self.kills.neighbours.players)
        hosts = (self.neighbours, self.kills.neighbours)
        self.say(
            f"{self.kills.count} kills, {self.kills.images} power-cut images; "
            f"{sum(len(player.acknowledged) for player in players)} moves acknowledged, "
            f"{sum(player.asked_again for player in players)} sent again, "
            f"{sum(len(player.refusals) for player in players)} refused; "
            f"{sum(host.fair_deals for host in hosts)} matches over and verified, "
            f"{sum(host.compared() for host in hosts)} views compared; "
            f"{len(self.forgeries)} forged records uploaded"
        )
        problems = self.problems()
        for what, found in problems.items():
            self.say(f"{what + ':':14}{len(found)}")
            for one in found[:5]:
                self.say(f"    {one[:400]}")
        slowed, stillness = self.slowed(), sorted(self.idle_p99)
        self.say(
            f"the neighbours' idle p99 before each attack: {stillness[0]:.1f} to {stillness[-1]:.1f} ms, "
            f"in the middle {stillness[len(stillness) // 2]:.1f} (far apart: the machine was not still)"
        )
        self.say(f"{'slowed:':14}{len(slowed)} {' '.join(slowed)} (p99 above {MAX_TIMES_IDLE:.0f} times the idle one)")
        return int(any(problems.values()) or (timed and bool(slowed)))

    def _say_times(self) -> None:
        columns = "".join(
            f"{name:>9}" for name in ("sent", "moves", "p50 ms", "p99", "x idle", "pings", "p50 ms", "p99", "x idle")
        )
        self.say(f"{'':18}{columns}{'work p99':>10}")
        for name, times in (("idle", self.idle), *self.times.items()):
            ratios = (1.0, 1.0) if name == "idle" else self._times_idle(name)
            figures = "".join(
                f"{len(took):9}{quantile(took, 0.5):9.1f}{quantile(took, 0.99):9.1f}{ratio:9.1f}"
                for took, ratio in zip((times.moves, times.pings), ratios, strict=True)
            )
            held = "" if name == "idle" else "  held" if max(ratios) <= MAX_TIMES_IDLE else "  SLOWED"
            worked = quantile(times.worked, 0.99)
            self.say(f"{name:18}{self.flooder.sent.get(name, 0):9}{figures}{worked:10.1f}{held}")
