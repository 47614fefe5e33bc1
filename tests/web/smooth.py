"""How soon a solo table deals again, and how smoothly 15 seats are dealt to: ``PYTHONPATH=tests python -m web.smooth``.

No test, for it prints figures of this machine. Again: milliseconds from the click to the first picture of the new match
without the end on it. Dealing: fifteen seats of Tycoon on a processor that is four times slower, from the moment the
board is there; a frame is dropped when the next one comes more than one and a half frames later.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from server.running import Server

from .browsing import PAGE, Person, launch
from .test_end import PLAY_ON

SLOWER = 4
SEATS = 15
DEALING_MS = 3000
FRAME_MS = 1000 / 60
AGAIN = """() => new Promise((done) => {
  const began = performance.now();
  const dealt = () => !document.querySelector('#over-title') && document.querySelector('[data-board] [data-card]');
  const look = () => (dealt() ? done(performance.now() - began) : requestAnimationFrame(look));
  document.querySelector('.over button.primary').click();
  look();
})"""
FRAMES = """(milliseconds) => new Promise((done) => {
  const [deal] = [...document.querySelectorAll('button')].filter((one) => one.textContent.includes('Deal the cards'));
  const times = [];
  const frame = (now) => {
    if (times.length || document.querySelector('[data-board]')) times.push(now);
    if (!times.length || now - times[0] < milliseconds) requestAnimationFrame(frame);
    else done(times);
  };
  deal.click();
  requestAnimationFrame(frame);
})"""


def again(browser: Browser, server: Server) -> float:
    """Milliseconds from the click to the new deal."""
    person = Person(browser, server)
    person.lay("pairs", 4)
    person.page.evaluate(PLAY_ON)
    found = float(person.page.evaluate(AGAIN))
    person.close()
    return found


def dealing(browser: Browser, server: Server) -> tuple[float, float]:
    """Which share of the frames was dropped, and the longest time between two, in milliseconds."""
    person = Person(browser, server, prefs={"lang": "en", "tips": False}, reduced_motion="no-preference")
    person.lay("tycoon", SEATS, start=False)
    person.button("Deal the cards").wait_for()
    person.page.wait_for_load_state("networkidle")
    person.context.new_cdp_session(person.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    times = person.page.evaluate(FRAMES, DEALING_MS)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    dropped = sum(round(gap / FRAME_MS) - 1 for gap in gaps if gap > 1.5 * FRAME_MS)
    person.close()
    return dropped / (dropped + len(gaps)), max(gaps)


def main(times: int) -> None:
    """Print the median of several."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        server = Server(Path(data), bot_pause=0, page=PAGE, person_tables=1000).start()
        try:
            print(f"again: {statistics.median(again(browser, server) for _ in range(times)):.0f} ms", flush=True)
            deals = [dealing(browser, server) for _ in range(times)]
            share, longest = (statistics.median(figures) for figures in zip(*deals, strict=True))
            print(f"dealing {SEATS} seats: {share:.1%} of the frames dropped, the longest gap {longest:.0f} ms")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
