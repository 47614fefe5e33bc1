"""French packs of 32, 36 and 52 cards, and the option to choose one."""

from __future__ import annotations

from typing import Final

from koloda.core.options import Option
from koloda.core.pile import Pile
from koloda.core.text import Text

PACK_SIZE_NAMES: Final = {
    36: Text("36 карт, от шестёрки", "36 cards, from the six"),
    32: Text("32 карты, от семёрки", "32 cards, from the seven"),
    52: Text("52 карты, от двойки", "52 cards, from the two"),
}


def pack_option(*sizes: int) -> Option:
    """The option that chooses the pack; the first size is the default."""
    return Option(
        "deck",
        Text("Колода", "Pack"),
        Text("Сколько карт в колоде.", "How many cards the pack has."),
        sizes[0],
        sizes,
        choice_names=tuple(PACK_SIZE_NAMES[size] for size in sizes),
    )


def short_pack(size: int) -> Pile:
    """The ``size`` highest cards of the full pack, ascending."""
    return Pile.of(range(52 - size, 52))
