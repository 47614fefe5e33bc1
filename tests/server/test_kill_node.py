"""kill -9 of one of two nodes, again and again: people go on at the other one, and nothing that was answered is lost.

The players are those of ``test_kill.py``: they check every answer, every deal, and that a move counts once.
"""

from __future__ import annotations

import asyncio
import random
import signal
import threading
import time
from pathlib import Path
from typing import Any

import asyncpg
from local_cluster import PrivateNats, PrivatePostgres

from .attack.ledger import told_by
from .running import wait_for
from .test_cluster import Pair
from .test_kill import KILLS, TABLES, Player, compare
from .test_stores import new_database

NODE_KILLS = max(4, KILLS // 4)  # a kill takes some seconds here: somebody has to notice it


class Hopper(Player):
    """A player who comes back to any node that answers."""

    def __init__(self, pair: Pair, number: int, there: threading.Event) -> None:
        self.pair = pair
        super().__init__(pair.nodes[number % 2], number, there)

    def _play(self) -> None:
        self.client.server = self.pair.nodes[self.chance.randrange(2)]
        self.client.http.base_url = self.client.server.address
        super()._play()

    def _step(self, frame: dict[str, Any]) -> None:
        if frame["t"] == "closing":
            raise EOFError
        super()._step(frame)


def check(player: Player, url: str) -> None:
    """What the player was told is in the database."""

    async def read() -> list[Any]:
        connection = await asyncpg.connect(url)
        query = "SELECT seq, kind, payload FROM events WHERE place = $1 ORDER BY seq"
        found = list(await connection.fetch(query, player.table))
        await connection.close()
        return found

    compare(player, *told_by(asyncio.run(read())))


def test_no_acknowledged_move_is_lost_when_one_of_two_nodes_is_killed(
    tmp_path: Path, postgres: PrivatePostgres, nats: PrivateNats
) -> None:
    chance, url = random.Random(5), new_database(postgres)
    pair = Pair(tmp_path, url, nats.url).start()
    there = threading.Event()
    there.set()
    players = [Hopper(pair, number, there) for number in range(TABLES)]
    for player in players:
        player.start()
    for kill in range(NODE_KILLS):
        time.sleep(chance.uniform(0.0, 1.0))
        node = pair.nodes[kill % 2]
        node.stop(signal.SIGKILL)
        before = [len(player.acknowledged) for player in players]
        wait_for(lambda: all(p.problem or len(p.acknowledged) > n for p, n in zip(players, before, strict=True)), 60)  # noqa: B023
        assert not any(player.problem for player in players), [player.problem for player in players]
        node.start()
    for player in players:
        player.stopped = True
        player.join(20)
        check(player, url)
        player.client.close()
    assert sum(len(player.acknowledged) for player in players) > 10 * NODE_KILLS
    pair.stop()
