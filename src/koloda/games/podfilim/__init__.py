"""Podfilim: ``game.py`` has the rules, ``info.py`` its words and options.

Spec: docs/rules/podfilim.md
"""

from .game import GAME

__all__ = ["GAME"]
