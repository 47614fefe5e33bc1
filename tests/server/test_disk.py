"""Disks that fail or forget: no answer is better than a wrong one, and an older state is never taken for the newest."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
import stat
from pathlib import Path

import pytest

from koloda.server.access.identity import load_key
from koloda.server.storage.last_commit import SLOT_BYTES, LastCommit, Witness
from koloda.server.storage.sqlite_store import DISK_FAILED_EXIT_CODE, SqliteStore
from koloda.server.storage.store import JournalEntry, StoreError

from .attack.disk import Disk
from .kit import House, play
from .running import LOST, Server, at_table, play_some

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


@needs_compiler
def test_a_disk_that_does_not_sync_ends_the_process_with_a_line(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", bot_pause=0, grace=60)
    disk = Disk(server, tmp_path)
    server.start()
    client, table_id = at_table(server)
    play_some(client, 5)
    disk.fails.touch()
    with pytest.raises(LOST):
        play_some(client, 5)
    assert not [frame for frame in client.frames if frame["t"] == "refused"], "nobody knows that it was not saved"
    assert server.process is not None and server.process.stdout is not None
    assert server.process.wait(timeout=20) == DISK_FAILED_EXIT_CODE
    last = json.loads(server.process.stdout.read().splitlines()[-1])
    server.process.stdout.close()
    assert last["event"] == "the disk has failed" and "I/O" in last["problem"] and last["file"].endswith(".sqlite")
    disk.fails.unlink()
    server.start()
    shown = client.view["n"] if client.view else 0
    client.join(table_id).until("view")
    assert client.view is not None and client.view["n"] >= shown
    client.close()
    assert server.stop() == 0


def test_only_what_nobody_can_know_ends_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []

    def end(path: Path, error: Exception) -> None:
        ended.append(str(error))

    monkeypatch.setattr("koloda.server.storage.sqlite_store._end_process", end)

    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite")
        for code, name in ((sqlite3.SQLITE_FULL, "full"), (sqlite3.SQLITE_IOERR_FSYNC, "fsync")):
            error = sqlite3.OperationalError(name)
            error.sqlite_errorcode = code

            def fail(*args: object, error: Exception = error) -> None:
                raise error

            with monkeypatch.context() as patched:
                patched.setattr("koloda.server.storage.sqlite_store._insert_rows", fail)
                with pytest.raises(StoreError):
                    await store.append(JournalEntry("t", 1, "made", {}))
        assert ended == ["fsync"]
        store.stop()

    play(story)


# The end of the write-ahead log


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def crashed(tmp_path: Path) -> Path:
    """The files of a server that was killed while its log was long."""
    server = Server(tmp_path / "data", bot_pause=0, grace=60).start()
    client, _ = at_table(server)
    play_some(client, 12)
    while client.view is None or not (client.view["legal"] or client.view.get("result")):
        client.read()  # no bot is in the middle of a commit that nobody has been told of yet
    server.stop(signal.SIGKILL)  # before the client goes: that they have gone need not be in the log
    client.close()
    return tmp_path / "data"


def refused(folder: Path) -> str:
    """Why a store does not open; "" if it does."""
    try:
        SqliteStore(folder / "koloda.sqlite").stop()
    except StoreError as error:
        assert error.text.ru != error.text.en
        return error.reason
    return ""


def test_a_log_that_has_lost_its_end_is_refused_with_what_to_do(tmp_path: Path) -> None:
    data = crashed(tmp_path)
    wal = (data / "koloda.sqlite-wal").read_bytes()
    for number, damaged in enumerate((wal[: len(wal) * 2 // 3], wal[:-10], b"", _flipped(wal, len(wal) - 500))):
        copy = tmp_path / f"copy{number}"
        shutil.copytree(data, copy)
        (copy / "koloda.sqlite-shm").unlink()
        (copy / "koloda.sqlite-wal").write_bytes(damaged)
        if number == 2:  # what follows a checkpoint: the file alone would be an older copy
            assert refused(copy) in ("lost-end", "damaged")
            continue
        assert refused(copy) == "lost-end"
        with pytest.raises(StoreError, match=r"remove .*koloda\.last"):
            SqliteStore(copy / "koloda.sqlite")
        (copy / "koloda.last").unlink()
        assert refused(copy) == "", "somebody who wants the older state can have it"
    assert refused(data) == ""


def _flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_every_kind_of_commit_is_remembered(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2)
            store = house.store
            await store.name_person("ann", "Ann")
            seen = [noted(tmp_path)]
            await store.append(JournalEntry("other", 1, "made", {}))
            seen.append(noted(tmp_path))
            await store.forget_table(table.id)
            seen.append(noted(tmp_path))
            assert [witness[:3] for witness in seen if witness] == [
                ("people", "ann", 0),
                ("events", "other", 1),
                ("events", table.id, 1),
            ]
            await store.write(("PRAGMA user_version = 2", ()))
            assert noted(tmp_path) == seen[-1], "it changes nothing that could be looked for"
        for _ in range(2):
            SqliteStore(tmp_path / "koloda.sqlite").stop()

    play(story)


def noted(folder: Path) -> Witness | None:
    """What the file says now."""
    last = LastCommit(folder / "koloda.last")
    last.close()
    return last.witness


def test_a_file_that_says_nothing_is_no_reason_to_refuse(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "koloda.sqlite").stop()
    for content in (b"", b"\0" * 2 * SLOT_BYTES, os.urandom(2 * SLOT_BYTES), b"x"):
        (tmp_path / "koloda.last").write_bytes(content)
        assert refused(tmp_path) == ""


def test_half_a_record_leaves_the_one_before(tmp_path: Path) -> None:
    last = LastCommit(tmp_path / "koloda.last")
    last.note(("people", "ann", 0, 1))
    last.note(("people", "bob", 0, 2))
    last.close()
    content = bytearray((tmp_path / "koloda.last").read_bytes())
    content[20] ^= 1  # of the second one, which lies first
    (tmp_path / "koloda.last").write_bytes(content)
    last = LastCommit(tmp_path / "koloda.last")
    assert last.witness == ("people", "ann", 0, 1)
    last.note(("people", "cat", 0, 3))
    last.close()
    last = LastCommit(tmp_path / "koloda.last")
    assert last.witness == ("people", "cat", 0, 3)
    last.close()


# Who may read them, and who may write


def test_nobody_else_can_read_what_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path / "data") as house:
            await house.table("pairs", 2)
            load_key(tmp_path / "data")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data").iterdir()}
            assert set(modes.values()) == {0o600}, modes
            assert {"koloda.sqlite", "koloda.sqlite-wal", "koloda.last", "koloda.lock", "cookie.key"} <= set(modes)
            assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700

    play(story)


def test_files_of_an_older_version_are_closed_to_others(tmp_path: Path) -> None:
    data = crashed(tmp_path)
    for path in data.iterdir():
        path.chmod(0o644)
    store = SqliteStore(data / "koloda.sqlite")  # what its log holds is as secret
    for name in ("koloda.sqlite", "koloda.sqlite-wal", "koloda.sqlite-shm", "koloda.last", "koloda.lock"):
        assert stat.S_IMODE((data / name).stat().st_mode) == 0o600, name
    store.stop()


def test_a_second_server_is_refused_even_if_the_lock_was_removed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "koloda.sqlite")
    (tmp_path / "koloda.lock").unlink()
    assert refused(tmp_path) == "in-use"
    store.stop()
    assert refused(tmp_path) == ""


def test_the_key_is_synced_before_it_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    honest = os.fsync

    def noted(descriptor: int) -> None:
        synced.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        honest(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    key = load_key(tmp_path)
    assert synced == [str(tmp_path / "cookie.new"), str(tmp_path)] and load_key(tmp_path) == key


# A power cut


@needs_compiler
def test_a_power_cut_loses_nothing_and_raises_no_false_alarm(tmp_path: Path) -> None:
    chance = random.Random(3)
    server = Server(tmp_path / "data", bot_pause=0, grace=60, frames_per_second=1000, frames_burst=1000)
    disk = Disk(server, tmp_path)
    server.start()
    client, table_id = at_table(server)
    for _ in range(3):
        play_some(client, 10)
    answered = [frame["id"] for frame in client.frames if frame["t"] == "moved"]
    server.stop(signal.SIGKILL)
    for number in range(10):
        image = tmp_path / f"image{number}"
        disk.cut_power(image, chance)
        assert refused(image) == ""
        reader = sqlite3.connect(image / "koloda.sqlite")
        query = "SELECT payload FROM events WHERE place = ? AND kind = 'move' ORDER BY seq"
        saved = [json.loads(payload)["id"] for (payload,) in reader.execute(query, (table_id,))]
        reader.close()
        assert [ident for ident in saved if ident][: len(answered)] == answered
    client.close()
