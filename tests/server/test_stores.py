"""What the server knows of its database holds for both: one SQLite file, and a PostgreSQL server."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from local_cluster import PrivatePostgres

from koloda.core.text import Text
from koloda.server.hub import Hub
from koloda.server.protocol.bodies import ArchivedMatch, HistoryItem, NewTable, Player
from koloda.server.protocol.messages import Rematch, Start
from koloda.server.storage.archive import FinishedMatch
from koloda.server.storage.postgres_store import PostgresStore
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import JournalEntry, Store, StoreError, TableLost
from koloda.server.storage.table_index import Counts, TableRow, add_row, change_row, new_row

from .kit import House, Seat, mover, play, to_the_end
from .running import Client, LocalServer

Opener = Callable[[], Awaitable[Store]]
RESULT: dict[str, Any] = {"scores": [3, 1], "winners": [0]}
PLAYERS = [Player("Ann", None), Player("", "easy")]
RECORD: dict[str, Any] = {"game": "pairs", "seats": 2, "result": RESULT, "moves": [[0, "hit"]]}
MATCH = FinishedMatch(ArchivedMatch("m1", RECORD, PLAYERS, 5.0), ["ann", None])


@pytest.fixture(params=["sqlite", "postgres"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the same database again and again."""

    async def sqlite() -> Store:
        return SqliteStore(tmp_path / "koloda.sqlite")

    if request.param == "sqlite":
        return sqlite
    return partial(PostgresStore.open, new_database(request.getfixturevalue("postgres")))


def new_database(postgres: PrivatePostgres) -> str:
    """The address of an empty database."""
    name = f"test_{secrets.token_hex(6)}"

    async def make() -> None:
        connection = await asyncpg.connect(postgres.url)
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    asyncio.run(make())
    return f"{postgres.url.rpartition('/')[0]}/{name}"


def table_row(name: str, node: str | None = None, **changes: Any) -> TableRow:
    row = new_row(name, f"c-{name}", "ann", NewTable("pairs", 2), 100.0)
    return row._replace(owner=node, epoch=1, **changes)


async def make_table(store: Store, name: str, *lines: JournalEntry, **changes: Any) -> TableRow:
    row = table_row(name, store.node, **changes)
    await store.append(JournalEntry(name, 1, "made", {}), *lines, also=add_row(row))
    return row


def test_what_was_written_is_there_after_reopening(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        await make_table(store, "table")
        lines = [JournalEntry("table", n, "move", {"move": f"тройка {n}"}) for n in range(2, 200)]
        await store.append(*lines, finished=MATCH)
        await store.name_person("ann", "Анна")
        await store.views.keep("m1", b"packed" * 100)
        await store.views.keep_game("pairs", 1, b"{}")
        await check(store, lines)
        await store.close()
        again = await opener()
        await check(again, lines)
        await again.forget_table("table")
        row = await again.tables.of("table")
        assert row is not None and row.owner == store.node, "another node has it, and may be alive"
        await again.release(row, None, None)
        await again.forget_table("table")
        assert await again.journal("table") == [] and await again.tables.of("table") is None
        assert await again.match("m1") is not None
        await again.close()

    async def check(store: Store, lines: list[JournalEntry]) -> None:
        assert [entry.seq for entry in await store.journal("table")] == list(range(1, 200))
        assert (await store.journal("table"))[1:] == lines and await store.journal("none") == []
        assert await store.match("m1") == MATCH.archived and await store.match("m2") is None
        assert await store.history("ann") == [HistoryItem("m1", "pairs", 2, 0, 5.0, RESULT, PLAYERS)]
        assert (await store.name("ann"), await store.name("bob")) == ("Анна", "")
        assert await store.views.of("m1") == b"packed" * 100 and await store.views.of("m2") is None
        assert (await store.views.game("pairs", 1), await store.views.game("pairs", 2)) == (b"{}", None)

    play(story)


def test_many_writes_share_few_commits_and_keep_their_order(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        for table in range(7):
            await make_table(store, f"t{table}")
        before = store.commit_seconds.count
        done: list[int] = []

        def note(n: int, _: asyncio.Future[None]) -> None:
            done.append(n)

        futures = [store.append(JournalEntry(f"t{n % 7}", n // 7 + 2, "move", {"n": n})) for n in range(700)]
        for n, future in enumerate(futures):
            future.add_done_callback(partial(note, n))
        await asyncio.gather(*futures)
        assert done == list(range(700)) and store.commit_seconds.count - before < 100
        assert {len(await store.journal(f"t{n}")) for n in range(7)} == {101}
        await store.close()

    play(story)


def test_one_bad_write_spoils_no_other_and_none_is_half_done(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        row = await make_table(store, "good")
        good = [store.append(JournalEntry("good", n, "move", {})) for n in (2, 3)]
        bad = [
            store.append(JournalEntry("good", 2, "move", {}), also=change_row(row, row._replace(status="over"))),
            store.append(JournalEntry("good", 4, "move", {}), also=[("INSERT INTO no_such_table VALUES (?)", (1,))]),
            store.append(JournalEntry("\ud800", 1, "made", {})),
        ]
        after = store.append(JournalEntry("good", 4, "move", {"real": 1}))
        await asyncio.gather(*good, after)
        for one in bad:
            with pytest.raises(StoreError) as refused:
                await one
            assert refused.value.reason == "not-saved"
        assert [entry.payload for entry in await store.journal("good")] == [{}, {}, {}, {"real": 1}]
        again = await store.tables.of("good")
        assert again is not None and again.status == "waiting"
        assert await store.is_well() and store.problem == ""
        await store.close()

    play(story)


def test_the_index_finds_and_counts_tables(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        index, seats = store.tables, [{"person": "bob", "name": "Bob", "level": None}] * 1
        for number in range(4):
            row = table_row(f"t{number}", store.node, home="h1", site=f"s{number % 2}", touched=100.0 + number)
            row = row._replace(made=float(number), opened=int(number == 3), open=int(number != 2))
            row = row.with_seats([*seats, {"person": None, "name": "", "level": "easy"}])
            await store.append(JournalEntry(row.id, 1, "made", {}), also=add_row(row))
        assert await index.of("t0") is not None and await index.of("none") is None and await store.count_tables() == 4
        found = await index.by_code(" C-T2 ")
        assert found is not None and found.id == "t2" and found.people() == {"bob"} and found.free == 1
        assert [row.id for row in await index.of_person("bob")] == ["t3", "t2", "t1", "t0"]
        assert await index.of_person("ann") == []
        assert await index.counts("ann", "h1", "s0") == Counts(4, 4, 2, 3, 2)
        assert await index.least_wanted() == "t0", "the site s0 has two that nobody has opened"
        for number in (1, 2, 3):
            index.note_here(table_row(f"t{number}", store.node, here=1), 200.0 - number)
        await store.write(("UPDATE tables SET watch = 0, free = 0 WHERE id = 't1'", ()))
        assert [row.id for row in await index.lobby([store.node], 9)] == ["t3"], "t2 is private, t1 full"
        assert await index.lobby(["another node"], 9) == []
        with pytest.raises(StoreError):
            await index.of("t1")  # its checksum: somebody else has changed it
        await store.close()

    play(story)


def test_the_index_tells_who_has_a_table_and_when_it_must_be_open(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        index = store.tables
        rows = [await make_table(store, f"t{number}", due=50.0 + number, touched=100.0) for number in range(3)]
        assert await index.due(1000.0, 9) == [] and await index.orphans([store.node], 9) == []
        await store.release(rows[0], None, 50.0)
        await store.release(rows[1], 7.0, None)
        assert await index.due(49.0, 9) == [] and await index.due(51.0, 9) == ["t0"]
        assert await index.untouched(99.0, 0.0, 9) == ["t1"]
        assert set(await index.untouched(0.0, 101.0, 9)) == {"t0", "t1"}, "t2 is open"
        assert {row.id for row in await index.orphans(["another node"], 9)} == {"t2"}
        for epoch in (2, 3):
            row = await index.of("t0")
            assert row is not None and await store.claim(row) == epoch
        row = await index.of("t0")
        assert row is not None and row.owner == store.node and row.epoch == 3 and await index.due(51.0, 9) == []
        await store.append(JournalEntry("t0", 2, "move", {}))
        await store.close()

    play(story)


def test_views_that_are_missing_are_asked_for_the_latest_first_and_not_again_and_again(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        for number in range(3):
            match = MATCH._replace(archived=ArchivedMatch(f"m{number}", RECORD, PLAYERS, float(number)))
            await store.save_match(match)
        assert store.views.news.is_set() and await store.views.wanted(10.0, 2) == ["m2", "m1"]
        await store.views.keep("m2", b"x")
        await store.views.note_tried("m1", 20.0)
        assert await store.views.wanted(10.0, 9) == ["m0"] and await store.views.wanted(21.0, 9) == ["m1", "m0"]
        await store.close()

    play(story)


def test_a_damaged_row_and_a_missing_line_are_noticed(opener: Opener) -> None:
    async def story() -> None:
        store = await opener()
        await make_table(store, "one", JournalEntry("one", 2, "move", {"move": "hit"}))
        await make_table(store, "two", JournalEntry("two", 2, "move", {}), JournalEntry("two", 3, "move", {}))
        await store.write(("UPDATE events SET payload = replace(payload, 'hit', 'hot')", ()))
        await store.write(("DELETE FROM events WHERE place = 'two' AND seq = 2", ()))
        for table, problem in (("one", "another checksum"), ("two", "line 2 of table two is missing")):
            with pytest.raises(StoreError, match=problem) as refused:
                await store.journal(table)
            assert refused.value.reason == "damaged" and refused.value.text.ru != refused.value.text.en
        await store.close()

    play(story)


def test_a_table_is_played_to_its_end_over_a_restart(opener: Opener, tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, store=await opener()) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            answer = await (one := mover(table, people)).move("hit", move_id="mine")
        async with House(tmp_path, store=await opener()) as house:
            again = await house.open(table.id)
            people = [await Seat(again, name).come() for name in ("ann", "p1")]
            back = next(seat for seat in people if seat.connection.person.id == one.connection.person.id)
            assert await back.move("hit", n=0, move_id="mine") == answer and again.row.epoch == 2
            await to_the_end(again, people)
            await people[0].say(Rematch())
            await people[0].say(Start())
            assert again.status() == "playing"
            assert [line.id for line in await house.store.history("ann")] == [table.match_id]
            row = await house.store.tables.of(table.id)
            assert row is not None and row == again.row._replace(touched=row.touched) and row.due is not None

    play(story)


# What only a shared database can do


def test_a_node_that_has_lost_a_table_writes_nothing_more_to_it(postgres: PrivatePostgres) -> None:
    async def story() -> None:
        first, second = await PostgresStore.open(url, "a"), await PostgresStore.open(url, "b")
        row = await make_table(first, "t")
        mine = await make_table(first, "mine")
        taken = await second.claim(row)
        assert taken == 2 and await second.claim(row) is None, "the row is old"
        other = first.append(JournalEntry("mine", 2, "move", {}), also=change_row(mine, mine._replace(status="over")))
        over = change_row(row, row._replace(status="over"))
        zombie = first.append(JournalEntry("t", 2, "move", {"by": "a"}), also=over)
        with pytest.raises(TableLost):
            await zombie
        await other
        await second.append(JournalEntry("t", 2, "move", {"by": "b"}))
        assert [entry.payload for entry in await second.journal("t")] == [{}, {"by": "b"}]
        again = await first.tables.of("t")
        assert again is not None and (again.status, again.owner, again.epoch) == ("waiting", second.node, 2)
        assert first.problem == "" and len(await first.journal("mine")) == 2
        await first.close()
        await second.close()

    url = new_database(postgres)
    play(story)


def test_of_two_nodes_that_take_a_table_one_gets_it_and_sees_all_that_was_written(postgres: PrivatePostgres) -> None:
    async def story() -> None:
        owner, *takers = [await PostgresStore.open(url, name) for name in "abc"]
        rows = [await make_table(owner, f"t{number}") for number in range(20)]
        writes = [owner.append(JournalEntry(row.id, seq, "move", {})) for seq in range(2, 30) for row in rows]
        taken = await asyncio.gather(*(take(taker, row) for row in rows for taker in takers))
        done = await asyncio.gather(*writes, return_exceptions=True)
        for number, row in enumerate(rows):
            (seen,) = [lines for lines in taken[2 * number : 2 * number + 2] if lines is not None]
            written = [result for result in done[number :: len(rows)] if result is None]
            assert seen == 1 + len(written) == len(await owner.journal(row.id)), "a line came after the table was taken"
        for store in (owner, *takers):
            await store.close()

    async def take(store: PostgresStore, row: TableRow) -> int | None:
        return None if await store.claim(row) is None else len(await store.journal(row.id))

    url = new_database(postgres)
    play(story)


def test_an_invitation_for_few_is_not_stretched_by_following_it_at_two_nodes(postgres: PrivatePostgres) -> None:
    """At the same moment perhaps nobody is let in, and asks again; nobody ever too many."""

    async def story() -> None:
        nodes = [await PostgresStore.open(url, name) for name in "ab"]
        for turn in range(10):
            code = await nodes[0].house.invite("", time.time() + 60, 2)
            people = [f"p{turn}-{number}" for number in range(6)]
            await asyncio.gather(
                *(node.house.accept(code, person) for node, person in zip(cycle(nodes), people, strict=False))
            )
            for person in people:  # whoever was refused only because of the same moment
                await nodes[0].house.accept(code, person)
            members = [await nodes[1].house.is_member(person) for person in people]
            assert members.count(True) == 2
        for node in nodes:
            await node.close()

    url = new_database(postgres)
    play(story)


def test_a_lost_connection_gives_no_answer_and_is_made_again(postgres: PrivatePostgres) -> None:
    async def story() -> None:
        store, admin = await PostgresStore.open(url, "a"), await asyncpg.connect(url)
        lost: list[str] = []
        store.on_lost = lambda: lost.append(store.problem)
        await make_table(store, "t")
        locks = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 1 AND granted"
        (before,) = await admin.fetch(locks)
        async with admin.transaction():
            await admin.execute("LOCK TABLE events")
            doubtful = store.append(JournalEntry("t", 2, "move", {}))
            while not await admin.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0.01)
            later = store.append(JournalEntry("t", 2, "move", {"later": 1}))
            await admin.fetchval("SELECT pg_terminate_backend($1)", before["pid"])
            with pytest.raises(TableLost):
                await doubtful
        await later
        assert lost == ["no-store"] and await store.is_well()
        (after,) = await admin.fetch(locks)
        assert after["pid"] != before["pid"], "it has its lock again"
        assert [entry.payload for entry in await store.journal("t")] == [{}, {"later": 1}]
        await store.close()
        await admin.close()

    url = new_database(postgres)
    play(story)


def test_a_database_that_cannot_be_used_is_refused_with_a_sentence(postgres: PrivatePostgres) -> None:
    async def story() -> None:
        await (await PostgresStore.open(url)).close()
        for schema, sentence in ((99, "by a newer version of Koloda (schema 99"), (2, "Run koloda migrate --store")):
            admin = await asyncpg.connect(url)
            await admin.execute(f"UPDATE alembic_version SET version_num = '{schema:04}'")
            await admin.close()
            assert sentence in await refusal(url)
        assert "Cannot use postgresql://koloda:…@127.0.0.1:1/x" in await refusal(
            "postgresql://koloda:secret@127.0.0.1:1/x"
        )

    async def refusal(address: str) -> str:
        with pytest.raises(StoreError) as refused:
            await PostgresStore.open(address)
        assert refused.value.text.ru != refused.value.text.en
        return refused.value.text.en

    url = new_database(postgres)
    play(story)


def test_who_comes_while_the_database_does_not_answer_may_come_again(tmp_path: Path) -> None:
    async def unreachable(hub: object, table_id: str, spend: object) -> None:
        raise StoreError("no-access", Text("Нет доступа.", "Cannot use postgresql://db/koloda."))

    with LocalServer(tmp_path) as server, pytest.MonkeyPatch.context() as patched:
        ann = Client(server)
        table = ann.make_table(game="pairs", seats=2)
        patched.setattr(Hub, "find", unreachable)
        ann.join(table)
        last = ann.read()
        assert last["t"] == "closing" and last["reason"] == "moved" and last["retry"] > 0
        assert "postgresql" not in last["en"], "where the database is concerns nobody"
        ann.close()
