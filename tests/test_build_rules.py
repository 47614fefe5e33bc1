"""Only C that has changed is compiled again, and a failed build leaves what was there."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import build_rules  # noqa: E402

import koloda  # noqa: E402
import koloda.match  # noqa: E402
from koloda import Match  # noqa: E402
from koloda.core.game import Game  # noqa: E402
from koloda.core.table import Zone, ZoneKind  # noqa: E402
from koloda.core.view import View  # noqa: E402


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
    sources, temp = [str(folder / name) for name in names], str(folder / "temp")
    made = objects.compile(sources, output_dir=temp, include_dirs=[str(folder)], extra_postargs=["-O3"])
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


SOURCE = '''"""A module.

Of two "paragraphs"."""


class Turn(NamedTuple):
    """A turn."""

    seats: int

    def who(self) -> int:
        """Who moves."""


class Match:
    """A match."""

    @property
    def turn(self) -> Turn:
        """Whose turn it is; «чей ход»."""

    def play(self) -> None:
        """Make a move."""


def resample() -> None:
    """Another match."""
'''
C = r"""
    .tp_doc = PyDoc_STR("Match(game)\n--\n\n"),
    .tp_doc = PyDoc_STR("who_Turn_obj()\n--\n\n"),
    {"turn",
     (getter)m___Match_get_turn,
     NULL, NULL, NULL},
    {"game",
     (getter)m___Match_get_game, (setter)m___Match_set_game,
     NULL, NULL},
    {"play", (PyCFunction)CPyPy_m___Match___play, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("play($self)\n--\n\n")},
    {"resample", (PyCFunction)CPyPy_m___resample, METH_FASTCALL, PyDoc_STR("resample()\n--\n\n") /* docstring */},
    NULL, /* docstring */
    cpy_r_r197 = CPyStatics[211]; /* 'mypyc filler docstring' */
    if (unlikely(!cpy_r_r200)) {
        CPy_AddTraceback("m.py", "<module>", 6, CPyStatic_m___globals);
"""


def test_all_that_is_compiled_has_its_docstring() -> None:
    made = build_rules.with_docstrings(C, SOURCE)
    assert r'"Match(game)\n--\n\nA match."' in made
    assert r'"who_Turn_obj()\n--\n\nWho moves."' in made
    assert (
        r'PyDoc_STR("Whose turn it is; \302\253\321\207\320\265\320\271 \321\205\320\276\320\264\302\273."), NULL}'
        in made
    )
    assert r'"play($self)\n--\n\nMake a move."' in made and r'"resample()\n--\n\nAnother match."' in made
    assert r'PyDoc_STR("A module.\012\012Of two \042paragraphs\042."), /* docstring */' in made
    assert 'cpy_r_r197 = PyUnicode_FromString("A turn.");' in made
    assert "(setter)m___Match_set_game,\n     NULL, NULL}" in made, "a field has none"


def test_what_is_compiled_tells_what_it_is() -> None:
    """In the compiled suite this is about C, elsewhere about the sources."""
    told = [
        koloda,
        koloda.match,
        Match,
        Match.play,
        Match.turn,
        View,
        View.cards,
        View.zones,
        koloda.Result,
        Zone,
        ZoneKind,
    ]
    told += [koloda.Result.to_json, koloda.resample, koloda.Text, Game.act, koloda.IllegalMove]
    without = [thing for thing in told if not (thing.__doc__ or "").strip() or "filler" in str(thing.__doc__)]
    assert without == []
