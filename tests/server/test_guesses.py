"""Whoever guesses words, links or passkeys gets nowhere, however often, from wherever, and learns nothing from it."""

from __future__ import annotations

import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from koloda.server.access.limits import GUESSES, GUESSES_AT_ONE, HOUR_SECONDS, PERSON_GUESSES
from koloda.server.access.recovery_words import LOCATOR_WORDS, read_words, split
from koloda.server.access.word_list import EN

from .browser import Browser, make_words_cheap, services_of, shut
from .running import PATIENCE_SECONDS, LocalServer, Server

__all__ = ["Server", "shut"]

TRIES = 10_000
TRIES_OF_MANY = 200
ADDRESSES = 40
WRONG = {"words": " ".join(EN[:10])}
REFUSED = {"too-many-guesses", "network-guesses", "too-many-requests", "network-busy"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    """A house of its own for each test: tries are counted by address."""
    with LocalServer(tmp_path) as running:
        make_words_cheap(running)
        yield running


def counting(server: LocalServer) -> list[str]:
    """The hashes that words were really tried against, from now on."""
    tried: list[str] = []
    keeper = services_of(server).words
    fits = keeper._fits

    def counted(kept: str, secret: str) -> bool:
        tried.append(kept)
        return fits(kept, secret)

    keeper._fits = counted  # type: ignore[method-assign]
    return tried


def test_whoever_has_no_words_and_whose_words_are_wrong_hear_the_same(server: LocalServer) -> None:
    anna, guest = Browser(server).named("Анна"), Browser(server)
    guest.me()
    words = anna.post("person/words", status=201)["en"]
    almost = [*words[:-1], next(word for word in EN if word != words[-1])]
    tried = counting(server)
    answers = [
        guest.http.post("/api/sign-in/words", json={"words": text})
        for text in (" ".join(almost), WRONG["words"], "no words at all")
    ]
    assert {(answer.status_code, answer.content) for answer in answers} == {(403, answers[0].content)}
    assert len(tried) == 2 and tried[0] != tried[1], "nobody's words take as long as somebody's"


def test_a_person_and_an_address_have_a_few_tries_an_hour(server: LocalServer) -> None:
    guesser = Browser(server)
    guesser.me()
    reasons = [guesser.http.post("/api/sign-in/words", json=WRONG).json()["reason"] for _ in range(40)]
    few = int(PERSON_GUESSES)
    assert reasons[:few] == ["no-sign-in"] * few and set(reasons[few:]) == {"too-many-guesses"}
    assert guesser.use_link("x" * 24).json()["reason"] == "too-many-guesses", "links are no way round it"
    heard = []
    for _ in range(int(GUESSES)):  # with a new cookie for each try
        another = Browser(server)
        another.me()
        heard.append(another.http.post("/api/sign-in/words", json=WRONG).json()["reason"])
        another.http.close()
    assert heard.count("no-sign-in") <= GUESSES - few and heard[-1] in ("network-guesses", "too-many-guesses")
    noted = services_of(server).quotas.used_up.latest()
    assert {one.quota for one in noted} >= {"guesses"}, "the host sees it"


def test_ten_thousand_guesses_over_http_try_ten_of_one_persons_words(server: LocalServer) -> None:
    """Somebody knows the first four of Anna's words and tries the rest: with one cookie, with many, with none, from
    many addresses. Hardly a try is looked at, the right words among them are of no use, and she plays on.
    """
    anna = Browser(server).named("Анна")
    words = anna.post("person/words", status=201)["en"]
    kept, dice, tried, heard = anna.me()["id"], random.Random(5), counting(server), Counter[str]()
    cookies = [httpx.get(f"{server.address}/api/me").cookies["koloda"] for _ in range(5)]
    began = time.monotonic()
    with closing(HTTPConnection("127.0.0.1", server.port, PATIENCE_SECONDS)) as line:
        for number in range(TRIES):
            guess = [*words[:LOCATOR_WORDS], *dice.choices(EN, k=len(words) - LOCATOR_WORDS)]
            right = number % 50 == 49  # a lucky guess, once nothing is looked at any more
            headers = {"x-forwarded-for": f"198.51.100.{number % ADDRESSES + 1}"} if number % 2 else {}
            headers |= {"cookie": f"koloda={cookies[number // 2 % 5]}"} if number % 3 else {}
            body = json.dumps({"words": " ".join(words if right else guess)})
            line.request("POST", "/api/sign-in/words", body, headers)
            heard[json.loads(line.getresponse().read())["reason"]] += 1
    hours = (time.monotonic() - began) / HOUR_SECONDS
    assert len(tried) <= GUESSES_AT_ONE * (1 + hours) + 1, "so many were tried"
    assert 1 <= heard["no-sign-in"] <= len(tried) and heard.total() == TRIES
    assert set(heard) - {"no-sign-in"} <= REFUSED and sum(heard[reason] for reason in REFUSED) >= TRIES - len(tried)
    assert anna.me()["id"] == kept
    new = anna.post("person/words", status=201)["en"]  # other words begin with others, which nobody has tried
    phone = Browser(server, **{"x-forwarded-for": "203.0.113.9"})
    assert phone.post("sign-in/words", {"words": " ".join(new)})["id"] == kept


def test_guesses_from_one_address_are_few_whoevers_words_they_are(server: LocalServer) -> None:
    """Words of anybody, codes of links, passkeys: all of them together are counted, and cookies are no way round it."""
    tried, dice, looked_at = counting(server), random.Random(6), 0
    began = time.monotonic()
    with httpx.Client(base_url=server.address, timeout=PATIENCE_SECONDS) as attacker:
        for number in range(TRIES_OF_MANY):
            if number % 7 == 0:
                attacker.cookies.clear()
                attacker.get("/api/me")
            if number % 3:
                answer = attacker.post("/api/sign-in/words", json={"words": " ".join(dice.choices(EN, k=10))})
            else:
                answer = attacker.post("/api/sign-in/link", json={"code": f"{dice.getrandbits(128):x}"})
            looked_at += answer.json()["reason"] == "no-sign-in"
            assert answer.json()["reason"] in REFUSED | {"no-sign-in"}
    most = GUESSES * (1 + (time.monotonic() - began) / HOUR_SECONDS) + 1
    assert len(tried) <= looked_at <= most


def test_words_of_one_person_are_not_tried_from_everywhere(server: LocalServer) -> None:
    words = Browser(server).named("Анна").post("person/words", status=201)["en"]
    numbers = read_words(" ".join(words))
    assert numbers is not None
    at_one = services_of(server).quotas.guesses_at.of(split(numbers)[0])
    while at_one.take():
        pass
    assert Browser(server).post("sign-in/words", {"words": " ".join(words)}, 429)["reason"] == "too-many-guesses"
