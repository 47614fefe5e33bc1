"""A server that cannot start says why in a sentence, and leaves everything alone."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from koloda.server.access.identity import load_key
from koloda.server.storage.store import StoreError

from .kit import House, moves, play


def refused(folder: Path, port: int = 0) -> str:
    """What ``koloda serve`` says and that it says no more; its exit code is 2."""
    command = [sys.executable, "-m", "koloda", "--lang", "en", "serve", "--port", str(port), "--data", str(folder)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2 and ended.stdout == "", (ended.returncode, ended.stdout, ended.stderr)
    (sentence,) = ended.stderr.splitlines()
    return sentence


def test_a_port_in_use_or_none_at_all(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert f"Cannot listen at 127.0.0.1:{port}" in refused(tmp_path, port)
    assert "Cannot listen" in refused(tmp_path, 99_999)
    assert not any(tmp_path.iterdir()), "nothing was begun"


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("UPDATE events SET payload = replace(payload, 'pairs', 'pears')", "is damaged (a row has another checksum)"),
        ("DELETE FROM events WHERE seq = 2", "is damaged (line 2 of table"),
        ("DELETE FROM events", "is damaged (the journal of table"),
    ],
)
def test_a_damaged_journal_is_refused_to_whoever_asks_and_changes_no_other(
    harm: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            damaged, _ = await house.full_table("pairs", 2)
        (tmp_path / "koloda.last").unlink()
        with sqlite3.connect(tmp_path / "koloda.sqlite") as writer:
            writer.execute(harm)
        writer.close()
        async with House(tmp_path) as house:
            other, _ = await house.full_table("pairs", 2)
            with pytest.raises(StoreError) as refused:
                await house.hub.open(damaged.id)
            assert refused.value.reason == "damaged-table" and str(tmp_path) not in refused.value.text.en
            assert sentence in capsys.readouterr().out and moves(other) == 0
            assert await house.store.tables.of(damaged.id) is not None, "nothing is thrown away"

    play(story)


@pytest.mark.parametrize("key", [b"", b"half", b"\xff" * 64])
def test_a_key_that_anybody_could_guess_or_nobody_can_read(key: bytes, tmp_path: Path) -> None:
    (tmp_path / "cookie.key").write_bytes(key)
    assert "cookie.key holds no key" in refused(tmp_path)
    assert (tmp_path / "cookie.key").read_bytes() == key


def test_a_key_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("os.fsync", full)
        with pytest.raises(StoreError, match="No space left"):
            load_key(tmp_path)
    assert not (tmp_path / "cookie.key").exists()
    key = load_key(tmp_path)
    assert len(key) == 64 and load_key(tmp_path) == key
    assert (tmp_path / "cookie.key").stat().st_mode & 0o077 == 0
