"""How cards are dealt: the host asks, the commitments are made final, the pages show their numbers, the match begins.

Nothing of it is done twice: the final commitments, each number and the deal are on disk before anybody hears of them.
After a restart the same seal goes on, so that a deal cannot be tried again.
"""

from __future__ import annotations

from koloda.core.errors import KolodaError
from koloda.games.registry import find_game
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.storage.store import StoreError

from .clock import now
from .seats import seat_line
from .table import JournalLine, Table

COMMIT_SECONDS = 1.0  # for pages that are here and have not committed yet: they have just come, or the match is new
REVEAL_SECONDS = 2.0  # for pages that have committed; whoever shows nothing by then is named
REVEAL_AFTER_RESTART_SECONDS = 10.0


class Draining(KolodaError):
    """The house is about to close: nothing new begins."""


async def start(table: Table) -> None:
    """The host wants the cards: as soon as every page that takes part has had its say, or its time."""
    if table.settings.house.draining:
        raise Draining("draining", REFUSALS["draining"])
    table.seal.stage = "sealing"
    table.seal.due = now() + COMMIT_SECONDS
    await go_on(table)
    if table.seal.stage == "sealing":
        table.tell_table()


async def go_on(table: Table) -> None:
    """Somebody has committed, shown a number, come or gone, or time is up: whatever nobody is waited for any more."""
    seal = table.seal
    if seal.stage == "sealing" and (now() >= seal.due or not _missing_commits(table)):
        await _seal(table)
    if seal.stage == "revealing" and (now() >= seal.due or not _missing_nonces(table)):
        await _deal(table)


async def take_nonce(table: Table, seat: int, nonce: str) -> None:
    """A page has shown the number that it has committed to."""
    seal = table.seal
    line: JournalLine = ("revealed", {"seat": seat, "nonce": nonce})
    seal.nonces[seat] = nonce
    try:
        if _missing_nonces(table):
            await table.append(line)
        else:
            await _deal(table, line)
    except StoreError:
        seal.nonces[seat] = ""
        raise


def resume(table: Table, commits: list[str]) -> None:
    """After a restart in the middle of it: pages have time to come back and show their numbers again."""
    table.seal.freeze(commits)
    table.seal.waits_for_absent = True
    table.seal.due = now() + REVEAL_AFTER_RESTART_SECONDS


def _missing_commits(table: Table) -> list[int]:
    """The seats of people who are here with a page that takes part, and has not committed."""
    here = {connection.viewer for connection in table.audience.connections if connection.seals}
    return [seat for seat, said in enumerate(table.seal.commits) if not said and seat in here]


def _missing_nonces(table: Table) -> list[int]:
    """The seats whose pages have committed and not shown their number; those who are gone are not waited for."""
    seal = table.seal
    pairs = enumerate(zip(seal.commits, seal.nonces, strict=True))
    missing = [seat for seat, (said, nonce) in pairs if said and not nonce]
    if seal.waits_for_absent:
        return missing
    return [seat for seat in missing if table.seats[seat].gone_since is None]


async def _seal(table: Table) -> None:
    """Empty seats get bots, and the commitments are final; if nobody has made one, the cards are dealt at once."""
    seal = table.seal
    seal.forget_absent(table.seats)
    empty = [seat for seat, state in enumerate(table.seats) if state.free() and state.level is None]
    for seat in empty:
        table.seats[seat].seat_bot("normal")
    lines = [seat_line(seat, table.seats[seat]) for seat in empty]
    try:
        if not any(seal.commits):
            return await _deal(table, *lines)
        await table.append(*lines, ("sealed", {"match": seal.match_id, "commits": seal.commits}))
    except StoreError:
        seal.stage = "open"
        for seat in empty:
            table.seats[seat].seat_bot(None)
        raise
    seal.freeze(seal.commits)
    seal.due = now() + REVEAL_SECONDS
    table.tell_table()


async def _deal(table: Table, *before: JournalLine) -> None:
    """Deal, when that is on disk; a match that the deal itself decides is archived with it."""
    match, lines = table.deal(), (*before, _start_line(table))
    if match.game.over:
        await table.append_end(match, *lines)
    else:
        await table.append(*lines)
    table.seal.close(table.seal.commits, table.seal.counted_nonces())
    table.begin(match)


def _start_line(table: Table) -> JournalLine:
    seal, version = table.seal, find_game(table.setup.game).info.version
    nonces = seal.counted_nonces()
    return "start", {"match": seal.match_id, "version": version, "commits": seal.commits, "nonces": nonces}
