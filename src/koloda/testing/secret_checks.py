"""What must be true of hidden cards and secret moves in every game."""

from __future__ import annotations

from collections import Counter

from koloda.core.chance import Fast, Seeded
from koloda.core.view import View
from koloda.match import Match, resample

from .play_checks import MOVES_PLAYED_ON, check_refused
from .scripting import refusal
from .walks import FEW_POSITIONS, SOME_POSITIONS, Walk, cards_of, dumps, play_out, snapshot, some, viewers, views

WORLDS_TRIED = 30


def another_world_looks_the_same(walk: Walk) -> None:
    """A resampled world has the same view for that seat, the same cards in all, and can be played to its end."""
    for match in some(walk.positions, FEW_POSITIONS, "worlds"):
        before = snapshot(match)
        for number, seat in enumerate(viewers(match)):
            world = resample(match, seat, Fast(number))
            seen, imagined = dict(match.view(seat).to_json()), dict(world.view(seat).to_json())
            differs = [key for key in seen if seen[key] != imagined[key]]
            assert not differs, f"another world looks different to seat {seat} in {differs}"
            assert cards_of(world.game) == cards_of(match.game), f"another world for seat {seat} has other cards"
        play_out(world, Fast(1), MOVES_PLAYED_ON)
        assert snapshot(match) == before, "playing an imagined match has changed the real one"


def hidden_cards_really_change(walk: Walk) -> None:
    """Resampling reaches every kind of zone that hides something: otherwise a leak could not show."""
    unchanged: dict[str, int] = {}
    changed: set[str] = set()
    for match in some(walk.positions, FEW_POSITIONS, "hidden"):
        for seat in viewers(match):
            for number in range(WORLDS_TRIED):
                open_questions = hidden_zones(match, seat) - changed
                if not open_questions:
                    break
                changed |= changed_zones(match, resample(match, seat, Fast(number)))
                for name in open_questions - changed:
                    unchanged[name] = unchanged.get(name, 0) + 1
    stuck = {name for name, tries in unchanged.items() if name not in changed and tries >= WORLDS_TRIED}
    assert not stuck, f"hidden cards in {sorted(stuck)} are the same in every other world"


def hidden_zones(match: Match, seat: int | None) -> set[str]:
    """The kinds of zones that hide cards from ``seat``, if there are at least two different cards to hide."""
    looker = -1 if seat is None else seat
    pool: set[int] = set()
    names: set[str] = set()
    for zone in match.game.zones():
        hidden = {card for i, card in enumerate(zone.pile.cards()) if not zone.known(i, looker)}
        pool |= hidden
        if hidden:
            names.add(zone.kind.name)
    return names if len(pool) > 1 else set()


def changed_zones(match: Match, world: Match) -> set[str]:
    """The kinds of zones that hold other cards in ``world``."""
    both = zip(match.game.zones(), world.game.zones(), strict=True)
    return {mine.kind.name for mine, other in both if mine.pile.cards() != other.pile.cards()}


def a_watcher_sees_only_what_all_see(walk: Walk) -> None:
    """No face is open to a watcher that is closed to a seat; a watcher has no moves and has chosen nothing."""
    for match in some(walk.positions, SOME_POSITIONS, "watcher"):
        watcher, *others = reversed(views(match))
        assert watcher.legal == () and watcher.chosen is None
        for view in others:
            secret = faces(watcher) - faces(view)
            assert not secret, f"a watcher sees {sorted(secret, key=str)}, seat {view.seat} does not"
            heard = note_faces(watcher) - note_faces(view)
            assert not heard, f"a watcher hears of {sorted(heard, key=str)}, seat {view.seat} does not"


def faces(view: View) -> Counter[object]:
    """The open cards of a view, each with the name of its place."""
    return Counter((z.name, z.owner, z.slot, card) for z in view.zones for card in z.cards if card is not None)


def note_faces(view: View) -> Counter[object]:
    """The cards that the notes of a view tell."""
    return Counter(card for note in view.events + view.announcements for card in note.cards or ())


def notes_tell_no_closed_card(walk: Walk) -> None:
    """A note tells a seat only cards that it sees on the table before or after the move."""
    for match in some(walk.positions, SOME_POSITIONS, "notes"):
        number = match.move_number
        previous = walk.positions[number - 1] if number else None
        if not reshuffled(previous, match):
            for seat in viewers(match):
                check_notes(match.view(seat), None if previous is None else previous.view(seat))


def check_notes(view: View, before: View | None) -> None:
    """No news of ``view`` names a card that neither it nor the view ``before`` shows.

    What stands announced (``view.announcements``) may be older; every world makes it anew, so resampling checks it.
    """
    seen = open_cards(view) if before is None else open_cards(view) | open_cards(before)
    for note in view.events:
        closed = sorted(set(note.cards or ()) - seen, key=str)
        assert not closed, f"note {note.kind!r} tells seat {view.seat} of {closed}, which it does not see"


def open_cards(view: View) -> set[object]:
    """The different open cards of a view."""
    return {card for zone in view.zones for card in zone.cards}


def reshuffled(before: Match | None, match: Match) -> bool:
    """Whether cards were shuffled in the last move: then a card that was open may be closed again already."""
    if before is None:
        return False
    new = match.game.chance.tape.items(len(before.game.chance.tape))
    return any(asked.deck is not None for asked in new)


def together_moves_stay_secret(walk: Walk) -> None:
    """Until all are in, nobody else's view tells what a seat has chosen; the seat cannot choose again."""
    for match in some(walk.positions, SOME_POSITIONS, "secret"):
        if match.turn.kind == "together" and len(match.turn.seats) > 1:
            for seat in {match.turn.seats[0], match.turn.seats[-1]}:
                check_secret(match, seat)


def check_secret(match: Match, seat: int) -> None:
    """Whatever ``seat`` chooses, the others see only that it has chosen."""
    before = others_see(match, seat)
    legal = match.legal(seat)
    for choice in dict.fromkeys([legal[0], legal[len(legal) // 2], legal[-1]]):
        after = match.copy()
        after.play(seat, choice)
        assert others_see(after, seat) == before, f"the others can see that seat {seat} has chosen {choice!r}"
        assert after.view(seat).chosen == choice, f"seat {seat} does not see its own choice"
        assert seat not in after.turn.seats and after.legal(seat) == [], f"seat {seat} may choose again"
        assert after.result is None and after.move_number == match.move_number + 1
        check_refused(after, seat, legal[-1])
        assert refusal(after, seat, legal[0]) == "already-moved"


def others_see(match: Match, seat: int) -> str:
    """What everybody but ``seat`` sees, the turn and the last move's notes apart."""
    told = [view.to_json() for view in views(match) if view.seat != seat]
    return dumps([{k: v for k, v in view.items() if k not in ("turn", "move_number", "log")} for view in told])


def order_of_arrival_does_not_matter(walk: Walk) -> None:
    """The secret moves of a turn give the same match in whatever order they come in."""
    for match in some(walk.positions, SOME_POSITIONS, "arrival"):
        seats = match.turn.seats
        if match.turn.kind == "together" and len(seats) > 1 and not match.game.secret_moves:
            chance = Seeded("arrival")
            chosen = {seat: match.legal(seat)[chance.below(len(match.legal(seat)))] for seat in seats}
            forward, backward = match.copy(), match.copy()
            for seat in seats:
                forward.play(seat, chosen[seat])
            for seat in reversed(seats):
                backward.play(seat, chosen[seat])
            assert snapshot(forward) == snapshot(backward), f"the order of {chosen} makes a difference"
