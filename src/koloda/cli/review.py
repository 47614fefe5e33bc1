"""``koloda review``: what each choice of a seat cost, and how much was luck."""

from __future__ import annotations

import argparse
import json

from koloda.records import load
from koloda.review import review as judged
from koloda.review import review_lines

from .bar import Bar
from .draw import put
from .parse import checked_range

INTERRUPTED = 130
MOST_WORLDS = 1_000_000


def review(args: argparse.Namespace) -> int:
    """Review a record; after Ctrl-C what is done so far, and exit code 130."""
    record = load(args.file)
    worlds = 0 if args.worlds is None else checked_range("--worlds", args.worlds, 2, MOST_WORLDS)
    budget = checked_range("--seconds", args.seconds, 1, 86_400)
    bar = Bar(1)

    def progress(done: int, total: int) -> None:
        bar.total = total
        bar.show(done)

    found = judged(record, args.seat, args.seed, worlds, budget, progress)
    bar.clear()
    if args.json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
    else:
        put("\n".join(review_lines(found, args.lang)))
    return 0 if len(found.decisions) == found.total else INTERRUPTED
