"""Names: cleaned of tricks, and at one table all different, also to the eye: whoever comes second is "Anna 2"."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import count
from unicodedata import category, normalize

from .typed_text import clean_text

MAX_NAME_LETTERS = 40
MAX_KNOWN_LOOKS = 4096
# Letters of other alphabets, and figures, by the small Latin letter that they are taken for
LOOKS_LIKE = {
    **dict(zip("авгезікмнорстухѕјһԁԛԝӏѵ", "abre3ikmhopctyxsjhdqwlv", strict=True)),  # Cyrillic
    **dict(zip("αβγεζηικνορτυχω", "abyeznikvoptuxw", strict=True)),  # Greek
    **dict(zip("01|ıłøđɡɑ", "ollilodga", strict=True)),
}


def clean_name(text: str) -> str:
    """A name without control characters and the like; "" if nothing is left that can be read."""
    name = clean_text(normalize("NFC", text))[:MAX_NAME_LETTERS].strip()
    return name if any(category(letter)[0] in "LNS" for letter in name) else ""


@lru_cache(MAX_KNOWN_LOOKS)
def look(name: str) -> str:
    """What a name looks like at a glance: two names with the same look are taken for each other."""
    plain = normalize("NFKD", name).casefold()
    seen = [LOOKS_LIKE.get(letter, letter) for letter in plain if category(letter)[0] in "LNS"]
    return "".join(seen).replace("rn", "m").replace("vv", "w").replace("i", "l")


def told_apart(name: str, others: Iterable[str], before: str = "") -> str:
    """A name as it is told at a table where these others are; ``before`` is how it has been told so far."""
    taken = {look(other) for other in others if other}
    if not name:
        return ""
    if look(name) not in taken:
        return name
    base, _, number = before.rpartition(" ")
    if base == name and number.isdecimal() and look(before) not in taken:
        return before
    return next(told for told in (f"{name} {n}" for n in count(2)) if look(told) not in taken)
