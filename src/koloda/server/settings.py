"""What the operator of a server may set: by environment (KOLODA_…) or on the command line of ``koloda serve``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from koloda.core.errors import KolodaError
from koloda.core.text import Text


class BadSetting(KolodaError):
    """A setting has a value that it cannot have."""


class Settings(NamedTuple):
    """Where the server listens, where its data is, and how patient it is."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    page: Path = Path(__file__).parent.parent / "web" / "dist"
    origins: tuple[str, ...] = ()
    secure: bool = False
    grace_seconds: float = 30.0
    max_bot_pause_seconds: float = 1.6
    person_tables: int = 50
    person_sockets: int = 20
    address_sockets: int = 200
    address_tables: int = 200
    address_keeps: int = 1000
    address_lines: int = 1_000_000
    address_cpu: float = 0.2
    requests_per_second: float = 50.0
    requests_burst: float = 500.0
    frames_per_second: float = 20.0
    frames_burst: float = 60.0


SHORT_VARIABLES = {"grace_seconds": "KOLODA_GRACE", "max_bot_pause_seconds": "KOLODA_BOT_PAUSE"}


def variable(setting: str) -> str:
    """The environment variable of a setting."""
    return SHORT_VARIABLES.get(setting, f"KOLODA_{setting.upper()}")


def from_environment(base: Settings) -> Settings:
    """``base`` with what KOLODA_HOST, KOLODA_PORT, KOLODA_DATA, KOLODA_ORIGINS (blank-separated) … say."""
    changed: dict[str, object] = {}
    for name, value in base._asdict().items():
        text = os.environ.get(variable(name))
        if text is not None:
            try:
                changed[name] = _parsed(text, value)
            except ValueError:
                raise _bad(variable(name), text) from None
    return base._replace(**changed)  # type: ignore[arg-type]


def _bad(name: str, text: str) -> BadSetting:
    return BadSetting(
        "bad-setting", Text(f"{name} — это число, а не {text!r:.40}.", f"{name} is a number, not {text!r:.40}.")
    )


def _parsed(text: str, default: object) -> object:
    if isinstance(default, bool):
        return text.lower() in ("1", "true", "yes")
    if isinstance(default, tuple):
        return tuple(text.split())
    return type(default)(text)  # type: ignore[call-arg]
