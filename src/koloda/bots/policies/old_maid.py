"""Old Maid: there is nothing to decide."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.view import View


def choose(view: View, chance: Chance) -> str:
    """Draw: which card comes is chance."""
    return view.legal[0]
