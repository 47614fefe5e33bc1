"""The one way from a message to its bytes and back."""

from __future__ import annotations

import msgspec

from .messages import ClientMessage

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(ClientMessage).decode
