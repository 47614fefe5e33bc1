"""A move is taken back: how far, whether that is possible at all, and whether anybody has to be asked."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from koloda.core.errors import KolodaError
from koloda.match import Match, illegal_move
from koloda.server.protocol.refusals import REFUSALS

from .match_log import TakenBack
from .table import JournalLine, Table
from .unseen import looks_at

BACK_ENTRY = "back"
MOVES_IN_A_ROW = 20
MAX_TAKE_BACKS = 100  # in one match: each stays in the record


class Undo(NamedTuple):
    """What a seat takes back: all after move ``after``; or, of a turn together, its own choice alone."""

    seat: int
    after: int
    choice: bool = False


async def last_move_of(table: Table, seat: int) -> Undo:
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
    before = await replayed(table, moves[: own[-1]])
    return Undo(seat, own[-1] - len(before.game.secret_moves))


async def position_before(table: Table, undo: Undo) -> Match:
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
    before = await _position(table, undo)
    if before.game.deals_begun != match.game.deals_begun:
        raise no("new-deal")
    return before


async def _position(table: Table, undo: Undo) -> Match:
    """The match as it was; of a turn together only one choice may be gone."""
    match = table.match
    assert match is not None
    moves = match.moves()
    pending = moves[len(moves) - len(match.game.secret_moves) :]
    kept = [made for made in pending if undo.choice and made[0] != undo.seat]
    return await replayed(table, [*moves[: undo.after], *kept])


async def concerns_nobody(table: Table, undo: Undo, before: Match) -> bool:
    """Whether nobody has moved since, and nobody has learnt anything from it; ``before``: as it would be."""
    match = table.match
    assert match is not None
    if undo.choice:
        return True
    if match.game.secret_moves or undo.after != match.move_number - 1:
        return False
    for nothing_new in looks_at(before, *match.moves()[-1]):
        if not nothing_new:
            return False
        await asyncio.sleep(0)  # each look takes a moment: other tables go on
    return True


async def take_back(table: Table, undo: Undo, before: Match, *lines: JournalLine) -> None:
    """Journal it, and go on from ``before``."""
    line = {"seat": undo.seat, "after": undo.after, "choice": undo.choice, "n": before.move_number}
    await table.append(*lines, (BACK_ENTRY, line))
    await go_back(table, undo, before)


async def go_back(table: Table, undo: Undo, before: Match) -> None:
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
    await table.send_log_to_all()
    table.tell_table()
    table.next_turn()


async def repeat(table: Table, payload: dict[str, Any]) -> None:
    """A take-back from the journal."""
    undo = Undo(payload["seat"], payload["after"], payload["choice"])
    await go_back(table, undo, await _position(table, undo))


async def replayed(table: Table, moves: list[tuple[int, str]]) -> Match:
    """The match of the table's seal after these moves; thousands of them hold up no other table."""
    match = table.deal()
    for number, (seat, move) in enumerate(moves, 1):
        match.play(seat, move)
        if number % MOVES_IN_A_ROW == 0:
            await asyncio.sleep(0)
    return match


def no(reason: str) -> KolodaError:
    """A refusal for a reason of the table's own."""
    return KolodaError(reason, REFUSALS[reason])
