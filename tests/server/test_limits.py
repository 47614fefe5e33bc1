"""What one person and one address may ask for over HTTP, and that the tables do not feel it."""

from __future__ import annotations

import json
import math
import re
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

import koloda
from koloda.core.chance import Seeded
from koloda.server import buckets
from koloda.server.access.limits import Allowance, OpenSockets, UsedUpQuotas
from koloda.server.buckets import Rate, has_room
from koloda.server.networks import Asker, Networks, household, site
from koloda.server.settings import Settings
from koloda.testing.walks import play_out

from .browser import services_of
from .running import Client, LocalServer, Server, at_table, check_quick, closing_reason, socket_of


def reason(answer: httpx.Response) -> str:
    """Why not; a no has both sentences."""
    body = answer.json()
    assert answer.status_code == 429 and body["ru"] != body["en"]
    return str(body["reason"])


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    """A server that allows little."""
    server = Server(tmp_path, person_requests_per_second=0.01, person_requests_burst=30, bot_pause=0).start()
    yield server
    server.stop()


def test_who_leaves_too_much_here_stops_themself_and_not_their_neighbours(tmp_path: Path) -> None:
    server = Server(tmp_path, person_keeps=12, address_keeps=20).start()
    client, neighbour, late = Client(server), Client(server), Client(server)
    for _ in range(3):
        client.make_table(game="pairs", seats=2)
    record = play_out(koloda.Match.new("pairs", 2, seed="x"), Seeded("x")).record()
    padded = json.dumps({**record, "more": "x" * 30_000})
    assert reason(client.http.post("/api/matches", content=padded)) == "too-much-today", "a long one counts as several"
    for _ in range(9):
        client.make_table(game="pairs", seats=2)
    assert reason(client.http.post("/api/tables", json={"game": "pairs", "seats": 2})) == "too-much-today"
    assert reason(client.http.post("/api/me", json={"name": "Ann"})) == "too-much-today"
    neighbour.make_table(game="pairs", seats=2)
    for _ in range(7):
        assert neighbour.http.post("/api/me", json={"name": "Bob"}).status_code == 200
    assert reason(late.http.post("/api/me", json={"name": "Cid"})) == "network-full-today", "no address fills the disk"
    for one in (client, neighbour, late):
        assert one.http.get("/api/me").status_code == 200 and one.http.get("/api/lobby").status_code == 200
        one.close()
    server.stop()


def test_who_makes_too_many_tables_or_tries_too_many_codes_stops_themself(tmp_path: Path) -> None:
    server = Server(tmp_path, person_requests_per_second=0.01, person_requests_burst=40, person_tables=1).start()
    client, neighbour = Client(server), Client(server)
    assert client.http.get("/api/tables/ZZZZ1").status_code == 404
    client.make_table(game="pairs", seats=2)
    assert reason(client.http.post("/api/tables", json={"game": "pairs", "seats": 2})) == "too-many-tables"
    answers = [client.http.get(f"/api/tables/ZZZZ{number}").status_code for number in range(4)]
    assert answers == [404, 404, 429, 429]
    table_id = neighbour.make_table(game="pairs", seats=2)
    code = neighbour.http.get(f"/api/tables/{table_id}").json()["code"]
    assert neighbour.http.get(f"/api/tables/{code}").json()["id"] == table_id
    for one in (client, neighbour):
        one.close()
    server.stop()


def test_what_could_not_be_kept_is_not_played_again_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long record takes seconds in the one process that all share."""
    with LocalServer(tmp_path) as server:
        client, services = Client(server), services_of(server)
        record = json.dumps(play_out(koloda.Match.new("pairs", 2, seed="x"), Seeded("x")).record())
        assert client.http.post("/api/matches", content=record).status_code == 201
        services.quotas.keeps.account(Asker(client.me["id"], "127.0.0.1")).spend(200.0)
        monkeypatch.setattr(services.background, "replay", None)
        refused = client.http.post("/api/matches", content=record)
        assert refused.status_code == 429 and refused.json()["reason"] == "too-much-today"
        client.close()


def test_who_asks_for_too_much_at_once_waits_and_codes_cannot_be_tried_in_turn(strict: Server) -> None:
    client = Client(strict)
    table_id = client.make_table(game="pairs", seats=2, open=False)
    code = client.http.get(f"/api/tables/{table_id}").json()["code"]
    assert re.fullmatch("[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}", code), "a private table's code is longer"
    assert client.http.get(f"/api/tables/{code.replace('-', ' ').lower()}").json()["id"] == table_id
    answers = [client.http.get(f"/api/tables/ZZZZ{number}") for number in range(2)]
    assert [answer.status_code for answer in answers] == [404, 429]
    assert client.http.get(f"/api/tables/{code}").status_code == 429, "an answer would tell that the code is right"
    assert client.http.get(f"/api/tables/{table_id}").status_code == 200, "a link is not guessed"
    with socket_of(strict, code, client.me["token"]) as sock:
        assert closing_reason(sock) == "no-such-table", "a socket opens by link only"
    assert "link" not in client.http.get(f"/table/{code}").headers
    assert reason(client.http.get("/api/qr?text=x")) == "too-many-requests", "a picture costs as much as ten others"
    while (last := client.http.post("/api/me", json={"name": "x"})).status_code == 200:
        pass
    assert reason(last) == "too-many-requests"
    client.join(table_id).until("table")
    client.close()


def test_a_person_has_so_many_tables_even_if_he_asks_for_all_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path, person_tables=5).start()
    client = Client(server)
    made: list[int] = []

    def make() -> None:
        answer = client.http.post("/api/tables", json={"game": "pairs", "seats": 2, "start": True})
        made.append(answer.status_code)

    threads = [threading.Thread(target=make) for _ in range(25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [201] * 5 + [429] * 20
    client.close()
    server.stop()


def hammered(server: Server, ask: Callable[[httpx.Client, int], object], seconds: float) -> None:
    """Many clients that ask for the same thing all the time, while a player plays on."""
    client, _ = at_table(server)
    end = time.monotonic() + seconds

    def go(number: int) -> None:
        with httpx.Client(base_url=server.address, verify=False, timeout=20) as http:
            while time.monotonic() < end:
                number += 1
                ask(http, number)

    threads = [threading.Thread(target=go, args=(1_000_000 * n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    check_quick(client, 15)
    for thread in threads:
        thread.join()
    client.close()


def test_pictures_for_everybody_hold_no_table_up(server: Server) -> None:
    hammered(server, lambda http, n: http.get("/api/qr", params={"text": f"{n}" + "x" * 280}), 2.0)


def test_an_allowance_is_a_persons_own_then_their_addresss_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 1000.0
    monkeypatch.setattr("koloda.server.buckets.time.monotonic", lambda: moment)
    used_up = UsedUpQuotas()
    allowance = Allowance("words", Rate(1.0, 2.0), Rate(2.0, 3.0), Networks(("10.0.0.0/8", "fd00::/8")), used_up)

    def take(person: str, address: str, cost: float = 1.0) -> str:
        return allowance.account(Asker(person, address)).take(cost)

    assert [take("ann", "1.2.3.4") for _ in range(3)] == ["", "", "person"]
    assert [take("bob", "1.2.3.4") for _ in range(2)] == ["", "network"] and not take("cid", "1.2.3.5")
    assert take("ann", "1.2.3.5") == "person", "going elsewhere refills nothing"
    assert [take("", "1.2.3.6") for _ in range(3)] == ["", "", "person"], "those whom nobody knows are one"
    for address in ("10.1.2.3", "::ffff:10.1.2.3", "fd00::7"):
        assert not any(take(f"p{number} {address}", address) for number in range(9)), "it is trusted"
    told = [(one.quota, one.whose, one.person, one.address, one.times) for one in used_up.latest()]
    assert told == [
        ("words", "person", "", "1.2.3.6", 1),
        ("words", "person", "ann", "1.2.3.5", 2),
        ("words", "network", "bob", "1.2.3.4", 1),
    ]
    moment += 1.5
    assert not take("ann", "1.2.3.4", 1.5) and take("ann", "1.2.3.4", 0.5) == "person"
    monkeypatch.setattr(buckets, "MAX_KEYS", 40)
    for number in range(50):
        take(f"p{number}", f"2.2.2.{number}")
    assert len(allowance._people._kept) == 40 == len(allowance._homes._kept)


def test_where_an_address_has_much_of_something_each_person_has_a_few() -> None:
    assert has_room(19, 20, 499, 1000) == "" and has_room(20, 20, 499, 1000) == "person"
    assert has_room(3, 20, 500, 1000) == "" and has_room(4, 20, 500, 1000) == "person"
    assert has_room(0, 20, 1000, 1000) == "network" and has_room(0, 20, 10**6, math.inf) == ""


def test_a_household_has_one_network() -> None:
    assert household("2001:db8:1:2::7") == household("2001:db8:1:2:ffff::1") != household("2001:db8:1:3::7")
    assert (
        site("2001:db8:1:2::7") == site("2001:db8:1:3::7") != site("2001:db8:2:2::7") and site("1.2.3.4") == "1.2.3.4"
    )
    assert household("::ffff:1.2.3.4") != household("::ffff:1.2.3.5")
    assert household("1.2.3.4") == "1.2.3.4" and household("") == ""
    sockets = OpenSockets(Settings(address_sockets=1), UsedUpQuotas())
    bob = Asker("bob", "2001:db8:1:2::8")
    assert not sockets.enter(Asker("ann", "2001:db8:1:2::7")) and sockets.enter(bob) == "network"
    sockets.leave(Asker("ann", "2001:db8:1:2::9"))
    assert not sockets.enter(bob)
