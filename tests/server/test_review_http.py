"""Reviews over HTTP, at a real server: begun, followed, cancelled, refused."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from koloda import Match
from koloda.bots import level_policy
from koloda.core.chance import Fast
from koloda.core.options import OptionValue
from koloda.lab.simulate import bots_move
from koloda.records import dumps
from koloda.server.protocol.reviews import ReviewState

from .running import Client, Server


def upload(client: Client, game: str = "pairs", moves: int = 1000, **options: OptionValue) -> str:
    """A match of normal bots in the archive; its id."""
    match = Match.new(game, 3, options, seed="review over http")
    chance = Fast(1)
    while match.result is None and match.move_number < moves:
        bots_move(match, match.turn.seats[:1], [level_policy(game, "normal")] * 3, chance)
    answer = client.http.post("/api/matches", content=dumps(match.record()))
    assert answer.status_code == 201, answer.text
    made: str = answer.json()["id"]
    return made


def address(match: str, seat: object = 0) -> str:
    return f"/api/matches/{match}/review?seat={seat}"


def finished(client: Client, match: str) -> dict[str, Any]:
    """The review once it runs no more."""
    for _ in range(600):
        state: dict[str, Any] = client.http.get(address(match)).json()
        if state["state"] != "running":
            return state
        time.sleep(0.1)
    raise AssertionError("the review never ended")


@pytest.fixture
def client(server: Server) -> Iterator[Client]:
    somebody = Client(server)
    yield somebody
    somebody.close()


def test_a_review_is_begun_followed_and_read(client: Client) -> None:
    match = upload(client, target=7)
    begun = client.http.post(address(match))
    assert begun.status_code == 202 and begun.json()["state"] == "running" and begun.json()["review"] is None
    state = finished(client, match)
    assert state["state"] == "done" and state["done"] == state["total"] > 0
    review = state["review"]
    assert review["start"] + review["luck"] - review["cost"] == pytest.approx(review["end"])
    assert review["end"] == review["result"]
    assert client.http.post(address(match)).json() == state, "what is done was begun again"


def test_the_gang_is_reviewed_heist_by_heist(client: Client) -> None:
    match = upload(client, "the-gang")
    assert client.http.post(address(match)).status_code == 202
    state = finished(client, match)
    assert state["state"] == "done" and state["total"] >= 3
    review = state["review"]
    assert len(review["legs"]) >= 3 and review["start"] == pytest.approx(1 / 3)
    assert review["start"] + review["luck"] - review["cost"] == pytest.approx(review["end"])


def test_a_game_without_decisions_has_an_empty_review(client: Client) -> None:
    match = upload(client, "old-maid")
    client.http.post(address(match))
    state = finished(client, match)
    assert (state["state"], state["total"]) == ("done", 0) and state["review"]["decisions"] == []


def test_a_review_is_cancelled(client: Client) -> None:
    match = upload(client, "hawthorn")
    client.http.post(address(match))
    assert client.http.delete(address(match)).json()["state"] == "cancelled"
    assert finished(client, match)["state"] == "cancelled"


def test_what_cannot_be_reviewed_is_refused(client: Client, server: Server) -> None:
    match = upload(client, target=5)
    for wrong in ("", "3", "-1", "x", "٣", "1000"):
        refused = client.http.post(address(match, wrong))
        assert (refused.status_code, refused.json()["reason"]) == (400, "bad-seat")
    assert client.http.get(address(match, 2)).json()["reason"] == "no-review"
    assert client.http.delete(address(match, 2)).status_code == 404
    assert client.http.post(address("nosuch")).status_code == 404
    with httpx.Client(base_url=server.address) as stranger:
        assert stranger.post(address(match)).status_code == 401
    foreign = client.http.post(address(match), headers={"origin": "https://elsewhere.example"})
    assert foreign.status_code == 403


def test_a_person_has_few_reviews_at_a_time(client: Client) -> None:
    matches = [upload(client, "hawthorn") for _ in range(3)]
    codes = [client.http.post(address(match)).status_code for match in matches]
    assert codes == [202, 202, 429]
    for match in matches[:2]:
        client.http.delete(address(match))


def test_the_states_are_those_of_the_protocol() -> None:
    assert ReviewState("done", 1, 1).review is None
