"""Other programs and other pages: the description of the API, tokens in headers, origins of friends, frames."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.routing import Route

from koloda import Match
from koloda.core.chance import Seeded
from koloda.server.http.bots import BOT_ROUTES
from koloda.server.http.described import DescribedRoute, Operation, openapi
from koloda.server.http.host import HOST_ROUTES
from koloda.server.http.house import HOUSE_ROUTES
from koloda.server.http.people import PEOPLE_ROUTES
from koloda.server.http.routes import ROUTES
from koloda.server.protocol.bodies import Refusal
from koloda.testing.walks import play_out

from .running import PATIENCE_SECONDS, Client, Server, closing_reason, socket_of

ORIGIN = "https://friends.example"
NOT_THERE = (
    "no-such-person", "no-such-report", "no-invitation", "no-such-table", "no-review", "no-such-device", "no-sign-in",
    "no-passkey", "not-a-bot",
)  # fmt: skip
AS_SOMEBODY_ELSE = ("/api/person/sign-out-all", "/api/person/delete")  # afterwards a token opens nothing
ALL = [*ROUTES, *PEOPLE_ROUTES, *HOUSE_ROUTES, *HOST_ROUTES, *BOT_ROUTES]
OPERATIONS = [(one, operation) for one in ALL if isinstance(one, DescribedRoute) for operation in one.operations]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that names another page as a friend."""
    running = Server(tmp_path_factory.mktemp("open"), bot_pause=0, origins=ORIGIN, person_requests_burst=9999).start()
    yield running
    assert running.stop() == 0


def test_every_route_of_the_api_is_described() -> None:
    plain = [one.path for one in ALL if isinstance(one, Route) and not isinstance(one, DescribedRoute)]
    assert plain == ["/healthz", "/readyz", "/metrics"]
    told = openapi(ALL)
    names = [operation["operationId"] for path in told["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names)) == len(OPERATIONS)
    text = json.dumps(told)
    for used in set(re.findall(r'"#/components/schemas/(\w+)"', text)):
        assert used in told["components"]["schemas"]
    for path, operations in told["paths"].items():
        for operation in operations.values():
            here = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
            assert here == set(re.findall(r"{(\w+)}", path)) and operation["summary"]


@pytest.fixture(scope="module")
def examples(server: Server) -> Iterator[dict[str, Any]]:
    """What stands for each part of a path, and bodies, so that every operation can be carried out once."""
    client = Client(server)
    record = dict(play_out(Match.new("pairs", 2, seed="doors"), Seeded("doors")).record())
    match = client.http.post("/api/matches", json=record).json()["id"]
    table = client.make_table(game="pairs", seats=2)
    ban = {"kind": "person", "who": "0123456789abcdef", "days": 1}
    yield {
        "path": {
            "game": "pairs", "match": match, "table": table, "kind": "person", "who": "0123456789abcdef",
            "person": "0123456789abcdef", "invitation": "0" * 32, "report": "0" * 16, "device": "0",
            "passkey": "0", "token": "0",
        },
        "query": {"seats": "2", "seat": "0", "text": "x", "eyes": "all", "lang": "en", "version": "1", "options": "{}"},
        "body": {
            "Rename": {"name": "Ann"}, "NewTable": {"game": "pairs", "seats": 2}, "NewBan": ban, "Reason": {},
            "UseInvitation": {"code": "x"}, "NewInvitation": {}, "HostWords": {"ru": "x", "en": "x"},
            "SetDraining": {"on": False}, "dict": record, "UseLink": {"code": "x"}, "UseWords": {"words": "x"},
            "PasskeyAnswer": {"challenge": "x", "credential": {}}, "NewToken": {"label": "x", "scopes": ["read"]},
            "DeleteMe": {"sure": True}, "NewBot": {"name": "Robbie"},
        },
        "token": client.me["token"],
        "key": (server.data / "host.key").read_text().strip(),
    }  # fmt: skip
    client.close()


@pytest.mark.parametrize(
    ("one", "operation"), OPERATIONS, ids=[f"{operation.method} {one.path}" for one, operation in OPERATIONS]
)
def test_answers_are_as_they_are_described(
    one: DescribedRoute, operation: Operation, server: Server, examples: dict[str, Any]
) -> None:
    key = examples["key"] if operation.whose == "host" else examples["token"]
    if one.path in AS_SOMEBODY_ELSE:
        key = httpx.get(f"{server.address}/api/me").json()["token"]
    answer = carried_out(one, operation, server, examples, key)
    if answer.status_code != operation.status:
        msgspec.json.decode(answer.content, type=Refusal)
        assert answer.json()["reason"] in NOT_THERE, answer.text
        return
    assert answer.headers["content-type"].startswith(operation.media)
    if operation.answer is not None:
        msgspec.json.decode(answer.content, type=operation.answer)
        if operation.whose != "anybody":
            bare = carried_out(one, operation, server, examples)
            assert bare.status_code in (401, 403), "it says that it needs somebody"


def carried_out(
    one: DescribedRoute, operation: Operation, server: Server, examples: dict[str, Any], key: str = ""
) -> httpx.Response:
    path = re.sub(r"{(\w+)(?::\w+)?}", lambda found: str(examples["path"][found[1]]), one.path)
    return httpx.request(
        operation.method,
        f"{server.address}{path}",
        params={part.name: examples["query"].get(part.name, "1") for part in operation.query},
        json=examples["body"][operation.body.__name__] if operation.body is not None else None,
        headers={"authorization": f"Bearer {key}"} if key else {},
        timeout=PATIENCE_SECONDS,
    )


ACTS = [
    (one, operation)
    for one, operation in OPERATIONS
    if operation.whose == "host" and (operation.method != "GET" or one.path.endswith("/export"))
]


@pytest.mark.parametrize(("one", "operation"), ACTS, ids=[f"{operation.method} {one.path}" for one, operation in ACTS])
def test_whatever_the_host_does_is_kept_and_logged(
    one: DescribedRoute, operation: Operation, server: Server, examples: dict[str, Any]
) -> None:
    headers = {"authorization": f"Bearer {examples['key']}"}
    begun = time.time()
    carried_out(one, operation, server, examples, examples["key"])
    latest = httpx.get(f"{server.address}/api/host/acts", headers=headers).json()[0]
    assert latest["when"] >= begun and latest["about"]["from"] == "127.0.0.1", "whether it was of any use or not"
    assert server.process is not None and server.process.stdout is not None
    logged = next(line for line in server.process.stdout if '"host act"' in line and f'"{latest["act"]}"' in line)
    assert json.loads(logged)["from"] == "127.0.0.1"


def test_the_description_is_served(server: Server) -> None:
    told = httpx.get(f"{server.address}/openapi.json")
    assert told.headers["content-type"] == "application/json" and told.json() == json.loads(json.dumps(openapi(ALL)))


# Pages of other origins


def test_a_page_that_the_host_names_may_ask_and_others_may_not(server: Server) -> None:
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "authorization,content-type"}
    for path in ("/api/tables", "/api/me"):
        allowed = httpx.options(f"{server.address}{path}", headers={"origin": ORIGIN, **asked})
        assert allowed.status_code == 204 and allowed.headers["access-control-allow-origin"] == ORIGIN
        assert "authorization" in allowed.headers["access-control-allow-headers"]
        refused = httpx.options(f"{server.address}{path}", headers={"origin": "https://evil.example", **asked})
        assert refused.status_code == 405 and "access-control-allow-origin" not in refused.headers
    desk = httpx.options(f"{server.address}/api/host", headers={"origin": ORIGIN, **asked})
    assert "access-control-allow-origin" not in desk.headers
    answer = httpx.get(f"{server.address}/api/games", headers={"origin": ORIGIN})
    assert answer.headers["access-control-allow-origin"] == ORIGIN and "origin" in answer.headers["vary"].lower()
    assert "access-control-allow-credentials" not in answer.headers, "no cookie is taken from another page"
    foreign = httpx.get(f"{server.address}/api/games", headers={"origin": "https://evil.example"})
    assert "access-control-allow-origin" not in foreign.headers
    refusal = httpx.get(f"{server.address}/api/history", headers={"origin": ORIGIN})
    assert refusal.status_code == 401 and refusal.headers["access-control-allow-origin"] == ORIGIN, "it reads why"


def test_such_a_page_plays_with_a_token(server: Server) -> None:
    me = httpx.get(f"{server.address}/api/me", headers={"origin": ORIGIN}).json()
    headers = {"origin": ORIGIN, "authorization": f"Bearer {me['token']}"}
    again = httpx.get(f"{server.address}/api/me", headers=headers)
    assert again.json() == me and "set-cookie" not in again.headers
    named = httpx.post(f"{server.address}/api/me", json={"name": "Ann"}, headers=headers).json()
    assert (named["id"], named["name"]) == (me["id"], "Ann")
    setup = {"game": "pairs", "seats": 2, "bots": [None, "easy"], "start": True}
    made = httpx.post(f"{server.address}/api/tables", json=setup, headers=headers).json()["id"]
    with socket_of(server, made, me["token"], origin=ORIGIN) as sock:
        frames = [json.loads(sock.recv(timeout=PATIENCE_SECONDS)) for _ in range(2)]
        assert frames[0]["t"] == "table" and frames[0]["you"] == 0 and frames[1]["t"] == "view"
    with socket_of(server, made, me["token"], origin="https://evil.example") as sock:
        assert closing_reason(sock) == "wrong-origin"
    wrong = httpx.get(f"{server.address}/api/history", headers={"authorization": "Bearer forged"})
    assert wrong.status_code == 401


# Frames


def test_only_an_embedded_replay_may_be_framed(server: Server, tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<title>x</title>")
    framed = Server(tmp_path / "data", page=page).start()
    for path in ("/", "/match/x", "/table/x", "/host", "/embedded", "/embed"):
        answer = httpx.get(f"{framed.address}{path}")
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"], path
    record = dict(play_out(Match.new("pairs", 2, seed="frame"), Seeded("frame")).record())
    person = Client(framed)
    match = person.http.post("/api/matches", json=record).json()["id"]
    person.close()
    answer = httpx.get(f"{framed.address}/embed/match/{match}")
    assert answer.status_code == 200 and "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers, "whoever looks at another site is nobody's guest here"
    framed.stop()
