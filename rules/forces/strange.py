"""Fields of a file that its form does not have: they are named, with those that there are, and never dropped silently.

Armies, rosters, libraries and scenarios are looked through before they are read; older forms are upgraded first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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


def values_at(fault: str, kind: type) -> str:
    """What may stand where msgspec found something else, if that is a word of a few: "going is one of road, water"."""
    told: Type | None = _described(kind)
    name = ""
    for part in _STEP.findall(fault.rpartition("`$")[2].rstrip("`")):
        told = _within(told, part) if told is not None else None
        name = name if part.startswith("[") else part.removeprefix(".")
    if told is None:
        return ""
    words = [each for each in (told.types if isinstance(told, UnionType) else (told,)) if isinstance(each, LiteralType)]
    return f"{name} is one of {', '.join(map(str, words[0].values))}" if words else ""


def _within(told: Type, part: str) -> Type | None:
    """What stands at one step of such a place."""
    kinds = told.types if isinstance(told, UnionType) else (told,)
    if part.startswith("["):
        items = (_items(each, 1) if not isinstance(each, DictType) else (each.value_type,) for each in kinds)
        return next((found[0] for found in items if found), None)
    fields = (f for each in kinds if isinstance(each, StructType) for f in each.fields)
    return next((f.type for f in fields if f.encode_name == part.removeprefix(".")), None)


_STEP: Final = re.compile(r"\.\w+|\[[^\]]*\]")


@lru_cache(maxsize=64)
def _described(kind: type) -> Type:
    return msgspec.inspect.type_info(kind)


def _strange(value: object, told: Type, where: str) -> Iterator[Strange]:
    if isinstance(value, dict):
        yield from _in_object(value, _shape(value, told), where)
    if isinstance(value, list):
        for place, (part, item) in enumerate(zip(value, _items(told, len(value)), strict=False)):
            yield from _strange(part, item, f"{where}[{place}]")


def _in_object(value: dict[str, Any], told: Type | None, where: str) -> Iterator[Strange]:
    if isinstance(told, DictType):
        for key, part in value.items():
            yield from _strange(part, told.value_type, _at(where, key))
    if not isinstance(told, StructType):
        return
    fields = {field.encode_name: field.type for field in told.fields}
    known = (*((told.tag_field,) if told.tag_field else ()), *fields)
    for key, part in value.items():
        if key not in known:
            yield Strange(where, key, known)
        elif key in fields:
            yield from _strange(part, fields[key], _at(where, key))


def _at(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _shape(value: dict[str, Any], told: Type) -> Type | None:
    """What an object is meant to be: of several kinds the one that its tag names."""
    if isinstance(told, CustomType) and told.cls in (VehicleHull, VehicleMarks):
        shape = modules.shapes(told.cls).get(str(value.get("rules")))
        return _described(shape) if shape is not None else None
    if not isinstance(told, UnionType):
        return told
    found = [each for each in told.types if isinstance(each, StructType | DictType | CustomType)]
    tagged = (e for e in found if isinstance(e, StructType) and e.tag_field and value.get(e.tag_field) == e.tag)
    return next(tagged, None) or (_shape(value, found[0]) if len(found) == 1 else None)


def _items(told: Type, count: int) -> tuple[Type, ...]:
    """What each of so many entries of a list is meant to be."""
    if isinstance(told, UnionType):
        told = next((each for each in told.types if isinstance(each, CollectionType | TupleType)), told)
    if isinstance(told, CollectionType):
        return (told.item_type,) * count
    return told.item_types if isinstance(told, TupleType) else ()
