"""The games as environments for programs that learn (extra ``rl``): PettingZoo, Gymnasium, batches of matches.

``env`` is PettingZoo's turn-by-turn interface, ``GymEnv`` has one learner among our bots, ``BatchEnv`` steps many
matches at once. ``koloda.env.openspiel`` (extra ``openspiel``) has the games for OpenSpiel. docs/env.md explains all.

Importing this makes every game known to ``pettingzoo.make`` and ``gymnasium.make``, as ``koloda/pairs-v1``; the number
is the version of the game's rules.
"""

from importlib.util import find_spec

from koloda.games.registry import all_games

from .batch import BatchEnv
from .rules import Rules

if find_spec("gymnasium") is not None and find_spec("pettingzoo") is not None:
    import gymnasium
    import pettingzoo

    from .gym import GymEnv
    from .table import TableEnv, env

    for _game in all_games():
        _id = f"koloda/{_game.info.id}-v{_game.info.version}"
        gymnasium.register(_id, entry_point="koloda.env:GymEnv", kwargs={"game": _game.info.id})
        pettingzoo.register("aec", _id, entry_point="koloda.env:env", kwargs={"game": _game.info.id})
else:  # only the extra openspiel is installed

    def __getattr__(name: str) -> object:
        if name in ("GymEnv", "TableEnv", "env"):
            raise ImportError(f"koloda.env.{name} needs the extra rl: pip install 'koloda[rl]'")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["BatchEnv", "GymEnv", "Rules", "TableEnv", "env"]
