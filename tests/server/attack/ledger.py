"""What players were told, compared with what is on disk."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .neighbours import Player


def on_disk(data: Path, table: str) -> tuple[list[str], Counter[str]]:
    """The moves of people in a table's journal, in order, by their ids; the length of each match."""
    reader = sqlite3.connect(data / "koloda.sqlite")
    rows = reader.execute("SELECT seq, kind, payload FROM events WHERE place = ? ORDER BY seq", (table,)).fetchall()
    reader.close()
    return told_by(rows)


def told_by(rows: Sequence[Any]) -> tuple[list[str], Counter[str]]:
    """The same of the lines of a journal: number, kind, payload."""
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "the journal has a gap"
    ids: list[str] = []
    lengths: Counter[str] = Counter()
    match = ""
    for _, kind, text in rows:
        payload = json.loads(text)
        if kind in ("made", "again"):
            match = payload["match"]
        elif kind == "move":
            lengths[match] += 1
            ids += [payload["id"]] if payload["id"] else []
    return ids, lengths


class Ledger:
    """Moves that are missing on disk or there twice."""

    def __init__(self) -> None:
        self.lost: list[str] = []
        self.twice: list[str] = []

    def compare(self, players: list[Player], data: Path) -> None:
        """Compare what these players were told with a folder of data that no server uses."""
        for player in players:
            ids, lengths = on_disk(data, player.table)
            saved = [ident for ident in ids if ident.startswith(f"{player.name}-")]
            self._compare(player, saved, data)
            for match, shown in player.shown.items():
                if lengths[match] < shown:
                    self.lost.append(f"{player.name} was shown move {shown} of {match}, which has {lengths[match]}")

    def _compare(self, player: Player, saved: list[str], data: Path) -> None:
        acknowledged = player.acknowledged
        times = Counter(saved)
        self.twice += [f"{ident} in {data}" for ident, count in times.items() if count > 1]
        self.lost += [f"{ident} in {data}" for ident in acknowledged if not times[ident]]
        if [ident for ident in saved if ident in set(acknowledged)] != acknowledged:
            self.lost.append(f"the moves of {player.name} are out of order in {data}")
        pending = None if player.pending is None else player.pending["id"]
        strange = set(saved) - {*acknowledged, pending}
        self.twice += [f"{ident} in {data}, which was refused or never sent" for ident in strange]
