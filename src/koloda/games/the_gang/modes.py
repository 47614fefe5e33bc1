"""Which challenges and specialists are active in a heist: the five modes and the two decks of advanced cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from koloda.core.cards import Deck
from koloda.core.chance import Chance
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile

from .advanced_cards import NO_SPECIALIST
from .challenges import CHALLENGES
from .specialists import SPECIALISTS

if TYPE_CHECKING:
    from .game import TheGang

CARD_NUMBERS: Final = {"challenge": sorted(CHALLENGES), "specialist": sorted(SPECIALISTS)}
NUMBERED_DECK: Final = Deck("numbered", [*range(100)], [])
QUICK_ACCESS: Final = 1


class CardDeck:
    """A deck of numbered cards that is kept from match to match."""

    def __init__(self) -> None:
        self.pile = Pile()
        self.drawn = 0
        self.hidden = 0  # how many from the top are in an order that nobody knows

    def lay(self, numbers: list[int], drawn: int) -> None:
        """Put the cards in a known order."""
        self.pile = Pile.of(numbers)
        self.drawn = drawn
        self.hidden = 0

    def shuffle(self, chance: Chance) -> None:
        """Put the cards in random order."""
        chance.shuffle(self.pile, NUMBERED_DECK)
        self.drawn = 0
        self.hidden = len(self.pile)

    def draw(self, chance: Chance) -> int:
        """The top card; after a full pass the deck is shuffled first."""
        if self.drawn >= len(self.pile):  # R10
            self.shuffle(chance)
        self.drawn += 1
        return self.turn_up()

    def turn_up(self) -> int:
        """The top card, seen by all."""
        self.hidden = max(0, self.hidden - 1)
        return self.pile.draw()

    def mix_hidden(self, chance: Chance) -> None:
        """Put the hidden cards in an order that could be the true one."""
        i = self.hidden - 1
        while i > 0:
            self.pile.swap(i, chance.below(i + 1))
            i -= 1

    def fill(self, other: CardDeck) -> None:
        """Become equal to ``other``."""
        self.pile.fill(other.pile)
        self.drawn = other.drawn
        self.hidden = other.hidden


class Mode:
    """The base game: nothing is active, ever."""

    alarm_limit = 3
    has_specialists = False

    def setup(self, game: TheGang, options: MatchOptions) -> None:
        """Before the first heist."""

    def between(self, game: TheGang, success: bool) -> None:
        """Before each later heist."""

    def decks(self, game: TheGang) -> dict[str, object]:
        """What the next match at the same table takes over."""
        return {}


class Advanced(Mode):
    """After a success a challenge, after a failure a specialist; decks stay in order from match to match."""

    has_specialists = True

    def setup(self, game: TheGang, options: MatchOptions) -> None:
        decks = options.json("decks")
        lay(game.challenge_deck, decks, "challenge", game.chance)
        lay(game.specialist_deck, decks, "specialist", game.chance)

    def between(self, game: TheGang, success: bool) -> None:
        give_back(game)
        if success:
            game.drawn_challenges = [game.challenge_deck.draw(game.chance)]
        else:
            game.drawn_specialist = game.specialist_deck.draw(game.chance)

    def decks(self, game: TheGang) -> dict[str, object]:
        challenge = game.challenge_deck.pile.cards() + game.drawn_challenges
        return {
            "challenge": challenge,
            "challenge_drawn": game.challenge_deck.drawn,
            **specialist_pair(game),
        }


class Professional(Advanced):
    """As advanced, with one challenge that is active in every heist."""

    def setup(self, game: TheGang, options: MatchOptions) -> None:
        lay_without_quick_access(game)
        lay(game.specialist_deck, options.json("decks"), "specialist", game.chance)
        game.permanent = [game.challenge_deck.turn_up()]

    def decks(self, game: TheGang) -> dict[str, object]:
        return specialist_pair(game)


class Master(Mode):
    """Two challenges at a time, one alarm fewer, no specialists."""

    alarm_limit = 2

    def setup(self, game: TheGang, options: MatchOptions) -> None:
        lay_without_quick_access(game)
        deck = game.challenge_deck
        game.drawn_challenges = [deck.turn_up(), deck.turn_up()]

    def between(self, game: TheGang, success: bool) -> None:
        low = min(game.drawn_challenges)
        stays = max(game.drawn_challenges)
        game.challenge_deck.pile.put(low)
        game.drawn_challenges = [stays, game.challenge_deck.turn_up()]


class Custom(Mode):
    """For practice: the chosen cards in every heist."""

    has_specialists = True

    def setup(self, game: TheGang, options: MatchOptions) -> None:
        game.permanent = options.json("challenges")
        game.drawn_specialist = options.json("specialist") or 0


MODES: Final[dict[str, Mode]] = {
    "base": Mode(),
    "advanced": Advanced(),
    "professional": Professional(),
    "master": Master(),
    "custom": Custom(),
}


def activate(game: TheGang) -> None:
    """Make the cards that are up now active."""
    game.challenges = [CHALLENGES[number] for number in sorted([*game.permanent, *game.drawn_challenges])]
    game.specialist = SPECIALISTS[game.drawn_specialist] if game.drawn_specialist else NO_SPECIALIST


def give_back(game: TheGang) -> None:
    """The used cards go to the bottom of their decks."""
    for number in game.drawn_challenges:
        game.challenge_deck.pile.put(number)
    if game.drawn_specialist:
        game.specialist_deck.pile.put(game.drawn_specialist)
    game.drawn_challenges = []
    game.drawn_specialist = 0


def specialist_pair(game: TheGang) -> dict[str, object]:
    """The specialist deck with the active card at its bottom."""
    active = [game.drawn_specialist] if game.drawn_specialist else []
    return {"specialist": game.specialist_deck.pile.cards() + active, "specialist_drawn": game.specialist_deck.drawn}


def lay(deck: CardDeck, decks: object, name: str, chance: Chance) -> None:
    """A deck as the option ``decks`` wants it: in order, shuffled, or as another match has left it."""
    deck.lay(CARD_NUMBERS[name], 0)
    if isinstance(decks, dict) and name in decks:
        deck.lay(decks[name], decks[f"{name}_drawn"])
    elif decks == "shuffled":
        deck.shuffle(chance)


def lay_without_quick_access(game: TheGang) -> None:
    """Nine challenges in random order: these modes need a random card at once."""
    others = [number for number in CARD_NUMBERS["challenge"] if number != QUICK_ACCESS]  # R5
    game.challenge_deck.lay(others, 0)
    game.challenge_deck.shuffle(game.chance)


def is_decks(value: object) -> bool:
    """Whether ``value`` can be the option ``decks``."""
    if not isinstance(value, dict):
        return value in ("numbered", "shuffled")
    names = [name for name in ("challenge", "specialist") if name in value or f"{name}_drawn" in value]
    keys = {key for name in names for key in (name, f"{name}_drawn")}
    return set(value) == keys and all(_is_deck(name, value[name], value[f"{name}_drawn"]) for name in names)


def _is_deck(name: str, numbers: object, drawn: object) -> bool:
    if not _are_numbers(numbers, name) or not isinstance(numbers, list) or len(numbers) < len(CARD_NUMBERS[name]):
        return False
    return isinstance(drawn, int) and not isinstance(drawn, bool) and 0 <= drawn <= len(numbers)


def _are_numbers(value: object, name: str) -> bool:
    """Whether ``value`` is a list of different cards of this kind."""
    if not isinstance(value, list) or any(isinstance(number, bool) or not isinstance(number, int) for number in value):
        return False
    return len(set(value)) == len(value) and set(value) <= set(CARD_NUMBERS[name])


def is_challenges(value: object) -> bool:
    """Whether ``value`` can be the option ``challenges``."""
    return _are_numbers(value, "challenge")


def is_specialist(value: object) -> bool:
    """Whether ``value`` can be the option ``specialist``."""
    return value is None or _are_numbers([value], "specialist")
