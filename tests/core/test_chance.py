"""Chance: the documented stream, scripts with each of their errors, and the fast generator."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

from koloda import BadChance, Match
from koloda.core.cards import FRENCH, TRIANGULAR
from koloda.core.chance import Chance, Fast, Scripted, Seeded
from koloda.core.errors import MissingExtra
from koloda.core.pile import Pile
from koloda.untrusted import checked_chance


def words(seed: str, n: int) -> list[int]:
    """The stream of docs/records.md, written a second time from its description."""
    key = sha256(seed.encode()).digest()
    blocks = b"".join(sha256(key + block.to_bytes(8, "big")).digest() for block in range(n // 8 + 1))
    return [int.from_bytes(blocks[4 * i : 4 * i + 4], "big") for i in range(n)]


def test_the_seeded_stream_is_sha256_in_counter_mode() -> None:
    source = Seeded("any text")
    assert [source.pick(1 << 32) for _ in range(20)] == words("any text", 20)


def test_the_seeded_stream_keeps_its_first_values() -> None:
    source = Seeded("koloda")
    assert [source.pick(10) for _ in range(8)] == [6, 6, 7, 6, 0, 3, 9, 2]


def test_rejection_sampling_skips_the_uneven_rest() -> None:
    n = (1 << 31) + 1
    expected = [word % n for word in words("reject", 40) if word < n]
    source = Seeded("reject")
    found = [source.pick(n) for _ in range(10)]
    assert found == expected[:10]
    assert len(expected) < 40


def test_a_shuffle_is_fisher_yates_from_the_end() -> None:
    stream = iter(words("shuffle", 20))
    cards = list(range(1, 11))
    for i in range(9, 0, -1):
        j = next(stream) % (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    pile = Pile.of(range(1, 11))
    source = Seeded("shuffle")
    source.shuffle(pile, TRIANGULAR)
    assert pile.cards() == cards
    assert [asked.to_json() for asked in source.asked] == [{"shuffle": cards}]


def test_strange_seeds_work() -> None:
    assert 0 <= Seeded("\ud800").pick(10) < 10
    assert 0 <= Seeded("").pick(10) < 10


@pytest.mark.parametrize("source", [Seeded("copy"), Fast(7), Scripted([{"pick": i} for i in range(9)])])
def test_a_copy_answers_the_same(source: Chance) -> None:
    source.pick(9)
    copy = source.copy()
    assert len(copy.asked) == len(source.asked)
    assert [copy.pick(9) for _ in range(5)] == [source.pick(9) for _ in range(5)]


def test_a_copy_keeps_its_own_list_of_what_was_asked() -> None:
    source = Seeded("copy")
    copy = source.copy()
    copy.pick(3)
    assert (len(source.asked), len(copy.asked)) == (0, 1)


def test_scripted_gives_what_is_written() -> None:
    source = Scripted([{"shuffle": ["Ah", "2c"]}, {"pick": 2}])
    pile = Pile.of([FRENCH.card("2c"), FRENCH.card("Ah")])
    source.shuffle(pile, FRENCH)
    assert FRENCH.values(pile.cards()) == ["Ah", "2c"]
    assert source.pick(3) == 2
    assert [asked.to_json() for asked in source.asked] == [{"shuffle": ["Ah", "2c"]}, {"pick": 2}]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (None, "ran-out"),
        ({"pick": 0}, "wrong-kind"),
        ({"shuffle": [1, 2], "pick": 0}, "wrong-kind"),
        ([1, 2], "wrong-kind"),
        ({"shuffle": "12"}, "not-a-list"),
        ({"shuffle": [1]}, "wrong-cards"),
        ({"shuffle": [1, 2, 2]}, "wrong-cards"),
        ({"shuffle": [1, 3]}, "wrong-cards"),
    ],
)
def test_a_script_that_cannot_be_shuffled(entry: object, reason: str) -> None:
    source = Scripted(checked_chance([] if entry is None else [entry]))
    pile = Pile.of([2, 1])
    with pytest.raises(BadChance) as error:
        source.shuffle(pile, TRIANGULAR)
    assert error.value.reason == reason
    assert "1" in error.value.text.ru and "request 1" in error.value.text.en
    assert (pile.cards(), source.asked) == ([2, 1], [])


@pytest.mark.parametrize("card", ["x", 0, 11, True, None, [1], "1"])
def test_a_script_with_a_card_that_does_not_exist(card: object) -> None:
    with pytest.raises(BadChance) as error:
        Scripted(checked_chance([{"shuffle": [1, card]}])).shuffle(Pile.of([1, 2]), TRIANGULAR)
    assert error.value.reason == "unknown-card"
    assert error.value.text.en == f"Chance request 1: no such card: {card!r}."


@pytest.mark.parametrize("index", [-1, 3, True, "0", 1.0, None])
def test_a_pick_out_of_range(index: object) -> None:
    source = Scripted(checked_chance([{"pick": index}]))
    with pytest.raises(BadChance) as error:
        source.pick(3)
    assert error.value.reason == "wrong-pick"
    assert "0 to 2" in error.value.text.en


def test_a_pick_that_ran_out_or_is_a_shuffle() -> None:
    with pytest.raises(BadChance, match="ran out"):
        Scripted([]).pick(3)
    with pytest.raises(BadChance, match="expected a 'pick'"):
        Scripted([{"shuffle": []}]).pick(3)


def test_a_source_that_keeps_nothing_shuffles_the_same() -> None:
    source, silent = Seeded("keep"), Seeded("keep")
    silent.keeps = False
    first, second = Pile.of(range(9)), Pile.of(range(9))
    source.shuffle(first, TRIANGULAR)
    silent.shuffle(second, TRIANGULAR)
    assert first.cards() == second.cards()
    assert silent.asked == silent.copy().asked == []


def test_fast_keeps_nothing_and_is_even() -> None:
    source = Fast(12345)
    counts = Counter(source.below(6) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(850 < n < 1150 for n in counts.values())
    assert source.pick(6) in range(6)
    assert source.asked == []


def test_fast_shuffles_evenly_and_as_its_numbers_say() -> None:
    twin = Fast(99)
    source = twin.copy()
    cards = list(range(8))
    for i in range(7, 0, -1):
        j = twin.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    pile = Pile.of(range(8))
    source.shuffle(pile, TRIANGULAR)
    assert pile.cards() == cards
    firsts: Counter[int] = Counter()
    for _ in range(2000):
        three = Pile.of([1, 2, 3])
        source.shuffle(three, TRIANGULAR)
        firsts[three.at(0)] += 1
    assert all(580 < firsts[card] < 750 for card in (1, 2, 3))


def test_fast_differs_by_seed() -> None:
    streams = {tuple(Fast(seed).below(1000) for _ in range(1)) for seed in range(50)}
    assert len(streams) > 40
    assert [Fast(1 << 40).below(9) for _ in range(3)] == [Fast(1 << 40).below(9) for _ in range(3)]


def test_a_fast_source_can_keep_its_answers_and_gives_the_same_ones() -> None:
    kept, plain = Fast(5, keeps=True), Fast(5)
    shuffled = []
    for source in (kept, plain):
        pile = Pile.of(TRIANGULAR.pack)
        source.shuffle(pile, TRIANGULAR)
        shuffled.append((pile.cards(), source.pick(6)))
    assert shuffled[0] == shuffled[1] and not plain.asked
    assert [(answer.cards, answer.picked) for answer in kept.asked] == [(shuffled[0][0], 0), ([], shuffled[0][1])]
    other = kept.copy()
    assert other.keeps and other.asked == kept.asked and other.pick(9) == kept.pick(9)
    dealt = Match.new("pairs", 2, chance=Fast(5, keeps=True))
    assert Match.replay(dealt.record()).facts() == dealt.facts()


def test_the_error_of_a_missing_package_names_its_extra() -> None:
    error = MissingExtra.of("pyarrow", "data")
    assert error.text.en == "pyarrow is needed: pip install 'koloda[data]'." and "pyarrow" in error.text.ru
