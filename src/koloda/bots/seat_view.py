"""What a bot is given: the view of its seat, its legal moves, and worlds that look the same; never the state."""

from __future__ import annotations

from koloda.core.chance import Chance
from koloda.core.game import Game
from koloda.core.turn import Turn
from koloda.core.view import View
from koloda.core.worlds import imagine_world
from koloda.match import Match


class SeatView:
    """What one seat may know of a match, and the worlds it may imagine."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.__match = match
        self.__view: View | None = None

    @property
    def view(self) -> View:
        """All that the seat may know."""
        if self.__view is None:
            self.__view = self.__match.view(self.seat)
        return self.__view

    @property
    def legal(self) -> list[str]:
        """The seat's legal moves, sorted."""
        return self.__match.legal(self.seat)

    @property
    def turn(self) -> Turn:
        """Who moves, and how."""
        return self.__match.turn

    @property
    def game_id(self) -> str:
        """The game's id."""
        return self.__match.game.info.id

    def world(self, chance: Chance) -> Game:
        """A state that looks the same to the seat; all it cannot know is drawn from ``chance``."""
        world = imagine_world(self.__match.game, self.seat, chance)
        world.keeps_events = False
        world.events = []
        return world
