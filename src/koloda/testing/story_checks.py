"""What must be true of the story of a move: its beats show what happens, and nobody a card that they may not know."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from koloda.core.chance import Fast
from koloda.core.errors import NoWorld
from koloda.core.game import Beat, Game
from koloda.core.table import CURTAIN, EVERYONE, HOLD_MS, Note
from koloda.core.view import BeatView, View, beats_of
from koloda.core.worlds import imagine_world
from koloda.match import Match

from .walks import SOME_POSITIONS, Walk, some, viewers

Faces = Counter[object]


def told_moves(walk: Walk) -> list[tuple[Match, Match]]:
    """Some moves of a walk that have beats: the match before and after each."""
    told = [match for match in walk.positions[1:] if match.game.beats]
    chosen = some(told, SOME_POSITIONS, "story") if told else []
    return [(walk.positions[match.move_number - 1], match) for match in chosen]


def beats_are_well_formed(walk: Walk) -> None:
    """An effect is one of ours, every beat tells or shows something new, and gains are those of the scores."""
    for before, after in told_moves(walk):
        pictures = [before.game, *[beat.state for beat in after.game.beats]]
        told = 0
        for beat, earlier in zip(after.game.beats, pictures, strict=False):
            assert beat.effect in HOLD_MS, f"beat {beat.effect!r} is not one of {sorted(HOLD_MS)}"
            check_labels(beat.state)
            news = beat.told > told or picture(beat.state) != picture(earlier) or any(beat.gains)
            assert news, f"a beat {beat.effect!r} shows and tells nothing new"
            told = beat.told


def beats_show_no_closed_card(walk: Walk) -> None:
    """A card that a seat sees in a beat it also sees before or after the move, or it is told of it in so many words."""
    for before, after in told_moves(walk):
        seats = viewers(after)
        for seat, story in zip(seats, after.beats(seats), strict=True):
            known = open_faces(before.view(seat)) | open_faces(after.view(seat))
            known += Counter(card for note in after.view(seat).events for card in note.cards or ())
            for beat in story:
                closed = open_faces(beat) - known
                assert not closed, f"beat {beat.effect!r} shows seat {seat} {sorted(closed, key=str)}, which is closed"


def beats_look_the_same_in_another_world(walk: Walk) -> None:
    """What is hidden from a seat in the middle of a move makes no difference to its picture of that moment."""
    for _, after in told_moves(walk):
        for number, seat in enumerate(viewers(after)):
            for beat in after.game.beats:
                try:
                    world = imagine_world(beat.state, -1 if seat is None else seat, Fast(number))
                except NoWorld:
                    continue
                seen, imagined = [beats_of([Beat(beat.effect, state, 0)], [seat]) for state in (beat.state, world)]
                assert seen == imagined, f"beat {beat.effect!r} looks different to seat {seat} in another world"


def what_happens_is_seen(walk: Walk) -> None:
    """No points change together with a new deal, and every card that all are told of is seen to lie somewhere."""
    for before, after in pairwise(walk.positions):
        pictures = [before.game, *[beat.state for beat in after.game.beats], after.game]
        for earlier, later in pairwise(pictures):
            if later.deals_begun != earlier.deals_begun:
                check_scores(earlier, later, "together with a new deal", [])
        for note in after.game.events:
            check_told_cards(note, pictures)


def forced_steps_are_told(walk: Walk) -> None:
    """Points and cards that come to somebody are in the picture of a beat, unless the move itself says so much.

    After the last beat nothing but the cards of a new deal or of the next act comes to anybody. Without a beat, only
    what the mover has chosen happens: the others keep their points, and the cards that the move does not speak of.
    """
    for number, (mover, move) in enumerate(walk.moves):
        before, after = walk.positions[number], walk.positions[number + 1]
        beats, end = after.game.beats, after.game
        last = beats[-1].state if beats else before.game
        together = before.turn.kind == "together"
        own = [] if beats or together else [mover]
        check_scores(last, end, f"after {move!r} of seat {mover}", own)
        if beats and beats[-1].effect != CURTAIN and last.deals_begun == end.deals_begun:
            check_hands(last, end, move, [], lost_too=False)
        elif not beats and not together:
            check_hands(last, end, move, [mover, *seats_named(end, move)], lost_too=True)


def seats_named(game: Game, move: str) -> list[int]:
    """The seats of which a move speaks."""
    verb, *words = move.split(" ")
    kinds = next(kind for kind in game.info.verbs if kind.name == verb).args
    return [seat for seat in range(game.seats) if "seat" in kinds and str(seat) in words]


def check_hands(earlier: Game, later: Game, move: str, own: list[int], lost_too: bool) -> None:
    """No seat but these has got cards between two pictures (or lost them), except from the first of these."""
    then, now = cards_of_seats(earlier), cards_of_seats(later)
    given, taken = (then[own[0]] - now[own[0]], now[own[0]] - then[own[0]]) if own else (Faces(), Faces())
    for seat in range(later.seats):
        moved = now[seat] - then[seat] - given
        if lost_too:
            moved += then[seat] - now[seat] - taken
        assert seat in own or not moved, f"after {move!r} cards of seat {seat} have changed: no beat shows it"


def cards_of_seats(game: Game) -> list[Faces]:
    """All cards in the zones of each seat."""
    cards = [Faces() for _ in range(game.seats)]
    for zone in game.zones():
        if zone.owner >= 0:
            cards[zone.owner].update(zone.pile.cards())
    return cards


def check_labels(game: Game) -> None:
    """Every label stands beside a zone that is there."""
    zones = [(zone.kind.name, zone.owner, zone.slot) for zone in game.zones()]
    for label in game.labels():
        assert (label.zone, label.owner, label.slot) in zones, (
            f"label {label.note.kind!r} stands beside no zone: {label}"
        )


def check_scores(earlier: Game, later: Game, when: str, own: list[int]) -> None:
    """The scores of all but these seats stand still between two pictures."""
    scores = earlier.seat_scores(), later.seat_scores()
    moved = [seat for seat, (then, now) in enumerate(zip(*scores, strict=True)) if then != now and seat not in own]
    assert not moved, f"the score of seats {moved} changes {when}: no beat shows it"


def check_told_cards(note: Note, pictures: list[Game]) -> None:
    """Every card that a note tells to all lies in sight in one of the pictures."""
    if note.seen == EVERYONE:
        unseen = [card for card in note.cards if not any(lies_in_sight(card, game) for game in pictures)]
        assert not unseen, f"note {note.kind!r} tells of {unseen}, which nobody saw: no beat shows it"


def lies_in_sight(card: int, game: Game) -> bool:
    """Whether everybody sees the card: not face down, and of a pile only the one on top."""
    for zone in game.zones():
        first = len(zone.pile) - 1 if zone.kind.look == "pile" else 0
        for index, other in enumerate(zone.pile.cards()):
            if index >= first and other == card and not zone.kind.face_down and zone.known(index, -1):
                return True
    return False


def picture(game: Game) -> object:
    """All that a beat shows, with nothing hidden."""
    zones = [(z.kind.name, z.owner, z.slot, z.face, z.pile.cards(), z.seen) for z in game.zones()]
    return zones, game.counters(), game.announcements(), game.labels()


def open_faces(view: View | BeatView) -> Faces:
    """How often each card is seen."""
    return Counter(card for zone in view.zones for card in zone.cards if card is not None)
