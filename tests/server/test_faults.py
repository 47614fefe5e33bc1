"""A cluster of three nodes is killed, frozen, cut off and restarted while people play: nothing that counts is lost.

``scripts/faults MINUTES`` does the same for longer, with more tables, KOLODA_ALL=1 ten minutes of it. By default three
faults are done; test_cluster.py tries a node that stands still and one that ends in order.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

from .faults.account import Account
from .faults.people import Balancer, Person
from .faults.run import FAULTS, MAX_SILENCE, Faults
from .running import crowding

ALL = os.environ.get("KOLODA_ALL") == "1"
SECONDS = 600.0 if ALL else 1.0  # each fault is done at least once
TABLES = 60 if ALL else 9
NAMES = list(FAULTS) if ALL else ["kill", "cut-from-bus", "no-database"]


def test_no_acknowledged_move_is_lost_whatever_becomes_of_a_node(tmp_path: Path) -> None:
    faults = Faults(tmp_path, 11, TABLES, print, NAMES)
    asyncio.run(faults.run(SECONDS))
    faults.report(timed=False)
    assert not any(faults.problems().values()), faults.problems()
    assert set(faults.times) == set(NAMES) and faults.moves > 20 * TABLES
    for name in MAX_SILENCE.keys() & set(NAMES):
        assert max(faults.silences[name]) < MAX_SILENCE[name] * max(1.0, crowding()), name


def test_what_is_lost_done_twice_or_out_of_order_would_be_noticed() -> None:
    for kept, found in (
        (["a", "b", "c"], ([], [], [])),
        (["a", "x", "b", "c"], ([], [], [])),  # x was made, and its answer lost
        (["a", "c"], (["t seat 0: b"], [], [])),
        (["a", "b", "b", "c"], ([], ["t seat 0: b"], ["t seat 0"])),
        (["b", "a", "c"], ([], [], ["t seat 0"])),
    ):
        person = Person("", "t", 0, Balancer([""]), random.Random(1))
        person.ledger = ["a", "b", "c"]
        account = Account()
        account.compare(person, kept)
        assert (account.lost, account.twice, account.disordered) == found
