"""Tycoon: ``game.py`` has the rules, ``card_sets.py`` the sets of equal cards, ``info.py`` its words and options.

Spec: docs/rules/tycoon.md
"""

from .game import GAME

__all__ = ["GAME"]
