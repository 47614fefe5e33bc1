"""Film strips of every game, to be looked at: ``PYTHONPATH=tests python -m web.film [FOLDER [GAME...]]``.

Ten pictures over two seconds of the page's time, from the most dramatic beat of a game on: on a desk, on a phone, and
on a desk in the dark; one sheet for each into FOLDER (build/film).
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from koloda import all_games
from koloda.core.game import Info
from server.running import Server

from .browsing import OFFERED, PAGE, PHONE, Person, launch
from .clicker import Clicker
from .theatre import Theatre

DEVICES: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1440, "height": 900}},
    "phone": {**PHONE, "device_scale_factor": 1},
    "dark": {"viewport": {"width": 1440, "height": 900}},
}
DRAMA = {
    "blackstone": ("land", "second black stone"),
    "cribbage": ("flip", "shows"),
    "drunkard": ("land", "tie"),
    "five-card": ("tally", ""),
    "goblin-poker": ("land", "pair"),
    "kitten": ("flip", "Equal bids"),
    "monster": ("flip", ""),
    "old-maid": ("land", "draw"),
    "podfilim": ("flip", ""),
    "regent": ("flip", ""),
    "the-gang": ("flip", ""),
    "tycoon": ("land", "lead"),
    "venture": ("flip", "Equal bids"),
}
"""The effect at which a film begins, and words of its sentence; where none is named, a card lands."""
FRAMES = 10
STEP_MS = 200
SHEET = {"desk": (4, 700), "phone": (5, 300), "dark": (4, 700)}
"""How many pictures stand side by side on a sheet, and how wide each is."""
SECONDS = 60
MATCHES = 6
TURN_OR_FILM = f"() => window.stopped || document.querySelector('#over-title') || document.querySelector('{OFFERED}')"


class Extra(Clicker):
    """Plays until the film begins."""

    def filming(self) -> bool:
        stopped: bool = self.person.page.evaluate("() => window.stopped")
        return stopped

    def _answered(self, n: int) -> bool:
        self.person.wait(
            "n => window.stopped || document.querySelector('#over-title, .refused')"
            " || Number(document.querySelector('[data-board]')?.dataset.n) > n",
            n,
        )
        return self.filming() or self._gone_on(n)

    def play_to_the_film(self, game: str, seats: int) -> bool:
        """Whether it begins in this match."""
        end = time.monotonic() + SECONDS
        self.person.lay(game, seats)
        while time.monotonic() < end:
            self.person.page.wait_for_function(TURN_OR_FILM)
            if self.filming():
                return True
            if self.person.result.is_visible():
                return False
            self.move()
        return False


def film(person: Person, info: Info, folder: Path) -> list[Path]:
    """The pictures of one game."""
    theatre = Theatre(person, info)
    theatre.stop_at(*DRAMA.get(info.id, ("land", "")))
    low, high = info.seats
    extra = Extra(person, f"film {info.id}")
    if not any(extra.play_to_the_film(info.id, min(high, max(low, 4))) for _ in range(MATCHES)):
        return []
    paths = []
    for number in range(FRAMES):
        paths.append(folder / f"{number}.png")
        person.page.screenshot(path=paths[-1])
        theatre.go_on(STEP_MS)
    return paths


def compose(browser: Browser, paths: list[Path], device: str, out: Path) -> None:
    columns, width = SHEET[device]
    figures = "".join(f"<img src='{path.resolve().as_uri()}' width={width}>" for path in paths)
    sheet = paths[0].parent / "sheet.html"
    style = f"body {{ margin: 8px; display: grid; gap: 8px; grid-template-columns: repeat({columns}, {width}px); }}"
    sheet.write_text(f"<meta charset=utf-8><style>{style} img {{ border: 1px solid #888; }}</style>{figures}")
    page = browser.new_page(viewport={"width": columns * (width + 10) + 16, "height": 800})
    page.goto(sheet.resolve().as_uri())
    page.screenshot(path=out, full_page=True)
    page.close()


def main(folder: Path, wanted: list[str], devices: list[str]) -> None:
    """Take the films."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        server = Server(Path(data), bot_pause=0.02, page=PAGE, person_tables=1000).start()
        try:
            for info in [game.info for game in all_games() if not wanted or game.info.id in wanted]:
                for device in devices:
                    theme = "dark" if device == "dark" else "light"
                    prefs = {"lang": "en", "tips": False, "speed": "normal", "theme": theme}
                    person = Person(browser, server, prefs=prefs, **DEVICES[device])
                    with tempfile.TemporaryDirectory() as pictures:
                        paths = film(person, info, Path(pictures))
                        if paths:
                            compose(browser, paths, device, folder / f"{info.id}-{device}.png")
                    print(info.id, device, "taken" if paths else "NOT SEEN", flush=True)
                    person.close()
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/film"), sys.argv[2:], list(DEVICES))
