"""The Gang's choices beside the chips: how each changes the imagined worlds, and where the seat would stand in them.

One way for all: an ``Act`` changes the hands of a world and tells what the seat would see of it; whoever sees more can
take the fitting chip more often. So every choice is worth what the likeliest chip is worth after it. Only a card that
is shown is measured otherwise: it is for somebody else to judge by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from koloda.core.cards import FRENCH, RANKS
from koloda.core.view import View
from koloda.games.shared.poker import SUITLESS_JACK_BIT, TIE_BITS, card_bit, hand_of, strength
from koloda.games.the_gang.chip_reading import Reader, World, fitting
from koloda.games.the_gang.hints import Use, community, leaves_alone
from koloda.games.the_gang.odds import TIES_MASK, compared
from koloda.games.the_gang.specialists import ACROBAT, GETAWAY_DRIVER, HACKER, INFORMANT, MASTERMIND, MUSCLE

Act = Callable[[list[int], World], int]  # changes the hands, one for each seat; returns what the seat sees of it
LEAST_WORLDS_ALIKE: Final = 10  # fewer worlds that look the same name no chip
GLANCE_DEALS: Final = 40  # that a seat imagines to judge by a card that it was shown
MAX_GLANCE_WORLDS: Final = 1000  # in which it does
RANK_BITS_MASK: Final = 15
ALL_TWOS_MASK: Final = 0x0001000100010001


class Picture(NamedTuple):
    """What a seat imagines: worlds, and in each the chips that are right for it, as bits."""

    reader: Reader
    seat: int
    worlds: list[World]
    bits: list[int]


def likely_right(bits: Sequence[int], seen: Sequence[int]) -> list[float]:
    """In each world whether the likeliest chip is right; worlds that look alike have the same likeliest chip.

    Each half of the worlds names the chips for the other half, so that luck does not look like skill.
    """
    right = [0.0] * len(bits)
    for half in (0, 1):
        alike: dict[int, list[int]] = {}
        for i in range(1 - half, len(bits), 2):
            alike.setdefault(seen[i], []).append(bits[i])
        usual = likeliest(bits[1 - half :: 2])
        chips = {sight: likeliest(group) for sight, group in alike.items() if len(group) >= LEAST_WORLDS_ALIKE}
        for i in range(half, len(bits), 2):
            right[i] = float(bits[i] >> chips.get(seen[i], usual) & 1)
    return right


def likeliest(bits: Sequence[int]) -> int:
    """The chip that is right most often."""
    chips = range(1, max(bits, default=2).bit_length())
    return max(chips, key=lambda chip: sum(one >> chip & 1 for one in bits))


def as_it_is(picture: Picture) -> list[float]:
    """World by world whether the likeliest chip is right."""
    return likely_right(picture.bits, [0] * len(picture.bits))


def changed(picture: Picture, act: Act, muscle: int | None = None) -> list[float]:
    """The same once ``act`` is done, and ``muscle`` has been given."""
    seat = picture.seat
    edges = [other.edge for other in picture.reader.others]
    edges.insert(seat, picture.reader.edge)
    if muscle is not None:
        edges[muscle] = TIES_MASK
    own = edges.pop(seat)
    bits: list[int] = []
    seen: list[int] = []
    for world in picture.worlds:
        hands = [*world.others[:seat], world.own, *world.others[seat:]]
        seen.append(act(hands, world))
        bits.append(fitting(World(hands.pop(seat), tuple(hands), world.table, world.next), own, edges))
    return likely_right(bits, seen)


# Acts


def nothing(hands: list[int], world: World) -> int:
    """No hand changes."""
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


# Specialists


def after_use(view: View, picture: Picture, use: Use) -> list[float]:
    """How the seat would stand if the specialist were used so."""
    if leaves_alone(view, use):
        return as_it_is(picture)
    board = int(hand_of(community(view)))
    if use.specialist in (INFORMANT, GETAWAY_DRIVER, MASTERMIND):
        user = use.user - (use.user > picture.seat)
        return likely_right(picture.bits, [sight(use, world.others[user], board) for world in picture.worlds])
    acts = {HACKER: hacking(use.user, picture.seat, board), ACROBAT: taking_the_jack(use.user, board)}
    return changed(picture, acts.get(use.specialist, nothing), use.user if use.specialist == MUSCLE else None)


def sight(use: Use, hand: int, board: int) -> int:
    """What is learned of a hand: its highest card is shown, its combination named, or its cards of a rank counted."""
    if use.specialist == INFORMANT:
        return rank(by_rank(hand)[-1])
    if use.specialist == GETAWAY_DRIVER:
        return strength(hand | board) >> TIE_BITS
    return (hand & (ALL_TWOS_MASK << RANKS.index(use.arg))).bit_count()


def hacking(user: int, seat: int, board: int) -> Act:
    """The user draws a card, which the seat sees if it is the user, and keeps what is the strongest now."""

    def act(hands: list[int], world: World) -> int:
        hands[user] = best_rest(hands[user] | world.next, 0, board)
        return rank(world.next) if user == seat else 0

    return act


def taking_the_jack(user: int, board: int) -> Act:
    """The user takes the suitless jack for another card, and keeps what is the strongest now."""

    def act(hands: list[int], world: World) -> int:
        hands[user] = best_rest(hands[user], SUITLESS_JACK_BIT, board)
        return 0

    return act


def best_rest(hand: int, fixed: int, board: int) -> int:
    """The strongest rest of a hand, with the ``fixed`` cards, after laying one card away."""
    rests = [hand & ~bit | fixed for bit in by_rank(hand)]
    return max(rests, key=lambda rest: strength(rest | board))


def by_rank(hand: int) -> list[int]:
    """The cards of a hand, each as a hand of its own, the lowest rank first."""
    bits: list[int] = []
    while hand:
        bits.append(hand & -hand)
        hand &= hand - 1
    return sorted(bits, key=rank)


def rank(bit: int) -> int:
    """The rank of a card in a hand, 0 (a two) to 12 (an ace)."""
    return RANKS.index("J") if bit == SUITLESS_JACK_BIT else (bit.bit_length() - 1) & RANK_BITS_MASK


# A card that is shown


def well_shown(picture: Picture, card: str, other: int) -> list[float]:
    """World by world whether the seat ``other`` that sees the card, and knows nothing else of the hand, tells rightly
    which of the two is the stronger; of equal hands nobody is."""
    reader, worlds = picture.reader, picture.worlds
    bit = card_bit(FRENCH.card(card))
    index = other - (other > picture.seat)
    edge = reader.others[index].edge
    right: list[float] = []
    for world in worlds[:MAX_GLANCE_WORLDS]:
        hand, table = world.others[index], world.table
        true = compared(strength(world.own | table) | reader.edge, strength(hand | table) | edge)
        guess = net_wins(bit, hand, worlds, len(reader.pocket) - 1, reader.edge, edge)
        right.append(float(true == 1 or (true == 2) == (guess > 0)))
    return right


def net_wins(bit: int, other: int, worlds: Sequence[World], missing: int, edge: int, other_edge: int) -> int:
    """Wins minus losses of a hand with this card against another one, as far as the other can tell."""
    points = 0
    for glance in range(min(GLANCE_DEALS, len(worlds) - missing)):
        table = worlds[glance].table
        unknown = 0
        for world in worlds[glance : glance + missing]:
            unknown |= world.next
        if not (unknown & (table | other) or table & other):
            points += compared(strength(bit | unknown | table) | edge, strength(other | table) | other_edge) - 1
    return points
