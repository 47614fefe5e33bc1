"""The pictures of a study, as SVG (by matplotlib, extra ``study``). The same study gives the same bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import StringIO
from math import ceil
from textwrap import wrap
from typing import Any, Final

from koloda.core.errors import MissingExtra
from koloda.core.text import Text
from koloda.lab.statistics import Interval
from koloda.words import seat_name

from .cells import Cell
from .report import FIGURES, SURE, Figure, Study
from .words import cell_name, title

INK, SOFT, FELT, WINE = "#22302b", "#8a968f", "#2f7d5b", "#a23b3b"
MAX_BARS: Final = 40
MAX_NAME_CHARACTERS: Final = 28
MAX_TITLE_CHARACTERS: Final = 20
STYLE: Final = {
    "svg.fonttype": "none",  # texts stay texts: smaller, and a reader's own fonts
    "svg.hashsalt": "koloda",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}
WORDS: Final = {
    "moves": Text("Ходов в матче", "Moves in a match"),
    "matches": Text("матчей", "matches"),
    "won": Text("Победы по местам", "Wins by seat"),
    "lost": Text("Поражения по местам", "Losses by seat"),
    "sure": Text("Насколько ясен исход", "How sure the outcome is"),
    "part": Text("какая часть матча сыграна", "part of the match played"),
    "score": Text("Очки в конце", "Scores at the end"),
    "seats": Text("мест за столом", "seats"),
}


def import_matplotlib() -> Any:
    """matplotlib; MissingExtra where it is not installed."""
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError:
        raise MissingExtra.of("matplotlib", "study") from None
    return matplotlib


def svg(draw: Any, width: float, height: float, rows: int = 1, columns: int = 1) -> str:
    """What ``draw`` puts on the axes of a new picture, as the text of an SVG element."""
    matplotlib = import_matplotlib()
    with matplotlib.rc_context(STYLE):
        figure = matplotlib.figure.Figure(figsize=(width, height), layout="constrained", facecolor="none")
        axes = figure.subplots(rows, columns, squeeze=False)
        draw(figure, [axis for row in axes for axis in row])
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": "koloda"})
    whole = text.getvalue()
    return whole[whole.index("<svg") :]


def bars(axis: Any, counts: Counter[int], name: str) -> None:
    """How often each number came, in at most ``MAX_BARS`` bars."""
    if not counts:
        return
    low, high = min(counts), max(counts)
    width = max(1, ceil((high - low + 1) / MAX_BARS))
    grouped: Counter[int] = Counter()
    for number, count in counts.items():
        grouped[(number - low) // width] += count
    total = counts.total()
    places = sorted(grouped)
    axis.bar(
        [low + (place + 0.5) * width - 0.5 for place in places],
        [100 * grouped[place] / total for place in places],
        width=0.92 * width,
        color=FELT,
    )
    axis.set_title(name, loc="left", fontweight="bold")
    axis.yaxis.set_major_formatter("{x:.0f} %")


def dots(axis: Any, places: Sequence[float], values: Sequence[Interval], colour: str = FELT) -> None:
    """Values with their intervals."""
    centre = [value.value for value in values]
    below = [max(0.0, value.value - value.low) for value in values]
    above = [max(0.0, value.high - value.value) for value in values]
    axis.errorbar(places, centre, yerr=[below, above], fmt="o", color=colour, capsize=3, markersize=4, linewidth=1.2)


def length_panel(study: Study, axis: Any, lang: str) -> None:
    """How long matches are."""
    bars(axis, study.figures[0].spread("moves"), WORDS["moves"].get(lang))


def score_panel(study: Study, axis: Any, lang: str) -> None:
    """How final scores are spread."""
    bars(axis, study.figures[0].spread("score"), WORDS["score"].get(lang))


def seat_panel(study: Study, axis: Any, lang: str) -> None:
    """What each seat wins or loses, beside an even share."""
    shares = [Interval(*(100 * bound for bound in share)) for share in study.seat_shares(0)]
    dots(axis, range(len(shares)), shares, WINE if study.info.lone_loser else FELT)
    if not study.plan.team:
        axis.axhline(100 * study.fair(0), color=SOFT, linewidth=1, linestyle="--")
    axis.set_ylim(bottom=0)
    axis.set_xticks(range(len(shares)), [str(seat) for seat in range(len(shares))])
    axis.set_xlim(-0.5, len(shares) - 0.5)
    axis.set_xlabel(seat_name(0, lang).rsplit(" ", 1)[0].lower())
    axis.set_title(WORDS["lost" if study.info.lone_loser else "won"].get(lang), loc="left", fontweight="bold")
    axis.yaxis.set_major_formatter("{x:.0f} %")


def sure_panel(study: Study, axis: Any, lang: str) -> None:
    """How the outcome becomes clear in the course of a match."""
    points = study.sure(0)
    places = [10 * tenth for tenth in range(len(points))]
    if points:
        axis.fill_between(places, [100 * p.low for p in points], [100 * p.high for p in points], color=FELT, alpha=0.25)
        axis.plot(places, [100 * p.value for p in points], color=FELT, linewidth=1.6)
    axis.axhline(100 * SURE, color=SOFT, linewidth=1, linestyle="--")
    axis.set_ylim(0, 102)
    axis.set_xlim(0, 100)
    axis.set_xlabel(WORDS["part"].get(lang))
    axis.set_title(WORDS["sure"].get(lang), loc="left", fontweight="bold")
    for scale in (axis.xaxis, axis.yaxis):
        scale.set_major_formatter("{x:.0f} %")


PANELS: Final = (length_panel, seat_panel, sure_panel, score_panel)


def panels(study: Study, lang: str) -> list[str]:
    """The four pictures of the usual table."""
    return [svg(lambda _, axes, panel=panel: panel(study, axes[0], lang), 4.6, 2.7) for panel in PANELS]


def sheet(study: Study, lang: str) -> str:
    """The same four in one picture, with the name of the game."""

    def draw(figure: Any, axes: list[Any]) -> None:
        figure.set_facecolor("white")
        figure.suptitle(title(study, lang), x=0.01, ha="left", fontweight="bold", fontsize=12)
        for axis, panel in zip(axes, PANELS, strict=True):
            panel(study, axis, lang)

    return svg(draw, 9.0, 5.6, 2, 2)


def is_scale(study: Study, name: str) -> bool:
    """Whether the tables that differ in this thing stand on a scale of numbers; if not, they are listed by name."""
    values = [cell.value for cell in study.plan.cells if cell.name == name]
    return len(values) > 1 and all(value.removeprefix("-").isdecimal() for value in values)


def along_scale(study: Study, name: str, lang: str) -> str:
    """Every figure along the numbers of one thing; the usual table has another colour."""
    cells = [(at, cell) for at, cell in enumerate(study.plan.cells) if cell.name in ("", name)]
    cells.sort(key=lambda pair: _place(study, pair[1], name))
    shown = _measured(study)

    def draw(figure: Any, axes: list[Any]) -> None:
        for axis, one in zip(axes, shown, strict=False):
            for at, cell in cells:
                value = _scaled(study, at, one)
                if value is not None:
                    dots(axis, [_place(study, cell, name)], [value], FELT if cell.name else WINE)
            _name_panel(axis, one, lang)
            if one.share:
                axis.yaxis.set_major_formatter("{x:g} %")
        for axis in axes[len(shown) :]:
            axis.set_visible(False)

    rows = ceil(len(shown) / 3)
    return svg(draw, 9.4, 2.4 * rows, rows, 3)


def by_name(study: Study, lang: str) -> str:
    """Every figure of the tables that are not on a scale, one below the other, the usual one on top."""
    cells = [(at, cell) for at, cell in enumerate(study.plan.cells) if not is_scale(study, cell.name)]
    shown = _measured(study)
    names = [_short(cell_name(study, cell, lang)) for _, cell in cells]
    columns = ceil(len(shown) / 2)

    def draw(figure: Any, axes: list[Any]) -> None:
        for number, (axis, one) in enumerate(zip(axes, shown, strict=False)):
            usual = _scaled(study, 0, one)
            if usual is not None:
                axis.axvspan(usual.low, usual.high, color=WINE, alpha=0.12, linewidth=0)
            for row, (at, cell) in enumerate(cells):
                value = _scaled(study, at, one)
                if value is not None:
                    _flat_dot(axis, row, value, FELT if cell.name else WINE)
            axis.set_yticks(range(len(cells)), names if number % columns == 0 else [""] * len(cells))
            axis.set_ylim(len(cells) - 0.4, -0.6)
            _name_panel(axis, one, lang)
            if one.share:
                axis.xaxis.set_major_formatter("{x:g} %")
        for axis in axes[len(shown) :]:
            axis.set_visible(False)

    return svg(draw, 9.4, 2 * (0.8 + 0.26 * len(cells)), 2, columns)


def _measured(study: Study) -> list[Figure]:
    """The figures that were measured at some table."""
    return [one for one in FIGURES if any(study.value(at, one.id) for at in range(len(study.plan.cells)))]


def _scaled(study: Study, cell: int, figure: Figure) -> Interval | None:
    value = study.value(cell, figure.id)
    scale = 100 if figure.share else 1
    return None if value is None else Interval(*(scale * bound for bound in value))


def _flat_dot(axis: Any, row: int, value: Interval, colour: str) -> None:
    sides = [[max(0.0, value.value - value.low)], [max(0.0, value.high - value.value)]]
    axis.errorbar([value.value], [row], xerr=sides, fmt="o", color=colour, capsize=3, markersize=4, linewidth=1.2)


def _name_panel(axis: Any, figure: Figure, lang: str) -> None:
    name = "\n".join(wrap(figure.names.get(lang), MAX_TITLE_CHARACTERS))
    axis.set_title(name, loc="left", fontweight="bold", fontsize=8.5)


def _place(study: Study, cell: Cell, name: str) -> float:
    """Where a table stands on the scale of what differs; the usual one has its own value of that."""
    if name == "seats":
        return float(cell.seats)
    return float(study.option_value(cell, name))


def _short(text: str) -> str:
    return text if len(text) <= MAX_NAME_CHARACTERS else f"{text[: MAX_NAME_CHARACTERS - 1]}…"
