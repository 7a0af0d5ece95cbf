"""Forms for the parts of a library, made from what its structs say: a field for each value, rows for each list.

Names of fields are paths such as `roles.0.cost`. Nothing needs scripts: rows come and go by buttons that send the form.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from django.http import QueryDict
from django.utils.text import slugify
from msgspec import Struct

from rules.forces import modules
from rules.forces.hull import VehicleHull
from rules.forces.modules import Made
from tabletop.ui.refused import Refused
from tabletop.ui.words import is_number

MOST_ROWS: Final = 40
LONGEST: Final = 200


class Pick(NamedTuple):
    """One choice of a select."""

    value: str
    name: str
    chosen: bool


class Field(NamedTuple):
    """One input: `what` it is, its name and label, and what it shows."""

    what: Literal["text", "number", "check", "select", "several", "hidden"]
    name: str
    label: str
    value: str = ""
    on: bool = False
    picks: tuple[Pick, ...] = ()
    step: str = "1"
    free: str = ""
    """The label of a place for further values, of a field that takes others than those offered."""
    rows: None = None


class Rows(NamedTuple):
    """A struct or a list of structs within another one; `adds` and `drops` are what its buttons send."""

    label: str
    name: str
    rows: tuple[tuple[str, tuple[Field | Rows, ...], str], ...]
    """Title, contents and the button that takes it away, for each."""
    adds: str


Choices = Mapping[str, Sequence[tuple[str, str]]]
"""What may be chosen for fields that name something else, by the name of the field."""

LABELS: Final = {
    "m": "M, inches", "ws": "WS", "bs": "BS", "s": "S", "t": "T", "w": "W", "i": "I", "a": "A", "ld": "Ld",
    "sv": "Sv, 7 is none", "inv": "Inv, 7 is none", "ap": "AP, empty for none", "base_mm": "Base, mm",
    "trr": "TRR", "acc_dec_in": "Acc/Dec, inches", "most": "At most", "least": "At least", "per": "For each so many",
    "one": "Only one of them", "some": "For single models", "start": "At first, empty for the least",
    "give": "Takes away", "crew_bs": "Crew BS", "take": "Brings",
    "bars": "Not for models with these traits or bulks", "holds": "Vehicles that ride in it",
    "max_range_in": "Greatest range, inches", "min_range_in": "Least range, inches", "crusade": "Rules Crusade",
    "crusade_troop": "As a troop of the Rules Crusade", "melee_bonus": "Dice more in melee",
    "launcher": "Fired by, where several share one: a missile launcher",
    "overrun_dice": "Dice more when it over-runs", "swoops": "Over-runs although it flies",
    "placed_points": "Fire points with their places",
    "ork": "Ork crew", "ports": "Ports: sides, rear, front",
}  # fmt: skip


FREE: Final = {
    "traits": "Others with a name or number: hated:NAME of an army, a model or a tag (hated:old-guard), strength-plus-3"
}


def label_of(name: str) -> str:
    """A label for a field of a struct."""
    if name in LABELS:
        return LABELS[name]
    words = name.removesuffix("_in").removesuffix("_deg").replace("_", " ")
    unit = ", inches" if name.endswith("_in") else ", degrees" if name.endswith("_deg") else ""
    return words[:1].upper() + words[1:] + unit


def shape_of(kind: Any) -> tuple[Any, bool]:
    """A type without its None, and whether it had one."""
    if get_origin(kind) in (Union, types.UnionType):
        (inner,) = [each for each in get_args(kind) if each is not type(None)]
        return inner, True
    return kind, False


def fields(kind: type[Struct], value: Mapping[str, Any], choices: Choices, path: str = "") -> tuple[Field | Rows, ...]:
    """The inputs of a struct that is given as plain values."""
    found: list[Field | Rows] = []
    for info in msgspec.structs.fields(kind):
        own = value.get(info.name)
        found += _hulls(own, choices, path) if _is_hull(info) else [_field(info, own, choices, path)]
    return tuple(found)


def _is_hull(info: msgspec.structs.FieldInfo) -> bool:
    return shape_of(info.type)[0] is VehicleHull


def _hulls(value: Any, choices: Choices, path: str) -> Iterator[Rows]:
    """The hull as the rules that it is made for have it; where there is none, one may be added for any rules."""
    for made in modules.known():
        label, name = made.name.removeprefix("the ")[:1].upper() + made.name.removeprefix("the ")[1:], path + made.id
        if value is None:
            yield Rows(label, name, (), f"add:{name}")
        elif value.get("rules") == made.id:
            yield Rows(
                label,
                name,
                ((label, fields(made.hull, {**blank(made.hull), **value}, choices, f"{name}."), f"drop:{name}"),),
                "",
            )


def _field(info: msgspec.structs.FieldInfo, value: Any, choices: Choices, path: str) -> Field | Rows:
    name, label = f"{path}{info.name}", label_of(info.name)
    kind, _ = shape_of(info.type)
    if _is_struct(kind):
        rows = ((label, fields(kind, value, choices, f"{name}."), f"drop:{name}"),) if value is not None else ()
        return Rows(label, name, rows, "" if rows else f"add:{name}")
    inner = _of_tuple(kind)
    if inner is not None and _is_struct(inner):
        return _rows(label, name, inner, value or (), choices)
    if inner is not None and get_origin(inner) is Literal:
        had = list(value or ())
        picks = tuple(Pick(str(each), str(each).replace("-", " "), each in had) for each in get_args(inner))
        return Field("several", name, label, picks=picks)
    if info.name == "id":
        return Field("hidden", name, label, str(value or ""))
    if info.name in choices:
        several = inner is not None
        had = list(value or ()) if several else [value or ""]
        known = dict(choices[info.name])
        own = {key: key for key in had if several and key not in known}
        picks = tuple(Pick(key, said, key in had) for key, said in {**known, **own}.items())
        free = FREE.get(info.name, "") if several else ""
        return Field("several" if several else "select", name, label, picks=picks, free=free)
    if get_origin(kind) is Literal:
        picks = tuple(Pick(str(each), str(each) or "none", each == value) for each in get_args(kind))
        return Field("select", name, label, picks=picks)
    if kind is bool:
        return Field("check", name, label, on=bool(value))
    if kind in (int, float):
        shown = "" if value is None else f"{value:g}"
        return Field("number", name, label, shown, step="1" if kind is int else "any")
    if get_origin(kind) is tuple:
        return Field("text", name, label, ", ".join(map(str, value or ())))
    return Field("text", name, label, "" if value is None else str(value))


def _rows(label: str, name: str, inner: type[Struct], value: Sequence[Any], choices: Choices) -> Rows:
    rows = tuple(
        (str(each.get("name") or f"{n + 1}"), fields(inner, each, choices, f"{name}.{n}."), f"drop:{name}.{n}")
        for n, each in enumerate(value)
    )
    return Rows(label, name, rows, f"add:{name}" if len(rows) < MOST_ROWS else "")


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _of_tuple(kind: Any) -> Any:
    """What a tuple of any length holds; None for anything else."""
    arguments = get_args(kind)
    return arguments[0] if get_origin(kind) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis else None


# ------------------------------------------------------------------ what was sent


def as_sent(rows: Sequence[Field | Rows], sent: QueryDict) -> tuple[Field | Rows, ...]:
    """The same inputs with what was typed into them, of a form that comes back refused."""
    return tuple(_rows_as_sent(each, sent) if isinstance(each, Rows) else _as_sent(each, sent) for each in rows)


def _rows_as_sent(rows: Rows, sent: QueryDict) -> Rows:
    return rows._replace(rows=tuple((title, as_sent(inner, sent), drop) for title, inner, drop in rows.rows))


def _as_sent(field: Field, sent: QueryDict) -> Field:
    typed = [str(each) for each in sent.getlist(field.name)]
    if field.what == "check":
        return field._replace(on=any(typed))
    if not field.picks:
        return field._replace(value=typed[0] if typed else field.value)
    free = {each: each for part in typed if field.free for each in map(str.strip, part.split(",")) if each}
    chosen = {**dict.fromkeys(typed, ""), **free}
    known = {pick.value for pick in field.picks}
    own = tuple(Pick(key, key, chosen=True) for key in free if key not in known)
    return field._replace(picks=(*(pick._replace(chosen=pick.value in chosen) for pick in field.picks), *own))


def read(
    kind: type[Struct], sent: QueryDict, before: Mapping[str, Any] | None = None, path: str = ""
) -> dict[str, Any]:
    """The plain values of a struct from a form. Raises Refused for what is no number."""
    values: dict[str, Any] = {}
    for info in msgspec.structs.fields(kind):
        if _is_hull(info):
            values[info.name] = _read_hull(sent, (before or {}).get(info.name), path)
            continue
        value = _read(info, sent, (before or {}).get(info.name), f"{path}{info.name}")
        if value is not _ABSENT:
            values[info.name] = value
    return values


def _read_hull(sent: QueryDict, before: Any, path: str) -> dict[str, Any] | None:
    sets = (made for made in modules.known() if sent.get(f"{path}{made.id}.here"))
    return next(({"rules": made.id, **read(made.hull, sent, before, f"{path}{made.id}.")} for made in sets), None)


_ABSENT: Final = object()


def _read(info: msgspec.structs.FieldInfo, sent: QueryDict, before: Any, name: str) -> Any:
    kind, may_lack = shape_of(info.type)
    if _is_struct(kind):
        return read(kind, sent, before, f"{name}.") if sent.get(f"{name}.here") else (None if may_lack else _ABSENT)
    inner = _of_tuple(kind)
    if inner is not None and _is_struct(inner):
        old = {each.get("id"): each for each in before or () if isinstance(each, dict)}
        count = min(_number(sent.get(f"{name}.count", "0"), int, name), MOST_ROWS)
        return [read(inner, sent, old.get(sent.get(f"{name}.{n}.id", "")), f"{name}.{n}.") for n in range(int(count))]
    if kind is bool:
        return bool(sent.get(name, ""))
    if inner is not None and f"{name}.several" in sent:
        chosen = [part.strip() for each in sent.getlist(name) for part in str(each).split(",") if part.strip()]
        return list(before) if before and sorted(before) == sorted(chosen) else chosen
    text = " ".join(str(sent.get(name, "")).split())[:LONGEST]
    if get_origin(kind) is tuple:
        return _parts(kind, text, name, may_lack=may_lack)
    if kind in (int, float):
        return (None if may_lack else _ABSENT) if not text else _number(text, kind, name)
    return text


def _parts(kind: Any, text: str, name: str, *, may_lack: bool) -> Any:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts and may_lack:
        return None
    inner = get_args(kind)[0]
    return [_number(part, inner, name) for part in parts] if inner in (int, float) else parts


def _number(text: str, kind: Any, name: str) -> Any:
    label = label_of(name.rpartition(".")[2])
    try:
        value = kind(text)
    except ValueError:
        raise Refused("no-number", f"{label}: “{text[:20]}” is no number that fits.", "a number") from None
    if not -1000 <= value <= 10_000:
        raise Refused("no-number", f"{label}: {text[:20]} is out of bounds.", "a number from -1000 to 10,000")
    return value


def changed(kind: type[Struct], value: dict[str, Any], do: str) -> dict[str, Any]:
    """The values with a row more or one fewer: `add:roles`, `drop:roles.1`."""
    what, _, path = do.partition(":")
    if what not in ("add", "drop"):
        return value
    here: Any = value
    steps = path.split(".")
    inner: Any = kind
    for step in steps[:-1]:
        inner, here = _inside(inner, here, step)
    last = steps[-1]
    if (made := _hull_of(inner, last)) is not None:
        here["hull"] = {"rules": last, **blank(made.hull)} if what == "add" else None
    elif what == "drop":
        _drop(here, last)
    elif isinstance(here, dict):
        info = next((i for i in msgspec.structs.fields(inner) if i.name == last), None)
        if info is not None:
            _add(info, here)
    return value


def _inside(kind: Any, here: Any, step: str) -> tuple[Any, Any]:
    if isinstance(here, list):
        at = int(step) if is_number(step) and int(step) < len(here) else -1
        return kind, here[at] if here and at >= 0 else {}
    if (made := _hull_of(kind, step)) is not None:
        return made.hull, here.get("hull") or {}
    found = next((i for i in msgspec.structs.fields(kind) if i.name == step), None)
    if found is None or not isinstance(here, dict):
        return kind, {}
    shape, _ = shape_of(found.type)
    return _of_tuple(shape) or shape, here.get(step) or {}


def _hull_of(kind: Any, step: str) -> Made | None:
    """The vehicle rules that a step of a path names, where that is a place for a hull."""
    return modules.made_for(step) if any(_is_hull(info) for info in msgspec.structs.fields(kind)) else None


def _drop(here: Any, last: str) -> None:
    if isinstance(here, list) and is_number(last) and int(last) < len(here):
        del here[int(last)]
    elif isinstance(here, dict) and isinstance(here.get(last), dict):
        here[last] = None


def _add(info: msgspec.structs.FieldInfo, here: dict[str, Any]) -> None:
    shape, _ = shape_of(info.type)
    inner = _of_tuple(shape)
    if inner is not None and _is_struct(inner):
        rows = here.setdefault(info.name, [])
        if len(rows) < MOST_ROWS:
            rows.append(blank(inner))
    elif _is_struct(shape) and not here.get(info.name):
        here[info.name] = blank(shape)


_USUAL: Final = {"front": 10, "side": 10, "rear": 10, "dice": 2, "hits": 3}
"""Numbers that something new begins with; others begin with nothing."""


def blank(kind: type[Struct]) -> dict[str, Any]:
    """Plain values of a new struct, with what it cannot do without."""
    values: dict[str, Any] = {}
    for info in msgspec.structs.fields(kind):
        if info.required:
            shape, _ = shape_of(info.type)
            number = _USUAL.get(info.name, 0)
            values[info.name] = number if shape in (int, float) else [] if get_origin(shape) is tuple else ""
        elif info.default is not msgspec.NODEFAULT:
            values[info.name] = msgspec.to_builtins(info.default)
    return values


def with_ids(value: Any) -> Any:
    """The same with ids for what has none, made from its name and different from those of its siblings."""
    if isinstance(value, dict):
        return {key: with_ids(each) for key, each in value.items()}
    if not isinstance(value, list):
        return value
    rows = [with_ids(each) for each in value]
    taken = {row["id"] for row in rows if isinstance(row, dict) and row.get("id")}
    for row in rows:
        if isinstance(row, dict) and row.get("id") == "" and "name" in row:
            row["id"] = fresh_id(row["name"], taken)
            taken.add(row["id"])
    return rows


def fresh_id(name: str, taken: set[str]) -> str:
    """An id from a name, that none has yet."""
    plain = slugify(name)[:40] or "new"
    return next(key for n in range(1, len(taken) + 3) if (key := plain if n == 1 else f"{plain}-{n}") not in taken)
