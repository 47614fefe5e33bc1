"""``koloda migrate --with PYTHON``: an older release, in a Python of its own, shows what was played by its rules.

Here the older release is this one, once our rules have got other versions; with KOLODA_ALL=1 it is also those that git
remembers, from before replays were kept at all.
"""

from __future__ import annotations

import base64
import io
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

import koloda
from koloda.cli import main
from koloda.games.registry import find_game
from koloda.server.http import in_older_release
from koloda.server.http.catalogue import game_info
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import FullView
from koloda.server.storage.archive import uploaded_match

from .kit import Frame, House, Seat, play, to_the_end
from .running import Client, Server
from .test_kept_views import a_match
from .test_migrations import old_copy
from .test_old_rules import OLD_RECORDS, everything_of, newer_rules, seen_now, some_moves, still

__all__ = ["newer_rules"]
ROOT = Path(__file__).parents[2]
OLD_REPLAYS = [  # what each of OLD_RECORDS showed, kept by the code of its time
    json.loads(line) for line in (Path(__file__).parent / "old_replays.jsonl").read_text(encoding="utf-8").splitlines()
]
FIRST_RULES = "6915a84"  # of all games
SECOND_CRIBBAGE = "2de227e"


def python_with(folder: Path, *path: Path, words: str = "") -> str:
    """A Python that finds its modules there, as that of an environment does."""
    program = folder / f"python-{'-'.join(one.name for one in path)}"
    places = os.pathsep.join(map(str, path))
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{places}" exec "{sys.executable}" {words} "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return str(program)


def migrate(data: Path, capsys: pytest.CaptureFixture[str], older: str = "", code: int = 0) -> str:
    """What the command says."""
    capsys.readouterr()
    assert main(["--lang", "en", "migrate", "--data", str(data), *(["--with", older] if older else [])]) == code
    said = capsys.readouterr()
    return said.err if code else said.out


def test_every_older_version_of_every_rule_has_left_a_replay() -> None:
    assert [(kept["game"], kept["version"]) for kept in OLD_REPLAYS] == [
        (record["game"], record["version"]) for record in OLD_RECORDS
    ], "who changes rules adds to old_replays.jsonl what packed_views made of the record before"


def fill_with_old_replays(folder: Path) -> None:
    """An archive of matches by older rules, with what these rules showed."""

    async def story() -> None:
        async with House(folder) as house:
            for number, (record, kept) in enumerate(zip(OLD_RECORDS, OLD_REPLAYS, strict=True)):
                await house.store.save_match(uploaded_match(f"old{number}", dict(record)))
                await house.store.views.keep(f"old{number}", base64.b64decode(kept["views"]))

    play(story)


def test_what_older_rules_have_shown_stays_readable(tmp_path: Path) -> None:
    """To each pair of eyes, as it was shown."""
    fill_with_old_replays(tmp_path)
    server = Server(tmp_path, person_requests_burst=9999).start()
    client = Client(server)
    for number, record in enumerate(OLD_RECORDS):
        address = f"/api/matches/old{number}"
        for eyes in ("all", "watch", *map(str, range(record["seats"]))):
            answer = client.http.get(f"{address}/views?eyes={eyes}")
            views = msgspec.json.decode(answer.content, type=list[FullView])
            assert [view.n for view in views] == list(range(len(record["moves"]) + 1)), (record["game"], eyes)
            assert views[-1].result == record["result"] and views[0].zones
        assert client.http.get(address).json()["record"]["moves"] == record["moves"]
        refused = client.http.post(f"{address}/review?seat=0").json()
        assert refused["reason"] == "other-rules" and f"by version {record['version']} of" in refused["en"]
    client.close()
    server.stop()


def test_what_was_played_by_older_rules_is_shown_by_their_release(
    tmp_path: Path, newer_rules: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    replays: dict[str, Any] = {}
    tables: dict[str, list[Frame]] = {}

    async def before() -> None:
        async with House(data) as house:
            over, people = await house.full_table("pairs", 2)
            await to_the_end(over, people)
            await house.store.save_match(uploaded_match("upload", dict(a_match("cribbage").record())))
            running, people = await house.full_table("old-maid", 3)
            await some_moves(running, people, 4)
            tables[running.id] = [seen_now(running, seat) for seat in (0, 1, 2, None)]
            for match in (over.match_id, "upload"):
                replays[match] = await everything_of(house, match)

    async def after() -> None:
        async with House(data) as house:
            assert {match: await everything_of(house, match) for match in replays} == replays
            for table_id, seen in tables.items():
                table = await house.open(table_id)
                people = [await Seat(table, person).come() for person in ("ann", "p1", "p2", "somebody")]
                assert [still(person.last("view")) for person in people] == seen
            assert json.loads(await house.store.views.game("cribbage", told["version"]) or b"") == told

    play(before)
    told = json.loads(encode(game_info("cribbage")))
    with closing(sqlite3.connect(data / "koloda.sqlite")) as database, database:
        database.execute("DELETE FROM positions")
    newer_rules()
    said = migrate(data, capsys)
    assert said.startswith("Replays kept: 0. Left, because they need other rules: 2.")
    assert "pairs, version 1 of the rules: 1\n" in said
    assert f"cribbage, version {told['version']} of the rules: 1\n" in said and "koloda migrate --with" in said
    said = migrate(data, capsys, python_with(tmp_path, Path(koloda.__file__).parents[1]))
    assert said.splitlines() == [
        "Replays kept: 2. Left, because they need other rules: 0.",
        "Last positions of interrupted matches kept: 1.",
    ]
    play(after)


def test_a_python_without_an_older_release_changes_nothing(
    tmp_path: Path, newer_rules: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    data.mkdir()

    async def fill() -> None:
        async with House(data) as house:
            await house.store.save_match(uploaded_match("upload", dict(a_match("pairs").record())))

    play(fill)
    newer_rules()
    migrate(data, capsys)
    before = (data / "koloda.sqlite").read_bytes()
    (tmp_path / "empty").mkdir()
    assert "No such file" in migrate(data, capsys, str(tmp_path / "nowhere" / "python"), code=2)
    assert "exit code 1" in migrate(data, capsys, python_with(tmp_path, tmp_path / "empty", words="-S"), code=2)
    assert (data / "koloda.sqlite").read_bytes() == before
    says_hello = tmp_path / "says-hello"
    says_hello.write_text(f"""#!/bin/sh\necho '{{"pairs": {{"version": {find_game("pairs").info.version - 1}}}}}'\n""")
    says_hello.chmod(0o755)
    assert str(says_hello) in migrate(data, capsys, str(says_hello), code=2), "it ends instead of an answer"
    assert "pairs, version 1 of the rules: 1\n" in migrate(data, capsys)


def test_what_an_older_release_cannot_show_does_not_keep_it_from_the_next() -> None:
    record: dict[str, Any] = dict(a_match("pairs").record())
    dealt = {"game": "pairs", "seats": 2, "options": {}, "seed": "kept 0", "moves": []}
    asked = [["replay", {**record, "moves": [[0, "nonsense"]]}], ["replay", record], ["position", dealt]]
    told = io.StringIO()
    in_older_release.main(io.StringIO("".join(f"{json.dumps(line)}\n" for line in asked)), told)
    games, wrong, replay, position = map(json.loads, told.getvalue().splitlines())
    assert games["pairs"]["version"] == record["version"] and wrong["problem"].startswith("IllegalMove: ")
    assert len(replay["told"]["all"]) == len(record["moves"]) + 1
    assert set(position["told"]) == {"watch", "0", "1"} and position["told"]["0"]["zones"]
    with pytest.raises(ImportError, match=r"koloda\.nowhere:nothing"):
        in_older_release.found(("koloda.nowhere:nothing", "koloda.match:nothing"))


def release(commit: str, folder: Path) -> Path:
    """The package as it was then."""
    packed = subprocess.run(["git", "archive", commit, "src/koloda"], cwd=ROOT, capture_output=True)
    if packed.returncode:
        pytest.skip("git does not remember older releases here")
    (folder / commit).mkdir()
    subprocess.run(["tar", "-x", "-C", folder / commit], input=packed.stdout, check=True)
    return folder / commit / "src"


@pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="it needs the history: KOLODA_ALL=1 runs it")
def test_the_first_releases_show_every_older_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    data.mkdir()

    async def fill() -> None:
        async with House(data) as house:
            for number, record in enumerate(OLD_RECORDS):
                await house.store.save_match(uploaded_match(f"old{number}", dict(record)))

    async def look() -> None:
        async with House(data) as house:
            for number, record in enumerate(OLD_RECORDS):
                shown = await everything_of(house, f"old{number}")
                assert all(len(shown[eyes]) == len(record["moves"]) + 1 for eyes in ("all", "watch", "0"))
                assert shown["all"][-1]["result"] == record["result"]
                assert await house.store.views.game(record["game"], record["version"]) is not None

    play(fill)
    for commit in (FIRST_RULES, SECOND_CRIBBAGE):
        said = migrate(data, capsys, python_with(tmp_path, release(commit, tmp_path)))
    assert "Left, because they need other rules: 0." in said
    play(look)


@pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="it needs the history: KOLODA_ALL=1 runs it")
@pytest.mark.parametrize(("name", "commit"), [("schema-1", FIRST_RULES), ("schema-2", SECOND_CRIBBAGE)])
def test_the_first_releases_show_where_a_match_stopped(
    name: str, commit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    old_copy(name, data)
    said = migrate(data, capsys, python_with(tmp_path, release(commit, tmp_path)))
    assert "Last positions of interrupted matches kept: 1." in said

    async def look() -> None:
        async with House(data) as house:
            (anna,) = [person for person, kept in await house.store.rows("SELECT * FROM people") if kept == "Анна"]
            (row,) = [row for row in await house.store.tables.of_person(anna) if row.game == "cribbage"]
            person = await Seat(await house.open(row.id), anna).come()
            assert person.last("table")["old_rules"] and person.last("view")["zones"]

    play(look)
