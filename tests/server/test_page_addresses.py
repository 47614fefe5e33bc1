"""The server knows the same addresses as the page."""

from __future__ import annotations

import re
from pathlib import Path

from koloda import Match
from koloda.core.chance import Seeded
from koloda.server.http.page import KNOWN
from koloda.testing.walks import play_out

from .running import Client, Server

ROUTER = Path(__file__).parent.parent.parent / "src" / "koloda" / "web" / "src" / "lib" / "state" / "router.svelte.ts"
KNOWN_PATHS = [
    "",
    "rules/pairs",
    "new",
    "new/pairs",
    "lobby",
    "t/ABCDE",
    "table/x-Y_9",
    "games",
    "history",
    "match/1",
    "settings",
    "device",
    "privacy",
    "host",
    "invitation/x-Y_9",
    "embed/match/1",
]
SAMPLES = [
    *KNOWN_PATHS,
    "match/1/review",
    "replay",
    "no/such",
    "match",
    "rules",
    "table",
    "my",
    "match/1/2",
    "lobby/2",
    "embed",
    "embed/1",
    "host/x",
]


def test_the_server_and_the_page_know_the_same_addresses() -> None:
    patterns = re.findall(r"\[/(\^.*\$)/, '\w+'\]", ROUTER.read_text(encoding="utf-8"))
    assert len(patterns) > 10
    page = [re.compile(pattern.replace("\\/", "/")) for pattern in patterns]
    for path in SAMPLES:
        known = any(pattern.match(f"/{path}") for pattern in page)
        assert bool(KNOWN.fullmatch(path)) == known, path


def test_what_does_not_exist_answers_404_and_what_does_200(tmp_path: Path) -> None:
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text("<title>x</title>", encoding="utf-8")
    (page / "manifest.webmanifest").write_text("{}", encoding="utf-8")
    server = Server(tmp_path / "data", page=page).start()
    client = Client(server)
    record = dict(play_out(Match.new("pairs", 2, seed="there"), Seeded("there")).record())
    match, table = client.http.post("/api/matches", json=record).json()["id"], client.make_table(game="pairs", seats=2)
    there = ["/", "/lobby", "/rules/pairs", "/new", "/new/pairs", f"/table/{table}", f"/match/{match}/review"]
    there += [f"/match/{match}", f"/embed/match/{match}", "/manifest.json", "/t/ABCDE", "/t/NONE"]
    gone = ["/table/x", "/match/x", "/match/x/review", "/embed/match/x", "/rules/whist", "/new/whist", "/favicon.ico"]
    told = {path: client.http.get(path).status_code for path in (*there, *gone)}
    assert told == {**dict.fromkeys(there, 200), **dict.fromkeys(gone, 404)}
    assert client.http.get("/table/x").text == client.http.get("/lobby").text, "the page itself says that it is gone"
    assert client.http.get("/manifest.json").headers["content-type"].startswith("application/manifest+json")
    client.close()
    server.stop()
