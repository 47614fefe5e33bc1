"""Match: a game being played, and the whole public contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from secrets import token_hex
from typing import Final, cast

from mypy_extensions import mypyc_attr

from koloda.core.chance import Chance, Fast, SavedChance, Scripted, Seeded
from koloda.core.drawing import LANGUAGE, escaped
from koloda.core.errors import BadRecord, BadSeats, IllegalMove, KolodaError, UnknownSeat, WrongVersion
from koloda.core.game import Game, Result
from koloda.core.history import History
from koloda.core.options import MatchOptions, OptionValue
from koloda.core.record_types import ChanceRecord, Record
from koloda.core.text import Text, plural
from koloda.core.turn import FREE, Turn
from koloda.core.view import BeatView, View, beats_of, view_of, views_of
from koloda.core.worlds import imagine_world
from koloda.games.registry import find_game

RECORD_FORMAT: Final = 1
MAX_MOVE_CHARACTERS: Final = 200
MAX_MOVES_CHECKED_FOR_ORDER: Final = 4
MAX_CHECKED_OPTIONS: Final = 1000
PLAIN_TYPES: Final = (str, bool, int)
NO_MOVES: Final[list[str]] = []

REFUSALS: Final = {
    "over": Text("Матч уже окончен.", "The match is over."),
    "not-text": Text(
        f"Ход — это строка не длиннее {MAX_MOVE_CHARACTERS} знаков.",
        f"A move is a text of at most {MAX_MOVE_CHARACTERS} characters.",
    ),
    "not-your-turn": Text("Сейчас не ваш ход.", "It is not your turn."),
    "already-moved": Text("Вы уже сделали выбор; ждём остальных.", "You have chosen already; the others are thinking."),
    "not-now": Text("Сейчас так ходить нельзя.", "That move cannot be made now."),
}


class Match:
    """One match of a game: ``turn`` and ``legal`` say what can be played, ``play`` plays it, ``view`` shows the table.

    >>> match = Match.new("pairs", 2, {"target": 20}, seed="any text")
    >>> match.turn
    Turn(kind='one', seats=(0,))
    >>> match.legal(0)
    ['fold', 'hit']
    """

    def __init__(self, game: Game, options: MatchOptions) -> None:
        self.game = game
        self.options = options
        self.move_number = 0
        self.imagined = False
        self._moves: History | None = None  # a simulation has none
        self._offered: list[str] = []
        self._offered_to = -1

    @staticmethod
    def new(
        game: str,
        seats: int,
        options: Mapping[str, OptionValue] | None = None,
        *,
        seed: str | int | None = None,
        chance: Chance | Sequence[ChanceRecord] | None = None,
    ) -> Match:
        """A new match, dealt and ready for its first move, from a seed, from the answers of a record, or from a Chance.

        A seed is a text, or a number, which means the same as its digits; without one the match is dealt at random.
        With a ``Fast`` chance it is a simulation and keeps neither events nor a record. A game, a number of seats or
        an option that does not exist is a KolodaError; values of unknown type go through ``koloda.untrusted``.
        """
        game_class = find_game(game)
        low, high = game_class.info.seats
        if not low <= seats <= high:
            raise bad_seats(game_class, seats)
        checked = _checked_options(game_class, seats, options)
        state = game_class(seats)
        state.chance = _chance(seed, chance)
        if state.chance.keeps:
            state.keep_events()
        state.setup(checked)
        if not state.curtain_scores:
            state.count_gains()
        return Match(state, checked)

    @property
    def turn(self) -> Turn:
        """Who may move now, and how: one, together, or free."""
        return self.game.turn()

    @property
    def result(self) -> Result | None:
        """None while the match goes on."""
        return self.game.result() if self.game.over else None

    def legal(self, seat: int) -> list[str]:
        """The legal moves of ``seat``, sorted; empty if it owes none."""
        return self._legal(seat)[:]

    def _legal(self, seat: int) -> list[str]:
        """The same as a list that nobody may change."""
        self._check_seat(seat)
        if not self.game.owes(seat):
            return NO_MOVES
        self._offered = self.game.moves(seat)
        self._offered_to = seat
        return _in_order(self._offered)

    def play(self, seat: int, move: str) -> None:
        """Make a move. IllegalMove (or BadChance, from a script) leaves the match untouched."""
        self._check_seat(seat)
        game = self.game
        if len(move) > MAX_MOVE_CHARACTERS:
            raise illegal_move("not-text")
        if not game.owes(seat) or not _has(self._offered if self._offered_to == seat else game.moves(seat), move):
            raise self._refusal(self._why_not(seat, move))
        self._offered_to = -1  # what was offered before this move means nothing after it
        before = game.copy() if isinstance(game.chance, Scripted) else None
        pending = len(game.secret_moves)
        if game.keeps_events:
            game.events = []
        if game.keeps_beats:
            game.beats = []
        try:
            game.act(seat, move)
        except Exception:
            if before is not None:
                self.game = before
            raise
        self.move_number += 1
        if game.chance.keeps:
            self._keep(seat, move)
            if pending and not game.secret_moves:  # a together-turn is complete: its moves stand in seat order
                self._sort_last(pending + 1)

    def why_not(self, seat: int, move: str) -> IllegalMove | None:
        """Why ``play`` would refuse this move; None: it is legal."""
        self._check_seat(seat)
        if len(move) > MAX_MOVE_CHARACTERS:
            return illegal_move("not-text")
        if self.game.owes(seat) and move in self.game.moves(seat):
            return None
        return self._refusal(self._why_not(seat, move))

    def view(self, seat: int | None) -> View:
        """All that ``seat`` may know; ``None`` is a watcher."""
        return self._view(seat, in_sight=False)

    def views(self, seats: Sequence[int | None]) -> list[View]:
        """The views of several seats at once; what is the same to everybody is made once."""
        return self._views(seats, in_sight=False)

    def sight(self, seat: int | None) -> View:
        """What a person on ``seat`` is shown: their view, but cards that lie face down are left to their memory."""
        return self._view(seat, in_sight=True)

    def sights(self, seats: Sequence[int | None]) -> list[View]:
        """What people on several seats are shown."""
        return self._views(seats, in_sight=True)

    def _view(self, seat: int | None, in_sight: bool) -> View:
        legal = NO_MOVES if seat is None else self._legal(seat)
        return view_of(self.game, self.options, self.move_number, seat, legal, in_sight)

    def _views(self, seats: Sequence[int | None], in_sight: bool) -> list[View]:
        legal = [NO_MOVES if seat is None else self._legal(seat) for seat in seats]
        return views_of(self.game, self.options, self.move_number, seats, legal, in_sight)

    def keep_beats(self) -> None:
        """From the next move on, keep the beats of every move: somebody watches the story."""
        self.game.keep_beats()

    def beats(self, seats: Sequence[int | None]) -> list[list[BeatView]]:
        """The beats of the last move: all that each of these seats (None: a watcher) may know of them."""
        return beats_of(self.game.beats, seats)

    def beats_in_sight(self, seats: Sequence[int | None]) -> list[list[BeatView]]:
        """The same as people see it: what lies face down is closed."""
        return beats_of(self.game.beats, seats, in_sight=True)

    def facts(self) -> dict[str, object]:
        """The whole state, by the names that the rules spec gives it."""
        return {**self.game.facts(), "to_move": self.game.to_move(), "over": self.game.over}

    def copy(self) -> Match:
        """Another match at the same point, with the same chance to come."""
        other = Match(self.game.copy(), self.options)
        other.move_number = self.move_number
        other.imagined = self.imagined
        if self._moves is not None:
            other._moves = self._moves.copy()
        return other

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        """How it is pickled: its record and the chance to come. A simulated or imagined match has no record."""
        return restored, (self.record(), self.game.chance.saved(), self.game.keeps_beats)

    def __repr__(self) -> str:
        turn = self.turn
        seats = ", ".join([str(seat) for seat in turn.seats])
        now = "over" if self.game.over else f"{turn.kind} {seats}"
        return f"<Match {self.game.info.id}, {self.game.seats} seats, move {self.move_number}, {now}>"

    def _repr_html_(self) -> str:
        """How a notebook shows it: as a watcher sees it. ``view(seat)`` shows what a seat knows."""
        return self.view(None)._repr_html_()

    def moves(self) -> list[tuple[int, str]]:
        """The moves so far; those of a together-turn in seat order. A simulation keeps none."""
        if self._moves is None:
            return []
        moves: list[tuple[int, str]] = self._moves.items()
        if not self.game.secret_moves:
            return moves
        done = len(moves) - len(self.game.secret_moves)
        return moves[:done] + sorted(moves[done:])

    def _keep(self, seat: int, move: str) -> None:
        if self._moves is None:
            self._moves = History()
        self._moves.append((seat, move))

    def _sort_last(self, count: int) -> None:
        tape = self._moves
        assert tape is not None
        start = len(tape) - count
        moves: list[tuple[int, str]] = tape.items(start)
        if moves != sorted(moves):
            tape.cut(start)
            for move in sorted(moves):
                tape.append(move)

    def record(self) -> Record:
        """The match so far as a JSON object that replays; a notebook shows the table at its end."""
        if self.imagined or not self.game.chance.keeps:
            raise BadRecord(
                "imagined", Text("Воображаемый матч не записывается.", "An imagined or simulated match has no record.")
            )
        result = self.result
        record: Record = {
            "format": RECORD_FORMAT,
            "game": self.game.info.id,
            "version": self.game.info.version,
            "seats": self.game.seats,
            "options": dict(self.options.given),
            "chance": [answer.to_json() for answer in self.game.chance.asked],
            "moves": [[seat, move] for seat, move in self.moves()],
            "result": None if result is None else result.to_json(),
        }
        return cast(Record, ShownRecord(record))

    @staticmethod
    def replay(record: Record) -> Match:
        """The match of a record, played to its last move. JSON becomes a Record in ``untrusted.checked_record``."""
        match = start_of(record)
        for seat, move in moves_of(record):
            match.play(seat, move)
        check_result(match, record)
        return match

    def _why_not(self, seat: int, move: str) -> str:
        game = self.game
        if game.over:
            return "over"
        if seat in game.secret_moves:
            return "already-moved"
        if not game.owes(seat) and game.turn_kind != FREE:
            return "not-your-turn"
        words = move.split(" ")
        return game.why_not(seat, words[0], words[1:]) or ("not-now" if game.owes(seat) else "not-your-turn")

    def _refusal(self, reason: str) -> IllegalMove:
        return illegal_move(reason) if reason in REFUSALS else IllegalMove(reason, self.game.info.refusals[reason])

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int:  # compiled, this is never so; interpreted, a float would stop a game in mid-move
            raise TypeError(f"a seat is an int, not {seat!r:.20}")
        if not 0 <= seat < self.game.seats:
            raise unknown_seat(seat, self.game.seats)


def resample(match: Match, seat: int | None, rng: Chance | Random) -> Match:
    """Another full match that looks the same to ``seat``; all that is hidden or to come is drawn from ``rng``."""
    chance = rng if isinstance(rng, Chance) else Fast(rng.getrandbits(63))
    if seat is not None:
        match._check_seat(seat)
    viewer = -1 if seat is None else seat
    other = match.copy()
    other.imagined = True
    other.game = imagine_world(match.game, viewer, chance)
    return other


def _has(moves: list[str], move: str) -> bool:
    """Whether the move is there. Usually it is one of these very objects, which is quicker to see than equality."""
    for offered in moves:
        if offered is move:
            return True
    return move in moves


def _in_order(moves: list[str]) -> list[str]:
    """These moves, sorted. A few are usually in order, which is quicker to see than to sort them."""
    if len(moves) > MAX_MOVES_CHECKED_FOR_ORDER:
        return sorted(moves)
    for i in range(1, len(moves)):
        if moves[i] < moves[i - 1]:
            return sorted(moves)
    return moves


def illegal_move(reason: str) -> IllegalMove:
    """A refusal that every game knows."""
    return IllegalMove(reason, REFUSALS[reason])


def unknown_seat(seat: object, seats: int) -> UnknownSeat:
    """The error of a seat that a match of this many seats does not have."""
    last = seats - 1
    return UnknownSeat(
        "unknown-seat",
        Text(f"Места — от 0 до {last}, а не {seat!r:.20}.", f"Seats are 0 to {last}, not {seat!r:.20}."),
    )


def bad_seats(game_class: type[Game], seats: object) -> BadSeats:
    """The error of a number of seats that the game cannot be played with."""
    (low, high), names = game_class.info.seats, game_class.info.names
    places = ("место", "места", "мест")[plural("ru", high)]
    ru, en = (f"{low}–{high}", f"{low} to {high}") if low < high else (f"{low}", f"{low}")
    return BadSeats(
        "bad-seats",
        Text(
            f"«{names.ru}» — игра на {ru} {places}, а не {seats!r:.20}.",
            f"{names.en} has {en} seats, not {seats!r:.20}.",
        ),
    )


CHECKED_OPTIONS: Final[dict[tuple[object, ...], MatchOptions]] = {}


def _checked_options(game_class: type[Game], seats: int, options: Mapping[str, OptionValue] | None) -> MatchOptions:
    """Checked options; the same plain ones are checked once."""
    key = _key(game_class, seats, options)
    known = CHECKED_OPTIONS.get(key) if key else None
    if known is not None:
        return known
    checked = MatchOptions(game_class.info.options, seats, options)
    game_class.check(seats, checked)
    if key:
        if len(CHECKED_OPTIONS) >= MAX_CHECKED_OPTIONS:
            CHECKED_OPTIONS.clear()
        CHECKED_OPTIONS[key] = checked
    return checked


def _key(game_class: type[Game], seats: int, options: Mapping[str, OptionValue] | None) -> tuple[object, ...]:
    """A key by which the same options are found again (1 is not True); empty if some value is not plain."""
    if options is None:
        return (game_class, seats)
    if type(options) is not dict:
        return ()
    key: list[object] = [game_class, seats]
    for name, value in options.items():
        if type(value) not in PLAIN_TYPES:
            return ()
        key += (name, type(value), value)
    return tuple(key)


def _chance(seed: str | int | None, chance: Chance | Sequence[ChanceRecord] | None) -> Chance:
    if isinstance(chance, Chance):
        return chance
    if chance is not None:
        return Scripted(chance)
    return Seeded(token_hex() if seed is None else str(seed))


def restored(record: Record, chance: SavedChance, beats: bool) -> Match:
    """The match of a pickle, at the same point and with the same chance to come."""
    match = Match.new(record["game"], record["seats"], record["options"], chance=chance.script or record["chance"])
    if beats:
        match.keep_beats()
    for seat, move in moves_of(record):
        match.play(seat, move)
    if chance.script is None:
        match.game.chance = Seeded.restored(chance, match.game.chance.tape)
    return match


# Records


@mypyc_attr(native_class=False)
class ShownRecord(dict[str, object]):
    """A record, which is a JSON object like any other, but that a notebook shows the table at its end."""

    def _repr_html_(self) -> str:
        """The table as a watcher sees it; ``koloda.notebook.Replay`` steps through the match, with every card open."""
        record = cast(Record, self)
        moves = plural_moves(len(record["moves"]))
        try:
            match = Match.replay(record)
        except KolodaError as error:
            return f"<div>{escaped(record['game'])}, {moves}: {escaped(error.text.get(LANGUAGE[0]))}</div>"
        return match._repr_html_()


def plural_moves(n: int) -> str:
    """How many moves."""
    return Text("{n} {n:ход|хода|ходов}", "{n} {n:move|moves}").fill(LANGUAGE[0], {"n": n})


def start_of(record: Record) -> Match:
    """The match of a record before its first move."""
    check_versions(record)
    return Match.new(record["game"], record["seats"], record.get("options"), chance=record["chance"])


def check_versions(record: Record) -> None:
    """Raise WrongVersion if the record's format or rules are not ours."""
    _check_version("format", record.get("format", RECORD_FORMAT), RECORD_FORMAT)
    version = find_game(record["game"]).info.version
    _check_version("version", record.get("version", version), version)


def _check_version(name: str, version: int, known: int) -> None:
    if version != known:
        raise wrong_version(name, version, known)


def wrong_version(name: str, version: object, known: int) -> WrongVersion:
    """The error of a record whose ``name`` (its format, or the version of its rules) is not ours."""
    return WrongVersion(
        "wrong-version",
        Text(
            f"«{name}» записи — {version!r:.20}, а здесь {known}.",
            f"The record's '{name}' is {version!r:.20}, ours is {known}.",
        ),
    )


def moves_of(record: Record) -> list[tuple[int, str]]:
    """The moves of a record, each a seat and a text; no type can say that a list is such a pair, so this checks it."""
    moves: list[tuple[int, str]] = []
    for number, entry in enumerate(record["moves"], 1):
        if not isinstance(entry, list | tuple) or len(entry) != 2:
            raise _bad_move(number)
        seat, move = entry[0], entry[1]
        if not isinstance(seat, int) or isinstance(seat, bool) or not isinstance(move, str):
            raise _bad_move(number)
        moves.append((seat, move))
    return moves


def _bad_move(number: int) -> BadRecord:
    return BadRecord("bad-move", Text(f"Ход № {number} — это [место, текст].", f"Move {number} must be [seat, text]."))


def check_result(match: Match, record: Record) -> None:
    """Raise BadRecord if the record's result differs anywhere from that of the replayed match."""
    claimed = record.get("result")
    if claimed is None:
        return
    result = match.result
    if result is None or not claimed.items() <= result.to_json().items():
        raise wrong_result()


def wrong_result() -> BadRecord:
    """The error of a record whose result does not follow from its moves."""
    return BadRecord(
        "wrong-result",
        Text("Итог записи не сходится с ходами.", "The record's result does not follow from its moves."),
    )
