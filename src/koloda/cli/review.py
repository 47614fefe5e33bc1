"""``koloda review``: what each choice of a seat cost, and how much was luck."""

from __future__ import annotations

import argparse
import json

from koloda.records import load
from koloda.review import review as review_record
from koloda.review import review_lines

from .draw import put
from .exit_codes import INTERRUPTED
from .parse import checked_range
from .progress_bar import ProgressBar

MAX_WORLDS = 1_000_000
MAX_SECONDS = 86_400


def review(args: argparse.Namespace) -> int:
    """Review a record; after Ctrl-C print what is done so far, with exit code 130."""
    record = load(args.file)
    worlds = 0 if args.worlds is None else checked_range("--worlds", args.worlds, 2, MAX_WORLDS)
    seconds = checked_range("--seconds", args.seconds, 1, MAX_SECONDS)
    bar = ProgressBar(1)

    def progress(done: int, total: int) -> None:
        bar.total = total
        bar.show(done)

    result = review_record(record, args.seat, args.seed, worlds, seconds, progress)
    bar.clear()
    if args.json:
        print(json.dumps(result.to_json(), ensure_ascii=False))
    else:
        put("\n".join(review_lines(result, args.lang)))
    return 0 if len(result.decisions) == result.total else INTERRUPTED
