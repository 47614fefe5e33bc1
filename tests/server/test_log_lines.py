"""docs/operations.md has every line of the log, and what an operator would ask about is logged."""

from __future__ import annotations

import contextlib
import json
import re
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog.testing

from koloda.server import logs
from koloda.server.access.limits import UsedUpQuotas
from koloda.server.logs import Seldom
from koloda.server.networks import Asker
from koloda.server.storage.sqlite_store import SqliteStore
from koloda.server.storage.store import StoreError

from .kit import House, play
from .running import LOST, Server, at_table, closing_reason, socket_of

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src" / "koloda" / "server"
LOGGED = re.compile(r"\blog\.(?:info|warning|error|critical)\(\s*\"([^\"]+)\"")
NO_LITERAL = re.compile(r"\blog\.(?:info|warning|error|critical)\(\s*[^\"\s]")


def documented() -> list[str]:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    section = text.split("\n## The log\n")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `") and "`event`" not in line]
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def test_every_line_of_the_log_is_described_and_no_other() -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(SOURCE.rglob("*.py"))]
    logged = {name for text in sources for name in LOGGED.findall(text)}
    assert not [text for text in sources if NO_LITERAL.search(text)], "a line has one name"
    assert sorted(documented()) == sorted(logged) and len(logged) > 25


class Heard:
    """What a server has logged, after it has ended."""

    def __init__(self, server: Server) -> None:
        assert server.process is not None and server.process.stdout is not None
        server.process.terminate()
        text = server.heard + server.process.stdout.read()
        server.process.wait(20)
        server.process.stdout.close()
        self.lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]

    def only(self, event: str) -> dict[str, Any]:
        (line,) = [line for line in self.lines if line["event"] == event]
        return dict(line)


def test_who_uses_up_a_quota_floods_or_tries_a_key_is_logged_once(tmp_path: Path) -> None:
    server = Server(tmp_path, person_keeps=1, person_requests_per_second=0.01).start()
    client, table = at_table(server)
    for _ in range(3):
        client.http.post("/api/me", json={"name": "Eve"})
    for _ in range(2):
        with socket_of(server, table, client.me["token"]) as bare:
            with contextlib.suppress(*LOST):
                for _ in range(150):
                    bare.send("{")
            assert closing_reason(bare) == "too-much"
    httpx.get(f"{server.address}/api/host", headers={"authorization": "Bearer no"})
    client.close()
    heard = Heard(server)
    line = heard.only("a quota is used up")
    assert (line["quota"], line["whose"], line["person"]) == ("keeps", "person", client.me["id"])
    line = heard.only("somebody is cut off")
    assert (line["reason"], line["person"]) == ("too-much", client.me["id"])
    assert heard.only("a wrong host key")["address"] == "127.0.0.1"
    assert heard.only("started")["version"] and "Eve" not in str(heard.lines)


def test_a_full_disk_is_logged_when_it_begins_and_when_it_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "koloda.sqlite", max_pages=60)
        with pytest.raises(StoreError):
            for number in range(99):
                await store.name_person(str(number), "x" * 4000)
        with pytest.raises(StoreError):
            await store.name_person("y", "x" * 4000)
        await store.write(("DELETE FROM people", ()))
        await store.close()

    play(story)
    heard = capsys.readouterr().out
    assert heard.count("nothing can be saved") == 1 and heard.count("it can be saved again") == 1


def test_a_report_and_tables_that_are_forgotten_are_logged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            await house.store.house.report({"text": "a rude word"})
            await house.table()
        async with House(tmp_path) as house:
            await house.store.write(("UPDATE tables SET touched = 0", ()))
            await house.hub.sweep()

    play(story)
    heard = capsys.readouterr().out
    assert "a report " in heard and "rude" not in heard
    assert "tables are forgotten" in heard and "count=1" in heard


def test_whoever_floods_does_not_flood_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    with structlog.testing.capture_logs() as heard:
        quotas = UsedUpQuotas()
        for number in range(100):
            quotas.note("requests", "person", Asker(f"p{number % 2}", "127.0.0.1"))
    assert [line["person"] for line in heard] == ["p0", "p1"]
    seldom = Seldom(60.0)
    monkeypatch.setattr(logs, "MAX_KEYS", 3)
    assert [seldom.now("a"), seldom.now("a"), seldom.now("b"), seldom.now("c"), seldom.now("d")] == [
        True, False, True, True, True,
    ]  # fmt: skip
    assert seldom.now("a"), "only so many are remembered"
    moment = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: moment + 61.0)
    assert seldom.now("d")
