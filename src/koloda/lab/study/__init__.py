"""Studies: what a game is like to play, in figures for somebody who designs games. docs/lab.md explains each figure."""

from .cells import Cell, cells_of
from .figures import Figures
from .plan import Plan
from .report import Study
from .run import run_study

__all__ = ["Cell", "Figures", "Plan", "Study", "cells_of", "run_study"]
