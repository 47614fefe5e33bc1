"""Crazy Eights for Koloda. The entry points of the package lead to ``GAME`` and to ``bot.BOT``."""

from .game import GAME, CrazyEights

__all__ = ["GAME", "CrazyEights"]
