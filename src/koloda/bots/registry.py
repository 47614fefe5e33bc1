"""Which bot plays a game: its own, found by the game's name; one that another package offers; or a general one.

Another package offers a bot by an entry point of the group ``koloda.bots``: its name is the id of the game, its value a
module with a ``BOT``, or the ``Bot`` itself. If the value is a ``Player`` class or a function like ``Player.choose``,
its name is the name of that player (``find_player.py``). What cannot be used is named in the log and in ``problems()``.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Final, cast

from koloda.core.chance import Chance
from koloda.core.text import Text
from koloda.core.view import View
from koloda.games.registry import Problem, find_game, load_offers, report

from .bot import Bot, GamePolicy
from .evaluator import Evaluator
from .player import Choose, Player
from .shared.random_rollouts import RANDOM_ROLLOUTS


class FirstMove(GamePolicy):
    """Plays a game of pure chance, where all moves are alike."""

    def choose(self, view: View, chance: Chance) -> str:
        return view.legal[0]


GROUP: Final = "koloda.bots"
NOTHING_TO_DECIDE: Final = Bot(evaluator=Evaluator(), policies={"normal": FirstMove()})
GENERAL: Final = Bot(brain=RANDOM_ROLLOUTS)


class Registry:
    """Bots by the id of their game. Those of other packages are looked for when somebody first asks."""

    def __init__(self) -> None:
        self._bots: dict[str, Bot] = {}
        self._players: dict[str, type[Player] | Choose] = {}
        self._packages: dict[str, str] = {}
        self._problems: list[Problem] = []
        self._loaded = False

    def load(self) -> None:
        """Take over what other packages offer, once."""
        if self._loaded:
            return
        self._loaded = True
        for offer in load_offers(GROUP, "BOT", self._problems):
            if is_player(offer.thing):
                self._players[offer.name] = cast("type[Player] | Choose", offer.thing)
                continue
            reason = self._refusal(offer.name, offer.thing)
            if reason:
                report(self._problems, Problem(offer.entry, offer.package, reason))
            elif isinstance(offer.thing, Bot):
                self._bots[offer.name] = offer.thing
                self._packages[offer.name] = offer.package

    def _refusal(self, game_id: str, thing: object) -> Text | None:
        if not isinstance(thing, Bot):
            return Text("это не Bot и не Player", "it is neither a Bot nor a Player")
        known = self._bots.get(game_id) or _own_bot(game_id)
        if known is None or known is thing:
            return None
        package = self._packages.get(game_id, __package__)
        return Text(f"бот для {game_id} уже есть, из {package}", f"there is a bot for {game_id} already, of {package}")

    def find(self, game_id: str) -> Bot:
        """The bot of a game; a general one if there is no other."""
        self.load()
        bot = self._bots.get(game_id)
        if bot is None:
            bot = self._bots[game_id] = _own_bot(game_id) or _general_bot(game_id)
        return bot

    def add(self, game_id: str, bot: Bot) -> None:
        """Let this bot play a game from now on."""
        self.load()
        self._bots[game_id] = bot

    def players(self) -> Mapping[str, type[Player] | Choose]:
        """The players that other packages offer, by their names."""
        self.load()
        return self._players

    def problems(self) -> list[Problem]:
        """What other packages offer but cannot be used."""
        self.load()
        return self._problems[:]


def is_player(thing: object) -> bool:
    """Whether this is a Player class, or a function that may be like ``Player.choose``."""
    return issubclass(thing, Player) if isinstance(thing, type) else callable(thing)


def _own_bot(game_id: str) -> Bot | None:
    """The bot in the module with the name of the game."""
    name = f"{__package__}.{game_id.replace('-', '_')}"
    return getattr(import_module(name), "BOT", None) if find_spec(name) else None


def _general_bot(game_id: str) -> Bot:
    return NOTHING_TO_DECIDE if find_game(game_id).info.pure_chance else GENERAL


REGISTRY: Final = Registry()


def find_bot(game_id: str) -> Bot:
    """The bot of a game; a general one if the game brings none."""
    return REGISTRY.find(game_id)


def add_bot(game_id: str, bot: Bot) -> None:
    """Let this bot play a game from now on."""
    REGISTRY.add(game_id, bot)


def offered_players() -> Mapping[str, type[Player] | Choose]:
    """The players that other packages offer, by their names."""
    return REGISTRY.players()


def problems() -> list[Problem]:
    """What other packages offer as bots but cannot be used."""
    return REGISTRY.problems()
