"""The page's types are those of the protocol."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import koloda
from koloda.server.protocol import messages, typescript


def test_the_file_of_the_page_is_fresh() -> None:
    in_the_package = typescript.TARGET.relative_to(Path(koloda.__file__).parent)
    source = Path(__file__).parents[2] / "src" / "koloda" / in_the_package
    written = source.read_text(encoding="utf-8")
    assert written == typescript.typescript(), "stale: run python -m koloda.server.protocol.typescript"


def test_every_message_is_there() -> None:
    text = typescript.typescript()
    for message in (*messages.ClientMessage.__args__, *messages.ServerMessage.__args__):
        assert f"export interface {message.__name__} {{\n  t: " in text


def test_a_struct_that_travels_as_an_array_is_a_tuple() -> None:
    tuple_type = "export type WireCounter = [name: string, owner: number | null, value: number, goal: number | null];"
    assert tuple_type in typescript.typescript()
    assert msgspec.json.encode(messages.WireCounter("score", 1, 5, None)) == b'["score",1,5,null]'


def test_names_of_the_protocol_are_used() -> None:
    text = typescript.typescript()
    assert 'export type Status = "over" | "playing" | "waiting";' in text
    assert "  status: Status;" in text
    assert "export type Level = string;" in text and "  bots?: (string | null)[];" in text
    assert "  zones?: [number, Face[] | number][] | null; // left out: null" in text
    assert "  chosen?: string | null;\n" in text, "left out means unchanged here, so it has no default to tell"


def test_main_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typescript, "TARGET", tmp_path / "protocol.ts")
    typescript.main()
    assert (tmp_path / "protocol.ts").read_text(encoding="utf-8") == typescript.typescript()
