"""Hints for a seat, worked out from its own view alone."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from koloda.core.cards import FRENCH, RANKS
from koloda.core.table import Hint
from koloda.games.shared.poker import CATEGORIES, TIE_BITS, best_five, category_name, evaluate

from .chip_reading import Other, Reader, Told, true_of
from .chips import COLOURS
from .odds import BOARD_CARDS, TIES_MASK, Asker, beaten_share, guess_chances
from .specialists import ALL_SPECIALISTS, INFORMANT

if TYPE_CHECKING:
    from koloda.core.view import View

HINT_DEALS: Final = 300  # that are imagined for a hint
ANNOUNCERS: Final = {f"said-{one.announces}": one.number for one in ALL_SPECIALISTS if one.announces}


def hints(view: View) -> list[Hint]:
    """The best hand by name, how many other hands it beats, and who held which chips."""
    if view.seat is None or view.phase == "give":
        return []
    if view.phase == "guess":
        return guess_hints(view)
    cards = own_pocket(view) + community(view)
    five = FRENCH.values(best_five(cards))
    share = own_share(view, HINT_DEALS)
    sure = len(community(view)) == BOARD_CARDS
    args = {"percent": round(100 * share), "n": nearest_chip(share, view.seats)}
    return [
        Hint("hint-hand", "", {"word": category_name(evaluate(cards)), "cards": " ".join(str(card) for card in five)}),
        Hint("hint-share" if sure else "hint-share-before", "", args),
        *[Hint("hint-chips", "", {"seat": seat, "chips": chip_history(view, seat)}) for seat in range(view.seats)],
        *proposal_hints(view),
    ]


def own_pocket(view: View) -> list[int]:
    """The cards in the pocket of the seat that looks."""
    return [FRENCH.card(face) for face in view.cards("pocket", view.seat)]


def community(view: View) -> list[int]:
    """The open community cards."""
    return [FRENCH.card(face) for face in view.cards("community")]


def unseen_cards(view: View) -> list[int]:
    """The cards of the pack that the seat sees nowhere."""
    seen = {face for zone in view.zones for face in zone.cards}
    return [card for card in FRENCH.pack if FRENCH.value(card) not in seen]


def own_share(view: View, samples: int) -> float:
    """The share of other pockets that the seat's own beats, or may be expected to beat at the river."""
    return beaten_share(asker(view), samples)


def asker(view: View) -> Asker:
    """What the seat knows of its strength; with Muscle it wins among hands of the same combination."""
    size = min(len(view.cards("pocket", seat)) for seat in range(view.seats))  # who owes a discard holds one too many
    edge = TIES_MASK if muscle_owner(view) == view.seat else 0
    return Asker(tuple(own_pocket(view)), tuple(community(view)), tuple(unseen_cards(view)), size, edge)


def reader(view: View) -> Reader:
    """What the seat knows of its place among all."""
    assert view.seat is not None
    others = tuple([_other(view, seat) for seat in other_seats(view)])
    edge = TIES_MASK if muscle_owner(view) == view.seat else 0
    unseen = unseen_cards(view)
    first = [card for note in view.announcements if note.kind == "first" for card in note.cards or ()]
    dealt = tuple([card for card in unseen if FRENCH.value(card) in first])
    laid = tuple([_laid(view, seat) for seat in other_seats(view) if dealt and was_redrawn(view, seat)])
    return Reader(tuple(own_pocket(view)), tuple(community(view)), tuple(unseen), edge, others, dealt, laid)


def other_seats(view: View) -> list[int]:
    """All seats but the one that looks."""
    return [seat for seat in range(view.seats) if seat != view.seat]


def _other(view: View, seat: int) -> Other:
    """Another seat as the view shows it; a chip that was taken for a pocket that is gone says nothing."""
    pocket = view.cards("pocket", seat)
    known = tuple([FRENCH.card(face) for face in pocket if face is not None])
    redrawn = was_redrawn(view, seat)
    chips = [view.counter(colour, seat) for colour in COLOURS[: view.counter("round")]]
    if redrawn:
        chips[0] = 0
    edge = TIES_MASK if muscle_owner(view) == seat else 0
    return Other(known, len(pocket) - len(known), tuple(chips), edge, told_of(view, seat, redrawn), redrawn)


def _laid(view: View, seat: int) -> Other:
    """The pocket that a seat has laid away."""
    cards = view.cards("discard", seat)
    known = tuple([FRENCH.card(face) for face in cards if face is not None])
    return Other(known, len(cards) - len(known), (), 0)


def was_redrawn(view: View, seat: int) -> bool:
    """Whether a seat has had to change its whole pocket."""
    return any(note.kind == "redrawn" and note.seat == seat for note in view.announcements)


def told_of(view: View, seat: int, redrawn: bool) -> tuple[Told, ...]:
    """What was announced of the pocket that a seat has now: a redraw comes with the flop."""
    told: list[Told] = []
    for note in view.announcements:
        number = ANNOUNCERS.get(note.kind, 0)
        board = tuple([FRENCH.card(face) for face in note.cards or ()])
        if number and note.seat == seat and (board or not redrawn):
            told.append(Told(number, note.word, note.n, board))
    return tuple(told)


def muscle_owner(view: View) -> int | None:
    """The seat that holds Muscle."""
    return next((note.seat for note in view.announcements if note.kind == "muscle"), None)


def nearest_chip(share: float, seats: int) -> int:
    """The chip that fits a share of beaten hands best."""
    return max(1, min(seats, round(0.5 + share * seats)))


def chip_history(view: View, seat: int) -> str:
    """The chips of a seat, round by round; a dash where it holds none."""
    rounds = COLOURS[: view.counter("round")]
    return " ".join(str(view.counter(colour, seat) or "–") for colour in rounds)


# What is proposed


class Use(NamedTuple):
    """A use of the specialist: who uses it, and a seat or a rank."""

    specialist: int
    user: int
    arg: str


def proposal_hints(view: View) -> list[Hint]:
    """A note on a proposal that does not concern the seat."""
    use = pending_use(view)
    return [Hint("hint-others", "agree", {})] if use and "agree" in view.legal and leaves_alone(view, use) else []


def pending_use(view: View) -> Use | None:
    """What is proposed now."""
    proposals = [note for note in view.announcements if note.kind.startswith("proposal-")]
    return Use(specialist(view), proposals[0].other or 0, proposals[0].word) if proposals else None


def specialist(view: View) -> int:
    """The number of the specialist if it is not used yet, else 0."""
    return next((note.n for note in view.announcements if note.kind == "specialist"), 0)


def leaves_alone(view: View, use: Use) -> bool:
    """Whether a use can neither change the seat's place nor tell the seat anything."""
    if use.specialist == INFORMANT:
        return int(use.arg) != view.seat
    return use.specialist in ANNOUNCERS.values() and use.user == view.seat


# The guess phase


def guess_hints(view: View) -> list[Hint]:
    """The likeliest answer to the open question."""
    chances = answer_chances(view)
    if not chances:
        return []
    word = max(chances, key=lambda answer: chances[answer])
    return [Hint("hint-guess", f"guess {word}", {"word": word, "percent": round(100 * chances[word])})]


def answer_chances(view: View) -> dict[str, float]:
    """How likely each answer to the open question is, from all that is open; empty for the holder."""
    answers = {move.partition(" ")[2] for move in view.legal}
    holder = seat_with_red(view, view.seats)
    chances = guess_chances(last_pockets(view, holder), community(view), last_floor(view, holder))
    return {answer: chances[answer] for answer in (*RANKS, *CATEGORIES) if answer in answers}


def last_pockets(view: View, holder: int) -> list[list[int]]:
    """What the holder of the last hand may have, by all that the seat was told; a first card that lies in no other
    pocket lies there."""
    seat = reader(view)
    last = _other(view, holder)
    sure = () if seat.laid else seat.dealt
    pockets = [[*last.known, *cards] for cards in combinations(seat.unseen, last.hidden)]
    return [pocket for pocket in pockets if set(sure) <= set(pocket) and true_of(pocket, last.told)]


def seat_with_red(view: View, chip: int) -> int:
    """The seat that holds a red chip."""
    return next(seat for seat in range(view.seats) if view.counter("red", seat) == chip)


def last_floor(view: View, holder: int) -> int:
    """The least strength that the last hand must have if the order is right; Muscle decides within a combination."""
    before = seat_with_red(view, view.seats - 1)
    shown = evaluate([FRENCH.card(face) for face in view.cards("pocket", before)] + community(view))
    muscle = muscle_owner(view)
    if muscle == holder:
        return (shown >> TIE_BITS) << TIE_BITS
    return ((shown >> TIE_BITS) + 1) << TIE_BITS if muscle == before else shown
