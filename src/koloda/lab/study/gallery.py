"""The studies of all games for the documents: ``python -m koloda.lab.study.gallery [GAME…]``.

It writes docs/study.md with the table of luck and skill, and a picture of each game. What is done is kept in
build/study, so that it can be stopped and gone on with.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from textwrap import fill
from typing import Final

from koloda.games.registry import all_games, find_game
from koloda.lab.run import Where

from .cells import cells_of
from .figures import Figures
from .plan import Plan, wins_together
from .plots import sheet
from .report import Study
from .run import run_study
from .words import BY_ID, matches_text, summary, with_interval

MATCHES: Final = 400
SKILL_MATCHES: Final = 200
LINE: Final = 120  # characters of the page
HEAD: Final = """# Luck and skill of {n} games

Each game was played {matches} times by normal bots at its usual table, and {skill} times by one strong bot among normal
ones, on duplicate deals. 95% intervals are in brackets. [lab.md](lab.md#studies) says what each figure means. The
strong bot measures what *our* strongest player gains: a game that nobody has found out how to play well looks like
luck.

`python -m koloda.lab.study.gallery --matches {matches} --skill-matches {skill}` makes this page and its pictures; with
the compiled rules it took {minutes} minutes of processor time. `koloda study ID` makes the whole report of one game,
with what its house rules change.

{head}
"""
COLUMNS: Final = (
    "game",
    "seats",
    "moves",
    "choices",
    "lead changes",
    "sure at half-time",
    "choices that matter",
    "strong wins",
    "skill",
    "matches to tell",
)


def plan_of(game: str, matches: int = MATCHES, skill_matches: int = SKILL_MATCHES) -> Plan:
    """The usual table of a game, alone."""
    usual = cells_of(game, find_game(game).info.seats_to_begin_with(), {}, [])[0]
    return Plan(game, (usual,), matches=matches, skill_matches=skill_matches, team=wins_together(game, usual))


def study_of(plan: Plan, folder: Path, where: Where) -> tuple[Study, float]:
    """The study of a game and its seconds of processor time: from the folder, or made and put there."""
    kept = folder / f"{plan.game}.json"
    if kept.exists():
        saved = json.loads(kept.read_text(encoding="utf-8"))
        if saved["plan"] == json.loads(json.dumps(plan.to_json())):
            return Study(plan, [Figures.from_json(one) for one in saved["figures"]]), saved["seconds"]
    began = _processor_seconds()
    found = run_study(plan, kept, where)
    seconds = _processor_seconds() - began
    saved = {"plan": plan.to_json(), "seconds": seconds, "figures": [one.to_json() for one in found.figures]}
    kept.write_text(json.dumps(saved), encoding="utf-8")
    return found, seconds


def _processor_seconds() -> float:
    """Of this process and those that it has started and seen end."""
    return sum(os.times()[:4])


def row(study: Study) -> str:
    """A game as a row of the table."""
    names = ("moves", "choices", "lead_changes", "half_time", "matters")
    share = study.better_share(0)
    counted = "" if share is None else with_interval(share, BY_ID["half_time"])
    kind = " (loses)" if study.info.lone_loser else " (together)" if study.plan.team else ""
    cells = [
        f"[{study.info.names.en}](#{study.plan.game})",
        study.seats_of(0),
        *(with_interval(study.value(0, name), BY_ID[name]) for name in names),
        counted + kind,
        with_interval(study.skill(0), BY_ID["skill"]),
        matches_text(study.matches_to_tell(0)),
    ]
    return f"| {' | '.join(map(str, cells))} |"


def document(studies: list[Study], seconds: float) -> str:
    """The page, most skill first."""
    plan = studies[0].plan
    ranked = sorted(studies, key=lambda study: -(study.skill(0) or (0.0,))[0])
    head = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"
    minutes = max(1, round(seconds / 60))
    text = HEAD.format(n=len(studies), matches=plan.matches, skill=plan.skill_matches, minutes=minutes, head=head)
    text += "\n".join(row(study) for study in ranked) + "\n"
    for study in studies:
        name = study.info.names.en
        text += f'\n<a id="{study.plan.game}"></a>\n\n## {name}\n\n'
        text += "\n\n".join(_wrapped(" ".join(part)) for part in summary(study, "en"))
        text += f"\n\n![{name}: length, seats, suspense, scores](study/{study.plan.game}.svg)\n"
    return text


def _wrapped(paragraph: str) -> str:
    return fill(paragraph, LINE, break_long_words=False, break_on_hyphens=False)


def main(argv: list[str]) -> int:
    """Make the studies that are missing, then the pictures and the page."""
    parser = argparse.ArgumentParser(prog="python -m koloda.lab.study.gallery", description=__doc__)
    parser.add_argument("games", nargs="*", default=[game.info.id for game in all_games()])
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--skill-matches", type=int, default=SKILL_MATCHES)
    parser.add_argument("--jobs", type=int, default=0, help="0: one for each core")
    parser.add_argument("--work", type=Path, default=Path("build/study"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    asked = parser.parse_args(argv)
    asked.work.mkdir(parents=True, exist_ok=True)
    (asked.docs / "study").mkdir(parents=True, exist_ok=True)
    studies, seconds = [], 0.0
    for game in asked.games:
        study, took = study_of(plan_of(game, asked.matches, asked.skill_matches), asked.work, Where(asked.jobs))
        studies.append(study)
        seconds += took
        (asked.docs / "study" / f"{game}.svg").write_text(sheet(study, "en"), encoding="utf-8")
        print(row(study), flush=True)
    (asked.docs / "study.md").write_text(document(studies, seconds), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
