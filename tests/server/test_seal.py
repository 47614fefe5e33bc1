"""The sealed deal: everybody commits, everybody shows their number, and nobody can choose the cards or try again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from koloda.core.chance import Fast
from koloda.server.protocol.governing import Arrange
from koloda.server.protocol.messages import Rematch, SetBot, Sit, Stand, Start
from koloda.server.protocol.sealing import Commit, Reveal
from koloda.server.storage.store import JournalEntry
from koloda.server.table import dealing
from koloda.server.table.restore import restored
from koloda.server.table.table import Table
from koloda.verify import verify

from .kit import QUICK, Frame, House, Seat, in_one_piece, play, reason, to_the_end, until


def seal(seat: Seat) -> Frame:
    """The seal as this seat was told last."""
    told: Frame = seat.last("table")["seal"]
    return told


async def two_people(house: House, seals: bool = True, **setup: object) -> tuple[Table, Seat, Seat]:
    """A table that waits, with ann and bob on it."""
    table = await house.table("pairs", 2, options={"target": 5}, **setup)
    ann = await Seat(table, "ann", seals=seals).come()
    bob = await Seat(table, "bob", seals=seals).come()
    await bob.say(Sit(1))
    return table, ann, bob


async def verified(house: House, table: Table, people: list[Seat]) -> list[str]:
    """Play to the end; what is said of the archived match."""
    await to_the_end(table, people)
    archived = await house.store.match(table.match_id)
    assert archived is not None
    return [note.get("en") for note in verify(archived.record)]


# The way it should go


@pytest.mark.parametrize(("game", "seats"), [("pairs", 3), ("old-maid", 3), ("twenty-one", 3), ("the-gang", 3)])
def test_a_deal_is_made_of_everybodys_numbers(game: str, seats: int, tmp_path: Path) -> None:
    async def story() -> None:
        chance = Fast(3)
        async with House(tmp_path) as house:
            table = await house.table(game, seats)
            people = [await Seat(table, name, seals=True).come() for name in ("ann", "bob", "cat")]
            for seat, one in enumerate(people):
                await one.say(Sit(seat)) if seat else None
                await one.commit()
            watcher = await Seat(table, "eve").come()
            await people[0].say(Start())
            assert table.status() == "waiting" and seal(watcher)["stage"] == "revealing"
            assert "nonces" not in seal(watcher) and all(seal(watcher)["commits"])
            for one in people:
                await one.reveal()
            await watcher.settle()
            assert seal(watcher)["nonces"] == [one.nonce() for one in people] and "late" not in seal(watcher)
            assert "secret" not in seal(watcher)
            for _ in range(5000):
                if table.status() != "playing":
                    break
                assert table.match is not None
                movers = table.match.turn.seats
                seat = movers[chance.below(len(movers))]
                legal = table.match.legal(seat)
                await table.play(seat, legal[chance.below(len(legal))])
            archived = await house.store.match(table.match_id)
            assert archived is not None and people[0].last("table")["seal"]["secret"] == table.seal.secret
            found = [note.get("en") for note in verify(archived.record)]
            assert found[0].startswith("The deal was fair") and found[1].endswith("0, 1, 2.")

    play(story)


def test_a_table_of_clients_that_add_nothing_is_dealt_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house, seals=False)
            await ann.say(Start())
            assert table.status() == "playing" and seal(bob)["commits"] == ["", ""]
            assert seal(bob)["nonces"] == [table.seal.deal.nonce_by_rule(seat, "") for seat in (0, 1)]
            assert "No page has added a number" in (await verified(house, table, [ann, bob]))[1]

    play(story)


def test_bots_and_empty_seats_have_numbers_by_rule(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 4, bots=[None, "easy"])
            ann = await Seat(table, "ann", seals=True).come()
            await ann.commit()
            await ann.say(Start())
            assert [chair["kind"] for chair in ann.last("table")["chairs"]] == ["person", "bot", "bot", "bot"]
            await ann.reveal()
            assert table.status() == "playing"
            by_rule = [table.seal.deal.nonce_by_rule(seat, "") for seat in (1, 2, 3)]
            assert seal(ann)["nonces"] == [ann.nonce(), *by_rule]

    play(story)


def test_pages_that_take_part_are_waited_for_a_moment(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house)
            await ann.commit()
            await ann.say(Start())
            assert seal(bob)["stage"] == "sealing"
            await bob.commit()
            assert seal(bob)["stage"] == "revealing"
            await ann.reveal()
            await bob.reveal()
            assert table.status() == "playing" and "late" not in seal(ann)

    play(story)


def test_a_page_that_never_commits_holds_up_the_deal_for_a_moment_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "COMMIT_SECONDS", 0.05)

    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house)
            await ann.commit()
            await ann.say(Start())
            await until(lambda: seal(bob)["stage"] == "revealing")
            await ann.reveal()
            assert table.status() == "playing" and seal(ann)["commits"][1] == "" and "late" not in seal(ann)

    play(story)


def test_a_rematch_has_another_seal(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house)
            for _ in range(2):
                old, number = table.match_id, ann.nonce()
                for one in (ann, bob):
                    await one.commit()
                await ann.say(Start())
                for one in (ann, bob):
                    await one.reveal()
                assert (await verified(house, table, [ann, bob]))[1].endswith("0, 1.")
                await ann.say(Rematch())
                assert seal(bob) == {"commitment": table.seal.commitment(), "stage": "open", "commits": ["", ""]}
                assert reason(await ann.say(Reveal(old, number))) == "other-match"

    play(story)


def test_nobody_sits_down_or_stands_up_while_cards_are_dealt(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house)
            eve = await Seat(table, "eve").come()
            for one in (ann, bob):
                await one.commit()
            await ann.say(Start())
            again = Arrange(hints=False)  # it would seal the deal anew: once numbers are shown nobody may try another
            for one, message in ((eve, Sit(1)), (bob, Stand()), (ann, SetBot(1, "easy")), (ann, Start()), (ann, again)):
                assert reason(await one.say(message)) == "dealing"

    play(story)


# Hostile pages


async def revealing(house: House) -> tuple[Table, Seat, Seat]:
    """Ann and Bob have committed, and Ann deals."""
    table, ann, bob = await two_people(house)
    for one in (ann, bob):
        await one.commit()
    await ann.say(Start())
    return table, ann, bob


def test_whoever_commits_and_shows_nothing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "REVEAL_SECONDS", 0.1)

    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await revealing(house)
            await ann.reveal()
            assert table.status() == "waiting"
            await until(lambda: table.status() == "playing")
            await ann.settle()
            assert seal(ann)["late"] == [1] and seal(ann)["nonces"][0] == ann.nonce()
            assert seal(ann)["nonces"][1] == table.seal.deal.nonce_by_rule(1, table.seal.commits[1])
            assert reason(await bob.reveal()) == "late-number", "a number that is late changes nothing"
            found = await verified(house, table, [ann, bob])
            assert found[1].endswith("own: 0.") and found[2].endswith("seats 1.")

    play(story)


def test_another_number_than_the_committed_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "REVEAL_SECONDS", 0.3)

    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await revealing(house)
            assert reason(await bob.reveal("0" * 32)) == "wrong-number"
            assert reason(await bob.reveal(ann.nonce())) == "wrong-number"
            await ann.reveal()
            await until(lambda: table.status() == "playing")
            await ann.settle()
            assert seal(ann)["late"] == [1]

    play(story)


def test_a_number_may_be_shown_twice_and_counts_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await revealing(house)
            again = await Seat(table, "bob", seals=True).come()  # another tab
            for one in (bob, again, bob):
                assert not [frame for frame in await one.reveal() if frame["t"] == "refused"]
            await ann.reveal()
            assert not [frame for frame in await again.reveal() if frame["t"] == "refused"]
            assert table.status() == "playing" and seal(ann)["nonces"][1] == bob.nonce()
            assert (await kinds(house, table)).count("revealed") == 2

    play(story)


def test_a_commitment_is_made_once_and_in_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house)
            eve = await Seat(table, "eve").come()
            match = table.match_id
            assert reason(await eve.say(Commit(match, "0" * 64))) == "not-seated"
            assert reason(await eve.say(Reveal(match, "0" * 32))) == "not-seated"
            assert reason(await bob.say(Commit("another", "0" * 64))) == "other-match"
            assert reason(await bob.reveal()) == "not-committed"
            await ann.commit()
            assert reason(await bob.reveal()) == "not-committed", "before all commitments are final nothing is shown"
            assert await ann.commit() == [], "the same once more changes nothing"
            assert reason(await ann.commit("1" * 32)) == "committed"
            copied = table.seal.commits[0]
            await bob.say(Commit(match, copied))
            await ann.say(Start())
            assert await ann.commit() == [] and reason(await ann.commit("1" * 32)) == "sealed"
            await ann.reveal()
            assert reason(await bob.reveal(ann.nonce())) == "wrong-number", "a copied commitment is worth nothing"
            await bob.go()
            assert table.status() == "playing", "who is gone is not waited for"
            assert seal(ann)["late"] == [1]

    play(story)


def test_who_leaves_before_the_deal_takes_the_commitment_along(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house)
            await bob.commit()
            await bob.go()
            await ann.settle()
            assert seal(ann)["commits"] == ["", ""]
            bob = await Seat(table, "bob", seals=True).come()
            await bob.commit()
            assert seal(bob)["commits"][1]
            await bob.say(Stand())
            eve = await Seat(table, "eve").come()
            await eve.say(Sit(1))
            assert seal(eve)["commits"] == ["", ""], "another person has another number"

    play(story)


# Kills and full disks


async def kinds(house: House, table: Table) -> list[str]:
    return [entry.kind for entry in await house.store.journal(table.id)]


def test_before_the_commitments_are_final_a_restart_changes_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, _ = await two_people(house)
            await ann.commit()
            before = seal(ann)
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            ann = await Seat(again, "ann", seals=True).come()
            assert seal(ann) == {**before, "commits": ["", ""]} and again.match_id == table.match_id
            await ann.commit()
            assert seal(ann)["commits"] == before["commits"], "the page commits again, to the same number"

    play(story)


@pytest.mark.parametrize("shown", [0, 1])
def test_after_a_restart_the_same_seal_goes_on_and_gives_the_same_deal(shown: int, tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await revealing(house)
            if shown:
                await bob.reveal()
            before = seal(ann)
            expected = [ann.nonce(), bob.nonce()]
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            assert again.status() == "waiting"
            people = [await Seat(again, name, seals=True).come() for name in ("ann", "bob")]
            assert seal(people[0]) == before
            for one in people if not shown else people[:1]:
                await one.reveal()
            assert again.status() == "playing" and seal(people[0])["nonces"] == expected
            assert again.seal.secret == table.seal.secret
            view = people[1].last("view")
        async with House(tmp_path) as house:
            third = await house.open(table.id)
            bob = await Seat(third, "bob", seals=True).come()
            assert bob.last("view") == view and seal(bob)["nonces"] == expected

    play(story)


def test_who_does_not_come_back_after_a_restart_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "REVEAL_AFTER_RESTART_SECONDS", 0.1)

    async def story() -> None:
        async with House(tmp_path) as house:
            table, _, _ = await revealing(house)
        async with House(tmp_path) as house:
            again = await house.open(table.id)
            ann = await Seat(again, "ann", seals=True).come()
            await ann.reveal()
            assert again.status() == "waiting", "the pages have time to come back"
            await until(lambda: again.status() == "playing")
            await ann.settle()
            assert seal(ann)["late"] == [1]

    play(story)


def test_a_full_disk_deals_nothing_and_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "REVEAL_SECONDS", 30.0)

    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await two_people(house)
            store = house.store

            def full(*events: JournalEntry, **rest: object) -> asyncio.Future[None]:
                return store.write(("INSERT INTO no_such_table VALUES (1)", ()))

            async def fails(step: asyncio.Future[list[Frame]] | object) -> None:
                honest, store.append = store.append, full  # type: ignore[method-assign]
                assert reason(await step) == "not-saved"  # type: ignore[misc]
                store.append = honest  # type: ignore[method-assign]

            for one in (ann, bob):
                await one.commit()
            await fails(ann.say(Start()))
            assert seal(ann)["stage"] == "open" and all(table.seal.commits)
            await ann.say(Start())
            await fails(ann.reveal())
            await ann.reveal()
            await fails(bob.reveal())
            assert table.status() == "waiting" and table.seal.nonces == [ann.nonce(), ""]
            await bob.reveal()
            assert table.status() == "playing" and "late" not in seal(ann)

    play(story)


def test_the_secret_is_told_to_nobody_before_the_end(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await revealing(house)
            await ann.reveal()
            await bob.reveal()
            assert table.status() == "playing"
            eve = await Seat(table, "eve", log=True).come()
            for looker in (ann, bob, eve):
                assert not any(table.seal.secret.encode() in frame for frame in looker.raw)

    play(story)


def test_every_beginning_of_the_journal_leads_to_the_same_deal(tmp_path: Path) -> None:
    """As if the server had been killed after each entry: the secret, the match and final commitments never change."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table, ann, bob = await revealing(house)
            await bob.reveal()
            await ann.reveal()
            entries = await house.store.journal(table.id)
            kinds = [entry.kind for entry in entries if entry.kind != "opened"]
            assert kinds == ["made", "place", "sealed", "revealed", "revealed", "start"]
            stages: dict[str, str] = {}  # after each kind of entry
            for count in range(1, len(entries) + 1):
                again = await restored(table.row, in_one_piece(entries[:count]), house.store, QUICK)
                stages[entries[count - 1].kind] = again.seal.stage
                assert (again.seal.secret, again.seal.deal) == (table.seal.secret, table.seal.deal)
                if again.seal.stage != "open":
                    assert again.seal.commits == table.seal.commits
                assert all(
                    ours in ("", theirs) for ours, theirs in zip(again.seal.nonces, table.seal.nonces, strict=True)
                )
            stages.pop("opened", None)
            assert list(stages.values()) == ["open", "open", "revealing", "revealing", "dealt"]
            assert again.match is not None and table.match is not None
            assert again.match.record() == table.match.record()

    play(story)
