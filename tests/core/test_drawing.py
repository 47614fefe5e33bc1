"""Tables as pictures: drawn from the view alone, in both languages, readable as XML, for every game."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from koloda import Match, resample
from koloda.core.chance import Fast, Seeded
from koloda.core.drawing import LANGUAGE, card_text, escaped, set_language, table_svg
from koloda.core.errors import NoWorld
from koloda.games.registry import all_games
from koloda.testing.walks import play_out


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    set_language("en")


def texts(picture: str) -> list[str]:
    """The words of a picture, in order."""
    return [element.text or "" for element in ElementTree.fromstring(picture).iter() if element.tag.endswith("text")]


def played(game: str, moves: int) -> Match:
    info = next(one.info for one in all_games() if one.info.id == game)
    return play_out(Match.new(game, info.seats_to_begin_with(), seed="draw"), Seeded("draw"), moves)


@pytest.mark.parametrize("game", [game.info.id for game in all_games()])
def test_every_game_can_be_drawn_and_no_hidden_card_is_shown(game: str) -> None:
    for moves in (0, 9, 40):
        match = played(game, moves)
        for seat in (None, *range(match.game.seats)):
            view = match.view(seat)
            picture = table_svg(view.info, view.to_json(), "ru")
            assert texts(picture)[0].startswith(view.info.names.ru)
            try:
                world = resample(match, seat, Fast(7))
            except NoWorld:
                continue
            other = world.view(seat)
            assert table_svg(other.info, other.to_json(), "ru") == picture


def test_zones_counters_turn_and_moves_are_there() -> None:
    match = Match.new("pairs", 3, seed="drawn")
    (mover,) = match.turn.seats
    other = (mover + 1) % 3
    shown = match.view(other)._repr_html_()
    words = texts(shown[shown.index("<svg") : shown.index("</svg>") + 6])
    assert words[0] == f"Pairs · move 0 · to move: {mover} · as seat {other} sees it"
    assert f"▸ Seat {mover}" in words and "Row · 1" in words and "Points 0/21" in words
    rows = [str(card) for seat in range(3) for card in match.view(None).cards("row", seat)]
    assert [word for word in words if word.isdecimal()] == rows, "no other card is open"
    assert "Moves" not in shown and "<code>fold, hit</code>" in match.view(mover)._repr_html_()
    set_language("ru")
    assert "глазами зрителя" in match._repr_html_() and LANGUAGE == ["ru"]


def test_the_end_tells_the_places() -> None:
    match = played("sweep", 10_000)
    words = texts(table_svg(match.game.info, match.view(None).to_json(), "en"))
    assert "the match is over" in words[0] and "place 1" in words


def test_a_long_list_of_moves_is_cut() -> None:
    match = Match.new("tycoon", 4, seed="many")
    while len(match.legal(match.turn.seats[0])) <= 12:
        mover = match.turn.seats[0]
        match.play(mover, match.legal(mover)[0])
    assert " …</code>" in match.view(match.turn.seats[0])._repr_html_()


def test_what_the_game_does_not_declare_is_shown_as_it_is() -> None:
    match = Match.new("pairs", 2, seed="drawn")
    view = match.view(None).to_json()
    view["zones"][0]["name"], view["counters"][0]["name"] = "attic", "noise"
    words = texts(table_svg(match.game.info, view, "en", "by nobody"))
    assert any(word.startswith("attic · ") for word in words) and any("noise" in word for word in words)
    assert words[0].endswith("by nobody")
    view["zones"], view["counters"] = [], []
    assert texts(table_svg(match.game.info, view, "en"))[1:] in (["▸ Seat 0", "Seat 1"], ["Seat 0", "▸ Seat 1"])


def test_cards_and_texts() -> None:
    assert [card_text(face) for face in ("Ah", "Ts", 3, "*", "Jx")] == ["A♥", "10♠", "3", "★", "J"]
    assert escaped('<a & "b">') == "&lt;a &amp; &quot;b&quot;&gt;"
