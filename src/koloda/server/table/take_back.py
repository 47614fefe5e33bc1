"""A move is taken back: how far, whether that is possible at all, and whether anybody has to be asked."""

from __future__ import annotations

from typing import Any, NamedTuple

from koloda.core.errors import KolodaError
from koloda.match import Match, illegal_move
from koloda.server.protocol.refusals import REFUSALS

from .match_log import TakenBack
from .table import JournalLine, Table
from .unseen import shows_nothing_new

BACK_ENTRY = "back"
MAX_TAKE_BACKS = 100  # in one match: each stays in the record


class Undo(NamedTuple):
    """What a seat takes back: all after move ``after``; or, of a turn together, its own choice alone."""

    seat: int
    after: int
    choice: bool = False


def last_move_of(table: Table, seat: int) -> Undo:
    """What this seat would take back now."""
    match = table.match
    if match is None:
        raise no("not-started")
    if table.status() == "over":
        raise illegal_move("over")
    moves, secret = match.moves(), match.game.secret_moves
    done = len(moves) - len(secret)
    if seat in secret:
        return Undo(seat, done, choice=True)
    own = [number for number in range(done) if moves[number][0] == seat]
    if not own:
        raise no("nothing-to-take-back")
    before = replayed(table, moves[: own[-1]])
    return Undo(seat, own[-1] - len(before.game.secret_moves))


def position_before(table: Table, undo: Undo) -> Match:
    """The match as it would be; a KolodaError says why it cannot be."""
    match = table.match
    assert match is not None
    moves, secret = match.moves(), match.game.secret_moves
    done = len(moves) - len(secret)
    if len(table.log.taken_back) >= MAX_TAKE_BACKS:
        raise no("too-many-take-backs")
    if undo.after > done or (undo.choice and (undo.after != done or undo.seat not in secret)):
        raise no("nothing-to-take-back")
    if undo.after < table.log.oldest:
        raise no("forgotten")
    if any(n > undo.after for n in table.newcomers.since.values()):
        raise no("other-hands")
    before = _position(table, undo)
    if before.game.deals_begun != match.game.deals_begun:
        raise no("new-deal")
    return before


def _position(table: Table, undo: Undo) -> Match:
    """The match as it was; of a turn together only one choice may be gone."""
    match = table.match
    assert match is not None
    moves = match.moves()
    pending = moves[len(moves) - len(match.game.secret_moves) :]
    kept = [made for made in pending if undo.choice and made[0] != undo.seat]
    return replayed(table, [*moves[: undo.after], *kept])


def concerns_nobody(table: Table, undo: Undo, before: Match) -> bool:
    """Whether nobody has moved since, and nobody has learnt anything from it; ``before``: as it would be."""
    match = table.match
    assert match is not None
    if undo.choice:
        return True
    if match.game.secret_moves or undo.after != match.move_number - 1:
        return False
    return shows_nothing_new(before, *match.moves()[-1])


async def take_back(table: Table, undo: Undo, before: Match, *lines: JournalLine) -> None:
    """Journal it, and go on from ``before``."""
    line = {"seat": undo.seat, "after": undo.after, "choice": undo.choice, "n": before.move_number}
    await table.append(*lines, (BACK_ENTRY, line))
    go_back(table, undo, before)


def go_back(table: Table, undo: Undo, before: Match) -> None:
    """The match is as it was; what was tried stays in the log and in the record."""
    match = table.match
    assert match is not None
    moves = match.moves()
    cut = moves[undo.after :]
    if undo.choice:
        cut = [made for made in cut if made[0] == undo.seat]
    asked = match.game.chance.tape.items(len(before.game.chance.tape))
    table.log.take_back(TakenBack(undo.after, undo.seat, cut, asked, [], {}), list(before.game.secret_moves))
    table.newcomers.takes += 1
    for state in table.seats:
        state.done_for = [n for n in state.done_for if n <= undo.after]
    table.match = before
    table.audience.forget()
    table.hints.clear()
    table.bots = table.bot_driver()
    table.send_log_to_all()
    table.tell_table()
    table.next_turn()


def repeat(table: Table, payload: dict[str, Any]) -> None:
    """A take-back from the journal."""
    undo = Undo(payload["seat"], payload["after"], payload["choice"])
    go_back(table, undo, _position(table, undo))


def replayed(table: Table, moves: list[tuple[int, str]]) -> Match:
    """The match of the table's seal after these moves."""
    match = table.deal()
    for seat, move in moves:
        match.play(seat, move)
    return match


def no(reason: str) -> KolodaError:
    """A refusal for a reason of the table's own."""
    return KolodaError(reason, REFUSALS[reason])
