"""Imports go one way: core ← games ← match ← records, bots ← env ← review ← lab, testing ← server, cli.

A game imports no other game.
"""

from __future__ import annotations

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

import koloda

ROOT = Path(koloda.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
# From the bottom to the top; parts on one line do not import each other.
LAYERS = [
    {"core"},
    {"games", "seal", "strict_json", "parallel"},
    {"match", "words", "verify_words"},
    {"untrusted", "undone"},
    {"records", "bots", "verify"},
    {"env", "notebook"},
    {"review"},
    {"lab", "testing"},
    {"server"},
    {"cli"},
    {"__main__"},
]
LAYER_OF = {part: layer for layer, parts in enumerate(LAYERS) for part in parts}
LIBRARIES_OF_CORE = {"librt", "mypy_extensions"}
IMPORT_BY_TEXT = {
    "__import__",
    "entry_points",
    "find_spec",
    "import_module",
    "iter_modules",
    "resolve_name",
    "run_module",
}
OUR_MODULE = re.compile(r"koloda(\.\w+)+\.?$")
NOT_EVERYWHERE = {  # what needs the packages of the extra server-cluster is imported when it is asked for
    "from koloda.server.storage.postgres_store import PostgresStore",
    "from koloda.server.storage.postgres_nodes import PostgresNodes, others_there",
    "from koloda.server.cluster.nats_bus import NatsBus",
}
MOST_LINES = 500
MOST_LINES_OF_A_FUNCTION = 40


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    """Every node of a file's syntax; most tests look at all files, and to read them is most of the work."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path, source: str = "") -> set[str]:
    """The modules that a file imports, also inside functions and for type checking only, as absolute names."""
    module = name_of(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)) if source else nodes_of(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*base, node.module] if node.module else base)
            found |= {f"{source}.{alias.name}" for alias in node.names} | {source}
    return found


def imports_by_text(source: str) -> list[str]:
    """What a source imports by text: calls that take a module's name, and texts that are the name of one of ours."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in IMPORT_BY_TEXT:
            found.append(ast.unparse(node))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and OUR_MODULE.match(node.value):
            found.append(node.value)
    return found


def parts_of(module: str) -> list[str]:
    return module.split(".")[1:] if module.partition(".")[0] == "koloda" else []


def test_the_imports_are_read() -> None:
    assert "koloda.core.pile" in imports(ROOT / "games" / "pairs.py")
    assert "koloda.games.shared.triangle" in imports(ROOT / "games" / "pairs.py")
    assert "koloda.core.text.Text" in imports(ROOT / "core" / "errors.py")
    assert "koloda.match" in imports(ROOT / "__init__.py")


def test_imports_for_type_checking_and_inside_functions_are_read() -> None:
    path = ROOT / "core" / "sample.py"
    source = "if TYPE_CHECKING:\n    from koloda.games import pairs\n\ndef f():\n    import koloda.match\n"
    assert {"koloda.games.pairs", "koloda.match"} <= imports(path, source)


@pytest.mark.parametrize(
    "source",
    [
        "import_module('koloda.games')",
        "importlib.import_module(name)",
        "importlib.import_module(f'koloda.games.{name}')",
        "__import__('koloda' + '.games')",
        "find_spec(name)",
        "importlib.util.find_spec('koloda.bots.pairs')",
        "sys.modules['koloda.games.registry']",
        "pkgutil.resolve_name(NAME)",
        "entry_points(group=name)",
    ],
)
def test_an_import_by_text_is_read(source: str) -> None:
    assert imports_by_text(source)


def test_plain_texts_are_no_imports() -> None:
    assert imports_by_text('"""koloda plays ``koloda.match``."""\nx = find("koloda")\n') == []


CORE_FILES = [path for path in FILES if path.parent == ROOT / "core"]


@pytest.mark.parametrize("path", CORE_FILES, ids=lambda path: path.name)
def test_core_imports_the_standard_library_and_itself(path: Path) -> None:
    for module in imports(path):
        top = module.partition(".")[0]
        if top == "koloda":
            assert parts_of(module)[0] == "core", f"{path.name} imports {module}"
        else:
            assert top in sys.stdlib_module_names | LIBRARIES_OF_CORE, f"{path.name} imports {module}"
    forbidden = {"random.random", "time", "os", "datetime", "secrets", "socket", "threading", "asyncio"}
    assert not imports(path) & forbidden, "the core has no clock, no I/O, no global randomness"
    assert imports_by_text(path.read_text(encoding="utf-8")) == []


GAME_FILES = [path for path in FILES if "games" in path.relative_to(ROOT).parts]


@pytest.mark.parametrize("path", GAME_FILES, ids=lambda path: name_of(path).removeprefix("koloda.games."))
def test_a_game_imports_core_and_helpers_only(path: Path) -> None:
    own = path.relative_to(ROOT / "games").parts[0].removesuffix(".py")
    for module in imports(path):
        parts = parts_of(module)
        if not parts or parts == ["games"]:
            assert module.partition(".")[0] in sys.stdlib_module_names | LIBRARIES_OF_CORE | {"koloda"}
            continue
        assert parts[0] in ("core", "games"), f"{path.name} imports {module}"
        if parts[0] == "games":
            assert parts[1] in ("shared", own), f"{path.name} imports another game: {module}"


def test_the_package_offers_the_contract_only() -> None:
    offered = {parts_of(module)[0] for module in imports(ROOT / "__init__.py") if parts_of(module)}
    assert all(LAYER_OF[part] <= LAYER_OF["match"] for part in offered)


@pytest.mark.parametrize("path", [path for path in FILES if path != ROOT / "__init__.py"], ids=name_of)
def test_imports_go_down(path: Path) -> None:
    mine = parts_of(name_of(path))[0]
    for module in imports(path):
        parts = parts_of(module)
        if parts and parts[0] != mine and parts[0] in LAYER_OF:
            assert LAYER_OF[parts[0]] < LAYER_OF[mine], f"{path.name} imports {module}"


def private_imports(path: Path) -> list[str]:
    """The private modules and names (``_x``) of other packages that a file imports."""
    home = name_of(path) if path.name == "__init__.py" else name_of(path).rpartition(".")[0]
    private: list[str] = []
    for module in imports(path):
        owner, _, name = module.rpartition(".")
        while owner:
            own = f"{home}.".startswith(f"{owner}.") or owner.rpartition(".")[0] == home
            if name.startswith("_") and not name.startswith("__") and not own:
                private.append(module)
            owner, _, name = owner.rpartition(".")
    return private


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_nobody_imports_the_private_parts_of_another_package(path: Path) -> None:
    assert private_imports(path) == []


def test_private_imports_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "koloda" / "bots" / "cribbage" / "brain.py"
    file.parent.mkdir(parents=True)
    file.write_text(
        "from __future__ import annotations\n"
        "from koloda.bots.cribbage._own import one\n"
        "from . import _other\n"
        "from ._sister import two\n"
        "from .sister import _three\n"
        "from koloda.bots._above import three\n"
        "from koloda.games._helper import four\n"
        "from koloda.games.pairs import _five\n"
        "from ..regent._tables import six\n"
    )
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path / "koloda")
    assert sorted(set(private_imports(file))) == [
        "koloda.bots.regent._tables",
        "koloda.bots.regent._tables.six",
        "koloda.games._helper",
        "koloda.games._helper.four",
        "koloda.games.pairs._five",
    ]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_and_functions_stay_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= MOST_LINES, f"{path} has {lines} lines"
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= MOST_LINES_OF_A_FUNCTION, f"{path.name}: {node.name} has {length} lines"


# A room of the server imports its own floor only from itself, and nothing from a floor above.
FLOORS_OF_THE_SERVER = (
    ("settings", "logs", "buckets", "durations", "busy", "networks", "house_state"),
    ("protocol", "take_over", "metering", "answers"),
    ("storage", "thinking"),
    ("table",),
    ("access", "open_tables"),
    ("hub",),
    ("cluster",),
    ("metrics",),
    ("services",),
    ("http", "sockets"),
    ("app",),
    ("run",),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS_OF_THE_SERVER) for room in rooms}
SERVER_FILES = [
    path for path in FILES if parts_of(name_of(path))[:1] == ["server"] and name_of(path) != "koloda.server"
]


@pytest.mark.parametrize("path", SERVER_FILES, ids=lambda path: name_of(path).removeprefix("koloda.server."))
def test_the_rooms_of_the_server_import_one_way(path: Path) -> None:
    room = parts_of(name_of(path))[1]
    for module in imports(path):
        parts = parts_of(module)
        if parts[:1] == ["server"] and len(parts) > 1 and parts[1] != room:
            assert FLOOR[parts[1]] < FLOOR[room], f"{name_of(path)} imports {module}"


def modules_of_the_server() -> dict[str, set[str]]:
    """Every module of the server and those of its neighbours that it imports."""
    names = {name_of(path) for path in SERVER_FILES}
    return {name_of(path): imports(path) & names - {name_of(path)} for path in SERVER_FILES}


def test_no_module_of_the_server_needs_itself() -> None:
    left = modules_of_the_server()
    while left:
        free = {name for name, needed in left.items() if not needed & left.keys()}
        assert free, f"these modules import each other: {sorted(left)}"
        left = {name: needed for name, needed in left.items() if name not in free}


@pytest.mark.parametrize("path", SERVER_FILES, ids=lambda path: name_of(path).removeprefix("koloda.server."))
def test_the_server_imports_at_the_top_of_a_file(path: Path) -> None:
    """An import inside a function, or for the type checker only, would hide a circle."""
    nodes = [node for node in nodes_of(path) if isinstance(node, ast.Import | ast.ImportFrom) and node.col_offset]
    hidden = [ast.unparse(node) for node in nodes]
    assert not [text for text in hidden if ("koloda" in text or "from ." in text) and text not in NOT_EVERYWHERE]
