"""Tycoon: the worked examples and rulings of docs/rules/tycoon.md."""

from __future__ import annotations

import pytest

from koloda import Match, resample
from koloda.bots.tycoon.brain import BRAIN
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.core.pile import Pile
from koloda.core.record_types import ChanceRecord
from koloda.games.tycoon.card_sets import PACK_BY_JOKERS, RANKS, TYCOON_DECK, cards_out, rank_of
from koloda.games.tycoon.game import Tycoon
from koloda.testing import labels_of, outline, play, play_on, refusal, state, story


def hold(game: Tycoon, hands: list[str]) -> None:
    """Give the seats these ranks (of each the lowest suits that are left); the other cards go to the heap."""
    left = sorted(PACK_BY_JOKERS[game.jokers] * game.decks)
    for seat, text in enumerate(hands):
        cards = []
        for word in text.split():
            card = next(card for card in left if rank_of(TYCOON_DECK.face(card)) == rank_of(word))
            left.remove(card)
            cards.append(card)
        game.hands[seat].fill(Pile.of(cards))
    game.heap.fill(Pile.of(left))


def table(hands: list[str], leader: int = 0, **options: OptionValue) -> Match:
    """A first deal brought to these hands, the leader about to open it."""
    match = Match.new("tycoon", len(hands), options, seed="table")
    hold(state(match, Tycoon), hands)
    state(match, Tycoon).one(leader)
    return match


def test_e1_r6_order() -> None:
    match = table(["K 3", "A 2 K 3 Jk", "4"], lead="free", jokers=1)
    play(match, "0 play K")
    assert match.legal(1) == ["pass", "play 2", "play A", "play Jk"]
    assert refusal(match, 1, "play K") == "too-low"
    match = table(["5 5 9", "6 6 6 7", "4"], lead="free")
    play(match, "0 play 5 5")
    assert match.legal(1) == ["pass", "play 6 6"]
    assert refusal(match, 1, "play 6") == refusal(match, 1, "play 6 6 6") == "same-count"


def test_e2_opening() -> None:
    match = table(["3 3 7 J J 2", "4", "5"])
    assert match.legal(0) == ["play 3 3"]
    assert refusal(match, 0, "play 3") == refusal(match, 0, "play J J") == "lowest-first"


def test_e3_round() -> None:
    match = table(["4 9 9 K", "5 Q A", "6 6 2"], deals=1)
    play(match, "0 play 4", "1 play 5", "2 pass", "0 play K", "1 play A")
    assert match.facts()["top"] == ["A", 1]
    play(match, "2 play 2")
    assert match.facts()["top"] is None and match.facts()["to_move"] == 2
    play(match, "2 play 6 6")
    assert match.facts()["out"] == [2] and match.facts()["hand_sizes"] == [2, 1, 0]
    play(match, "0 play 9 9")
    facts = match.facts()
    assert facts["over"] and facts["scores"] == [1, 0, 2] and facts["winners"] == [2]
    assert facts["hands"] == [[], ["Q"], []] and state(match, Tycoon).ranking == [2, 0, 1]


def exchanged(hands: list[str], ranking: list[int], rule: str = "one") -> Match:
    """The exchange of a second deal that dealt these hands."""
    match = table(hands, exchange=rule)
    game = state(match, Tycoon)
    game.round, game.ranking, game.leader = 2, ranking, ranking[0]
    game.one(game.leader)
    game.pay_up()
    if game.givers:
        game.one(game.givers[0])
    return match


def test_e4_exchange() -> None:
    match = exchanged(["4 6 6 K A", "3 5 9 Q 2"], [0, 1])
    assert match.facts()["hands"] == [["6", "6", "K", "A", "2"], ["3", "4", "5", "9", "Q"]]
    assert match.facts()["exchange"] == ["2c", "4c"]
    assert match.legal(0) == ["play 6 6"]


def test_e5_the_card_goes_back() -> None:
    match = exchanged(["2 2 2", "K 3 5"], [0, 1])
    assert match.facts()["hands"] == [["2", "2", "2"], ["3", "5", "K"]]
    assert match.facts()["exchange"] == ["Kc", "Kc"]
    assert match.view(0).cards("hand", 1) == ["Kc", None, None]
    assert match.view(1).cards("hand", 0) == [None, None, None]


def test_e6_r8_out_and_unbeaten() -> None:
    match = table(["3 4", "A", "5 6"], leader=1)
    play(match, "1 play A", "2 pass")
    assert [note.seat for note in match.view(None).announcements if note.kind == "passed"] == [2]
    play(match, "0 pass")
    assert match.facts()["to_move"] == 2 and match.facts()["top"] is None
    assert match.legal(2) == ["play 5", "play 6"]


@pytest.mark.parametrize("seats", [2, 9, 15])
@pytest.mark.parametrize("decks", [1, 2])
def test_r1_one_pack_for_any_number_of_seats_unless_more_are_chosen(seats: int, decks: int) -> None:
    match = Match.new("tycoon", seats, {"decks": decks} if decks > 1 else None, seed="r1")
    assert sum(len(hand) for hand in state(match, Tycoon).hands) == 52 * decks


def test_r2_deals_are_uneven_on_the_leaders_side() -> None:
    match = Match.new("tycoon", 5, chance=[{"pick": 3}, {"shuffle": TYCOON_DECK.values(list(range(52)))}])
    assert match.facts()["hand_sizes"] == [10, 10, 10, 11, 11] and match.facts()["to_move"] == 3
    sizes = {13: {4}, 15: {3, 4}, 2: {26}}
    for seats, wanted in sizes.items():
        assert {len(hand) for hand in state(Match.new("tycoon", seats, seed="r2"), Tycoon).hands} == wanted


def test_r3_later_leads_are_free_unless_lowest() -> None:
    for lead, wanted in (("first_lowest", ["play 5", "play 5 5", "play 9"]), ("lowest", ["play 5 5"])):
        match = table(["3 5 5 9", "4 4 4", "4 6 7"], lead=lead)
        play(match, "0 play 3", "1 pass", "2 pass")
        assert match.legal(0) == wanted


def test_r4_passing_though_able_and_must_beat() -> None:
    match = table(["3 9", "4 5", "K K"])
    play(match, "0 play 3")
    assert match.legal(1) == ["pass", "play 4", "play 5"]
    match = table(["3 9", "4 5", "K K"], must_beat=True)
    play(match, "0 play 3")
    assert match.legal(1) == ["play 4", "play 5"] and refusal(match, 1, "pass") == "must-beat"
    play(match, "1 play 5", "2 play K")
    assert match.legal(0) == ["pass"]


def test_r5_a_pass_is_for_one_turn() -> None:
    match = table(["3 9 K", "4 T", "5 7"])
    play(match, "0 play 3", "1 pass", "2 play 5", "0 play 9", "1 play T")
    assert match.facts()["hand_sizes"] == [1, 1, 1]


def test_r7_jokers_are_the_top_rank() -> None:
    match = table(["2 2 3", "Jk Jk 4", "5 6"], lead="free", jokers=2)
    play(match, "0 play 2 2")
    assert match.facts()["to_move"] == 1  # a pair of twos is not the top any more
    assert match.legal(1) == ["pass", "play Jk Jk"]
    play(match, "1 play Jk Jk")
    assert match.facts()["to_move"] == 1 and match.facts()["top"] is None


def test_r7_wild_jokers_complete_a_set() -> None:
    match = table(["7 7 Jk 3", "8 9 9 Jk 2", "5 6 6"], lead="free", jokers=2, joker_wild=True)
    assert "play 7 7 Jk" in match.legal(0) and "play Jk" in match.legal(0)
    play(match, "0 play 7 Jk")
    assert match.facts()["top"] == ["7", 2]
    assert match.legal(1) == ["pass", "play 2 Jk", "play 8 Jk", "play 9 9", "play 9 Jk"]
    play(match, "1 play 2 Jk")
    assert match.facts()["to_move"] == 2 and match.facts()["top"] == ["2", 2]
    forced = table(["3 Jk 5", "8 9", "5 6"], jokers=1, joker_wild=True)
    assert forced.legal(0) == ["play 3"]
    only = table(["Jk Jk", "8 9", "5 6"], jokers=2, joker_wild=True)
    assert only.legal(0) == ["play Jk Jk"]
    beat = table(["3 3 4", "5 Jk", "6 7"], jokers=1, joker_wild=True, must_beat=True)
    play(beat, "0 play 3 3")
    assert beat.legal(1) == ["play 5 Jk"]


def test_r9_poor_gives_first() -> None:
    match = exchanged(["4 5 6", "7 8 A", "3 9 T"], [1, 0, 2])
    assert match.facts()["exchange"] == ["Tc", "7c"] and match.facts()["to_move"] == 1
    assert match.facts()["hands"] == [["4", "5", "6"], ["8", "T", "A"], ["3", "7", "9"]]


def test_r10_two_for_four_seats() -> None:
    match = exchanged(["4 5 6 6", "7 8 9 A", "3 9 T 2", "4 J Q K"], [2, 0, 1, 3], "two")
    assert match.facts()["exchange"] == ["Kc", "Qc", "Ac"] and match.view(2).phase == "give"
    assert "give 3 9" in match.legal(2) and "give 3 3" not in match.legal(2)
    assert refusal(match, 2, "give 3") == "give-count" and refusal(match, 2, "give 8 8") == "not-yours"
    assert refusal(match, 2, "give 9 3") == "give-order" and refusal(match, 2, "give 3 X") == "not-yours"
    assert refusal(match, 2, "play 3") == refusal(match, 2, "pass") == "give-first"
    play(match, "2 give 9 T")
    assert match.facts()["to_move"] == 0 and "give 6" in match.legal(0)
    play(match, "0 give 6")
    assert match.facts()["exchange"] == ["Kc", "Qc", "Ac", "9d", "Tc", "6c"]
    assert match.facts()["to_move"] == 2 and match.legal(2) == ["play 3"]
    assert match.facts()["hands"] == [
        ["4", "5", "6", "A"],
        ["6", "7", "8", "9"],
        ["3", "Q", "K", "2"],
        ["4", "9", "T", "J"],
    ]


def test_r10_two_with_fewer_than_four_lets_the_rich_man_choose() -> None:
    match = exchanged(["4 6 6", "3 5 2"], [0, 1], "two")
    assert match.legal(0) == ["give 2", "give 4", "give 6"]
    play(match, "0 give 6")
    assert match.facts()["hands"] == [["4", "6", "2"], ["3", "5", "6"]]


def test_r10_a_pair_may_be_given() -> None:
    match = exchanged(["4 5 6 6", "7 8 9 A", "3 9 T 2", "4 J Q K"], [0, 1, 2, 3], "two")
    assert "give 6 6" in match.legal(0)


def test_r11_next_deal_off_and_result() -> None:
    deck = TYCOON_DECK.values(list(range(52)))
    for rule, wanted in (("off", None), ("one", 2)):
        chance: list[ChanceRecord] = [{"pick": 0}, {"shuffle": deck}, {"shuffle": deck}]
        match = Match.new("tycoon", 3, {"exchange": rule, "deals": 2}, chance=chance)
        hold(state(match, Tycoon), ["3", "4 5", "6"])
        play(match, "0 play 3", "1 pass", "2 play 6")
        facts = match.facts()
        assert facts["round"] == 2 and facts["scores"] == [2, 0, 1] and facts["to_move"] == 0
        moved = facts["exchange"]
        assert moved is None if wanted is None else isinstance(moved, list) and len(moved) == wanted
    tied = table(["3", "4 5"], deals=1)
    state(tied, Tycoon).scores, state(tied, Tycoon).firsts = [1, 2], [0, 3]
    play(tied, "0 play 3")
    assert tied.facts()["scores"] == [2, 2] and tied.facts()["winners"] == [1]
    shared = table(["3", "4 5"], deals=1)
    state(shared, Tycoon).scores, state(shared, Tycoon).firsts = [0, 1], [0, 1]
    play(shared, "0 play 3")
    assert shared.facts()["winners"] == [0, 1]


def test_titles() -> None:
    match = Match.new("tycoon", 5, seed="titles")
    assert {note.word for note in match.view(None).announcements} == {"commoner"}
    state(match, Tycoon).ranking = [3, 1, 0, 2, 4]
    assert [note.word for note in match.view(None).announcements] == ["commoner", "well-off", "needy", "rich", "poor"]
    three = Match.new("tycoon", 3, seed="titles")
    state(three, Tycoon).ranking = [0, 1, 2]
    assert [note.word for note in three.view(None).announcements] == ["rich", "commoner", "poor"]


def test_exchanged_cards_are_known_to_the_two_involved() -> None:
    match = exchanged(["4 6 6 K", "3 5 9 2", "7 8 T J"], [0, 2, 1])
    views = [match.view(seat) for seat in (0, 1, 2, None)]
    assert [view.cards("hand", 0) for view in views] == [
        ["6c", "6d", "Kc", "2c"],
        ["2c", None, None, None],
        [None] * 4,
        [None] * 4,
    ]
    assert [view.cards("hand", 1) for view in views] == [
        ["4c", None, None, None],
        ["3c", "4c", "5c", "9c"],
        [None] * 4,
        [None] * 4,
    ]
    world = resample(match, 2, Fast(3))
    assert world.view(2) == match.view(2)
    assert [card for card in world.view(1).cards("hand", 0) if card] == world.facts()["exchange"][:1]  # type: ignore[index]
    play(match, "0 play 6 6")
    assert match.view(1).cards("hand", 0) == ["2c", None]
    play(match, "1 pass", "2 pass", "0 play 2")
    assert match.view(1).cards("hand", 0) == [None]


def test_of_equal_cards_the_known_one_is_let_go_first() -> None:
    match = table(["3 4 4", "5", "6"], lead="free", decks=2)
    game = state(match, Tycoon)
    game.hands[0].fill(Pile.of([0, 4, 4]))  # 3c 4c 4c
    game.round, game.ranking = 2, [0, 1, 2]
    game.hands[2].put(4)
    game.hands[1].put(4)
    game.give(2, 0, 4)
    game.give(1, 0, 4)
    assert match.view(2).cards("hand", 0) == ["4c", None, None, None, None]
    assert game.known(0) == [0, 4, 2, 0, 0]
    play(match, "0 play 4")
    assert match.view(2).cards("hand", 0) == [None] * 4 and match.view(1).cards("hand", 0) == ["4c", None, None, None]


def test_refusals() -> None:
    match = table(["5 5 9", "6 6 6 7", "4"], lead="free", jokers=1)
    assert refusal(match, 0, "pass") == "must-lead"
    assert refusal(match, 0, "pass 1") == "not-now" and refusal(match, 0, "hit") == "not-now"
    assert refusal(match, 0, "play") == refusal(match, 0, "play 5 9") == refusal(match, 0, "play 5 5c") == "one-rank"
    assert refusal(match, 0, "play Jk 5") == "one-rank"
    assert refusal(match, 0, "play 5 Jk") == "joker-not-wild"
    assert refusal(match, 0, "play 8") == refusal(match, 0, "play Jk") == refusal(match, 0, "play 5 5 5") == "not-yours"
    assert refusal(match, 0, "give 5") == "no-gift-now"
    wild = table(["5 5 9", "6 6 6 7", "4"], lead="free", jokers=1, joker_wild=True)
    assert refusal(wild, 0, "play 5 Jk") == "not-yours"


def test_default_moves() -> None:
    match = table(["5 5 9", "6 6 6 7", "4"], lead="free")
    assert match.game.default_move(0) == "play 5"
    play(match, "0 play 5")
    assert match.game.default_move(1) == "pass"


def test_hints_count_what_the_others_hold() -> None:
    match = table(["5 2 9", "6 6 7", "4 A"], lead="free")
    assert [RANKS[rank] for rank, n in enumerate(cards_out(match.view(0))) if n] == ["4", "6", "7", "A"]
    hints = match.view(0).hints
    assert [hint.move for hint in hints] == ["play 2", ""]
    assert hints[-1].args == {"ranks": "4×1 6×2 7×1 A×1"}
    assert match.view(None).hints == []
    pairs = table(["5 5 9", "2", "A"], lead="free")
    assert "play 5 5" in [hint.move for hint in pairs.view(0).hints]
    wild = table(["5 5 Jk", "6 Jk", "7"], lead="free", jokers=2, joker_wild=True)
    assert [hint.move for hint in wild.view(0).hints] == ["play 5 5 Jk", "play Jk", ""]


@pytest.mark.parametrize(
    ("hands", "moves", "wanted"),
    [
        (["3 3 7 8", "4 5 9", "6 6 6"], [], "play 3 3"),
        (["3 3 7 8", "4 5", "6 6 6"], [], "play 8"),  # 8 and 7 cannot be beaten: then the threes go out
        (["3 2", "4 5", "6 6 6"], [], "play 2"),
        (["7 7 9 J", "4", "Q Q A A K"], [], "play 7 7"),  # no single to a last card
        (["3 9", "4 4 K 2 5 6", "5 6 7"], ["0 play 3"], "play 5"),
        (["3 9 9 9", "4 4 A 2 6 6", "5 6 7"], ["0 play 3"], "pass"),
        (["3 9 9", "4 4 A 2 6 6", "5 6 7"], ["0 play 3"], "play A"),
        (["3 9 9", "4 4 6 6 8", "5 6 7"], ["0 play 3"], "play 8"),
        (["3 9 9 9", "2", "5 6 7"], ["0 play 3"], "play 2"),
        (["3 3 9 9", "2 K", "5 6 7"], ["0 play 3 3"], "pass"),
    ],
)
def test_policy(hands: list[str], moves: list[str], wanted: str) -> None:
    match = table(hands, lead="free")
    play(match, *moves)
    seat = match.turn.seats[0]
    assert BRAIN.choose(match.game, seat, Fast(1)) == wanted


def test_policy_must_beat_and_give() -> None:
    match = table(["3 9 9 9", "A A 2 2 6 6", "5 6 7"], must_beat=True)
    play(match, "0 play 3")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "play A"  # nothing but the sixes can be beaten then
    match = table(["3 9 9 9", "A A K K 6 6", "5 2 2 2 2 T"], must_beat=True)
    play(match, "0 play 3")
    assert BRAIN.choose(match.game, 1, Fast(1)) == "play 6"
    assert BRAIN.choose(exchanged(["4 6 6", "3 5 2"], [0, 1], "two").game, 0, Fast(1)) == "give 4"
    assert (
        BRAIN.choose(exchanged(["4 4 6 K", "3 5 9 A", "3 5 7 9", "J J Q 2"], [0, 1, 2, 3], "two").game, 0, Fast(1))
        == "give 4 4"
    )


def test_legal_moves_name_ranks_not_cards() -> None:
    hand = " ".join(["3"] * 12 + ["4"] * 12 + ["Jk"] * 6)
    match = table([hand, "5"], decks=3, jokers=2, joker_wild=True, lead="free")
    assert len(match.legal(0)) == 2 * 12 * 7 + 6


def test_a_seat_without_cards_is_skipped() -> None:
    match = table(["3", "4 9", "5 8", "6 7"])
    play(match, "0 play 3", "1 play 4", "2 play 5", "3 play 6", "1 play 9", "2 pass", "3 pass")
    assert match.facts()["to_move"] == 2 and match.facts()["out"] == [0, 1]


# Its story


def test_a_set_that_clears_the_table_lies_there_first() -> None:
    match = table(["4 9 9 K", "5 Q A", "6 6 2"], deals=1)
    play(match, "0 play 4", "1 play 5", "2 pass", "0 play K", "1 play A")
    assert [(label.zone, label.note.kind, label.note.seat) for label in match.view(2).labels] == [
        ("table", "label-played", 1)
    ]
    (laid,) = story(match, "2 play 2", 0)
    assert outline([laid]) == ["land: play"] and laid.cards("table") == ["2c"] and laid.labels[0].note.seat == 2
    assert match.view(0).cards("table") == [] and labels_of(match.view(0)) == []


def test_the_last_set_of_a_deal_and_its_points_are_seen() -> None:
    match = table(["4 9 9 K", "5 Q A", "6 6 2"], deals=1)
    play(match, "0 play 4", "1 play 5", "2 pass", "0 play K", "1 play A", "2 play 2", "2 play 6 6")
    laid, curtain = beats = story(match, "0 play 9 9")
    assert outline(beats) == ["land: play out", "curtain: last"]
    assert laid.cards("table") == ["9c", "9d"] and curtain.gains == (1, 0, 2) and curtain.counter("points", 2) == 2
    titles = {note.seat: note.word for note in curtain.announcements if note.kind == "title"}
    assert titles == {0: "commoner", 1: "poor", 2: "rich"}


@pytest.mark.parametrize("rule", ["one", "two", "off"])
def test_the_exchange_follows_the_deal_in_sight_of_the_two(rule: str) -> None:
    match = Match.new("tycoon", 4, {"deals": 2, "exchange": rule}, seed="exchange")
    match.keep_beats()
    play_on(match, until=lambda: state(match, Tycoon).round == 2)
    rich, poor = state(match, Tycoon).ranking[0], state(match, Tycoon).ranking[-1]
    seen = {seat: match.beats([seat])[0] for seat in (rich, poor, None)}
    effects = {"one": ["land", "gather", "gather"], "two": ["land", "gather"], "off": []}[rule]
    assert [beat.effect for beat in seen[rich]] == ["land", "curtain", *effects]
    if rule == "off":
        return
    dealt = {seat: beats[2].cards("hand", seat) for seat, beats in seen.items()}
    best = max(TYCOON_DECK.card(str(card)) for card in dealt[poor])
    face = TYCOON_DECK.face(best)
    gifts = [note for note in match.view(rich).events if note.kind == "gift"]
    assert gifts[0].cards == (face,) and face not in dealt[rich]
    assert face not in [card for beat in seen[None] for seat in (rich, poor) for card in beat.cards("hand", seat)]
    assert face in seen[rich][3].cards("hand", rich) and face in seen[poor][3].cards("hand", rich)
    assert [note.kind for note in seen[rich][-1].events] == (["gift"] if rule == "one" else ["gift"] * 3)


def test_what_is_asked_for() -> None:
    match = table(["3 3 7", "4 4", "5"])
    ask = match.view(0).ask
    assert ask is not None and ask.kind == "ask-lowest"
    play(match, "0 play 3 3")
    ask = match.view(1).ask
    assert ask is not None and (ask.kind, ask.n) == ("ask-answer", 2) and match.view(0).ask is None
    ask = exchanged(["3 4 5 6", "3 7 8 9", "4 7 8 9", "T J Q K"], [0, 1, 2, 3], "two").view(0).ask
    assert ask is not None and (ask.kind, ask.other, ask.n) == ("ask-give", 3, 2)
    assert table(["3 4", "5", "6"], lead="free").view(0).ask is None
