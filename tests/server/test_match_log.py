"""What The Gang asks of a table: blackouts empty the log, and decks go on to the next match."""

from __future__ import annotations

from pathlib import Path

from koloda.core.table import Note
from koloda.server.protocol.messages import AskPast, Rematch, Start
from koloda.server.table.match_log import MatchLog
from koloda.server.table.table import Table

from .kit import House, Seat, play

BLACKOUT = {"mode": "custom", "challenges": [8]}


def test_what_is_erased_goes_from_the_log() -> None:
    log = MatchLog()
    log.entries = [(0, [Note("deal")]), (1, [Note("take", 0), Note("deal")])]
    erases = {"blackout": ("take",)}
    assert not log.erase(2, [Note("deal")], erases)
    assert log.erase(3, [Note("blackout")], erases)
    assert log.entries == [(0, [Note("deal")]), (1, [Note("deal")])]
    assert log.oldest == 3


async def take_chips(people: list[Seat]) -> None:
    """One chip round: everybody takes a free chip and is ready."""
    for seat, person in enumerate(people):
        await person.move(f"take {seat + 1}")
    for person in people:
        await person.move("ready")


def test_a_blackout_takes_the_chips_out_of_logs_and_out_of_the_past(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("the-gang", 3, options=BLACKOUT)
            reader = await Seat(table, "bob", log=True).come()
            await take_chips(people)
            assert table.match is not None
            dark = table.match.move_number
            kinds = [note.kind for _, notes in table.log.entries for note in notes]
            assert "blackout" in kinds and not {"take", "put", "take-from"} & set(kinds)
            assert len([frame for frame in reader.frames if frame["t"] == "log"]) == 2
            assert b"take" not in next(raw for raw in reversed(reader.raw) if raw.startswith(b'{"t":"log"'))
            late = await Seat(table, "eve", log=True).come()
            assert not any(raw.startswith(b'{"t":"log"') and b"take" in raw for raw in late.raw)
            assert (await people[0].say(AskPast(dark - 1)))[-1]["reason"] == "forgotten"
            await people[0].move(next(move for move in people[0].legal() if move.startswith("take ")))
            assert not any(frame["t"] == "refused" for frame in await people[0].say(AskPast(dark)))

    play(story)


async def play_on(table: Table) -> None:
    """To the end, as the clock would."""
    while table.status() == "playing":
        assert table.match is not None
        seat = table.match.turn.seats[0]
        await table.play(seat, table.match.game.default_move(seat))


def test_a_rematch_goes_on_with_the_decks_of_the_last_match(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("the-gang", 3, options={"mode": "advanced"})
            await play_on(table)
            assert table.match is not None and table.match.result is not None
            decks = table.match.result.extra["decks"]
            await people[0].say(Rematch())
            assert table.setup.options == {"mode": "advanced", "decks": decks}
            await people[0].say(Start())
            await play_on(table)
            await people[0].say(Rematch("pairs"))
            assert table.setup.options == {}

    play(story)
