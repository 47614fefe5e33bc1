"""Compiles the rules and the bots with mypyc: ``python build_rules.py`` makes build/compiled, if it is not fresh.

``fresh`` as an argument: only tell (exit code 1 if it must be built).
The C compiler runs on all cores, once for each module whose C, headers or flags are new: the objects of the last build
are kept in build/rules. Nothing half-made is ever at the place of something whole.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
SOURCE = ROOT / "src"
WORK = ROOT / "build" / "rules"
COMPILED_PACKAGE = ROOT / "build" / "compiled"

# Nobody replaces or asks for a function of ours at load time; with that promise the compiler may inline them, and calls
# of Python go without a detour: a seventh of a simulated match.
FLAGS = ("-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt")
COMPILED = ("core", "games", "match.py", "bots/shared", "bots/yardstick.py")
# Of the server what every move goes through, and nothing that msgspec reads. The compiler wants to know the types of
# the packages that are imported: where only the rules are installed, only they are compiled.
COMPILED_SERVER = (
    "server/buckets.py",
    "server/durations.py",
    "server/metering.py",
    "server/protocol/views.py",
    "server/sockets/frames.py",
    "server/table/clock.py",
    "server/table/connection.py",
    "server/table/inbox.py",
    "server/table/receipts.py",
)
# What knows the whole server, compiled where that is installed. Not busy.py: its coroutine must be one of Python's own.
COMPILED_TABLE = (
    "server/access/charged.py",
    "server/access/limits.py",
    "server/sockets/session.py",
    "server/table/audience.py",
    "server/table/commands.py",
    "server/table/consent.py",
    "server/table/match_log.py",
    "server/table/owner.py",
    "server/table/table.py",
    "server/table/table_state.py",
)
NEEDED_BY_TABLE = ("prometheus_client", "starlette", "structlog", "uvicorn", "websockets")
# Packages; the registry, which looks at modules and runs once; commands, for python -m cannot run an extension
NOT_COMPILED = ("__init__.py", "registry.py", "build_tables.py", "fit_odds.py")
BOTS_OPTIMISATION = "-O2"
RULES_C = tuple(f"__native_koloda___{part}" for part in ("core___", "games___", "match."))
INCLUDE = re.compile(rb'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
NOT_IN_THE_PACKAGE = shutil.ignore_patterns("__pycache__", "web")


class NotCompiled(Exception):
    """The rules could not be compiled; the message says why."""


def compiled_modules(package: Path) -> list[Path]:
    """The modules that are compiled: the rules, and the bot of each game, which has the game's name."""
    games = {path.stem for path in (package / "games").iterdir()}
    server = COMPILED_SERVER if find_spec("msgspec") else ()
    table = COMPILED_TABLE if server and all(find_spec(name) for name in NEEDED_BY_TABLE) else ()
    parts = [package / part for part in (*COMPILED, *server, *table)]
    parts += [path for path in (package / "bots").iterdir() if path.stem in games]
    found = {path for part in parts for path in ([part] if part.is_file() else part.rglob("*.py"))}
    return sorted(path for path in found if path.name not in NOT_COMPILED)


def has_compiler() -> bool:
    """Whether there is the C compiler that this Python was made for, or the one that CC names."""
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(wanted.split()[0]) is not None


def mark() -> Path:
    """The file in build/compiled that tells from which sources it was built, and for which Python."""
    found = hashlib.sha256(f"{sys.version} {sysconfig.get_platform()}".encode())
    package = [path for path in (SOURCE / "koloda").rglob("*") if path.is_file() and "web" not in path.parts]
    package = [path for path in package if path.suffix != ".pyc"]
    for path in [*sorted(package), Path(__file__), ROOT / "requirements.lock"]:
        found.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return COMPILED_PACKAGE / f".koloda-{found.hexdigest()[:16]}"


def is_fresh() -> bool:
    """Whether build/compiled was built from these sources."""
    return mark().exists()


def build() -> None:
    """The whole package with the extensions beside their sources, in build/compiled."""
    built = mark()
    if built.exists():
        return
    _say("compiling the rules (a minute or two, once; later only what has changed)")
    new, old = (COMPILED_PACKAGE.with_name(f"{COMPILED_PACKAGE.name}.{word}") for word in ("new", "old"))
    for folder in (new, old):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SOURCE / "koloda", new / "koloda", ignore=NOT_IN_THE_PACKAGE)
    build_extensions(new)
    (new / built.name).touch()
    if COMPILED_PACKAGE.exists():
        COMPILED_PACKAGE.rename(old)
    new.rename(COMPILED_PACKAGE)
    shutil.rmtree(old, ignore_errors=True)


def build_extensions(folder: Path) -> None:
    """The extensions in this folder, each where its module belongs; in another process, for mypyc ends its own."""
    WORK.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "MYPYPATH": str(SOURCE), "CFLAGS": f"{os.environ.get('CFLAGS', '')} {' '.join(FLAGS)}"}
    done = subprocess.run(
        [sys.executable, str(Path(__file__)), "mypyc", str(folder)],
        cwd=SOURCE,
        env=environment,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise NotCompiled(f"mypyc failed\n{done.stdout}{done.stderr}")


def extensions(folder: Path) -> list[Path]:
    """The extensions that were built into this folder."""
    return sorted(folder.rglob(f"*{sysconfig.get_config_var('EXT_SUFFIX')}"))


def _run_mypyc(folder: Path) -> None:
    import setuptools  # type: ignore[import-untyped]
    from mypyc.build import mypycify
    from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]

    class BuildInParallel(build_ext):  # type: ignore[misc]
        """Compiles the sources of an extension at once, and not those that were compiled before."""

        def build_extensions(self) -> None:
            if self.compiler.compiler_type != "unix":  # the others are called in another way
                super().build_extensions()
                return
            objects = Objects(self.compiler, WORK / "objects")
            self.compiler.compile = objects.compile
            self.parallel = os.cpu_count() or 1
            super().build_extensions()
            objects.forget_unused()

    modules = [str(path.relative_to(SOURCE)) for path in compiled_modules(SOURCE / "koloda")]
    silent = "--follow-imports=silent"  # what the other modules import need not be installed
    c_files = WORK / "c"
    native = mypycify([silent, *modules], opt_level="3", debug_level="0", multi_file=True, target_dir=str(c_files))
    put_docstrings_in(c_files, [SOURCE / module for module in modules])
    setuptools.setup(
        name="koloda-compiled",
        packages=[],
        ext_modules=native,
        cmdclass={"build_ext": BuildInParallel},
        script_args=["-q", "build_ext", "--build-lib", str(folder), "--build-temp", str(WORK / "temp")],
    )


# Where mypyc has no docstring in its C: methods and functions, classes (and the objects that stand for the methods of
# tuples), properties, modules, and classes that Python makes, such as tuples, by the line of their source.
METHOD_DOC = re.compile(r'(?P<head>CPyPy_(?P<path>\w+),\s+METH_[A-Z_ |]+, PyDoc_STR\("[^"]*\\n--\\n\\n)"\)')
CLASS_DOC = re.compile(r'(?P<head>\.tp_doc = PyDoc_STR\("(?P<name>\w+)\([^"]*\\n--\\n\\n)"\)')
PROPERTY_DOC = re.compile(r"(?P<head>\(getter\)\w+?___(?P<owner>\w+)_get_(?P<name>\w+),[^}]*?)NULL, NULL\}")
MODULE_DOC = re.compile(r"NULL, /\* docstring \*/")
MADE_CLASS_DOC = re.compile(
    r"CPyStatics\[\d+\]; /\* 'mypyc filler docstring' \*/(?P<rest>.*?<module>\", (?P<line>\d+),)", re.DOTALL
)


def put_docstrings_in(c_files: Path, modules: list[Path]) -> None:
    """Give all that is compiled the docstrings of its source, which mypyc leaves out."""
    for module in modules:
        dotted = ".".join(module.relative_to(SOURCE).with_suffix("").parts)
        path = c_files / f"__native_{dotted.replace('.', '___')}.c"
        if path.exists():
            source = module.read_text(encoding="utf-8")
            path.write_text(with_docstrings(path.read_text(encoding="utf-8"), source), encoding="utf-8")


def docstrings(source: str) -> dict[str, str]:
    """The docstrings of a module: by the names of functions and classes, of methods and properties by ``Class___name``.

    Classes are there by their line too, as ``line 7``, and the module as ``""``.
    """
    tree = ast.parse(source)
    found = {"": ast.get_docstring(tree) or ""}
    for node in tree.body:
        parts = [(node, "")]
        if isinstance(node, ast.ClassDef):
            parts += [(part, f"{node.name}___") for part in node.body]
            for line in (node.lineno, *[decorator.lineno for decorator in node.decorator_list]):
                found[f"line {line}"] = ast.get_docstring(node) or ""
        for part, owner in parts:
            text = ast.get_docstring(part) if isinstance(part, ast.FunctionDef | ast.ClassDef) else None
            if text and isinstance(part, ast.FunctionDef | ast.ClassDef):
                found[owner + part.name] = text
    return found


def with_docstrings(c_source: str, source: str) -> str:
    """C with the docstrings of the Python from which it was made."""
    docs = docstrings(source)

    def method(match: re.Match[str]) -> str:
        path = match["path"].split("___")
        return f'{match["head"]}{c_text(docs.get("___".join(path[-2:])) or docs.get(path[-1], ""))}")'

    def class_or_method_object(match: re.Match[str]) -> str:
        *name, owner = match["name"].removesuffix("_obj").rsplit("_", 1)
        text = docs.get(match["name"]) or docs.get(f"{owner}___{''.join(name)}", "")
        return f'{match["head"]}{c_text(text)}")'

    def attribute(match: re.Match[str]) -> str:
        text = docs.get(f"{match['owner']}___{match['name']}")
        return f'{match["head"]}PyDoc_STR("{c_text(text)}"), NULL}}' if text else match[0]

    def made_class(match: re.Match[str]) -> str:
        text = docs["line " + match["line"]]
        return f'PyUnicode_FromString("{c_text(text)}");{match["rest"]}'

    c_source = METHOD_DOC.sub(method, c_source)
    c_source = CLASS_DOC.sub(class_or_method_object, c_source)
    c_source = PROPERTY_DOC.sub(attribute, c_source)
    c_source = MADE_CLASS_DOC.sub(made_class, c_source)
    module = f'PyDoc_STR("{c_text(docs[""])}"), /* docstring */'
    return MODULE_DOC.sub(lambda _: module, c_source)


def c_text(text: str) -> str:
    """A text as a literal of C has it: any byte that is not plain ASCII in three octal digits."""
    plain = [chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in text.encode()]
    return "".join(plain)


def _optimisation(source: str) -> list[str]:
    """How hard the compiler tries: the last word counts."""
    return [BOTS_OPTIMISATION] if Path(source).name.startswith("__native_koloda___bots___") else []


def rules_in_one(sources: list[str]) -> list[str]:
    """These sources, with those of the rules included in one: the compiler inlines only within a file."""
    names = {source: Path(source).name for source in sources}
    rules = [source for source in sources if names[source].startswith(RULES_C)]
    if not rules:
        return sources
    whole = Path(rules[0]).with_name("koloda_rules.c")
    whole.write_text("".join(f'#include "{names[source]}"\n' for source in rules))
    return [str(whole), *(source for source in sources if source not in rules)]


class Objects:
    """The objects of the last build, by a hash of all that they depend on."""

    def __init__(self, compiler: Any, folder: Path) -> None:
        self.compiler = compiler
        self.folder = folder
        self.used: set[Path] = set()
        self.workers = ThreadPoolExecutor(os.cpu_count() or 1)
        folder.mkdir(parents=True, exist_ok=True)
        told = subprocess.run([*compiler.compiler_so[:1], "--version"], capture_output=True, check=True)
        self.compiler_version = told.stdout
        self._looked_at: dict[Path, tuple[bytes, list[Path]]] = {}

    def compile(
        self,
        sources: list[str],
        output_dir: str | None = None,
        macros: Any = None,
        include_dirs: list[str] | None = None,
        debug: bool = False,
        extra_preargs: list[str] | None = None,
        extra_postargs: list[str] | None = None,
        depends: Any = None,
    ) -> list[str]:
        """As the compiler's own: the objects of these sources."""
        sources = rules_in_one(sources)
        _, _, extra, options, _ = self.compiler._setup_compile(
            output_dir, macros, include_dirs, sources, depends, extra_postargs
        )
        arguments = self.compiler._get_cc_args(options, debug, extra_preargs)
        folders = [Path(option[2:]) for option in options if option.startswith("-I")]
        flags = {source: [*extra, *_optimisation(source)] for source in sources}
        keys = {source: self.key(Path(source), folders, [*arguments, *flags[source]]) for source in sources}
        made = {source: self.folder / f"{key}.o" for source, key in keys.items()}
        self.used |= set(made.values())

        def compile_one(source: str) -> None:
            half = made[source].with_suffix(".half.o")
            self.compiler._compile(str(half), source, Path(source).suffix, arguments, flags[source], options)
            half.rename(made[source])

        missing = [source for source in sources if not made[source].exists()]
        missing.sort(key=lambda source: -Path(source).stat().st_size)  # the longest first: no core waits for the last
        list(self.workers.map(compile_one, missing))
        return [str(path) for path in made.values()]

    def key(self, source: Path, folders: list[Path], flags: list[str]) -> str:
        """A hash of the source, of all files that it includes from these folders, and of how it is compiled."""
        found = hashlib.sha256(self.compiler_version + "\0".join([sys.version, *self.compiler.compiler_so]).encode())
        found.update("\0".join(flag for flag in flags if not flag.startswith("-I")).encode())
        included = [(path.name, self._looked_at[path][0]) for path in self._with_includes(source, folders)]
        for name, digest in sorted(included):
            found.update(f"\0{name}\0".encode() + digest)
        return found.hexdigest()[:32]

    def _with_includes(self, source: Path, folders: list[Path]) -> set[Path]:
        found: set[Path] = set()
        rest = [source]
        while rest:
            path = rest.pop()
            if path not in found:
                found.add(path)
                rest += self._look_at(path, folders)[1]
        return found

    def _look_at(self, path: Path, folders: list[Path]) -> tuple[bytes, list[Path]]:
        """A file's hash, and what it includes."""
        if path not in self._looked_at:
            content = path.read_bytes()
            names = [os.fsdecode(name) for name in INCLUDE.findall(content)]
            places = ([folder / name for folder in (path.parent, *folders)] for name in names)
            included = [next((one for one in place if one.exists()), None) for place in places]
            digest = hashlib.sha256(content).digest()
            self._looked_at[path] = digest, [one for one in included if one is not None]
        return self._looked_at[path]

    def forget_unused(self) -> None:
        """Remove the objects that this build does not need."""
        for path in set(self.folder.iterdir()) - self.used:
            path.unlink()


def _say(what: str) -> None:
    print(f"koloda: {what}", file=sys.stderr, flush=True)


def main(words: list[str]) -> int:
    """What the scripts and the build hook call."""
    match words:
        case ["fresh"]:
            return 0 if is_fresh() else 1
        case ["mypyc", folder]:
            _run_mypyc(Path(folder))
        case _:
            try:
                build()
            except NotCompiled as problem:
                _say(str(problem))
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
