"""Game: the base class of every game. An instance is the state of one match; its methods are the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple, cast

from mypy_extensions import i64, mypyc_attr

from .cards import Deck
from .chance import NO_CHANCE, Chance
from .options import MatchOptions, Option
from .pile import Pile
from .record_types import ResultRecord
from .table import CURTAIN, EVERYONE, Counter, CounterKind, Hint, Label, Note, Zone, ZoneKind
from .text import Text
from .turn import FREE, KINDS, ONE, TOGETHER, Turn, Verb
from .view_parts import LastLook

if TYPE_CHECKING:
    from .view import View


USUAL_SEATS: Final = 4


class Family(NamedTuple):
    """Games of one rulebook or one kind, which a list of games shows together; ``rank`` orders the families."""

    id: str
    names: Text
    rank: int = 100


class Tag(NamedTuple):
    """What somebody who looks for a game may want of it, such as "bluff" or "for two"; games with one id share it."""

    id: str
    names: Text


class HelpRow(NamedTuple):
    """A row of a help card: a word, an example in cards (as a record has them), what it counts, an explanation."""

    name: Text
    cards: tuple[int | str, ...] = ()
    number: str = ""
    text: Text | None = None


class HelpCard(NamedTuple):
    """What a player may want to look up in the middle of a match: a title, and rows."""

    title: Text
    rows: tuple[HelpRow, ...]


class Tip(NamedTuple):
    """What somebody who has never played is told in the middle of a match, once, as soon as ``when`` holds.

    ``when`` is ``phase NAME`` (they must act in that phase), ``verb NAME`` (they may make such a move) or ``note KIND``
    (that was told, or stands announced). ``at`` is what the tip is about, so where an interface shows it: ``prompt``,
    ``zone NAME`` or ``counter NAME``.
    """

    when: str
    at: str
    text: Text


class Info(NamedTuple):
    """What a game is called and made of; ``words`` are its sentences, ``refusals`` the reasons why a move is refused.

    A note that is a key of ``erases`` takes the kinds of notes listed with it out of every log, and nobody can look
    back beyond it while the match goes on. ``out_notes`` are the kinds of announcements that say that their seat is out
    of the round or of the match; those of a kind in ``tiles`` lie on the table like cards with a text, under a sign
    (one of ``SIGNS``). In a game of ``pure_chance`` nobody ever has anything to decide; in one with a
    ``lone_loser`` nobody wins, and all but one get away (points are bad there); in a ``cooperative`` one all win or
    lose together. By its ``other_names``, too, a game is found and listed.
    ``help`` are the help cards that every interface keeps at hand.
    ``other_packs`` are the values of cards beside the deck that are shuffled too.

    A list of games shows ``tags`` and the three cards of its ``cover`` (as a record has them; without one it takes
    some from the deck). ``usual_seats`` is how many play if nobody says so; 0: four, or as near to that as possible.

    ``asks`` tells whoever must act in a phase what to do; ``waits`` tells the others what ``{seats}`` are doing.
    ``tips`` explain the rules to a newcomer while they play, the most important one first.
    """

    id: str
    version: int
    family: Family
    names: Text
    blurb: Text
    seats: tuple[int, int]
    minutes: int
    deck: Deck
    verbs: tuple[Verb, ...]
    zones: tuple[ZoneKind, ...]
    counters: tuple[CounterKind, ...]
    words: Mapping[str, Text]
    refusals: Mapping[str, Text]
    phases: Mapping[str, Text]
    asks: Mapping[str, Text] = {}
    waits: Mapping[str, Text] = {}
    options: tuple[Option, ...] = ()
    move_cap: int = 10_000
    erases: Mapping[str, tuple[str, ...]] = {}
    out_notes: tuple[str, ...] = ()
    tiles: Mapping[str, str] = {}
    pure_chance: bool = False
    lone_loser: bool = False
    cooperative: bool = False
    other_names: tuple[Text, ...] = ()
    help: tuple[HelpCard, ...] = ()
    other_packs: tuple[tuple[int, ...], ...] = ()
    tips: tuple[Tip, ...] = ()
    tags: tuple[Tag, ...] = ()
    cover: tuple[int | str, ...] = ()
    usual_seats: int = 0

    def seats_to_begin_with(self) -> int:
        """How many play if nobody says so."""
        low, high = self.seats
        return self.usual_seats or min(high, max(low, USUAL_SEATS))

    def only_assents(self, legal: list[str]) -> bool:
        """Whether all that a seat may do with these moves is to agree to go on."""
        return len(legal) == 1 and legal[0] in [verb.name for verb in self.verbs if verb.assent]


class Result(NamedTuple):
    """How a match ended; ``places`` start at 1 and equals share the better one. ``extra`` is the game's own."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    places: tuple[int, ...]
    extra: Mapping[str, object] = {}

    def to_json(self) -> ResultRecord:
        """The result as a record has it, with the game's own keys."""
        record: ResultRecord = {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "losers": list(self.losers),
            "places": list(self.places),
        }
        return cast(ResultRecord, {**record, **self.extra})


class Beat:
    """A moment in the middle of a move at which people at a table would pause, and the state at that moment.

    ``effect`` is a key of ``HOLD_MS``; ``told`` counts the events of the move so far; ``gains`` is what each seat has
    won since the last curtain (only at a curtain, and only in games with a score).
    """

    def __init__(self, effect: str, state: Game, told: int, gains: tuple[int, ...] = ()) -> None:
        self.effect = effect
        self.state = state
        self.told = told
        self.gains = gains


ONE_TURNS: Final = [Turn("one", (seat,)) for seat in range(32)]
NO_SECRETS: Final[dict[int, str]] = {}
NO_NOTES: Final[list[Note]] = []
NO_BEATS: Final[list[Beat]] = []
NO_SCORES: Final[list[int]] = []
TURNS: Final[dict[int, Turn]] = {}  # turns of several seats, each made once


@mypyc_attr(allow_interpreted_subclasses=True)  # games of other packages are not compiled
class Game:
    """State and rules of one match. The constructor only makes empty zones, ``setup`` deals, ``play`` makes a move."""

    info: ClassVar[Info]

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.turn_kind: i64 = ONE
        self.mover: i64 = -1
        self.owing: i64 = 0
        self.over = False
        self.secret_moves = NO_SECRETS
        self.chance: Chance = NO_CHANCE
        self.deals_begun: i64 = 0
        self.keeps_events = False
        self.events = NO_NOTES
        self.keeps_beats = False
        self.beats = NO_BEATS
        self.curtain_scores = NO_SCORES
        self.last_look: LastLook | None = None  # a game that nobody looks at, and a copy, has none

    # What every game writes

    def setup(self, options: MatchOptions) -> None:
        """Read the options and bring the match to its first turn."""
        raise NotImplementedError

    def moves(self, seat: int) -> list[str]:
        """The legal moves of a seat that owes one: the only source of legality."""
        raise NotImplementedError

    def play(self, seat: int, move: str) -> None:
        """Carry out a legal move of a turn of kind one or free."""
        raise NotImplementedError

    def reveal(self, moves: dict[int, str]) -> None:
        """Carry out the moves of a together-turn, in seat order, once all are in."""
        raise NotImplementedError

    def result(self) -> Result:
        """How the match ended."""
        raise NotImplementedError

    def zones(self) -> list[Zone]:
        """Every card of the match in its zone. Nobody changes the list, so that a game may keep it."""
        raise NotImplementedError

    def counters(self) -> list[Counter]:
        """The numbers on the table. Nobody changes the list."""
        raise NotImplementedError

    def facts(self) -> dict[str, object]:
        """Everything, under the state names of the rules spec (``to_move`` and ``over`` are added by the match)."""
        raise NotImplementedError

    def copy(self) -> Game:
        """An independent copy of the state."""
        raise NotImplementedError

    # What a game writes when it has something to say

    def phase(self) -> str:
        """The name of the phase, a key of ``info.phases``."""
        return "play"

    def announcements(self) -> list[Note]:
        """What is announced at the moment."""
        return NO_NOTES

    def labels(self) -> list[Label]:
        """Numbers and words beside zones, worked out from the cards there; only an interface asks for them."""
        return []

    def ask(self, seat: int) -> Note | None:
        """What is asked of a seat that owes a move, where ``info.asks`` of the phase is not enough."""
        return None

    def may_chat(self, seat: int) -> bool:
        """Whether ``seat`` (-1: a watcher) may talk now."""
        return True

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        """Why a seat that owes a move may not make this one: a key of ``info.refusals``, "" if there is none."""
        return ""

    def default_move(self, seat: int) -> str:
        """What a clock plays for a seat that does not answer; a game names something harmless."""
        return min(self.moves(seat))

    def repair_world(self, seat: int, truth: Game) -> bool:
        """Called on a world imagined for ``seat``: adjust what depends on hidden cards; False if it is impossible."""
        return True

    @staticmethod
    def check(seats: int, options: MatchOptions) -> None:
        """Raise BadOption if these options are not possible with this many seats."""

    @staticmethod
    def hints(view: View) -> list[Hint]:
        """Odds and counts worth showing, from a seat's view alone."""
        return []

    # What every game uses

    def begin_deal(self) -> None:
        """New cards are handed out: whoever saw a hand before this knows nothing of those to come."""
        self.deals_begun += 1

    def one(self, seat: i64) -> None:
        """From now on ``seat`` owes a move."""
        self.turn_kind = ONE
        self.mover = seat

    def together(self, seats: i64) -> None:
        """From now on each of these seats (bits) owes a secret move."""
        self.turn_kind = TOGETHER
        self.owing = seats
        self.secret_moves = {}

    def free(self, seats: i64) -> None:
        """From now on any of these seats (bits) may act."""
        self.turn_kind = FREE
        self.owing = seats

    def finish(self) -> None:
        """The match is over."""
        self.over = True

    def next_seat(self, seat: i64) -> i64:
        """The seat to the left."""
        seat += 1
        return seat if seat < self.seats else 0

    def owes(self, seat: i64) -> bool:
        """Whether ``seat`` may or must move now."""
        if self.over:
            return False
        if self.turn_kind == ONE:
            return seat == self.mover
        return (self.owing >> seat) & 1 == 1

    def movers(self) -> list[int]:
        """All seats that may or must move now, ascending."""
        return [seat for seat in range(self.seats) if self.owes(seat)]

    def turn(self) -> Turn:
        """Who moves, and how."""
        if self.turn_kind == ONE and not self.over:
            return ONE_TURNS[self.mover]
        owing: i64 = 0 if self.over else self.owing
        key: i64 = (owing * 64 + self.seats) * 3 + self.turn_kind
        turn = TURNS.get(key)
        if turn is None:
            turn = TURNS[key] = Turn(KINDS[self.turn_kind], tuple(self.movers()))
        return turn

    def to_move(self) -> object:
        """The spec's ``to_move``: a seat, a list of seats, or None when the match is over."""
        if self.over:
            return None
        movers = self.movers()
        return movers[0] if self.turn_kind == ONE else movers

    def act(self, seat: int, move: str) -> None:
        """Carry out a legal move, of whatever kind of turn."""
        if self.turn_kind == TOGETHER:
            self.secret_moves[seat] = move
            self.owing &= ~(1 << i64(seat))
            if self.owing == 0:
                moves = {other: self.secret_moves[other] for other in range(self.seats) if other in self.secret_moves}
                self.secret_moves = {}
                self.reveal(moves)
        else:
            self.play(seat, move)

    def keep_events(self) -> None:
        """From now on somebody reads the events."""
        self.keeps_events = True
        self.events = []

    def tell(
        self,
        kind: str,
        seat: i64 = -1,
        other: i64 = -1,
        card: i64 = -1,
        n: i64 = 0,
        word: str = "",
        seen: i64 = EVERYONE,
        cards: Pile | None = None,
    ) -> None:
        """Tell what happens. In simulations nobody reads it, so nothing is kept."""
        if self.keeps_events:
            if cards is None:
                shown: tuple[int, ...] = (card,) if card >= 0 else ()
            else:
                shown = tuple(cards.cards()) + ((card,) if card >= 0 else ())
            self.events.append(Note(kind, seat, other, shown, n, word, seen))

    def looked_at(self) -> LastLook:
        """Somebody looks at the zones and counters: what was made for the last look, to be taken over or renewed."""
        look = self.last_look
        if look is None:
            look = self.last_look = LastLook()
        return look

    def keep_beats(self) -> None:
        """From now on somebody watches the story of every move."""
        self.keeps_beats = True
        self.beats = []

    def beat(self, effect: str) -> None:
        """People at a table would pause here: keep the picture. In simulations nobody watches, so nothing is kept."""
        if self.keeps_events:
            self.keep_beat(effect)

    def keep_beat(self, effect: str) -> None:
        """Keep a beat with the state as it is, if somebody watches."""
        gains: tuple[int, ...] = ()
        if effect == CURTAIN:
            before = self.curtain_scores or [0] * self.seats  # a deal may end before anybody moves
            self.count_gains()
            if self.keeps_beats:
                gains = tuple([now - then for now, then in zip(self.curtain_scores, before, strict=False)])
        if self.keeps_beats:
            state = self.copy()
            state.keeps_beats = False
            state.beats = NO_BEATS
            self.beats.append(Beat(effect, state, len(self.events), gains))

    def count_gains(self) -> None:
        """What the next curtain says that each seat has gained is counted from here on."""
        if self.keeps_events:
            self.curtain_scores = self.seat_scores()

    def seat_scores(self) -> list[int]:
        """The score of each seat; empty in a game without one."""
        for kind in self.info.counters:
            if kind.show == "score" or kind.show == "track":
                return self._values_of(kind.name)
        return []

    def _values_of(self, name: str) -> list[int]:
        values = [0] * self.seats
        for counter in self.counters():
            if counter.owner >= 0 and counter.kind.name == name:
                values[counter.owner] = counter.value
        return values

    def copy_turn_to(self, other: Game) -> None:
        """Copy what this class keeps; every game's ``copy`` calls it."""
        other.turn_kind = self.turn_kind
        other.mover = self.mover
        other.owing = self.owing
        other.over = self.over
        other.deals_begun = self.deals_begun
        other.secret_moves = dict(self.secret_moves) if self.turn_kind == TOGETHER else NO_SECRETS
        other.chance = self.chance if self.chance is NO_CHANCE else self.chance.copy()
        if self.keeps_events:
            other.keeps_events = True
            other.events = self.events[:]
            other.curtain_scores = self.curtain_scores
        if self.keeps_beats:
            other.keeps_beats = True
            other.beats = self.beats[:]


def places_of(keys: list[int]) -> tuple[int, ...]:
    """The place of each seat, the highest key first; equal keys share the better place.

    >>> places_of([5, 9, 5])
    (2, 1, 2)
    """
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


def leaders(keys: list[int]) -> tuple[int, ...]:
    """The seats with the highest key."""
    top = max(keys)
    return tuple(seat for seat, key in enumerate(keys) if key == top)
