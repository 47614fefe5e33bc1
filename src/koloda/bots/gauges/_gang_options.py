"""The Gang's choices beside the chips: what would become of every imagined world, and how the seat would stand in it.

One way for all: an ``Act`` changes the hands of a world and tells what the seat would see of it; whoever sees more can
take the fitting chip more often. So every choice is worth what the likeliest chip is worth after it. Only a card that
is shown is measured otherwise: it is for somebody else to judge by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from koloda.core.cards import FRENCH, RANKS
from koloda.core.view import View
from koloda.games._poker import SUITLESS, TIE_BITS, card_bit, hand_of, strength
from koloda.games.the_gang.hints import Use, community
from koloda.games.the_gang.odds import TIES, compared
from koloda.games.the_gang.reading import Reader, World, fitting

Act = Callable[[list[int], World], int]  # changes the hands, which are in the order of the seats; what is seen of it
FEW: Final = 10  # worlds that look the same are too few to name a chip by
GLANCES: Final = 40  # deals that a seat imagines to judge by a card that it was shown
RANK: Final = 15


def likely_right(bits: Sequence[int], seen: Sequence[int]) -> list[float]:
    """World by world whether the likeliest chip is right; worlds that look alike have the same one.

    For each half of the worlds the other half names the chips: what is best by chance shall not look good.
    """
    found = [0.0] * len(bits)
    for half in (0, 1):
        alike: dict[int, list[int]] = {}
        for i in range(1 - half, len(bits), 2):
            alike.setdefault(seen[i], []).append(bits[i])
        usual = likeliest(bits[1 - half :: 2])
        chips = {sight: likeliest(group) for sight, group in alike.items() if len(group) >= FEW}
        for i in range(half, len(bits), 2):
            found[i] = float(bits[i] >> chips.get(seen[i], usual) & 1)
    return found


def likeliest(bits: Sequence[int]) -> int:
    """The chip that is right most often."""
    chips = range(1, max(bits, default=2).bit_length())
    return max(chips, key=lambda chip: sum(one >> chip & 1 for one in bits))


def prospects(reader: Reader, seat: int, worlds: Sequence[World], act: Act, muscle: int | None = None) -> list[float]:
    """World by world whether the likeliest chip is right once ``act`` is done, and ``muscle`` has been given."""
    edges = [other.edge for other in reader.others]
    edges.insert(seat, reader.edge)
    if muscle is not None:
        edges[muscle] = TIES
    own = edges.pop(seat)
    bits: list[int] = []
    seen: list[int] = []
    for world in worlds:
        hands = [*world.others[:seat], world.own, *world.others[seat:]]
        seen.append(act(hands, world))
        bits.append(fitting(World(hands.pop(seat), tuple(hands), world.table, world.next), own, edges))
    return likely_right(bits, seen)


# Acts


def nothing(hands: list[int], world: World) -> int:
    """All stays as it is."""
    return 0


def discarding(seat: int, card: str) -> Act:
    """The seat lays a card away."""
    gone = card_bit(FRENCH.card(card))

    def act(hands: list[int], world: World) -> int:
        hands[seat] &= ~gone
        return 0

    return act


def giving(seat: int, card: str) -> Act:
    """Everybody gives a card to the left, the others their lowest; the seat sees what it gets."""
    own = card_bit(FRENCH.card(card))

    def act(hands: list[int], world: World) -> int:
        gifts = [own if giver == seat else by_rank(hand)[0] for giver, hand in enumerate(hands)]
        for giver, gift in enumerate(gifts):
            hands[giver] &= ~gift
        for giver, gift in enumerate(gifts):
            hands[(giver + 1) % len(hands)] |= gift
        return rank(gifts[seat - 1])

    return act


def using(view: View, use: Use) -> Act:
    """The specialist is used; who takes a card keeps what is the strongest now."""
    board = hand_of(community(view))
    own = use.user == view.seat

    def look(hands: list[int], world: World) -> int:
        if use.specialist == 1:
            return rank(by_rank(hands[use.user])[-1]) if int(use.arg) == view.seat else 0
        if use.specialist == 2:
            return 0 if own else strength(hands[use.user] | board) >> TIE_BITS
        return 0 if own else [rank(bit) for bit in by_rank(hands[use.user])].count(RANKS.index(use.arg))

    def hack(hands: list[int], world: World) -> int:
        hands[use.user] = kept(hands[use.user] | world.next, 0, board)
        return rank(world.next) if own else 0

    def take_the_jack(hands: list[int], world: World) -> int:
        hands[use.user] = kept(hands[use.user], SUITLESS, board)
        return 0

    return {1: look, 2: look, 4: look, 5: hack, 7: take_the_jack}.get(use.specialist, nothing)


def used(view: View, reader: Reader, worlds: Sequence[World], use: Use) -> list[float]:
    """How the seat would stand if the specialist were used so."""
    assert view.seat is not None
    muscle = use.user if use.specialist == 10 else None
    return prospects(reader, view.seat, worlds, using(view, use), muscle)


def kept(hand: int, fixed: int, board: int) -> int:
    """What is left of a hand, with the ``fixed`` cards, when the card is laid away that is missed least now."""
    rests = [hand & ~bit | fixed for bit in by_rank(hand)]
    return max(rests, key=lambda rest: strength(rest | board))


def by_rank(hand: int) -> list[int]:
    """The cards of a hand, each as a hand of its own, the lowest rank first."""
    bits = [1 << place for place in range(hand.bit_length()) if hand >> place & 1]
    return sorted(bits, key=rank)


def rank(bit: int) -> int:
    """The rank of a card in a hand, 0 (a two) to 12 (an ace)."""
    return RANKS.index("J") if bit == SUITLESS else (bit.bit_length() - 1) & RANK


# A card that is shown


def well_shown(reader: Reader, worlds: Sequence[World], card: str, index: int) -> list[float]:
    """World by world whether the other seat with this ``index`` that sees the card, and knows nothing else of the hand,
    tells rightly which of the two is the stronger; of equal hands nobody is."""
    bit = card_bit(FRENCH.card(card))
    edge = reader.others[index].edge
    found: list[float] = []
    for world in worlds:
        true = compared(
            strength(world.own | world.table) | reader.edge, strength(world.others[index] | world.table) | edge
        )
        guess = belief(bit, world.others[index], worlds, len(reader.pocket) - 1, reader.edge, edge)
        found.append(float(true == 1 or (true == 2) == (guess > 0)))
    return found


def belief(bit: int, other: int, worlds: Sequence[World], missing: int, edge: int, other_edge: int) -> int:
    """By how many deals more a hand with this card beats another one than it loses, as far as the other can tell."""
    points = 0
    for glance in range(min(GLANCES, len(worlds) - missing)):
        table = worlds[glance].table
        unknown = 0
        for world in worlds[glance : glance + missing]:
            unknown |= world.next
        if not (unknown & (table | other) or table & other):
            points += compared(strength(bit | unknown | table) | edge, strength(other | table) | other_edge) - 1
    return points
