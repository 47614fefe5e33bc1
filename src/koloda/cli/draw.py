"""The table drawn for a terminal, from a View and nothing else."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Final

from koloda.core.table import ZoneKind
from koloda.core.text import Text
from koloda.core.view import BeatView, CounterView, Face, View, ZoneView
from koloda.words import (
    CLOSED,
    MINUS,
    NOTHING,
    card_text,
    cards_text,
    hint_sentence,
    move_sentence,
    result_lines,
    seat_name,
    sentence,
    with_tens,
)

LINE_COLUMNS: Final = 78
MIN_TERMINAL_COLUMNS: Final = 30
RULE: Final = "─"
CARDS_PER_GRID_ROW: Final = 4
YOU: Final = Text("вы", "you")
GOAL: Final = Text("{value} из {goal}", "{value} of {goal}")
LAST: Final = Text("последняя", "last")
MOVE: Final = Text("после хода {n}", "after move {n}")
GAINS: Final = Text("── За раунд: {gains}", "── The round: {gains}")
CHOSEN: Final = Text("Ваш выбор: {move}", "You have chosen: {move}")
TURN: Final = {
    "one": Text("Ходит {seats}", "{seats} to move"),
    "together": Text("Втайне выбирают: {seats}", "Choosing in secret: {seats}"),
    "free": Text("Могут ходить: {seats}", "Free to move: {seats}"),
}


def put(text: str, end: str = "\n") -> None:
    """Print a text. At a terminal, long lines are broken between words; in a pipe they stay whole."""
    if sys.stdout.isatty():
        width = max(MIN_TERMINAL_COLUMNS, shutil.get_terminal_size().columns - 1)
        text = "\n".join(part for line in text.split("\n") for part in wrapped(line, width))
    print(text, end=end)


def aligned(rows: list[list[str]]) -> list[str]:
    """Rows as lines, with their cells below each other.

    >>> aligned([["a", "bb"], ["ccc", "d"]])
    ['a    bb', 'ccc  d']
    """
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def wrapped(line: str, width: int) -> list[str]:
    """A line in parts that fit; the later parts are indented further.

    >>> wrapped("  Seat 1 · Points: 0 of 21 · Row: 7", 24)
    ['  Seat 1 · Points: 0 of', '    21 · Row: 7']
    """
    if len(line) > width:
        line = line.rstrip(f"{RULE} ")
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False) or [""]


def table_lines(view: View, lang: str) -> list[str]:
    """The whole table: whose turn it is, what is in the middle, then each seat."""
    lines = [_headline(view, lang), *_joined("  ", _counters_and_zones(view, None, lang))]
    for seat in range(view.seats):
        lines += _joined("", [_seat_heading(view, seat, lang), *_counters_and_zones(view, seat, lang)], "      ")
    lines += [f"  {sentence(view.info, note, lang)}" for note in view.announcements]
    if view.chosen is not None:
        lines.append(CHOSEN.fill(lang, {"move": move_sentence(view.info, view.chosen, lang)}))
    if view.result is not None:
        lines += result_lines(view.result, lang)
    return lines


def log_lines(view: View, lang: str, you: int | None = None) -> list[str]:
    """What the last move did, in sentences; ``you``: the reader's own seat."""
    return [sentence(view.info, note, lang, you=you) for note in view.events]


def story_lines(view: View, beats: Sequence[BeatView], lang: str, you: int | None = None) -> list[str]:
    """What the last move did, a line for every beat; at the end of a round what it has brought everybody."""
    lines: list[str] = []
    told = 0
    for beat in beats:
        told += len(beat.events)
        lines.append(" ".join(sentence(view.info, note, lang, you=you) for note in beat.events))
        if any(beat.gains):
            lines.append(GAINS.fill(lang, {"gains": ", ".join(_gains(beat.gains, lang, you))}))
    rest = [sentence(view.info, note, lang, you=you) for note in view.events[told:]]
    return [line for line in lines if line] + rest


def _gains(gains: Sequence[int], lang: str, you: int | None) -> list[str]:
    names = [YOU.get(lang) if seat == you else seat_name(seat, lang) for seat in range(len(gains))]
    return [
        f"{name} {gain:+}".replace("-", MINUS) if gain else f"{name} 0" for name, gain in zip(names, gains, strict=True)
    ]


def ask_lines(view: View, lang: str) -> list[str]:
    """What is asked of whoever sees this view, if the game has words for it."""
    if view.ask is not None:
        return [sentence(view.info, view.ask, lang)]
    return [view.info.asks[view.phase].get(lang)] if view.legal and view.phase in view.info.asks else []


def hint_lines(view: View, lang: str) -> list[str]:
    """The hints of a view; if several moves have a hint of one kind, each names its move."""
    hints = view.hints
    kinds = [hint.kind for hint in hints]
    lines: list[str] = []
    for hint in hints:
        move = f"{with_tens(hint.move)}: " if hint.move and kinds.count(hint.kind) > 1 else ""
        lines.append(move + hint_sentence(view.info, hint, lang))
    return lines


def _headline(view: View, lang: str) -> str:
    parts = [view.info.names.get(lang), MOVE.fill(lang, {"n": view.move_number})]
    if view.result is None:
        if view.phase in view.info.phases:
            parts.append(view.info.phases[view.phase].get(lang))
        seats = ", ".join(seat_name(seat, lang) for seat in view.turn.seats)
        parts.append(TURN[view.turn.kind].fill(lang, {"seats": seats}))
    line = f"{RULE * 2} {' · '.join(parts)} "
    return line + RULE * max(2, LINE_COLUMNS - len(line))


def _counters_and_zones(view: View, owner: int | None, lang: str) -> list[str]:
    counters = [_counter(view, counter, lang) for counter in view.counters if counter.owner == owner]
    return counters + [_zone(view, zone, lang) for zone in view.zones if zone.owner == owner and _is_drawn(zone)]


def _seat_heading(view: View, seat: int, lang: str) -> str:
    mark = "▶" if seat in view.turn.seats and view.result is None else " "
    you = f" ({YOU.get(lang)})" if seat == view.seat else ""
    return f"{mark} {seat_name(seat, lang)}{you}"


def _is_drawn(zone: ZoneView) -> bool:
    """An empty slot is not worth drawing."""
    return bool(zone.cards) or zone.slot is None


def _counter(view: View, counter: CounterView, lang: str) -> str:
    name = next((kind.names.get(lang) for kind in view.info.counters if kind.name == counter.name), counter.name)
    if counter.goal is None:
        return f"{name}: {counter.value}"
    return f"{name}: {GOAL.fill(lang, {'value': counter.value, 'goal': counter.goal})}"


def _zone(view: View, zone: ZoneView, lang: str) -> str:
    kind = next((kind for kind in view.info.zones if kind.name == zone.name), None)
    return f"{_zone_name(zone, kind, lang)}: {cards_drawn(zone, lang)}"


def _zone_name(zone: ZoneView, kind: ZoneKind | None, lang: str) -> str:
    if kind is None:
        return zone.name
    name = kind.names.get(lang)
    if zone.slot is None:
        return name
    slot = kind.slots.get(zone.slot)
    return f"{name} {zone.slot}" if slot is None else f"{name} ({slot.get(lang)})"


def cards_drawn(zone: ZoneView, lang: str) -> str:
    """The cards as their zone is drawn: a pile as its size and last card, others card by card."""
    cards = zone.cards
    if not cards:
        return NOTHING
    if zone.look == "pile":
        last = "" if cards[-1] is None else f" ({LAST.get(lang)} {card_text(cards[-1])})"
        return f"{len(cards)}{last}"
    if zone.look == "grid":
        rows = [cards[start : start + CARDS_PER_GRID_ROW] for start in range(0, len(cards), CARDS_PER_GRID_ROW)]
        return " / ".join(cards_text(row) for row in rows)
    return _with_backs(cards)


def _with_backs(cards: tuple[Face, ...]) -> str:
    """Open and closed cards in order; several backs side by side are counted."""
    parts: list[str] = []
    backs = 0
    for card in (*cards, ""):
        if card is None:
            backs += 1
            continue
        if backs:
            parts.append(CLOSED if backs == 1 else f"{CLOSED}×{backs}")
        backs = 0
        parts.append(card_text(card))
    return " ".join(parts).rstrip()


def _joined(indent: str, parts: list[str], later_indent: str = "  ") -> list[str]:
    """The parts in as few lines as hold them; later lines have their own indent."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= LINE_COLUMNS:
            lines[-1] += f" · {part}"
        else:
            lines.append((later_indent if lines else indent) + part)
    return lines
