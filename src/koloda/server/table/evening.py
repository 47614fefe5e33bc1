"""The evening's score: what the matches of one table have brought to everybody, rematch after rematch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from koloda.server.protocol.bodies import TableMatch
from koloda.server.protocol.table_info import EveningLine

from .seats import SeatState

MAX_LINES = 32  # of those who have played last
MAX_MATCHES = 200


def lost_seats(result: Mapping[str, Any]) -> list[int]:
    """Who has lost a match: as the rules say, and where they name nobody, whoever is in the last place."""
    losers: Sequence[int] = result["losers"]
    places: Sequence[int] = result["places"]
    if losers or len(set(places)) == 1:
        return list(losers)
    return [seat for seat, place in enumerate(places) if place == max(places)]


class Evening:
    """Totals by player: a person, or the bot of a seat."""

    def __init__(self) -> None:
        self._lines: dict[str, EveningLine] = {}
        self.matches: list[TableMatch] = []

    @property
    def lines(self) -> list[EveningLine]:
        """The totals, most wins first, then fewest losses."""
        return sorted(self._lines.values(), key=lambda line: (-line.wins, line.losses, line.seat))

    def add(self, ended: Mapping[str, Any]) -> None:
        """A match has ended, as ``ended_match`` tells of it."""
        match = msgspec.convert(ended["match"], TableMatch)
        lost = lost_seats(match.result)
        for seat, (person, player) in enumerate(zip(ended["people"], match.players, strict=True)):
            key = f"bot {seat}" if person is None else f"person {person}"
            line = self._lines.pop(key, None) or EveningLine(seat, player.name, 0, player.bot)
            line.seat, line.name, line.bot, line.bot_account = seat, player.name, player.bot, player.bot_account
            line.matches += 1
            line.wins += seat in match.result["winners"]
            line.losses += seat in lost
            line.points[match.game] = line.points.get(match.game, 0) + match.result["scores"][seat]
            self._lines[key] = line
        while len(self._lines) > MAX_LINES:
            del self._lines[next(iter(self._lines))]
        self.matches = [*self.matches, match][-MAX_MATCHES:]


def ended_match(
    match_id: str, game: str, when: float, result: Mapping[str, Any], seats: list[SeatState]
) -> dict[str, Any]:
    """A match that has ended, as the journal keeps it."""
    told = {name: result[name] for name in ("scores", "winners", "losers", "places")}
    match = TableMatch(match_id, game, when, told, [state.player() for state in seats])
    return {"match": msgspec.to_builtins(match), "people": [state.person for state in seats]}
