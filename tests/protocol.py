"""The generated half of docs/protocol.md: every action and event with its fields and an example that decodes.

`python -m tests.protocol` writes it again after a change; a test compares.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import inspect

from rules import codec
from rules.forces import modules
from rules.forces.hull import VehicleHull, VehicleMarks
from tests import protocol_play

PAGE = Path(__file__).parents[1] / "docs" / "protocol.md"
MARK = "<!-- What follows is written by `python -m tests.protocol`. -->\n"

WORDS = {
    "side": "a",
    "winner": "a",
    "unit": "a1",
    "new": "a9",
    "by": "b1",
    "target": "b1",
    "charger": "a1",
    "model": "a1.1",
    "weapon": "a:field-carbine",
    "weapons": "a:field-carbine",
    "reason": "agreed by both players",
    "melee": "a1-b1",
    "units": "a1",
    "rules": "ARAP-GEN-01",
    "action": "move",
    "choice": "hold",
    "what": "pinned",
}
"""What stands for a text of that name; another one is its own name."""
NUMBERS = {"seq": 42, "to": 17, "of": 40, "facing": 90, "x": 12.5, "length_in": 4, "spent_in": 4, "left": 0, "sides": 6}


def sample(name: str, kind: Any) -> Any:
    """A value of that type, as it could stand in a field of that name."""
    if isinstance(kind, inspect.UnionType):
        return sample(name, next(t for t in kind.types if not isinstance(t, inspect.NoneType)))
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    if isinstance(kind, inspect.BoolType):
        return True
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return NUMBERS.get(name, 1)
    if isinstance(kind, inspect.StrType):
        return WORDS.get(name, name.replace("_", " "))
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return [sample(name, kind.item_type)]
    if isinstance(kind, inspect.TupleType):
        return [
            12.5 + 3 * n if isinstance(t, inspect.FloatType) else sample(name, t) for n, t in enumerate(kind.item_types)
        ]
    if isinstance(kind, inspect.DictType):
        short = isinstance(kind.value_type, inspect.StructType | inspect.AnyType)
        return {} if short else {"a1.1": sample(name, kind.value_type)}
    if isinstance(kind, inspect.StructType):
        return example(kind)
    if isinstance(kind, inspect.CustomType):
        return {"type": "CloseUnit", "unit": "a1"}
    raise TypeError(f"no sample of {kind} for {name}")


SHOWN = ("seq", "side", "unit", "rules")
"""Fields that every event has: examples show them though they have defaults."""


def example(kind: inspect.StructType) -> dict[str, Any]:
    """The struct with its required fields and those that are always shown."""
    found: dict[str, Any] = {"type": kind.tag} if kind.tag else {}
    fields = [f for f in kind.fields if f.required or (kind.tag and f.name in SHOWN)]
    return found | {f.encode_name: sample(f.name, f.type) for f in fields}


def words_for(kind: Any) -> str:
    """A type in words."""
    if isinstance(kind, inspect.UnionType):
        return " or ".join(words_for(t) for t in kind.types)
    if isinstance(kind, inspect.LiteralType):
        return ", ".join(f"`{json.dumps(value)}`" for value in kind.values)
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return f"list of {words_for(kind.item_type)}"
    if isinstance(kind, inspect.TupleType):
        return "[" + ", ".join(words_for(t) for t in kind.item_types) + "]"
    if isinstance(kind, inspect.DictType):
        return f"object of {words_for(kind.value_type)}"
    if isinstance(kind, inspect.CustomType) and kind.cls in brought():
        return " or ".join(each.__name__ for each in brought()[kind.cls])
    if isinstance(kind, inspect.StructType | inspect.CustomType):
        return kind.cls.__name__
    plain = {
        inspect.StrType: "text",
        inspect.IntType: "whole number",
        inspect.FloatType: "number",
        inspect.BoolType: "true or false",
        inspect.NoneType: "null",
    }
    return plain[type(kind)]


def entry(kind: type) -> Iterator[str]:
    """One action or event: what it is, its fields, an example."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    yield f"### {info.tag}\n"
    yield (kind.__doc__ or "").split("\n\n")[0].strip() + "\n"
    own = [f for f in info.fields if f.name not in (*SHOWN, "seen_by")]
    yield from map(field_line, own)
    yield f"\n```json\n{json.dumps(example(info), ensure_ascii=False)}\n```\n"


def field_line(field: inspect.Field) -> str:
    """A field's name and type in words."""
    given = "" if field.required else ", optional"
    return f"- `{field.encode_name}`: {words_for(field.type)}{given}"


def chapter(title: str, about: str, kinds: Sequence[type]) -> Iterator[str]:
    yield f"## {title}\n"
    yield about + "\n"
    for kind in sorted(kinds, key=lambda k: k.__name__):
        yield from entry(kind)


def generated() -> str:
    """Prompts and the order of a turn, then actions, then events."""
    asked = (
        "What a side may ask. Each has `side` (the server fills it in from the seat) and, where it concerns one, "
        "`unit`."
    )
    happened = (
        "What is written to the log. Each has `seq`; `side` and `unit` that it concerns, `rules` that caused it and "
        "`seen_by` (the sides that may know of it; absent: everybody) are left out where there is nothing to say."
    )
    actions = chapter("Actions", asked, codec.action_types())
    events = chapter("Events", happened, codec.event_types())
    return "\n".join([*protocol_play.chapters(), *actions, *events, *parts()])


def parts() -> Iterator[str]:
    """What actions and events are made of."""
    yield "## Parts\n"
    yield "What stands in the fields of actions and events.\n"
    found: dict[str, inspect.StructType] = {}
    for kind in (*codec.action_types(), *codec.event_types()):
        _collect(inspect.type_info(kind), found)
    for kind in (each for several in brought().values() for each in several):
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType)
        found[kind.__name__] = info
        for field in info.fields:
            _collect(field.type, found)
    for name in sorted(found):
        yield f"### {name}\n"
        yield (found[name].cls.__doc__ or "").split("\n\n")[0].strip() + "\n"
        if found[name].tag:
            yield f"- `{found[name].tag_field}`: `{json.dumps(found[name].tag)}`"
        yield from map(field_line, found[name].fields)
        yield ""


def brought() -> dict[type, list[type]]:
    """What each of the vehicle rules brings for a hull and for its marks."""
    marks = [made.marks for made in modules.known() if made.marks is not None]
    return {VehicleHull: [made.hull for made in modules.known()], VehicleMarks: marks}


def _collect(kind: Any, found: dict[str, inspect.StructType]) -> None:
    """Structs without a tag in a type, however deep."""
    if isinstance(kind, inspect.StructType):
        if kind.tag is None:
            if kind.cls.__name__ in found:
                return
            found[kind.cls.__name__] = kind
        for field in kind.fields:
            _collect(field.type, found)
    several = (*getattr(kind, "types", ()), *getattr(kind, "item_types", ()))
    one = (getattr(kind, "item_type", None), getattr(kind, "value_type", None))
    for part in (*several, *filter(None, one)):
        _collect(part, found)


def main() -> None:
    """Write the page again, keeping what was written by hand."""
    PAGE.write_text(PAGE.read_text().split(MARK)[0] + MARK + "\n" + generated())


if __name__ == "__main__":
    main()
