"""Pictures of every game, to be looked at, by hand: ``PYTHONPATH=tests python -m web.montage [FOLDER [GAME...]]``.

Each game at two seats (or its fewest) and at its most, on a desk and on a phone, a few moves into the match, into
FOLDER (build/pictures; a picture that is there is not taken again); docs/montage-desk.png and docs/montage-phone.png of
all of them (pip install pillow, which makes them smaller), and docs/table.png, one table for the README.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from koloda import all_games
from koloda.core.game import Info
from server.running import Server

from .browsing import PAGE, PHONE, Person, launch
from .clicker import Clicker

DOCS = Path(__file__).parent.parent.parent / "docs"
DEVICES: dict[str, dict[str, Any]] = {"desk": {}, "phone": {**PHONE, "device_scale_factor": 1}}
MOVES = 4
README_MOVES = 7
"""Many matches are over by then, and another is begun."""
TILES = {"desk": (5, 600), "phone": (11, 300)}
"""How many pictures stand side by side on a sheet, and how wide each is: a card's number can be read."""
SHEET = 2_000_000
"""So many bytes a sheet may have."""
PALETTES = (256, 96)
"""So many colours, as long as the picture is small enough with them."""
STYLE = """
  body { margin: 0; padding: 16px; background: #e4e2dc; font: 600 20px system-ui; color: #333; width: max-content; }
  main { display: grid; gap: 16px; }
  figure { margin: 0; background: #fff; padding: 8px; border-radius: 10px; }
  img { width: 100%; display: block; border: 1px solid #d8d5cd; border-radius: 4px; box-sizing: border-box; }
  figcaption { padding: 0 2px 6px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
"""


def picture(person: Person, info: Info, seats: int, device: str, folder: Path) -> Path:
    """A table a few moves into the match, on my turn."""
    path = folder / f"{info.id}-{seats}-{device}.png"
    if path.exists():
        return path
    for moves in (MOVES, 1, 0):
        person.lay(info.id, seats)
        over = Clicker(person, "montage", touch=device == "phone").play(moves, seconds=15)
        if not over and person.wait_for_turn():
            break
    person.page.mouse.move(1, 1)
    person.page.wait_for_timeout(100)
    person.page.screenshot(path=path)
    return path


def seats_of(info: Info) -> list[int]:
    low, high = info.seats
    return sorted({low, high})


def compose(browser: Browser, folder: Path, device: str, out: Path) -> None:
    """All pictures of a device on one sheet."""
    columns, width = TILES[device]
    figures = [
        f"<figure><figcaption>{info.names.en}, {seats}</figcaption><img src='{info.id}-{seats}-{device}.png'></figure>"
        for info in infos()
        for seats in seats_of(info)
    ]
    grid = f"main {{ grid-template-columns: repeat({columns}, {width}px); }}"
    sheet = folder / f"montage-{device}.html"
    sheet.write_text(f"<meta charset=utf-8><style>{STYLE}{grid}</style><main>{''.join(figures)}</main>")
    page = browser.new_page(viewport={"width": columns * (width + 16) + 16, "height": 1000})
    page.goto(sheet.resolve().as_uri())
    page.screenshot(path=out, full_page=True)
    page.close()


def infos() -> list[Info]:
    return [game.info for game in all_games()]


def shrink(path: Path, most: int) -> None:
    """To a palette where the picture is too big; Pillow is wanted only here."""
    if path.stat().st_size > most:
        images = import_module("PIL.Image")
        with images.open(path) as opened:
            image = opened.convert("RGB")
        for colours in PALETTES:
            image.quantize(colours, dither=images.Dither.NONE).save(path, optimize=True)
            if path.stat().st_size <= most:
                break
    assert path.stat().st_size <= most


def readme(browser: Browser, server: Server, out: Path) -> None:
    """One table, for the README."""
    person = Person(browser, server, viewport={"width": 1280, "height": 760})
    for moves in range(README_MOVES, -1, -1):
        person.lay("pairs", 4)
        over = Clicker(person, "readme").play(moves)
        if not over and person.wait_for_turn():
            break
    person.page.mouse.move(1, 1)
    person.page.screenshot(path=out)
    person.close()


def main(folder: Path, wanted: list[str]) -> None:
    """Take the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        server = Server(Path(data), bot_pause=0, page=PAGE, person_tables=1000).start()
        try:
            for device, settings in DEVICES.items():
                person = Person(browser, server, prefs={"lang": "en", "tips": False, "theme": "light"}, **settings)
                for info in infos():
                    for seats in seats_of(info):
                        if not wanted or info.id in wanted:
                            print(picture(person, info, seats, device, folder), flush=True)
                person.close()
            if not wanted:
                for device in DEVICES:
                    compose(browser, folder, device, DOCS / f"montage-{device}.png")
                    shrink(DOCS / f"montage-{device}.png", SHEET)
                readme(browser, server, DOCS / "table.png")
                shrink(DOCS / "table.png", 600_000)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/pictures"), sys.argv[2:])
