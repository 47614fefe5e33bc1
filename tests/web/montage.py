"""Pictures of every game, to be looked at, by hand: ``PYTHONPATH=tests python -m web.montage [FOLDER [GAME...]]``.

Each game at two seats (or its fewest), at four and at its most, on a desk and on a phone, by day and by night, a few
moves into the match, into FOLDER (build/pictures; a picture that is there is not taken again). Without GAME also what
docs/looks.md and the README show: a sheet of all games on each device and in each room, and one picture of two tables;
and the picture of a link that somebody sends.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from koloda import all_games
from koloda.core.game import Info
from server.running import Server

from .browsing import PAGE, PHONE, WEB, Person, launch
from .clicker import Clicker
from .test_nothing_jumps import usual_seats

DOCS = Path(__file__).parent.parent.parent / "docs"
DEVICES: dict[str, dict[str, Any]] = {"desk": {}, "phone": {**PHONE, "device_scale_factor": 1}}
ROOMS = ("light", "dark")
MOVES = 4
TILES = {"desk": (4, 460), "phone": (8, 230)}
"""How many pictures stand side by side on a sheet, and how wide each is."""
MOST_BYTES = 300_000
QUALITIES = (80, 70, 60, 50, 40)
"""Of WebP, in percent: the best one with which a picture is small enough."""
HERO = ("sweep-4-desk-light", "tycoon-4-phone-dark")
STYLE = """
  body { margin: 0; padding: 12px; background: #e4e2dc; font: 600 17px system-ui; color: #333; width: max-content; }
  main { display: grid; gap: 10px; }
  figure { margin: 0; background: #fff; padding: 6px; border-radius: 10px; }
  img { width: 100%; display: block; border-radius: 4px; }
  figcaption { padding: 0 2px 4px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .strips > figcaption { grid-column: 1 / -1; }
  .hero { position: relative; padding: 0 120px 60px 0; }
  .hero img { border-radius: 14px; box-shadow: 0 10px 30px rgb(0 0 0 / 0.4); }
  .hero :first-child { width: 1120px; }
  .hero :last-child { position: absolute; right: 12px; bottom: 0; width: 300px; }
  .hero :last-child { border: 7px solid #15181a; border-radius: 34px; }
"""

LINK_CARD = WEB / "public" / "link-card.png"
LINK_SIZE = {"width": 1200, "height": 630}
LINK_COLOURS = 96
DRAW_LINK = """() => {
  const fan = document.querySelector('.fan').cloneNode(true);
  const card = document.createElement('div');
  card.className = 'link';
  card.innerHTML = `<style>
    .link { position: fixed; inset: 0; z-index: 99; overflow: hidden; color: #fff; line-height: 1.25;
      background: #1b5a41; }
    .link h1 { margin: 64px 0 0 72px; font-size: 92px; letter-spacing: -1px; }
    .link p { margin: 8px 0 0 76px; font-size: 33px; opacity: 0.92; }
    .link .fan { position: absolute; inset: 286px 0 auto; }
    .link .fan .card { --card: 208px; margin: 0 -20px; }
  </style><h1>Колода · Koloda</h1><p>Карточные игры с друзьями и ботами<br>Card games with friends and bots</p>`;
  card.append(fan);
  document.body.append(card);
}"""
"""The cards of the first page, on felt, in both languages."""


def infos() -> list[Info]:
    return [game.info for game in all_games()]


def take(people: dict[str, Person], info: Info, seats: int, folder: Path) -> None:
    """A table on each device, a few moves into the match, on my turn, by day and by night."""
    for device, person in people.items():
        take_one(person, info, seats, device, folder)


def take_one(person: Person, info: Info, seats: int, device: str, folder: Path) -> None:
    paths = {room: folder / f"{info.id}-{seats}-{device}-{room}.png" for room in ROOMS}
    if all(path.exists() for path in paths.values()):
        return
    for moves in (MOVES, 1, 0):
        person.lay(info.id, seats)
        over = Clicker(person, "montage", touch=device == "phone").play(moves, seconds=15)
        if not over and person.wait_for_turn():
            break
    person.page.mouse.move(1, 1)
    for room, path in paths.items():
        person.page.evaluate("room => { document.documentElement.dataset.theme = room; }", room)
        person.page.screenshot(path=path, animations="disabled")
        print(path, flush=True)


def shoot(browser: Browser, body: str, folder: Path, out: Path) -> None:
    """This much HTML as a picture, as good as it may be."""
    page = browser.new_page(viewport={"width": 400, "height": 300})
    source = folder / f"{out.stem}.html"
    source.write_text(f"<meta charset=utf-8><style>{STYLE}</style><body>{body}")
    page.goto(source.resolve().as_uri())
    width, height = page.evaluate("[document.body.offsetWidth, document.body.offsetHeight]")
    page.set_viewport_size({"width": width, "height": height})
    session = page.context.new_cdp_session(page)
    for quality in QUALITIES:
        shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": quality})
        out.write_bytes(base64.b64decode(shot["data"]))
        if out.stat().st_size <= MOST_BYTES:
            break
    page.close()
    assert out.stat().st_size <= MOST_BYTES, out
    print(out, flush=True)


def draw_link(browser: Browser, server: Server) -> None:
    """What a messenger shows of a link; PNG, for some of them know no WebP, and Pillow makes it small."""
    person = Person(browser, server, viewport=LINK_SIZE, bypass_csp=True)
    person.go("/").page.locator(".fan svg").first.wait_for()
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate(DRAW_LINK)
    person.page.screenshot(path=LINK_CARD)
    person.close()
    with import_module("PIL.Image").open(LINK_CARD) as picture:
        picture.convert("RGB").quantize(LINK_COLOURS).save(LINK_CARD, optimize=True)
    print(LINK_CARD, flush=True)


def sheet(device: str, room: str) -> str:
    """All games at their usual seats."""
    columns, width = TILES[device]
    figures = [
        f"<figure><figcaption>{info.names.en}, {usual_seats(info)}</figcaption>"
        f"<img src='{info.id}-{usual_seats(info)}-{device}-{room}.png'></figure>"
        for info in infos()
    ]
    return f"<main style='grid-template-columns: repeat({columns}, {width}px)'>{''.join(figures)}</main>"


def show(browser: Browser, server: Server, folder: Path) -> None:
    """What docs/looks.md, the README and a messenger show."""
    for device in DEVICES:
        for room in ROOMS:
            shoot(browser, sheet(device, room), folder, DOCS / f"montage-{device}-{room}.webp")
    hero = "".join(f"<img src='{name}.png'>" for name in HERO)
    shoot(browser, f"<div class=hero>{hero}</div>", folder, DOCS / "table.webp")
    draw_link(browser, server)


def main(folder: Path, wanted: list[str]) -> None:
    """Take the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = launch(playwright)
        server = Server(Path(data), bot_pause=0, page=PAGE, person_tables=1000).start()
        try:
            prefs = {"lang": "en", "tips": False, "theme": "light"}
            people = {name: Person(browser, server, prefs=prefs, **settings) for name, settings in DEVICES.items()}
            chosen = [info for info in infos() if not wanted or info.id in wanted]
            for info in chosen:
                take(people, info, usual_seats(info), folder)
            if not wanted:
                show(browser, server, folder)
            for info in chosen:
                for seats in sorted({*info.seats} - {usual_seats(info)}):
                    take(people, info, seats, folder)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/pictures"), sys.argv[2:])
