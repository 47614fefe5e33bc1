"""What the page is told of the games: all of it from their own declarations."""

from __future__ import annotations

from functools import cache
from typing import Any

from koloda.core.game import Info
from koloda.core.text import Text
from koloda.core.turn import Option, option_text
from koloda.games.registry import all_games, find_game


def both(text: Text) -> dict[str, str]:
    """Words as JSON."""
    return {"ru": text.ru, "en": text.en}


def line(info: Info) -> dict[str, Any]:
    """A game in the catalogue."""
    return {
        "id": info.id,
        "family": info.family.id,
        "family_names": both(info.family.names),
        "names": both(info.names),
        "blurb": both(info.blurb),
        "seats": list(info.seats),
        "minutes": info.minutes,
    }


@cache
def catalogue() -> list[dict[str, Any]]:
    """All games, family by family."""
    infos = [game.info for game in all_games()]
    infos.sort(key=lambda info: (info.family.rank, info.family.id, info.id != info.family.id, info.names.ru))
    return [line(info) for info in infos]


@cache
def whole(game_id: str) -> dict[str, Any]:
    """Everything a page needs to play a game it knows nothing of."""
    info = find_game(game_id).info
    return {
        **line(info),
        "version": info.version,
        "deck": {"name": info.deck.name, "order": info.deck.values(sorted(set(info.deck.pack)))},
        "options": [option_value(option) for option in info.options],
        "verbs": {v.name: {"names": both(v.names), "args": list(v.args), "auto": v.auto} for v in info.verbs},
        "zones": {
            z.name: {
                "names": both(z.names),
                "look": z.look,
                "face": z.face,
                "slots": {str(slot): both(text) for slot, text in z.slots.items()},
            }
            for z in info.zones
        },
        "counters": {c.name: both(c.names) for c in info.counters},
        "phases": {name: both(text) for name, text in info.phases.items()},
        "words": {name: both(text) for name, text in info.words.items()},
    }


def option_value(option: Option) -> dict[str, Any]:
    """An option as the page shows it."""
    names = option.choice_names or tuple(Text(str(c), str(c)) for c in option.choices)
    return {
        "name": option.name,
        "names": both(option.names),
        "help": both(option.help),
        "default": option.default,
        "by_seats": {str(seats): value for seats, value in option.by_seats.items()},
        "follows": option.follows,
        "following": {option_text(leader): value for leader, value in option.following.items()},
        "choices": [{"value": c, "names": both(n)} for c, n in zip(option.choices, names, strict=True)],
        "low": option.low,
        "high": option.high,
        "json": option.accepts is not None,
    }
