"""Seeds at rest: encrypted under a key that stands outside the database, so that a copy of it tells no dice.

The key is SEED_KEY, or a file in the data folder that its owner alone may read.
"""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from tabletop.ui.refused import Refused

_MARK = b"gAAAA"
"""How everything begins that is encrypted; a seed of before is 32 plain bytes."""
_PLAIN = 32  # bytes


class OtherKey(Refused, ImproperlyConfigured):
    """A seed was encrypted under a key that this server does not have. Players are told so; the operator mends it."""

    def __init__(self) -> None:
        message = "This server cannot read the seed of the dice: it was encrypted under another key."
        super().__init__("seed-key", message, "the operator puts SEED_KEY, or the file seed-key, back", status=503)


@lru_cache(maxsize=4)
def _box(key: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest()))


def kept(seed: bytes) -> bytes:
    """A seed as the database has it."""
    return _box(settings.SEED_KEY).encrypt(seed)


def is_kept(value: bytes) -> bool:
    """Whether a value of the database is encrypted."""
    return len(value) > _PLAIN and value.startswith(_MARK)


def opened(value: bytes) -> bytes:
    """The seed. Raises OtherKey under another key than it was encrypted with."""
    try:
        return _box(settings.SEED_KEY).decrypt(value) if is_kept(value) else value
    except InvalidToken:
        raise OtherKey from None
