"""What older versions stored in another way, as it is read today.

A guest without a name used to be stored as "Гость 1f3" (the end of their id), a bot in a list of names as "bot:strong".
The seal of a finished match used to lie beside its record, and had words that the players had typed in. A beat of a
kept view used to be an object.
"""

from __future__ import annotations

import re
from typing import Any

from koloda.bots import LEVELS
from koloda.seal import OLD_WAY

_SEAL = ("commitment", "secret", "words")
_NAMELESS = re.compile("Гость [0-9a-f]{3}")
_BOTS = {f"bot:{level}": level for level in LEVELS}


def is_of_today(stored: str) -> bool:
    """Whether a finished match is stored as it is told today: its seal in its record, its players by name and level."""
    return '"seal":' in stored and '"names":' not in stored


def given_name(name: str, person: str | None) -> str:
    """The name that a person has given themselves; "" if they have not."""
    return "" if person is not None and name == f"Гость {person[-3:]}" else name


def with_players(stored: dict[str, Any]) -> dict[str, Any]:
    """A finished match, or its line in a history, with ``players`` where it has ``names``."""
    if "names" not in stored:
        return stored
    current = {key: value for key, value in stored.items() if key != "names"}
    return {**current, "players": [_player(name) for name in stored["names"]]}


def with_seal_in_record(stored: dict[str, Any]) -> dict[str, Any]:
    """A finished match whose seal is in its record."""
    if "commitment" not in stored:
        return stored
    current = {key: value for key, value in stored.items() if key not in _SEAL}
    seal = {"way": OLD_WAY, **{key: stored[key] for key in _SEAL if key in stored}}
    return {**current, "record": {**stored["record"], "seal": seal}}


def with_beats_in_order(view: dict[str, Any]) -> dict[str, Any]:
    """A kept view whose beats are lists."""
    if not any(isinstance(beat, dict) for beat in view.get("beats", [])):
        return view
    return {**view, "beats": [_beat(**beat) for beat in view["beats"]]}


def _beat(effect: str, told: int = 0, **change: Any) -> list[Any]:
    return [effect, told, change]


def _player(name: str) -> dict[str, Any]:
    if name in _BOTS:
        return {"name": "", "bot": _BOTS[name]}
    return {"name": "" if _NAMELESS.fullmatch(name) else name, "bot": None}
