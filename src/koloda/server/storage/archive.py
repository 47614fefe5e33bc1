"""A finished match as it is kept: its record, who sat where, and how the deal was sealed."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from koloda.core.chance import ChanceAnswer
from koloda.match import Match
from koloda.server.protocol.bodies import ArchivedMatch, HistoryItem, Player
from koloda.server.protocol.codec import encode
from koloda.server.protocol.table_info import EveningLine

from .old_rows import is_of_today, with_players, with_seal_in_record


class MatchEnd(NamedTuple):
    """What a table says at the end of a match: the forfeit, whose it is, and the evening's score."""

    forfeit: str
    lost: list[int]
    evening: list[EveningLine]


class FinishedMatch(NamedTuple):
    """A match to keep, and in whose histories it goes: the person of each seat, None for a bot."""

    archived: ArchivedMatch
    people: list[str | None]

    def line(self) -> dict[str, Any]:
        """What a history tells of the match; the seat is added for each person."""
        archived = self.archived
        from_record = {name: archived.record[name] for name in ("game", "seats", "result")}
        players = msgspec.to_builtins(archived.players)
        return {**from_record, "id": archived.id, "when": archived.when, "players": players}


def finished_match(
    match_id: str,
    match: Match,
    players: list[Player],
    people: list[str | None],
    seal: dict[str, object],
    end: MatchEnd,
    also: Mapping[str, object],
) -> FinishedMatch:
    """A match that was played at a table; ``picks`` are what each pick was out of, so that a page can check it.

    ``also``: what else its record tells of how it was played.
    """
    record = {**match.record(), "picks": picks_of(match.game.chance.asked), "seal": seal, **also}
    return FinishedMatch(ArchivedMatch(match_id, record, players, time.time(), *end), people)


def picks_of(asked: Sequence[ChanceAnswer]) -> list[int]:
    """What each pick was out of."""
    return [answer.out_of for answer in asked if answer.deck is None]


def uploaded_match(match_id: str, record: dict[str, Any]) -> FinishedMatch:
    """A record that somebody uploaded: nobody knows who played, and its deal was not sealed."""
    players = [Player("", None) for _ in range(record["seats"])]
    return FinishedMatch(ArchivedMatch(match_id, record, players, time.time()), [])


def stored_match(stored: dict[str, Any]) -> ArchivedMatch:
    """A finished match as the store has it."""
    return msgspec.convert(with_seal_in_record(with_players(stored)), ArchivedMatch)


def match_answer(stored: str) -> bytes:
    """A finished match as the API tells it. That is how it is stored, except by older versions."""
    return stored.encode("utf-8") if is_of_today(stored) else encode(stored_match(json.loads(stored)))


def stored_line(stored: dict[str, Any], seat: int) -> HistoryItem:
    """A line of somebody's history as the store has it."""
    return msgspec.convert({**with_players(stored), "seat": seat}, HistoryItem)
