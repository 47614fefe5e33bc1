"""The games for OpenSpiel (extra ``openspiel``), so that its algorithms run on them: MCCFR, IS-MCTS, best responses …

``import koloda.env.openspiel`` registers all of them: ``pyspiel.load_game("koloda_regent(players=2)")``. docs/env.md
explains the parameters, the chance nodes and the information states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from koloda.core.actions import WAIT, Asker
from koloda.core.batch import MARGINS, PLACES
from koloda.core.chance import Fast, Seeded
from koloda.core.game import Game
from koloda.core.options import OptionValue, option_text, unknown_option
from koloda.core.view import View
from koloda.games.registry import find_game, our_games
from koloda.match import Match, resample

from .picture import picture
from .rules import Rules

OUTCOMES_OF_A_NODE: Final = 1000
NODES_OF_ANY_DEAL: Final = 3  # chance nodes before the first move: a billion deals
MOST_ACTIONS_OF_A_MOVE: Final = 64
MOST_UTILITY: Final = 1e6  # of scores, which have no bound that a game declares
DIGEST_BYTES: Final = 16


class Abstraction(NamedTuple):
    """A smaller game in place of the whole one, made from the view of the seat that is asked.

    ``knows`` is its information state: what counts of all that the seat knows. ``offers`` are those of the legal moves
    that count.
    """

    knows: Callable[[View], str]
    offers: Callable[[View], list[str]] | None = None


def open_spiel_game(
    game: str,
    seats: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    *,
    rewards: str = PLACES,
    deals: int = 0,
    abstraction: Abstraction | None = None,
) -> OpenSpielGame:
    """A game for OpenSpiel.

    With ``deals`` there are only so many, all equally likely, so that exact algorithms can go through all of them.
    Without an ``abstraction`` the information state is all that the seat has ever been shown.
    """
    found = find_game(game)
    parameters: dict[str, Any] = {
        "players": found.info.seats_to_begin_with() if seats is None else seats,
        "options": ";".join(f"{name}:{quote(option_text(value))}" for name, value in (options or {}).items()),
        "rewards": rewards,
        "deals": deals,
    }
    made = (GAMES.get(game) or _registered(found))(parameters)
    made.abstraction = abstraction
    return made


def short_name(game: type[Game]) -> str:
    """The name by which OpenSpiel loads a game."""
    return f"koloda_{game.info.id.replace('-', '_')}"


def _type(game: type[Game], rewards: str) -> pyspiel.GameType:
    info = game.info
    fair = rewards == MARGINS or (rewards == PLACES and not info.cooperative)
    low, high = info.seats
    return pyspiel.GameType(
        short_name=short_name(game),
        long_name=f"{info.names.en} (koloda, rules version {info.version})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if fair else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": info.seats_to_begin_with(),
            "options": "",
            "rewards": PLACES,
            "deals": 0,
        },
    )


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its seats, options and rewards."""

    rules_class: type[Game]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        game, parameters = self.rules_class, parameters or {}
        info = game.info
        options = _parsed_options(game, parameters.get("options", ""))
        seats = parameters.get("players", info.seats_to_begin_with())
        self.rules = Rules(info.id, seats, options, parameters.get("rewards", PLACES))
        self.deals = parameters.get("deals", 0)
        self.abstraction: Abstraction | None = None
        most = 1.0 if self.rules.rewards == PLACES else MOST_UTILITY
        kind = _type(game, self.rules.rewards)
        about = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions.size,
            max_chance_outcomes=self.deals or OUTCOMES_OF_A_NODE,
            num_players=self.rules.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if kind.utility == pyspiel.GameType.Utility.ZERO_SUM else None,
            max_game_length=info.move_cap * MOST_ACTIONS_OF_A_MOVE,
        )
        super().__init__(kind, about, dict(parameters))

    def new_initial_state(self) -> OpenSpielState:
        """Before the deal."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What an algorithm observes by."""
        return Observer(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    def __deepcopy__(self, memo: object) -> OpenSpielGame:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _game_again, (type(self), self.get_parameters(), self.abstraction)


def _game_again(
    kind: type[OpenSpielGame], parameters: Mapping[str, Any], abstraction: Abstraction | None
) -> OpenSpielGame:
    game = kind(parameters)
    game.abstraction = abstraction
    return game


def _parsed_options(game: type[Game], text: str) -> dict[str, OptionValue]:
    known = {option.name: option for option in game.info.options}
    parsed: dict[str, OptionValue] = {}
    for part in filter(None, text.split(";")):
        name, _, value = part.partition(":")
        if name not in known:
            raise unknown_option(name, list(known))
        parsed[name] = known[name].parse(unquote(value))
    return parsed


class Position:
    """How far a match has come: the outcomes of chance that make its deal, then the match, and what was shown."""

    def __init__(self, game: OpenSpielGame) -> None:
        self.game = game
        self.outcomes: list[int] = []
        self.match: Match | None = None
        self.asker: Asker | None = None
        self.shown: list[bytes] = []  # to each seat: a digest of all its views

    def choose_deal(self, outcome: int) -> None:
        """One more outcome of chance; after the last one the cards are dealt."""
        self.outcomes.append(outcome)
        if self.game.deals or len(self.outcomes) == NODES_OF_ANY_DEAL:
            rules = self.game.rules
            self.match = rules.match(Seeded(" ".join(map(str, self.outcomes))))
            self.asker = Asker(self.match.game, rules.actions)
            self.shown = [b""] * rules.seats
            self._show(self.match, self.asker)

    def act(self, action: int) -> None:
        """An action of the seat that is asked."""
        assert self.match is not None and self.asker is not None
        seat = self.asker.seat
        move = self.asker.enter(action)
        if move is not None and move != WAIT:
            self.match.play(seat, move)
            self.asker.ask()
        if move is not None:
            self._show(self.match, self.asker)

    def _show(self, match: Match, asker: Asker) -> None:
        """Everybody looks, and remembers all that they have seen; in an abstraction only whoever is asked, and now."""
        abstraction = self.game.abstraction
        if abstraction is None:
            for seat, view in enumerate(match.views(range(self.game.rules.seats))):
                self.shown[seat] = sha256(self.shown[seat] + view.text().encode()).digest()[:DIGEST_BYTES]
        self.keep_offers()

    def keep_offers(self) -> None:
        """Leave only those moves that the abstraction offers."""
        match, asker, abstraction = self.match, self.asker, self.game.abstraction
        if match is not None and asker is not None and asker.seat >= 0 and abstraction and abstraction.offers:
            asker.keep_only(abstraction.offers(match.view(asker.seat)))

    def information(self, seat: int) -> str:
        """All that the seat knows and has known, or what ``knows`` makes of its view."""
        if self.match is None or self.asker is None:
            return ""
        entered = self.asker.entered if self.asker.seat == seat else []
        if self.game.abstraction is not None:
            known = self.game.abstraction.knows(self.match.view(seat))
            return f"{known} {entered}" if entered else known
        waited = f" waited {self.asker.waited}" if self.asker.waited else ""
        return f"seat {seat}, move {self.match.move_number}, {self.shown[seat].hex()} {entered}{waited}"

    def observation(self, seat: int) -> np.ndarray[Any, np.dtype[np.int16]]:
        """The numbers of docs/env.md; 0 before the deal."""
        if self.match is None or self.asker is None:
            return np.zeros(self.game.rules.layout.size, np.int16)
        return self.game.rules.observation(self.match, seat, self.asker)

    def imagined(self, seat: int, random: float) -> Position:
        """Another position that looks the same to the seat."""
        other = self.__deepcopy__({})
        if other.match is not None and other.asker is not None:
            other.match = resample(other.match, seat, Fast(int(random * 2**53)))
            other.asker = other.asker.copy(other.match.game)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is pickled: with its match, and who is asked."""
        asker = self.asker
        asked = None if asker is None else (asker.seat, asker.waited, asker.entered)
        return _unpickled, (self.game, self.outcomes, self.match, self.shown, asked)

    def __deepcopy__(self, memo: object) -> Position:
        other = Position(self.game)
        other.outcomes = self.outcomes[:]
        other.shown = self.shown[:]
        if self.match is not None and self.asker is not None:
            other.match = self.match.copy()
            other.asker = self.asker.copy(other.match.game)
        return other


def _unpickled(
    game: OpenSpielGame, outcomes: list[int], match: Match | None, shown: list[bytes], asked: Any
) -> Position:
    position = Position(game)
    position.outcomes, position.match, position.shown = outcomes, match, shown
    if match is not None:
        seat, waited, entered = asked
        position.asker = asker = Asker(match.game, game.rules.actions)
        asker.waited = waited
        if seat >= 0:
            asker.turn_to(seat)
            position.keep_offers()
        for step in entered:
            asker.enter(step)
    return position


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A state: chance nodes choose the deal; after them seats act, one after the other, as in ``TableEnv``."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.position = Position(game)

    def current_player(self) -> int:
        """The seat that is asked."""
        position = self.position
        if position.asker is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if position.asker.seat < 0 else position.asker.seat

    def _legal_actions(self, player: int) -> list[int]:
        asker = self.position.asker
        return asker.legal() if asker is not None and asker.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is equally likely."""
        many = self.position.game.deals or OUTCOMES_OF_A_NODE
        return [(outcome, 1 / many) for outcome in range(many)]

    def _apply_action(self, action: int) -> None:
        if self.position.asker is None:
            self.position.choose_deal(action)
        else:
            self.position.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.position.game.rules.actions.text(action, player) or "wait"

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.position.asker is not None and self.position.asker.seat < 0

    def returns(self) -> list[float]:
        """The rewards, when the match is over."""
        rules, match = self.position.game.rules, self.position.match
        rewards = None if match is None else rules.rewards_now(match)
        return [0.0] * rules.seats if rewards is None else rewards

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> OpenSpielState:
        """Another state that looks the same to the player, for IS-MCTS."""
        other = self.clone()
        other.position = self.position.imagined(player_id, probability_sampler())
        state: OpenSpielState = other
        return state

    def __str__(self) -> str:
        match, asker = self.position.match, self.position.asker
        if match is None or asker is None:
            return f"before the deal {self.position.outcomes}"
        return f"{picture(match, max(0, asker.seat))}\n  entered: {asker.entered}\n  all cards: {match.facts()}"


class Observer:
    """OpenSpiel's observer of our games: the numbers of docs/env.md; with perfect recall only the string."""

    def __init__(self, game: OpenSpielGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        size = 0 if perfect_recall else game.rules.layout.size
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Fill in what the player observes."""
        if not self.perfect_recall:
            self.tensor[:] = state.position.observation(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """The information state, or the table as the player sees it."""
        position = state.position
        if self.perfect_recall:
            return position.information(player)
        return "" if position.match is None else picture(position.match, player)


def _registered(game: type[Game]) -> type[OpenSpielGame]:
    """The class of a game, known to OpenSpiel; it is kept in this module by its name, where a pickle looks for it."""
    kind = type(short_name(game), (OpenSpielGame,), {"rules_class": game, "__module__": __name__})
    globals()[kind.__name__] = kind
    pyspiel.register_game(_type(game, PLACES), kind)
    return kind


GAMES: Final = {game.info.id: _registered(game) for game in our_games()}
