"""The Gang: ``game.py`` is the rulebook's base game and reads alone; the advanced cards are in modules of their own.

Spec: docs/rules/the-gang.md
"""

from .game import GAME

__all__ = ["GAME"]
