"""The host's desk, by its command and its routes: what it shows, what it does, and that it knows no card."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import koloda
from koloda.cli import main
from koloda.cli.admin import ACTS, QUOTAS
from koloda.core.chance import Fast
from koloda.core.errors import NoWorld
from koloda.core.game import Game
from koloda.games.registry import all_games
from koloda.match import Match
from koloda.server.http import host_here
from koloda.server.networks import Asker
from koloda.server.protocol.codec import encode
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.table.table import Table
from koloda.testing.walks import random_move

from .browser import services_of
from .kit import bare_table, play
from .running import Client, LocalServer, Server, at_table, play_some, socket_of, wait_for

GAMES = list(all_games())
LISTS = ("/tables", "/people", "/quotas", "/bans", "/invitations", "/reports", "/acts")
WORDS = Path(__file__).parents[2] / "src" / "koloda" / "web" / "src" / "lib" / "host"


class Desk:
    """The host, at the command line and over HTTP."""

    def __init__(self, server: Server, capsys: pytest.CaptureFixture[str]) -> None:
        self.where = ["--data", str(server.data), "--url", server.address]
        key = (server.data / "host.key").read_text().strip()
        self.http = httpx.Client(base_url=server.address, headers={"authorization": f"Bearer {key}"})
        self._capsys = capsys

    def command(self, *words: str, code: int = 0) -> str:
        """What ``koloda admin`` says."""
        self._capsys.readouterr()
        assert main(["--lang", "en", "admin", *words, *self.where]) == code
        said = self._capsys.readouterr()
        return said.err if code else said.out

    def get(self, path: str) -> Any:
        answer = self.http.get(f"/api/host{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()


@pytest.fixture
def desk(server: Server, capsys: pytest.CaptureFixture[str]) -> Iterator[Desk]:
    made = Desk(server, capsys)
    yield made
    made.http.close()


def test_only_the_key_opens_the_desk(server: Server, desk: Desk) -> None:
    headers = ("", "Bearer wrong", "Basic x", f"Bearer {'0' * 64}")
    for number, path in enumerate(("", *LISTS)):
        answer = httpx.get(f"{server.address}/api/host{path}", headers={"authorization": headers[number % 4]})
        assert answer.status_code == 403 and answer.json()["reason"] == "not-the-host"
    assert (server.data / "host.key").stat().st_mode & 0o077 == 0
    assert desk.get("")["version"] == koloda.__version__
    link = desk.command("key").strip()
    assert link == f"{server.address}/host#{(server.data / 'host.key').read_text().strip()}"
    desk.where = ["--data", str(server.data)]
    assert desk.command("key").strip() == link, "the server has told where it listens"
    desk.where = ["--data", str(server.data / "nowhere")]
    assert "No server has run" in desk.command(code=2)


def test_nobody_tries_one_key_after_the_other(tmp_path: Path) -> None:
    server = Server(tmp_path, person_requests_per_second=0.01).start()
    answers = [httpx.get(f"{server.address}/api/host").status_code for _ in range(11)]
    assert answers == [403] * 10 + [429]
    server.stop()


def test_the_host_sees_who_is_where_and_closes_a_table(server: Server, desk: Desk) -> None:
    client, table_id = at_table(server)
    client.http.post("/api/me", json={"name": "Ann"})
    client.send(t="rename", name="Ann")
    play_some(client, 2)
    told = {table["id"]: table for table in desk.get("/tables")}[table_id]
    assert told["game"] == "pairs" and told["status"] == "playing" and told["moves"] >= 2
    assert [chair["kind"] for chair in told["chairs"]] == ["person", "bot", "bot"] and told["chairs"][0]["here"]
    assert told["chairs"][0]["person"] == told["host"] == client.me["id"]
    (person,) = [one for one in desk.get("/people") if one["id"] == client.me["id"]]
    assert (person["sockets"], person["tables"], person["addresses"]) == (1, [table_id], ["127.0.0.1"])
    assert "1 person, 1 connection" in desk.command()
    assert table_id in desk.command("tables") and "Ann, [normal], [normal]" in desk.command("tables")
    assert "Ann" in desk.command("people")
    assert desk.command("close", table_id, "--why", "a rude name") == "Done: 1.\n"
    last = client.until("closing")
    assert (last["reason"], last["retry"]) == ("table-closed", 0) and last["ru"] and last["en"]
    assert client.http.get(f"/api/tables/{table_id}").status_code == 404
    assert "There is no such table" in desk.command("close", table_id, code=2)
    acts = desk.get("/acts")
    assert acts[0]["act"] == "close-table" and acts[1]["about"] == {
        "table": table_id,
        "why": "a rude name",
        "from": "127.0.0.1",
    }
    client.close()


def test_who_is_removed_leaves_their_seat_and_may_come_again(server: Server, desk: Desk) -> None:
    client, table_id = at_table(server)
    watcher = Client(server).join(table_id)
    watcher.until("view")
    assert desk.command("remove", client.me["id"]).startswith("Done")
    assert client.until("closing")["reason"] == "removed"
    while watcher.until("table")["chairs"][0]["kind"] != "bot":
        pass
    assert client.join(table_id).until("table")["you"] is None, "as a watcher"
    assert "no such person" in desk.command("remove", "0123456789abcdef", code=2)
    for one in (client, watcher):
        one.close()


def test_a_ban_of_a_person_holds_until_it_ends_or_is_lifted(server: Server, desk: Desk) -> None:
    client, table_id = at_table(server)
    neighbour = Client(server)
    desk.command("ban", client.me["id"], "--days", "2", "--why", "insults")
    last = client.until("closing")
    assert (last["reason"], last["retry"]) == ("banned", 0) and "insults" in last["en"]
    with socket_of(server, table_id, client.me["token"]) as sock:
        frame = json.loads(sock.recv(timeout=10))
        assert frame["reason"] == "banned" and "insults" in frame["en"] and "UTC" in frame["ru"]
    for path in ("/api/me", "/api/lobby", "/api/games"):
        answer = client.http.get(path)
        assert answer.status_code == 403 and "insults" in answer.json()["en"]
    for more in ("nonsense", neighbour.me["token"]):  # somebody else's token beside their own cookie
        renamed = client.http.post(f"/api/me?token={more}", json={"name": "Cheat"})
        assert renamed.json()["reason"] == "banned"
    nonsense = client.http.get("/api/me", headers={"authorization": "Bearer nonsense"})
    assert nonsense.json()["reason"] == "banned"
    assert client.http.get("/api/house").status_code == 200 and client.http.get("/").status_code in (200, 503)
    assert neighbour.http.get("/api/me").status_code == 200, "the same address, another person"
    assert "insults" in desk.command("bans")
    desk.command("unban", "person", client.me["id"])
    assert client.http.get("/api/me").status_code == 200 and desk.get("/bans") == []
    assert (
        desk.http.post("/api/host/bans", json={"kind": "person", "who": client.me["id"], "days": 0.00001}).status_code
        == 200
    )
    wait_for(lambda: client.http.get("/api/me").status_code == 200)
    for one in (client, neighbour):
        one.close()


def test_a_ban_of_a_network_and_the_host_is_never_locked_out(server: Server, desk: Desk) -> None:
    client, _ = at_table(server)
    desk.command("ban", "127.0.0.0/8", "--days", "1")
    assert client.until("closing")["reason"] == "banned" and client.http.get("/api/me").status_code == 403
    assert "127.0.0.0/8" in desk.command("bans"), "from the same network"
    desk.command("unban", "address", "127.0.0.0/8")
    assert client.http.get("/api/me").status_code == 200
    assert "A network such as" in desk.command("ban", "no.such.network", code=2)
    client.close()


def test_a_word_to_all_and_a_house_that_closes(server: Server, desk: Desk) -> None:
    client, _ = at_table(server)
    desk.command("say", "Скоро", "закроемся", "--english", "We close soon", "--minutes", "5")
    assert client.until("house") == {"t": "house", "ru": "Скоро закроемся", "en": "We close soon"}
    late, _ = at_table(server)
    assert "We close soon" in [frame["en"] for frame in late.frames if frame["t"] == "house"]
    assert client.http.get("/api/house").json()["notice"]["ru"] == "Скоро закроемся"
    desk.command("unsay")
    assert client.until("house")["en"] == "" and client.http.get("/api/house").json()["notice"] is None
    playing = re.fullmatch(r"Matches still being played: (\d+)\.\n", desk.command("drain"))
    assert playing and int(playing[1]) >= 2
    refused = client.http.post("/api/tables", json={"game": "pairs", "seats": 2})
    assert refused.status_code == 503 and refused.json()["reason"] == "draining"
    assert client.http.get("/readyz").status_code == 503 and client.http.get("/healthz").status_code == 200
    play_some(client, 1)
    desk.command("undrain")
    assert client.http.get("/readyz").status_code == 200
    client.make_table(game="pairs", seats=2)
    for one in (client, late):
        one.close()


def test_a_house_that_drains_deals_no_more(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pause=0).start()
    client = Client(server)
    client.join(client.make_table(game="pairs", seats=2, bots=[None, "easy"])).until("table")
    key = (tmp_path / "host.key").read_text().strip()
    headers = {"authorization": f"Bearer {key}"}
    assert httpx.post(f"{server.address}/api/host/drain", headers=headers, json={"on": True}).json() == {"done": 0}
    client.send(t="start")
    assert client.until("refused")["reason"] == "draining"
    assert httpx.post(f"{server.address}/api/host/drain", headers=headers, json={"on": False}).status_code == 200
    client.send(t="start")
    client.until("view")
    client.close()
    server.stop()


def test_who_has_used_up_a_quota_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path, person_keeps=1).start()
    client = Client(server)
    assert client.http.post("/api/me", json={"name": "Eve"}).status_code == 200
    assert client.http.post("/api/me", json={"name": "Eva"}).status_code == 429
    desk = Desk(server, capsys)
    (one,) = desk.get("/quotas")
    assert (one["quota"], one["whose"], one["person"], one["name"]) == ("keeps", "person", client.me["id"], "Eve")
    assert client.me["id"] in desk.command("quotas")
    assert "names, tables and records a day  their own" in desk.command("quotas")
    client.close()
    desk.http.close()
    server.stop()


def test_a_house_by_invitation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path, invite_only="true", house_name="The Club").start()
    member, friend, stranger = Client(server), Client(server), Client(server)
    desk = Desk(server, capsys)
    code = desk.command("invite", "the", "regulars", "--uses", "1").strip().rpartition("/")[2]
    table = {"game": "pairs", "seats": 2, "open": False}
    for one in (member, stranger):
        refused = one.http.post("/api/tables", json=table)
        assert (refused.status_code, refused.json()["reason"]) == (403, "not-invited")
        assert one.http.get("/api/lobby").status_code == 403
        assert one.http.get("/api/house").json()["invited"] is False
    assert member.http.post("/api/invitation", json={"code": "guessed"}).json()["reason"] == "no-invitation"
    assert member.http.post("/api/invitation", json={"code": code}).json()["invited"] is True
    assert stranger.http.post("/api/invitation", json={"code": code}).status_code == 403, "it is used up"
    assert member.http.post("/api/invitation", json={"code": code}).status_code == 200, "for them it holds"
    table_id = member.http.post("/api/tables", json=table).json()["id"]
    assert friend.join(table_id).until("table")["id"] == table_id, "the link of a table is an invitation to it"
    assert "the regulars" in desk.command("invitations") and "1/1" in desk.command("invitations")
    (kept,) = desk.get("/invitations")
    desk.command("withdraw", kept["id"])
    assert desk.get("/invitations") == [] and member.http.get("/api/lobby").status_code == 200
    for one in (member, friend, stranger):
        one.close()
    desk.http.close()
    server.stop()


def test_bans_members_and_acts_outlive_a_restart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path).start()
    client = Client(server)
    desk = Desk(server, capsys)
    desk.command("ban", client.me["id"], "--days", "1")
    server.stop()
    server.start()
    assert client.http.get("/api/me").status_code == 403 and desk.get("/acts")[0]["act"] == "ban"
    client.close()
    desk.http.close()
    server.stop()


def test_acts_and_quotas_have_words_at_the_desk() -> None:
    server = Path(koloda.__file__).parent / "server"
    sources = [path.read_text(encoding="utf-8") for path in sorted(server.rglob("*.py"))]
    calls = [call for text in sources for call in re.findall(r"(?<!def )note_act\(request, ([^,)]+)", text)]
    acts = {call.strip('"') for call in calls}
    assert all(call[0] == call[-1] == '"' for call in calls), "an act is named where it is noted"
    assert len(acts) > 10 and acts == set(ACTS)
    quotas = {quota for text in sources for quota in re.findall(r'(?:_allowance\(|used_up\.note\()\s*"(\w+)"', text)}
    assert len(quotas) > 4 and quotas == set(QUOTAS)
    for lang in ("ru", "en"):
        page = (WORDS / f"host.{lang}.ftl").read_text(encoding="utf-8")
        for kind, wanted in (("act", acts), ("quota", quotas)):
            assert set(re.findall(rf"^{kind}-([\w-]+) =", page, re.MULTILINE)) == wanted


def test_reports_come_with_the_chat_around_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = {
        "table": "T", "match": "M", "person": "aa", "name": "Ann", "whom": "ee", "whom_name": "Eve", "text": "rude",
        "lines": [["ee", "Eve", "you …"], ["aa", "Ann", "stop it"]],
    }  # fmt: skip
    with LocalServer(tmp_path) as server:
        services = server.app.app.state.services
        assert server.loop is not None
        asyncio.run_coroutine_threadsafe(services.store.house.report(told), server.loop).result()
        desk = Desk(server, capsys)
        (report,) = desk.get("/reports")
        assert {name: report[name] for name in told} == told and not report["done"]
        heard = desk.command("reports")
        assert "Ann → Eve (ee)" in heard and "| Eve: you …" in heard and heard.startswith("!")
        desk.command("done", report["id"])
        assert desk.get("/reports")[0]["done"] and desk.command("reports").startswith("✓")
        assert "no such report" in desk.command("done", "nothing", code=2)
        desk.http.close()


def test_nobody_hides_a_complaint_behind_a_flood_of_others(tmp_path: Path) -> None:
    """However many tables and cookies somebody has, so many complaints a day come from one person, and one address."""
    with LocalServer(tmp_path) as server:
        quotas, settings = services_of(server).quotas, services_of(server).hub.settings
        asked = [settings.take_report(Asker(f"p{number // 20}", "127.0.0.1")) for number in range(200)]
        assert Counter(asked) == {"": 40, "person": 40, "network": 120}
        assert {one.quota for one in quotas.used_up.latest()} == {"reports"}
        player, table = at_table(server)
        guest = Client(server)
        guest.join(table).until("view")
        guest.send(t="say", text="you …")
        player.send(t="report", who=player.until("said")["who"], text="rude")
        assert player.until("refused", "reported")["reason"] == "too-many-reports"
        for client in (player, guest):
            client.close()


# No card


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.info.id)
def test_in_another_world_the_desk_tells_the_same_bytes(game: type[Game], tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite")
        match = Match.new(game.info.id, game.info.seats_to_begin_with(), seed="desk")
        table = bare_table(store, game.info.id, match.game.seats)
        compared = 0
        chooser = Fast(1)
        while not match.game.over and compared < 12:
            for viewer in (None, match.turn.seats[0]):
                try:
                    world = koloda.resample(match, viewer, Fast(compared))
                except NoWorld:
                    continue
                assert told_of(table, match) == told_of(table, world)
                compared += 1
            match.play(*random_move(match, chooser))
        await store.close()
        assert compared

    play(story)


def told_of(table: Table, match: Match) -> bytes:
    """What the desk tells of a table with this match."""
    table.match = match
    return encode(host_here.host_table(table))


def test_a_desk_that_leaks_would_be_noticed(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite")
        match = Match.new("pairs", 3, seed="leak")
        table = bare_table(store, "pairs", 3)
        told = []
        for one in (match, koloda.resample(match, None, Fast(1))):
            table.seats[0].name = str(one.game.zones()[0].pile.at(0))  # as if a card had come to the desk by some way
            told.append(told_of(table, one))
        await store.close()
        assert told[0] != told[1]

    play(story)


def test_nothing_at_the_desk_changes_a_deal(server: Server, desk: Desk) -> None:
    client, table_id = at_table(server)
    play_some(client, 2)
    while not (client.view or {})["legal"]:
        client.read()
    view, before = client.view, client.table
    assert view is not None
    for path in ("", *LISTS):
        desk.get(path)
    desk.command("say", "x")
    desk.command("unsay")
    other = Client(server)
    other.me = client.me
    other.join(table_id)
    assert other.until("table")["seal"] == (before or {})["seal"]
    again = other.until("view")
    assert {name: again[name] for name in ("n", "zones", "counters", "legal")} == {
        name: view[name] for name in ("n", "zones", "counters", "legal")
    }
    for one in (client, other):
        one.close()
