"""The door: what comes from a browser becomes an action, or is refused before any rule looks at it."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from typing import Any

import msgspec
import msgspec.inspect

from rules import Action, action_types, decode_action
from rules.core.ids import SideId
from rules.core.refusal import quoted
from rules.forces import strange
from tabletop.games.access.refusals import malformed
from tabletop.texts import has_control, shown
from tabletop.ui.faults import worded

MAX_BYTES = 32_768
MAX_PARTS = 256  # entries of one list or object
MAX_DEPTH = 8
MAX_TEXT = 500
MAX_NUMBER = 10_000

_TYPES: dict[str, type[Action]] = {str(kind.__struct_config__.tag): kind for kind in action_types()}

Asked = bytes | str | Mapping[str, Any]
"""An action as it is asked: JSON, or what JSON has become."""


def read(body: Asked) -> dict[str, Any]:
    """A JSON object of reasonable size and numbers. Raises Refused naming the field that is wrong."""
    raw = parse(body) if isinstance(body, bytes | str) else dict(body)
    _inspect(raw, "", 0)
    return raw


def parse(body: bytes | str) -> dict[str, Any]:
    """A JSON object of reasonable size. Raises Refused for anything else."""
    if len(body) > MAX_BYTES:
        raise malformed("That is too long for one action.", f"at most {MAX_BYTES} bytes", code="too-large")
    try:
        raw = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(f"That is no JSON: {error}.", "a JSON object with a type") from None
    if (name := strange.twice(body if isinstance(body, str) else body.decode())) != "":
        raise malformed(f"{shown(name)} is said twice.", "each field once")
    if not isinstance(raw, dict):
        raise malformed("An action is a JSON object.", "a JSON object with a type")
    return raw


def _inspect(value: object, field: str, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise malformed(f"{field} goes too deep.", f"at most {MAX_DEPTH} levels")
    if isinstance(value, dict):
        _count(value, field)
        for key, part in value.items():
            _inspect(part, f"{field}.{key[:40]}" if field else key[:40], depth + 1)
    elif isinstance(value, list):
        _count(value, field)
        for place, part in enumerate(value):
            _inspect(part, f"{field}[{place}]", depth + 1)
    elif isinstance(value, str) and len(value) > MAX_TEXT:
        raise malformed(f"{field} is too long.", f"at most {MAX_TEXT} signs")
    elif isinstance(value, str) and has_control(value):
        raise malformed(f"{field} has a sign that cannot be shown.", "letters, figures, spaces and line breaks")
    elif isinstance(value, int | float) and not (math.isfinite(value) and abs(value) <= MAX_NUMBER):
        raise malformed(f"{field} is out of all range.", f"-{MAX_NUMBER} to {MAX_NUMBER}", code="bad-number")


def _count(value: dict[str, Any] | list[Any], field: str) -> None:
    if len(value) > MAX_PARTS:
        raise malformed(f"{field or 'the action'} has {len(value)} parts.", f"at most {MAX_PARTS}", code="too-many")


def kind_of(raw: dict[str, Any]) -> type[Action]:
    """The kind of action that is asked. Raises Refused for one that nobody knows."""
    name = raw.get("type")
    if isinstance(name, str) and name in _TYPES:
        return _TYPES[name]
    near = difflib.get_close_matches(str(name), _TYPES, n=3)
    raise malformed(f"There is no action {quoted(name)}.", " or ".join(near or sorted(_TYPES)), code="unknown-action")


def action(raw: dict[str, Any], side: SideId) -> Action:
    """The action, asked by that side whatever the request said. Raises Refused naming the field that is wrong."""
    kind = kind_of(raw)
    asked = {**raw, "side": side}
    known = {"type", *kind.__struct_encode_fields__}
    allowed = f"{kind.__name__} takes " + (", ".join(sorted(known - {"type", "side"})) or "no fields")
    if strange := sorted(set(asked) - known):
        raise malformed(f"{kind.__name__} has no field {strange[0][:40]}.", allowed, code="unknown-field")
    try:
        return decode_action(msgspec.json.encode(asked))
    except msgspec.ValidationError as error:
        raise malformed(worded(kind.__name__, str(error)), _values(kind, str(error)) or allowed) from None


def _values(kind: type[Action], error: str) -> str:
    """What a field that must be one of a few values may be, where such a field is what was wrong."""
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType)
    found = next((field for field in described.fields if error.endswith(f"`$.{field.encode_name}`")), None)
    if found is None or not isinstance(found.type, msgspec.inspect.LiteralType):
        return ""
    return f"{found.encode_name} is one of {', '.join(str(value) for value in found.type.values)}"
