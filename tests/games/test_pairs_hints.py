"""Pairs: what its hints tell."""

from __future__ import annotations

from pairs_table import table

from koloda.games.pairs import Pairs
from koloda.games.shared.triangle import unseen_cards
from koloda.testing import scripted
from koloda.words import hint_sentence


def test_hints_of_a_hit_and_a_fold() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9")
    hit, fold, unseen = match.view(0).hints
    assert (hit.kind, hit.move) == ("hint-hit", "hit")
    assert hit.args["percent"] == round(100 * 7 / 53)
    assert (hit.args["whole"], hit.args["tenth"]) == (1, 1)  # 7 * 8 / 53 points
    told = [hint_sentence(Pairs.info, hit, lang) for lang in ("ru", "en")]
    assert told == ["Взять: риск пары 13%, в среднем 1,1 очка.", "Hit: 13% to pair, 1.1 points on average."]
    assert (fold.kind, fold.move, dict(fold.args)) == ("hint-fold-own", "fold", {"n": 8, "seat": 0, "left": 23})
    assert str(unseen.args["ranks"]).endswith("8×7 9×8 10×10")


def test_a_fold_says_whose_card_it_takes_and_whether_it_loses() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9 | 10", {"target": 9})
    match.play(0, "hit")
    _, fold, _ = match.view(1).hints
    assert (fold.kind, fold.args["seat"]) == ("hint-fold", 0)
    short = scripted("pairs", 2, "1 2 2 3 3 | 8 9", {"target": 5})
    _, fatal, _ = short.view(0).hints
    told = [hint_sentence(Pairs.info, fatal, lang) for lang in ("ru", "en")]
    assert told == ["Спасовать: 8 очков, и вы проиграете.", "Fold: 8 points, and you lose."]


def test_hints_are_for_the_seat_that_moves() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9")
    assert match.view(1).hints == []
    assert match.view(None).hints == []


def test_hints_in_continuous_offer_no_base_fold() -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 | 8 9", {"continuous": True})
    assert [hint.kind for hint in match.view(0).hints] == ["hint-hit", "hint-unseen"]


def test_hints_never_name_a_move_that_is_not_legal() -> None:
    match = table([[9], [8]])
    assert match.legal(0) == ["fold"]
    assert all(hint.move in ("", "fold") for hint in match.view(0).hints)


def test_unseen_cards_come_from_the_discards_once_the_deck_is_empty() -> None:
    match = table([[9], [8]], [], [1, 2])
    view = match.view(0)
    assert unseen_cards(view).count(1) == 1
    assert unseen_cards(table([[9], [8]], [3], [1, 2]).view(0)).count(1) == 0
