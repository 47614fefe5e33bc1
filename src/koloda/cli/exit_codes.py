"""The exit codes of ``koloda``; 0 is success."""

from __future__ import annotations

from typing import Final

DIFFERENCES: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # as after SIGINT
CLOSED_PIPE: Final = 141  # as after SIGPIPE
