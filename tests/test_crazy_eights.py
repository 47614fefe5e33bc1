"""examples/crazy_eights is a package of its own: installed into a fresh environment, everything finds it there.

A broken package and one that claims the id of a game of ours are installed beside it, and do no harm.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import koloda
from server.running import Client, Server
from test_registry import GOOD, Packages
from test_specs import marks_tested, spec_of, untested

EXAMPLE = Path(__file__).parents[1] / "examples" / "crazy_eights"
BROKEN = "The package broken_sister: koloda.games: broken = broken_sister cannot be used: ModuleNotFoundError: "
TWO_TABLES = """
from koloda.testing import Case, check_case
from koloda.testing.conformance import check_identity
from crazy_eights import CrazyEights
check_identity(CrazyEights)
check_case(Case("crazy-eights", 2, {}))
check_case(Case("crazy-eights", 5, {"target": 30}))
"""
CLAIMED = "The package claims_pairs: koloda.games: pairs = claims_pairs cannot be used: there is a game pairs already, "


class Environment:
    """A virtual environment that sees the libraries of this one, and the same koloda."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.python = folder / "bin" / "python"
        here = sysconfig.get_path("purelib")
        self.packages = Path(self.output("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        self.packages.joinpath("libraries.pth").write_text(f"import site; site.addsitedir({here!r})\n")

    @property
    def variables(self) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(Path(koloda.__file__).parents[1]), "PYTHONUTF8": "1"}

    def run(self, *arguments: str, say: str = "") -> subprocess.CompletedProcess[str]:
        """Run its Python."""
        return subprocess.run(
            [self.python, *arguments],
            input=say,
            capture_output=True,
            encoding="utf-8",
            env=self.variables,
            cwd=self.python.parents[1],
            timeout=120,
        )

    def output(self, *arguments: str, say: str = "") -> str:
        """What its Python prints when all goes well."""
        ended = self.run(*arguments, say=say)
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout


class ServerThere(Server):
    """``koloda serve`` in an environment."""

    def __init__(self, environment: Environment, data: Path) -> None:
        super().__init__(data)
        self.python = str(environment.python)
        self.environment = {**environment.variables, "KOLODA_BOT_PAUSE": "0.02"}


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """The environment with the example installed, and two packages that are of no use."""
    environment = Environment(tmp_path_factory.mktemp("fresh"))
    install = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", str(EXAMPLE))
    environment.output(*install)
    others = Packages(environment.packages)
    others.install("broken_sister", "import a_module_that_is_not_there", games="broken = broken_sister")
    others.install("claims_pairs", GOOD.format(id="pairs"), games="pairs = claims_pairs")
    return environment


def test_it_is_listed_and_broken_packages_are_named(there: Environment) -> None:
    ended = there.run("-m", "koloda", "--lang", "en", "games")
    assert ended.returncode == 0
    assert "\ncrazy-eights  Crazy Eights — 2–5 seats" in ended.stdout and "\npairs " in ended.stdout
    broken, claimed = ended.stderr.splitlines()
    assert broken.startswith(f"koloda: {BROKEN}") and claimed.startswith(f"koloda: {CLAIMED}")


def test_its_rules_can_be_read(there: Environment) -> None:
    for lang in ("ru", "en"):
        page = (EXAMPLE / "src" / "crazy_eights" / "rules" / f"crazy-eights.{lang}.md").read_text(encoding="utf-8")
        assert there.output("-m", "koloda", "rules", "crazy-eights", "--lang", lang) == page


def test_it_is_played_at_the_terminal(there: Environment, tmp_path: Path) -> None:
    """The first move on offer is made until the match is over; advice is asked for once."""
    record = tmp_path / "match.json"
    play = ("-m", "koloda", "--lang", "en", "play", "crazy-eights", "--seats", "3", "--option", "target=30")
    told = there.output(*play, "--seed", "example", "--save", str(record), say="hint\n" + "1\n" * 300)
    assert "% chance to win" in told and "Won: " in told
    assert json.loads(record.read_text())["game"] == "crazy-eights"
    assert "Crazy Eights" in there.output("-m", "koloda", "--lang", "en", "replay", str(record))


def test_its_own_tests_pass_with_the_kit(there: Environment) -> None:
    """By default the kit checks two of its tables, with KOLODA_ALL=1 all."""
    some = () if os.environ.get("KOLODA_ALL") else ("-k", "not test_the_kit")
    told = there.output("-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests"), *some)
    assert " passed" in told and "skipped" not in told
    there.output("-c", TWO_TABLES)


def test_the_server_has_it_with_rules_and_advice(there: Environment, tmp_path: Path) -> None:
    server = ServerThere(there, tmp_path).start()
    logged = [json.loads(line) for line in server.heard.splitlines() if line.startswith("{")]
    assert {line.get("package") for line in logged} >= {"broken_sister", "claims_pairs"}
    try:
        client = Client(server)
        games = {game["id"]: game for game in client.http.get("/api/games").json()}
        assert games["crazy-eights"]["names"] == {"ru": "Безумные восьмёрки", "en": "Crazy Eights"}
        assert games["crazy-eights"]["family_names"]["en"] == "Shedding games" and "pairs" in games
        assert "word-spades" in client.http.get("/api/games/crazy-eights").json()["words"]
        assert client.http.get("/api/games/crazy-eights/rules?lang=en").text.startswith("# Crazy Eights\n")
        setup = {"game": "crazy-eights", "seats": 3, "bots": [None, "normal", "normal"], "start": True}
        client.join(client.make_table(**setup))
        legal: list[str] = []
        while len(legal) < 2:  # a forced card is played, and the next turn awaited
            client.until("view", "change")
            legal = (client.view or {}).get("legal", [])
            if len(legal) == 1 and client.view:
                client.move(str(client.view["n"]), legal[0])
        client.send(t="hints")
        while not (hints := client.until("hints")).get("advice"):
            assert hints["thinking"]
        assert hints["advice"]["move"] in legal
        assert {option["move"] for option in hints["advice"]["options"]} == set(legal)
        client.close()
    finally:
        assert server.stop(signal.SIGTERM) == 0


def test_every_mark_of_its_spec_is_tested() -> None:
    spec = spec_of((EXAMPLE / "crazy-eights.md").read_text(encoding="utf-8"))
    tests = (EXAMPLE / "tests" / "test_rules.py").read_text(encoding="utf-8")
    assert len(spec.marks) > 10 and untested(spec, [tests], {}) == []
    assert marks_tested(tests) == set(spec.marks)
