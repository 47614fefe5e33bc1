"""Link cards: what a messenger shows of a table or a match, escaped, and nothing that is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from .running import Client, Server

INDEX = "<!doctype html><html><head><title>Колода</title></head><body></body></html>"


@pytest.fixture
def paged(tmp_path: Path) -> Iterator[Server]:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text(INDEX, encoding="utf-8")
    (page / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    server = Server(tmp_path / "data", page=page).start()
    yield server
    server.stop()


def card(server: Server, path: str) -> dict[str, str]:
    text = httpx.get(server.address + path, verify=False).text
    return dict(re.findall(r'property="og:([\w:]+)" content="([^"]*)"', text))


def test_a_table_and_a_match_have_a_card(paged: Server) -> None:
    host = Client(paged)
    made = host.make_table(game="pairs", seats=3, bots=[None, "easy"])
    told = card(paged, f"/table/{made}")
    assert "Дайте две!" in told["title"] and "Pairs" in told["title"]
    assert "свободно мест: 1" in told["description"] and "free seats: 1" in told["description"]
    assert told["image"].endswith("/link-card.png") and told["url"].endswith(f"/table/{made}")
    assert "match" in card(paged, "/match/anything")["title"]
    assert card(paged, "/table/no-such-table") == card(paged, "/") == {}
    host.close()


def test_nothing_of_an_address_gets_into_the_page_unescaped(paged: Server) -> None:
    text = httpx.get(paged.address + '/match/"><script>alert(1)</script>', verify=False).text
    assert "<script>" not in text and "&lt;script&gt;" in text


def test_a_name_is_not_told(paged: Server) -> None:
    host = Client(paged)
    host.http.post("/api/me", json={"name": "Secretive"})
    made = host.make_table(game="pairs", seats=2)
    assert "Secretive" not in str(card(paged, f"/table/{made}"))
    host.close()


def test_the_manifest_has_its_type(paged: Server) -> None:
    answer = httpx.get(paged.address + "/manifest.webmanifest", verify=False)
    assert answer.headers["content-type"].startswith("application/manifest+json")
