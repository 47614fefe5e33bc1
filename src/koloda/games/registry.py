"""Which games there are: those of this folder, those of other packages, and those that somebody adds.

Another package offers a game by an entry point of the group ``koloda.games``: its name is the id of the game, its value
a module with a ``GAME``, or the class itself. What cannot be used is named in the log and in ``problems()``, and leaves
the other games alone. Only a module of our own that is broken stops everything: it must not go unnoticed.
"""

from __future__ import annotations

import logging
import pkgutil
from importlib import import_module
from types import ModuleType
from typing import Final, NamedTuple

from koloda.core.errors import KolodaError, UnknownGame
from koloda.core.game import Game, Info
from koloda.core.text import Text

GROUP: Final = "koloda.games"
OUR_PACKAGE: Final = "koloda"
NOT_GAMES: Final = ("registry", "shared")
LOG: Final = logging.getLogger("koloda")


class Offer(NamedTuple):
    """What another package offers by an entry point; ``entry`` is the line of its metadata."""

    name: str
    entry: str
    package: str
    thing: object


class Problem(NamedTuple):
    """Why an entry point of another package cannot be used."""

    entry: str
    package: str
    reason: Text

    def line(self) -> Text:
        """The problem in one sentence."""
        return Text(
            f"Пакет {self.package}: {self.entry} не годится: {self.reason.ru}",
            f"The package {self.package}: {self.entry} cannot be used: {self.reason.en}",
        )


def load_offers(group: str, attribute: str, problems: list[Problem]) -> list[Offer]:
    """What the entry points of a group lead to: objects, or this attribute of modules. Failures become problems."""
    from importlib.metadata import entry_points  # costs more than the rest of the registry; needed once

    offers: list[Offer] = []
    known = [(str(getattr(entry.dist, "name", entry.module)), entry) for entry in entry_points(group=group)]
    for package, entry in sorted(known, key=lambda pair: (pair[0], pair[1].name)):  # the same on every machine
        line = f"{group}: {entry.name} = {entry.value}"
        try:
            thing = entry.load()
            if isinstance(thing, ModuleType):
                thing = getattr(thing, attribute)
        except (Exception, SystemExit) as error:  # whatever somebody else's module may do when it is imported
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            report(problems, Problem(line, package, Text(reason, reason)))
        else:
            offers.append(Offer(entry.name, line, package, thing))
    return offers


def report(problems: list[Problem], problem: Problem) -> None:
    """Keep a problem and log it; a worker process is silent, for its parent has met the same."""
    from multiprocessing import parent_process

    problems.append(problem)
    if parent_process() is None:
        LOG.warning("%s", problem.line().en, extra={"text": problem.line()})


class Registry:
    """Games by id, each with the package that it comes from. They are looked for when somebody first asks."""

    def __init__(self) -> None:
        self._games: dict[str, type[Game]] = {}
        self._packages: dict[str, str] = {}
        self._problems: list[Problem] = []
        self._loaded = False

    def load(self) -> None:
        """Find all games, once."""
        if self._loaded:
            return
        for game in our_games():
            self._keep(game, OUR_PACKAGE)
        self._loaded = True  # a package that asks for games while it is imported gets ours
        for offer in load_offers(GROUP, "GAME", self._problems):
            self._take(offer)

    def _take(self, offer: Offer) -> None:
        """Keep the game of another package, or say why not."""
        game = offer.thing
        if not isinstance(game, type) or not issubclass(game, Game) or not isinstance(getattr(game, "info", 0), Info):
            reason = Text("это не класс Game с Info", "it is no Game class with an Info")
        elif game.info.id != offer.name:
            reason = Text(f"игра называет себя {game.info.id}", f"the game calls itself {game.info.id}")
        elif game.info.id in self._games and self._games[game.info.id] is not game:
            reason = already_there(game.info.id, self._packages[game.info.id])
        else:
            self._keep(game, offer.package)
            return
        report(self._problems, Problem(offer.entry, offer.package, reason))

    def _keep(self, game: type[Game], package: str) -> None:
        self._games[game.info.id] = game
        self._packages[game.info.id] = package

    def all(self) -> list[type[Game]]:
        """Every game, by id."""
        self.load()
        return [self._games[game_id] for game_id in sorted(self._games)]

    def find(self, game_id: str) -> type[Game]:
        """The game with that id; UnknownGame if there is none."""
        self.load()
        if game_id in self._games:
            return self._games[game_id]
        known = ", ".join(sorted(self._games))
        raise UnknownGame(
            "unknown-game",
            Text(f"Нет игры {game_id!r:.40}; есть: {known}.", f"No game {game_id!r:.40}; there are: {known}."),
        )

    def id_of(self, name: str) -> str:
        """The id of the game of that id or name, in any language; ``name`` itself if there is none."""
        self.load()
        if name in self._games:
            return name
        wanted = name.casefold()
        for game in self.all():
            for names in (game.info.names, *game.info.other_names):
                if wanted in (names.ru.casefold(), names.en.casefold()):
                    return game.info.id
        return name

    def add(self, game: type[Game]) -> None:
        """Make a game known; KolodaError if another one has its id."""
        self.load()
        game_id = game.info.id
        if game_id in self._games and self._games[game_id] is not game:
            why = already_there(game_id, self._packages[game_id])
            name = f"{game.__module__}.{game.__name__}"
            raise KolodaError(
                "game-exists", Text(f"{name} не добавить: {why.ru}.", f"{name} cannot be added: {why.en}.")
            )
        self._keep(game, game.__module__)

    def remove(self, game_id: str) -> None:
        """Forget a game, if it is known."""
        self.load()
        self._games.pop(game_id, None)
        self._packages.pop(game_id, None)

    def problems(self) -> list[Problem]:
        """What other packages offer and cannot be used."""
        self.load()
        return self._problems[:]


def our_games() -> list[type[Game]]:
    """The games of this folder: every module and package that is not excepted has a GAME."""
    folder = import_module("koloda.games").__path__
    names = [module.name for module in pkgutil.iter_modules(folder) if module.name not in NOT_GAMES]
    return [import_module(f"koloda.games.{name}").GAME for name in names]


def already_there(game_id: str, package: str) -> Text:
    """Why a second game of one id is refused."""
    return Text(f"игра {game_id} уже есть, из пакета {package}", f"there is a game {game_id} already, of {package}")


REGISTRY: Final = Registry()


def all_games() -> list[type[Game]]:
    """Every game, by id."""
    return REGISTRY.all()


def find_game(game_id: str) -> type[Game]:
    """The game with that id; UnknownGame if there is none."""
    return REGISTRY.find(game_id)


def id_of(name: str) -> str:
    """The id of the game of that id or name, in any language; ``name`` itself if there is none.

    >>> id_of("Дайте две!"), id_of("old maid"), id_of("whist")
    ('pairs', 'old-maid', 'whist')
    """
    return REGISTRY.id_of(name)


def add_game(game: type[Game]) -> None:
    """Make a game of your own known, as if another package offered it; KolodaError if its id is taken."""
    REGISTRY.add(game)


def remove_game(game_id: str) -> None:
    """Forget a game that was added."""
    REGISTRY.remove(game_id)


def problems() -> list[Problem]:
    """What other packages offer as games and cannot be used."""
    return REGISTRY.problems()
