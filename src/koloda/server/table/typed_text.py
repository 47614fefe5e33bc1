"""Words that people type: names, chat, and words for the deal."""

from __future__ import annotations

from unicodedata import category

BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159"  # printable, says Unicode, yet nothing is seen
MAX_ACCENTS_PER_LETTER = 3


def clean_text(text: str) -> str:
    """One line without control characters, letters that look like nothing, or towers of accents."""
    letters: list[str] = []
    accents = 0
    for c in text:
        accents = accents + 1 if category(c) in ("Mn", "Me") else 0
        if accents <= MAX_ACCENTS_PER_LETTER:
            letters.append(c if c.isprintable() and c not in BLANK_LETTERS else " ")
    return " ".join("".join(letters).split())
