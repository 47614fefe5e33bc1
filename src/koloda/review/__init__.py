"""Review: what each choice of a seat cost in a match, and how much of the result was luck (docs/review.md)."""

from .decisions import BUDGET, Decision, NoBrain, Walk, brain_of, choices, judge, review
from .report import Review, review_lines

__all__ = [
    "BUDGET",
    "Decision",
    "NoBrain",
    "Review",
    "Walk",
    "brain_of",
    "choices",
    "judge",
    "review",
    "review_lines",
]
