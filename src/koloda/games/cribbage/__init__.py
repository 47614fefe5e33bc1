"""Cribbage: ``game.py`` has the rules, ``counting.py`` what hands and cards in the play are worth.

Spec: docs/rules/cribbage.md
"""

from .counting import explain_show, show_points
from .game import GAME

__all__ = ["GAME", "explain_show", "show_points"]
