"""A typical moment of a game, for the picture on its rules page."""

from __future__ import annotations

from koloda.bots import level_policy
from koloda.core.chance import Fast
from koloda.core.view import View
from koloda.games.registry import find_game
from koloda.lab.simulate import bots_move
from koloda.match import Match
from koloda.server.protocol.messages import FullView
from koloda.server.protocol.views import wire_view

SEATS = 4  # or as near to it as the game allows
MOVES = 120
SEED = "picture"
READER = 0


def picture(game_id: str) -> FullView:
    """What somebody sees at their turn: of the first moves the moment at which most of what tips speak of is there."""
    info = find_game(game_id).info
    seats = min(max(SEATS, info.seats[0]), info.seats[1])
    match, chance = Match.new(game_id, seats, seed=SEED), Fast(1)
    policies = [level_policy(game_id, "normal")] * seats
    best = match.sight(READER)
    while match.result is None and match.move_number < MOVES:
        sight = match.sight(READER)
        if sight.legal and _worth(sight) > _worth(best):
            best = sight
        bots_move(match, match.turn.seats if match.turn.kind == "free" else match.turn.seats[:1], policies, chance)
    return wire_view(best)


def _worth(view: View) -> tuple[bool, int, int]:
    """Whether it is the reader's turn, of how many tips the thing is there, and how many cards the reader knows."""
    places = {zone.name for zone in view.zones if zone.cards}
    known = sum(card is not None for zone in view.zones for card in zone.cards)
    there = {f"zone {name}" for name in places} | {f"counter {counter.name}" for counter in view.counters}
    return bool(view.legal), sum(tip.at in there for tip in view.info.tips), known
