"""How long a first visit takes on a bad line and a slow machine: ``PYTHONPATH=tests python -m web.first_visit``.

No test, for it prints figures of this machine: an empty cache, 1.6 Mbit/s with 150 ms there and back, a processor four
times slower. A table is usable when the first button or card can be pressed.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Response, sync_playwright

from server.running import Server

from .browsing import PAGE, Person, launch

BYTES_A_SECOND = 1_600_000 / 8
LINE = {"offline": False, "latency": 150, "downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND / 2}
SLOWER = 4
SEEN = """selector => {
  window.seen = null;
  new MutationObserver((_, watch) => {
    if (!document.querySelector(selector)) return;
    window.seen = performance.now();
    watch.disconnect();
  }).observe(document, { subtree: true, childList: true, attributes: true });
}"""
"""The page itself notes the moment, so that nobody has to ask it all the time."""

USABLE = "[data-board] button:enabled"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1"


class Visit:
    """Somebody new on a bad line; ``scripts``: how many bytes of script came, as they came."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.person = Person(browser, server)
        self.scripts = 0
        session = self.person.context.new_cdp_session(self.person.page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", LINE)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        self.person.page.on("response", self._came)

    def _came(self, answer: Response) -> None:
        if answer.url.endswith(".js"):
            self.scripts += int(answer.headers.get("content-length", "0"))

    def open(self, path: str, selector: str) -> float:
        """Go there; seconds until this is on the page."""
        self.person.page.add_init_script(f"({SEEN})({json.dumps(selector)})")
        self.person.page.goto(path, wait_until="commit")
        return self.seen()

    def click(self, button: str, selector: str) -> float:
        """Click; seconds until this is on the page."""
        page = self.person.page
        page.evaluate(SEEN, selector)
        page.evaluate("button => { window.began = performance.now(); document.querySelector(button).click(); }", button)
        return self.seen() - float(page.evaluate("window.began")) / 1000

    def seen(self) -> float:
        """When it was there, in seconds of the page's own clock."""
        self.person.page.wait_for_function("() => window.seen", timeout=60_000, polling=100)
        return float(self.person.page.evaluate("window.seen")) / 1000


def by_link(browser: Browser, server: Server) -> dict[str, float]:
    """An invitation: the address of a table where a seat is mine already."""
    visit = Visit(browser, server)
    person = visit.person
    setup = {"game": "pairs", "seats": 4, "bots": [None, "normal", "normal", "normal"], "start": True}
    person.context.request.get("/api/me")
    table = person.context.request.post("/api/tables", data=setup).json()["id"]
    return figures(visit, {"usable, s": visit.open(f"/table/{table}", USABLE)})


def by_play_now(browser: Browser, server: Server) -> dict[str, float]:
    """The first page, then Play now: the seal, and the table."""
    visit = Visit(browser, server)
    home = visit.open("/", "#play-now")
    visit.person.page.wait_for_load_state("networkidle")
    sealed = visit.click("#play-now", "[data-sealing]")
    visit.person.page.evaluate(SEEN, USABLE)
    dealt = visit.seen()
    began = float(visit.person.page.evaluate("window.began")) / 1000
    return figures(visit, {"home, s": home, "sealed after, s": sealed, "table after, s": dealt - began})


def figures(visit: Visit, seconds: dict[str, float]) -> dict[str, float]:
    """What was measured."""
    painted = float(visit.person.page.evaluate(PAINTED)) / 1000
    visit.person.close()
    return {**seconds, "first paint, s": painted, "script, KB": visit.scripts / 1000}


def main(times: int) -> None:
    """Print the median of several visits of each kind."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        server = Server(Path(data), bot_pause=0, page=PAGE).start()
        try:
            for kind in (by_link, by_play_now):
                visits = [kind(browser, server) for _ in range(times)]
                middle = {name: statistics.median(visit[name] for visit in visits) for name in visits[0]}
                print(kind.__name__, ", ".join(f"{name}: {value:.2f}" for name, value in middle.items()), flush=True)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
