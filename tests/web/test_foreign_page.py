"""Pages of other sites, in a browser: they play with a token where the host names them, and frame a replay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest

from koloda import Match
from koloda.core.chance import Seeded
from koloda.server.protocol.refusals import REFUSALS
from koloda.testing.walks import play_out
from server.running import Server

from .browsing import PAGE
from .conftest import Come

PLAYS = """<!doctype html><meta charset="utf-8"><title>Friends</title><p id="told"></p>
<script type="module">
  const house = new URLSearchParams(location.search).get('house');
  const tell = (text) => (document.querySelector('#told').textContent += text + '. ');
  async function ask(method, path, token, body) {
    const headers = { 'content-type': 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    const answer = await fetch(house + path, { method, headers, body: body && JSON.stringify(body) });
    return answer.json();
  }
  function play(table, token) {
    const address = `${house.replace('http', 'ws')}/ws/${table}`;
    const socket = new WebSocket(address, ['koloda', `koloda.token.${token}`]);
    socket.onopen = () => tell(`speaks ${socket.protocol}`);
    let match = '';
    socket.onmessage = (event) => {
      const told = JSON.parse(event.data);
      if (told.t === 'table') match = told.match;
      const [move] = told.legal ?? [];
      if (move) socket.send(JSON.stringify({ t: 'move', id: '1', n: told.n, move, match }));
      if (told.t === 'moved') tell('moved');
      if (told.t === 'closing') tell(told.en);
    };
  }
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.get('table')) play(given.get('table'), given.get('token'));
  try {
    tell((await ask('GET', '/api/history')).en);
    const me = await ask('GET', '/api/me');
    const named = await ask('POST', '/api/me', me.token, { name: 'Ann' });
    tell(`I am ${named.name}`);
    const setup = { game: 'pairs', seats: 2, bots: [null, 'easy'], options: { target: 31 }, start: true };
    play((await ask('POST', '/api/tables', named.token, setup)).id, named.token);
  } catch (error) {
    tell(error.name);
  }
</script>
"""
FRAMES = """<!doctype html><meta charset="utf-8"><title>Friends</title>
<iframe title="replay" src="{house}/embed/match/{match}" width="900" height="700"></iframe>
<iframe title="page" src="{house}/match/{match}"></iframe>
<iframe title="settings" src="{house}/settings"></iframe>
"""


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@contextmanager
def site(folder: Path) -> Iterator[int]:
    """Another site on this machine: by its port, and by two names, it is two other origins."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as serving:
        thread = Thread(target=serving.serve_forever)
        thread.start()
        yield serving.server_port
        serving.shutdown()
        thread.join()


@pytest.fixture
def foreign(tmp_path: Path) -> Iterator[tuple[Server, Path, int]]:
    """A house, and the folder and port of a site that it names as a friend by one of its names."""
    folder = tmp_path / "site"
    folder.mkdir()
    with site(folder) as port:
        origin = f"http://127.0.0.1:{port}"
        house = Server(tmp_path / "data", bot_pause=0, page=PAGE, origins=origin).start()
        yield house, folder, port
        house.stop()


def test_a_page_that_the_host_names_plays_and_reads_refusals(come: Come, foreign: tuple[Server, Path, int]) -> None:
    house, folder, port = foreign
    (folder / "plays.html").write_text(PLAYS, encoding="utf-8")
    person = come(house)
    person.page.goto(f"http://127.0.0.1:{port}/plays.html?house={house.address}")
    told = person.page.locator("#told")
    told.get_by_text(re.compile(r"I am Ann\. speaks koloda\. moved\.")).wait_for()
    assert told.inner_text().startswith(REFUSALS["no-cookie"].en), told.inner_text()
    assert person.context.cookies() == [], "another page gets no cookie, and sends none"
    person.problems.clear()  # Chromium tells of the 401


def test_a_page_that_the_host_does_not_name_is_kept_out_by_the_browser(
    come: Come, foreign: tuple[Server, Path, int]
) -> None:
    house, folder, port = foreign
    (folder / "plays.html").write_text(PLAYS, encoding="utf-8")
    me = httpx.get(f"{house.address}/api/me").json()
    table = httpx.post(
        f"{house.address}/api/tables",
        json={"game": "pairs", "seats": 2},
        headers={"authorization": f"Bearer {me['token']}"},
    ).json()["id"]
    person = come(house)
    query = f"?house={house.address}#table={table}&token={me['token']}"
    person.page.goto(f"http://localhost:{port}/plays.html{query}")
    told = person.page.locator("#told")
    told.get_by_text("TypeError").wait_for()
    told.get_by_text(REFUSALS["wrong-origin"].en).wait_for()
    assert "I am" not in told.inner_text()
    assert any("CORS" in problem for problem in person.problems)
    person.problems.clear()


def test_a_replay_may_be_framed_and_nothing_else(come: Come, foreign: tuple[Server, Path, int]) -> None:
    house, folder, port = foreign
    record = dict(play_out(Match.new("pairs", 2, seed="frame"), Seeded("frame")).record())
    person = come(house, prefs={})  # nothing is put into storage, which a page that is refused has not
    person.context.request.get("/api/me")
    match = person.context.request.post("/api/matches", data=record).json()["id"]
    text = FRAMES.format(house=house.address, match=match)
    (folder / "frames.html").write_text(text, encoding="utf-8")
    person.page.goto(f"http://127.0.0.1:{port}/frames.html")
    inside = person.page.frame_locator("iframe[title=replay]")
    inside.locator("[data-board]").wait_for()
    inside.get_by_role("link", name=re.compile("↗")).wait_for()
    for title in ("page", "settings"):
        assert person.page.frame_locator(f"iframe[title={title}]").locator("#main").count() == 0
    refused = [problem for problem in person.problems if "frame-ancestors" in problem]
    assert len(refused) == 2 and len(person.problems) == 2, person.problems
    person.problems.clear()
