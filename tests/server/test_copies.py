"""Copies of the data: made while the server runs, restored elsewhere after a kill, checked row by row."""

from __future__ import annotations

import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from koloda import Match
from koloda.cli import main
from koloda.core.chance import Seeded
from koloda.games.registry import all_games
from koloda.testing.walks import play_out

from .running import Client, Server, at_table, play_some, wait_for
from .test_kept_views import OLDER, kept


def run(*words: str) -> int:
    return main(["--lang", "en", *words])


def test_a_copy_of_a_running_server_is_restored_elsewhere_after_a_kill(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(tmp_path / "data").start()
    client, table_id = at_table(server)
    play_some(client, 3)
    record = play_out(Match.new("pairs", 2, seed="copy"), Seeded("copy")).record()
    match = client.http.post("/api/matches", json=record).json()["id"]
    wait_for(lambda: kept(server) == 1)
    assert client.view is not None
    made, token = client.view["n"], client.me["token"]
    assert run("backup", str(tmp_path / "copy"), "--data", str(server.data)) == 0
    assert "1 match, 1 replay" in capsys.readouterr().out
    client.close()
    server.stop(signal.SIGKILL)

    elsewhere = Server(tmp_path / "elsewhere")
    assert run("restore", str(tmp_path / "copy"), "--data", str(elsewhere.data)) == 0
    assert run("check-data", "--data", str(elsewhere.data)) == 0
    for path in elsewhere.data.iterdir():
        assert path.stat().st_mode & 0o077 == 0, "the secrets of running deals are in there"
    elsewhere.start()
    again = Client(elsewhere)
    again.me["token"] = token
    assert again.join(table_id).until("view")["n"] >= made, "the cookie holds, the table goes on"
    assert again.table is not None and again.table["you"] == 0
    assert again.http.get(f"/api/matches/{match}/views?eyes=all").status_code == 200
    again.close()
    elsewhere.stop()


def data_folder(folder: Path) -> Path:
    server = Server(folder).start()
    client = Client(server)
    client.http.post("/api/matches", json=play_out(Match.new("pairs", 2, seed="copy"), Seeded("copy")).record())
    wait_for(lambda: kept(server) == 1)
    client.close()
    server.stop()
    return folder


def test_nothing_is_overwritten_and_damage_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_folder(tmp_path / "data")
    assert run("backup", str(tmp_path / "copy"), "--data", str(data)) == 0
    before = (data / "koloda.sqlite").read_bytes()
    assert run("restore", str(tmp_path / "copy"), "--data", str(data)) == 2
    assert run("backup", str(tmp_path / "copy"), "--data", str(data)) == 2
    assert (data / "koloda.sqlite").read_bytes() == before
    assert "nothing was overwritten" in capsys.readouterr().err
    with closing(sqlite3.connect(data / "koloda.sqlite")) as database, database:
        database.execute("UPDATE matches SET body = replace(body, 'hit', 'hot')")
    assert run("check-data", "--data", str(data)) == 2
    assert run("backup", str(tmp_path / "other"), "--data", str(data)) == 2
    assert not (tmp_path / "other" / "koloda.sqlite").exists(), "a damaged copy has no name"
    assert run("check-data", "--data", str(tmp_path / "nowhere")) == 2
    assert not (tmp_path / "nowhere").exists()


def test_migration_keeps_the_replays_of_an_older_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = data_folder(tmp_path / "data")
    with closing(sqlite3.connect(data / "koloda.sqlite")) as database, database:
        database.executescript(OLDER)
    assert run("migrate", "--data", str(data)) == 0
    assert "Replays kept: 1. Left, because they need other rules: 0." in capsys.readouterr().out
    with closing(sqlite3.connect(data / "koloda.sqlite")) as database:
        games = [row[0] for row in database.execute("SELECT id FROM past_games")]
    assert "pairs 1" in games and len(games) == len(all_games()), "and what each game says of itself"
    assert run("check-data", "--data", str(data)) == 0
    assert "1 replay" in capsys.readouterr().out
