"""Which bot plays a game: the one of its own, found by the game's name, or a general one."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Final

from koloda.core.chance import Chance
from koloda.core.view import View
from koloda.games.registry import find_game

from .bot import Bot, GamePolicy
from .evaluator import Evaluator
from .shared.random_rollouts import RANDOM_ROLLOUTS


class FirstMove(GamePolicy):
    """Plays a game of pure chance, where all moves are alike."""

    def choose(self, view: View, chance: Chance) -> str:
        return view.legal[0]


NOTHING_TO_DECIDE: Final = Bot(evaluator=Evaluator(), policies={"normal": FirstMove()})
GENERAL: Final = Bot(brain=RANDOM_ROLLOUTS)

_bots: dict[str, Bot] = {}


def find_bot(game_id: str) -> Bot:
    """The bot of a game; a general one if the game brings none."""
    bot = _bots.get(game_id)
    if bot is None:
        bot = _bots[game_id] = _own_bot(game_id) or _general_bot(game_id)
    return bot


def add_bot(game_id: str, bot: Bot) -> None:
    """Let this bot play a game from now on."""
    _bots[game_id] = bot


def _own_bot(game_id: str) -> Bot | None:
    name = f"{__package__}.{game_id.replace('-', '_')}"
    return getattr(import_module(name), "BOT", None) if find_spec(name) else None


def _general_bot(game_id: str) -> Bot:
    return NOTHING_TO_DECIDE if find_game(game_id).info.pure_chance else GENERAL
