"""A browser without a page: its cookie, its requests, its place at a table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, ClassVar

import httpx
import pytest
from argon2 import PasswordHasher
from websockets.sync.client import connect

from koloda.server.access.identity import COOKIE
from koloda.server.services import Services

from .running import PATIENCE_SECONDS, Client, LocalServer, Server


@pytest.fixture(autouse=True)
def shut() -> Iterator[None]:
    """All browsers are shut."""
    yield
    while Browser.open:
        Browser.open.pop().http.close()


class Browser:
    """A browser: it keeps cookies, and sends no token of its own."""

    open: ClassVar[list[Browser]] = []

    def __init__(self, server: Server, **headers: str) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.address, timeout=PATIENCE_SECONDS, headers=headers)
        self.open.append(self)

    def me(self) -> dict[str, Any]:
        told: dict[str, Any] = self.http.get("/api/me").json()
        return told

    def post(self, path: str, body: object = None, status: int = 200) -> Any:
        answer = self.http.post(f"/api/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def delete(self, path: str, status: int = 200) -> Any:
        answer = self.http.delete(f"/api/{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    def keys(self) -> dict[str, Any]:
        answer = self.http.get("/api/person")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def link_code(self) -> str:
        made = self.post("person/links", status=201)
        assert made["until"] - time.time() < 601 and made["qr"].startswith("<svg")
        address, _, code = made["link"].partition("#")
        assert address == f"{self.server.address}/device"
        return str(code)

    def named(self, name: str) -> Browser:
        self.me()
        self.post("me", {"name": name})
        return self

    def use_link(self, code: str) -> httpx.Response:
        return self.http.post("/api/sign-in/link", json={"code": code})

    def at_table(self, table: str) -> Client:
        """A socket with this browser's cookie, read as a client reads."""
        client = Client.__new__(Client)
        client.server, client.http, client.me = self.server, self.http, self.me()
        client.patience, client.frames, client.view, client.table, client.numbers = 40.0, [], None, None, None
        client._open = ExitStack()
        return client.join(table)

    def socket_by_cookie(self, table: str) -> Any:
        headers = {"cookie": f"{COOKIE}={self.http.cookies[COOKIE]}"}
        return connect(f"{self.server.address.replace('http', 'ws')}/ws/{table}", additional_headers=headers)


def services_of(server: LocalServer) -> Services:
    services: Services = server.app.app.state.services
    return services


def make_words_cheap(server: LocalServer) -> None:
    """Recovery words are tried as often as ever, but a try costs next to nothing."""
    words = services_of(server).words
    assert words._hasher.time_cost >= 3 and words._hasher.memory_cost >= 32_768, "whoever guesses has it easy"
    words._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
