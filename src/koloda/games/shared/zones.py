"""Zones that games of different families have: the deck, the discard pile, a hand."""

from __future__ import annotations

from typing import Final

from koloda.core.table import NOBODY, OWNER, ZoneKind
from koloda.core.text import Text

DECK: Final = ZoneKind("deck", Text("Колода", "Deck"), "pile", NOBODY)
DISCARD: Final = ZoneKind("discard", Text("Сброс", "Discard pile"), "pile")
HAND: Final = ZoneKind("hand", Text("Рука", "Hand"), "fan", OWNER, ordered=False)
