"""What a messenger shows of a link to a table or a match: its title, a sentence and a picture.

Nothing hidden: of a table the game and its seats; of a match only that it is one, for reading it costs too much here.
"""

from __future__ import annotations

from html import escape

from koloda.core.errors import KolodaError
from koloda.games.registry import find_game
from koloda.server.services import Services

PICTURE = "/link-card.png"
PICTURE_SIZE = (1200, 630)
MARK = "</title>"
MATCH = {
    "title": "Партия на «Колоде» · A match at Koloda",
    "description": "Повтор по ходам и разбор решений. The replay, move by move, and its review.",
}


async def link_card(services: Services, path: str, origin: str) -> str:
    """The meta tags of an address; "" for one that is neither a table nor a match."""
    kind, _, rest = path.partition("/")
    if kind == "match" and rest:
        return tags(MATCH, origin, path)
    row = await services.store.tables.of(rest) if kind == "table" else None
    if row is None:
        return ""
    try:
        names = find_game(row.game).info.names
    except KolodaError:
        return ""
    seats = len(row.seats())
    free = sum(seat["person"] is None and seat["level"] is None for seat in row.seats())
    text = f"Стол на {seats}, свободно мест: {free}. A table for {seats}, free seats: {free}."
    return tags({"title": f"{names.ru} · {names.en} · Колода", "description": text}, origin, path)


def tags(told: dict[str, str], origin: str, path: str) -> str:
    """Meta tags; every value is escaped."""
    width, height = PICTURE_SIZE
    values = {
        **told,
        "type": "website",
        "site_name": "Колода · Koloda",
        "url": f"{origin}/{path}",
        "image": origin + PICTURE,
        "image:width": str(width),
        "image:height": str(height),
    }
    lines = [f'<meta property="og:{name}" content="{escape(value)}" />' for name, value in values.items()]
    return "".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])
