"""Units on the board: models to scale, the outline that holds them together, and their spoken name."""

import math
from functools import lru_cache
from typing import Final

from django.utils.html import escape

from tabletop.ui.board.defs import BASE_RADIUS
from tabletop.ui.board.flags import flag_svg, held_at, tie_svg
from tabletop.ui.board.scene import UNITS_PER_INCH, Point, TokenModel, TokenUnit
from tabletop.ui.board.svg import Box, hull_of, num, rounded
from tabletop.ui.board.ties import tie
from tabletop.ui.board.vehicles import mount_svg, team_svg, vehicle_svg
from tabletop.ui.icons import STATUSES
from tabletop.ui.words import count_text, inches_text

_ROUND: Final = frozenset({"foot", "team", "beast"})
_HALO: Final = 4.0
"""Drawing units between a base and the outline of its unit."""


def is_vehicle(model: TokenModel) -> bool:
    """Whether the model is drawn as a hull."""
    return model.shape not in _ROUND and model.shape != "mount"


def reach(model: TokenModel) -> float:
    """How far a model reaches from its centre, in drawing units."""
    if model.shape in _ROUND:
        return model.base_in * UNITS_PER_INCH / 2
    return math.hypot(model.length_in, model.width_in) * UNITS_PER_INCH / 2


def anchor(unit: TokenUnit) -> Point:
    """The point, in drawing units, that a unit's group is moved to: its leader, or its first model."""
    lead = next((m for m in unit.models if m.leader), unit.models[0])
    return (lead.x * UNITS_PER_INCH, lead.y * UNITS_PER_INCH)


@lru_cache(maxsize=4096)
def unit_box(unit: TokenUnit) -> Box:
    """The box round a unit's models, in drawing units."""
    spans = [(m.x * UNITS_PER_INCH, m.y * UNITS_PER_INCH, *_half_spans(m)) for m in unit.models]
    return Box(
        min(x - across for x, _, across, _ in spans),
        min(y - down for _, y, _, down in spans),
        max(x + across for x, _, across, _ in spans),
        max(y + down for _, y, _, down in spans),
    )


def _half_spans(model: TokenModel) -> tuple[float, float]:
    """Half the width and half the height of a model as it stands, in drawing units."""
    if model.shape in _ROUND:
        return (reach(model), reach(model))
    turn = math.radians(model.facing)
    cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
    half_w, half_l = model.width_in * UNITS_PER_INCH / 2, model.length_in * UNITS_PER_INCH / 2
    return (half_w * cos + half_l * sin, half_w * sin + half_l * cos)


def parts_of(unit: TokenUnit) -> tuple[TokenUnit, ...]:
    """The unit by the plans that it is on, the largest part first; their ids tell them apart. (BLD-LEVEL-02)"""
    return _parted(unit) if any(m.floor for m in unit.models) else (unit,)


@lru_cache(maxsize=4096)
def _parted(unit: TokenUnit) -> tuple[TokenUnit, ...]:
    floors = {m.floor: sum(other.floor == m.floor for other in unit.models) for m in unit.models}
    if len(floors) == 1:
        return (unit,)
    found = []
    for n, floor in enumerate(sorted(floors, key=lambda floor: -floors[floor])):
        models = tuple(m for m in unit.models if m.floor == floor)
        found.append(unit._replace(id=f"{unit.id}@{n}" if n else unit.id, models=models, strength=len(models)))
    return tuple(found)


def unit_label(unit: TokenUnit) -> str:
    """The spoken name: number, models, name, side, states."""
    count = "" if unit.vehicle else f" {count_text(len(unit.models), 'model')}"
    states = [STATUSES[status].word.lower() for status in unit.statuses]
    wreck = ["wrecked"] if unit.wrecked else []
    remark = [unit.remark] if unit.remark else []
    return ", ".join([f"{unit.number}{count}", unit.name, unit.side_name, *wreck, *states, *remark])


@lru_cache(maxsize=4096)
def unit_inner(unit: TokenUnit, flag_at: Point | None = None, size: float = 1, more: tuple[Point, ...] = ()) -> str:
    """What is inside a unit's group: swap this alone when the unit changes, so that the group keeps the focus.

    `flag_at` is where the flag's middle stands, in drawing units; without it the unit has no flag. It is shown `size`
    times as large as drawn. `more` are the flags of its parts on other plans.
    """
    ax, ay = anchor(unit)
    models = "".join(model_svg(unit.side, m, ax, ay) for m in unit.models)
    parts = parts_of(unit)
    places = (flag_at, *more) if flag_at is not None else ()
    flag = "".join(_flag(part, at, (ax, ay), size) for part, at in zip(parts, places, strict=False))
    outline = "".join(_outline(part, ax, ay) for part in parts)
    drawn = "in" + (" wrecked" if unit.wrecked else "") + (" in-hand" if unit.acts else "")
    return (
        f'<desc id="unit-{escape(unit.id)}-name">{escape(unit_label(unit))}</desc>'
        f'<g class="{drawn}" transform="translate({num(ax)} {num(ay)})">'
        f"{outline}{models}{flag}</g>"
    )


def _flag(unit: TokenUnit, at: Point, origin: Point, size: float) -> str:
    """The flag, and where it stands apart the line that ties it to its unit; pages tie it where a gap opens."""
    x, y = at[0] - origin[0], at[1] - origin[1]
    body = unit_box(unit)
    held, to = held_at(unit, body, *at, size), tie(unit, body, *at, size)
    line = tie_svg(x + held[0], y + held[1], (to[0] - origin[0], to[1] - origin[1])) if to is not None else ""
    return line + flag_svg(unit, x, y, size, held)


def unit_svg(
    unit: TokenUnit,
    flag_at: Point | None = None,
    *,
    size: float = 1,
    tabindex: int | None = -1,
    more: tuple[Point, ...] = (),
) -> str:
    """A unit with its group: a button in the roving order, or an image where `tabindex` is None."""
    unit_id = escape(unit.id)
    role = 'role="img"' if tabindex is None else f'role="button" tabindex="{tabindex}"'
    return (
        f'<g class="unit side-{unit.side}" id="unit-{unit_id}" data-unit="{unit_id}" {role} '
        f'aria-labelledby="unit-{unit_id}-name unit-{unit_id}-where">{unit_inner(unit, flag_at, size, more)}</g>'
    )


def unit_picture(unit: TokenUnit) -> str:
    """A unit without name, flag and ids, for pictures beside the board."""
    ax, ay = anchor(unit)
    models = "".join(model_svg(unit.side, m._replace(id=""), ax, ay) for m in unit.models)
    outline = "".join(_outline(part, ax, ay) for part in parts_of(unit))
    return f'<g class="side-{unit.side}" transform="translate({num(ax)} {num(ay)})">{outline}{models}</g>'


def _outline(unit: TokenUnit, ax: float, ay: float) -> str:
    """The blob round a unit; a lone model has a ring."""
    if len(unit.models) == 1:
        model = unit.models[0]
        x, y = model.x * UNITS_PER_INCH - ax, model.y * UNITS_PER_INCH - ay
        return f'<circle class="halo" cx="{num(x)}" cy="{num(y)}" r="{num(reach(model) + _HALO)}"/>'
    radius = max(reach(m) for m in unit.models) + _HALO
    corners = hull_of((m.x * UNITS_PER_INCH - ax, m.y * UNITS_PER_INCH - ay) for m in unit.models)
    return f'<path class="coh" d="{rounded(corners, radius)}"/>'


def model_svg(side: str, model: TokenModel, ax: float = 0, ay: float = 0) -> str:
    """One model, moved and turned into place; `ax`, `ay` is the origin of its unit's group in drawing units."""
    x, y = model.x * UNITS_PER_INCH - ax, model.y * UNITS_PER_INCH - ay
    place = f"translate({num(x)} {num(y)}) rotate({num(model.facing)})"
    kept = f'data-model="{escape(model.id)}"'
    if model.shape in _ROUND and model.shape != "team":
        size = num_scale(model.base_in * UNITS_PER_INCH / 2 / BASE_RADIUS)
        drawing = "lead" if model.leader else "base"
        prone = ' class="prone"' if model.prone else ""
        token = f'<use{prone} href="#{drawing}-{side}" {kept} transform="{place} scale({size})"/>'
        return _leaning(model, x, y, ax, ay) + token + _height(model, x, y)
    hull = f' data-hull="{model.length_in:g} {model.width_in:g}"' if model.length_in else ""
    return f'<g {kept}{hull} transform="{place}">{_shape(side, model)}</g>'


def _leaning(model: TokenModel, x: float, y: float, ax: float, ay: float) -> str:
    """How far it leans out, below it: who fires at it aims there. (BLD-HIGH-02)"""
    if model.leans_to is None:
        return ""
    to_x, to_y = model.leans_to[0] * UNITS_PER_INCH - ax, model.leans_to[1] * UNITS_PER_INCH - ay
    radius = model.base_in * UNITS_PER_INCH / 2
    return (
        f'<g class="leans"><title>leans out, in no cover</title><path d="M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}"/>'
        f'<circle cx="{num(to_x)}" cy="{num(to_y)}" r="{num(radius)}"/></g>'
    )


def _height(model: TokenModel, x: float, y: float) -> str:
    """How high it hangs, beside it. (ARAP-CLIMB-04)"""
    if not model.hangs_in:
        return ""
    beside = x + reach(model) + 2
    return f'<text class="hangs" x="{num(beside)}" y="{num(y + 2.4)}">{inches_text(model.hangs_in)}</text>'


def _shape(side: str, model: TokenModel) -> str:
    if model.shape == "team":
        return team_svg(side, model)
    return mount_svg(side, model) if model.shape == "mount" else vehicle_svg(side, model)


def num_scale(value: float) -> str:
    """A scale with at most three decimals."""
    return f"{value:.3f}".rstrip("0").rstrip(".")
