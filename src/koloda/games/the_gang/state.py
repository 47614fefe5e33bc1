"""The state of a match of The Gang: everything that lies on the table or is remembered, and its copy."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.cards import SUITLESS_JACK
from koloda.core.game import Game
from koloda.core.pile import Pile, fill_all, piles

from .advanced_cards import NO_SPECIALIST, Announcement, Challenge, Specialist
from .agreement import Agreement
from .chips import Chips
from .guessing import Guessing
from .holding import holdings
from .modes import MODES, CardDeck, Mode
from .showdown import Shown

GIVE: Final = "give"
CHIP_ROUND: Final = "chips"
GUESS: Final = "guess"


class GangState(Game):
    """The attributes of a match; ``game.py`` has its rules."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck = Pile()
        self.community = Pile()
        self.box = Pile()
        self.pockets = holdings(seats)
        self.discards = holdings(seats)
        self.first = piles(seats)
        self.chips = Chips(seats)
        self.agreement = Agreement(seats)
        self.guessing = Guessing(seats)
        self.stage = CHIP_ROUND
        self.heist = 0
        self.round = 0
        self.vaults = 0
        self.alarms = 0
        self.instant = False
        self.talk_open = False
        self.redrawn: i64 = 0
        self.revealed: i64 = 0  # the seats (bits) whose pockets lie open at the showdown
        self.muscle = -1
        self.announced: list[Announcement] = []
        self.history: list[Shown] = []
        self.mode: Mode = MODES["base"]
        self.challenge_deck = CardDeck()
        self.specialist_deck = CardDeck()
        self.permanent: list[int] = []
        self.drawn_challenges: list[int] = []
        self.drawn_specialist = 0
        self.challenges: list[Challenge] = []
        self.specialist: Specialist = NO_SPECIALIST

    def clear_table(self) -> None:
        """Nothing is left of the last heist."""
        self.stage = CHIP_ROUND
        self.round = 1
        self.community.clear()
        self.chips.clear()
        self.agreement.clear()
        self.announced = []
        self.redrawn = 0
        self.revealed = 0
        self.muscle = -1
        for seat in range(self.seats):
            self.pockets[seat].clear()
            self.discards[seat].clear()
            self.first[seat].clear()
        if self.mode.has_specialists:
            self.box.clear()
            self.box.put(SUITLESS_JACK)

    def phase(self) -> str:
        return self.stage

    def guessing_now(self) -> bool:
        """Whether the last hand is being guessed at."""
        return self.stage == GUESS

    def copy_state_to(self, other: GangState) -> None:
        """Copy all that this class keeps."""
        self.copy_turn_to(other)
        other.deck.fill(self.deck)
        other.community.fill(self.community)
        other.box.fill(self.box)
        for seat in range(self.seats):
            other.pockets[seat].fill(self.pockets[seat])
            other.discards[seat].fill(self.discards[seat])
        fill_all(other.first, self.first)
        other.chips.fill(self.chips)
        other.agreement.fill(self.agreement)
        other.guessing.fill(self.guessing)
        other.stage = self.stage
        other.heist = self.heist
        other.round = self.round
        other.vaults = self.vaults
        other.alarms = self.alarms
        other.instant = self.instant
        other.talk_open = self.talk_open
        other.redrawn = self.redrawn
        other.revealed = self.revealed
        other.muscle = self.muscle
        other.announced = self.announced
        other.history = self.history
        self.copy_cards_to(other)

    def copy_cards_to(self, other: GangState) -> None:
        """Copy the advanced cards and their decks."""
        other.mode = self.mode
        other.challenge_deck.fill(self.challenge_deck)
        other.specialist_deck.fill(self.specialist_deck)
        other.permanent = self.permanent
        other.drawn_challenges = self.drawn_challenges
        other.drawn_specialist = self.drawn_specialist
        other.challenges = self.challenges
        other.specialist = self.specialist
