"""Matches and choices as flat rows, the same for JSON lines, CSV and Parquet. docs/lab.md lists the columns."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from koloda.bots.find_player import player_name
from koloda.core.game import Result
from koloda.core.options import OptionValue
from koloda.games.registry import find_game

from .bout import Bout, Played
from .tally import WHOLE, lost_share, won_share

Cell: TypeAlias = int | float | str | None
Row: TypeAlias = dict[str, Cell]
Columns: TypeAlias = dict[str, type]

MATCHES: Final = "matches"
CHOICES: Final = "choices"
MATCH_COLUMNS: Final[Columns] = {
    "match": int,
    "deal": int,
    "game": str,
    "version": int,
    "seats": int,
    "options": str,
    "seed": str,
    "moves": int,
    "failed": str,
}
SEAT_COLUMNS: Final[Columns] = {"bot": str, "score": int, "place": int, "win": float, "loss": float}
CHOICE_COLUMNS: Final[Columns] = {
    "match": int,
    "move_number": int,
    "seat": int,
    "bot": str,
    "phase": str,
    "legal": int,
    "move": str,
}


def match_columns(seats: int) -> Columns:
    """The columns of rows that have one match each, for up to this many seats: ``bot_0``, ``score_0`` …"""
    by_seat = {f"{name}_{seat}": kind for seat in range(seats) for name, kind in SEAT_COLUMNS.items()}
    return {**MATCH_COLUMNS, **by_seat}


def match_row(bout: Bout, played: Played) -> Row:
    """One match as a row. ``failed`` names the seats whose bots lost the match by failing, and how."""
    row: Row = {
        "match": played.number,
        "deal": bout.deal(played.number),
        "game": bout.game,
        "version": find_game(bout.game).info.version,
        "seats": bout.seats,
        "options": options_text(dict(bout.options)),
        "seed": bout.seed,
        "moves": played.moves,
        "failed": " ".join(f"{failure.seat}:{failure.kind}" for failure in played.failures),
    }
    bots = [player_name(spec) for spec in bout.bots_by_seat(played.number)]
    return {**row, **seat_cells(played.result, bots)}


def seat_cells(result: Result, bots: Sequence[str | None]) -> Row:
    """How each seat did in a match."""
    row: Row = {}
    for seat, bot in enumerate(bots):
        row[f"bot_{seat}"] = bot
        row[f"score_{seat}"] = result.scores[seat]
        row[f"place_{seat}"] = result.places[seat]
        row[f"win_{seat}"] = won_share(result, seat) / WHOLE
        row[f"loss_{seat}"] = lost_share(result, seat) / WHOLE
    return row


def choice_rows(bout: Bout, played: Played) -> list[Row]:
    """The choices of one match, a row each."""
    bots = [player_name(spec) for spec in bout.bots_by_seat(played.number)]
    return [
        {
            "match": played.number,
            "move_number": choice.move_number,
            "seat": choice.seat,
            "bot": bots[choice.seat],
            "phase": choice.phase,
            "legal": choice.legal,
            "move": choice.move,
        }
        for choice in played.choices
    ]


def options_text(options: Mapping[str, OptionValue]) -> str:
    """The options of a match as JSON, always in the same order."""
    return json.dumps(options, sort_keys=True, ensure_ascii=False)
