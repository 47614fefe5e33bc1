"""How much room the replays of matches take that a server keeps.

``python load/replay_sizes.py 10`` has normal bots play ten matches of each game, at as many seats as it usually has.
"""

from __future__ import annotations

import json
import statistics
import sys

from koloda.bots import level_policy
from koloda.core.chance import Fast
from koloda.games.registry import all_games, find_game
from koloda.lab.simulate import play_out
from koloda.match import Match
from koloda.server.http.errands import packed_views

MATCHES = 10


def replay_size(game: str, number: int) -> tuple[int, int]:
    """How many moves a match has, and how many bytes its replay."""
    seats = find_game(game).info.seats_to_begin_with()
    match = Match.new(game, seats, seed=f"size {number}")
    play_out(match, [level_policy(game, "normal")] * seats, Fast(number))
    players = [{"name": "", "bot": "normal"}] * seats
    stored = {"id": str(number), "record": match.record(), "players": players, "when": 0.0}
    return match.move_number, len(packed_views(json.dumps(stored)))


def main(matches: int) -> None:
    """Print a line for each game, and the average over all games."""
    averages = []
    print("| game | seats | moves | bytes, average | the longest |\n|---|---|---|---|---|")
    for game in all_games():
        name = game.info.id
        moves, sizes = zip(*(replay_size(name, number) for number in range(matches)), strict=True)
        averages.append(statistics.mean(sizes))
        about = (name, game.info.seats_to_begin_with(), f"{statistics.mean(moves):.0f}")
        print(f"| {' | '.join(map(str, about))} | {averages[-1]:,.0f} | {max(sizes):,} |", flush=True)
    print(f"over all {len(averages)} games: {statistics.mean(averages):,.0f} bytes")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES)
