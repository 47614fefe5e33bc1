"""Without a network the page opens, says so, and plays a replay that was seen; an upgrade shows at once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from server.running import Server

from .browsing import PAGE, Person, until
from .clicker import Clicker
from .conftest import Come

WORKER_AT_WORK = "async () => Boolean((await navigator.serviceWorker.ready).active)"
KEPT = "async () => Boolean(await (await caches.open('koloda-replays')).match('/kept/'))"
KEPT_ADDRESSES = """async () => {
  const names = (await caches.keys()).filter((name) => name.startsWith('koloda-shell-'));
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return kept.flat().map((request) => new URL(request.url).pathname);
}"""


def watch_a_replay(person: Person) -> str:
    """Play a match to its end, and see its replay once; its address."""
    person.lay("pairs", 2)
    Clicker(person, "offline").play(200)
    person.page.get_by_role("link", name=re.compile("Replay|Watch")).first.click()
    person.page.wait_for_url("**/match/*")
    person.board.wait_for()
    until(lambda: bool(person.page.evaluate(KEPT)), person.page, why="the replay was not kept")
    return person.page.url


def test_without_a_network_the_page_opens_and_a_replay_plays(come: Come, tmp_path: Path) -> None:
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    server = Server(tmp_path / "data", bot_pause=0, page=page).start()
    try:
        person = come(server, service_workers="allow")
        address = watch_a_replay(person)
        assert person.page.evaluate(WORKER_AT_WORK)
        kept = person.page.evaluate(KEPT_ADDRESSES)
        assert "/" in kept and any(path.startswith("/assets/") for path in kept)
        assert not [path for path in kept if path.startswith(("/api", "/ws"))]

        index = page / "index.html"
        for packed in page.glob("index.html.*"):
            packed.unlink()
        index.write_text(index.read_text().replace("<head>", '<head><meta name="upgraded" content="yes" />'))
        person.go("/").button("Play now").wait_for()
        assert person.page.locator("meta[name=upgraded]").count() == 1, "an old page is shown after an upgrade"
    finally:
        server.stop()

    person.go("/").page.get_by_role("heading", name="You are offline").wait_for()
    assert person.page.locator("meta[name=upgraded]").count() == 0
    person.page.get_by_role("link", name="Watch the replay").click()
    person.page.wait_for_url(f"{address}*")
    person.page.get_by_text("No connection: this replay is shown as you saw it before.").wait_for()
    person.page.get_by_role("button", name="Forward one move").click()
    person.wait("() => Number(document.querySelector('[data-board]').dataset.n) >= 1")
    person.problems.clear()  # the browser itself says that the server does not answer
