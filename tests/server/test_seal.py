"""The sealed deal: the archived chance is the stream of secret and words, and nothing else."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import koloda
from koloda.core.chance import Fast, Seeded
from koloda.server.protocol.messages import AddWords
from koloda.server.table.seal import commitment, new_secret, seed_of

from .kit import House, Seat, play


@pytest.mark.parametrize(("game", "seats"), [("pairs", 3), ("old-maid", 3), ("twenty-one", 3), ("the-gang", 3)])
def test_the_archived_chance_is_the_stream_of_secret_and_words(game: str, seats: int, tmp_path: Path) -> None:
    async def story() -> None:
        chance = Fast(3)
        async with House(tmp_path) as house:
            table, people = await house.full_table(game, seats)
            assert table.status() == "playing"
            sealed = people[0].last("table")["commitment"]
            for _ in range(5000):
                if table.status() != "playing":
                    break
                assert table.match is not None
                movers = table.match.turn.seats
                seat = movers[chance.below(len(movers))]
                legal = table.match.legal(seat)
                await table.play(seat, legal[chance.below(len(legal))])
            info = people[0].last("table")
            archived = house.store.match(info["match"])
            assert archived is not None
            assert sha256(archived.secret.encode("ascii")).hexdigest() == archived.commitment == sealed
            stream = Seeded("\n".join([archived.secret, *(word or "" for word in archived.words)]))
            record = archived.record
            again = koloda.Match.new(game, seats, record["options"], chance=stream)
            for seat, move in record["moves"]:
                again.play(seat, move)
            assert again.record() == {key: value for key, value in record.items() if key != "picks"}
            asked = [entry for entry in record["chance"] if "pick" in entry]
            assert len(record["picks"]) == len(asked)
            assert all(entry["pick"] < out_of for entry, out_of in zip(asked, record["picks"], strict=True))

    play(story)


def test_every_seats_words_count_and_their_place_too() -> None:
    secret = new_secret()
    all_words: list[list[str | None]] = [
        [None, None],
        ["a", None],
        [None, "a"],
        ["a", "a"],
        ["aa", None],
        ["a", "b"],
        ["b", "a"],
    ]
    seeds = {seed_of(secret, words) for words in all_words}
    assert len(seeds) == 7
    assert seed_of("s", ["x", None]) == "s\nx\n"
    deals = {str(koloda.Match.new("pairs", 2, seed=seed).record()["chance"]) for seed in seeds}
    assert len(deals) == 7, "words do not change the deal"


def test_secrets_are_random_and_sealed() -> None:
    secrets = {new_secret() for _ in range(50)}
    assert len(secrets) == 50 and all(len(bytes.fromhex(secret)) == 32 for secret in secrets)
    assert commitment("ab" * 32) == sha256(b"ab" * 32).hexdigest()


def test_no_words_can_imitate_another_seats(tmp_path: Path) -> None:
    """The seed joins words by line feeds; a line feed in somebody's words must not get into it."""

    async def story() -> None:
        async with House(tmp_path) as house:
            table = await house.table("pairs", 2)
            host = await Seat(table, "ann").come()
            await host.say(AddWords("one\ntwo\u2028three"))
            assert table.seats[0].words == "one two three"

    play(story)
