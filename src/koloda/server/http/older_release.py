"""An older release in a Python of its own: it knows rules that are not here any more, and shows matches by them."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from importlib import resources
from types import TracebackType
from typing import Any

import msgspec

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.games.registry import all_games
from koloda.server.http.catalogue import game_info
from koloda.server.protocol.codec import encode
from koloda.server.protocol.games import GameInfo
from koloda.server.storage.kept_views import pack

PROGRAM = "in_older_release.py"
OUR_OWN = ("PYTHONPATH", "PYTHONHOME")  # they would lead it to our modules
NOT_THERE = Text(
    "{python} не отвечает ({problem}). Нужен Python, в котором установлена прежняя версия Колоды с сервером.",
    "{python} does not answer ({problem}). It must be a Python in which an older Koloda with its server is installed.",
)
Json = dict[str, Any]


class NotShown(KolodaError):
    """The older release cannot show a match."""


class NoOlderRelease(KolodaError):
    """There is none in that Python, or it has ended."""


class OlderRelease:
    """A process of that release; it ends with the ``with`` block."""

    def __init__(self, python: str) -> None:
        self._python = python
        program = resources.files("koloda.server.http").joinpath(PROGRAM).read_text(encoding="utf-8")
        environment = {name: value for name, value in os.environ.items() if name not in OUR_OWN}
        try:
            self._process = subprocess.Popen(
                [python, "-P", "-X", "utf8", "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                encoding="utf-8",
            )
        except OSError as error:
            raise self._not_there(error.strerror) from None
        try:
            self._games: dict[str, Json] = self._read()
        except NoOlderRelease:
            self._end()
            raise

    def __enter__(self) -> OlderRelease:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()

    def has(self, game: str, version: object) -> bool:
        """Whether it plays a game by this version of the rules."""
        return game in self._games and self._games[game]["version"] == version

    def packed_views(self, record: Json) -> bytes:
        """Whatever a replay of a match shows there, to be kept."""
        series = self._ask("replay", record)
        return pack(list(series), zip(*series.values(), strict=True))

    def last_position(self, dealt: Json) -> dict[str, Json]:
        """What everybody sees last of a match that is not over."""
        return self._ask("position", dealt)

    def other_games(self) -> dict[tuple[str, int], bytes]:
        """What is told of each game whose rules are other ones there than here, as ``/api/games`` tells it."""
        ours = {game.info.id: game.info.version for game in all_games()}
        return {
            (name, told["version"]): encode(_in_todays_form(game_info(name), told))
            for name, told in self._games.items()
            if name in ours and told["version"] != ours[name]
        }

    def _ask(self, kind: str, about: Json) -> Json:
        assert self._process.stdin is not None
        try:
            print(json.dumps([kind, about]), file=self._process.stdin, flush=True)
        except OSError as error:
            raise self._not_there(error.strerror) from None
        answer = self._read()
        if "told" not in answer:
            raise NotShown("not-shown", Text(answer["problem"], answer["problem"]))
        told: Json = answer["told"]
        return told

    def _read(self) -> Json:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        try:
            read: Json = json.loads(line)
        except ValueError:
            if line:
                self._process.kill()
            raise self._not_there(line.strip()[:80] or f"exit code {self._process.wait()}") from None
        return read

    def _not_there(self, problem: str | None) -> NoOlderRelease:
        about: dict[str, object] = {"python": self._python, "problem": problem}
        return NoOlderRelease("no-older-release", Text(*(NOT_THERE.fill(lang, about) for lang in ("ru", "en"))))


def _in_todays_form(today: GameInfo, told: Json) -> GameInfo:
    """A game as an older release tells of it. What it did not tell, or in another form, is as it is told today."""
    plain: Json = msgspec.to_builtins(today)
    for field in msgspec.structs.fields(GameInfo):
        with contextlib.suppress(KeyError, msgspec.ValidationError):
            older = _over(plain[field.name], told[field.name])
            plain[field.name] = msgspec.to_builtins(msgspec.convert(older, field.type))
    return msgspec.convert(plain, GameInfo)


def _over(today: Any, older: Any) -> Any:
    """What an older release tells, and of names in it what it does not."""
    if isinstance(today, dict) and isinstance(older, dict):
        return {**today, **{name: _over(today.get(name), told) for name, told in older.items()}}
    return older
