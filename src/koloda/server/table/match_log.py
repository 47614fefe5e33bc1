"""What has been told about a match, for those who come later, and how far back they may look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from koloda.core.chance import ChanceAnswer
from koloda.core.table import Note
from koloda.match import Match
from koloda.server.storage.archive import picks_of

LogEntry = tuple[int, list[Note]]
MAX_HANDS_TOLD = 40  # changes of hands that a table tells of, and a record keeps


class TakenBack(NamedTuple):
    """Moves that were taken back: after which one, by which seat, what they were, and what was told of them."""

    after: int
    seat: int
    moves: list[tuple[int, str]]
    asked: list[ChanceAnswer]
    entries: list[LogEntry]
    bots: dict[int, list[int]]

    def to_json(self) -> dict[str, Any]:
        """As a record has it."""
        chance = [answer.to_json() for answer in self.asked]
        told = {"after": self.after, "seat": self.seat, "moves": [list(move) for move in self.moves]}
        return {**told, "chance": chance, "picks": picks_of(self.asked)}


class MatchLog:
    """The events of a match, move by move. What a game takes off the table for good is no longer told to anybody.

    ``bots`` are the seats that a bot has moved for in the place of their person, by the number of the move that tells
    of it: of a turn together that is its last one. ``hands`` are the seats that have changed hands: after which move,
    which seat, and whether a bot has it from then on.
    """

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.oldest = 0  # the first moment that may be looked at again
        self.taken_back: list[TakenBack] = []
        self.bots: dict[int, list[int]] = {}
        self.hands: list[tuple[int, int, bool]] = []
        self._secret_bots: list[int] = []  # who have chosen in the present turn together

    def add(self, n: int, events: list[Note]) -> None:
        """Keep what move ``n`` told."""
        self.entries.append((n, events))

    def note_bot(self, match: Match, seat: int | None) -> None:
        """The last move of a match was made by a bot in the place of this seat's person (None: by nobody's bot)."""
        if seat is not None:
            self._secret_bots.append(seat)
        if not match.game.secret_moves and self._secret_bots:
            self.bots[match.move_number] = sorted(self._secret_bots)
            self._secret_bots = []

    def note_hand(self, n: int, seat: int, bot: bool) -> None:
        """After move ``n`` somebody else has this seat, or a bot; of several after one move the last one counts."""
        self.hands = [one for one in self.hands if one[:2] != (n, seat)]
        self.hands = [*self.hands, (n, seat, bot)][-MAX_HANDS_TOLD:]

    def with_bot(self, match: Match, seat: int | None) -> MatchLog:
        """This log as it will be when the last move is on disk, as far as a record tells of it."""
        other = MatchLog()
        other.taken_back, other.bots, other._secret_bots = self.taken_back, dict(self.bots), self._secret_bots[:]
        other.hands = self.hands
        other.note_bot(match, seat)
        return other

    def erase(self, n: int, events: list[Note], erases: Mapping[str, tuple[str, ...]]) -> bool:
        """Take out what the events of move ``n`` erase; returns whether they erase anything."""
        erased = {kind for event in events for kind in erases.get(event.kind, ())}
        if erased:
            self.entries = _without(self.entries, erased)
            self.taken_back = [one._replace(entries=_without(one.entries, erased)) for one in self.taken_back]
            self.oldest = n
        return bool(erased)

    def take_back(self, cut: TakenBack, secret: Sequence[int]) -> None:
        """Moves were taken back; of the present turn together only these seats' choices remain."""
        entries = [entry for entry in self.entries if entry[0] > cut.after]
        bots = {n: seats for n, seats in self.bots.items() if n > cut.after}
        self.entries = self.entries[: len(self.entries) - len(entries)]
        self.bots = {n: seats for n, seats in self.bots.items() if n <= cut.after}
        self._secret_bots = [seat for seat in self._secret_bots if seat in secret]
        self.hands = [(min(n, cut.after), seat, bot) for n, seat, bot in self.hands]
        self.taken_back.append(cut._replace(entries=entries, bots=bots))

    def told_in_record(self, match: Match) -> dict[str, object]:
        """What the record of a match tells of how it was played."""
        moves = match.moves()
        stood_in = [_last_of(moves, n, seat) for n, seats in self.bots.items() for seat in seats]
        told: dict[str, object] = {"stand_ins": sorted(stood_in)} if stood_in else {}
        if self.hands:
            told["changed_hands"] = [[n, seat, "bot" if bot else "person"] for n, seat, bot in self.hands]
        return {**told, "taken_back": [one.to_json() for one in self.taken_back]} if self.taken_back else told


def _without(entries: list[LogEntry], erased: set[str]) -> list[LogEntry]:
    return [(at, [event for event in earlier if event.kind not in erased]) for at, earlier in entries]


def _last_of(moves: list[tuple[int, str]], n: int, seat: int) -> int:
    """The number of the last move of a seat among the first ``n``."""
    return next(number for number in range(n, 0, -1) if moves[number - 1][0] == seat)
