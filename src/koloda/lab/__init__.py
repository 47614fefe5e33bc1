"""The lab: many matches between bots, as figures, rows and reports (docs/lab.md)."""

from .arena import Score, play_bout
from .bout import Bout
from .record_rows import Condition, Wanted, convert
from .run import Keep, Where, run_bout
from .tally import Tally

__all__ = ["Bout", "Condition", "Keep", "Score", "Tally", "Wanted", "Where", "convert", "play_bout", "run_bout"]
