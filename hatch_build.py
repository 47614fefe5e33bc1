"""Build hook: compiles core and games with mypyc, in one group, where there is a C compiler.

KOLODA_COMPILE=0 leaves it out, KOLODA_COMPILE=1 makes a failure an error; unset: try, and say what happened.
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

COMPILED = ("core", "games")


class KolodaBuildHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        wish = os.environ.get("KOLODA_COMPILE", "")
        if self.target_name != "wheel" or version == "editable" or wish == "0":
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

    def compile(self) -> dict[str, str]:
        """Run mypyc in a folder of its own; where each extension goes in the wheel."""
        source = Path(self.root, "src")
        work = Path(tempfile.mkdtemp(prefix="koloda-mypyc-"))
        shutil.copytree(source / "koloda", work / "koloda", ignore=shutil.ignore_patterns("__pycache__", "web"))
        modules = sorted(
            str(path.relative_to(work))
            for part in COMPILED
            for path in (work / "koloda" / part).rglob("*.py")
            if path.name != "__init__.py"
        )
        (work / "setup.py").write_text(
            "from mypyc.build import mypycify\nfrom setuptools import setup\n"
            f"setup(name='koloda-compiled', packages=[], ext_modules=mypycify({modules!r}, opt_level='3'))\n"
        )
        flags = {"CFLAGS": os.environ.get("CFLAGS", "") + " -g0", "MYPYPATH": str(work)}
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
