"""Who somebody is on several devices: links, recovery words, passkeys, signing out, tokens; and who may not come in."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest
from itsdangerous import URLSafeSerializer
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from koloda.server.access.device_label import device_label
from koloda.server.access.identity import COOKIE, new_device
from koloda.server.access.passkeys import MAX_PASSKEYS
from koloda.server.access.recovery_words import WordKeeper, read_words, split, written
from koloda.server.access.word_list import EN, RU
from koloda.server.http import person as person_routes
from koloda.server.http.person_keeper import look
from koloda.server.metering import LoopShare
from koloda.server.storage.person_book import Passkey, made_at

from .browser import Browser, make_words_cheap, services_of, shut
from .kit import House, play
from .running import PATIENCE_SECONDS, LocalServer, Server, closing_reason, wait_for

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
WRONG = {"words": " ".join(EN[:10])}

__all__ = ["shut"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A house of its own for each test: tries are counted by address."""
    with LocalServer(tmp_path) as running:
        make_words_cheap(running)
        yield running


# Links


def test_a_link_makes_a_second_device_once(server: LocalServer) -> None:
    phone, desk, thief = Browser(server), Browser(server, **{"user-agent": FIREFOX}), Browser(server)
    anna = phone.named("Анна").me()
    assert desk.me()["id"] != anna["id"] != thief.me()["id"]
    code = phone.link_code()
    answer = desk.use_link(code)
    assert answer.status_code == 200 and answer.json()["id"] == anna["id"] and answer.json()["name"] == "Анна"
    assert desk.me()["id"] == anna["id"] and phone.me()["id"] == anna["id"], "both are hers"
    again = thief.use_link(code)
    assert again.status_code == 403 and again.json()["reason"] == "no-sign-in" and thief.me()["id"] != anna["id"]
    assert thief.use_link("x" * 24).json() == again.json(), "a link that never was is answered the same"
    devices = desk.keys()["devices"]
    assert [(one["label"], one["here"]) for one in devices if one["here"]] == [("Firefox, Linux", True)]
    assert len(devices) == 2


def test_of_many_who_use_a_link_at_once_one_comes_in(server: LocalServer) -> None:
    code = Browser(server).named("Анна").link_code()
    guests = [Browser(server) for _ in range(5)]
    with ThreadPoolExecutor(5) as pool:
        codes = sorted(answer.status_code for answer in pool.map(lambda guest: guest.use_link(code), guests))
    assert codes == [200, 403, 403, 403, 403]


def test_a_link_that_is_too_old_opens_nothing(server: LocalServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person_routes, "LINK_SECONDS", -1.0)
    phone = Browser(server).named("Анна")
    assert Browser(server).use_link(phone.link_code()).json()["reason"] == "no-sign-in"


def test_two_devices_at_one_table_are_one_player_with_one_hand(server: LocalServer) -> None:
    phone, desk, bob = Browser(server).named("Анна"), Browser(server), Browser(server).named("Боб")
    desk.use_link(phone.link_code())
    table = phone.post("tables", {"game": "cribbage", "seats": 2}, 201)["id"]
    on_phone, on_desk, other = phone.at_table(table), desk.at_table(table), bob.at_table(table)
    other.send(t="sit", seat=1)
    while other.until("table")["you"] != 1:
        pass
    on_desk.send(t="sit", seat=1)
    assert on_desk.until("refused")["reason"] == "seated", "nobody has two seats, not on two devices either"
    on_phone.send(t="start")
    views = [one.until("view") for one in (on_phone, on_desk, other)]
    assert views[0]["zones"] == views[1]["zones"] != views[2]["zones"]
    hands = [open_hands(view) for view in views]
    assert hands[0] == hands[1] and len(hands[0]) == 1 and len(hands[2]) == 1 and hands[0] != hands[2]
    on_desk.move("from-the-desk", views[1]["legal"][0])
    assert on_desk.until("moved")["n"] == 1
    while on_phone.view is None or on_phone.view["n"] < 1:
        on_phone.read()
    assert open_hands(on_phone.view) == open_hands(on_desk.view or {})
    for client in (on_phone, on_desk, other):
        client.close()


def open_hands(view: dict[str, Any]) -> dict[int, list[Any]]:
    """The hands of which this view shows faces, by seat."""
    hands = {zone[1]: zone[4] for zone in view["zones"] if zone[0] == "hand"}
    return {seat: cards for seat, cards in hands.items() if isinstance(cards, list) and any(map(known, cards))}


def known(card: Any) -> bool:
    """Whether a card shows its face."""
    return card not in (None, "", "*")


# Recovery words


def test_cleared_cookies_and_words_give_the_seat_back(server: LocalServer) -> None:
    before = Browser(server).named("Филя")
    words = before.post("person/words", status=201)
    assert len(words["ru"]) == len(words["en"]) == 10
    setup = {"game": "cribbage", "seats": 2, "bots": [None, "easy"], "start": True}
    table = before.post("tables", setup, 201)["id"]
    client = before.at_table(table)
    seen = client.until("view")
    client.close()
    after = Browser(server)
    assert after.me()["id"] != client.me["id"]
    typed = f"  {words['ru'][0].upper()}, " + "\n".join(words["ru"][1:])
    assert after.post("sign-in/words", {"words": typed})["id"] == client.me["id"]
    again = after.at_table(table)
    assert open_hands(again.until("view")) == open_hands(seen) != {}
    assert again.table is not None and again.table["you"] == 0 and again.table["status"] == "playing"
    again.close()
    english = Browser(server)
    english.me()
    assert english.post("sign-in/words", {"words": " ".join(words["en"])})["name"] == "Филя"


def test_new_words_end_the_old_ones(server: LocalServer) -> None:
    anna, guest = Browser(server).named("Анна"), Browser(server)
    guest.me()
    first, second = (anna.post("person/words", status=201)["en"] for _ in range(2))
    refused = guest.post("sign-in/words", {"words": " ".join(first)}, 403)
    assert refused["reason"] == "no-sign-in"
    assert anna.keys()["words"] > time.time() - 60
    assert guest.post("sign-in/words", {"words": " ".join(second)})["id"] == anna.me()["id"]
    anna.delete("person/words")
    assert anna.keys()["words"] == 0
    assert Browser(server).post("sign-in/words", {"words": " ".join(second)}, 403) == refused


def test_words_are_read_however_they_are_typed() -> None:
    numbers = [0, 7, 255, 12, 12, 99, 100, 101, 200, 31]
    russian, english = written(numbers)
    assert read_words(" ".join(russian)) == numbers == read_words("-".join(english).upper())
    assert read_words("1. " + "\n2) ".join(english)) == numbers
    assert read_words(" ".join(russian).replace("ковер", "ковёр")) == numbers
    for wrong in ("", "house", " ".join(english[:9]), " ".join([*english, "house"]), " ".join([*english[:9], "xyzzy"])):
        assert read_words(wrong) is None
    assert len(set(RU)) == len(set(EN)) == 256
    assert all(re.fullmatch("[а-я]+", word) for word in RU) and all(re.fullmatch("[a-z]+", word) for word in EN)


def test_argon2_works_beside_the_loop_and_is_paid_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            keeper, paid = WordKeeper(house.store.people), [0.0]
            numbers = await keeper.new("0123456789abcdef", paid.append)
            kept = await house.store.people.words_of("0123456789abcdef")
            assert kept is not None and kept.hash.startswith("$argon2id$") and split(numbers)[1] not in kept.hash
            assert await keeper.person_of(numbers, paid.append) == "0123456789abcdef"
            assert await keeper.person_of([*numbers[:-1], (numbers[-1] + 1) % 256], paid.append) is None
            assert sum(paid) > 0.02
            keeper.stop()

    play(story)


# Devices


def test_a_device_is_signed_out(server: LocalServer) -> None:
    phone, desk = Browser(server).named("Анна"), Browser(server)
    anna = phone.me()["id"]
    desk.use_link(phone.link_code())
    table = phone.post("tables", {"game": "pairs", "seats": 2}, 201)["id"]
    with desk.socket_by_cookie(table) as lost, phone.socket_by_cookie(table) as stays:
        lost.recv(timeout=PATIENCE_SECONDS)
        name = next(one["id"] for one in phone.keys()["devices"] if not one["here"])
        assert [one["here"] for one in phone.delete(f"person/devices/{name}")["devices"]] == [True]
        assert closing_reason(lost) == "signed-out"
        stays.send('{"t": "ping"}')
        while json.loads(stays.recv(timeout=PATIENCE_SECONDS))["t"] != "pong":
            pass
    assert desk.http.get("/api/person").json()["reason"] == "no-cookie"
    assert desk.me()["id"] != anna == phone.me()["id"]
    assert phone.delete(f"person/devices/{name}", 404)["reason"] == "no-such-device"
    here = phone.keys()["devices"][0]["id"]
    old_cookie = phone.http.cookies[COOKIE]
    assert phone.delete(f"person/devices/{here}")["devices"] == [] and phone.me()["id"] != anna
    late = httpx.get(f"{server.address}/api/person", cookies={COOKIE: old_cookie})
    assert late.json()["reason"] == "no-cookie", "the cookie of a device that was signed out counts no more"


def test_all_others_are_signed_out(server: LocalServer) -> None:
    phone, desk = Browser(server).named("Анна"), Browser(server)
    old = phone.http.cookies[COOKIE]
    desk.use_link(phone.link_code())
    waits = phone.link_code()
    token = phone.post("person/tokens", {"label": "bot", "scopes": ["read"]}, 201)["token"]
    table = desk.post("tables", {"game": "pairs", "seats": 2}, 201)["id"]
    with desk.socket_by_cookie(table) as lost:
        lost.recv(timeout=PATIENCE_SECONDS)
        told = phone.post("person/sign-out-all")
        assert closing_reason(lost) == "signed-out"
    assert phone.me()["id"] == told["id"] != desk.me()["id"]
    for cookie in (old,):
        answer = httpx.get(f"{server.address}/api/person", cookies={COOKIE: cookie})
        assert answer.json()["reason"] == "no-cookie"
    assert (
        httpx.get(f"{server.address}/api/me", headers={"authorization": f"Bearer {token}"}).json()["id"] != told["id"]
    )
    assert Browser(server).use_link(waits).status_code == 403
    assert len(phone.keys()["devices"]) == 1 and phone.keys()["tokens"] == []


def test_a_cookie_of_an_older_version_counts_until_all_are_signed_out(server: LocalServer) -> None:
    key = (server.data / "cookie.key").read_text().strip()
    old = URLSafeSerializer(key, salt="koloda-guest").dumps("00112233445566ff")
    browser = Browser(server)
    browser.http.cookies.set(COOKIE, str(old))
    assert browser.me()["id"] == "00112233445566ff"
    assert browser.http.cookies.jar, "it has a cookie that names the device now"
    browser.http.cookies.clear()
    bare = {"cookie": f"{COOKIE}={old}"}
    assert httpx.get(f"{server.address}/api/history", headers=bare).status_code == 200
    assert httpx.get(f"{server.address}/api/person", headers=bare).json()["devices"] == []
    answer = httpx.post(f"{server.address}/api/person/sign-out-all", headers=bare)
    assert answer.status_code == 200 and answer.json()["id"] == "00112233445566ff"
    assert httpx.get(f"{server.address}/api/history", headers=bare).status_code == 401


def test_another_node_hears_of_it(server: LocalServer) -> None:
    """What another process writes into the same store counts here after some seconds."""
    phone = Browser(server).named("Анна")
    table = phone.post("tables", {"game": "pairs", "seats": 2}, 201)["id"]
    services, anna = services_of(server), phone.me()["id"]
    with phone.socket_by_cookie(table) as lost:
        lost.recv(timeout=PATIENCE_SECONDS)
        assert server.loop is not None
        elsewhere = services.store.people.sign_out_all(anna, time.time())
        asyncio.run_coroutine_threadsafe(elsewhere, server.loop).result(PATIENCE_SECONDS)
        assert phone.http.get("/api/history").status_code == 200, "it is not known here yet"
        asyncio.run_coroutine_threadsafe(look(services), server.loop).result(PATIENCE_SECONDS)
        assert closing_reason(lost) == "signed-out"
    assert phone.http.get("/api/history").status_code == 401


def test_a_revoked_token_is_found_out_by_a_node_that_nobody_has_told(server: LocalServer) -> None:
    anna = Browser(server).named("Анна")
    token = anna.post("person/tokens", {"label": "x", "scopes": ["play"]}, 201)
    table = anna.post("tables", {"game": "pairs", "seats": 2}, 201)["id"]
    services, address = services_of(server), f"{server.address.replace('http', 'ws')}/ws/{table}"
    assert server.loop is not None
    with (
        connect(address, additional_headers={"authorization": f"Bearer {token['token']}"}) as program,
        anna.socket_by_cookie(table) as stays,
    ):
        program.recv(timeout=PATIENCE_SECONDS)
        stays.recv(timeout=PATIENCE_SECONDS)
        for happens in (look(services), services.store.people.drop_token(anna.me()["id"], token["id"]), look(services)):
            asyncio.run_coroutine_threadsafe(happens, server.loop).result(PATIENCE_SECONDS)
        assert closing_reason(program) == "signed-out"
        stays.send('{"t": "ping"}')
        while json.loads(stays.recv(timeout=PATIENCE_SECONDS))["t"] != "pong":
            pass


def test_names_of_devices() -> None:
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/604.1"
    edge = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0"
    assert [device_label(one) for one in (iphone, edge, FIREFOX, "curl/8", "")] == [
        "Safari, iPhone",
        "Edge, Windows",
        "Firefox, Linux",
        "",
        "",
    ]
    later = new_device(time.time() + 5)
    assert made_at(later) > time.time() + 4 and made_at("") == 0.0


# Tokens for programs


def test_a_token_does_what_its_scopes_say(server: LocalServer) -> None:
    anna = Browser(server).named("Анна")
    told = {
        scopes: anna.post("person/tokens", {"label": f"my {scopes}", "scopes": scopes.split()}, 201)
        for scopes in ("read", "play")
    }
    programs = {
        scopes: httpx.Client(
            base_url=server.address, headers={"authorization": f"Bearer {one['token']}"}, timeout=PATIENCE_SECONDS
        )
        for scopes, one in told.items()
    }
    for program in programs.values():
        me = program.get("/api/me").json()
        assert me["id"] == anna.me()["id"] and me["token"] == "", "no program is told how a browser signs in"
        assert program.get("/api/history").json() == []
        for path in ("person/words", "person/links", "person/tokens", "person/sign-out-all", "person/delete"):
            body = {"label": "x", "scopes": ["play"]} if path.endswith("tokens") else None
            assert program.post(f"/api/{path}", json=body).json()["reason"] in ("not-by-token", "token-scope")
        assert program.get("/api/person").json()["reason"] == "not-by-token"
    setup = {"game": "pairs", "seats": 2, "bots": [None, "easy"], "start": True}
    refused = programs["read"].post("/api/tables", json=setup)
    assert refused.status_code == 403 and refused.json()["reason"] == "token-scope"
    table = programs["play"].post("/api/tables", json=setup).json()["id"]
    address = f"{server.address.replace('http', 'ws')}/ws/{table}"
    headers = {scopes: {"authorization": f"Bearer {one['token']}"} for scopes, one in told.items()}
    with connect(address, additional_headers=headers["read"]) as socket:
        assert closing_reason(socket) == "token-scope"
    with connect(f"{address}?token={told['play']['token']}") as socket:
        assert closing_reason(socket) == "no-cookie", "no token stands in an address"
    with connect(address, additional_headers=headers["play"]) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE_SECONDS))["you"] == 0
        listed = anna.keys()["tokens"]
        assert [(one["label"], one["scopes"], one["token"]) for one in listed] == [
            ("my read", ["read"], ""),
            ("my play", ["play"], ""),
        ]
        wait_for(lambda: all(one["seen"] for one in anna.keys()["tokens"]))
        anna.delete(f"person/tokens/{told['play']['id']}")
        assert closing_reason(socket) == "signed-out"
    assert programs["play"].get("/api/history").json()["reason"] == "no-cookie"
    assert programs["read"].get("/api/history").status_code == 200
    assert anna.post("person/tokens", {"label": "x", "scopes": ["everything"]}, 400)["reason"] == "bad-body"
    for program in programs.values():
        program.close()


# Passkeys: test_identity in tests/web makes and uses real ones


def test_nobody_has_more_passkeys_than_they_may_by_asking_for_several_at_once(server: LocalServer) -> None:
    anna = Browser(server).named("Анна")
    person, book = anna.me()["id"], services_of(server).store.people
    asked = [anna.post("person/passkeys/ask")["challenge"] for _ in range(2)]
    assert server.loop is not None
    for number in range(MAX_PASSKEYS):
        kept = book.keep_passkey(Passkey(f"key-{number}", person, "00", "x", 1.0, 1.0, 0))
        asyncio.run_coroutine_threadsafe(kept, server.loop).result(PATIENCE_SECONDS)
    for challenge in asked:
        answer = {"challenge": challenge, "credential": {"id": "x"}, "label": "x"}
        assert anna.post("person/passkeys", answer, 400)["reason"] == "too-many-keys"


def test_what_is_no_passkey_is_refused(server: LocalServer) -> None:
    anna, stranger = (Browser(server, origin=server.address) for _ in range(2))
    anna.named("Анна")
    asked = anna.post("person/passkeys/ask")
    assert asked["options"]["rp"]["id"] == "127.0.0.1" and asked["options"]["challenge"] == asked["challenge"]
    for credential in ({}, {"id": "x"}, {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}):
        challenge = anna.post("person/passkeys/ask")["challenge"]
        body = {"challenge": challenge, "credential": credential, "label": "x"}
        assert anna.post("person/passkeys", body, 400)["reason"] == "no-passkey"
        challenge = stranger.post("sign-in/passkey/ask")["challenge"]
        body = {"challenge": challenge, "credential": credential}
        assert stranger.post("sign-in/passkey", body, 403)["reason"] == "no-sign-in"
    foreign = httpx.post(f"{server.address}/api/sign-in/passkey/ask", headers={"origin": "https://evil.example"})
    assert foreign.json()["reason"] == "wrong-origin"


# Secrets


def test_no_secret_is_in_logs_files_or_addresses(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pause=0).start()
    anna, other = Browser(server).named("Анна"), Browser(server)
    other.me()
    words, code = anna.post("person/words", status=201), anna.link_code()
    token = anna.post("person/tokens", {"label": "bot", "scopes": ["play"]}, 201)["token"]
    table = anna.post("tables", {"game": "pairs", "seats": 2, "bots": [None, "easy"], "start": True}, 201)["id"]
    other.post("sign-in/words", {"words": " ".join(words["ru"])})
    assert other.use_link("wrong").status_code == 403 and other.use_link(code).status_code == 200
    with connect(
        f"{server.address.replace('http', 'ws')}/ws/{table}", additional_headers={"authorization": f"Bearer {token}"}
    ) as socket:
        socket.recv(timeout=PATIENCE_SECONDS)
    assert server.process is not None and server.process.stdout is not None
    server.process.terminate()
    logged = server.heard + server.process.stdout.read()
    server.process.wait(PATIENCE_SECONDS)
    server.process.stdout.close()
    assert "started" in logged
    numbers = read_words(" ".join(words["en"]))
    assert numbers is not None
    secrets = (token, token.partition("_")[2], code, split(numbers)[1], " ".join(words["ru"]), " ".join(words["en"]))
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    for secret in secrets:
        assert secret not in logged and secret.encode() not in kept
    with closing(sqlite3.connect(tmp_path / "koloda.sqlite")) as database:
        journal = "".join(row[0] for row in database.execute("SELECT payload FROM events"))
        assert not any(part in journal for part in (split(numbers)[0], "argon2", COOKIE + "_"))


def test_a_page_that_can_send_no_header_shows_its_token_beside_the_subprotocol(server: LocalServer) -> None:
    """It is answered by the name of the subprotocol alone: no answer repeats a token."""
    anna = Browser(server).named("Анна")
    token, play = anna.me()["token"], anna.post("person/tokens", {"label": "my page", "scopes": ["play"]}, 201)["token"]
    table = anna.post("tables", {"game": "pairs", "seats": 2}, 201)["id"]
    address = f"{server.address.replace('http', 'ws')}/ws/{table}"
    for shown in (token, play):
        with connect(address, subprotocols=[Subprotocol("koloda"), Subprotocol(f"koloda.token.{shown}")]) as socket:
            assert json.loads(socket.recv(timeout=PATIENCE_SECONDS))["you"] == 0
            assert socket.response is not None and shown not in str(socket.response.headers)
            assert socket.subprotocol == "koloda"
    for offered in (["koloda", "koloda.token.forged"], ["koloda"], [f"koloda.{token}"]):
        with connect(address, subprotocols=[Subprotocol(one) for one in offered]) as socket:
            assert closing_reason(socket) == "no-cookie"
            assert socket.subprotocol == ("koloda" if "koloda" in offered else None)


def test_what_counts_no_more_uses_up_nobodys_share(server: LocalServer) -> None:
    """A device that was signed out, and a revoked token, are nobody's: they hold their former person up no more."""
    anna, shares, whose = Browser(server).named("Анна"), services_of(server).loop_shares, list[str]()
    of = shares.of

    def noted(address: str, person: str) -> LoopShare:
        whose.append(person)
        return of(address, person)

    lost = Browser(server)
    lost.use_link(anna.link_code())
    token = anna.post("person/tokens", {"label": "x", "scopes": ["read"]}, 201)
    program = {"authorization": f"Bearer {token['token']}"}
    me = anna.me()["id"]
    shares.of = noted  # type: ignore[method-assign]
    with httpx.Client(base_url=server.address, headers=program) as client:
        assert client.get("/api/me").status_code == 200 and client.get("/api/house").status_code == 200
        lost.http.get("/api/house")
        assert whose[-2:] == [me, me]
        (other,) = [one["id"] for one in anna.keys()["devices"] if not one["here"]]
        anna.delete(f"person/devices/{other}")
        anna.delete(f"person/tokens/{token['id']}")
        whose.clear()
        lost.http.get("/api/house")
        client.get("/api/house")
        assert len(whose) >= 2 and me not in whose
        anna.http.get("/api/house")
        assert whose[-1] == me


def test_a_page_of_another_origin_has_no_cookie(tmp_path: Path) -> None:
    """A browser sends the cookie along from another port of the same host: such a page shows a token or is nobody."""
    server = Server(tmp_path, bot_pause=0)
    server.environment["KOLODA_ORIGINS"] = "http://127.0.0.1:1"
    anna = Browser(server.start()).named("Анна")
    foreign = {"origin": "http://127.0.0.1:1"}
    assert anna.http.get("/api/history").status_code == 200
    assert anna.http.get("/api/history", headers=foreign).json()["reason"] == "no-cookie"
    assert anna.http.post("/api/person/words", headers=foreign).json()["reason"] == "no-cookie"
    shown = {**foreign, "authorization": f"Bearer {anna.me()['token']}"}
    assert anna.http.get("/api/history", headers=shown).status_code == 200
    server.stop()


def test_a_request_that_comes_in_two_parts_counts_only_if_both_do(server: LocalServer) -> None:
    """A lost device that holds back the rest of a request until it was signed out gets nothing by it."""
    anna, lost = Browser(server).named("Анна"), Browser(server)
    lost.use_link(anna.link_code())
    waiting = []
    for path in ("person/links", "person/words", "person/delete", "me"):
        line = HTTPConnection("127.0.0.1", server.port, PATIENCE_SECONDS)
        line.putrequest("POST", f"/api/{path}")
        line.putheader("cookie", f"{COOKIE}={lost.http.cookies[COOKIE]}")
        line.putheader("content-length", "15")
        line.endheaders()
        waiting.append((path, line))
    held = lost.link_code()
    (other,) = [one["id"] for one in anna.keys()["devices"] if not one["here"]]
    anna.delete(f"person/devices/{other}")
    for path, line in waiting:
        line.send(b'{"name": "Eve" }')
        answer = json.loads(line.getresponse().read())
        assert path == "me" or answer["reason"] == "no-cookie", path
        assert answer.get("id") != anna.me()["id"]
        line.close()
    assert anna.me()["name"] == "Анна" and lost.use_link(held).status_code == 403
