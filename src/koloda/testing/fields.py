"""The fields of a game as plain values, so that a check can name the field that ``copy()`` forgets or shares."""

from __future__ import annotations

from types import GetSetDescriptorType, MemberDescriptorType

from koloda.core.chance import Chance
from koloda.core.pile import Pile
from koloda.core.view_parts import LastLook

PLAIN = (int, float, str, bytes, type(None))


def field_names(thing: object) -> list[str]:
    """The names of all that an object keeps: in its dictionary, in slots, or in the native fields of a compiled class.

    >>> from koloda.core.options import MatchOptions
    >>> field_names(MatchOptions((), 2, {}))
    ['_values', 'given']
    """
    names = set(getattr(thing, "__dict__", ()))
    for base in type(thing).__mro__:
        for name, member in vars(base).items():
            if isinstance(member, GetSetDescriptorType | MemberDescriptorType) and not name.startswith("__"):
                names.add(name)
    return sorted(names)


def fields(thing: object, within: tuple[int, ...] = ()) -> dict[str, object]:
    """The fields of an object with their values as plain lists, dictionaries and numbers.

    >>> fields(Pile.of([1, 2]))["_top"]
    0
    """
    values: dict[str, object] = {}
    for name in field_names(thing):
        try:
            value = getattr(thing, name)
        except AttributeError:  # declared, and not assigned yet
            continue
        # Chance to come is no part of the rules and has a copy of its own; what was looked at follows from the rest.
        if not isinstance(value, Chance | LastLook):
            values[name] = plain(value, (*within, id(thing)))
    return values


def plain(value: object, within: tuple[int, ...] = ()) -> object:
    """A value that can be compared later, whatever happens to the original; ``within`` are the objects around it.

    >>> plain([Pile.of([3, 1]), (4, {5})])
    [[3, 1], [4, [5]]]
    """
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, Pile):
        return value.cards()
    if isinstance(value, list | tuple):
        return [plain(item, within) for item in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(item, within) for item in value), key=repr)
    if isinstance(value, dict):
        return {key: plain(item, within) for key, item in value.items()}
    if isinstance(value, type) or callable(value) or id(value) in within:
        return type(value).__name__
    return [type(value).__name__, fields(value, within)]


def differing(before: dict[str, object], after: dict[str, object]) -> str:
    """The fields that have another value, or none, as a message names them; "" if there are none.

    >>> differing({"price": 3, "rows": [[1]]}, {"price": 0, "rows": [[1]]})
    '`price`'
    """
    return ", ".join(f"`{name}`" for name in before if name not in after or after[name] != before[name])
