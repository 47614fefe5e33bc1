"""A program for the Python of an older release, whose rules are other ones: it tells what that one shows of matches.

``older_release.py`` starts it and talks with it by lines of JSON. Views have always travelled in the same form; only
the functions that make them have moved, so it knows where each release has them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, TextIO

from msgspec import to_builtins

from koloda import Match

ALL_GAMES = ("koloda.games.registry:all_games", "koloda.core.find:all_games")
TELL_OF_GAME = ("koloda.server.http.catalogue:game_info", "koloda.server.catalogue:whole")
STEP_VIEWS = (
    "koloda.server.http.errands:_step_views",
    "koloda.server.http.routes:step_views",
    "koloda.server.http:step_views",
)
WIRE_VIEW = ("koloda.server.protocol.views:wire_view", "koloda.server.wire:wire_view")
Json = dict[str, Any]


def found(places: tuple[str, ...]) -> Callable[..., Any]:
    """The function that is in one of these places."""
    for place in places:
        module, _, name = place.partition(":")
        try:
            function: Callable[..., Any] = getattr(import_module(module), name)
        except (ImportError, AttributeError):
            continue
        return function
    raise ImportError(f"none of {', '.join(places)}")


def games_here() -> Json:
    """Each game as the catalogue of this release tells of it; its version is in there."""
    tell = found(TELL_OF_GAME)
    return {game.info.id: to_builtins(tell(game.info.id)) for game in found(ALL_GAMES)()}


def replay_of(record: Json) -> Json:
    """All views of a match that is over, to every pair of eyes."""
    step_views = found(STEP_VIEWS)
    return {
        eyes: to_builtins(list(step_views(record, eyes)))
        for eyes in ("all", "watch", *map(str, range(record["seats"])))
    }


def position_of(dealt: Json) -> Json:
    """What each seat and a watcher see last of a match that is not over."""
    match = Match.new(dealt["game"], dealt["seats"], dealt["options"], seed=dealt["seed"])
    for seat, move in dealt["moves"]:
        match.play(seat, move)
    look, wire_view = getattr(match, "sight", match.view), found(WIRE_VIEW)
    eyes = {"watch": None, **{str(seat): seat for seat in range(dealt["seats"])}}
    return {name: to_builtins(wire_view(look(seat))) for name, seat in eyes.items()}


ANSWERS: dict[str, Callable[[Json], Json]] = {"replay": replay_of, "position": position_of}


def answer(kind: str, asked: Json) -> Json:
    """What is asked for, or why it cannot be had."""
    try:
        return {"told": ANSWERS[kind](asked)}
    except Exception as error:  # whatever it is, the next match may be a better one
        return {"problem": f"{type(error).__name__}: {error}"}


def main(asked: TextIO, told: TextIO) -> None:
    """Say which games are here, then answer each line."""
    print(json.dumps(games_here()), file=told, flush=True)
    for line in asked:
        print(json.dumps(answer(*json.loads(line))), file=told, flush=True)


if __name__ == "__main__":
    channel, sys.stdout = sys.stdout, sys.stderr  # nothing else may get between the answers
    main(sys.stdin, channel)
