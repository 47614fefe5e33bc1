"""The table as a few lines of text, as one seat sees it."""

from __future__ import annotations

from koloda.core.view import CounterView, ZoneView
from koloda.match import Match


def picture(match: Match, seat: int) -> str:
    """What lies on the table, whose turn it is, and what ``seat`` may do."""
    view = match.sight(seat)
    movers = ", ".join(f"seat {mover}" for mover in view.turn.seats)
    lines = [f"{view.info.names.en}, move {view.move_number}, {view.phase}: {movers or 'the match is over'}"]
    for owner in (None, *range(view.seats)):
        counters = [_counter(counter) for counter in view.counters if counter.owner == owner]
        zones = [_zone(zone) for zone in view.zones if zone.owner == owner and zone.cards]
        name = "table" if owner is None else f"seat {owner}{' (you)' if owner == seat else ''}"
        lines.append(f"  {name}: " + "; ".join(counters + zones))
    if view.legal:
        lines.append("  moves: " + ", ".join(view.legal[:12]) + (" …" if len(view.legal) > 12 else ""))
    if view.result is not None:
        lines.append(f"  places: {list(view.result.places)}, scores: {list(view.result.scores)}")
    return "\n".join(lines)


def _counter(counter: CounterView) -> str:
    return f"{counter.name} {counter.value}" + ("" if counter.goal is None else f" of {counter.goal}")


def _zone(zone: ZoneView) -> str:
    slot = "" if zone.slot is None else f" {zone.slot}"
    closed = zone.cards.count(None)
    known = [str(card) for card in zone.cards if card is not None]
    return f"{zone.name}{slot} " + " ".join([*known, *([f"{closed} closed"] if closed else [])])
