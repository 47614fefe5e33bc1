"""What the catalogue tells of a game's chance, by which a page checks a deal: true of every match of every game."""

from __future__ import annotations

from collections import Counter

import pytest

import koloda
from koloda.core.chance import Seeded
from koloda.core.game import Game
from koloda.core.view import chance_told
from koloda.match import Match
from koloda.server.http.catalogue import pack_info
from koloda.testing.walks import random_move, samples

from .running import Client, Server

LONGEST = 400


@pytest.mark.parametrize("game", koloda.all_games(), ids=lambda game: game.info.id)
def test_every_match_begins_so_and_shuffles_these_cards(game: type[Game]) -> None:
    for number, (seats, options) in enumerate(samples(game)):
        told = pack_info(game.info.id, seats, options)
        packs = [Counter(map(str, told.pack)), *(Counter(map(str, numbers)) for numbers in told.other_packs)]
        assert told.opening, "a match that begins without chance"
        for seed in range(3):
            match, chooser = Match.new(game.info.id, seats, options, seed=f"{number} {seed}"), Seeded("pack")
            assert chance_told(match.game.chance)[: len(told.opening)] == told.opening
            while not match.game.over and match.move_number < LONGEST:
                match.play(*random_move(match, chooser))
            whole = next(one for one in match.game.chance.asked if one.deck is game.info.deck)
            assert game.info.deck.values(sorted(whole.cards)) == told.pack, "the first shuffle is of all cards"
            for answer in match.game.chance.asked:
                if answer.deck is not None:
                    cards = Counter(map(str, answer.deck.values(answer.cards)))
                    assert any(cards <= pack for pack in packs), f"{cards - packs[0]} are not in the pack"


def test_the_numbered_cards_of_the_gang_are_packs_of_their_own() -> None:
    options: dict[str, object] = {"mode": "professional", "decks": "shuffled"}
    told = pack_info("the-gang", 3, options)
    assert told.other_packs == [list(range(1, 11)), list(range(1, 11))] and told.opening[-1] == "shuffle 52"
    assert len(told.opening) > 1, "the numbered decks are shuffled first"


def test_the_route(server: Server) -> None:
    client = Client(server)
    answer = client.http.get("/api/games/drunkard/pack", params={"seats": 2, "options": '{"deck": 52}'}).json()
    assert len(answer["pack"]) == 52 and answer["opening"] == ["pick 2", "shuffle 52"] and answer["other_packs"] == []
    short = client.http.get("/api/games/drunkard/pack", params={"seats": 2}).json()
    assert len(short["pack"]) == 36
    for query in ("", "?seats=x", "?seats=99", "?seats=2&options={", "?seats=2&options=[]", '?seats=2&options={"x":1}'):
        assert client.http.get(f"/api/games/drunkard/pack{query}").status_code == 400, query
    client.close()
