"""Hypothesis strategies: tables, matches under way, moves, near-moves, any JSON. Hypothesis is only needed here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from koloda.games.registry import all_games, find_game
from koloda.match import Match

from .option_sets import option_sets
from .walks import Case

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy


def tables(game_id: str | None = None) -> SearchStrategy[Case]:
    """A game (any, or this one) with a number of seats and an option set."""
    from hypothesis import strategies as st

    ids = [game.info.id for game in all_games()] if game_id is None else [game_id]

    @st.composite
    def draw_table(draw: DrawFn) -> Case:
        chosen = draw(st.sampled_from(ids))
        low, high = find_game(chosen).info.seats
        seats = draw(st.integers(low, high))
        options = draw(st.sampled_from(option_sets(find_game(chosen), seats)))
        return Case(chosen, seats, options, draw(st.integers(0, 1000)))

    return draw_table()


def matches(game_id: str | None = None, most_moves: int = 40) -> SearchStrategy[Match]:
    """A match after some legal moves; it may be over."""
    from hypothesis import strategies as st

    @st.composite
    def draw_match(draw: DrawFn) -> Match:
        match = draw(tables(game_id)).match()
        for _ in range(draw(st.integers(0, most_moves))):
            if match.result is not None:
                break
            match.play(*draw(moves(match)))
        return match

    return draw_match()


def moves(match: Match) -> SearchStrategy[tuple[int, str]]:
    """A legal move of a match that is not over: seat and text."""
    from hypothesis import strategies as st

    return st.sampled_from([(seat, move) for seat in match.turn.seats for move in match.legal(seat)])


def texts(match: Match) -> SearchStrategy[str]:
    """Something said in place of a move: often a verb of the game with odd arguments, sometimes anything at all."""
    from hypothesis import strategies as st

    verbs = st.sampled_from([verb.name for verb in match.game.info.verbs])
    faces = st.sampled_from([match.game.info.deck.face(card) for card in match.game.info.deck.pack])
    words = st.one_of(verbs, faces, st.integers(-2, 60).map(str), st.text(max_size=5))
    return st.one_of(st.lists(words, max_size=5).map(" ".join), st.text(max_size=300))


def json_values(max_leaves: int = 8) -> SearchStrategy[Any]:
    """Anything that JSON can say, numbers with fractions included."""
    from hypothesis import strategies as st

    names = st.text(max_size=9)
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | names,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4),
        max_leaves=max_leaves,
    )
