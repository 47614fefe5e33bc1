"""Bots of one's own: found by name, played in the arena; whatever goes wrong with one is its own loss."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from koloda import Match, resample
from koloda.bots import MatchStart, Moment, Player, registry
from koloda.bots.find_player import find_player
from koloda.bots.player import BotFailed, PolicyPlayer
from koloda.bots.program import Program
from koloda.bots.referee import ask, without
from koloda.bots.seat_view import SeatView
from koloda.cli import main
from koloda.core.chance import Fast
from koloda.core.errors import BadOption
from koloda.core.game import Result
from koloda.lab.bout import Bout
from koloda.lab.run import Keep, Where, run_bout
from koloda.lab.tally import Tally

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
PYTHON_BOT = f"program:{sys.executable} {EXAMPLES / 'pairs_bot.py'}"
JAVASCRIPT_BOT = f"program:node {EXAMPLES / 'pairs_bot.mjs'}"

OWN = """
    import sys, time
    from koloda.bots import Player

    class Careful(Player):
        def __init__(self):
            self.told = []

        def begin(self, start):
            self.told.append(("begin", start.game, start.seat))

        def choose(self, view, legal, moment):
            assert self.told[-1][0] == "begin" and view.seat == self.told[-1][2] and legal == list(view.legal)
            assert 0 < moment.seconds_left() <= moment.seconds
            assert moment.world().moves(view.seat)
            return "fold" if len(view.cards("row", view.seat)) > 2 else "hit"

        def end(self, view):
            assert view.result is not None
            self.told.append(("end",))

    def last_move(view, legal, moment):
        return legal[-1]

    class Raises(Careful):
        def choose(self, view, legal, moment):
            raise ValueError("no idea")

    class FailsAtTheBeginning(Careful):
        def begin(self, start):
            raise OSError("no network")

    class FailsInTheEnd(Careful):
        def end(self, view):
            raise OSError("no disk")

    class Sleeps(Careful):
        def choose(self, view, legal, moment):
            time.sleep(1000)

    class Ponders(Careful):
        def choose(self, view, legal, moment):
            while True:
                try:
                    sum(range(1000))
                except Exception:
                    pass

    class Leaves(Careful):
        def choose(self, view, legal, moment):
            sys.exit("enough")

    class Cheats(Careful):
        def choose(self, view, legal, moment):
            return "fold everything"

    class Waits(Careful):
        def choose(self, view, legal, moment):
            return ""

    class SaysNothing(Careful):
        def choose(self, view, legal, moment):
            return None

    class Stumbles(Careful):
        def begin(self, start):
            super().begin(start)
            self.matches = getattr(self, "matches", 0) + 1

        def choose(self, view, legal, moment):
            return "no" if self.matches == 2 else super().choose(view, legal, moment)

    class NotMade(Player):
        def __init__(self):
            raise KeyError("weights")

    not_a_bot = 7
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with ``own_bots.py``, in which the command is called."""
    (tmp_path / "own_bots.py").write_text(dedent(OWN), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
    return tmp_path


def played(*bots: str, matches: int = 4, seconds: float = 30.0) -> Tally:
    return run_bout(Bout("pairs", 2, bots, matches, "own", seconds=seconds), Where(jobs=1))


# Names


def test_a_bot_of_ones_own_is_a_class_or_a_function_of_a_module(own: Path) -> None:
    careful, last = played("own_bots:Careful", "random", matches=40), played("own_bots:last_move", "random")
    assert not careful.failed and not last.failed
    assert careful.first_lost.share().value < 0.5


def test_the_bots_of_the_document_play(own: Path) -> None:
    document = Path(__file__).parents[2].joinpath("docs", "bots.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n# my_bots.py\n(.*?)```", document, re.DOTALL)
    (own / "my_bots.py").write_text(code, encoding="utf-8")
    assert not played("my_bots:Cautious", "my_bots:any_move").failed


def test_a_class_or_a_function_can_be_given_itself() -> None:
    def first(view: object, legal: list[str], moment: Moment) -> str:
        return legal[0]

    assert find_player("pairs", first).choose(None, ["fold"], None) == "fold"  # type: ignore[arg-type]
    assert isinstance(find_player("pairs", Player), Player)


def test_our_own_bots_fit_the_same_contract() -> None:
    match = Match.new("pairs", 2, seed="fit")
    seat = match.turn.seats[0]
    for name in ("easy", "normal", "strong", "random", "simple", "yardstick", "always:hit"):
        player = find_player("pairs", name)
        moment = Moment(SeatView(match, seat), Fast(1), 1.0)
        assert isinstance(player, PolicyPlayer)
        assert player.choose(moment.view, moment.legal, moment) in moment.legal


def test_another_package_offers_a_player_by_its_name(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = own / "own_bots-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: own-bots\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[koloda.bots]\ncareful = own_bots:Careful\nlast = own_bots:last_move\n")
    monkeypatch.syspath_prepend(str(own))
    monkeypatch.setattr(registry, "REGISTRY", registry.Registry())
    assert type(find_player("pairs", "careful")).__name__ == "Careful"
    assert find_player("pairs", "last").choose(None, ["a", "b"], None) == "b"  # type: ignore[arg-type]
    with pytest.raises(BadOption, match=r"there are .*strong.*careful, last"):
        find_player("pairs", "nobody")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("nobody", "there are easy, normal, strong, random"),
        ("no_such_module:Bot", "ModuleNotFoundError"),
        ("own_bots:Nobody", "AttributeError"),
        ("own_bots:not_a_bot", "neither a Player class nor a function"),
        ("own_bots:NotMade", "KeyError: 'weights'"),
        ("program:no-such-command x", "there is no such command"),
        ("program:", "there is no such command"),
        ("./notes.txt", "cannot be run"),
    ],
)
def test_what_is_no_bot_is_refused_in_one_line(
    own: Path, name: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (own / "notes.txt").write_text("no program")
    assert main(["arena", "pairs", "--seats", "2", "--bots", f"{name},normal", "--matches", "1", "--lang", "en"]) == 2
    told = capsys.readouterr().err
    assert reason in told and told.count("\n") == 1


# What goes wrong


@pytest.mark.parametrize(
    ("bot", "kind", "detail"),
    [
        ("Raises", "raised", "ValueError: no idea (own_bots.py, line "),
        ("FailsAtTheBeginning", "raised", "OSError: no network"),
        ("FailsInTheEnd", "raised", "OSError: no disk"),
        ("Leaves", "raised", "SystemExit: enough"),
        ("Sleeps", "slow", "no answer in time"),
        ("Ponders", "slow", "no answer in time"),
        ("Cheats", "illegal", "'fold everything'"),
        ("Waits", "illegal", "''"),
        ("SaysNothing", "illegal", "None"),
    ],
)
def test_a_bot_that_fails_loses_its_match_and_the_rest_goes_on(own: Path, bot: str, kind: str, detail: str) -> None:
    tally = played(f"own_bots:{bot}", "normal", matches=2, seconds=0.05 if kind == "slow" else 30.0)
    assert tally.failed == {(f"own_bots:{bot}", kind): 2} and detail in tally.examples[0].detail
    assert tally.first_lost.share().value == 1.0 and tally.first_place.mean().value == 2.0
    assert tally.matches == 2 and tally.matches_left_out == 0


def test_a_failure_costs_one_match_only_and_is_told(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "pairs", "--seats", "2", "--bots", "own_bots:Stumbles,normal", "--matches", "4", "--jobs", "1"]
    assert main([*words, "--out", "rows.jsonl", "--lang", "en"]) == 0
    shown = capsys.readouterr().out
    assert "own_bots:Stumbles lost 1 match by failing (its move is not legal: 1)." in shown
    assert "  match 1, seat 1: its move is not legal: 'no'" in shown
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text("utf-8").splitlines()]
    assert [row["failed"] for row in rows] == ["", "1:illegal", "", ""]
    assert (rows[1]["loss_1"], rows[1]["place_1"], rows[1]["win_0"]) == (1.0, 2, 1.0)


def test_a_bot_that_hangs_beyond_python_costs_its_chunk_and_the_rest_goes_on(own: Path) -> None:
    """It blocks the timer's signal: its process must end. Matches 4 to 7 are the second chunk."""
    (own / "hanging.py").write_text(
        dedent(
            """
            import signal, time
            from koloda.bots import Player, referee
            from koloda.core.chance import seed_number

            referee.GRACE_SECONDS = referee.HUNG_SECONDS = 0.05

            class Hangs(Player):
                def begin(self, start):
                    self.hangs = start.seed == seed_number(f"own bot 5 {start.seat}") % 2**53

                def choose(self, view, legal, moment):
                    if self.hangs:
                        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
                        time.sleep(1000)
                    return legal[0]
            """
        )
    )
    tally = played("hanging:Hangs", "normal", matches=12, seconds=0.05)
    assert (tally.matches, tally.matches_left_out) == (8, 4) and not tally.failed


def test_who_fails_is_last_and_only_they_lose() -> None:
    result = Result((9, 5, 5, 1), (0,), (3,), (1, 2, 2, 4))
    assert without(result, []) is result
    assert without(result, [0]) == Result((9, 5, 5, 1), (1, 2), (0,), (4, 1, 1, 3))
    assert without(result, [3, 1]) == Result((9, 5, 5, 1), (0,), (1, 3), (1, 3, 2, 3))
    nobody_wins = Result((9, 5, 5, 1), (), (3,), (1, 1, 1, 4))
    assert without(nobody_wins, [0]) == Result((9, 5, 5, 1), (), (0,), (4, 1, 1, 3))
    alone = Result((3, 3), (0, 1), (), (1, 1))
    assert without(alone, [0, 1]) == Result((3, 3), (), (0, 1), (1, 1))


# Programs


def rows_of(folder: Path, *bots: str, game: str = "pairs", seats: int = 3, matches: int = 6) -> list[dict[str, object]]:
    file = folder / "rows.jsonl"
    tally = run_bout(Bout(game, seats, bots, matches, "programs", seconds=20.0), Where(jobs=2), Keep(file))
    assert not tally.failed, tally.examples
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [{name: cell for name, cell in row.items() if not name.startswith("bot_")} for row in rows]


def test_the_examples_play_the_same_in_python_and_in_javascript(tmp_path: Path) -> None:
    assert shutil.which("node"), "Node.js is needed for the page as well"
    assert rows_of(tmp_path, PYTHON_BOT, "normal") == rows_of(tmp_path, JAVASCRIPT_BOT, "normal")


@pytest.mark.parametrize(("game", "seats"), [("podfilim", 2), ("the-gang", 3)])
def test_a_program_sits_on_several_seats_in_every_kind_of_turn(tmp_path: Path, game: str, seats: int) -> None:
    once = rows_of(tmp_path, "normal", PYTHON_BOT, game=game, seats=seats, matches=1)
    assert once == rows_of(tmp_path, "normal", PYTHON_BOT, game=game, seats=seats, matches=1)


def test_the_examples_are_short() -> None:
    for file in EXAMPLES.iterdir():
        assert len(file.read_text("utf-8").splitlines()) <= 40, file


HELLO = "import json, sys, time\nsys.stdin.readline()\nprint('{\"ready\": 1}', flush=True)\nsys.stdin.readline()\n"


@pytest.mark.parametrize(
    ("code", "kind", "detail"),
    [
        ("print('Hello!', flush=True); sys.stdin.read()", "garbage", "Hello!"),
        (HELLO + "print('thinking …', flush=True); sys.stdin.read()", "garbage", "thinking …"),
        (HELLO + "sys.stdin.readline(); print('hit', flush=True); sys.stdin.read()", "garbage", "'hit'"),
        (HELLO + "sys.stdin.readline(); print('[]', flush=True); sys.stdin.read()", "garbage", "'[]'"),
        (HELLO + "sys.stdin.readline(); print('{}', flush=True); sys.stdin.read()", "garbage", "no 'move'"),
        (HELLO + "sys.stdin.readline(); print('{\"move\": 7}', flush=True); sys.stdin.read()", "garbage", "no 'move'"),
        (HELLO + "sys.stdin.readline(); print('[' * 99999, flush=True); sys.stdin.read()", "garbage", "[[[["),
        (HELLO + "sys.stdin.readline(); sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "garbage", "\ufffd"),
        (HELLO + "sys.stdin.readline(); print('{\"move\": \"x\"}', flush=True); sys.stdin.read()", "illegal", "'x'"),
        (HELLO + "time.sleep(1000)", "slow", "no answer in time"),
        (HELLO + "sys.exit('I give up')", "ended", "exit code 1, I give up"),
        (HELLO + "raise KeyError('x')", "ended", "exit code 1, KeyError: 'x'"),
        (HELLO + "while True: print('{\"move\": \"hit\"}')", "garbage", "nobody had asked"),
        ("", "ended", "exit code 0"),
        ("print('{\"ready\": 2}', flush=True); sys.stdin.read()", "garbage", "is not {'ready': 1}"),
    ],
)  # fmt: skip
def test_a_program_that_fails_loses_its_match(tmp_path: Path, code: str, kind: str, detail: str) -> None:
    program = tmp_path / "bot.py"
    program.write_text("import sys\n" + code, encoding="utf-8")
    tally = played(str(program), "normal", matches=1, seconds=0.05 if kind == "slow" else 30.0)
    ((failed, count),) = tally.failed.items()
    assert failed == (str(program), kind) and count == 1
    assert detail in tally.examples[0].detail
    assert tally.first_lost.share().value == 1.0


def test_a_program_that_will_not_go_is_ended(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(HELLO + "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1000)")
    player = Program([sys.executable, str(program)])
    player.begin(MatchStart("pairs", 2, 0, {}, 1))
    talk = player._talk
    assert talk is not None and talk._process.poll() is None
    player.close()
    assert talk._process.poll() is not None
    player.close()


def test_a_program_is_told_the_same_in_worlds_that_look_the_same_to_its_seat(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    open(sys.argv[1], 'a').write(line)\n"
        "    message = json.loads(line)\n"
        "    if message['type'] == 'hello': print('{\"ready\": 1}', flush=True)\n"
        "    if message['type'] == 'choose': print(json.dumps({'move': message['legal'][0]}), flush=True)\n"
    )
    match = Match.new("cribbage", 2, seed="secret")
    seat = match.turn.seats[0]
    heard = []
    for number, world in enumerate([match, *(resample(match, seat, Fast(n)) for n in range(3))]):
        assert number == 0 or world.facts() != match.facts()
        file = tmp_path / f"heard-{number}"
        player = Program([sys.executable, str(program), str(file)])
        player.begin(MatchStart("cribbage", 2, seat, world.options.all(), 7))
        moment = Moment(SeatView(world, seat), Fast(1), 30.0)
        assert ask(player, moment) == moment.legal[0]
        player.close()
        heard.append(file.read_bytes())
    assert heard[0].count(b"\n") == 3 and len(set(heard)) == 1


def test_a_command_that_cannot_be_started_is_a_failure() -> None:
    with pytest.raises(BotFailed, match="cannot be started"):
        Program(["/no/such/program"]).begin(MatchStart("pairs", 2, 0, {}, 1))
