"""docs/protocol.md and docs/operations.md leave nothing out."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import msgspec
import pytest

from koloda.server import metrics
from koloda.server.protocol import typescript
from koloda.server.protocol.base import Message
from koloda.server.protocol.messages import ClientMessage, ServerMessage
from koloda.server.protocol.refusals import REFUSALS
from koloda.server.settings import BadSetting, Settings, from_environment, variable

DOCS = Path(__file__).parent.parent.parent / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")
OPERATIONS = (DOCS / "operations.md").read_text(encoding="utf-8")
STRUCTS = typescript.structs()
METRICS = [
    name if cls != "CounterMetricFamily" else f"{name}_total"
    for cls, name in re.findall(r'(\w+)\(\s*"(koloda_\w+)"', inspect.getsource(metrics))
]


def passage(name: str) -> str:
    """What the page says about a message: its heading's section, or the row, item or paragraph that names it."""
    section = re.search(rf"^### .*\b{name}$(.*?)(?=^##)", PROTOCOL, re.MULTILINE | re.DOTALL)
    if section:
        return section[1]
    passages = [one for one in re.split(r"\n(?=\n|\||- |#)", PROTOCOL) if re.search(rf"\b{name}\b", one)]
    assert passages, f"protocol.md says nothing of {name}"
    return "\n".join(passages)


@pytest.mark.parametrize("struct", STRUCTS, ids=lambda struct: struct.__name__)
def test_every_message_and_field_is_described(struct: type[msgspec.Struct]) -> None:
    text = passage(struct.__name__)
    bare = struct.__struct_config__.array_like
    for field in msgspec.structs.fields(struct):
        pattern = rf"\b{field.encode_name}\b" if bare else rf"`{field.encode_name}`"
        assert re.search(pattern, text), f"protocol.md says nothing of {struct.__name__}.{field.encode_name}"


@pytest.mark.parametrize("struct", [s for s in STRUCTS if issubclass(s, Message)], ids=lambda s: s.__name__)
def test_every_tag_is_named(struct: type[msgspec.Struct]) -> None:
    tag = struct.__struct_config__.tag
    assert re.search(rf"(\| `{tag}` \| {struct.__name__}|### `{tag}` — {struct.__name__})", PROTOCOL)


def test_the_frames_of_the_worked_exchange_are_messages() -> None:
    exchange = PROTOCOL.split("## 8.")[1]
    for direction, kind in (("C", ClientMessage), ("S", ServerMessage)):
        frames = [line[2:] for line in exchange.splitlines() if line.startswith(f"{direction} {{")]
        whole = [frame for frame in frames if ",…" not in frame]
        assert len(whole) >= 4
        for frame in whole:
            msgspec.json.decode(frame, type=kind)


def test_every_reason_is_described() -> None:
    http_only = {"not-found", "too-big", "bad-body", "bad-clock", "too-many-bots", "bad-eyes", "bad-text"}
    for reason in REFUSALS.keys() - http_only - {"no-such-match", "too-many-tables"}:
        assert f"`{reason}`" in PROTOCOL, f"protocol.md says nothing of {reason}"


def test_every_setting_is_described_with_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = dict(re.findall(r"^\| `(KOLODA_\w+)` \|(.*?)\|", OPERATIONS, re.MULTILINE))
    assert set(rows) == {variable(name) for name in Settings._fields}
    monkeypatch.delenv("KOLODA_PAGE", raising=False)  # scripts/test sets it
    for name, default in Settings()._asdict().items():
        if name == "page":
            continue
        text = " ".join(default) if isinstance(default, tuple) else str(default)
        assert rows[variable(name)].strip().lower() == text.lower(), name
        monkeypatch.setenv(variable(name), text)
    assert from_environment(Settings()) == Settings()
    monkeypatch.setenv("KOLODA_SECURE", "true")
    monkeypatch.setenv("KOLODA_ORIGINS", "https://a.example https://b.example")
    monkeypatch.setenv("KOLODA_GRACE", "2.5")
    changed = from_environment(Settings())
    assert (
        changed.secure
        and changed.origins == ("https://a.example", "https://b.example")
        and changed.grace_seconds == 2.5
    )


def test_every_metric_is_described() -> None:
    rows = re.findall(r"^\| `(koloda_\w+)[`{]", OPERATIONS, re.MULTILINE)
    assert sorted(rows) == sorted(METRICS)


@pytest.mark.parametrize("file", ["grafana.json", "alerts.yml"])
def test_what_watches_a_server_asks_only_for_figures_that_there_are(file: str) -> None:
    text = (DOCS.parent / "deploy" / file).read_text(encoding="utf-8")
    asked = set(re.findall(r"\bkoloda_\w+", text))
    told = {f"{name}{ending}" for name in METRICS for ending in ("", "_bucket", "_sum", "_count")}
    assert len(asked) >= 5 and asked <= told, asked - told


def test_the_dashboard_shows_every_figure() -> None:
    board = json.loads((DOCS.parent / "deploy" / "grafana.json").read_text(encoding="utf-8"))
    shown = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    assert [name for name in METRICS if name not in shown] == []


def test_a_setting_that_makes_no_sense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("KOLODA_PORT", "eighty"), ("KOLODA_TRUSTED", "10.0.0.0/8 our-club")):
        with monkeypatch.context() as patched, pytest.raises(BadSetting, match=name):
            patched.setenv(name, text)
            from_environment(Settings())
