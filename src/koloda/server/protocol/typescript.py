"""Writes the messages as TypeScript types for the page: ``python -m koloda.server.protocol.typescript``.

A struct that travels as an array becomes a tuple with named elements; what has a default may be left out.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import UnionType

import msgspec
from msgspec import inspect

from . import base, bodies, consent, games, governing, house, inviting, messages, people, reviews, sealing, table_info

MODULES = (games, reviews, sealing, governing, consent, inviting, table_info, messages, bodies, house, people)
TARGET = Path(__file__).parents[2] / "web" / "src" / "lib" / "net" / "protocol.ts"
HEAD = "// Written by `python -m koloda.server.protocol.typescript` from its neighbours; do not edit.\n"
ALIASES = ("CounterShow", "ZoneLook", "OptionValue", "Lang", "Kind", "Status", "SealStage", "Face", "Door", "Scope")
TEXTS = ("Level",)  # names for texts, which mean no more than that
UNIONS = ("ClientMessage", "ServerMessage")


def typescript() -> str:
    """The whole file."""
    text = [HEAD]
    text += [f"export type {name} = {meaning};" for meaning, name in _aliases().items()]
    text += [f"export type {name} = string;" for name in TEXTS]
    text.append("")
    text += [_declaration(struct) for struct in structs()]
    text += [f"export type {name} = {_names(getattr(messages, name))};" for name in UNIONS]
    return "\n".join(text) + "\n"


@cache
def _aliases() -> dict[str, str]:
    """The protocol's own names for types that are not structs, by what they stand for."""
    types = {name: value for module in MODULES for name, value in vars(module).items()}
    return {_union(inspect.type_info(types[name]), {}): name for name in ALIASES}


def structs() -> list[type[msgspec.Struct]]:
    """The structs of the protocol in the order in which they are declared; the bare base says nothing."""
    declared = [value for module in MODULES for value in vars(module).values() if isinstance(value, type)]
    structs = dict.fromkeys(value for value in declared if issubclass(value, msgspec.Struct))
    return [struct for struct in structs if struct is not base.Message]


def _names(union: UnionType) -> str:
    return " | ".join(member.__name__ for member in union.__args__)


def _declaration(struct: type[msgspec.Struct]) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    doc = f"/** {(struct.__doc__ or '').strip()} */\n"
    if info.array_like:
        places = ", ".join(f"{field.name}{'' if field.required else '?'}: {_type(field.type)}" for field in info.fields)
        return f"{doc}export type {struct.__name__} = [{places}];\n"
    lines = [] if info.tag is None else [f"  {info.tag_field}: {_literal(info.tag)};"]
    lines += [_field(field) for field in info.fields]
    body = "\n".join(lines)
    return f"{doc}export interface {struct.__name__} {{\n{body}\n}}\n"


def _field(field: inspect.Field) -> str:
    """A field, and what it means when it is left out."""
    has_default = field.default not in (msgspec.NODEFAULT, msgspec.UNSET)
    comment = f" // left out: {_literal(field.default)}" if has_default else ""
    return f"  {field.name}{'' if field.required else '?'}: {_type(field.type)};{comment}"


def _type(info: inspect.Type, names: dict[str, str] | None = None) -> str:
    """A type; one of the protocol's own names where it has one."""
    aliases = _aliases() if names is None else names
    text = _union(info, aliases)
    return aliases.get(text, text)


def _union(info: inspect.Type, names: dict[str, str]) -> str:
    if isinstance(info, inspect.UnionType):
        return " | ".join(_type(member, names) for member in info.types)
    return _plain(info, names)


def _plain(info: inspect.Type, names: dict[str, str]) -> str:
    simple = {
        inspect.IntType: "number",
        inspect.FloatType: "number",
        inspect.StrType: "string",
        inspect.BoolType: "boolean",
        inspect.NoneType: "null",
        inspect.AnyType: "unknown",
    }
    if type(info) in simple:
        return simple[type(info)]
    if isinstance(info, inspect.LiteralType):
        return " | ".join(_literal(value) for value in info.values)
    if isinstance(info, inspect.ListType):
        return _array(_type(info.item_type, names))
    if isinstance(info, inspect.TupleType):
        return f"[{', '.join(_type(item, names) for item in info.item_types)}]"
    if isinstance(info, inspect.DictType):
        return f"Record<{_type(info.key_type, names)}, {_type(info.value_type, names)}>"
    if isinstance(info, inspect.StructType):
        return info.cls.__name__
    raise TypeError(f"no TypeScript for {info}")


def _array(item: str) -> str:
    return f"({item})[]" if " " in item and not item.startswith("[") else f"{item}[]"


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


def main() -> None:
    """Write the file."""
    TARGET.write_text(typescript(), encoding="utf-8")


if __name__ == "__main__":
    main()
