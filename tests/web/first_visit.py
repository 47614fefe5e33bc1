"""How long a first visit takes on a bad line and a slow machine: ``PYTHONPATH=tests python -m web.first_visit``.

No test, for it prints figures of this machine: an empty cache, 1.6 Mbit/s with 150 ms there and back, a processor four
times slower. A table is usable when the first button or card can be pressed.
"""

from __future__ import annotations

import contextlib
import json
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Response, sync_playwright

from server.running import Server

from .browsing import PAGE, TRIES, Person, launch, until

BYTES_A_SECOND = 1_600_000 / 8
LINE = {"offline": False, "latency": 150, "downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND / 2}
SLOWER = 4
MOMENTS = {
    "home": "#play-now",
    "usable": "[data-board] button:enabled",
    "over": "#over-title",
}
TELL = """moments => {
  const awaited = new Map(Object.entries(moments));
  const look = () => {
    for (const [name, selector] of awaited) {
      if (!document.querySelector(selector)) continue;
      awaited.delete(name);
      console.info(`seen ${name} ${performance.now()}`);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""The page itself tells each moment: to be asked, it would have to load Playwright's script on its slow machine."""

PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"


class OverAlready(Exception):
    """The match was over before it was anybody's turn who sits here."""


class Visit:
    """Somebody new on a bad line; ``scripts``: how many bytes of script came, as they came."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.person = Person(browser, server)
        self.scripts = 0
        self._moments: dict[str, float] = {}
        session = self.person.context.new_cdp_session(self.person.page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.person.page.on("response", self._came)
        self.person.page.on("console", self._told)
        self.person.page.add_init_script(f"({TELL})({json.dumps(MOMENTS)})")

    def _came(self, answer: Response) -> None:
        if answer.url.endswith(".js"):
            self.scripts += int(answer.headers.get("content-length", "0"))

    def _told(self, message: ConsoleMessage) -> None:
        if message.text.startswith("seen "):
            _, name, milliseconds = message.text.split()
            self._moments[name] = float(milliseconds) / 1000

    def open(self, path: str, name: str) -> float:
        """Go there; seconds until this moment."""
        self.person.page.goto(path, wait_until="commit")
        return self.seen(name)

    def seen(self, name: str) -> float:
        """When it was, in seconds of the page's own clock."""
        until(lambda: name in self._moments or "over" in self._moments, self.person.page, 60, f"never {name}")
        if name not in self._moments:
            raise OverAlready
        return self._moments[name]


def by_link(browser: Browser, server: Server) -> dict[str, float]:
    """An invitation: the address of a table where a seat is mine already."""
    visit = Visit(browser, server)
    person = visit.person
    setup = {"game": "pairs", "seats": 4, "bots": [None, "normal", "normal", "normal"], "start": True}
    person.context.request.get("/api/me")
    table = person.context.request.post("/api/tables", data=setup).json()["id"]
    return figures(visit, {"usable, s": visit.open(f"/table/{table}", "usable")})


def by_play_now(browser: Browser, server: Server) -> dict[str, float]:
    """The first page, then Play now: the table."""
    visit = Visit(browser, server)
    home = visit.open("/", "home")
    page = visit.person.page
    page.wait_for_load_state("networkidle")
    click = "() => { const now = performance.now(); document.querySelector('#play-now').click(); return now / 1000; }"
    began = float(page.evaluate(click))
    return figures(visit, {"home, s": home, "table after, s": visit.seen("usable") - began})


def figures(visit: Visit, seconds: dict[str, float]) -> dict[str, float]:
    """What was measured."""
    painted = float(visit.person.page.evaluate(PAINTED)) / 1000
    visit.person.close()
    return {**seconds, "first paint, s": painted, "script, KB": visit.scripts / 1000}


def measured(kind: Callable[[Browser, Server], dict[str, float]], browser: Browser, server: Server) -> dict[str, float]:
    """One visit of this kind, with a match that lets one play."""
    for _ in range(TRIES):
        with contextlib.suppress(OverAlready):
            return kind(browser, server)
    raise OverAlready


def main(times: int) -> None:
    """Print the median of several visits of each kind."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        server = Server(Path(data), bot_pause=0, page=PAGE).start()
        try:
            for kind in (by_link, by_play_now):
                visits = [measured(kind, browser, server) for _ in range(times)]
                middle = {name: statistics.median(visit[name] for visit in visits) for name in visits[0]}
                print(kind.__name__, ", ".join(f"{name}: {value:.2f}" for name, value in middle.items()), flush=True)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
