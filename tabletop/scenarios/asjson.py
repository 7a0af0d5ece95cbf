"""JSON of the database's fields, several times as quickly: every edit of a scenario keeps the whole of it."""

from __future__ import annotations

import json
from typing import Any

import msgspec


class Encoder(json.JSONEncoder):
    """For `JSONField(encoder=...)`."""

    def encode(self, o: Any) -> str:
        """As text."""
        return msgspec.json.encode(o).decode()


class Decoder(json.JSONDecoder):
    """For `JSONField(decoder=...)`."""

    def decode(self, s: str, *_: Any) -> Any:
        """From text. Raises json.JSONDecodeError, as forms expect."""
        try:
            return msgspec.json.decode(s)
        except msgspec.DecodeError as wrong:
            raise json.JSONDecodeError(str(wrong), s, 0) from None
