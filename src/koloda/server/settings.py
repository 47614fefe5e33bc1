"""What the operator of a server may set: by environment (KOLODA_…) or on the command line of ``koloda serve``."""

from __future__ import annotations

import os
import re
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple

from koloda.bots import LEVELS
from koloda.core.errors import KolodaError
from koloda.core.text import Text

BOT_NAME = re.compile("[a-z0-9][a-z0-9-]{0,29}")


class BadSetting(KolodaError):
    """A setting has a value that it cannot have."""


class Settings(NamedTuple):
    """Where the server listens, where its data is, and how patient it is."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path("data")
    store: str = ""  # a PostgreSQL database instead of the file in ``data``
    bus: str = ""  # a NATS server, where several nodes share the database
    node: str = ""  # the machine's name
    page: Path = Path(__file__).parent.parent / "web" / "dist"
    origins: tuple[str, ...] = ()
    secure: bool = False
    grace_seconds: float = 30.0
    max_bot_pause_seconds: float = 1.6
    house_name: str = ""
    imprint: str = ""
    contact: str = ""
    invite_only: bool = False
    keep_matches_days: float = 0.0
    keep_chat_days: float = 0.0
    keep_names_days: float = 0.0
    trusted: tuple[str, ...] = ()
    person_tables: int = 50
    address_tables: int = 1000
    person_sockets: int = 20
    address_sockets: int = 1000
    person_keeps: int = 200
    address_keeps: int = 5000
    person_lines: int = 100_000
    address_lines: int = 4_000_000
    person_cpu: float = 0.05
    address_cpu: float = 0.2
    person_requests_per_second: float = 10.0
    person_requests_burst: float = 100.0
    requests_per_second: float = 250.0
    requests_burst: float = 5000.0
    frames_per_second: float = 20.0
    frames_burst: float = 60.0
    bots: tuple[str, ...] = ()


NUMBER = Text("число", "a number")
NETWORKS = Text("сети вида 192.168.0.0/16", "networks such as 192.168.0.0/16")
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
                raise _bad(variable(name), text, NUMBER) from None
    settings = base._replace(**changed)  # type: ignore[arg-type]
    for network in settings.trusted:
        try:
            ip_network(network, strict=False)
        except ValueError:
            raise _bad(variable("trusted"), network, NETWORKS) from None
    return settings


def named_bots(words: tuple[str, ...]) -> dict[str, str]:
    """The operator's own bots: ``NAME=SPEC`` for each. BadSetting where a word is something else."""
    named: dict[str, str] = {}
    for word in words:
        name, equals, spec = word.partition("=")
        if not equals or not spec or not BOT_NAME.fullmatch(name) or name in LEVELS:
            raise BadSetting(
                "bad-bot",
                Text(
                    f"Бот — это ИМЯ=БОТ, имя из латинских букв, цифр и дефисов, а не {word!r:.80}.",
                    f"A bot is NAME=BOT, its name of lower-case letters, digits and hyphens, not {word!r:.80}.",
                ),
            )
        named[name] = spec
    return named


def _bad(name: str, text: str, wanted: Text) -> BadSetting:
    return BadSetting(
        "bad-setting", Text(f"{name} — это {wanted.ru}, а не {text!r:.40}.", f"{name}: {wanted.en}, not {text!r:.40}.")
    )


def _parsed(text: str, default: object) -> object:
    if isinstance(default, bool):
        return text.lower() in ("1", "true", "yes")
    if isinstance(default, tuple):
        return tuple(text.split())
    return type(default)(text)  # type: ignore[call-arg]
