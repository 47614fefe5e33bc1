"""The commands behind the figures of docs/bots.md, with small counts."""

from __future__ import annotations

from collections import Counter

import pytest

from koloda.bots import random_policy
from koloda.lab import published_figures
from koloda.lab.cribbage_dealer import DEALS_PER_MATCH, first_dealers_share, play_deals
from koloda.lab.simulate import match_events
from koloda.lab.statistics import Interval


@pytest.fixture(autouse=True)
def few_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """All 12,994,800 take minutes interpreted: tests/games/test_cribbage_counting.py has them."""
    monkeypatch.setattr(published_figures, "count_all_shows", lambda: [1_009_008, *[0] * 27, 76, 4])


def test_a_match_is_heard_from_its_first_deal_to_the_winner() -> None:
    events = list(match_events("cribbage", 2, {"rules": "standard", "target": 5}, "heard", random_policy))
    assert next(note.n for note in events if note.kind == "round") == 1
    assert events[-1].kind in ("wins", "skunk", "double-skunk")
    assert sum(note.kind == "wins" for note in events) == 1
    plays = [note for note in events if note.kind == "play"]
    assert plays and len({(note.seat, *note.cards) for note in plays[:8]}) == len(plays[:8])


def test_cribbage_counts_points_by_where_they_come_from() -> None:
    rows = dict(published_figures.cribbage(2, "test"))
    dealers = rows.pop("cribbage, standard, 2 matches: first dealer's share")
    assert dealers.split(" ")[0] in ("0.000", "0.500", "1.000")
    shows, crib, pegged = (float(rows[name].split(" ")[0]) for name in list(rows)[:3])
    assert 5 < shows < 12 and 2 < crib < 8 and 3 < pegged < 9
    assert rows["all 1,009,088 shows"].startswith(
        "1,009,008 of 0, 0 of 19, 0 of 25, 0 of 26, 0 of 27, 76 of 28, 4 of 29"
    )


def test_the_dealers_share_comes_from_deals_far_from_the_end() -> None:
    deals = play_deals("test", "normal", 0)
    assert len(deals) == DEALS_PER_MATCH and all(sum(scored // 2 for scored in deal) > 3 for deal in deals)
    again, _ = first_dealers_share(30, "test", "normal")
    assert 0 < again.low < again.value < again.high < 1
    assert first_dealers_share(30, "test", "normal") == (again, 30)


def test_the_limit_of_venture_is_told_with_and_without_seeing_all_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published_figures, "VENTURE_WORLDS", 16)
    (knows, share), (sees, more) = published_figures.venture(10, "test")
    assert knows == "Venture, 5 seats, 10 matches: won by a player who knows that the others bid at random"
    assert sees.endswith("one who also sees all cards") and share != more
    assert [share, more] == [figure for _, figure in published_figures.venture(10, "test")]


def test_drunkard_takes_longer_with_more_cards() -> None:
    (_, few), (_, many) = published_figures.drunkard(40, "test")
    assert int(few.split(" ")[0]) < int(many.split(" ")[0])


def test_bids_of_ninety_nine_are_counted_per_deal() -> None:
    (book, made), (parlett, made_too) = published_figures.ninety_nine(1, "test")
    assert book.startswith("Ninety-Nine, book, ") and parlett.startswith("Ninety-Nine, parlett, ")
    assert 0 <= float(made.split(" ")[0]) <= 1 and 0 <= float(made_too.split(" ")[0]) <= 1


def test_heists_are_asked_of_three_to_six_seats() -> None:
    rows = list(published_figures.gang(1, "test"))
    assert [what for what, _ in rows] == [f"The Gang, {seats} seats, 1 heists: won" for seats in (3, 4, 5, 6)]
    assert {figure.split(" ")[0] for _, figure in rows} <= {"0.000", "1.000"}


def test_the_median_has_an_interval_of_its_own_numbers() -> None:
    assert published_figures.median(Counter(range(1, 101))) == Interval(50, 41, 60)


def test_the_command_prints_the_rows_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert published_figures.main(["drunkard", "--matches", "3", "--seed", "s"]) == 0
    first = capsys.readouterr().out
    assert first.count("\n") == 4 and "Drunkard, 52 cards, 3 matches" in first
    published_figures.main(["drunkard", "--matches", "3", "--seed", "s"])
    assert capsys.readouterr().out == first
    published_figures.main(["drunkard", "--matches", "3", "--seed", "t"])
    assert capsys.readouterr().out != first
    with pytest.raises(SystemExit):
        published_figures.main(["bridge"])
