"""The HTTP side of a real server: identity, headers, tables, lobby, archive, uploads, health."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

import koloda
from koloda.core.chance import Seeded
from koloda.testing.walks import play_out
from koloda.verify import verify

from .running import Client, LocalServer, Server, at_table, closing_reason, play_some, wait_for

SAFE = ("content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-opener-policy")


def finished(server: Server, **setup: Any) -> tuple[Client, dict[str, Any]]:
    """A player whose match against a bot is over, and the table as it was told last."""
    client = Client(server)
    table_id = client.make_table(
        game="pairs", seats=2, options={"target": 5}, bots=[None, "normal"], start=True, **setup
    )
    client.join(table_id)
    count = 0
    while not (client.table and client.table["status"] == "over" and client.view and client.view.get("result")):
        frame = client.read()
        assert frame["t"] != "refused", frame
        if frame["t"] in ("view", "change") and client.view and client.view["legal"]:
            count += 1
            client.move(str(count), client.view["legal"][-1])
    return client, client.table


# Who I am


def test_a_newcomer_gets_a_safe_cookie_and_keeps_it(server: Server) -> None:
    with httpx.Client(verify=False, base_url=server.address) as http:
        first = http.get("/api/me")
        cookie = first.headers["set-cookie"].lower()
        assert "private" in first.headers["cache-control"], "a shared cache would give two people one identity"
        assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie
        assert http.get("/api/me").json()["id"] == first.json()["id"]
        renamed = http.post("/api/me", json={"name": "  Анна\u202e\n Каренина\x07 "})
        assert renamed.json()["name"] == "Анна Каренина" == http.get("/api/me").json()["name"]
        assert http.post("/api/me", json={"name": "x" * 41}).status_code == 400
        assert http.post("/api/me", json={"name": ""}).json()["name"] == ""


def test_a_forged_token_is_nobody(server: Server) -> None:
    me = Client(server)
    token = me.me["token"]
    other = token[:-3] + ("A" if token[-3] != "A" else "B") + token[-2:]  # not the last: two bits of it mean nothing
    for forged in (other, "null", "x" * 5000, token.split(".")[0], "." * 20):
        with httpx.Client(verify=False, base_url=server.address, cookies={"koloda": forged}) as http:
            assert http.get("/api/history").status_code == 401
            assert http.get("/api/me").json()["id"] != me.me["id"]
    me.close()


def test_a_token_in_an_address_is_nobodys(server: Server) -> None:
    """Proxies and histories keep addresses: none opens anything, and no link changes who a browser is."""
    attacker, victim = Client(server), Client(server)
    query = f"token={attacker.me['token']}"
    assert httpx.get(f"{server.address}/api/history?{query}").json()["reason"] == "no-cookie"
    for path in ("/api/me", "/api/person"):
        told = victim.http.get(f"{path}?{query}").json()
        assert told == victim.http.get(path).json() and attacker.me["id"] not in str(told)
    table = attacker.make_table(game="pairs", seats=2)
    with connect(f"{server.address.replace('http', 'ws')}/ws/{table}?{query}") as socket:
        assert closing_reason(socket) == "no-cookie"
    attacker.close()
    victim.close()


# Every answer


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/healthz", 200),
        ("/metrics", 200),
        ("/api/me", 200),
        ("/api/games", 200),
        ("/api/games/pairs", 200),
        ("/api/games/no-such-game", 400),
        ("/api/games/pairs/rules?lang=ru", 200),
        ("/api/nowhere", 404),
        ("/api/tables/none", 404),
        ("/api/tables/none/matches", 404),
        ("/api/matches/none", 404),
        ("/api/matches/none/views", 404),
        ("/api/history", 401),
        ("/api/lobby", 200),
        ("/api/qr?text=hello", 200),
        ("/api/qr?text=", 400),
        ("/%00", None),
        ("/" + "a" * 3000, None),
        ("/..%2f..%2f..%2fetc%2fpasswd", None),
        ("//etc/passwd", None),
    ],
)
def test_headers_are_safe_on_every_answer(path: str, status: int | None, server: Server) -> None:
    answer = httpx.get(server.address + path, verify=False)
    assert answer.status_code == (status or 404), answer.text
    for header in SAFE:
        assert header in answer.headers, header
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy and "object-src 'none'" in policy and "frame-ancestors 'none'" in policy
    assert "root:" not in answer.text and "server" not in answer.headers
    if status and status >= 400:
        body = answer.json()
        assert body["reason"] and body["ru"] and body["en"] and "Traceback" not in answer.text


def test_the_catalogue_has_the_names_by_which_people_look_for_a_game(server: Server) -> None:
    lines = {line["id"]: line for line in httpx.get(server.address + "/api/games", verify=False).json()}
    witch = lines["old-maid"]
    assert {names["ru"] for names in witch["other_names"]} == {"Акулина", "Колдунья"}
    assert witch["family"] == "classics" and lines["pairs"]["other_names"] == []


def test_a_request_of_another_page_is_refused(server: Server) -> None:
    client = Client(server)
    setup = {"game": "pairs", "seats": 2}
    for origin in ("https://evil.example", "null", server.address + ".evil.example"):
        answer = client.http.post("/api/tables", json=setup, headers={"origin": origin})
        assert answer.status_code == 403 and answer.json()["reason"] == "wrong-origin"
    assert client.http.post("/api/tables", json=setup, headers={"origin": server.address}).status_code == 201
    client.close()


# Tables


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"\xff",
        b'{"game":"pairs"}',
        b'{"game":"pairs","seats":"2"}',
        b'{"game":"pairs","seats":99}',
        b'{"game":"nothing","seats":2}',
        b'{"game":"pairs","seats":2,"options":{"target":1}}',
        b'{"game":"pairs","seats":2,"options":{"nothing":1}}',
        b'{"game":"pairs","seats":2,"clock":-1}',
        b'{"game":"pairs","seats":2,"bots":["easy","easy","easy"]}',
        b'{"game":"pairs","seats":2,"bots":["genius"]}',
        b'{"game":"pairs","seats":2,"more":1}',
        b"[" * 60_000,
    ],
)
def test_a_table_that_makes_no_sense_is_refused(body: bytes, server: Server) -> None:
    client = Client(server)
    answer = client.http.post("/api/tables", content=body)
    assert answer.status_code == 400 and answer.json()["en"], answer.text
    client.close()


def test_a_body_that_is_too_long_is_refused(server: Server) -> None:
    client = Client(server)
    answer = client.http.post("/api/tables", content=b'{"game":"' + b"x" * 70_000 + b'"}')
    assert answer.status_code == 413
    client.close()


def test_tables_are_found_by_link_and_code_and_listed(server: Server) -> None:
    host = Client(server)
    host.http.post("/api/me", json={"name": "The Host"})
    made = host.http.post("/api/tables", json={"game": "pairs", "seats": 3, "bots": [None, "easy"]}).json()
    assert re.fullmatch("[A-HJ-NP-Z2-9]{5}", made["code"])
    for key in (made["id"], made["code"], made["code"].lower()):
        summary = host.http.get(f"/api/tables/{key}").json()
        assert summary["id"] == made["id"] and summary["status"] == "waiting"
        assert [chair["kind"] for chair in summary["chairs"]] == ["person", "bot", "empty"]
    assert made["id"] not in [table["id"] for table in host.http.get("/api/lobby").json()], "nobody is there"
    private = host.make_table(game="pairs", seats=2, open=False)
    host.join(private).until("table")
    second = Client(server)
    second.join(made["id"]).until("table")
    wait_for(lambda: made["id"] in [table["id"] for table in host.http.get("/api/lobby").json()])
    listed = {table["id"]: table for table in host.http.get("/api/lobby").json()}
    assert private not in listed
    entry = listed[made["id"]]
    assert (entry["host"], entry["free"], entry["status"], entry["seats"]) == ("The Host", 2, "waiting", 3)
    host.close()
    second.close()


# The archive


def test_a_finished_match_has_a_link_and_a_fair_deal(server: Server) -> None:
    client, table = finished(server)
    archived = client.http.get(f"/api/matches/{table['match']}").json()
    record = archived["record"]
    seal = record["seal"]
    assert seal["commitment"] == table["seal"]["commitment"] and seal["secret"] == table["seal"]["secret"]
    assert (seal["table"], seal["match"]) == (table["id"], table["match"] or archived["id"])
    assert verify(archived) == verify(record), "both ways to download it"
    history = client.http.get("/api/history").json()
    assert [(item["id"], item["seat"], item["result"]) for item in history] == [(table["match"], 0, record["result"])]
    views = {viewer: steps(client, table["match"], viewer) for viewer in ("0", "1", "watch", "all")}
    for viewer, seen in views.items():
        assert len(seen) == len(record["moves"]) + 1, viewer
        assert seen[-1]["result"] == record["result"]
    assert '"deck",null,null,"pile",' in json.dumps(views["watch"][0], separators=(",", ":"))
    assert all(isinstance(zone[4], list) for zone in views["all"][0]["zones"]), "a card is still closed"
    assert client.http.get(f"/api/matches/{table['match']}/views?eyes=7").status_code == 400
    client.close()


def test_the_matches_of_a_table_are_for_those_who_may_see_it(server: Server) -> None:
    client, table = finished(server)
    stranger = Client(server)
    for one in (client, stranger):
        (match,) = one.http.get(f"/api/tables/{table['id']}/matches").json()
        assert match["id"] == table["match"] and match["game"] == table["game"]
        assert match["result"]["losers"] == table["lost"] and len(match["players"]) == table["seats"]
    private = client.make_table(game="pairs", seats=2, watch=False)
    assert client.http.get(f"/api/tables/{private}/matches").json() == []
    refused = stranger.http.get(f"/api/tables/{private}/matches")
    assert refused.status_code == 403 and refused.json()["reason"] == "no-watchers"
    client.close()
    stranger.close()


def steps(client: Client, match: str, viewer: str) -> list[dict[str, Any]]:
    views: list[dict[str, Any]] = client.http.get(f"/api/matches/{match}/views?eyes={viewer}").json()
    return views


def test_the_record_of_a_running_match_is_not_to_be_had(server: Server) -> None:
    client = Client(server)
    table_id = client.make_table(game="old-maid", seats=2, bots=[None, "normal"], start=True)
    client.join(table_id).until("view")
    assert client.table is not None
    assert "secret" not in client.table["seal"]
    for key in (table_id, client.table["code"], client.table["match"]):
        assert client.http.get(f"/api/matches/{key}").status_code == 404
        assert client.http.get(f"/api/matches/{key}/views?viewer=all").status_code == 404
    assert client.http.get("/api/history").json() == []
    client.close()


# Uploads


def test_a_record_is_replayed_before_it_is_kept(server: Server) -> None:
    client = Client(server)
    match = play_out(koloda.Match.new("pairs", 3, seed="upload"), Seeded("upload"))
    record = match.record()
    answer = client.http.post("/api/matches", content=json.dumps({**record, "seal": {"secret": "not mine"}, "x": 1}))
    assert answer.status_code == 201
    archived = client.http.get(f"/api/matches/{answer.json()['id']}").json()
    assert archived["record"] == json.loads(json.dumps(record)) and "seal" not in archived["record"]
    assert client.http.get("/api/history").json() == [], "it is nobody's own match"
    client.close()


def test_a_match_of_ten_thousand_moves_is_shown(server: Server) -> None:
    client = Client(server)
    match = play_out(koloda.Match.new("starboard", 2, {"chips": 200, "max_rounds": 9999}, seed="a"), Seeded("b"))
    assert match.move_number > 9_980
    made = client.http.post("/api/matches", content=json.dumps(match.record()))
    assert made.status_code == 201, made.text
    assert len(steps(client, made.json()["id"], "watch")) == match.move_number + 1
    client.close()


def broken() -> dict[str, Any]:
    match = play_out(koloda.Match.new("pairs", 2, seed="broken"), Seeded("broken"))
    return dict(match.record())


@pytest.mark.parametrize(
    "change",
    [{"version": 99}, {"format": 2}, {"game": "nothing"}, {"moves": [[0, "jump"]]}, {"chance": []}, {"seats": 40}],
    ids=str,
)
def test_a_bad_record_is_refused_with_a_sentence(change: dict[str, Any], server: Server) -> None:
    client = Client(server)
    answer = client.http.post("/api/matches", content=json.dumps({**broken(), **change}))
    assert answer.status_code == 400 and answer.json()["ru"] != answer.json()["en"], answer.text
    client.close()


def test_uploads_are_bounded(server: Server) -> None:
    client = Client(server)
    assert client.http.post("/api/matches", content=b" " * 2_000_001).status_code == 413
    for garbage in (b"", b"{", b"\xff\xfe", b"[1]", b'{"a":1,"a":2}', b"[" * 100_000):
        assert client.http.post("/api/matches", content=garbage).status_code == 400
    with httpx.Client(verify=False, base_url=server.address) as stranger:
        assert stranger.post("/api/matches", content=json.dumps(broken())).status_code == 401
    client.close()


# Health


def test_health_and_metrics(server: Server) -> None:
    client = Client(server)
    table_id = client.make_table(game="pairs", seats=2)
    client.join(table_id).until("table")
    health = client.http.get("/healthz").json()
    assert health["status"] == "ok" and health["tables"] >= 1 and abs(health["time"] - time.time()) < 60
    client.send(t="ping")
    client.until("pong")
    text = client.http.get("/metrics").text
    figures = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(figures["koloda_connections"]) >= 1
    assert float(figures['koloda_tables{game="pairs",state="waiting"}']) >= 1
    assert float(figures["koloda_commit_seconds_count"]) >= 1
    assert float(figures["koloda_thoughts_waiting"]) >= 0
    assert float(figures['koloda_frames_total{kind="Ping"}']) >= 1
    assert float(figures["koloda_request_seconds_count"]) >= 1
    client.close()


def test_a_disk_that_is_full_is_seen_from_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalServer(tmp_path) as server:
        assert "koloda_can_save 1.0" in httpx.get(server.address + "/metrics", verify=False).text
        monkeypatch.setattr(server.hub.store, "note_problem", lambda problem: None)  # nothing gets better by itself
        server.hub.store.problem = "database or disk is full"
        assert "koloda_can_save 0.0" in httpx.get(server.address + "/metrics", verify=False).text


def test_moves_are_counted_and_timed(server: Server) -> None:
    def figures() -> dict[str, float]:
        lines = client.http.get("/metrics").text.splitlines()
        return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}

    client, _ = at_table(server)
    before = figures()
    play_some(client, 3)
    after = figures()
    assert after["koloda_moves_total"] >= before["koloda_moves_total"] + 3
    assert after['koloda_move_seconds_bucket{le="+Inf"}'] == after["koloda_moves_total"]
    assert after["koloda_move_seconds_sum"] > before["koloda_move_seconds_sum"]
    client.close()


def test_a_server_is_ready_until_it_goes(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        assert httpx.get(server.address + "/readyz", verify=False).json() == {"status": "ready"}
        server.hub.say_goodbye(100)
        answer = httpx.get(server.address + "/readyz", verify=False)
        assert (answer.status_code, answer.json()) == (503, {"status": "not-ready"})


@pytest.mark.parametrize("path", ["/robots.txt", "/.well-known/security.txt", "/wp-login.php", "/openapi.yaml"])
def test_a_file_that_there_is_not_is_no_page(server: Server, path: str) -> None:
    answer = httpx.get(server.address + path, verify=False)
    if path == "/robots.txt":
        assert answer.status_code == 200 and "Disallow: /table/" in answer.text
        assert answer.headers["content-type"].startswith("text/plain")
    else:
        assert answer.status_code == 404 and answer.json()["reason"] == "not-found"


def test_an_address_that_the_page_does_not_know_is_a_page_that_says_so(server: Server) -> None:
    answer = httpx.get(server.address + "/no/such/address", verify=False)
    assert answer.status_code == 404 and "<html" in answer.text
    assert httpx.get(server.address + "/settings", verify=False).status_code == 200


def test_a_qr_code_is_a_picture(server: Server) -> None:
    answer = httpx.get(server.address + "/api/qr", verify=False, params={"text": "https://cards.example/table/x<y>"})
    assert answer.headers["content-type"] == "image/svg+xml" and answer.text.startswith("<svg")
    assert httpx.get(server.address + "/api/qr", verify=False, params={"text": "x" * 301}).status_code == 400


def test_no_answer_is_taken_for_that_of_another_route(server: Server) -> None:
    with httpx.Client(base_url=server.address, verify=False) as http:
        assert http.get("/api/games").status_code == 200 == http.get("/api/games/pairs").status_code
        assert http.get("/api/matches/catalogue").status_code == 404
        for path in ("/api/games/pairs%20gzip", "/api/matches/game%20pairs", "/api/matches/plain%20catalogue"):
            assert http.get(path, headers={"accept-encoding": "identity"}).status_code in (400, 404)
