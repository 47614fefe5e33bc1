"""What must be true of the tips of every game: they name what there is, and every one of them comes up in play."""

from __future__ import annotations

from koloda.core.chance import Seeded
from koloda.core.game import Game, Info
from koloda.core.text import LANGUAGES
from koloda.match import Match

from .walks import cases, play_on

FEWEST_TIPS = 3
MOST_TIPS = 6
LONGEST_TIP = 170  # letters: it is read in the middle of a match, in a bubble on a phone
MATCHES_FOR_TIPS = 12  # of every case, unless all tips have come up earlier
MOVES_FOR_TIPS = 400  # of a match: a newcomer plays no longer one either


def tips_name_what_there_is(game: type[Game]) -> None:
    """The phase, verb or note of a tip, and the thing that it is about, are declared, and no two tips share both."""
    info = game.info
    triggers = {
        "phase": set(info.phases),
        "verb": {verb.name for verb in info.verbs},
        "note": set(info.words),
    }
    things = {
        "prompt": {""},
        "zone": {zone.name for zone in info.zones},
        "counter": {counter.name for counter in info.counters},
    }
    for tip in info.tips:
        for text, known in ((tip.when, triggers), (tip.at, things)):
            kind, _, name = text.partition(" ")
            assert name in known.get(kind, ()), f"tip {tip.text.en!r}: {text!r} is nothing that the game has"
        for lang in LANGUAGES:
            words = tip.text.get(lang)
            assert len(words) <= LONGEST_TIP, f"a tip of {len(words)} letters is too long: {words!r}"
            assert "{" not in words, f"a tip has no arguments: {words!r}"
    keys = [(tip.when, tip.at) for tip in info.tips]
    assert len(set(keys)) == len(keys), f"two tips have the same trigger and the same place: {keys}"


def random_play_reaches_every_tip(game: type[Game]) -> None:
    """In random matches, with the default options or with others, the trigger of every tip holds some time."""
    missing = {tip.when for tip in game.info.tips}
    for case in cases(game, MATCHES_FOR_TIPS):
        if not missing:
            return
        match = case.match()
        missing -= triggers_of(match)
        for _ in play_on(match, Seeded(f"tips {case.name}"), MOVES_FOR_TIPS):
            missing -= triggers_of(match)
    assert not missing, f"tips that nobody is ever told: {sorted(missing)}"


def triggers_of(match: Match) -> set[str]:
    """What tips may wait for that holds now, for one of the seats."""
    state = match.game
    notes = {f"note {note.kind}" for note in [*state.events, *state.announcements()]}
    seats = match.turn.seats
    verbs = {f"verb {move.partition(' ')[0]}" for seat in seats for move in match.legal(seat)}
    return notes | verbs | ({f"phase {state.phase()}"} if seats else set())


def has_tips(info: Info) -> bool:
    """Whether a game has as many tips as a game of ours should have."""
    return FEWEST_TIPS <= len(info.tips) <= MOST_TIPS
