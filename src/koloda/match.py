"""Match: a game being played, and the whole public contract."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from koloda.core.chance import Chance, Fast, Scripted, Seeded
from koloda.core.errors import BadOption, BadRecord, BadSeats, IllegalMove, UnknownSeat, WrongVersion
from koloda.core.game import Game, Result
from koloda.core.history import History
from koloda.core.text import Text, plural
from koloda.core.turn import FREE, Settings, Turn
from koloda.core.view import View, views_of
from koloda.core.worlds import imagine_world
from koloda.games.registry import find_game

FORMAT: Final = 1
LONGEST_MOVE: Final = 200
FEW: Final = 4
MOST_KNOWN: Final = 1000  # option sets that are remembered
PLAIN: Final = (str, bool, int)

REFUSALS: Final = {
    "over": Text("Матч уже окончен.", "The match is over."),
    "not-text": Text(
        f"Ход — это строка не длиннее {LONGEST_MOVE} знаков.", f"A move is a text of at most {LONGEST_MOVE} characters."
    ),
    "not-your-turn": Text("Сейчас не ваш ход.", "It is not your turn."),
    "already-moved": Text("Вы уже сделали выбор; ждём остальных.", "You have chosen already; the others are thinking."),
    "not-now": Text("Сейчас так ходить нельзя.", "That move cannot be made now."),
}


class Match:
    """One match of a game: ask ``turn`` and ``legal``, ``play``, look with ``view``."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        self.move_number = 0
        self.imagined = False
        self._moves: History | None = None  # a simulation has none
        self._offered: list[str] = []
        self._offered_to = -1

    @staticmethod
    def new(
        game: object,
        seats: object,
        options: object = None,
        seed: object = None,
        chance: object = None,
    ) -> Match:
        """A new match, dealt and ready for its first move, from a seed, a script of chance, or a Chance.

        With a ``Fast`` chance it is a simulation: it keeps neither log nor record. Anything may be passed (the types
        say ``object``): what does not fit is a KolodaError, compiled or not.
        """
        game_class = find_game(game)
        low, high = game_class.info.seats
        if not isinstance(seats, int) or isinstance(seats, bool) or not low <= seats <= high:
            raise _bad_seats(game_class, seats)
        settings = _settings(game_class, seats, options)
        state = game_class(seats)
        state.chance = _chance(seed, chance)
        if state.chance.keeps:
            state.keep_events()
        state.setup(settings)
        return Match(state, settings)

    @property
    def turn(self) -> Turn:
        """Who may move now, and how: one, together, or free."""
        return self.game.turn()

    @property
    def result(self) -> Result | None:
        """None while the match goes on."""
        return self.game.result() if self.game.over else None

    def legal(self, seat: object) -> list[str]:
        """The legal moves of ``seat``, sorted; empty if it owes none."""
        number = self._seat(seat)
        if not self.game.owes(number):
            return []
        self._offered = self.game.moves(number)
        self._offered_to = number
        return _in_order(self._offered)

    def play(self, seat: object, move: object) -> None:
        """Make a move. IllegalMove (or BadChance, from a script) leaves the match untouched."""
        self._play(self._seat(seat), move)

    def _play(self, seat: int, move: object) -> None:
        game = self.game
        if not isinstance(move, str) or len(move) > LONGEST_MOVE:
            raise self._refusal("not-text")
        if not game.owes(seat) or not _has(self._offered if self._offered_to == seat else game.moves(seat), move):
            raise self._refusal(self._why_not(seat, move))
        self._offered_to = -1  # what was offered before this move means nothing after it
        before = game.copy() if isinstance(game.chance, Scripted) else None
        pending = len(game.secret)
        if game.keeps_events:
            game.events = []
        try:
            game.act(seat, move)
        except Exception:
            if before is not None:
                self.game = before
            raise
        self.move_number += 1
        if game.chance.keeps:
            self._keep(seat, move)
            if pending and not game.secret:  # a together-turn is complete: from now on its moves stand in seat order
                self._sort_last(pending + 1)

    def view(self, seat: object) -> View:
        """All that ``seat`` may know; ``None`` is a watcher."""
        return self.views([None if seat is None else self._seat(seat)])[0]

    def views(self, seats: Sequence[int | None]) -> list[View]:
        """The views of several seats at once; what is the same to everybody is made once."""
        legal: list[list[str]] = [[] if seat is None else self.legal(seat) for seat in seats]
        return views_of(self.game, self.settings.all(), self.move_number, seats, legal)

    def facts(self) -> dict[str, object]:
        """Everything, under the state names of the rules spec."""
        return {**self.game.facts(), "to_move": self.game.to_move(), "over": self.game.over}

    def copy(self) -> Match:
        """Another match at the same point, with the same chance to come."""
        other = Match(self.game.copy(), self.settings)
        other.move_number = self.move_number
        other.imagined = self.imagined
        if self._moves is not None:
            other._moves = self._moves.copy()
        return other

    def moves(self) -> list[tuple[int, str]]:
        """The moves so far; those of a together-turn in seat order. A simulation keeps none."""
        if self._moves is None:
            return []
        moves: list[tuple[int, str]] = self._moves.items()
        done = len(moves) - len(self.game.secret)
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

    def record(self) -> dict[str, object]:
        """The match so far as a JSON object that replays."""
        if self.imagined or not self.game.chance.keeps:
            raise BadRecord(
                "imagined", Text("Воображаемый матч не записывается.", "An imagined or simulated match has no record.")
            )
        result = self.result
        return {
            "format": FORMAT,
            "game": self.game.info.id,
            "version": self.game.info.version,
            "seats": self.game.seats,
            "options": dict(self.settings.given),
            "chance": [asked.to_json() for asked in self.game.chance.asked],
            "moves": [[seat, move] for seat, move in self.moves()],
            "result": None if result is None else result.to_json(),
        }

    @staticmethod
    def replay(record: object) -> Match:
        """The match of a record, played to the record's last move."""
        match = start_of(record)
        for seat, move in moves_of(record):
            match.play(seat, move)
        check_result(match, record)
        return match

    def _why_not(self, seat: int, move: str) -> str:
        game = self.game
        if game.over:
            return "over"
        if seat in game.secret:
            return "already-moved"
        if not game.owes(seat) and game.turn_kind != FREE:
            return "not-your-turn"
        words = move.split(" ")
        return game.why_not(seat, words[0], words[1:]) or ("not-now" if game.owes(seat) else "not-your-turn")

    def _refusal(self, reason: str) -> IllegalMove:
        return IllegalMove(reason, REFUSALS.get(reason) or self.game.info.refusals[reason])

    def _seat(self, seat: object) -> int:
        if isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < self.game.seats:
            return seat
        last = self.game.seats - 1
        raise UnknownSeat(
            "unknown-seat",
            Text(f"Места — от 0 до {last}, а не {seat!r:.20}.", f"Seats are 0 to {last}, not {seat!r:.20}."),
        )


def resample(match: Match, seat: object, rng: Chance | Random) -> Match:
    """Another full match that looks the same to ``seat``; all that is hidden or to come is drawn from ``rng``."""
    chance = rng if isinstance(rng, Chance) else Fast(rng.getrandbits(63))
    viewer = -1 if seat is None else match._seat(seat)
    other = match.copy()
    other.imagined = True
    other.game = imagine_world(match.game, viewer, chance)
    return other


def _has(moves: list[str], move: str) -> bool:
    """Whether the move is there; mostly it is one of these very texts, and that is seen sooner than equality."""
    for known in moves:
        if known is move:
            return True
    return move in moves


def _in_order(moves: list[str]) -> list[str]:
    """Another list of these moves, sorted; a few are mostly in order, and to see that is quicker than to sort."""
    if len(moves) > FEW:
        return sorted(moves)
    for i in range(1, len(moves)):
        if moves[i] < moves[i - 1]:
            return sorted(moves)
    return moves[:]


def _bad_seats(game_class: type[Game], found: object) -> BadSeats:
    (low, high), names = game_class.info.seats, game_class.info.names
    places = ("место", "места", "мест")[plural("ru", high)]
    ru, en = (f"{low}–{high}", f"{low} to {high}") if low < high else (f"{low}", f"{low}")
    return BadSeats(
        "bad-seats",
        Text(
            f"«{names.ru}» — игра на {ru} {places}, а не {found!r:.20}.",
            f"{names.en} has {en} seats, not {found!r:.20}.",
        ),
    )


KNOWN: Final[dict[tuple[object, ...], Settings]] = {}


def _settings(game_class: type[Game], seats: int, options: object) -> Settings:
    """Checked options; the same plain ones are checked once."""
    key = _key(game_class, seats, options)
    known = KNOWN.get(key) if key else None
    if known is not None:
        return known
    settings = Settings(game_class.info.options, seats, options)
    game_class.check(seats, settings)
    if key:
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[key] = settings
    return settings


def _key(game_class: type[Game], seats: int, options: object) -> tuple[object, ...]:
    """What tells these options from others (1 is not True); empty if they are not plain."""
    if options is None:
        return (game_class, seats)
    if type(options) is not dict:
        return ()
    key: list[object] = [game_class, seats]
    for name, value in options.items():
        if type(name) is not str or type(value) not in PLAIN:
            return ()
        key += (name, type(value), value)
    return tuple(key)


def _chance(seed: object, chance: object) -> Chance:
    if isinstance(chance, Chance):
        return chance
    if chance is not None:
        if isinstance(chance, str | bytes) or not isinstance(chance, Sequence):
            raise BadOption("bad-chance", Text("Случай — это список запросов.", "Chance is a list of requests."))
        return Scripted(list(chance))
    if not isinstance(seed, str):
        raise BadOption(
            "no-seed", Text("Нужно зерно (любой текст) или случай.", "A seed (any text) or chance is needed.")
        )
    return Seeded(seed)


def _bad_record(reason: str, ru: str, en: str) -> BadRecord:
    return BadRecord(reason, Text(ru, en))


def start_of(record: object) -> Match:
    """The match of a record before its first move."""
    if not isinstance(record, dict):
        raise _bad_record("not-an-object", "Запись — это объект JSON.", "A record is a JSON object.")
    for name in ("game", "seats", "chance", "moves"):
        if name not in record:
            raise _bad_record("incomplete", f"В записи нет поля «{name}».", f"The record lacks '{name}'.")
    if not isinstance(record["chance"], list):
        raise _bad_record("bad-chance", "«chance» — это список.", "'chance' must be a list.")
    if not isinstance(record["seats"], int):
        raise _bad_record("bad-seats", "«seats» — это число мест.", "'seats' must be the number of seats.")
    _check_version("format", record.get("format", FORMAT), FORMAT)
    game_class = find_game(record["game"])
    _check_version("version", record.get("version", game_class.info.version), game_class.info.version)
    return Match.new(record["game"], record["seats"], record.get("options"), chance=record["chance"])


def _check_version(name: str, found: object, known: int) -> None:
    if found != known or isinstance(found, bool):
        raise WrongVersion(
            "wrong-version",
            Text(
                f"«{name}» записи — {found!r:.20}, а здесь {known}.",
                f"The record's '{name}' is {found!r:.20}, ours is {known}.",
            ),
        )


def moves_of(record: object) -> list[tuple[int, str]]:
    """The moves of a record, each a seat and a text."""
    assert isinstance(record, dict)
    moves = record["moves"]
    if not isinstance(moves, list):
        raise _bad_record("bad-moves", "«moves» — это список.", "'moves' must be a list.")
    pairs: list[tuple[int, str]] = []
    for number, entry in enumerate(moves, 1):
        if (
            not isinstance(entry, list | tuple)
            or len(entry) != 2
            or not isinstance(entry[0], int)
            or not isinstance(entry[1], str)
        ):
            raise _bad_record(
                "bad-move", f"Ход № {number} — это [место, текст].", f"Move {number} must be [seat, text]."
            )
        pairs.append((entry[0], entry[1]))
    return pairs


def check_result(match: Match, record: object) -> None:
    """Raise BadRecord if anything in the record's result is another than in the replayed match."""
    assert isinstance(record, dict)
    told = record.get("result")
    found = {} if match.result is None else match.result.to_json()
    if told is None or (found and isinstance(told, dict) and told.items() <= found.items()):
        return
    raise _bad_record(
        "wrong-result", "Итог записи не сходится с ходами.", "The record's result does not follow from its moves."
    )
