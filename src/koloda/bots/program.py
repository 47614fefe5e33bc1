"""A bot that is a program in any language: it talks in lines of JSON on its standard input and output.

docs/bot-protocol.md specifies what is said. A program that breaks off, stays silent or talks about something else has
failed (``BotFailed``); the next match starts it again.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Final

from koloda.core.view import View

from .player import START_SECONDS, BotFailed, MatchStart, Moment, Player

PROTOCOL: Final = 1
TRAVEL_SECONDS: Final = 0.25  # that a question and its answer may take beyond the thinking time
CLOSE_SECONDS: Final = 1.0  # from the end of its input to the program's own end
MAX_LINE_BYTES: Final = 65_536
MAX_WAITING_LINES: Final = 100  # a program that has said so much without being asked is not heard any more
MAX_COMPLAINT_CHARACTERS: Final = 200
SHOWN_CHARACTERS: Final = 80  # of an answer that makes no sense


class Program(Player):
    """Runs a command and asks it for every move."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = list(command)
        self._talk: _Talk | None = None
        self._owes_an_answer = False

    def begin(self, start: MatchStart) -> None:
        if self._owes_an_answer:
            self.kill()
        talk = self._talk
        if talk is None:
            talk = self._talk = _Talk(self.command)
            talk.say({"type": "hello", "protocol": PROTOCOL})
            answer = self._heard(talk, START_SECONDS)
            if answer.get("ready") != PROTOCOL:
                raise self._failed("garbage", f"{json.dumps(answer)[:SHOWN_CHARACTERS]} is not {{'ready': {PROTOCOL}}}")
        talk.say({"type": "begin", **start._asdict()})

    def choose(self, view: View, legal: list[str], moment: Moment) -> str:
        assert self._talk is not None, "begin comes first"
        question = {"type": "choose", "seconds": moment.seconds, "may_wait": moment.may_wait}
        if self._talk.has_more_to_say():
            early = json.dumps(self._heard(self._talk, 0.0), ensure_ascii=False)
            raise self._failed("garbage", f"nobody had asked for {early[:SHOWN_CHARACTERS]}")
        self._owes_an_answer = True
        self._talk.say({**question, "legal": legal, "view": view.to_json()})
        move = self._heard(self._talk, moment.seconds_left() + TRAVEL_SECONDS).get("move")
        self._owes_an_answer = False
        if not isinstance(move, str):
            raise self._failed("garbage", "its answer has no 'move'")
        return move

    def end(self, view: View) -> None:
        if self._talk is not None:
            self._talk.say({"type": "end", "view": view.to_json()})

    def close(self) -> None:
        if self._talk is not None:
            self._talk.close()
            self._talk = None

    def _heard(self, talk: _Talk, seconds: float) -> dict[str, object]:
        """The next line of the program, as an object."""
        try:
            line = talk.lines.get(timeout=max(0.0, seconds))
        except Empty:
            raise self._failed("slow", "no answer in time") from None
        if line is None:
            raise self._failed("ended", talk.last_words())
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise self._failed("garbage", f"{line.decode('utf-8', 'replace').strip()[:SHOWN_CHARACTERS]!r}")
        return answer

    def _failed(self, kind: str, detail: str) -> BotFailed:
        self.kill()
        return BotFailed(kind, detail)

    def kill(self) -> None:
        """End the program at once: whatever it still says would be an answer to an old question."""
        self._owes_an_answer = False
        if self._talk is not None:
            self._talk.kill()
            self._talk = None


class _Talk:
    """A running program. Threads read and write, for on no system can a pipe be waited for everywhere else."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for us
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same on Windows
            )
        except (OSError, ValueError) as error:
            raise BotFailed("ended", f"{command[0]} cannot be started: {error}") from None
        self.lines: SimpleQueue[bytes | None] = SimpleQueue()  # None: no more will come
        self._to_say: SimpleQueue[bytes] = SimpleQueue()
        self._complaint = b""
        self._complained = self._in_a_thread(self._hear_complaints, self._process.stderr)
        self._in_a_thread(self._hear, self._process.stdout)
        self._in_a_thread(self._speak, self._process.stdin)

    @staticmethod
    def _in_a_thread(work: object, pipe: IO[bytes] | None) -> Thread:
        thread = Thread(target=work, args=(pipe,), daemon=True)  # type: ignore[arg-type]
        thread.start()
        return thread

    def say(self, message: Mapping[str, object]) -> None:
        """Send a line; it waits for nothing."""
        self._to_say.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def _speak(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):  # it reads no more: that it ended, its output tells
            while line := self._to_say.get():
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _hear(self, pipe: IO[bytes]) -> None:
        with pipe:
            while self.lines.qsize() < MAX_WAITING_LINES and (line := pipe.readline(MAX_LINE_BYTES)):
                self.lines.put(line)
        self.lines.put(None)

    def has_more_to_say(self) -> bool:
        """Whether something has come that nobody has read yet, if only the end."""
        return not self.lines.empty()

    def _hear_complaints(self, pipe: IO[bytes]) -> None:
        with pipe:
            while line := pipe.readline(MAX_LINE_BYTES):
                self._complaint = line if line.strip() else self._complaint

    def last_words(self) -> str:
        """How the program ended: its exit code, and the last line that it wrote about that."""
        self._complained.join(CLOSE_SECONDS)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SECONDS)
        complaint = " ".join(self._complaint.decode("utf-8", "replace").split())[:MAX_COMPLAINT_CHARACTERS]
        code = self._process.returncode
        return ", ".join([*([] if code is None else [f"exit code {code}"]), *([complaint] if complaint else [])])

    def close(self) -> None:
        """Tell the program that nothing more will come, and end it if it does not go."""
        self._to_say.put(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SECONDS)
        self.kill()

    def kill(self) -> None:
        """End the program and all that it has started."""
        self._to_say.put(b"")
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            elif self._process.poll() is None:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
