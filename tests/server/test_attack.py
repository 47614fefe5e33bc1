"""Half a minute of the standing attack (``scripts/attack``): whatever is done to it, nobody loses anything."""

from __future__ import annotations

import asyncio
from pathlib import Path

from .attack.disk import library
from .attack.run import Attack

SECONDS = 30.0


def test_under_attack_nothing_is_lost_and_nobody_is_thrown_out(tmp_path: Path) -> None:
    attack = Attack(tmp_path, seed=1, say=print)
    asyncio.run(attack.run(SECONDS))
    attack.report(timed=False)
    problems = attack.problems()
    assert not any(problems.values()), {what: found[:3] for what, found in problems.items() if found}
    assert attack.kills.count > 0 and (attack.kills.images > 0 or library() is None)
    assert attack.neighbours.compared() > 500 and attack.neighbours.fair_deals > 0
    assert sum(attack.flooder.sent.values()) > 1000
    assert len(attack.neighbours.players) == 6 and all(one.acknowledged for one in attack.neighbours.players)
