"""Use Koloda as it is installed: ``python -I tests/try_installed.py compiled`` (or ``interpreted``) in an environment.

It asks for the version, plays the kit's matches of one game, runs the commands that need no server, and, where the
server's packages are there, opens the table: the page, what it loads, its health. Any failure is an exit code other
than 0. Only the standard library is used, and nothing of the tree that this file is in.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path
from urllib.request import urlopen

GAME = "pairs"
COMMAND_SECONDS = 120
ANSWER_SECONDS = 20


def koloda(*words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed command in a folder of its own."""
    command = Path(sysconfig.get_path("scripts")) / ("koloda.exe" if sys.platform == "win32" else "koloda")
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(
            [command, "--lang", "en", *words],
            cwd=folder,
            input=told,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=COMMAND_SECONDS,
        )


def said(*words: str, told: str = "") -> str:
    """What a command says that succeeds."""
    done = koloda(*words, told=told)
    assert (done.returncode, done.stderr) == (0, ""), f"koloda {' '.join(words)}: {done}"
    return done.stdout


def try_library(way: str) -> None:
    """The rules are those that were installed, run as they should, and pass the kit."""
    import koloda as package
    from koloda.testing import check_game

    assert Path(package.__file__).is_relative_to(sysconfig.get_path("platlib")), package.__file__
    assert said("--version") == f"koloda {package.__version__} ({way})\n"
    check_game(package.find_game(GAME))


def try_terminal() -> None:
    """The games, a page of rules, a simulation and a whole match against bots."""
    games = re.findall(r"^([a-z-]+)\s", said("games"), re.M)
    assert GAME in games and len(games) >= 22, games
    assert said("rules", GAME).startswith("# ")
    assert "40" in said("simulate", GAME, "--seats", "3", "--matches", "40", "--seed", "wheel")
    assert "Lost: Seat" in said("play", GAME, "--seats", "3", "--seed", "x", told="hit\n" * 40)


def try_table() -> None:
    """The table opens with its page and all that the page loads, and closes when it is told to."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-I", "-m", "koloda", "--lang", "en", "serve", "--port", str(port), "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
            try:
                assert server.stdout is not None
                heard = iter(server.stdout.readline, "")
                assert any("The table is laid" in line for line in heard), "the server did not start"
                page = read(f"{address}/")
                loaded = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page)
                assert '<div id="app">' in page and loaded, page
                assert all(read(address + path) for path in loaded)
                assert json.loads(read(f"{address}/healthz"))["status"] == "ok"
            finally:
                server.send_signal(signal.SIGTERM)
                server.communicate(timeout=ANSWER_SECONDS)  # it has last words
        assert server.returncode == 0, server.returncode


def read(address: str) -> str:
    with urlopen(address, timeout=ANSWER_SECONDS) as answer:
        assert answer.status == 200, address
        return str(answer.read().decode())


def try_without_table() -> None:
    """Without the server's packages the command says in one line what to install."""
    done = koloda("serve")
    assert done.returncode == 2 and done.stdout == "", done
    assert done.stderr == "koloda: The table needs the server's dependencies: pip install 'koloda[server]'.\n", done


def main(way: str) -> None:
    for name in [name for name in os.environ if name.startswith(("KOLODA_", "PYTHON"))]:
        del os.environ[name]  # settings of whoever runs this, perhaps another Koloda
    try_library(way)
    try_terminal()
    if find_spec("starlette"):
        try_table()
    else:
        try_without_table()
    print(f"{way}; {'the table opened' if find_spec('starlette') else 'no server here'}; the kit passed for {GAME}")


if __name__ == "__main__":
    main(sys.argv[1])
