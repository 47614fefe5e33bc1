"""The store: commits in groups and in order, refuses what it cannot trust, and a full disk loses nothing."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from koloda.server.protocol.bodies import ArchivedMatch, HistoryItem, Player
from koloda.server.protocol.messages import Move, Sit, Stand, Start
from koloda.server.storage import sqlite_store
from koloda.server.storage.archive import FinishedMatch
from koloda.server.storage.schema import SCHEMA_VERSION
from koloda.server.storage.sqlite_file import APPLICATION_ID
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import JournalEntry, StoreError
from koloda.server.table import owner
from koloda.server.table.table_settings import TableSettings

from .kit import House, Seat, mover, moves, play, until

RESULT: dict[str, Any] = {"scores": [3, 1], "winners": [0]}
PLAYERS = [Player("Ann", None), Player("", "easy")]
RECORD: dict[str, Any] = {"game": "pairs", "seats": 2, "result": RESULT, "moves": [[0, "hit"]]}


def file_of(folder: Path) -> Path:
    return folder / "koloda.sqlite"


def refusal(folder: Path) -> str:
    """Why a store will not open; its sentence names the file."""
    with pytest.raises(StoreError) as refused:
        SqliteStore(file_of(folder))
    assert str(file_of(folder)) in refused.value.text.en and str(file_of(folder)) in refused.value.text.ru
    return refused.value.reason


async def fill(store: SqliteStore, lines: int = 199) -> None:
    """Something of everything."""
    events = [JournalEntry("table", n, "move", {"move": f"тройка {n}"}) for n in range(1, lines + 1)]
    await store.append(*events, finished=FinishedMatch(ArchivedMatch("m1", RECORD, PLAYERS, 5.0), ["ann", None]))
    await store.name_person("ann", "Анна")


async def contents(store: SqliteStore) -> object:
    return (
        await store.journal("table"),
        await store.match("m1"),
        await store.history("ann"),
        await store.rows("SELECT * FROM people"),
    )


def test_what_was_written_is_there_after_reopening(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(file_of(tmp_path))
        await fill(store)
        before = await contents(store)
        store.stop()
        again = SqliteStore(file_of(tmp_path))
        assert await contents(again) == before
        assert [event.seq for event in await again.journal("table")] == list(range(1, 200))
        assert (
            await again.history("ann") == [HistoryItem("m1", "pairs", 2, 0, 5.0, RESULT, PLAYERS)]
            and await again.name("ann") == "Анна"
        )
        await again.forget_table("table")
        assert await again.journal("table") == [] and await again.match("m1") is not None
        again.stop()

    play(story)


def test_many_writes_share_few_commits_and_keep_their_order(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(file_of(tmp_path))
        commits: list[int] = []
        honest = store._commit

        def counted(writer: sqlite3.Connection, writes: list[object], last: bool = False) -> bool:
            commits.append(len(writes))
            return honest(writer, writes, last)  # type: ignore[arg-type]

        store._commit = counted  # type: ignore[assignment, method-assign]
        done: list[int] = []

        def note(n: int, _: asyncio.Future[None]) -> None:
            done.append(n)

        futures = [store.append(JournalEntry(f"t{n % 7}", n // 7 + 1, "move", {"n": n})) for n in range(700)]
        for n, future in enumerate(futures):
            future.add_done_callback(partial(note, n))
        await asyncio.gather(*futures)
        assert done == list(range(700)) and sum(commits) == 700 and len(commits) < 100
        assert {len(await store.journal(f"t{n}")) for n in range(7)} == {100}
        store.stop()

    play(story)


def test_one_bad_write_spoils_no_other(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(file_of(tmp_path))
        good = [store.append(JournalEntry("good", n, "move", {})) for n in (1, 2)]
        twice = store.append(JournalEntry("good", 1, "move", {}))
        odd = store.append(JournalEntry("\ud800", 1, "move", {}))
        after = store.append(JournalEntry("good", 3, "move", {}))
        await asyncio.gather(*good, after)
        for bad in (twice, odd):
            with pytest.raises(StoreError) as refused:
                await bad
            assert refused.value.reason == "not-saved"
        assert [event.seq for event in await store.journal("good")] == [1, 2, 3]
        store.stop()

    play(story)


def test_nothing_is_answered_before_it_is_on_disk(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2)
            one = mover(table, people)
            other = people[1 - people.index(one)]
            for seat in people:
                await seat.settle()
                seat.raw.clear()
            blocker = sqlite3.connect(file_of(tmp_path))
            blocker.execute("BEGIN IMMEDIATE")
            table.post(one.connection, Move("m", 0, "hit", table.match_id))
            await asyncio.sleep(0.3)
            assert one.frames == [] and other.frames == [], "somebody knows of a move that is not on disk"
            blocker.execute("ROLLBACK")
            blocker.close()
            assert [frame["t"] for frame in await one.settle()] == ["change", "moved"]
            assert (await house.store.journal(table.id))[-1].payload["id"] == "m"

    play(story)


# A full disk


def test_a_full_disk_stops_acknowledging_and_says_so_until_there_is_room(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, _ = await house.full_table("drunkard", 2)
            table_id = table.id
        async with House(tmp_path, max_pages=1) as house:  # SQLite takes the present size if that is more
            again = await house.open(table_id)
            people = [await Seat(again, "ann").come(), await Seat(again, "p1").come()]
            while True:
                assert again.match is not None
                one = mover(again, people)
                before = [again.match.view(seat) for seat in (0, 1, None)]
                sequence, text = again.seq, one.legal()[-1]
                for seat in people:
                    await seat.settle()
                    seat.raw.clear()
                answer = await one.move(text, move_id=f"m{sequence}")
                if answer["t"] == "refused":
                    break
            assert answer["reason"] == "not-saved" and answer["ru"] != answer["en"]
            assert [again.match.view(seat) for seat in (0, 1, None)] == before and again.seq == sequence
            assert [frame["t"] for frame in one.frames] == ["refused"]
            assert [frame for seat in people if seat is not one for frame in seat.frames] == []
            assert house.store.problem == "not-saved"
            await house.store.write(("PRAGMA max_page_count = 100000", ()))
            assert (await one.move(text, move_id=f"m{sequence}"))["t"] == "moved", "the same move may be sent again"
            assert again.seq == sequence + 1 and house.store.problem == ""
        async with House(tmp_path) as house:
            assert (await house.open(table_id)).seq == sequence + 1

    play(story)


def test_bots_go_on_by_themselves_when_there_is_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner, "RETRY_SECONDS", 0.05)

    async def story() -> None:
        async with House(tmp_path, TableSettings(1000.0, 0.2)) as house:
            table = await house.table("pairs", 2, bots=["easy", "easy"])
            host, store = await Seat(table, "ann").come(), house.store
            await host.say(Start())

            def full(*events: JournalEntry, **rest: object) -> asyncio.Future[None]:
                tries.append(events)
                return store.write(("INSERT INTO no_such_table VALUES (1)", ()))

            tries: list[object] = []
            dealt = table.seq
            honest, store.append = store.append, full  # type: ignore[method-assign]
            await until(lambda: len(tries) > 3)
            assert table.seq == dealt and store.problem == "not-saved"
            store.append = honest  # type: ignore[method-assign]
            await until(lambda: moves(table) > 2 or table.status() == "over")

    play(story)


def test_health_is_a_matter_of_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        store = SqliteStore(file_of(tmp_path))
        with pytest.raises(StoreError):
            await store.write(("INSERT INTO no_such_table VALUES (1)", ()))
        assert store.problem == "not-saved"
        with monkeypatch.context() as disk:
            disk.setattr(sqlite_store, "MIN_FREE_BYTES", 10**18)
            assert not await store.is_well(), "a page would do, but what else?"
        assert await store.is_well() and store.problem == ""
        store.stop()

    play(story)


def test_a_seat_and_a_deal_that_cannot_be_saved_are_not_taken(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 3)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()

            def full(*events: JournalEntry, **rest: object) -> asyncio.Future[None]:
                return store.write(("INSERT INTO no_such_table VALUES (1)", ()))

            store = house.store
            honest, store.append = store.append, full  # type: ignore[method-assign]
            for one, message in ((guest, Sit(1)), (host, Start()), (host, Stand())):
                frames = await one.say(message)
                assert [frame["reason"] for frame in frames if frame["t"] == "refused"] == ["not-saved"]
            store.append = honest  # type: ignore[method-assign]
            await host.settle()
            assert table.status() == "waiting"
            assert [seat.chair().kind for seat in table.seats] == ["person", "empty", "empty"]
            await host.say(Start())
            assert table.status() == "playing"
        async with House(tmp_path) as house:
            kinds = [seat.chair().kind for seat in (await house.open(table.id)).seats]
            assert kinds == ["person", "bot", "bot"], "a seat without anybody would hold up the match"

    play(story)


# What is not to be trusted


def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(file_of(tmp_path)) as other:
        other.execute("CREATE TABLE songs (name TEXT)")
    other.close()
    before = file_of(tmp_path).read_bytes()
    assert refusal(tmp_path) == "not-ours"
    with sqlite3.connect(file_of(tmp_path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]
    other.close()
    file_of(tmp_path).write_bytes(b"This is a letter, not a database. " * 40)
    letter = file_of(tmp_path).read_bytes()
    assert refusal(tmp_path) == "damaged"
    assert file_of(tmp_path).read_bytes() == letter and before[:6] == b"SQLite"


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    SqliteStore(file_of(tmp_path)).stop()
    with sqlite3.connect(file_of(tmp_path)) as other:
        assert other.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
        other.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    other.close()
    assert refusal(tmp_path) == "other-schema"


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert refusal(tmp_path / "file") == "no-access"


def test_a_flipped_byte_is_noticed_or_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(file_of(tmp_path))
        await fill(store, 600)  # more than the pages of tables in which there is nothing
        store.stop()
        store = SqliteStore(file_of(tmp_path))
        before.append(await contents(store))
        store.stop()

    before: list[object] = []
    play(story)
    sound = file_of(tmp_path).read_bytes()
    chance = random.Random(3)
    noticed = 0
    for at in sorted({*range(0, 110, 7), *(chance.randrange(len(sound)) for _ in range(150))}):
        damaged = bytearray(sound)
        damaged[at] ^= 1 << chance.randrange(8)
        file_of(tmp_path).write_bytes(damaged)
        noticed += asyncio.run(is_noticed(tmp_path, before[0]))
        for rest in tmp_path.glob("koloda.sqlite-*"):
            rest.unlink()
    assert noticed > 60, "most of the file is data: most flips must show"


async def is_noticed(folder: Path, before: object) -> bool:
    """Whether a damaged file is refused; where it is not, all that is read is as it was."""
    try:
        store = SqliteStore(file_of(folder))
    except StoreError as error:
        assert error.reason in ("damaged", "not-ours", "other-schema", "no-access")
        return True
    try:
        assert await contents(store) == before
        return False
    except StoreError as error:
        assert error.reason == "damaged"
        return True
    finally:
        store.stop()


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_a_truncated_file_is_noticed(share: float, tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(file_of(tmp_path))
        await fill(store)
        store.stop()

    play(story)
    sound = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(sound[: int(len(sound) * share)])
    assert refusal(tmp_path) == ("damaged" if share else "lost-end")
    if not share:  # an empty file is what a new one looks like
        file_of(tmp_path).with_suffix(".last").unlink()
        SqliteStore(file_of(tmp_path)).stop()


def test_a_missing_line_is_noticed(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(file_of(tmp_path))
        await fill(store)
        await store.write(("DELETE FROM events WHERE seq = 7", ()))
        with pytest.raises(StoreError) as refused:
            await store.journal("table")
        assert refused.value.reason == "damaged" and "line 7" in refused.value.text.en
        store.stop()

    play(story)


def test_a_second_server_on_the_same_data_is_refused_with_a_sentence(tmp_path: Path) -> None:
    store = SqliteStore(file_of(tmp_path))
    assert refusal(tmp_path) == "in-use"
    command = [sys.executable, "-m", "koloda", "--lang", "en", "serve", "--port", "0", "--data", str(tmp_path)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert second.returncode == 2 and "Another server is using" in second.stderr and "Traceback" not in second.stderr
    store.stop()
    SqliteStore(file_of(tmp_path)).stop()


def test_a_table_whose_rules_have_changed_does_not_keep_the_others_from_opening(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            first, _ = await house.full_table("pairs", 2)
            second, _ = await house.full_table("pairs", 2)
            for event in await house.store.journal(first.id):
                if event.kind == "start":
                    await house.store.write(("DELETE FROM events WHERE place = ? AND seq >= ?", (first.id, event.seq)))
                    await house.store.append(event._replace(payload={**event.payload, "version": 99}))
        async with House(tmp_path) as house:
            assert (await house.open(second.id)).status() == "playing"
            shown = await house.open(first.id)
            assert shown.old is not None and shown.old.version == 99
            assert await house.store.journal(first.id), "its journal is left alone"

    play(story)
