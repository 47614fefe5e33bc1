"""A table as a picture (SVG): zones of cards, counters, whose turn it is; made from a view and the game's declarations.

It draws what the view tells and nothing else, so that a picture shows no card that its seat may not know.
"""

from __future__ import annotations

from typing import Final

from .game import Info
from .record_types import CardValue, CounterRecord, ViewRecord, ZoneRecord
from .text import Text

WIDTH: Final = 700
NAME_WIDTH: Final = 78
CARD_WIDTH: Final = 30
CARD_HEIGHT: Final = 42
GAP: Final = 14
CARDS_SIDE_BY_SIDE: Final = 9  # more than that overlap
CAPTION_HEIGHT: Final = 15
LINE_HEIGHT: Final = CAPTION_HEIGHT + CARD_HEIGHT + 8
CHARACTER_WIDTH: Final = 6.6
MAX_MOVES: Final = 12
FELT: Final = "#e9efe8"
INK: Final = "#22302b"
SOFT: Final = "#5d6b64"
RED: Final = "#b3261e"
BACK: Final = "#2f6f8f"
SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
LANGUAGE: Final = ["en"]  # in which tables show themselves
WORDS: Final = {
    "table": Text("Стол", "Table"),
    "seat": Text("Место {n}", "Seat {n}"),
    "move": Text("ход {n}", "move {n}"),
    "turn": Text("ходит: {seats}", "to move: {seats}"),
    "over": Text("матч окончен", "the match is over"),
    "moves": Text("Ходы", "Moves"),
    "place": Text("{n}-е место", "place {n}"),
    "watcher": Text("глазами зрителя", "as a watcher sees it"),
    "viewer": Text("глазами места {n}", "as seat {n} sees it"),
}


def set_language(lang: str) -> None:
    """Let tables show themselves in Russian (``ru``) or English (``en``) from now on."""
    LANGUAGE[0] = "ru" if lang == "ru" else "en"


def table_html(info: Info, view: ViewRecord, heading: str = "") -> str:
    """The table of a view with its legal moves, as a notebook shows it."""
    lang = LANGUAGE[0]
    legal = view["legal"]
    shown = ", ".join(legal[:MAX_MOVES]) + (" …" if len(legal) > MAX_MOVES else "")
    moves = f"<div>{WORDS['moves'].get(lang)}: <code>{escaped(shown)}</code></div>" if legal else ""
    return f'<div style="color:{INK};max-width:{WIDTH}px">{heading}{table_svg(info, view, lang)}{moves}</div>'


def table_svg(info: Info, view: ViewRecord, lang: str, seen: str = "") -> str:
    """The table of a view; ``seen`` says with whose eyes, if the view itself does not."""
    sheet = Sheet()
    sheet.text(8, 18, _title(info, view, lang, seen), 14, INK, True)
    y = 30.0
    for owner in [-1, *range(view["seats"])]:
        zones = [zone for zone in view["zones"] if _owner(zone["owner"]) == owner and zone["cards"]]
        counters = [counter for counter in view["counters"] if _owner(counter["owner"]) == owner]
        if owner >= 0 or zones or counters:
            y = _draw_owner(sheet, info, view, owner, zones, counters, y, lang)
    return sheet.svg(y)


def escaped(text: str) -> str:
    """A text as HTML has it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


class Sheet:
    """What is drawn so far."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def text(
        self, x: float, y: float, text: str, size: int, colour: str, bold: bool = False, centred: bool = False
    ) -> None:
        """Words, their baseline at ``y``."""
        weight = ' font-weight="bold"' if bold else ""
        anchor = ' text-anchor="middle"' if centred else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"{weight}{anchor}>{escaped(text)}</text>'
        )

    def card(self, x: float, y: float, face: CardValue | None, covered: bool = False) -> None:
        """A card, or (None) the back of one; on a covered one the text stands at its left edge."""
        fill = BACK if face is None else "#fff"
        size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="4"'
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" {size} fill="{fill}" stroke="#9aa69f"/>')
        if face is not None:
            colour = RED if _is_red(face) else INK
            if covered:
                self.text(x + 2, y + 15, card_text(face), 12, colour, True)
            else:
                text = card_text(face)
                self.text(
                    x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2 + 5, text, 14 if len(text) < 3 else 12, colour, True, True
                )

    def svg(self, height: float) -> str:
        """The picture."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}" role="img"'
        style = 'style="max-width:100%;height:auto;font-family:system-ui,sans-serif">'
        ground = f'<rect width="{WIDTH}" height="{height:g}" rx="10" fill="{FELT}"/>'
        return f"{head} {style}{ground}{''.join(self.parts)}</svg>"


def card_text(face: CardValue) -> str:
    """What stands on a card.

    >>> card_text("Th"), card_text(7), card_text("Jx"), card_text("*")
    ('10♥', '7', 'J', '★')
    """
    text = str(face)
    if text == "*":
        return "★"
    if len(text) == 2 and text[1] in SUITS:
        return ("10" if text[0] == "T" else text[0]) + SUITS[text[1]]
    return "J" if text == "Jx" else text


def _is_red(face: CardValue) -> bool:
    text = str(face)
    return len(text) == 2 and text[1] in "dh"


def _owner(owner: int | None) -> int:
    return -1 if owner is None else owner


def _title(info: Info, view: ViewRecord, lang: str, seen: str) -> str:
    seats = ", ".join([str(seat) for seat in view["turn"]["seats"]])
    now = WORDS["over"].get(lang) if view["result"] else WORDS["turn"].fill(lang, {"seats": seats})
    seat = view["seat"]
    viewer = WORDS["watcher"].get(lang) if seat is None else WORDS["viewer"].fill(lang, {"n": seat})
    move = WORDS["move"].fill(lang, {"n": view["move_number"]})
    return f"{info.names.get(lang)} · {move} · {now} · {seen or viewer}"


def _draw_owner(
    sheet: Sheet,
    info: Info,
    view: ViewRecord,
    owner: int,
    zones: list[ZoneRecord],
    counters: list[CounterRecord],
    y: float,
    lang: str,
) -> float:
    """Everything of a seat (-1: of the table) from ``y`` on; returns where it ends."""
    name = WORDS["table"].get(lang) if owner < 0 else WORDS["seat"].fill(lang, {"n": owner})
    moves = owner in view["turn"]["seats"]
    sheet.text(8, y + 14, f"▸ {name}" if moves else name, 12, INK, moves)
    result = view["result"]
    if result and owner >= 0:
        sheet.text(8, y + 29, WORDS["place"].fill(lang, {"n": result["places"][owner]}), 11, SOFT)
    told = " · ".join([_counter(info, counter, lang) for counter in counters])
    if told:
        sheet.text(NAME_WIDTH, y + 14, told, 12, INK)
        y += 20
    bottom = max(y, _draw_zones(sheet, info, zones, y, lang)) if zones else y
    return max(bottom, y + (34 if result and owner >= 0 else 22) - (20 if told else 0)) + 6


def _draw_zones(sheet: Sheet, info: Info, zones: list[ZoneRecord], y: float, lang: str) -> float:
    x = float(NAME_WIDTH)  # mypyc makes no float of an int
    for zone in zones:
        caption = f"{_zone_name(info, zone, lang)} · {len(zone['cards'])}"
        cards = _shown_cards(zone)
        step = CARD_WIDTH + 3 if len(cards) <= CARDS_SIDE_BY_SIDE else CARD_WIDTH * 0.55
        width = max(len(caption) * CHARACTER_WIDTH, step * (len(cards) - 1) + CARD_WIDTH)
        if x > NAME_WIDTH and x + width > WIDTH:
            x, y = float(NAME_WIDTH), y + LINE_HEIGHT
        sheet.text(x, y + 11, caption, 11, SOFT)
        step = min(step, (WIDTH - x - CARD_WIDTH - 4) / max(1, len(cards) - 1))
        for number, card in enumerate(cards):
            covered = step < CARD_WIDTH and number < len(cards) - 1
            sheet.card(x + step * number, y + CAPTION_HEIGHT, card, covered)
        x += width + GAP
    return y + LINE_HEIGHT


def _shown_cards(zone: ZoneRecord) -> list[CardValue | None]:
    """All cards; of a pile, where one lies on the other, the top one, and of closed ones one back."""
    cards = zone["cards"]
    if zone["look"] == "pile" or not [card for card in cards if card is not None]:
        return cards[:1]
    return list(cards)


def _zone_name(info: Info, zone: ZoneRecord, lang: str) -> str:
    for kind in info.zones:
        if kind.name == zone["name"]:
            slot = zone["slot"]
            place = "" if slot is None or slot not in kind.slots else f" ({kind.slots[slot].get(lang)})"
            return kind.names.get(lang) + place
    return zone["name"]


def _counter(info: Info, counter: CounterRecord, lang: str) -> str:
    names = [kind.names.get(lang) for kind in info.counters if kind.name == counter["name"]]
    goal = "" if counter["goal"] is None else f"/{counter['goal']}"
    return f"{names[0] if names else counter['name']} {counter['value']}{goal}"
