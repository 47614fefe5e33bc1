"""Twenty-One: ``game.py`` has the rules, ``counting.py`` what cards count, ``info.py`` its words and options.

Spec: docs/rules/twenty-one.md
"""

from .game import GAME

__all__ = ["GAME"]
