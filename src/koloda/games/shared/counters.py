"""Counters that games of different families have: the round, the points, the dealer."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from koloda.core.table import CounterKind
from koloda.core.text import Text

ROUND: Final = CounterKind("round", Text("Раунд", "Round"))
POINTS: Final = CounterKind("points", Text("Очки", "Points"), "score")
RACE: Final = replace(POINTS, show="track")  # whoever reaches the goal first wins
FIRST: Final = CounterKind("first", Text("Первый игрок", "First player"), "seat")
DEALER: Final = CounterKind("dealer", Text("Сдающий", "Dealer"), "seat")
