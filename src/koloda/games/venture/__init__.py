"""Venture: ``game.py`` has the rules, ``info.py`` its words and options.

Spec: docs/rules/venture.md
"""

from .game import GAME

__all__ = ["GAME"]
