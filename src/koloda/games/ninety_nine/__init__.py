"""Ninety-Nine: ``game.py`` has the rules, ``info.py`` its words and options."""

from .game import GAME

__all__ = ["GAME"]
