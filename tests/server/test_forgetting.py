"""Somebody is deleted: found nowhere in the files afterwards, and everybody else keeps what is theirs."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from koloda.cli import main
from koloda.server.storage import scrubbing
from koloda.server.storage.copies import check_database
from koloda.server.storage.forgetting import Faceless, without_names
from koloda.server.storage.scrubber import Scrubber
from koloda.server.storage.sqlite_store import SqliteStore

from .browser import Browser, services_of, shut
from .kit import House, play
from .running import PATIENCE_SECONDS, Client, LocalServer, Server, at_table, play_some, wait_for

__all__ = ["shut"]
NAME = "Варфоломей-Первый"


def found_in(folder: Path, *words: str) -> list[str]:
    """Which files hold any of these words, anywhere."""
    return [
        f"{word} in {path.name}"
        for path in sorted(folder.iterdir())
        if path.is_file()
        for word in words
        if word.encode() in path.read_bytes()
    ]


def an_evening(server: Server) -> tuple[Client, Client, str, str]:
    """Two people have played a match to its end, begun another one and talked of each other: their table and match."""
    gone, stays = Client(server), Client(server)
    gone.http.post("/api/me", json={"name": NAME})
    stays.http.post("/api/me", json={"name": "Боб"})
    table = gone.make_table(game="pairs", seats=2, options={"target": 5})
    gone.join(table).until("table")
    stays.join(table).send(t="sit", seat=1)
    while gone.until("table")["chairs"][1]["kind"] != "person":
        pass
    gone.send(t="start")
    for client in (gone, stays):
        client.until("view")
    while not shown(gone).get("result"):
        mover = gone if shown(gone)["legal"] else stays
        number = shown(gone)["n"]
        mover.move(f"{number}", shown(mover)["legal"][-1])
        for client in (gone, stays):
            while shown(client)["n"] <= number:
                client.read()
    match = gone.http.get("/api/history").json()[0]["id"]
    gone.send(t="rematch")
    gone.until("table")
    gone.send(t="start")
    gone.view = None
    gone.until("view")
    return gone, stays, table, match


def shown(client: Client) -> dict[str, Any]:
    """The match as somebody sees it."""
    assert client.view is not None
    return client.view


def everything(client: Client) -> None:
    """Whatever else can be kept of somebody."""
    assert client.http.post("/api/person/words").status_code == 201
    assert client.http.post("/api/person/links").status_code == 201
    assert client.http.post("/api/person/tokens", json={"label": NAME, "scopes": ["play"]}).status_code == 201
    assert client.http.get("/api/person").status_code == 200


def test_whoever_deletes_themself_is_found_nowhere(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        gone, stays, table, match = an_evening(server)
        everything(gone)
        person, key = gone.me["id"], (tmp_path / "host.key").read_text().strip()
        desk = {"authorization": f"Bearer {key}"}
        gone.http.post(f"/api/host/people/{person}/remove", json={"why": NAME}, headers=desk)
        gone.http.post("/api/host/bans", json={"kind": "person", "who": person, "days": 1, "why": NAME}, headers=desk)
        gone.http.delete(f"/api/host/bans/person/{person}", headers=desk)
        assert found_in(tmp_path, person, NAME), "the test can fail"
        assert NAME in stays.http.get(f"/api/matches/{match}").text and NAME in stays.http.get("/api/history").text
        answer = gone.http.post("/api/person/delete", json={"sure": True})
        assert answer.status_code == 200 and answer.json() == {"matches": 1, "tables": 1}
        assert gone.http.get("/api/me").json()["id"] != person
        late = {"authorization": f"Bearer {gone.me['token']}"}
        assert stays.http.get("/api/history", headers=late).status_code == 401, "what they had opens nothing any more"
        wait_for(lambda: not found_in(tmp_path, person, NAME))
        told = stays.http.get(f"/api/matches/{match}").json()
        assert [player["name"] for player in told["players"]] == ["", "Боб"]
        assert sorted(line["name"] for line in told["evening"]) == ["", "Боб"]
        assert [player["name"] for player in stays.http.get("/api/history").json()[0]["players"]] == ["", "Боб"]
        stays.join(table)
        assert [chair["kind"] for chair in stays.until("table")["chairs"]] == ["bot", "person"], "the match goes on"
        assert services_of(server).hub.tables[table].evening.lines
        stays.view = None
        stays.until("view")
        assert play_some(stays, 1)
        stays.close()
        gone.close()
    assert not found_in(tmp_path, person, NAME)
    with closing(SqliteStoreForTest(tmp_path)):
        pass
    check_database(tmp_path / "koloda.sqlite")


def test_deleting_oneself_costs_nobody_else_their_connection(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        player, table = at_table(server)
        for number in range(2):
            stranger = Client(server)
            stranger.join(table).until("view")
            stranger.send(t="say", text=f"hello {number}")
            stranger.until("said")
            before = services_of(server).hub.tables[table]
            assert stranger.http.post("/api/person/delete", json={"sure": True}).json()["tables"] == 1
            wait_for(lambda: services_of(server).hub.tables.get(table, before) is not before)  # noqa: B023
            stranger.close()
            assert len(play_some(player, 2)) == 2
        assert not [frame for frame in player.frames if frame["t"] == "closing"]
        player.close()


class SqliteStoreForTest(SqliteStore):
    """Opened and closed: whatever is not as it should be is refused here."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "koloda.sqlite")

    def close(self) -> None:  # type: ignore[override]
        self.stop()


def test_the_host_exports_and_forgets_somebody(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    gone, stays, table, match = an_evening(server)
    person, where = gone.me["id"], ["--data", str(server.data), "--url", server.address]

    def command(*words: str, code: int = 0) -> str:
        capsys.readouterr()
        assert main(["--lang", "en", "admin", *words, *where]) == code
        said = capsys.readouterr()
        return said.err if code else said.out

    kept, *matches = [json.loads(line) for line in command("export", person).splitlines()]
    assert (kept["person"], kept["name"], kept["tables"]) == (person, NAME, [table])
    assert [one["id"] for one in matches] == [match] and matches[0]["seat"] == 0 and matches[0]["moves"]
    assert command("forget", person).startswith("Deleted. 1 match and 1 table")
    wait_for(lambda: not found_in(server.data, person, NAME))
    assert "no such person" in command("forget", person, code=2).lower()
    acts = command("acts")
    assert "deleted a person" in acts and person not in acts
    for client in (gone, stays):
        client.close()


def test_my_matches_are_a_file_of_records(server: Server, tmp_path: Path) -> None:
    gone, stays, _, match = an_evening(server)
    answer = stays.http.get("/api/person/export")
    assert "attachment" in answer.headers["content-disposition"]
    (tmp_path / "mine.jsonl").write_bytes(answer.content)
    (line,) = [json.loads(text) for text in answer.text.splitlines()]
    assert (line["id"], line["seat"], line["game"]) == (match, 1, "pairs")
    assert main(["check", str(tmp_path / "mine.jsonl")]) == 0, "it is a record, and it replays"
    kept = stays.http.get("/api/person/kept").json()
    assert kept["name"] == "Боб" and kept["person"] == stays.me["id"]
    for client in (gone, stays):
        client.close()


def test_my_games_from_any_device(server: Server) -> None:
    phone, desk = Browser(server).named("Анна"), Browser(server)
    desk.use_link(phone.link_code())
    waits = phone.post("tables", {"game": "cribbage", "seats": 2}, 201)["id"]
    began = time.time()
    bots = {"game": "cribbage", "seats": 2, "bots": [None, "easy"], "start": True}
    runs = desk.post("tables", bots, 201)["id"]
    client = desk.at_table(runs)
    client.until("view")
    for browser in (phone, desk):
        told = browser.http.get("/api/person/games").json()
        assert [one["id"] for one in told["waiting"]] == [waits] and told["finished"] == []
        (one,) = told["running"]
        assert (one["id"], one["seat"], one["mine"], one["game"]) == (runs, 0, True, "cribbage")
        assert 0 in one["turn"] and began - 1 < one["since"] < time.time() + 1
        assert [chair["kind"] for chair in one["chairs"]] == ["person", "bot"]
        assert one["chairs"][0]["name"] == "Анна" and one["chairs"][1]["level"] == "easy"
        assert [chair["kind"] for chair in told["waiting"][0]["chairs"]] == ["person", "empty"]
        assert set(one) == {"id", "game", "seat", "chairs", "turn", "mine", "since"}, "no card is told here"
    stranger = Browser(server)
    stranger.me()
    assert stranger.http.get("/api/person/games").json() == {"running": [], "waiting": [], "finished": []}
    client.close()


# What is rewritten


def test_somebody_is_taken_out_of_what_is_kept() -> None:
    ann = Faceless("ann", "alias")
    match = {"id": "m", "players": [{"name": "Ann", "bot": None}, {"name": "Ann", "bot": None}], "result": {}}
    before: dict[str, Any] = {
        "seat": {"person": "ann", "name": "Ann", "level": None},
        "made": {"host": "ann", "setup": {"forfeit": "ann sings"}, "places": [{"person": "bob", "name": "Bob"}]},
        "ended": {"match": match, "people": ["ann", "bob"]},
        "report": {"person": "bob", "name": "Bob", "whom": "ann", "whom_name": "Ann", "text": "is rude"},
        "lines": [["ann", "Ann", "hey"], ["bob", "Bob", "hey"]],
        "votes": {"ann": True, "bob": False},
        "refused": {"person": "bob", "reason": "quicker", "ru": "Не успели: Ann.", "en": "Too late: Ann was quicker."},
    }
    after = ann.of(before)
    assert after["seat"] == {"person": "alias", "name": "", "level": None}
    assert after["made"]["host"] == "alias" and after["made"]["places"] == before["made"]["places"]
    assert [player["name"] for player in after["ended"]["match"]["players"]] == ["", "Ann"]
    assert after["ended"]["people"] == ["alias", "bob"]
    assert after["report"] == {"person": "bob", "name": "Bob", "whom": "alias", "whom_name": "", "text": "is rude"}
    assert after["lines"] == [["alias", "", ""], ["bob", "Bob", "hey"]]
    assert after["votes"] == {"alias": True, "bob": False}
    assert after["refused"]["person"] == "bob" and "Ann" not in str(after["refused"])
    assert without_names({"names": ["Ann", "Bob"]}, [0], set()) == {"names": ["", "Bob"]}
    assert before["seat"]["name"] == "Ann", "nothing is changed in place"


def test_a_big_file_is_written_anew_before_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scrubbing, "MAX_AT_ONCE_BYTES", 0)
    path = tmp_path / "koloda.sqlite"

    async def story() -> None:
        async with House(tmp_path) as house:
            await house.store.name_person("0123456789abcdef", NAME)
            await house.store.rewrite([("DELETE FROM people WHERE id = ?", ("0123456789abcdef",))])
            await house.store.scrub()
            assert path.with_suffix(".scrub").exists() and path.with_name("koloda.sqlite-wal").stat().st_size == 0

    play(story)
    with closing(sqlite3.connect(path)) as database:  # a copy that an older version has left behind
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("CREATE TABLE t (x)")
        database.execute("INSERT INTO t VALUES (?)", (NAME,))
        database.execute("DROP TABLE t")
        database.commit()
    SqliteStore(path).stop()
    assert not path.with_suffix(".scrub").exists() and found_in(tmp_path, NAME, "0123456789abcdef") == []


def test_scrubbing_rests_and_tries_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            scrubs = 0
            scrub = house.store.scrub

            async def counted() -> None:
                nonlocal scrubs
                scrubs += 1
                await scrub()
                await asyncio.sleep(0.05)

            house.store.scrub = counted  # type: ignore[method-assign]
            scrubber = Scrubber(house.store)
            task = asyncio.create_task(scrubber.scrub_for_ever())
            for _ in range(50):
                scrubber.want()
                await asyncio.sleep(0.005)
            assert 1 <= scrubs <= 2, "those who come meanwhile wait together"
            task.cancel()

    play(story)
    assert PATIENCE_SECONDS
