"""Who plays on a seat may change in the middle of a match: all are told, and the record and its replay tell it, too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from koloda import Match
from koloda.core.errors import KolodaError
from koloda.records import transcript
from koloda.server.http.errands import views_of
from koloda.server.protocol.codec import encode
from koloda.server.protocol.messages import Admit, Sit, Stand, Start
from koloda.undone import hands_of
from koloda.untrusted import checked_record

from .kit import House, Seat, mover, play, to_the_end
from .test_seats import BOTS_WAIT, knock_of


def told(seat: Seat) -> list[Any]:
    """What somebody is told of seats that have changed hands."""
    found: list[Any] = seat.last("table").get("hands", [])
    return found


def test_all_are_told_and_the_record_keeps_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.table("pairs", 2, bots=[None, "easy"], join="now", options={"target": 31})
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            watcher = await Seat(table, "cat").come()
            await host.say(Start())
            assert told(watcher) == []
            await guest.say(Sit(1))
            await host.say(Admit(await knock_of(host)))
            assert told(watcher) == told(host) == told(guest) == [[0, 1, False]]
            people = [host, guest]
            somebody = mover(table, people)
            await somebody.move(somebody.legal()[0])
            await guest.say(Stand())
            await guest.say(Sit(1))
            await guest.say(Stand())
            assert told(watcher) == [[0, 1, False], [1, 1, True]], (
                "of several changes after one move the last one counts"
            )
            await guest.say(Sit(1))
            expected = [[0, 1, "person"], [1, 1, "person"]]
        async with House(tmp_path, BOTS_WAIT) as house:
            table = await house.open(table.id)
            host, guest = await Seat(table, "ann").come(), await Seat(table, "bob").come()
            assert told(host) == [[0, 1, False], [1, 1, False]], "a restart changes nothing"
            await to_the_end(table, [host, guest])
            kept = await house.store.match(table.match_id)
            assert kept is not None
            check_record(kept.record, json.loads(encode(kept).decode()), expected)
            await guest.say(Stand())
            assert len(told(host)) == 2, "after the end nobody plays"

    play(story)


def check_record(record: dict[str, Any], stored: dict[str, Any], expected: list[Any]) -> None:
    """It names nobody, replays as ever, and both ways of looking back tell it."""
    assert record["changed_hands"] == expected
    assert Match.replay(checked_record(record)).result is not None
    assert transcript(record, "en").count("From here somebody else plays (Seat 1).") == 2
    assert "Дальше за этого игрока ходит другой" in transcript(record, "ru")
    assert "From here a bot plays (Seat 0)." in transcript({**record, "changed_hands": [[0, 0, "bot"]]}, "en")
    views = json.loads(views_of(json.dumps(stored), "watch"))
    assert [view.get("hands") for view in views][:3] == [[[0, 1, False]], [[1, 1, False]], None]


@pytest.mark.parametrize(
    "wrong", [5, [5], [[0, 1]], [[0, 1, "cat"]], [[True, 1, "bot"]], [[-1, 0, "bot"]], [[0, -1, "bot"]]]
)
def test_what_is_not_of_its_shape_is_refused(wrong: object) -> None:
    with pytest.raises(KolodaError) as caught:
        hands_of({"changed_hands": wrong})
    assert caught.value.reason == "bad-undone"
