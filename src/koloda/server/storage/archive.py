"""A finished match as it is kept: its record, who sat where, and how the deal was sealed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from koloda.match import Match
from koloda.server.table.seal import commitment
from koloda.server.table.seats import Place

from .store import Archived


def archived(match_id: str, match: Match, places: Sequence[Place], secret: str) -> Archived:
    """A match that was played at a table; ``picks`` are what each pick was out of, so that a page can check it."""
    picks = [asked.out_of for asked in match.game.chance.asked if asked.deck is None]
    sealed = {"commitment": commitment(secret), "secret": secret, "words": [place.words for place in places]}
    names = [_name(place) for place in places]
    kept = brought(match_id, {**match.record(), "picks": picks}, names)
    return kept._replace(body={**kept.body, **sealed}, people=[place.person for place in places])


def _name(place: Place) -> str:
    """A person's name, or a bot's level; nobody can pass for a bot."""
    if place.person is not None:
        return place.name.replace("bot:", "bot ")
    return f"bot:{place.level}" if place.level else ""


def brought(match_id: str, record: dict[str, Any], names: list[str]) -> Archived:
    """A record that somebody brought; it has no sealed deal."""
    when = time.time()
    head = {name: record[name] for name in ("game", "seats", "result")}
    head.update(id=match_id, when=when, names=names)
    return Archived(match_id, head, {"id": match_id, "record": record, "names": names, "when": when}, [])
