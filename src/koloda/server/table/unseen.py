"""Whether a move has shown anybody anything: then nobody loses if it is taken back.

It is decided from the gate alone, in two ways that must both agree. What is hidden from somebody must lie hidden where
it lay before, in every picture of the move. And in other worlds that look the same to them, the same move must be
possible and must look the same: so nothing that they were shown depended on what they do not know.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator

from koloda.core.chance import Fast
from koloda.core.errors import NoWorld
from koloda.core.game import Game
from koloda.match import Match, resample

WORLDS = 8  # for everybody who looks on
SEED_LIMIT = 1 << 60

Hidden = list[tuple[str, int, int, list[int]]]


def looks_at(before: Match, seat: int, move: str) -> Iterator[bool]:
    """Whether everybody knows the same before and after a move, but that it was made; the mover too.

    Look by look, for all of them take a while: a False says that it has shown something.
    """
    after = before.copy()
    after.keep_beats()
    after.play(seat, move)
    yield len(after.game.chance.tape) == len(before.game.chance.tape) and not after.game.over
    viewers: list[int | None] = [None, *range(before.game.seats)]
    for viewer in viewers:
        yield _stays_hidden(before, after, viewer)
    chance = Fast(secrets.randbelow(SEED_LIMIT))
    for viewer in viewers:
        yield from _look_alike(before, after, viewer, (seat, move), chance)


def _stays_hidden(before: Match, after: Match, viewer: int | None) -> bool:
    """Whether all cards that a viewer does not know lie where they lay."""
    lay = _hidden(before.game, viewer)
    moments = [*[beat.state for beat in after.game.beats], after.game]
    return all(_hidden(moment, viewer) == lay for moment in moments)


def _hidden(game: Game, viewer: int | None) -> Hidden:
    """The places with the cards that a viewer does not know."""
    eyes = -1 if viewer is None else viewer
    hidden: Hidden = []
    for zone in game.zones():
        cards = [card for index, card in enumerate(zone.pile.cards()) if not zone.known(index, eyes)]
        if cards:
            hidden.append((zone.kind.name, zone.owner, zone.slot, cards))
    return hidden


def _look_alike(
    before: Match, after: Match, viewer: int | None, played: tuple[int, str], chance: Fast
) -> Iterator[bool]:
    """Whether the move looks the same to a viewer whatever they do not know, world by world."""
    seen, story = after.view(viewer), after.beats([viewer])
    for _ in range(WORLDS):
        try:
            world = resample(before, viewer, chance)
        except NoWorld:
            yield False
            return
        if played[1] not in world.legal(played[0]):
            yield False
            return
        world.keep_beats()
        world.play(*played)
        yield world.view(viewer) == seen and world.beats([viewer]) == story
