"""docs/fairness.md: its test vectors, an implementation made from the page, and the code."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from koloda import Match
from koloda.core.chance import Seeded
from koloda.seal import (
    DealId,
    Dealt,
    canonical,
    digest,
    line_digest,
    new_match_id,
    new_secret,
    old_commitment,
    old_seed,
    result_digest,
    seed_of,
)

PAGE = (Path(__file__).parents[1] / "docs" / "fairness.md").read_text(encoding="utf-8")
VECTORS: list[dict[str, Any]] = [
    vector for block in re.findall(r"```json\n(.*?)```", PAGE, re.S) for vector in json.loads(block)
]


def vectors(key: str) -> list[dict[str, Any]]:
    found = [vector for vector in VECTORS if key in vector]
    assert found
    return found


def from_the_page(purpose: str, *fields: str) -> str:
    """The hash, written anew from the page and from nothing else."""
    data = b""
    for field in ("koloda seal 2: " + purpose, *fields):
        text = field.encode("utf-8")
        data += bytes([(len(text) >> shift) & 255 for shift in range(56, -8, -8)]) + text
    return sha256(data).hexdigest()


@pytest.mark.parametrize("vector", vectors("digest"))
def test_the_hash(vector: dict[str, Any]) -> None:
    assert digest(*vector["digest"]) == from_the_page(*vector["digest"]) == vector["is"]


@pytest.mark.parametrize("vector", vectors("canonical"))
def test_canonical_json(vector: dict[str, Any]) -> None:
    assert canonical(vector["canonical"]) == vector["is"]
    assert json.loads(vector["is"]) == vector["canonical"]


@pytest.mark.parametrize("vector", vectors("numbers"))
def test_a_deal(vector: dict[str, Any]) -> None:
    table, match, secret = vector["table"], vector["match"], vector["secret"]
    commits, nonces = vector["commits"], vector["nonces"]
    deal = DealId(table, match)
    assert deal.secret_commitment(secret) == from_the_page("secret", table, match, secret) == vector["commitment"]
    for seat, number in enumerate(vector["numbers"]):
        if number:
            assert deal.nonce_commitment(seat, number) == commits[seat]
            assert from_the_page("nonce", table, match, str(seat), number) == commits[seat]
        by_rule = from_the_page("nonce by rule", table, match, str(seat), commits[seat])[:32]
        assert deal.nonce_by_rule(seat, commits[seat]) == by_rule
        assert nonces[seat] == (vector["shown"][seat] or by_rule)
    assert deal.counted_nonces(commits, vector["shown"]) == nonces
    assert deal.late_seats(commits, nonces) == vector["late"]
    dealt = Dealt(vector["game"], vector["version"], vector["seats"], vector["options"])
    numbers = [field for pair in zip(commits, nonces, strict=True) for field in pair]
    fields = [table, match, "pairs", "1", "3", '{"sevens":true,"target":31}', secret, *numbers]
    assert seed_of(deal, dealt, secret, commits, nonces) == from_the_page("seed", *fields) == vector["seed"]
    record = Match.new(vector["game"], vector["seats"], vector["options"], chance=Seeded(vector["seed"])).record()
    assert str(record["chance"][0]).startswith(str({"shuffle": vector["shuffle"]})[:-2])


def test_what_a_page_keeps() -> None:
    for vector in vectors("line"):
        assert line_digest(*vector["line"]) == vector["is"]
    for vector in vectors("result"):
        assert result_digest(vector["result"]) == vector["is"]


@pytest.mark.parametrize("vector", vectors("old"))
def test_the_old_way(vector: dict[str, Any]) -> None:
    secret, words = vector["old"]["secret"], vector["old"]["words"]
    assert old_commitment(secret) == vector["commitment"] == sha256(secret.encode()).hexdigest()
    assert old_seed(secret, words) == vector["seed"]


FIELDS = st.lists(st.text(alphabet="ab\0я", max_size=3), min_size=1, max_size=4)


@given(FIELDS, FIELDS)
def test_no_fields_pass_for_others(some: list[str], others: list[str]) -> None:
    assert (digest(*some) == digest(*others)) == (some == others)


def test_every_number_and_its_place_counts() -> None:
    deal, dealt, secret = DealId("t", "m"), Dealt("pairs", 1, 2, {}), new_secret()
    cases = [("", "a", "", "b"), ("", "b", "", "a"), ("a", "", "", "b"), ("", "ab", "", ""), ("", "", "", "ab")]
    seeds = {seed_of(deal, dealt, secret, [a, c], [b, d]) for a, b, c, d in cases}
    seeds |= {seed_of(DealId("tm", ""), dealt, secret, ["", ""], ["a", "b"])}
    seeds |= {seed_of(deal, dealt._replace(options={"a": 1}), secret, ["", ""], ["a", "b"])}
    seeds |= {seed_of(deal, dealt._replace(options={"a": True}), secret, ["", ""], ["a", "b"])}
    assert len(seeds) == 8


def test_secrets_and_ids_are_random() -> None:
    secrets, ids = {new_secret() for _ in range(50)}, {new_match_id() for _ in range(50)}
    assert len(secrets) == len(ids) == 50 and all(len(bytes.fromhex(secret)) == 32 for secret in secrets)
