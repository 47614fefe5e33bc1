"""Pile: every operation, and copies that stay apart whatever is done to either side."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from koloda.core.pile import Pile, fill_all, piles


def test_the_first_card_is_the_top() -> None:
    pile = Pile.of([3, 1, 2])
    assert (len(pile), pile.size(), pile.at(0), pile.at(2)) == (3, 3, 3, 2)
    assert pile.draw() == 3
    assert pile.cards() == [1, 2]
    pile.put(9)
    assert pile.cards() == [1, 2, 9]


def test_draw_to_moves_one_by_one() -> None:
    source, target = Pile.of([1, 2, 3]), Pile.of([7])
    source.draw_to(target, 2)
    assert (source.cards(), target.cards()) == ([3], [7, 1, 2])
    source.all_to(target)
    assert (source.cards(), target.cards()) == ([], [7, 1, 2, 3])
    source.all_to(target)
    assert target.cards() == [7, 1, 2, 3]


def test_looking_for_cards() -> None:
    pile = Pile.of([9, 4, 7, 4])
    pile.draw()
    assert (pile.has(4), pile.has(9)) == (True, False)
    assert (pile.find(7), pile.find(9)) == (1, -1)
    assert (pile.count(4), pile.count(9)) == (2, 0)
    assert pile.lowest() == 4
    assert Pile.of([4, 7, 2]).lowest() == 2


def test_exceeds_tells_of_a_card_that_the_other_lacks() -> None:
    assert Pile.of([1, 2]).has_any_not_in(Pile.of([2, 3]))
    assert not Pile.of([2, 2]).has_any_not_in(Pile.of([3, 2]))
    assert not Pile().has_any_not_in(Pile())


def test_taking_out_closes_up() -> None:
    pile = Pile.of([9, 4, 7, 4, 5])
    pile.draw()
    pile.take(4)
    assert pile.cards() == [7, 4, 5]
    assert pile.take_at(1) == 4
    assert pile.cards() == [7, 5]
    assert pile.take_at(1) == 5
    assert pile.cards() == [7]


def test_sorting_and_swapping() -> None:
    pile = Pile.of([9, 4, 7, 4, 5])
    pile.draw()
    assert pile.sorted() == [4, 4, 5, 7]
    assert pile.cards() == [4, 7, 4, 5]
    pile.sort()
    assert pile.cards() == [4, 4, 5, 7]
    pile.swap(0, 3)
    assert pile.cards() == [7, 4, 5, 4]
    pile.set(1, 200)
    assert pile.cards() == [7, 200, 5, 4]


@pytest.mark.parametrize("size", [16, 17, 60])
def test_sorting_many(size: int) -> None:
    pile = Pile.of([(7 * i) % 53 for i in range(size)])
    pile.draw()
    shared, wanted = pile.copy(), pile.sorted()
    pile.sort()
    assert pile.cards() == wanted != shared.cards()
    pile.put(3)
    assert pile.draw() == wanted[0] and len(pile) == size - 1


CHANGES: list[Callable[[Pile], object]] = [
    Pile.cells,  # hands out what may be changed
    Pile.draw,
    Pile.clear,
    Pile.sort,
    lambda pile: pile.put(5),
    lambda pile: pile.set(0, 5),
    lambda pile: pile.take(4),
    lambda pile: pile.take_at(1),
    lambda pile: pile.swap(0, 1),
    lambda pile: pile.fill(Pile.of([1])),
    lambda pile: pile.draw_to(Pile(), 1),
    lambda pile: pile.all_to(Pile()),
    lambda pile: Pile.of([1]).draw_to(pile, 1),
]


@pytest.mark.parametrize("change", CHANGES)
def test_every_change_is_counted(change: Callable[[Pile], object]) -> None:
    pile = Pile.of([9, 4, 7])
    before = pile.changes
    change(pile)
    assert pile.changes > before


def test_looking_and_copying_is_no_change() -> None:
    pile = Pile.of([9, 4, 7])
    before = pile.changes
    pile.copy().put(1)
    assert (pile.at(0), pile.has(4), pile.sorted(), pile.codes()) == (9, True, [4, 7, 9], bytes([9, 4, 7]))
    assert pile.changes == before


def test_clear_takes_all_away_whether_shared_or_not() -> None:
    own = Pile.of([1, 2])
    own.draw()
    own.clear()
    assert (own.cards(), len(own)) == ([], 0)
    own.put(5)
    assert own.cards() == [5]
    shared = own.copy()
    shared.clear()
    assert (shared.cards(), own.cards()) == ([], [5])


@pytest.mark.parametrize("change", CHANGES[1:])
def test_a_copy_is_apart_from_its_original(change: Callable[[Pile], object]) -> None:
    original = Pile.of([9, 4, 7])
    copy = original.copy()
    change(copy)
    assert original.cards() == [9, 4, 7] != copy.cards()
    kept = original.copy()
    change(original)
    assert kept.cards() == [9, 4, 7]


def test_both_sides_may_change() -> None:
    original = Pile.of([3, 1])
    copy = original.copy()
    original.put(4)
    copy.put(5)
    original.put(6)
    assert (original.cards(), copy.cards()) == ([3, 1, 4, 6], [3, 1, 5])


def test_fill_all_and_piles() -> None:
    source = [Pile.of([1]), Pile.of([2, 3])]
    target = piles(2)
    fill_all(target, source)
    assert [pile.cards() for pile in target] == [[1], [2, 3]]
    target[0].put(9)
    assert source[0].cards() == [1]


def test_cells_are_the_cards_that_are_left_and_this_pile_s_own() -> None:
    original = Pile.of([3, 1, 2])
    copy = original.copy()
    assert copy.draw() == 3
    cells = copy.cells()
    assert list(cells.getvalue()) == [1, 2]
    cells[0] = 9
    assert (original.cards(), copy.cards()) == ([3, 1, 2], [9, 2])
    assert copy.draw() == 9
    assert list(copy.cells().getvalue()) == copy.cards() == [2]
    copy.put(4)
    assert copy.cells() is copy.cells()
