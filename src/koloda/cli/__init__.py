"""The command ``koloda``: bad input gives one line and exit code 2, Ctrl-C exit code 130; never a traceback."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

from koloda.core.errors import KolodaError
from koloda.core.text import Text
from koloda.games.registry import LOG
from koloda.strict_json import no_file

from .arguments import build_parser
from .exit_codes import BAD_INPUT, CLOSED_PIPE, INTERRUPTED
from .language import chosen_language


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    lang = chosen_language(arguments, os.environ)
    _make_streams_forgiving()
    warnings = Warnings(lang)
    LOG.addHandler(warnings)
    try:
        code = _run(arguments, lang)
        sys.stdout.flush()
    except KolodaError as error:
        return _fail(error.text.get(lang))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return CLOSED_PIPE
    except OSError as error:
        _discard_output()
        path = error.filename
        return _fail(str(error.strerror or error) if path is None else no_file(path, error).text.get(lang))
    finally:
        LOG.removeHandler(warnings)
    return code


class Warnings(logging.Handler):
    """Names what other packages offer but cannot be used, in the reader's language."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def emit(self, record: logging.LogRecord) -> None:
        """One line."""
        text = getattr(record, "text", None)
        _say(text.get(self.lang) if isinstance(text, Text) else record.getMessage())


def _run(arguments: list[str], lang: str) -> int:
    parser = build_parser(lang)
    try:
        args = parser.parse_args(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0
    args.lang = lang
    code: int = args.run(args)
    return code


def _fail(sentence: str) -> int:
    _say(sentence)
    return BAD_INPUT


def _say(sentence: str) -> None:
    with suppress(OSError):  # nobody listens: the exit code still tells
        print(f"koloda: {' '.join(sentence.split())}", file=sys.stderr, flush=True)


def _make_streams_forgiving() -> None:
    """Treat a closed stream as empty, and print another character where the terminal lacks one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115 - stays open as long as the process
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _discard_output() -> None:
    """Nobody is reading our output any more: let the interpreter's last flush go nowhere."""
    with suppress(OSError, ValueError):  # not a real file: there is nothing to flush
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
