"""The report of a study as one HTML page that needs nothing else: words first, then pictures, then the table."""

from __future__ import annotations

from html import escape
from typing import Final

from koloda.core.text import Text

from .plots import PANELS, along_scale, by_name, is_scale, panels
from .report import FIGURES, Study
from .words import WORDS as STUDY_WORDS
from .words import changes, played, summary, table, thing_name, title

WORDS: Final = {
    "how": Text("Как она играется", "How it plays"),
    "pictures": Text("В картинках", "In pictures"),
    "changes": Text("Что меняют правила стола", "What the house rules change"),
    "numbers": Text("Все числа", "All figures"),
    "meaning": Text("Что значат числа", "What the figures mean"),
    "red": Text("Красная точка — обычный стол.", "The red dot is the usual table."),
    "nothing": Text("Других столов не сравнивали.", "No other table was compared."),
    "length_panel": Text(
        "Сколько ходов длится матч: доля матчей.", "How many moves a match has: the share of matches."
    ),
    "seat_panel": Text(
        "Чего добивается каждое место; пунктир — равная доля.", "What each seat gets; the dashed line is an even share."
    ),
    "sure_panel": Text(
        "С какой вероятностью исход матча был бы тем же, если доиграть с этого места заново. Чем круче конец, тем "
        "дольше интрига; пунктир — три шанса из четырёх.",
        "How likely the outcome is to be the same if the match is played on from there. The steeper its end, the "
        "longer the suspense; the dashed line is three chances in four.",
    ),
    "score_panel": Text("Сколько очков бывает у игроков в конце.", "How many points players have at the end."),
}
STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;color:#22302b;background:#f7f5ef;margin:0 auto;max-width:62rem;padding:1.5rem}
h1{font-size:1.9rem;line-height:1.2;margin:.5rem 0}h2{margin:2.2rem 0 .6rem;font-size:1.3rem}p{max-width:46rem}
.soft{color:#5d6b64}.grid{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(26rem,100%),1fr));gap:1.2rem}
figure{margin:0 0 1rem;background:#fff;border-radius:10px;padding:1rem}figcaption{color:#5d6b64;font-size:.9rem}
svg{max-width:100%;height:auto;display:block}.scroll{overflow-x:auto}table{border-collapse:collapse;background:#fff}
th,td{padding:.4rem .7rem;text-align:left;border-bottom:1px solid #e3dfd3;font-size:.9rem}
td{font-variant-numeric:tabular-nums}th{white-space:normal;vertical-align:bottom}li{max-width:46rem}
"""


def page(study: Study, lang: str) -> str:
    """The whole page."""
    words = {name: text.get(lang) for name, text in WORDS.items()}
    body = [
        f"<h1>{escape(title(study, lang))}</h1>",
        f"<p class='soft'>{escape(study.info.blurb.get(lang))}</p>",
        f"<p class='soft'>{escape(STUDY_WORDS['seats'].fill(lang, {'n': study.seats_of(0)}))}. "
        f"{escape(played(study, lang))}</p>",
        f"<h2>{words['how']}</h2>",
        *(f"<p>{escape(' '.join(lines))}</p>" for lines in summary(study, lang)),
        *([f"<p>{escape(_left_out(study, lang))}</p>"] if study.left_out else []),
        f"<h2>{words['pictures']}</h2>",
        "<div class='grid'>",
        *(
            f"<figure>{picture}<figcaption>{escape(words[panel.__name__])}</figcaption></figure>"
            for picture, panel in zip(panels(study, lang), PANELS, strict=True)
        ),
        "</div>",
        *_changes(study, lang),
        f"<h2>{words['numbers']}</h2>",
        _table(table(study, lang)),
        f"<h2>{words['meaning']}</h2>",
        "<ul>",
        *(f"<li><b>{escape(one.names.get(lang))}</b>: {escape(one.help.get(lang))}</li>" for one in FIGURES),
        "</ul>",
    ]
    head = (
        f"<!doctype html><html lang='{lang}'><meta charset='utf-8'>"
        f"<meta name='viewport' content='width=device-width,initial-scale=1'>"
        f"<title>{escape(title(study, lang))}</title><style>{STYLE}</style>"
    )
    return head + "\n".join(body) + "\n</html>\n"


def _changes(study: Study, lang: str) -> list[str]:
    names = list(dict.fromkeys(cell.name for cell in study.plan.cells if cell.name))
    lines = [f"<h2>{WORDS['changes'].get(lang)}</h2>"]
    if not names:
        return [*lines, f"<p>{WORDS['nothing'].get(lang)}</p>"]
    lines += ["<ul>", *(_change(*line) for line in changes(study, lang)), "</ul>"]
    pictures = {name: along_scale(study, name, lang) for name in names if is_scale(study, name)}
    for name, picture in pictures.items():
        caption = escape(f"{thing_name(study, name, lang)}. {WORDS['red'].get(lang)}")
        lines.append(f"<figure>{picture}<figcaption>{caption}</figcaption></figure>")
    if len(pictures) < len(names):
        lines.append(f"<figure>{by_name(study, lang)}<figcaption>{WORDS['red'].get(lang)}</figcaption></figure>")
    return lines


def _change(name: str, text: str) -> str:
    return f"<li><b>{escape(name)}</b>: {escape(text)}</li>" if name else f"<li>{escape(text)}</li>"


def _left_out(study: Study, lang: str) -> str:
    return STUDY_WORDS["left-out"].fill(lang, {"n": study.left_out})


def _table(rows: list[list[str]]) -> str:
    head, *others = rows
    lines = ["<div class='scroll'><table><thead><tr>", *(f"<th scope='col'>{escape(cell)}</th>" for cell in head)]
    lines.append("</tr></thead><tbody>")
    for name, *cells in others:
        shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f"<tr><th scope='row'>{escape(name)}</th>{shown}</tr>")
    return "".join([*lines, "</tbody></table></div>"])
