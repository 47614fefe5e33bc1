"""``koloda new-game``: the files of a new game, in this repository or as a package of its own.

They hold a small game that is complete, Highest Card, under the new id: it passes the kit, the checks and its own tests
at once, and its author replaces one rule after the other.
"""

from __future__ import annotations

import argparse
import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from koloda.core.errors import KolodaError
from koloda.core.text import LANGUAGES, Text
from koloda.games.registry import all_games
from koloda.strict_json import no_file

from .draw import put

ID_FORM: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_LETTERS: Final = 30  # of an id and of a name: longer ones would not fit the lines of the files
GAMES, BOTS, SPECS = Path("src/koloda/games"), Path("src/koloda/bots"), Path("docs/rules")
SPEC_INDEX: Final = SPECS / "README.md"
WORDS: Final = {
    "written": Text(
        "Готово. Сейчас это «Старшая карта» под новым именем:", "Done. It is Highest Card under a new name:"
    ),
    "checkout": Text(
        "Дальше: замените правила своими, начиная с {spec}; затем koloda bless {id}, scripts/check и scripts/test.",
        "Next: put your rules in place of these, {spec} first; then koloda bless {id}, scripts/check and scripts/test.",
    ),
    "package": Text(
        "Дальше: замените правила своими, начиная с {spec}; затем в этой папке python -m pytest и pip install -e .",
        "Next: put your rules in place of these, {spec} first; then, there, python -m pytest and pip install -e .",
    ),
}


class NewGame(NamedTuple):
    """What the new game is called."""

    id: str
    names: Text

    @property
    def module(self) -> str:
        """The id as a module can be called."""
        return self.id.replace("-", "_")

    @property
    def class_name(self) -> str:
        """The id as a class can be called; ZoneGame where Zone is another class that the files mention."""
        name = "".join(word.capitalize() for word in self.id.split("-"))
        taken = re.findall(r"\w+", _template("game.py") + _template("bot.py") + _template("test_rules.py"))
        return f"{name}Game" if (name != "HighestCard" and name in taken) or keyword.iskeyword(name) else name

    def render(self, template: str, spec: str) -> str:
        """A file of the template with the new names in it."""
        text = _template(template)
        for old, new in (
            ("SPEC_PATH", spec),
            ("HighestCard", self.class_name),
            ("highest-card", self.id),
            ("highest_card", self.module),
            ("Highest Card", self.names.en),
            ("Старшая карта", self.names.ru),
        ):
            text = text.replace(old, new)
        return text


def _template(name: str) -> str:
    return files("koloda.cli").joinpath("game_template", f"{name}.txt").read_text(encoding="utf-8")


def new_game(args: argparse.Namespace) -> int:
    """Write the files of a new game and say what comes next."""
    game = NewGame(_checked_id(args.id), _checked_names(args.id, args.names))
    root = _checkout_around(Path.cwd()) if args.folder is None else None
    written = files_of_package(game, Path(args.folder or "")) if root is None else files_of_checkout(game, root)
    _write(written)
    if root is not None:
        add_to_index(game, root / SPEC_INDEX)
    put(WORDS["written"].get(args.lang))
    for path in written:
        put(f"  {path}")
    spec = next(path for path in written if path.name == f"{game.id}.md")
    put(WORDS["package" if root is None else "checkout"].fill(args.lang, {"spec": spec, "id": game.id}))
    return 0


def _checkout_around(folder: Path) -> Path | None:
    """The checkout of this repository that a folder lies in."""
    for root in (folder, *folder.parents):
        if (root / GAMES / "registry.py").exists() and (root / SPEC_INDEX).exists():
            return root
    return None


def files_of_checkout(game: NewGame, root: Path) -> dict[Path, str]:
    """The files of a game of this repository."""
    for folder in (GAMES, BOTS):
        if (root / folder / game.module).exists():
            raise _taken(str(root / folder / game.module))
    spec = SPECS / f"{game.id}.md"
    pages = root / GAMES / "rules"
    return {
        root / spec: game.render("spec.md", ""),
        root / GAMES / f"{game.module}.py": game.render("game.py", spec.as_posix()),
        **{pages / f"{game.id}.{lang}.md": game.render(f"rules.{lang}.md", "") for lang in LANGUAGES},
        root / BOTS / f"{game.module}.py": game.render("bot.py", ""),
        root / "tests" / "games" / f"test_{game.module}.py": game.render("test_rules.py", spec.as_posix()),
    }


def files_of_package(game: NewGame, folder: Path) -> dict[Path, str]:
    """The files of a package of its own, in a folder with the name of its module."""
    if find_spec(game.module) is not None:
        raise _taken(f"import {game.module}")
    home = folder / game.module
    source = home / "src" / game.module
    spec = f"{game.id}.md"
    absolute, relative = f"from koloda.games.{game.module} import", "\nfrom .game import"
    return {
        home / "pyproject.toml": game.render("pyproject.toml", ""),
        home / "README.md": game.render("readme.md", ""),
        home / spec: game.render("spec.md", ""),
        source / "__init__.py": game.render("init.py", ""),
        source / "py.typed": "",
        source / "game.py": game.render("game.py", spec),
        source / "bot.py": game.render("bot.py", "").replace(absolute, relative),
        **{source / "rules" / f"{game.id}.{lang}.md": game.render(f"rules.{lang}.md", "") for lang in LANGUAGES},
        home / "tests" / "conftest.py": game.render("conftest.py", ""),
        home / "tests" / "test_kit.py": game.render("test_kit.py", ""),
        home / "tests" / "test_rules.py": game.render("test_rules.py", spec),
    }


def add_to_index(game: NewGame, index: Path) -> None:
    """Name the spec in the list of specs, whose table is at the end of the page."""
    text = index.read_text(encoding="utf-8").rstrip("\n")
    index.write_text(f"{text}\n| {game.names.en} | [{game.id}]({game.id}.md) |\n", encoding="utf-8")


def _write(written: dict[Path, str]) -> None:
    """Write all files, or none if one of them is there already."""
    for path in written:
        if path.exists():
            raise _taken(str(path))
    for path, text in written.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise no_file(str(path), error) from None


def _checked_id(game_id: str) -> str:
    if not ID_FORM.fullmatch(game_id) or len(game_id) > MOST_LETTERS or keyword.iskeyword(game_id):
        raise KolodaError(
            "bad-id",
            Text(
                f"«{game_id:.40}» не годится: нужны строчные латинские буквы, цифры и дефисы, как old-maid.",
                f"'{game_id:.40}' will not do: an id has small letters, digits and hyphens, such as old-maid.",
            ),
        )
    if any(game.info.id == game_id for game in all_games()):
        raise KolodaError("game-exists", Text(f"Игра {game_id} уже есть.", f"There is a game {game_id} already."))
    return game_id


def _checked_names(game_id: str, names: list[str] | None) -> Text:
    ru, en = names or ("Новая игра", game_id.replace("-", " ").title())
    for name, letters in ((ru, "а-яё"), (en, "a-z")):
        if not re.fullmatch(rf"[{letters}][{letters}0-9 ,.!?'’-]{{0,{MOST_LETTERS - 1}}}", name, re.IGNORECASE):
            raise KolodaError(
                "bad-name",
                Text(
                    f"«{name:.40}» не годится: имена по-русски и по-английски, до {MOST_LETTERS} знаков.",
                    f"'{name:.40}' will not do: a name in Russian, one in English, {MOST_LETTERS} characters at most.",
                ),
            )
    return Text(ru, en)


def _taken(what: str) -> KolodaError:
    return KolodaError("taken", Text(f"Уже занято: {what}.", f"Already taken: {what}."))
