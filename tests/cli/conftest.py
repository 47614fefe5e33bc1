"""What all tests of the command line share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands answer in English unless a test asks for Russian."""
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
