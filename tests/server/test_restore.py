"""A table after a restart of the server is as it was."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koloda.core.chance import Fast
from koloda.match import Match
from koloda.server import open_tables as open_tables_module
from koloda.server.protocol.messages import Rematch, Rename, Start
from koloda.server.storage.forgetting import Faceless, journal_statements
from koloda.server.storage.sqlite_file import ROWS_IN_A_PIECE
from koloda.server.storage.store import JournalEntry
from koloda.server.storage.table_index import TableRow
from koloda.server.table import restore as restore_module
from koloda.server.table.restore import LINES_IN_A_ROW, LINES_SKIMMED_IN_A_ROW, restored
from koloda.server.table.table import Table

from .kit import QUICK, House, Seat, in_one_piece, mover, moves, play, to_the_end


@pytest.mark.parametrize("game", ["pairs", "cribbage", "the-gang", "old-maid"])
def test_a_restart_changes_no_byte_of_any_view(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        chance = Fast(7)
        async with House(tmp_path) as house:
            table, people = await house.full_table(game, 3)
            await people[0].say(Rename("Anna"))
            for _ in range(25):
                if table.status() != "playing":
                    break
                one = mover(table, people)
                legal = one.legal()
                await one.move(legal[chance.below(len(legal))])
            answer = await one.move("whatever", move_id="once-more")
            before = await everything(table)
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert await everything(again) == before
            assert again.seq == table.seq and again.seal.secret == table.seal.secret
            back = await Seat(again, one.connection.person.id).come()
            assert answer["t"] == "refused" and await back.move("whatever", move_id="once-more") == answer

    play(story)


async def everything(table: Table) -> list[list[bytes]]:
    """What everybody gets who opens the table now."""
    streams = []
    for person in ("ann", "p1", "p2", "watcher"):
        looker = await Seat(table, person, log=True).come()
        streams.append(looker.raw)
        await looker.go()
    # who else is here is another matter than what they see
    return [[frame for frame in frames if b'"t":"table"' not in frame] for frames in streams]


def test_after_a_restart_an_old_move_has_its_old_answer_and_the_end_its_link(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            one = mover(table, people)
            answer = await one.move("hit", move_id="mine")
            await to_the_end(table, people)
            link, number = people[0].last("table")["match"], moves(table)
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            back = await Seat(again, one.connection.person.id).come()
            assert back.last("table")["match"] == link and back.last("table")["status"] == "over"
            assert await back.move("hit", n=0, move_id="mine") == answer
            assert moves(again) == number
            host = back if back.connection.person.id == "ann" else await Seat(again, "ann").come()
            await host.say(Rematch())
            await host.say(Start())
        async with House(tmp_path) as house:
            third = await house.open(table.id)
            assert third.status() == "playing" and moves(third) == 0 and third.seal.secret != table.seal.secret

    play(story)


def test_matches_that_are_over_are_not_played_again_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            for _ in range(3):
                await to_the_end(table, people)
                await people[0].say(Rematch("old-maid" if table.setup.game == "pairs" else "pairs"))
                await people[0].say(Start())
            assert table.match is not None
            one = mover(table, people)
            await one.move(one.legal()[0])
            view, link = table.match.view(0), table.match_id
        played: list[str] = []
        honest = Match.play

        def counted(self: Match, seat: int, move: str) -> None:
            played.append(move)
            honest(self, seat, move)

        monkeypatch.setattr(Match, "play", counted)
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert len(played) == 1, "old matches were played again"
            assert again.match is not None and again.match.view(0) == view
            assert (again.match_id, again.seq, again.setup) == (link, table.seq, table.setup)
            assert [seat.saved() for seat in again.seats] == [seat.saved() for seat in table.seats]

    play(story)


def test_one_table_that_cannot_be_restored_keeps_no_other_from_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            bad, _ = await house.full_table("pairs", 2)
            good, _ = await house.full_table("old-maid", 2)

        async def stumbles(row: TableRow, *rest: object) -> object:
            if row.id == bad.id:
                raise IndexError("new rules, old moves")
            return await restored(row, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(open_tables_module, "restored", stumbles)
        async with House(tmp_path) as house:
            shown = await house.open(bad.id)
            assert shown.old is not None and shown.status() == "over", "it is shown, and can be dealt anew"
        monkeypatch.setattr(open_tables_module, "set_aside", stumbles)
        async with House(tmp_path) as house:
            assert await house.hub.open(bad.id) is None and await house.hub.open(good.id) is not None

    play(story)


LONG = 4000


def test_a_journal_of_many_matches_holds_up_no_other_table_and_is_never_whole_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long people have played at a table, opening it and deleting one of them goes line by line."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("pairs", 2, options={"target": 5})
            for _ in range(2):
                await to_the_end(table, people)
                await people[0].say(Rematch())
                said = ("said", {"person": "ann", "name": "Ann", "seat": 0, "text": "x"})
                await table.append(*[said] * LONG)
                await people[0].say(Start())
            result, lines = moves(table), table.seq
        turns, most = 0, 0
        honest = restore_module._skim_all

        async def noted(table: Table, match: list[JournalEntry], number: int) -> int:
            nonlocal most
            most = max(most, len(match))
            return await honest(table, match, number)

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        monkeypatch.setattr(restore_module, "_skim_all", noted)
        async with House(tmp_path) as house:
            going_on = asyncio.create_task(others())
            again = await house.open(table.id)
            assert turns > lines // LINES_SKIMMED_IN_A_ROW + lines // ROWS_IN_A_PIECE
            assert (moves(again), again.seq) == (result, lines) and LONG < most < lines - LONG
            faceless = Faceless("ann", "alias")
            pieces = [len(piece) async for piece in journal_statements(house.store, table.id, faceless)]
            assert sum(pieces) > 2 * LONG and max(pieces) <= ROWS_IN_A_PIECE
            going_on.cancel()

    play(story)


def test_while_a_long_match_is_played_anew_other_tables_go_on(tmp_path: Path) -> None:
    """Whoever opens a link to a match of thousands of moves makes nobody wait for longer than a moment."""

    async def story() -> None:
        async with House(tmp_path) as house:
            long, people = await house.full_table("pairs", 2)
            await to_the_end(long, people)
            entries, row = await house.store.journal(long.id), long.row
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        going_on = asyncio.create_task(others())
        again = await restored(row, in_one_piece(entries), house.store, QUICK)
        going_on.cancel()
        assert again.status() == "over" and turns >= len(entries) // LINES_IN_A_ROW

    play(story)
