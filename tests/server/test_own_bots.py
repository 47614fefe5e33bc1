"""Bots of the operator's own at a table: they think in the pool, and what goes wrong with one holds up nobody."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from koloda import Record
from koloda.cli import main
from koloda.server.networks import Asker
from koloda.server.protocol.messages import SetBot, Start
from koloda.server.settings import BadSetting, named_bots
from koloda.server.table.table import Table
from koloda.server.table.table_settings import TableSettings
from koloda.server.thinking.pool import ThinkingPool

from .kit import SOON_SECONDS, House, Seat, reason, until, with_pool
from .running import Client, LocalServer

PROGRAM = f"program:{sys.executable} {Path(__file__).parents[2] / 'examples' / 'bots' / 'pairs_bot.py'}"
BOTS = {"counting": PROGRAM, "broken": "no_such_module:Bot"}


async def play_with_ann(table: Table, ann: Seat, moves: int, answered: list[str | None] | None = None) -> None:
    """Ann plays the first legal move whenever it is her turn; in a free turn, when a bot has answered."""
    heard = 0
    while table.status() == "playing" and table.match is not None and table.match.move_number < moves:
        news = answered is None or len(answered) > heard
        if ann.legal() and (news or table.match.turn.kind != "free"):
            heard = len(answered or ())
            assert (await ann.move(ann.legal()[0]))["t"] == "moved"
        await asyncio.sleep(0.005)


@pytest.mark.parametrize(("game", "name"), [("pairs", "counting"), ("the-gang", "counting"), ("pairs", "broken")])
def test_an_own_bot_moves_or_a_normal_one_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, name: str
) -> None:
    answered: list[str | None] = []

    async def story(pool: ThinkingPool) -> None:
        honest = pool.move

        async def move(record: Record, seat: int, bot: str, seed: int, asker: Asker) -> str | None:
            assert bot == BOTS[name]
            answered.append(await honest(record, seat, bot, seed, asker))
            return answered[-1]

        monkeypatch.setattr(pool, "move", move)
        async with House(tmp_path, TableSettings(1000.0, 0.0, pool, own_bots=BOTS)) as house:
            table = await house.table(game, 3, bots=[None, name, name])
            ann = await Seat(table, "ann").come()
            await ann.say(Start())
            await play_with_ann(table, ann, 12, answered)
            assert ann.last("table")["chairs"][1] == {"kind": "bot", "level": name}
            assert answered
            assert set(answered) == {None} if name == "broken" else None not in answered

    with_pool(story)


def test_a_bot_that_is_not_here_is_refused_and_one_that_is_gone_plays_on_as_normal(tmp_path: Path) -> None:
    async def story(pool: ThinkingPool) -> None:
        settings = TableSettings(1000.0, 0.0, pool, own_bots=BOTS)
        async with House(tmp_path, settings) as house:
            table = await house.table("pairs", 2)
            ann = await Seat(table, "ann").come()
            assert reason(await ann.say(SetBot(1, "grandmaster"))) == "no-such-bot"
            await ann.say(SetBot(1, "counting"))
            assert ann.last("table")["chairs"][1]["level"] == "counting"
            await ann.say(Start())
            table_id = table.id
        async with House(tmp_path, settings._replace(own_bots={})) as house:
            opened = await house.hub.open(table_id)
            assert opened is not None
            table = opened
            ann = await Seat(table, "ann").come()
            await play_with_ann(table, ann, 6)
            await until(lambda: table.match is not None and table.match.move_number >= 6, SOON_SECONDS)

    with_pool(story)


def test_the_page_learns_which_bots_there_are(tmp_path: Path) -> None:
    with LocalServer(tmp_path, bots=(f"counting={PROGRAM}",)) as server:
        client = Client(server)
        assert client.http.get("/api/games/pairs").json()["bots"] == ["counting"]
        for bot, status in (("counting", 201), ("normal", 201), ("grandmaster", 400)):
            answer = client.http.post("/api/tables", json={"game": "pairs", "seats": 2, "bots": [None, bot]})
            assert answer.status_code == status and (status == 201 or answer.json()["reason"] == "no-such-bot")
        client.http.close()


@pytest.mark.parametrize("word", ["counting", "=x:Y", "counting=", "Счётчик=x:Y", "strong=x:Y", "a b=x:Y"])
def test_a_name_that_is_none_is_refused(word: str) -> None:
    with pytest.raises(BadSetting) as refused:
        named_bots((word,))
    assert refused.value.text.ru != refused.value.text.en


def test_a_bot_that_cannot_be_found_stops_the_server_from_starting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--bot", "mine=no_such_module:Bot", "--lang", "en"]) == 2
    assert "ModuleNotFoundError" in capsys.readouterr().err
