"""A draw by agreement is a rule of the game that knows one: the table plays it, the record keeps and replays it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from koloda import Match
from koloda.core.cards import FRENCH
from koloda.core.game import Family, Game, Info, Result, leaders, places_of
from koloda.core.options import MatchOptions
from koloda.core.pile import Pile, fill_all, piles
from koloda.core.table import NOBODY, Counter, CounterKind, Zone, ZoneKind
from koloda.core.text import Text
from koloda.core.turn import Verb
from koloda.games.registry import add_game, all_games, remove_game
from koloda.server.protocol.consent import Propose
from koloda.server.protocol.messages import Rematch, Start
from koloda.untrusted import checked_record

from .kit import House, mover, play

DECK: Final = ZoneKind("deck", Text("Колода", "Deck"), "pile", NOBODY)
ROW: Final = ZoneKind("row", Text("Ряд", "Row"), "row")
POINTS: Final = CounterKind("points", Text("Очки", "Points"), "score")


class Duel(Game):
    """Two players take cards in turn; whoever is to move may offer a draw instead."""

    info = Info(
        id="duel",
        version=1,
        family=Family("examples", Text("Примеры", "Examples")),
        names=Text("Дуэль", "Duel"),
        blurb=Text("Берут по карте; можно предложить ничью.", "Take cards, or offer a draw."),
        seats=(2, 2),
        minutes=1,
        deck=FRENCH,
        verbs=(
            Verb("take", Text("Взять карту", "Take a card")),
            Verb("offer", Text("Предложить ничью", "Offer a draw")),
            Verb("accept", Text("Согласиться на ничью", "Accept the draw")),
        ),
        zones=(DECK, ROW),
        counters=(POINTS,),
        words={"offers": Text("{seat} предлагает ничью.", "{seat} offers a draw.")},
        refusals={"not-here": Text("Так нельзя.", "Not here.")},
        phases={"play": Text("Ход", "Play")},
    )

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deck = Pile()
        self.rows = piles(seats)
        self.offered = False
        self.agreed = False

    def setup(self, options: MatchOptions) -> None:
        self.begin_deal()
        self.deck = Pile.of(FRENCH.pack)
        self.chance.shuffle(self.deck, FRENCH)
        self.one(0)

    def moves(self, seat: int) -> list[str]:
        return ["accept" if self.offered else "offer", "take"]

    def why_not(self, seat: int, verb: str, args: list[str]) -> str:
        return "not-here"

    def play(self, seat: int, move: str) -> None:
        self.agreed = move == "accept"
        self.offered = move == "offer"
        if move == "take":
            self.rows[seat].put(self.deck.draw())
        if self.offered:
            self.tell("offers", seat)
        if self.agreed or self.deck.size() == 0:
            return self.finish()
        self.one(1 - seat)

    def points(self) -> list[int]:
        return [row.size() for row in self.rows]

    def result(self) -> Result:
        if self.agreed:
            return Result(tuple(self.points()), (0, 1), (), (1, 1))
        return Result(tuple(self.points()), leaders(self.points()), (), places_of(self.points()))

    def zones(self) -> list[Zone]:
        return [Zone(DECK, self.deck), *[Zone(ROW, row, seat) for seat, row in enumerate(self.rows)]]

    def counters(self) -> list[Counter]:
        return [Counter(POINTS, points, seat) for seat, points in enumerate(self.points())]

    def facts(self) -> dict[str, object]:
        return {"points": self.points(), "offered": self.offered}

    def copy(self) -> Duel:
        other = Duel(self.seats)
        self.copy_turn_to(other)
        other.deck.fill(self.deck)
        fill_all(other.rows, self.rows)
        other.offered, other.agreed = self.offered, self.agreed
        return other


@pytest.fixture(autouse=True)
def duel() -> Iterator[None]:
    """The game is there, as if its package were installed."""
    add_game(Duel)
    yield
    remove_game("duel")


def test_a_game_that_knows_a_draw_is_drawn_by_agreement(tmp_path: Path) -> None:
    async def story() -> None:
        async with House(tmp_path) as house:
            table, people = await house.full_table("duel", 2)
            for move in ("take", "offer", "take", "offer"):
                assert (await mover(table, people).move(move))["t"] == "moved"
            asked = mover(table, people)
            assert asked.legal() == ["accept", "take"]
            await asked.move("accept")
            assert table.status() == "over" and not table.called_off
            told = people[0].last("change")["result"]
            assert (told["winners"], told["losers"], told["places"]) == ([0, 1], [], [1, 1])
            kept = await house.store.match(table.match_id)
            assert kept is not None and "ended" not in kept.record
            assert table.match is not None
            assert Match.replay(checked_record(kept.record)).result == table.match.result
            assert {(line.wins, line.losses) for line in table.evening.lines} == {(1, 0)}
            await people[0].say(Rematch())
            await people[0].say(Start())
            await people[0].say(Propose("end"))
            assert people[1].last("table")["votes"][0]["what"] == "end", "the end without a result is there besides"

    play(story)


def test_no_other_game_here_knows_one() -> None:
    """docs/protocol.md and docs/adding-a-game.md say so."""
    verbs = [(game.info.id, verb.names.ru.lower()) for game in all_games() for verb in game.info.verbs]
    assert {game for game, name in verbs if "ничь" in name} == {"duel"}
