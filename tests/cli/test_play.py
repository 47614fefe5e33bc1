"""``koloda play``: the table as it is drawn, and a person who types well and badly."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from koloda import Match
from koloda.cli import main
from koloda.cli.draw import cards_drawn, put, table_lines
from koloda.cli.play import Session, narrowed
from koloda.core.text import LANGUAGES
from koloda.core.view import ZoneView
from koloda.records import load, replay
from koloda.testing.scripting import scripted
from koloda.words import rules_page

Output = pytest.CaptureFixture[str]


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def test_the_table_is_drawn_from_the_view(capsys: Output) -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 8 9 8 7 10")
    assert table_lines(match.view(0), "en") == [
        "── Pairs · after move 0 · Hit or fold · Seat 0 to move ───────────────────────",
        f"  Round: 1 · Deck: 48 · {match.game.info.zones[1].names.en}: 5 · Discard pile: —",
        "▶ Seat 0 (you) · Points: 0 of 31 · Row: 8 · Score cards: —",
        "  Seat 1 · Points: 0 of 31 · Row: 9 · Score cards: —",
    ]
    match.play(0, "hit")
    lines = table_lines(match.view(1), "ru")
    assert lines[0].startswith("── Дайте две! · после хода 1 · Взять или спасовать · Ходит Место 0 ──")
    assert "Сброс: 2 (последняя 9)" in lines[1]
    assert lines[2] == "▶ Место 0 · Очки: 8 из 31 · Ряд: 7 · Карты за очки: 8"


def test_closed_cards_are_backs() -> None:
    match = Match.new("the-gang", 3, seed="x")
    mine, other, watched = (
        [line for line in table_lines(match.view(seat), "en") if "▒" in line] for seat in (0, 1, None)
    )
    assert len(mine) == len(other) == 2
    assert len(watched) == 3
    assert all("▒×2" in line for line in watched)


def test_a_secret_choice_is_shown_to_its_maker_only() -> None:
    match = Match.new("podfilim", 3, seed="secret")
    match.play(match.turn.seats[0], "split 3 2 2")
    match.play(1, "vote blue")
    choices = [[line for line in table_lines(match.view(seat), "en") if "chosen" in line] for seat in (0, 1, None)]
    assert [len(lines) for lines in choices] == [0, 1, 0]
    assert choices[1][0].startswith("You have chosen: ")


def test_empty_places_of_many_are_not_drawn() -> None:
    view = Match.new("podfilim", 3, seed="secret").view(0)
    empty = [zone for zone in view.zones if zone.slot is not None and not zone.cards]
    assert empty
    names = {kind.name: kind.names.en for kind in view.info.zones}
    drawn = "\n".join(table_lines(view, "en"))
    assert not any(f"{names[zone.name]} (" in drawn or f"{names[zone.name]} {zone.slot}" in drawn for zone in empty)


@pytest.mark.parametrize(
    ("look", "cards", "drawn"),
    [
        ("pile", (), "—"),
        ("pile", (None, None), "2"),
        ("pile", (None, 7), "2 (last 7)"),
        ("row", (7, None, 8, None, None, None), "7 ▒ 8 ▒×3"),
        ("fan", (None, None, "Ah"), "▒×2 Ah"),
        ("chips", (3,), "3"),
        ("grid", (1, 2, None, 4, 5), "1 2 ▒ 4 / 5"),
    ],
)
def test_looks(look: str, cards: tuple[int | str | None, ...], drawn: str) -> None:
    assert cards_drawn(ZoneView("x", None, None, look, cards), "en") == drawn


def test_the_story_is_told_beat_by_beat_with_what_a_round_brings(capsys: Output) -> None:
    match = scripted("pairs", 2, "1 2 2 3 3 8 9 8 7 10")
    session = Session(match, 0, "ru", "x")
    match.play(0, "hit")
    session.show_events()
    out = capsys.readouterr().out.splitlines()
    assert out[1:3] == ["── За раунд: вы +8, Место 1 0", "Раунд 2."]
    assert "пара! 8 очков." in out[0]


def test_ten_is_10_wherever_a_person_reads_and_may_be_typed_so(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [Match.new("cribbage", 2, seed=str(number)) for number in range(99)]
    match = next(match for match in matches if "Th" in match.view(0).cards("hand", 0))
    session = Session(match, 0, "en", "x")
    session.show_table()
    moves = [move for move in match.legal(0) if "Th" in move.split()]
    assert "10h" in capsys.readouterr().out
    typed(monkeypatch, moves[0].replace("Th", "10h"))
    assert session.ask() == moves[0]
    assert not re.search(r"\bT[cdhs]?\b", capsys.readouterr().out)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_moves_by_number_by_text_and_by_beginning(
    lang: str, capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = str(tmp_path / "saved.json")
    typed(monkeypatch, "2", "hit", "h", "q")
    words = ["play", "pairs", "--seats", "2", "--seed", "b", "--lang", lang, "--save", path]
    assert main(words) == 0
    mine = [move for seat, move in replay(load(path)).moves() if seat == 0]
    assert mine == ["hit"] * 3
    out = capsys.readouterr().out
    assert {"ru": " 2. hit — Взять карту", "en": " 2. hit — Hit"}[lang] in out
    assert {"ru": "риск пары", "en": "% to pair"}[lang] in out
    assert {"ru": "Вы вышли из-за стола.", "en": "You have left the table."}[lang] in out
    assert f"{ {'ru': 'Запись', 'en': 'The record'}[lang] }: {path}" in out


def test_ten_is_10_where_people_read_and_type(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "play 10", "q")
    assert main(["play", "tycoon", "--seats", "2", "--seed", "ten", "--option", "lead=free", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "9s 10c 10d Jc" in shown and "10×2" in shown and "play 10 10 — Play: 10 10" in shown
    assert "You play 10c 10d." in shown and "(last 10d)" in shown
    assert re.search(r"\bT[cdhs]?\b", shown) is None


def test_what_is_no_move_is_explained_and_asked_again(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "9", "eight", "dance", "?", "rules", "table", "", "999999999999", "x" * 1000)
    assert main(["play", "pairs", "--seats", "2", "--seed", "b"]) == 0
    out = capsys.readouterr().out
    assert out.count("No such number: 1 to 2.") == 2
    assert "That house rule is off." in out
    assert "That move cannot be made now." in out
    assert "A move is a text of at most 200 characters." in out
    assert "Type the number of a move" in out
    assert rules_page("pairs", "en") in out
    assert out.count("Seat 0 (you)") == 2
    assert out.endswith("\nYou have left the table.\n")


def test_the_help_card_is_printed_where_a_game_has_one(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "card")
    assert main(["play", "sweep", "--seats", "3", "--seed", "b"]) == 0
    assert "Who gets what at the end\n  The most · 8 8 8 · 8 — " in capsys.readouterr().out
    typed(monkeypatch, "card")
    assert main(["play", "pairs", "--seats", "2", "--seed", "b"]) == 0
    assert "This game has no help card" in capsys.readouterr().out


def test_the_discard_pile_lies_face_down(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "fold", "fold", "table")
    assert main(["play", "pairs", "--seats", "2", "--seed", "b"]) == 0
    out = capsys.readouterr().out
    assert "Discard pile: " in out and "Discard pile: 0" not in out
    assert "(last" not in out
    assert "Not yet seen: " in out, "hints count it all the same"


def test_the_end_of_input_leaves_and_the_seat_can_be_chosen(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch)
    assert main(["play", "pairs", "--seats", "3", "--seat", "2", "--option", "continuous=true"]) == 0
    out = capsys.readouterr().out
    assert "you are Seat 2. Bots: normal." in out
    assert re.search(r"Seed: [0-9a-f]{8}\.", out)


def test_a_level_has_its_name_in_both_languages(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for lang, words in (("ru", "Боты: мастер."), ("en", "Bots: strong.")):
        typed(monkeypatch)
        assert main(["play", "pairs", "--level", "strong", "--lang", lang]) == 0
        assert words in capsys.readouterr().out


def test_many_moves_are_narrowed(monkeypatch: pytest.MonkeyPatch, capsys: Output, tmp_path: Path) -> None:
    seed = next(seed for seed in "abcdefgh" if Match.new("podfilim", 3, seed=seed).turn.seats == (0,))
    path = str(tmp_path / "saved.json")
    typed(monkeypatch, "2", "", "split 3", "2", "q")
    assert main(["play", "podfilim", "--seats", "3", "--seed", seed, "--save", path]) == 0
    out = capsys.readouterr().out
    assert "1. split 1 … — 5 moves" in out
    assert "5. split 5 1 1 — " in out
    assert "1. split 2 1 4 — " in out
    assert "Enter: back to all moves" in out
    assert replay(load(path)).moves()[0] == (0, "split 3 2 2")


def test_narrowing() -> None:
    assert narrowed(["a", "b"]) == ["a", "b"]
    assert narrowed([f"fold {card} {seat}" for card in range(3) for seat in range(5)]) == ["fold 0", "fold 1", "fold 2"]
    assert narrowed(["fold", *[f"fold {card}" for card in range(14)]])[:2] == ["fold", "fold 0"]


def test_in_a_free_turn_one_may_wait(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "", "1", "q")
    assert main(["play", "the-gang", "--seats", "3", "--seed", "x"]) == 0
    out = capsys.readouterr().out
    assert "Enter: wait for the others" in out
    assert out.count("(you)") == 3


def test_a_person_among_bots_is_not_asked_to_agree(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, "1", "1", "q")
    assert main(["play", "venture", "--seats", "3", "--seed", "x"]) == 0
    out = capsys.readouterr().out
    assert "open" not in out and out.count("Your move: ") == 3
    assert "Round 2." in out and "Round 3." in out


@pytest.mark.parametrize("game", ["pairs", "podfilim", "the-gang"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_whole_matches_at_the_terminal(game: str, lang: str, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.new(game, 2, {"chip_limit": 6} if game == "the-gang" else {}, seed="whole")
    monkeypatch.setattr(Session, "read", lambda self: "1")
    Session(match, 1, lang, "whole").run()
    assert match.result is not None
    out = capsys.readouterr().out
    assert {"ru": "\nОчки: ", "en": "\nScores: "}[lang] in out
    assert "{" not in out


def test_a_narrow_terminal_gets_lines_broken_between_words(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    line = "── Pairs · after move 0 · Hit or fold ────────────────────────────"
    put(line)
    assert capsys.readouterr().out == f"{line}\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    put(f"{line}\n\n   1. hit — a sentence that does not fit into a line")
    assert capsys.readouterr().out.split("\n") == [
        "── Pairs · after move 0 · Hit or fold",
        "",
        "   1. hit — a sentence that does not",
        "     fit into a line",
        "",
    ]
    monkeypatch.setenv("COLUMNS", "1")
    put("words words words words words words")
    assert capsys.readouterr().out == "words words words words words\n  words\n"
