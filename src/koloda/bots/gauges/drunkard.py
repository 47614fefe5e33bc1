"""Drunkard: there is nothing to decide."""

from __future__ import annotations

from typing import Final

from . import Gauge

GAUGE: Final = Gauge()
