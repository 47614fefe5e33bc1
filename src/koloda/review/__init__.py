"""Review: what each choice of a seat cost, and how much of the result was luck (docs/review.md)."""

from .decisions import BUDGET_SECONDS, Course, Decision, NoBrain, Walk, choices, judge, measure_of, review
from .report import Leg, Review, review_lines

__all__ = [
    "BUDGET_SECONDS",
    "Course",
    "Decision",
    "Leg",
    "NoBrain",
    "Review",
    "Walk",
    "choices",
    "judge",
    "measure_of",
    "review",
    "review_lines",
]
