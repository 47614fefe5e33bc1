"""Bot accounts: the host of the house makes them, hosts of tables invite them, all know them as bots."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from koloda.cli import main
from koloda.server.protocol.bodies import NewTable
from koloda.server.protocol.consent import Again, Ballot, Claim, Propose
from koloda.server.protocol.governing import Ban
from koloda.server.protocol.inviting import Decline, InviteBot
from koloda.server.protocol.messages import Say, Sit, Stand, Start
from koloda.server.table.connection import Person
from koloda.server.table.story import story_seen
from koloda.server.table.table import Table

from .kit import House, Seat, play, reason, to_the_end, until
from .running import PATIENCE_SECONDS, Client, Server, play_some, socket_of, wait_for

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "bot_account.py"
MAX_EXAMPLE_LINES = 40


# At a table


async def robot(house: House, name: str = "Robbie") -> str:
    """A bot account."""
    person = f"bot-{name}"
    await house.store.bots.mark(person)
    await house.store.name_person(person, name)
    return person


def as_bot(seat: Seat) -> Seat:
    seat.connection.person = seat.connection.person._replace(bot=True)
    return seat


def test_a_bot_account_sits_only_where_it_is_invited(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            account = await robot(house)
            table = await house.table("pairs", 3)
            ann, bob = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            bot = await as_bot(Seat(table, account, "Robbie")).come()
            assert reason(await bot.say(Sit(1))) == "not-asked"
            assert reason(await bob.say(InviteBot(1, account))) == "not-host"
            assert reason(await ann.say(InviteBot(1, "bob"))) == "no-such-account"
            assert reason(await ann.say(InviteBot(0, account))) == "seat-taken"
            await ann.say(InviteBot(1, account))
            assert bob.last("table")["chairs"][1] == {"kind": "empty", "invited": "Robbie"}
            await ann.say(InviteBot(2, account))
            chairs = ann.last("table")["chairs"]
            assert chairs[1] == {"kind": "empty"} and chairs[2]["invited"] == "Robbie", "one seat at a table"
            assert reason(await bot.say(Sit(1))) == "not-asked"
            await bot.say(Sit(2))
            chair = ann.last("table")["chairs"][2]
            assert (chair["kind"], chair["name"], chair["bot_account"]) == ("person", "Robbie", True)
            assert await house.store.bots.of_table(table.id) == []
            await bob.say(Sit(1))
            await ann.say(Start())
            await to_the_end(table, [ann, bob, bot])
            stored = await house.store.match(table.match_id)
            assert stored is not None and [player.bot_account is True for player in stored.players] == [
                False,
                False,
                True,
            ]
            (line,) = await house.store.history("ann")
            assert line.players[2].bot_account is True
            assert {one["name"]: one.get("bot_account") for one in ann.last("table")["evening"]} == {
                "Ann": None, "bob": None, "Robbie": True,
            }  # fmt: skip

    play(story)


def test_a_program_has_no_say_about_people(tmp_path: Path) -> None:
    """It says for nobody who they are, nobody waits for its yes, and it takes no seat by saying that it was its own."""

    async def story() -> None:
        async with House(tmp_path) as house:
            account = await robot(house)
            table = await house.table("pairs", 3)
            ann, bob = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            bot = await as_bot(Seat(table, account, "Robbie")).come()
            await bob.say(Sit(1))
            await ann.say(InviteBot(2, account))
            await bot.say(Sit(2))
            await ann.say(Start())
            await bob.go()
            lost = await Seat(table, "new-cookie").come()
            await lost.say(Claim(1))
            (asked,) = ann.last("table")["votes"]
            assert asked["asked"] == [0]
            assert reason(await bot.say(Ballot(asked["vote"]))) == "no-vote"
            stranger = await as_bot(Seat(table, "bot-Gort", "Gort")).come()
            assert reason(await stranger.say(Claim(1))) == "not-asked"
            await ann.say(Propose("end"))
            await ann.say(Ballot(asked["vote"], yes=False))
            await bot.say(Stand())
            bob = await Seat(table, "bob").come()
            await ann.say(Propose("end"))
            await bob.say(Ballot(bob.last("table")["votes"][-1]["vote"]))
            assert table.status() == "over"

    play(story)


def test_alone_among_programs_nobody_need_be_asked(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            account = await robot(house)
            table = await house.table("pairs", 2)
            ann, bot = await Seat(table, "ann").come(), await as_bot(Seat(table, account, "Robbie")).come()
            await ann.say(InviteBot(1, account))
            await bot.say(Sit(1))
            await ann.say(Start())
            await ann.say(Propose("end"))
            assert table.status() == "over"
            await ann.say(Again())
            await until(lambda: table.status() == "playing")

    play(story)


def test_an_invitation_outlives_a_restart_and_may_be_declined_or_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            accounts = [await robot(house, name) for name in ("Robbie", "Gort")]
            table = await house.table("pairs", 3)
            ann = await Seat(table, "ann").come()
            for seat, account in enumerate(accounts, 1):
                await ann.say(InviteBot(seat, account))
        async with House(tmp_path) as house:
            await house.store.bots.refresh()
            table = await house.open(table.id)
            ann = await Seat(table, "ann").come()
            assert [chair.get("invited") for chair in ann.last("table")["chairs"]] == [None, "Robbie", "Gort"]
            bot = await as_bot(Seat(table, accounts[0], "Robbie")).come()
            await bot.say(Decline())
            await ann.say(InviteBot(2))
            assert [chair.get("invited") for chair in ann.last("table")["chairs"]] == [None, None, None]
            assert [await house.store.bots.of_account(account) for account in accounts] == [[], []]
            await ann.say(InviteBot(1, accounts[0]))
            bob = await Seat(table, "bob").come()
            await bob.say(Sit(1))
            assert reason(await bot.say(Sit(1))) == "not-asked", "somebody was quicker"
            await ann.say(InviteBot(2, accounts[0]))
            await house.hub.forget(table.id)
            assert await house.store.bots.of_account(accounts[0]) == []

    play(story)


@pytest.mark.parametrize("join", ["now", "between"])
def test_an_invited_account_need_not_knock_in_mid_match(join: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            account = await robot(house)
            table = await house.table("pairs", 2, bots=[None, "normal"], join=join)
            ann = await Seat(table, "ann").come()
            await ann.say(Start())
            await ann.say(InviteBot(1, account))
            bot = await as_bot(Seat(table, account, "Robbie")).come()
            await bot.say(Sit(1))
            assert not ann.last("table").get("knocks")
            if join == "now":
                assert bot.last("table")["you"] == 1
            else:
                assert bot.last("table")["waits"] == 1 and "invited" not in ann.last("table")["chairs"][1]

    play(story)


def test_a_bot_account_is_called_one_wherever_its_name_is(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            account = await robot(house)
            table = await house.table("pairs", 2, bots=[None, "normal"], join="between", open=True)
            ann = await Seat(table, "ann").come()
            bot = await as_bot(Seat(table, account, "Robbie")).come()
            assert ann.last("table")["guests"] == [[bot_number(table, account), "Robbie", True]]
            await bot.say(Say("beep"))
            await ann.say(Say("hello"))
            assert [line.get("bot_account") for line in ann.frames if line["t"] == "said"] == [True, None]
            late = await Seat(table, "bob", log=True).come()
            assert [line.get("bot_account") for line in late.last("chat")["lines"]] == [True, None]
            await ann.say(Start())
            await ann.say(InviteBot(1, account))
            assert ann.last("table")["chairs"][1]["invited"] == "Robbie"
            await bot.say(Sit(1))
            chair = ann.last("table")["chairs"][1]
            assert (chair["kind"], chair["next"], chair["bot_account"]) == ("bot", "Robbie", True)
            await ann.say(Ban(bot_number(table, account)))
            assert ann.last("table")["banned"] == [[bot_number(table, account), "Robbie", True]]
            made = await house.hub.make(NewTable("pairs", 2, open=True), Person(account, "Robbie", bot=True))
            await as_bot(Seat(house.hub.tables[made.id], account, "Robbie")).come()
            listed: list[object] = []
            while not listed:  # that somebody is there is noted a little later
                await asyncio.sleep(0.01)
                listed = [line.bot_account for line in await house.hub.lobby() if line.host == "Robbie"]
            assert listed == [True]

    play(story)


def bot_number(table: Table, account: str) -> int:
    return table.guestbook.number(account)


def test_a_bot_account_neither_deals_for_the_host_nor_is_waited_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            account = await robot(house)
            table = await house.table("pairs", 3)
            ann, bob = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            bot = await as_bot(Seat(table, account, "Robbie")).come()
            await ann.say(InviteBot(1, account))
            await bot.say(Sit(1))
            await bob.say(Sit(2))
            await ann.say(Start())
            table.story_ends = time.time() + 100
            for person in ("ann", "bob"):
                assert table.story_ends
                story_seen(table, person, False)
            assert not table.story_ends, "nobody shows it the story"
            await ann.go()
            assert table.leader() == "bob"

    play(story)


def test_it_stays_a_bot_whatever_it_is_called_and_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            account = await robot(house)
            made = await house.hub.make(NewTable("pairs", 2), Person(account, "Robbie", bot=True))
            await house.store.name_person(account, "Ann")
        async with House(tmp_path) as house:
            await house.store.bots.refresh()
            table = await house.open(made.id)
            watcher = await Seat(table, "watcher").come()
            assert watcher.last("table")["chairs"][0]["bot_account"] is True
            assert house.store.bots.is_bot(account)

    play(story)


# Over HTTP, as a host and as a program


class Made:
    """A bot account of a running server, as ``koloda admin bot`` has made it."""

    def __init__(self, server: Server, capsys: pytest.CaptureFixture[str], name: str) -> None:
        capsys.readouterr()
        assert main(["--lang", "en", "admin", "bot", name, "--data", str(server.data), "--url", server.address]) == 0
        first, second = capsys.readouterr().out.splitlines()
        self.id = first.removeprefix(f"{name}: ")
        self.token = second.rpartition(" ")[2]
        self.headers = {"authorization": f"Bearer {self.token}"}


@contextmanager
def events(server: Server, made: Made) -> Iterator[Iterator[dict[str, Any]]]:
    """What an account hears."""
    with httpx.stream(
        "GET", f"{server.address}/api/bot/events", headers=made.headers, timeout=PATIENCE_SECONDS
    ) as stream:
        assert stream.status_code == 200 and stream.headers["content-type"].startswith("text/event-stream")
        yield (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))


def test_an_account_hears_that_it_is_invited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path).start()
    made, host = Made(server, capsys, "Robbie"), Client(server)
    table = host.make_table(game="pairs", seats=2)
    host.join(table).until("table")
    assert host.http.get("/api/bot/events").json()["reason"] == "not-a-bot"
    assert httpx.get(f"{server.address}/api/bot/events").status_code == 401
    with events(server, made) as heard:
        wait_for(lambda: host.http.get("/api/bots").json() == [{"id": made.id, "name": "Robbie", "listening": True}])
        host.send(t="invite", seat=1, account=made.id)
        event = next(heard)
        assert (event["kind"], event["table"], event["seat"], event["game"], event["seats"]) == (
            "invitation", table, 1, "pairs", 2,
        )  # fmt: skip
        answer = httpx.delete(f"{server.address}/api/bot/invitations/{table}", headers=made.headers)
        assert answer.status_code == 200
        while "invited" in host.until("table")["chairs"][1]:
            pass
        host.send(t="invite", seat=1, account=made.id)
        assert next(heard)["table"] == table
        assert server.stop() == 0, "nobody who listens holds up the end"
    server.start()
    with events(server, made) as heard:
        assert next(heard)["kind"] == "invitation", "it is told again"
    host.close()
    server.stop()


def test_the_host_sees_and_ends_a_bot_account(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path).start()
    made = Made(server, capsys, "Robbie")
    where = ["--data", str(server.data), "--url", server.address]
    with events(server, made):
        wait_for(lambda: _listens(capsys, where))
        table = httpx.post(f"{server.address}/api/tables", json={"game": "pairs", "seats": 2}, headers=made.headers)
        with socket_of(server, table.json()["id"], made.token) as socket:
            socket.recv(timeout=PATIENCE_SECONDS)
            for words in ("tables", "people"):
                assert main(["--lang", "en", "admin", words, *where]) == 0
                assert "Robbie [bot]" in capsys.readouterr().out
        assert main(["--lang", "en", "admin", "ban", made.id, "--days", "1", *where]) == 0
        assert httpx.get(f"{server.address}/api/bots").json() == []
        assert httpx.get(f"{server.address}/api/bot/events", headers=made.headers).json()["reason"] == "banned"
    server.stop()


def test_an_account_that_is_signed_out_hears_no_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = Server(tmp_path).start()
    made = Made(server, capsys, "Robbie")
    with httpx.Client(base_url=server.address, headers=made.headers, timeout=PATIENCE_SECONDS) as robot:
        token = robot.post("/api/person/tokens", json={"label": "x", "scopes": ["read"]}).json()
        by_token = {"authorization": f"Bearer {token['token']}"}
        with httpx.stream("GET", f"{server.address}/api/bot/events", headers=by_token, timeout=PATIENCE_SECONDS) as one:
            heard = one.iter_lines()
            assert next(heard).startswith(":"), "nothing new"
            assert robot.delete(f"/api/person/tokens/{token['id']}").status_code == 200
            assert [line for line in heard if line] == [], "it has ended without another word"
    server.stop()


def _listens(capsys: pytest.CaptureFixture[str], where: list[str]) -> bool:
    capsys.readouterr()
    assert main(["--lang", "en", "admin", "bots", *where]) == 0
    return "yes" in capsys.readouterr().out


def test_the_example_is_small_and_knows_no_koloda() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(list(filter(None, text.splitlines()))) <= MAX_EXAMPLE_LINES
    assert "import koloda" not in text and "from koloda" not in text


def test_the_example_plays_through_restarts_of_the_server_and_of_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server(tmp_path).start()
    made, host = Made(server, capsys, "Robbie"), Client(server)
    program = start_example(server, made)
    try:
        table = host.make_table(game="pairs", seats=2, options={"target": 31})
        host.join(table).until("table")
        host.send(t="invite", seat=1, account=made.id)
        while host.until("table")["chairs"][1]["kind"] != "person":
            pass
        host.send(t="start")
        host.until("view")
        play_some(host, 2)
        server.stop(signal.SIGKILL)
        server.start()
        host.view = None
        host.join(table).until("view")
        play_some(host, 2)
        end(program)
        program = start_example(server, made)
        play_some(host, 3)
        assert host.table is not None
        chair = host.table["chairs"][1]
        assert chair["bot_account"] and chair["name"] == "Robbie" and not chair.get("away")
    finally:
        end(program)
        host.close()
        server.stop()


def start_example(server: Server, made: Made) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(EXAMPLE), server.address, made.token])


def end(program: subprocess.Popen[bytes]) -> None:
    program.kill()
    program.wait(20)
