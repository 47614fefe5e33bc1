"""The tags of our games, by which people find one they would like."""

from __future__ import annotations

from typing import Final

from koloda.core.game import Tag
from koloda.core.text import Text

FOR_TWO: Final = Tag("for-two", Text("на двоих", "for two"))
BLUFF: Final = Tag("bluff", Text("блеф", "bluff"))
RISK: Final = Tag("risk", Text("риск", "push your luck"))
TRICK_TAKING: Final = Tag("tricks", Text("взятки", "tricks"))
TOGETHER: Final = Tag("together", Text("все заодно", "together"))
