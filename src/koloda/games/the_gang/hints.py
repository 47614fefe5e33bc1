"""What a seat may want to be told, all of it worked out from its own view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koloda.core.cards import FRENCH, RANKS
from koloda.core.table import Hint

from .._poker import CATEGORIES, TIE_BITS, best_five, category_name, evaluate
from .chips import COLOURS
from .odds import BOARD, TIES, Asker, beaten_share, guess_chances
from .reading import Other, Reader

if TYPE_CHECKING:
    from koloda.core.view import View

SAMPLES: Final = 300


def hints(view: View) -> list[Hint]:
    """The best hand by name, how many other hands it beats, and who held which chips."""
    if view.seat is None or view.phase == "give":
        return []
    if view.phase == "guess":
        return guess_hints(view)
    cards = own_pocket(view) + community(view)
    five = FRENCH.values(best_five(cards))
    share = own_share(view, SAMPLES)
    sure = len(community(view)) == BOARD
    args = {"percent": round(100 * share), "n": nearest_chip(share, view.seats)}
    return [
        Hint("hint-hand", "", {"word": category_name(evaluate(cards)), "cards": " ".join(str(card) for card in five)}),
        Hint("hint-share" if sure else "hint-share-before", "", args),
        *[Hint("hint-chips", "", {"seat": seat, "chips": chip_history(view, seat)}) for seat in range(view.seats)],
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
    edge = TIES if muscle_owner(view) == view.seat else 0
    return Asker(tuple(own_pocket(view)), tuple(community(view)), tuple(unseen_cards(view)), size, edge)


def reader(view: View) -> Reader:
    """What the seat knows of its place among all."""
    assert view.seat is not None
    others = tuple([_other(view, seat) for seat in range(view.seats) if seat != view.seat])
    edge = TIES if muscle_owner(view) == view.seat else 0
    return Reader(tuple(own_pocket(view)), tuple(community(view)), tuple(unseen_cards(view)), edge, others)


def _other(view: View, seat: int) -> Other:
    """Another seat as the view shows it; a chip that was taken for a pocket that is gone says nothing."""
    pocket = view.cards("pocket", seat)
    known = tuple([FRENCH.card(face) for face in pocket if face is not None])
    redrawn = any(note.kind == "redrawn" and note.seat == seat for note in view.notes)
    chips = [view.counter(colour, seat) for colour in COLOURS[: view.counter("round")]]
    if redrawn:
        chips[0] = 0
    return Other(known, len(pocket) - len(known), tuple(chips), TIES if muscle_owner(view) == seat else 0)


def muscle_owner(view: View) -> int | None:
    """The seat that holds Muscle."""
    return next((note.seat for note in view.notes if note.kind == "muscle"), None)


def nearest_chip(share: float, seats: int) -> int:
    """The chip that fits a share of beaten hands best."""
    return max(1, min(seats, round(0.5 + share * seats)))


def chip_history(view: View, seat: int) -> str:
    """The chips of a seat, round by round; a dash where it holds none."""
    rounds = COLOURS[: view.counter("round")]
    return " ".join(str(view.counter(colour, seat) or "–") for colour in rounds)


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
    pocket = view.cards("pocket", holder)
    known = [FRENCH.card(face) for face in pocket if face is not None]
    hidden = len(pocket) - len(known)
    chances = guess_chances(known, community(view), unseen_cards(view), hidden, last_floor(view, holder))
    return {answer: chances[answer] for answer in (*RANKS, *CATEGORIES) if answer in answers}


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
