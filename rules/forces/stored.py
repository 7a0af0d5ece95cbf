"""Armies, libraries and all else that has hulls in it, from their JSON: of the present form or an older one."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from rules.forces import modules, older
from rules.forces.hull import VehicleHull, VehicleMarks

Value = TypeVar("Value")


def read(data: bytes | str, kind: type[Value]) -> Value:
    """A value from JSON. Raises msgspec.ValidationError naming what is wrong with it."""
    try:
        return msgspec.json.decode(data, type=kind, dec_hook=hook)
    except msgspec.ValidationError:
        return _older(msgspec.json.decode(data), kind)


def opened(content: object, kind: type[Value]) -> Value:
    """A value from JSON that has been parsed already. Raises msgspec.ValidationError naming what is wrong with it."""
    try:
        return msgspec.convert(content, kind, dec_hook=hook)
    except msgspec.ValidationError:
        return _older(content, kind)


def _older(content: object, kind: type[Value]) -> Value:
    return msgspec.convert(older.upgraded(content), kind, dec_hook=hook)


def hook(kind: type, value: object) -> object:
    """A hull or marks as the vehicle rules named in its tag have them."""
    if kind is not VehicleHull and kind is not VehicleMarks:
        raise TypeError(f"cannot decode {kind}")
    tag = value.get("rules") if isinstance(value, dict) else None
    shape = modules.shapes(kind).get(tag) if isinstance(tag, str) else None
    if shape is None:
        raise ValueError(f"no vehicle rules are called {tag!r}")
    return msgspec.convert(value, shape)
