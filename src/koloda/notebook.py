"""In a notebook: a record that is stepped through, move by move. Matches, views and records show themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .core.drawing import LANGUAGE, escaped, set_language, table_svg
from .core.text import Text
from .core.view import View
from .match import moves_of
from .records import open_views_of_record, views_of_record
from .untrusted import checked_record
from .words import move_sentence, seat_name, sentence

__all__ = ["Replay", "set_language"]

MAX_STEPS: Final = 200  # that one picture holds: a notebook with all steps of a long match would be megabytes
ALL_OPEN: Final = Text("все карты открыты", "all cards open")
STEP: Final = Text("Ход {n} из {last}", "Move {n} of {last}")


class Replay:
    """A record being stepped through, with every card open or (``seat``) as one seat saw it.

    In a notebook it shows itself with a slider; in a program ``next()``, ``back()`` and ``to(17)`` move it, and
    ``view`` is what lies on the table.
    """

    def __init__(self, record: object, seat: int | None = None) -> None:
        checked = checked_record(record)
        self.views: Sequence[View] = open_views_of_record(checked) if seat is None else views_of_record(checked, seat)
        self.moves = moves_of(checked)
        self.seat = seat
        self.at = 0

    def __len__(self) -> int:
        """How many moves the record has."""
        return len(self.moves)

    @property
    def view(self) -> View:
        """The table now."""
        return self.views[self.at]

    def to(self, number: int) -> Replay:
        """Go to the table after this many moves (as near to it as there are moves)."""
        self.at = max(0, min(number, len(self.moves)))
        return self

    def next(self) -> Replay:
        """Go on by a move."""
        return self.to(self.at + 1)

    def back(self) -> Replay:
        """Go back by a move."""
        return self.to(self.at - 1)

    def lines(self) -> list[str]:
        """What the last move was, and what it told."""
        return self._lines(self.at)

    def _lines(self, number: int) -> list[str]:
        lang, view = LANGUAGE[0], self.views[number]
        lines = [STEP.fill(lang, {"n": number, "last": len(self.moves)})]
        if number:
            seat, move = self.moves[number - 1]
            known = self.seat is None or self.seat == seat  # else its text may name a card that the seat never saw
            what = f": {move_sentence(view.info, move, lang)}" if known else ""
            lines.append(f"{seat_name(seat, lang)}{what}")
        return [*lines, *(sentence(view.info, note, lang) for note in view.events)]

    def _repr_html_(self) -> str:
        """The table now, and a slider over the steps around it."""
        first = max(0, min(self.at - MAX_STEPS // 2, len(self.moves) - MAX_STEPS))
        last = min(len(self.moves), first + MAX_STEPS)
        frames = [self._frame(number) for number in range(first, last + 1)]
        slider = (
            f'<input type="range" min="{first}" max="{last}" value="{self.at}" style="width:100%" aria-label="step" '
            f'oninput="for(const f of this.parentNode.children)if(f.dataset.step)f.hidden=f.dataset.step!=this.value">'
        )
        return f'<div style="max-width:700px">{slider}{"".join(frames)}</div>'

    def _frame(self, number: int) -> str:
        view = self.views[number]
        hidden = "" if number == self.at else " hidden"
        seen = ALL_OPEN.get(LANGUAGE[0]) if self.seat is None else ""
        picture = table_svg(view.info, view.to_json(), LANGUAGE[0], seen)
        told = "<br>".join(escaped(line) for line in self._lines(number))
        return f'<div data-step="{number}"{hidden}>{picture}<div>{told}</div></div>'
