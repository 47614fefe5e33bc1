"""Only C that has changed is compiled again, and a failed build leaves what was there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import build_rules  # noqa: E402


class Compiler:
    """The machine's C compiler as setuptools calls it; keeps what it was asked to compile."""

    def __init__(self) -> None:
        from setuptools._distutils.ccompiler import new_compiler  # type: ignore[import-untyped]
        from setuptools._distutils.sysconfig import customize_compiler  # type: ignore[import-untyped]

        self.real = new_compiler()
        customize_compiler(self.real)
        self.asked: list[tuple[str, list[str]]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.real, name)

    def _compile(self, made: str, source: str, suffix: str, arguments: Any, flags: list[str], options: Any) -> None:
        self.asked.append((Path(source).name, flags))
        self.real._compile(made, source, suffix, arguments, flags, options)


def compiled(folder: Path, *names: str) -> tuple[list[tuple[str, list[str]]], list[str]]:
    """What the compiler was asked for, and the objects."""
    compiler = Compiler()
    objects = build_rules.Objects(compiler, folder / "objects")
    made = objects.compile([str(folder / name) for name in names], include_dirs=[str(folder)], extra_postargs=["-O3"])
    objects.forget_unused()
    return compiler.asked, made


@pytest.mark.skipif(not build_rules.has_compiler() or sys.platform == "win32", reason="no C compiler")
def test_only_what_has_changed_is_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "shared.h").write_text('#include "deeper.h"\n', encoding="utf-8")
    (tmp_path / "deeper.h").write_text("#define ANSWER 42\n", encoding="utf-8")
    (tmp_path / "rules.c").write_text('#include "shared.h"\nint rules(void) { return ANSWER; }\n', encoding="utf-8")
    bot = "__native_koloda___bots___pairs.c"
    (tmp_path / bot).write_text("int bot(void) { return 1; }\n", encoding="utf-8")
    asked, made = compiled(tmp_path, "rules.c", bot)
    assert dict(asked) == {"rules.c": ["-O3"], bot: ["-O3", build_rules.BOTS_OPTIMISATION]}
    assert len(set(made)) == 2 and all(Path(one).stat().st_size for one in made)
    assert compiled(tmp_path, "rules.c", bot) == ([], made)
    (tmp_path / "deeper.h").write_text("#define ANSWER 43\n", encoding="utf-8")
    asked, changed = compiled(tmp_path, "rules.c", bot)
    assert [name for name, _ in asked] == ["rules.c"]
    assert changed[0] != made[0] and changed[1] == made[1]
    assert {str(path) for path in (tmp_path / "objects").iterdir()} == set(changed), "what nobody needs is removed"


def test_a_failed_build_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path) -> None:
        raise build_rules.NotCompiled("no disk")

    before = tmp_path / "build" / "compiled"
    before.mkdir(parents=True)
    (before / "kept").touch()
    monkeypatch.setattr(build_rules, "COMPILED_PACKAGE", before)
    monkeypatch.setattr(build_rules, "build_extensions", fail)
    assert build_rules.main([]) == 1
    assert (before / "kept").exists() and not build_rules.is_fresh()
    monkeypatch.setattr(build_rules, "build_extensions", lambda folder: None)
    assert build_rules.main([]) == 0
    assert build_rules.is_fresh() and not (before / "kept").exists()
    assert [path.name for path in before.parent.iterdir()] == ["compiled"], "nothing half-made stays"
