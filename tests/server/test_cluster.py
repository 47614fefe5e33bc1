"""Several nodes are one house: whichever one somebody asks, and whichever one has their table."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from local_cluster import PrivateNats, PrivatePostgres
from websockets.sync.client import connect

from koloda.core.text import Text
from koloda.server.access.guest_list import REFRESH_SECONDS
from koloda.server.cluster.bus import Bus, Reply, Take
from koloda.server.cluster.forwarding import Batch
from koloda.server.cluster.links import Links
from koloda.server.cluster.wire import HangUp, Items, Reset, Shown
from koloda.server.storage.nodes import BLIND_SECONDS, CRASH_SECONDS, LEASE_SECONDS, Node, Watch
from koloda.server.storage.postgres_nodes import PostgresNodes
from koloda.server.storage.postgres_store import PostgresStore
from koloda.server.storage.store import JournalEntry, TableLost
from koloda.server.table.connection import ANSWER, VIEW

from .kit import play
from .running import LOST, Client, Server, closing_reason, crowding, play_some, socket_of, wait_for
from .test_stores import make_table, new_database

PAIRS: dict[str, Any] = {"game": "pairs", "seats": 3, "options": {"target": 31}, "bots": [None, "normal", "normal"]}


# Who is there


def node(beat: int, locked: bool = True) -> Node:
    return Node("n", "", beat, 1, locked)


def looks(*seen: tuple[float, Node]) -> list[bool]:
    watch = Watch()
    return [bool(watch.dead([one], moment)) for moment, one in seen]


def test_a_node_that_hangs_or_has_crashed_is_noticed_and_one_that_goes_on_is_not() -> None:
    steps = [number * 0.25 for number in range(40)]
    assert not any(looks(*((at, node(number)) for number, at in enumerate(steps))))
    hanging = looks(*((at, node(7)) for at in steps))
    assert steps[hanging.index(True)] == LEASE_SECONDS
    crashed = looks(*((at, node(7, locked=at < 1.0)) for at in steps if at < LEASE_SECONDS))
    assert CRASH_SECONDS <= steps[crashed.index(True)] - 1.0 <= CRASH_SECONDS + 0.25
    assert not any(looks(*((at, node(number, locked=False)) for number, at in enumerate(steps)))), "it takes its lock"


def test_whoever_has_stood_still_themselves_buries_nobody() -> None:
    gap = LEASE_SECONDS + BLIND_SECONDS
    assert not any(looks((0.0, node(7)), (0.5, node(7)), (gap, node(7)), (gap + 0.5, node(7))))
    assert not any(looks((0.0, node(7, locked=False)), (gap, node(7, locked=False)))), "the database was restarted"


def test_what_a_dead_node_had_is_free_and_what_it_writes_is_refused(postgres: PrivatePostgres) -> None:
    async def story() -> None:
        dying, heir = await PostgresStore.open(url, "a"), await PostgresStore.open(url, "b")
        theirs, ours = PostgresNodes(url, dying.node), PostgresNodes(url, heir.node)
        await theirs.join("1", True)
        await ours.join("2", True)
        row = await make_table(dying, "t")
        assert await heir.claim(row) is None, "its owner is alive"
        seen = await ours.beat(True)
        assert seen is not None and [one.locked for one in seen] == [True, True]
        (old,) = [one for one in seen if one.name == dying.node]
        assert await theirs.beat(True) is not None
        assert not await ours.bury(old), "it has gone on meanwhile"
        seen = await ours.beat(True)
        assert seen is not None and await ours.bury(next(one for one in seen if one.name == dying.node))
        assert await theirs.beat(True) is None, "it hears that it was taken for dead"
        with pytest.raises(TableLost):
            await dying.append(JournalEntry("t", 2, "move", {"by": "a"}))
        free = await heir.tables.of("t")
        assert free is not None and free.owner is None and await heir.claim(free) == 2
        await heir.append(JournalEntry("t", 2, "move", {"by": "b"}))
        await theirs.join("1", True)
        again = await heir.tables.of("t")
        assert again is not None and again.owner == heir.node, "who comes back takes nothing with them"
        await ours.leave()
        left = await theirs.beat(True)
        assert left is not None and [one.name for one in left] == [dying.node]
        for book in (theirs, ours):
            book.close()
        for store in (dying, heir):
            await store.close()

    url = new_database(postgres)
    play(story)


# What they tell each other


class LossyBus(Bus):
    """Everything comes back at once, but what ``lost`` names."""

    def __init__(self) -> None:
        self.connected = True
        self.lost: set[int] = set()
        self.sent = 0
        self.take: Take = lambda subject, message: None

    async def start(self, subject: str, take: Take, ask_subject: str, reply: Reply) -> None:
        raise NotImplementedError

    def tell(self, subject: str, message: bytes) -> None:
        self.sent += 1
        if self.sent not in self.lost:
            self.take(subject, message)

    async def ask(self, subject: str, question: bytes, seconds: float) -> bytes:
        raise NotImplementedError

    async def stop(self) -> None:
        raise NotImplementedError


def test_a_message_that_is_lost_is_noticed_at_both_ends() -> None:
    there, back = LossyBus(), LossyBus()
    a, b = Links(there, "a", "x"), Links(back, "b", "x")
    there.take, back.take = b.on_message, a.on_message
    broken: list[str] = []
    taken: list[Items] = []
    a.broken, b.broken = (lambda node: broken.append(f"a-{node}")), (lambda node: broken.append(f"b-{node}"))
    b.take = lambda node, item: taken.append(item)
    there.lost = {3}
    for conn in range(1, 5):
        a.tell("b", HangUp(conn, "x", None))
        assert not broken or conn == 4
    assert broken == ["b-a", "a-b"] and len(taken) == 3
    b.on_message("koloda.x", b"of another version")
    a.tell("b", HangUp(5, "x", None))
    assert len(broken) == 2 and len(taken) == 4 and not any(isinstance(item, Reset) for item in taken)
    b.forget("a")
    a.tell("b", HangUp(6, "x", None))
    assert set(broken[2:]) == {"b-a", "a-b"}, "whoever was taken for dead begins anew"


def test_what_several_are_shown_travels_once_and_in_order() -> None:
    async def story() -> None:
        told: list[Items] = []
        batch = Batch(told.append)
        view, other = b"view", b"other"
        for conn in (1, 2, 3):
            batch.add(conn, VIEW, view)
        batch.add(2, ANSWER, other)
        batch.add(3, VIEW, view)
        batch.add(1, ANSWER, other)
        await asyncio.sleep(0)
        (shown,) = told
        assert isinstance(shown, Shown)
        assert shown.frames == [(VIEW, view, [1, 2, 3]), (ANSWER, other, [2, 1]), (VIEW, view, [3])]
        batch.add(2, VIEW, view)
        batch.add(1, ANSWER, other)
        batch.add(1, VIEW, view)
        batch.hang_up(2, "moved", Text("а", "a"))
        *_, shown, last = told
        assert isinstance(shown, Shown) and last == HangUp(2, "moved", ("а", "a"))
        assert shown.frames == [(VIEW, view, [2]), (ANSWER, other, [1]), (VIEW, view, [1])], "none overtakes another"

    play(story)


# Two real nodes


class Pair:
    """Two nodes of one house."""

    def __init__(self, folder: Path, url: str, bus: str, **settings: object) -> None:
        more = {"bot_pause": 0, "grace": 60, "frames_per_second": 1000, "frames_burst": 1000} | settings
        self.nodes = [Server(folder / name, store=url, bus=bus, node=name, **more) for name in ("a", "b")]
        self.url = url

    def start(self) -> Pair:
        for one in self.nodes:
            one.start()
        return self

    def stop(self) -> None:
        for one in self.nodes:
            if one.process is not None and one.process.poll() is None:
                assert one.stop() == 0, "the node did not end cleanly"

    def at(self, number: int, like: Client | None = None) -> Client:
        """Somebody at a node; the same person at another one."""
        client = Client(self.nodes[number])
        if like is not None:
            client.http.cookies.clear()
            client.me = like.me
            client.http.headers["authorization"] = f"Bearer {like.me['token']}"
        return client

    def rows(self, query: str) -> list[Any]:
        async def read() -> list[Any]:
            connection = await asyncpg.connect(self.url)
            found = list(await connection.fetch(query))
            await connection.close()
            return found

        return asyncio.run(read())

    def owner(self, table: str) -> str:
        """The name of the node that has a table."""
        (row,) = self.rows(f"SELECT split_part(coalesce(owner, ''), ' ', 1) FROM tables WHERE id = '{table}'")
        return str(row[0])


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory, postgres: PrivatePostgres, nats: PrivateNats) -> Iterator[Pair]:
    running = Pair(tmp_path_factory.mktemp("pair"), new_database(postgres), nats.url).start()
    yield running
    running.stop()


def come_back(client: Client, table: str) -> None:
    """As the page does: until the table is there again."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            client.view = None
            client.join(table).until("view")
            return
        except (*LOST, AssertionError):
            time.sleep(0.05)
    raise AssertionError("the table did not come back")


def test_whose_turn_it_is_at_my_tables_is_told_by_any_node(pair: Pair) -> None:
    ann = pair.at(0)
    table = ann.make_table(game="cribbage", seats=2, bots=[None, "easy"], start=True)
    ann.join(table).until("view")
    far = pair.at(1, ann)
    told = [one.http.get("/api/person/games?only=running").json()["running"] for one in (ann, far)]
    assert pair.owner(table) == "a" and told[0][0]["id"] == told[1][0]["id"] == table
    for (line,) in told:
        assert line["mine"] and 0 in line["turn"] and line["since"] > 0
    for client in (ann, far):
        client.close()


def test_any_node_serves_any_socket_and_request(pair: Pair) -> None:
    ann = pair.at(0)
    table = ann.make_table(**PAIRS, start=True)
    far = pair.at(1, ann)
    assert far.http.get("/api/me").json()["id"] == ann.me["id"], "one key signs for all"
    far.join(table, "log=1").until("view")
    assert pair.owner(table) == "a" and len(play_some(far, 10)) == 10
    ann.join(table).until("view")
    play_some(ann, 2)
    far.send(t="ping")
    far.until("pong")
    assert ann.view is not None and far.view is not None and far.view["n"] >= ann.view["n"]
    told = [one.http.get(f"/api/tables/{table}").json() for one in (ann, far)]
    assert told[0] == told[1] and told[0]["chairs"][0].get("here", True)
    assert far.http.get(f"/api/tables/{told[0]['code']}").json()["id"] == table
    assert [line["id"] for line in far.http.get("/api/lobby").json() if line["id"] == table] == [table]
    finished = [one.http.get(f"/api/tables/{table}/matches").json() for one in (ann, far)]
    assert finished[0] == finished[1], "a quick match may be over"
    assert far.http.get("/api/tables/nothing").status_code == 404
    stranger = pair.at(1)
    assert stranger.http.get(f"/api/tables/{table}/matches").status_code == 200
    for client in (ann, far, stranger):
        client.close()


def test_a_name_and_a_review_are_those_of_the_house(pair: Pair) -> None:
    ann = pair.at(0)
    far = pair.at(1, ann)
    assert far.http.get("/api/me").json()["name"] == ""
    assert ann.http.post("/api/me", json={"name": "Ann"}).json()["name"] == "Ann"
    wait_for(lambda: far.http.get("/api/me").json()["name"] == "Ann")
    table = ann.make_table(game="pairs", seats=2, options={"target": 5}, bots=[None, "easy"], start=True)
    far.join(table).until("view")
    while not far.http.get("/api/history").json():
        play_some(far, 3)
    match = far.http.get("/api/history").json()[-1]["id"]
    for client in (ann, far):
        assert match in [line["id"] for line in client.http.get("/api/history").json()]
        assert client.http.get(f"/api/matches/{match}").status_code == 200
        assert match in [line["id"] for line in client.http.get(f"/api/tables/{table}/matches").json()]
    begun = ann.http.post(f"/api/matches/{match}/review?seat=0", json={})
    assert begun.status_code == 202, begun.text
    for client in (far, ann):
        wait_for(lambda: client.http.get(f"/api/matches/{match}/review?seat=0").json()["state"] == "done", 60)  # noqa: B023
    ann.close()
    far.close()


def desk(pair: Pair, number: int) -> httpx.Client:
    key = (pair.nodes[number].data / "host.key").read_text().strip()
    address = f"{pair.nodes[number].address}/api/host"
    return httpx.Client(base_url=address, headers={"authorization": f"Bearer {key}"}, timeout=20)


def test_the_host_sees_and_moves_all_nodes_from_any_of_them(pair: Pair) -> None:
    here, there, quiet = pair.at(0), pair.at(1), pair.at(0)
    tables = [here.make_table(**PAIRS, start=True), there.make_table(**PAIRS, start=True)]
    here.join(tables[0]).until("view")
    there.join(tables[1]).until("view")
    quiet.join(tables[1]).until("view")
    with desk(pair, 0) as first, desk(pair, 1) as second:
        for one in (first, second):
            assert {table["id"] for table in one.get("/tables").json()} >= set(tables)
            people = {person["id"]: person["sockets"] for person in one.get("/people").json()}
            assert [people[client.me["id"]] for client in (here, there, quiet)] == [1, 1, 1]
            assert one.get(f"{pair.nodes[0].address}/api/host").json()["people"] >= 3
        assert first.post("/notice", json={"ru": "Скоро ночь", "en": "Night comes", "minutes": 5}).json()["done"] >= 3
        for client in (here, there, quiet):
            assert client.until("house")["en"] == "Night comes"
        assert there.http.get("/api/house").json()["notice"]["en"] == "Night comes"
        assert second.request("DELETE", "/notice").status_code == 200
        wait_for(lambda: here.http.get("/api/house").json()["notice"] is None)
        second.post("/drain", json={"on": True})
        assert here.http.post("/api/tables", json=PAIRS).status_code == 503
        first.post("/drain", json={"on": False})
        assert there.make_table(**PAIRS)
        first.post("/bans", json={"kind": "person", "who": there.me["id"], "days": 1, "why": "cheats"})
        assert there.until("closing")["reason"] == "banned"
        wait_for(lambda: there.http.get("/api/lobby").status_code == 403, REFRESH_SECONDS / 2)  # told, not found
        assert second.post(f"/tables/{tables[0]}/close", json={"why": "late"}).status_code == 200
        assert here.until("closing")["reason"] == "table-closed"
        assert quiet.http.get(f"/api/tables/{tables[0]}").status_code == 404
    for client in (here, there, quiet):
        client.close()


def test_whoever_is_signed_out_loses_their_connections_at_all_nodes(pair: Pair) -> None:
    ann = pair.at(0)
    table = ann.make_table(**PAIRS)
    ann.join(table).until("table")
    assert pair.owner(table) == "a"
    lost, here = pair.at(1), pair.at(1, ann)
    code = ann.http.post("/api/person/links").json()["link"].partition("#")[2]
    lost.me = lost.http.post("/api/sign-in/link", json={"code": code}).json()
    assert lost.me["id"] == ann.me["id"]
    lost.join(table).until("table")
    here.join(table).until("table")
    token = ann.http.post("/api/person/tokens", json={"label": "far", "scopes": ["play"]}).json()
    address = f"{pair.nodes[1].address.replace('http', 'ws')}/ws/{table}"
    with connect(address, additional_headers={"authorization": f"Bearer {token['token']}"}) as program:
        assert json.loads(program.recv(timeout=20))["t"] == "table"
        assert here.http.delete(f"/api/person/tokens/{token['id']}").status_code == 200
        assert closing_reason(program) == "signed-out"
    (other,) = [one["id"] for one in here.http.get("/api/person").json()["devices"] if not one["here"]]
    assert ann.http.delete(f"/api/person/devices/{other}").status_code == 200
    assert lost.until("closing")["reason"] == "signed-out"
    assert lost.http.get("/api/history").status_code == 401, "its own node knows it at once"
    assert here.http.post("/api/person/sign-out-all").status_code == 200
    for stays in (ann, here):
        stays.send(t="ping")
        stays.until("pong")
    for client in (ann, lost, here):
        client.close()


def test_a_bot_account_is_one_at_a_table_of_another_node(pair: Pair) -> None:
    ann = pair.at(0)
    table = ann.make_table(game="pairs", seats=2)
    ann.join(table).until("table")
    with desk(pair, 1) as host:
        robot = host.post("/bots", json={"name": "Robbie"}).json()
    with socket_of(pair.nodes[1], table, robot["token"]) as bare:
        bare.send(json.dumps({"t": "sit", "seat": 1}))
        while (frame := json.loads(bare.recv(timeout=20)))["t"] != "refused":
            assert frame["t"] != "table" or frame["you"] is None
        assert frame["reason"] == "not-asked"
    ann.close()


def test_what_somebody_has_used_up_at_one_node_they_have_used_up(
    tmp_path: Path, postgres: PrivatePostgres, nats: PrivateNats
) -> None:
    two = Pair(tmp_path, new_database(postgres), nats.url, person_keeps=6).start()
    ann, bea = two.at(0), two.at(0)
    far, far_bea = two.at(1, ann), two.at(1, bea)
    assert far_bea.http.get("/api/me").json()["name"] == "", "kept there from now on, until the news comes"
    for number in range(4):
        ann.http.post("/api/me", json={"name": f"Ann {number}"})
    bea.http.post("/api/me", json={"name": "Bea"})  # told with what was used up before, or after it
    wait_for(lambda: far_bea.http.get("/api/me").json()["name"] == "Bea")
    codes = [far.http.post("/api/me", json={"name": f"Far {number}"}).status_code for number in range(4)]
    assert codes == [200, 200, 429, 429]
    for client in (ann, bea, far, far_bea):
        client.close()
    two.stop()


def test_a_node_that_ends_hands_its_tables_over(tmp_path: Path, postgres: PrivatePostgres, nats: PrivateNats) -> None:
    two = Pair(tmp_path, new_database(postgres), nats.url).start()
    ann = two.at(0)
    far = two.at(1, ann)
    table = ann.make_table(**PAIRS, start=True)
    far.join(table).until("view")
    play_some(far, 5)
    assert far.view is not None
    before = far.view["n"]
    ending = threading.Thread(target=two.nodes[0].stop)
    ending.start()
    said = far.until("closing")
    assert said["reason"] == "moved" and 0 < said["retry"] <= 500
    began = time.monotonic()
    come_back(far, table)
    assert time.monotonic() - began < 10 * crowding() and far.view["n"] >= before and two.owner(table) == "b"
    kinds = [frame["t"] for frame in far.frames]
    assert kinds[len(kinds) - 1 - kinds[::-1].index("closing") :].count("view") == 1, "one whole view"
    play_some(far, 3)
    ending.join(20)
    assert two.rows("SELECT count(*) FROM nodes")[0][0] == 1
    two.nodes[0].start()
    again = two.at(0, ann)
    again.join(table).until("view")
    assert two.owner(table) == "b" and len(play_some(again, 3)) == 3
    for client in (ann, far, again):
        client.close()
    two.stop()


def test_of_a_node_that_stood_still_nothing_counts(
    tmp_path: Path, postgres: PrivatePostgres, nats: PrivateNats
) -> None:
    two = Pair(tmp_path, new_database(postgres), nats.url).start()
    ann = two.at(0)
    far = two.at(1, ann)
    table = ann.make_table(**PAIRS, start=True)
    ann.join(table).until("view")
    play_some(ann, 3)
    assert two.nodes[0].process is not None and ann.view is not None and ann.table is not None
    two.nodes[0].process.send_signal(signal.SIGSTOP)
    n, legal, match = ann.view["n"], ann.view["legal"], ann.table["match"]
    if legal:  # a zombie's write: it waits in the frozen node's socket
        ann.send(t="move", id="late", n=n, move=legal[-1], match=match)
    come_back(far, table)
    assert two.owner(table) == "b"
    play_some(far, 6)
    two.nodes[0].process.send_signal(signal.SIGCONT)
    assert ann.until("closing")["reason"] == "moved"
    assert not any(frame["t"] == "moved" and frame["id"] == "late" for frame in ann.frames)
    come_back(ann, table)
    assert two.owner(table) == "b" and len(play_some(ann, 3)) == 3
    rows = two.rows(f"SELECT seq FROM events WHERE place = '{table}' ORDER BY seq")
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    ann.close()
    far.close()
    two.stop()


def refused(server: Server, sentence: str) -> None:
    with pytest.raises(AssertionError, match=sentence):
        server.start()
    assert server.process is not None and server.process.stdout is not None and server.process.wait(20) == 2
    server.process.stdout.close()


def test_without_a_bus_a_second_server_is_refused(tmp_path: Path, postgres: PrivatePostgres, nats: PrivateNats) -> None:
    url = new_database(postgres)
    first = Server(tmp_path / "a", store=url, bus=nats.url, node="a").start()
    second = Server(tmp_path / "b", store=url, node="b")
    refused(second, "several need --bus")
    assert first.stop() == 0
    assert second.start().stop() == 0
    lonely = Server(tmp_path / "c", bus=nats.url)
    refused(lonely, "needs --store")
