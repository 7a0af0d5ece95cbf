"""Fields of a file that its form does not have, or has already: they are named and never dropped silently.

Armies, rosters, libraries and scenarios are looked through before they are read; older forms are upgraded first.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec.inspect
from msgspec.inspect import CollectionType, CustomType, DictType, LiteralType, StructType, TupleType, Type, UnionType

from rules.forces import modules, older
from rules.forces.hull import VehicleHull, VehicleMarks


class Strange(NamedTuple):
    """A field that is none: where it stands, and what that place may have."""

    where: str
    field: str
    allowed: tuple[str, ...]

    @property
    def text(self) -> str:
        """In a sentence: "units[0] has no field overrides."."""
        return f"{self.where or 'The file'} has no field {self.field[:40]}."

    @property
    def fields(self) -> str:
        """What there is."""
        return f"{self.where or 'it'} may have {', '.join(self.allowed)}"


def field_of(content: object, kind: type) -> Strange | None:
    """The first field of parsed JSON that a value of that kind does not have."""
    return next(_strange(older.upgraded(content), _described(kind), ""), None)


def twice(text: str) -> str:
    """A name that one object of some JSON has more than once, of which the last alone would count; else empty.

    What is no JSON, or nested too deeply, is for its reader to refuse.
    """
    found: list[str] = []

    def noted(pairs: Sequence[tuple[str, object]]) -> None:
        if len({name for name, _ in pairs}) < len(pairs):
            found.append(Counter(name for name, _ in pairs).most_common(1)[0][0])

    try:
        json.loads(text, object_pairs_hook=noted, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return ""
    return found[0] if found else ""


def values_at(fault: str, kind: type) -> str:
    """What may stand where msgspec found something else, if that is a word of a few: "going is one of road, water"."""
    described: Type | None = _described(kind)
    name = ""
    for part in _STEP.findall(fault.rpartition("`$")[2].rstrip("`")):
        described = _within(described, part) if described is not None else None
        name = name if part.startswith("[") else part.removeprefix(".")
    if described is None:
        return ""
    words = [
        each
        for each in (described.types if isinstance(described, UnionType) else (described,))
        if isinstance(each, LiteralType)
    ]
    return f"{name} is one of {', '.join(map(str, words[0].values))}" if words else ""


def _within(described: Type, part: str) -> Type | None:
    """What stands at one step of such a place."""
    kinds = described.types if isinstance(described, UnionType) else (described,)
    if part.startswith("["):
        items = (_items(each, 1) if not isinstance(each, DictType) else (each.value_type,) for each in kinds)
        return next((found[0] for found in items if found), None)
    fields = (f for each in kinds if isinstance(each, StructType) for f in each.fields)
    return next((f.type for f in fields if f.encode_name == part.removeprefix(".")), None)


_STEP: Final = re.compile(r"\.\w+|\[[^\]]*\]")


@lru_cache(maxsize=64)
def _described(kind: type) -> Type:
    return msgspec.inspect.type_info(kind)


def _strange(value: object, described: Type, where: str) -> Iterator[Strange]:
    if isinstance(value, dict):
        yield from _in_object(value, _shape(value, described), where)
    if isinstance(value, list):
        for place, (part, item) in enumerate(zip(value, _items(described, len(value)), strict=False)):
            yield from _strange(part, item, f"{where}[{place}]")


def _in_object(value: dict[str, Any], described: Type | None, where: str) -> Iterator[Strange]:
    if isinstance(described, DictType):
        for key, part in value.items():
            yield from _strange(part, described.value_type, _at(where, key))
    if not isinstance(described, StructType):
        return
    fields = {field.encode_name: field.type for field in described.fields}
    known = (*((described.tag_field,) if described.tag_field else ()), *fields)
    for key, part in value.items():
        if key not in known:
            yield Strange(where, key, known)
        elif key in fields:
            yield from _strange(part, fields[key], _at(where, key))


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _shape(value: dict[str, Any], described: Type) -> Type | None:
    """What an object is meant to be: of several kinds the one that its tag names."""
    if isinstance(described, CustomType) and described.cls in (VehicleHull, VehicleMarks):
        shape = modules.shapes(described.cls).get(str(value.get("rules")))
        return _described(shape) if shape is not None else None
    if not isinstance(described, UnionType):
        return described
    found = [each for each in described.types if isinstance(each, StructType | DictType | CustomType)]
    tagged = (e for e in found if isinstance(e, StructType) and e.tag_field and value.get(e.tag_field) == e.tag)
    return next(tagged, None) or (_shape(value, found[0]) if len(found) == 1 else None)


def _items(described: Type, count: int) -> tuple[Type, ...]:
    """What each of so many entries of a list is meant to be."""
    if isinstance(described, UnionType):
        described = next((each for each in described.types if isinstance(each, CollectionType | TupleType)), described)
    if isinstance(described, CollectionType):
        return (described.item_type,) * count
    return described.item_types if isinstance(described, TupleType) else ()
