"""Film strips of every game, to be looked at: ``PYTHONPATH=tests python -m web.film [FOLDER [GAME...]]``.

Ten pictures over two seconds of the page's time, from the most dramatic beat of a game on: on a desk, on a phone, and
on a desk in the dark; one sheet for each into FOLDER (build/film). Without GAME also docs/films.webp: a deal, a trick,
a reveal and an end.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from koloda import all_games, find_game
from server.running import Server

from .browsing import OFFERED, PAGE, PHONE, Person, launch
from .clicker import Clicker
from .montage import DOCS, shoot
from .test_nothing_jumps import usual_seats
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


class Scene(NamedTuple):
    """What a film shows: a game, how many sit there, the effect and the words of the beat at which it begins, the
    time between two pictures.
    """

    game: str
    seats: int
    effect: str
    words: str = ""
    step_ms: int = 200


SCENES = {
    "A deal": Scene("pairs", 4, "curtain", step_ms=500),
    "A trick": Scene("ninety-nine", 3, "land", step_ms=300),
    "A reveal": Scene("podfilim", 4, "flip", step_ms=450),
}
"""The strips of docs/looks.md; an end is none of a story's pictures."""
END_MOVES = 300
SCENE_FRAMES = 5
SCENE_WIDTH = 360
SCENE_SIZE = {"width": 1120, "height": 700}
FRAMES = 10
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


def film(person: Person, scene: Scene, folder: Path, frames: int = FRAMES) -> list[Path]:
    """The pictures of a scene."""
    theatre = Theatre(person, find_game(scene.game).info)
    theatre.stop_at(scene.effect, scene.words)
    extra = Extra(person, f"film {scene.game}")
    if not any(extra.play_to_the_film(scene.game, scene.seats) for _ in range(MATCHES)):
        return []
    paths = []
    for number in range(frames):
        paths.append(folder / f"{number}.png")
        person.page.screenshot(path=paths[-1])
        theatre.go_on(scene.step_ms)
    return paths


def strips(browser: Browser, server: Server) -> None:
    """The scenes of docs/looks.md."""
    with tempfile.TemporaryDirectory() as pictures:
        rows = ""
        for name, scene in [*SCENES.items(), ("An end", None)]:
            person = Person(browser, server, prefs=prefs_of("light"), viewport=SCENE_SIZE)
            folder = Path(pictures) / name.replace(" ", "-")
            folder.mkdir()
            shown = film(person, scene, folder, SCENE_FRAMES) if scene else ending(person, folder)
            assert shown, name
            rows += f"<figcaption>{name}</figcaption>" + "".join(f"<img src='{path.as_uri()}'>" for path in shown)
            person.close()
        across = f"grid-template-columns: repeat({SCENE_FRAMES}, {SCENE_WIDTH}px)"
        shoot(browser, f"<main class=strips style='{across}'>{rows}</main>", Path(pictures), DOCS / "films.webp")


def ending(person: Person, folder: Path) -> list[Path]:
    """The end of a match, and what decided it, a moment later."""
    person.lay("pairs", 4)
    assert Clicker(person, "end").play(END_MOVES)
    paths = [folder / "0.png", folder / "1.png"]
    person.page.screenshot(path=paths[0])
    person.page.get_by_role("link", name="The whole review").wait_for()
    person.page.screenshot(path=paths[1])
    return paths


def prefs_of(theme: str) -> dict[str, Any]:
    return {"lang": "en", "tips": False, "speed": "normal", "theme": theme}


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
                    prefs = prefs_of("dark" if device == "dark" else "light")
                    person = Person(browser, server, prefs=prefs, **DEVICES[device])
                    with tempfile.TemporaryDirectory() as pictures:
                        scene = Scene(info.id, usual_seats(info), *DRAMA.get(info.id, ("land", "")))
                        paths = film(person, scene, Path(pictures))
                        if paths:
                            compose(browser, paths, device, folder / f"{info.id}-{device}.png")
                    print(info.id, device, "taken" if paths else "NOT SEEN", flush=True)
                    person.close()
            if not wanted:
                strips(browser, server)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/film"), sys.argv[2:], list(DEVICES))
