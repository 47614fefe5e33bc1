"""The families of our games: one for each of the four rulebooks."""

from __future__ import annotations

from typing import Final

from koloda.core.game import Family
from koloda.core.text import Text

PAIRS: Final = Family("pairs", Text("Дайте две!", "The Pairs family"), 1)
PODFILIM: Final = Family("podfilim", Text("Подфилим", "Podfilim"), 2)
CLASSICS: Final = Family("classics", Text("Классика", "Classics"), 3)
THE_GANG: Final = Family("the-gang", Text("Банда", "The Gang"), 4)
