"""Sentences in both languages: seats, closed cards, translated words, hints, moves, rules pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from koloda import KolodaError, Match, UnknownGame, find_game
from koloda.core.chance import Seeded
from koloda.core.game import Game, Result
from koloda.core.table import Hint, ZoneKind
from koloda.core.text import LANGUAGES, Text
from koloda.core.turn import Verb
from koloda.core.view import NoteView, View
from koloda.games.registry import our_games
from koloda.testing.walks import play_on
from koloda.words import cards_text, hint_sentence, move_sentence, result_lines, rules_page, seat_name, sentence

MOVES_READ = 120  # of a match whose sentences are read
MOVES_NAMED = 30
PAIRS = find_game("pairs").info
TOY = PAIRS._replace(
    id="toy",
    names=Text("Игрушка", "Toy"),
    verbs=(
        Verb("give", Text("Отдать", "Give"), ("cards@hand", "seat")),
        Verb("vote", Text("Выбрать", "Vote"), ("word",)),
        Verb("look", Text("Посмотреть", "Look"), ("zone",)),
    ),
    zones=(ZoneKind("hand", Text("Рука", "Hand")),),
    words={
        "passes": Text("{seat} даёт {other}: {cards}.", "{seat} passes {cards} to {other}."),
        "passes-hidden": Text("{seat} даёт {other} {n} {n:карту|карты|карт}.", "{seat} gives {n} {n:card|cards}."),
        "shows": Text("{seat}: {cards}.", "{seat}: {cards}."),
        "votes": Text("{seat} — {word}.", "{seat}: {word}."),
        "word-white": Text("белая", "white"),
        "hint-best": Text("{seat}, {cards}: {word}, {percent}%.", "{seat}, {cards}: {word}, {percent}%."),
    },
)


def note(kind: str, cards: tuple[int | str | None, ...] | None = (), n: int = 0, word: str = "") -> NoteView:
    return NoteView(kind, 0, 3, cards, n, word)


def test_seats_are_numbered_as_in_moves_unless_named() -> None:
    assert sentence(TOY, note("passes", (7, 8)), "en") == "Seat 0 passes 7 8 to Seat 3."
    assert sentence(TOY, note("passes", (7, 8)), "ru") == "Место 0 даёт Место 3: 7 8."
    assert sentence(TOY, note("passes", (7,)), "ru", ["Анна", "Борис", "Вика", "Гриша"]) == "Анна даёт Гриша: 7."
    assert sentence(TOY, note("passes", (7,)), "en", ["Ann"]) == "Ann passes 7 to Seat 3."
    assert seat_name(None, "ru") == ""


def test_the_reader_is_addressed_where_a_sentence_has_the_words_for_it() -> None:
    pays = Text(
        "{seat|Вы} {seat:платит|платите}, {other:получает|получаете} {other|вы}: {n} {n:очко|очка|очков}.",
        "{seat|You} {seat:pays|pay} {other|you} {n} {n:point|points}.",
    )
    words = {**TOY.words, "pays": pays}
    told = [sentence(TOY._replace(words=words), note("pays", n=2), "en", ["Ann"], you) for you in (None, 0, 3, 1)]
    ann = "Ann pays Seat 3 2 points."
    assert told == [ann, "You pay Seat 3 2 points.", "Ann pays you 2 points.", ann]
    assert (
        pays.fill("ru", {"seat": "Анна", "other": "Борис", "n": 1}, ("seat",)) == "Вы платите, получает Борис: 1 очко."
    )
    assert sentence(TOY, note("passes", (7,)), "en", ["Ann"], 0) == "Ann passes 7 to Seat 3."


def test_a_third_person_is_named_by_their_seat() -> None:
    words = {**TOY.words, "asks": Text("{third:смотрит|смотрите} {third|вы}", "{third:looks|look} {third|you}")}
    told = [sentence(TOY._replace(words=words), note("asks", n=1), "ru", ["Аня", "Боря"], you) for you in (0, 1)]
    assert told == ["смотрит Боря", "смотрите вы"]


def test_ten_is_written_as_people_write_it() -> None:
    assert sentence(TOY, note("shows", ("Th", "9c")), "en") == "Seat 0: 10h 9c."
    assert sentence(TOY, note("votes", word="Qd Tc"), "en") == "Seat 0: Qd 10c."
    assert move_sentence(TOY, "give Th Ts 2", "en") == "Give: 10h 10s, Seat 2"


def test_closed_cards_use_the_hidden_sentence_or_a_sign() -> None:
    assert sentence(TOY, note("passes", None, 2), "en") == "Seat 0 gives 2 cards."
    assert sentence(TOY, note("passes", None, 5), "ru") == "Место 0 даёт Место 3 5 карт."
    assert sentence(TOY, note("shows", None), "en") == "Seat 0: ▒."
    assert sentence(TOY, note("shows", (7, None)), "en") == "Seat 0: 7 ▒."


def test_words_are_translated_where_the_game_has_them() -> None:
    assert sentence(TOY, note("votes", word="white"), "ru") == "Место 0 — белая."
    assert sentence(TOY, note("votes", word="pink"), "ru") == "Место 0 — pink."


def test_hints_know_seats_words_and_cards() -> None:
    hint = Hint("hint-best", "vote white", {"seat": 2, "cards": (4, None), "word": "white", "percent": 40})
    assert hint_sentence(TOY, hint, "ru") == "Место 2, 4 ▒: белая, 40%."
    assert hint_sentence(TOY, hint, "en", ["A", "B", "C"]) == "C, 4 ▒: white, 40%."


@pytest.mark.parametrize(
    ("move", "ru", "en"),
    [
        ("give 4 5 6 1", "Отдать: 4 5 6, Место 1", "Give: 4 5 6, Seat 1"),
        ("give 4 1", "Отдать: 4, Место 1", "Give: 4, Seat 1"),
        ("vote white", "Выбрать: белая", "Vote: white"),
        ("vote white 9", "Выбрать: белая, 9", "Vote: white, 9"),
        ("look hand", "Посмотреть: Рука", "Look: Hand"),
        ("look attic", "Посмотреть: attic", "Look: attic"),
        ("vote", "Выбрать", "Vote"),
        ("give", "Отдать: ни одной карты", "Give: no card"),
        ("dance 1", "dance 1", "dance 1"),
    ],
)
def test_moves_in_words(move: str, ru: str, en: str) -> None:
    assert (move_sentence(TOY, move, "ru"), move_sentence(TOY, move, "en")) == (ru, en)


def test_results_in_words() -> None:
    result = Result((3, 9), (1,), (0,), (2, 1))
    assert result_lines(result, "en") == ["Scores: Seat 0 3, Seat 1 9", "Won: Seat 1", "Lost: Seat 0"]
    assert result_lines(result._replace(winners=()), "ru", ["А", "Б"]) == ["Очки: А 3, Б 9", "Поражение: А"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_note_of_a_match_can_be_said(lang: str) -> None:
    match = Match.new("pairs", 4, {"sevens": True, "pieces_of_eight": True}, seed="words")
    while match.result is None:
        for said in match.view(0).events:
            assert "{" not in sentence(PAIRS, said, lang)
        seat = match.turn.seats[0]
        for hint in match.view(seat).hints:
            assert "{" not in hint_sentence(PAIRS, hint, lang)
        match.play(seat, match.legal(seat)[-1])


NAMES = ["Аглая", "Богдан", "Варвара", "Григорий", "Дарья", "Ефим"]
BARE_TEN = re.compile(r"\bT[cdhs]?\b")


def random_positions(game: str) -> Iterator[Match]:
    """The first moves of a random match with few seats, and of one with several."""
    low, high = find_game(game).info.seats
    for seats in sorted({low, min(high, 4)}):
        match, chooser = Match.new(game, seats, seed="aloud"), Seeded("aloud")
        yield match
        for _ in play_on(match, chooser, MOVES_READ):
            yield match


def told_to(view: View) -> list[NoteView]:
    """All that a seat is told, in the second person where it is about them."""
    return [*view.events, *view.announcements, *([] if view.ask is None else [view.ask])]


@pytest.mark.parametrize("game", [game.info.id for game in our_games()])
def test_everything_is_said_as_people_say_it(game: str) -> None:
    """Ten is 10, and nobody hears their own name where "you" is meant."""
    info = find_game(game).info
    for match in random_positions(game):
        for seat in range(match.game.seats):
            view = match.view(seat)
            for lang in LANGUAGES:
                told = [sentence(info, note, lang, NAMES, seat) for note in told_to(view)]
                assert not any(NAMES[seat] in text for text in told), f"seat {seat} is told: {told}"
                told += [sentence(info, label.note, lang, NAMES) for label in view.labels]
                told += [move_sentence(info, move, lang, NAMES) for move in view.legal[:MOVES_NAMED]]
                assert not any(BARE_TEN.search(text) for text in told), f"a ten is a T: {told}"


@pytest.mark.parametrize("game", [game.info.id for game in our_games()])
def test_hints_say_ten_and_never_list_my_own_hand(game: str) -> None:
    info = find_game(game).info
    for number, match in enumerate(random_positions(game)):
        for seat in match.turn.seats[:1] if number % 20 == 0 else ():
            view = match.view(seat)
            hand = [str(face) for face in view.cards("hand", seat)] if "hand" in [z.name for z in info.zones] else []
            for hint in view.hints:
                for lang in LANGUAGES:
                    said = hint_sentence(info, hint, lang, NAMES)
                    assert not BARE_TEN.search(said), said
                    assert len(hand) < 3 or cards_text(hand) not in said, f"the own hand is told: {said}"


def test_pairs_has_a_rules_page_with_all_sections_in_both_languages() -> None:
    russian, english = rules_page("pairs", "ru"), rules_page("pairs", "en")
    assert russian.startswith("# Дайте две!\n")
    assert english.startswith("# Pairs\n")
    for heading in ("Цель", "Подготовка", "Ход", "Конец", "Пример", "Полезно знать"):
        assert f"\n## {heading}\n" in russian
    for heading in ("Aim", "Set-up", "Your turn", "The end", "Example", "Good to know"):
        assert f"\n## {heading}\n" in english
    for option in PAIRS.options:
        assert option.names.ru.casefold() in russian.casefold()
        assert option.names.en.casefold() in english.casefold()


def test_a_language_that_we_do_not_speak_is_answered_in_english() -> None:
    assert rules_page("pairs", "../x") == rules_page("pairs", "en")


@pytest.mark.parametrize(
    ("lang", "words"), [("ru", "рука 1,43 − чужой криб 5,0 = −3,5."), ("en", "hand 1.43 − their crib 5.0 = −3.5.")]
)
def test_a_decimal_has_a_comma_in_russian_and_a_minus_is_one(lang: str, words: str) -> None:
    hint = Hint("hint-other-crib", "", {"hand": "1.43", "crib": "5.0", "total": "-3.5"})
    assert hint_sentence(find_game("cribbage").info, hint, lang).endswith(words)


def test_rules_of_no_game() -> None:
    with pytest.raises(UnknownGame):
        rules_page("../pairs", "ru")


def test_rules_of_a_game_without_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = type("Toy", (Game,), {"info": TOY})
    monkeypatch.setattr("koloda.words.find_game", lambda game_id: toy)
    with pytest.raises(KolodaError) as caught:
        rules_page("toy", "ru")
    assert caught.value.reason == "no-rules"
    assert "Игрушка" in caught.value.text.ru
