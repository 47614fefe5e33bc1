"""The Gang: a folder, because its advanced cards are many; ``game.py`` is the rulebook's base game and reads alone."""

from .game import GAME

__all__ = ["GAME"]
