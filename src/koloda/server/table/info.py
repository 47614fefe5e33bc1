"""What a table tells of itself, and why it came too late for a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from koloda.core.text import Text
from koloda.server.protocol import messages as p

from .seal import commitment
from .seats import Place

if TYPE_CHECKING:
    from .table import Table


def table_info(table: Table, you: int | None, host: bool) -> p.TableInfo:
    """The table as it is told to those on this seat (None: to watchers)."""
    over = table.status() == "over"
    setup = table.setup
    return p.TableInfo(
        id=table.id,
        code=table.code,
        game=setup.game,
        seats=setup.seats,
        options=setup.options,
        status=table.status(),  # type: ignore[arg-type]
        chairs=[place.chair(table.waiting.get(seat, ("", ""))[1]) for seat, place in enumerate(table.places)],
        you=you,
        host=host,
        open=setup.open,
        watch=setup.watch,
        hints=setup.hints,
        join=setup.join,
        clock=setup.clock,
        watchers=len({c.person.id for c in table.crowd.connections if c.viewer is None}),
        commitment=commitment(table.secret),
        words=[place.words for place in table.places],
        match=table.match_id if over else "",
        secret=table.secret if over else "",
    )


def quicker(places: list[Place], seat: int) -> Text:
    """That somebody has done it already, and who; people who have given no name are guests in both languages."""
    name = places[seat].name
    ru = f"игрок {name}" if name else f"бот на месте {seat + 1}"
    en = name.replace("Гость ", "Guest ") if name else f"the bot on seat {seat + 1}"
    return Text(f"Не успели: раньше это сделал {ru}.", f"Too late: {en} was quicker.")
