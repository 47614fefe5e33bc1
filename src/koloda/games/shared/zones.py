"""Zones that games of different families have: the deck, the discard pile, a hand.

The discard pile lies face down, though everybody has seen its cards: to remember them is a skill.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from koloda.core.table import NOBODY, OWNER, ZoneKind
from koloda.core.text import Text

DECK: Final = ZoneKind("deck", Text("Колода", "Deck"), "pile", NOBODY)
DISCARD: Final = ZoneKind("discard", Text("Сброс", "Discard pile"), "pile", face_down=True)
OPEN_DISCARD: Final = replace(DISCARD, face_down=False)
HAND: Final = ZoneKind("hand", Text("Рука", "Hand"), "fan", OWNER, ordered=False)
