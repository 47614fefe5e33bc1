"""Attacks over what belongs to a person: their matches as a file, invitations, tokens, links, other people's routes."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import httpx
from msgspec import structs

from koloda.core.chance import Seeded
from koloda.match import Match
from koloda.server.protocol.bodies import ArchivedMatch, Player
from koloda.server.storage.archive import FinishedMatch
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.testing.walks import play_out

from .running import Client, Server, crowding

MATCHES = 300
MAX_LONGEST_SECONDS = 0.25  # that anybody's ping may wait behind one asker


def long_matches(data: Path, person: str) -> None:
    """Hundreds of finished matches of somebody, a hundred kilobytes each."""
    match = play_out(Match.new("hawthorn", 2, {"chips": 60, "max_rounds": 9999}, seed="a"), Seeded("b"))
    players = [Player("", None)] * 2
    archived = ArchivedMatch("match-0", dict(match.record()), players, time.time())

    async def keep() -> None:
        store = SqliteStore(data / "koloda.sqlite")
        for number in range(MATCHES):
            one = structs.replace(archived, id=f"match-{number}", when=archived.when + number)
            await store.keep_match(FinishedMatch(one, [person, None]))
        await store.close()

    asyncio.run(keep())


def test_who_exports_all_their_matches_holds_nobody_up(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pause=0).start()
    owner = Client(server)
    server.stop()
    long_matches(tmp_path, owner.me["id"])
    server.start()
    exported: list[int] = []

    def export() -> None:
        answer = httpx.get(
            f"{server.address}/api/person/export", cookies={"koloda": owner.me["token"]}, timeout=120, verify=False
        )
        exported.append(answer.text.count("\n"))

    neighbour = Client(server)
    neighbour.join(neighbour.make_table(game="pairs", seats=2)).until("table")
    threads = [threading.Thread(target=export) for _ in range(3)]
    for thread in threads:
        thread.start()
    took: list[float] = []
    while any(thread.is_alive() for thread in threads) and len(took) < 400:
        began = time.monotonic()
        neighbour.send(t="ping")
        neighbour.until("pong")
        took.append(time.monotonic() - began)
        time.sleep(0.01)
    for thread in threads:
        thread.join()
    assert exported == [MATCHES] * 3
    assert max(took) < MAX_LONGEST_SECONDS * crowding(), sorted(took)[-5:]
    neighbour.close()
    owner.close()
    server.stop()


def test_an_invitation_for_one_lets_in_one_however_many_follow_it_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite")
        code = await store.house.invite("", time.time() + 60, 1)
        let_in = await asyncio.gather(*(store.house.accept(code, f"p{number}") for number in range(20)))
        assert let_in.count(True) == 1
        await store.close()

    asyncio.run(story())
