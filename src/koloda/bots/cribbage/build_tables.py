"""Makes tables.json: ``python -m koloda.bots.cribbage.build_tables [FILE]`` (minutes compiled).

The averages of cribs start from discards that ignore the crib. They are then made again from the discards that they
lead to.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from koloda.core.chance import Chance, Fast
from koloda.core.table import Note
from koloda.games.cribbage.game import Cribbage
from koloda.match import Match

from . import compute_tables as making
from .brain import BRAIN
from .tables import TABLES, crib_name

FILE: Final = Path(__file__).with_name("tables.json")
CRIB_SAMPLES_BY_SEATS: Final = {2: 30_000, 3: 6_000, 4: 6_000}
CRIB_REFINEMENTS: Final = 3  # each deals with the tables of the one before
RULES: Final = ("standard", "book")
EQUITY_DEALS: Final = 3000  # from which the odds to win by score are computed
POOL_DEALS: Final = 240  # of them, kept in the file as examples of how a deal may go on
PEGGING_EVENTS: Final = {"fifteen", "thirty-one", "pair", "pair-royal", "double-pair-royal", "run", "last"}


def crib_tables(book: bool, seats: int, samples: int, chance: Chance) -> tuple[list[float], list[float]]:
    """The average cribs, one's own and another's, by the class of one's discards; self-consistent."""
    one = not book and seats > 2
    own = other = [0.0] * (13 if one else 182)
    for _ in range(CRIB_REFINEMENTS):
        mine = [making.deal_others(book, seats, own, other, True, chance) for _ in range(samples)]
        theirs = [making.deal_others(book, seats, own, other, False, chance) for _ in range(samples)]
        own, other = making.crib_table(mine, one, chance), making.crib_table(theirs, one, chance)
    return own, other


def events(log: list[Note], dealer: int) -> list[tuple[str, int, bool]]:
    """What was scored in a log: pegged, shown or in the crib; how much; whether by the dealer."""
    scored: list[tuple[str, int, bool]] = []
    for note in log:
        kind = "peg" if note.kind in PEGGING_EVENTS else note.kind
        if kind in ("heels", "peg", "show", "show-crib") and note.n:
            scored.append((kind, note.n, note.seat == dealer))
    return scored


def play_deals(rules: str, deals: int, chance: Chance) -> list[list[tuple[str, int, bool]]]:
    """Deals between two of these brains, in the order of what they scored."""
    match = Match.new("cribbage", 2, {"rules": rules, "target": 200}, chance=chance)
    game = match.game
    assert isinstance(game, Cribbage)
    game.keeps_events = True
    played: list[list[tuple[str, int, bool]]] = []
    while len(played) < deals:
        game.scores = [0, 0]
        game.events = []
        dealer, deal = int(game.dealer), game.round
        while game.round == deal:
            seat = game.movers()[0]
            game.act(seat, BRAIN.choose(game, seat, chance))
        played.append(events(game.events, dealer))
    return played


def summary(deal: list[tuple[str, int, bool]]) -> list[int]:
    """Pegged by pone and dealer (without heels, which come with the starter), their hands, the crib."""
    sums = [0] * 5
    for kind, points, dealing in deal:
        if kind == "heels":
            continue
        sums[4 if kind == "show-crib" else (2 if kind == "show" else 0) + dealing] += points
    return sums


def tell_progress(what: str) -> None:
    """Print what is being made: all of it takes minutes."""
    print(what, file=sys.stderr, flush=True)


def make_cribs(chance: Chance) -> dict[str, list[int]]:
    """The average cribs in hundredths; the brain discards by them from now on."""
    cribs: dict[str, list[int]] = {}
    for rules in RULES:
        for seats in (2, 3, 4):
            tell_progress(f"cribs: {rules}, {seats} seats")
            tables = crib_tables(rules == "book", seats, CRIB_SAMPLES_BY_SEATS[seats], chance)
            for own, table in zip((True, False), tables, strict=True):
                name = crib_name(rules == "book", seats, own)
                cribs[name] = [round(100 * mean) for mean in table]
                TABLES.cribs[name] = [hundredths / 100 for hundredths in cribs[name]]
    return cribs


def make_pegs() -> dict[str, list[int]]:
    """What four kept ranks peg, and the other, in hundredths."""
    pegs: dict[str, list[int]] = {}
    for rules in RULES:
        for own in (True, False):
            name = crib_name(rules == "book", 2, own)
            tell_progress(f"pegs: {name}")
            pegs[name] = [round(100 * mean) for mean in making.peg_table(rules == "book", own)]
    return pegs


def main() -> None:
    """Make the file."""
    chance = Fast(7)
    cribs = make_cribs(chance)
    pegs = make_pegs()
    pools: dict[str, list[list[int]]] = {}
    shares: dict[str, list[int]] = {}
    for rules in RULES:
        tell_progress(f"deals and shares: {rules}")
        deals = play_deals(rules, EQUITY_DEALS, chance)
        shares[rules] = making.equity([[2 * n + who for _, n, who in deal] for deal in deals], rules == "book")
        pools[rules] = [summary(deal) for deal in deals[:POOL_DEALS]]
    tables: dict[str, object] = {"cribs": cribs, "deals": pools, "equity": shares, "pegs": pegs}
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    target.write_text(json.dumps(tables, separators=(",", ":")).replace('],"', '],\n"') + "\n", encoding="utf-8")
    print(target)


if __name__ == "__main__":
    main()
