"""The frames of the WebSocket protocol that go by nearly always: whole, short, in text (RFC 6455, section 5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

TEXT_FRAME: Final = 0x81  # the last and only part of a text message
WHOLE_FRAMES: Final = (TEXT_FRAME, 0x88, 0x89, 0x8A)  # and close, ping, pong
PARSER_SLICE_BYTES: Final = 4096


def one_frame(data: bytes) -> int:
    """Where the payload begins if this is one whole, short frame from a client; else 0."""
    if not 6 <= len(data) <= PARSER_SLICE_BYTES or data[0] not in WHOLE_FRAMES or data[1] < 0x80:
        return 0
    length, start = data[1] & 0x7F, 6
    if length == 126:
        length, start = data[2] * 256 + data[3], 8
    return start if length != 127 and len(data) == start + length else 0


def framed(frames: Sequence[bytes]) -> bytes:
    """Texts from a server, each with its head."""
    if len(frames) == 1:  # nearly always
        return _head(len(frames[0])) + frames[0]
    return b"".join([_head(len(frame)) + frame for frame in frames])


def _head(length: int) -> bytes:
    """The head of a text frame from a server."""
    if length < 126:
        return bytes((TEXT_FRAME, length))
    if length < 65_536:
        return bytes((TEXT_FRAME, 126, length >> 8, length & 0xFF))
    return bytes((TEXT_FRAME, 127)) + length.to_bytes(8, "big")
