"""Games, tests and specs speak of the same rules: marks such as R5 and X2 exist, examples and rulings have tests.

docs/rules/README.md tells what the marks are. A mark without a name belongs to the game whose file it stands in;
another game's mark is written with that game's id (``pairs R6``), and so is every mark in a file that is no game's own.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from koloda.games.registry import our_games

ROOT = Path(__file__).parent.parent
SPECS = ROOT / "docs" / "rules"
CODE = [ROOT / name for name in ("src/koloda/games", "src/koloda/bots", "tests/games", "tests/bots")]
IDS = sorted(page.stem for page in SPECS.glob("*.md") if page.stem != "README")
RULINGS, EXAMPLES = "## 6. Rulings", "## 7. Worked examples"

MARK_LETTERS = "RXEPC"
MARK = re.compile(rf"(?:\b([a-z][a-z-]*)(?:\.md)? )?\b([{MARK_LETTERS}]\d+)\b")
MARK_IN_A_NAME = re.compile(rf"(?<![a-z0-9])([{MARK_LETTERS.lower()}]\d+)(?![a-z0-9])")

UNTESTABLE = {
    "abracadabra": {"R12": "says what is left out of the game"},
    "cribbage": {"R13": "compares us with another program"},
}


@dataclass(frozen=True)
class Spec:
    """The marks that a spec defines, in its order."""

    rulings: list[str]
    examples: list[str]

    @property
    def marks(self) -> list[str]:
        return self.rulings + self.examples


def spec_of(text: str) -> Spec:
    """The marks of a spec: rulings are list items, examples are list items or rows of a table."""
    rulings = re.findall(r"^- (R\d+)\. ", section(text, RULINGS), re.MULTILINE)
    examples = re.findall(r"^(?:- |\| )([A-Z]\d+)[.,: ]", section(text, EXAMPLES), re.MULTILINE)
    return Spec(rulings, examples)


def section(text: str, heading: str) -> str:
    """The part of a page from a heading to the next of its rank."""
    _, found, rest = text.partition(f"\n{heading}\n")
    assert found, f"there is no {heading!r}"
    return rest.partition("\n## ")[0]


SPEC = {game_id: spec_of((SPECS / f"{game_id}.md").read_text(encoding="utf-8")) for game_id in IDS}


def owner_of(path: Path) -> str | None:
    """The game to which a file belongs, by the names of the file and of its folders."""
    names = [part.removeprefix("test").lstrip("_").partition(".")[0] for part in path.relative_to(ROOT).parts]
    for game_id in IDS:
        module = game_id.replace("-", "_")
        if any(name in (game_id, module) or name.startswith(f"{module}_") for name in names):
            return game_id
    return None


def unknown_marks(text: str, owner: str | None) -> list[str]:
    """The marks of a text that no spec defines, or that do not say which game they speak of."""
    unknown = []
    for word, mark in MARK.findall(text):
        game_id = word if word in SPEC else owner
        if game_id is None or mark not in SPEC[game_id].marks:
            unknown.append(mark)
    return unknown


def marks_tested(source: str) -> set[str]:
    """The marks in the names of the tests of a file, and in the ids of their parameters."""
    marks: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks.update(MARK_IN_A_NAME.findall(node.name.replace("_", " ")))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.param":
            ids = [ast.literal_eval(given.value) for given in node.keywords if given.arg == "id"]
            marks.update(mark for text in ids for mark in MARK_IN_A_NAME.findall(text))
    return {mark.upper() for mark in marks}


def files_testing(game_id: str) -> list[Path]:
    """The test files of a game."""
    return [path for path in (ROOT / "tests" / "games").glob("test_*.py") if owner_of(path) == game_id]


def untested(spec: Spec, sources: list[str], excused: dict[str, str]) -> list[str]:
    """The examples and rulings that no test names."""
    tested = set().union(*map(marks_tested, sources))
    return [mark for mark in spec.marks if mark not in tested and mark not in excused]


def rules_of(game_id: str) -> list[Path]:
    """The files where a reader looks first for the rules of a game."""
    place = ROOT / "src/koloda/games" / game_id.replace("-", "_")
    return [place / "__init__.py", place / "game.py"] if place.is_dir() else [place.with_suffix(".py")]


def named_spec(source: str) -> str:
    """The game whose spec the docstring of a module names; "" if it names none."""
    last = (ast.get_docstring(ast.parse(source)) or "").rpartition("\n")[2]
    page = re.fullmatch(r"Spec: docs/rules/([a-z0-9-]+)\.md", last)
    return page[1] if page else ""


# The specs and what names them


def test_every_game_has_a_spec_and_every_spec_a_game() -> None:
    assert sorted(game.info.id for game in our_games()) == IDS
    index = (SPECS / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\]\(([a-z0-9-]+)\.md\)", index)) == IDS


@pytest.mark.parametrize("game_id", IDS)
def test_docstrings_of_a_game_name_its_spec(game_id: str) -> None:
    for path in rules_of(game_id):
        assert named_spec(path.read_text(encoding="utf-8")) == game_id, path


@pytest.mark.parametrize("name", ["README", *IDS])
def test_prose_is_wrapped(name: str) -> None:
    lines = (SPECS / f"{name}.md").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > 120 and not line.startswith("|")] == []


@pytest.mark.parametrize("game_id", IDS)
def test_marks_of_a_spec_are_counted_through(game_id: str) -> None:
    text = (SPECS / f"{game_id}.md").read_text(encoding="utf-8")
    counted: dict[str, int] = {}
    for mark in SPEC[game_id].marks:
        letter, number = mark[0], int(mark[1:])
        assert letter in MARK_LETTERS and number == counted.get(letter, 0) + 1, f"{mark} is not the next {letter}"
        counted[letter] = number
    assert SPEC[game_id].rulings and SPEC[game_id].examples
    assert unknown_marks(text, game_id) == []


def test_marks_in_code_tests_and_pages_exist() -> None:
    wrong = {}
    for path in (path for folder in CODE for path in folder.rglob("*") if path.suffix in (".py", ".md")):
        if marks := unknown_marks(path.read_text(encoding="utf-8"), owner_of(path)):
            wrong[str(path.relative_to(ROOT))] = marks
    assert wrong == {}


@pytest.mark.parametrize("game_id", IDS)
def test_marks_in_names_of_tests_exist(game_id: str) -> None:
    for path in files_testing(game_id):
        assert marks_tested(path.read_text(encoding="utf-8")) <= set(SPEC[game_id].marks), path.name


@pytest.mark.parametrize("game_id", IDS)
def test_every_example_and_every_ruling_has_a_test(game_id: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in files_testing(game_id)]
    assert untested(SPEC[game_id], sources, UNTESTABLE.get(game_id, {})) == []


def test_what_is_excused_exists_and_has_no_test() -> None:
    for game_id, excused in UNTESTABLE.items():
        sources = [path.read_text(encoding="utf-8") for path in files_testing(game_id)]
        assert sorted(untested(SPEC[game_id], sources, {})) == sorted(excused)


# The checks themselves, on broken samples

SAMPLE = """# A game

## 6. Rulings

- R1. The first.
- R2. The second.

## 7. Worked examples

| | hand | points |
|---|---|---|
| C1 | Ac | 1 |

- X1, a pair: 8.
- E1 (book). Nine.

## 8. Good play
- R3. No ruling: it stands elsewhere.
"""


def test_a_sample_is_read() -> None:
    assert spec_of(SAMPLE) == Spec(["R1", "R2"], ["C1", "X1", "E1"])
    with pytest.raises(AssertionError, match="Rulings"):
        spec_of("# A game\n")


def test_a_mark_that_is_nowhere_is_found() -> None:
    assert unknown_marks("x = 1  # R5, R99", "pairs") == ["R99"]
    assert unknown_marks("x = 1  # R5", None) == ["R5"]
    assert unknown_marks("the guard of pairs R6, see pairs.md R6", None) == []
    assert unknown_marks("the guard of pairs R66", "port") == ["R66"]
    assert unknown_marks("R15 of this game", "port") == ["R15"] and unknown_marks("pairs R15", "port") == []


def test_an_example_without_a_test_is_found() -> None:
    source = 'def test_x1_r1_a_pair() -> None: ...\n\nCASES = [pytest.param("Ac", 1, id="c1")]\n'
    assert marks_tested(source) == {"X1", "R1", "C1"}
    assert untested(spec_of(SAMPLE), [source], {}) == ["R2", "E1"]
    assert untested(spec_of(SAMPLE), [source, "def test_e1() -> None: ...\n"], {"R2": "no rule"}) == []
    assert marks_tested("def test_the_tree1_and_r2d2() -> None: ...\n") == set()


def test_a_docstring_without_its_spec_is_found() -> None:
    assert named_spec('"""A game.\n\nSpec: docs/rules/pairs.md\n"""\n') == "pairs"
    assert named_spec('"""A game, see docs/rules/pairs.md, but not on a line of its own."""\n') == ""
    assert named_spec("x = 1\n") == ""


def test_files_find_their_game() -> None:
    owners = {
        "src/koloda/games/cribbage.py": "cribbage",
        "src/koloda/games/cribbage/hints.py": "cribbage",
        "src/koloda/games/the_gang/chips.py": "the-gang",
        "src/koloda/games/rules/old-maid.en.md": "old-maid",
        "src/koloda/games/shared/tricks.py": None,
        "src/koloda/bots/regent.py": "regent",
        "tests/games/test_the_gang_modes.py": "the-gang",
        "tests/games/test_pairs_hints.py": "pairs",
        "tests/games/test_who_is_out.py": None,
    }
    assert {path: owner_of(ROOT / path) for path in owners} == owners
