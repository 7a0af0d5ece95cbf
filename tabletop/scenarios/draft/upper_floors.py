"""Upper floors of houses that are entered: plans of their own beside their house. (BLD-GEN-03, BLD-LEVEL-02)"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from rules.geometry.lengths import between
from rules.geometry.rings import Bounds, edge_distance, encloses
from rules.table.building import STOREY_IN, Building, Opening
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import shapes, walls
from tabletop.scenarios.draft.shapes import Point
from tabletop.scenarios.draft.things import altered

APART_IN: Final = 2.0
"""How much ground is left between a plan and what lies beside it."""

_FLAT: Final = frozenset({"road", "field"})
"""What a plan may lie on."""


def is_house(piece: Terrain) -> bool:
    """Whether it is the ground floor of a house that is entered."""
    inside = piece.building
    return inside is not None and piece.has_interior and inside.level == 1 and not inside.of


def laid(scenario: Scenario, piece: Terrain) -> set[int]:
    """The levels of a house that have a plan."""
    plans = (p.building for p in scenario.terrain if p.building is not None)
    return {inside.level for inside in plans if inside.of == piece.id and not inside.is_roof}


def missing(scenario: Scenario, piece: Terrain) -> list[int]:
    """Levels that a house is said to have and nobody has laid out."""
    if piece.building is None or not is_house(piece):
        return []
    found = laid(scenario, piece)
    return [n for n in range(2, piece.building.storeys + 1) if n not in found]


def next_level(scenario: Scenario, piece: Terrain) -> int:
    """The lowest that has no plan yet."""
    found = laid(scenario, piece)
    return next(n for n in range(2, len(found) + 3) if n not in found)


def room_beside(scenario: Scenario, piece: Terrain) -> Point | None:
    """How far off from a house there is room for a plan of it, the nearest outside all zones first."""
    box = shapes.box(piece.points)
    pieces = [shapes.box(p.points).grown(APART_IN) for p in scenario.terrain if p.look not in _FLAT]
    zones = [shapes.box(zone.points) for zone in scenario.zones]
    ways = sorted(_ways(scenario, box), key=lambda by: (round(math.hypot(*by), 3), by[1] != 0, by[0] < 0))
    return next((by for taken in ([*pieces, *zones], pieces) for by in ways if _is_clear(box, by, taken)), None)


def _ways(scenario: Scenario, box: Bounds) -> Iterable[tuple[float, float]]:
    """Whole inches that keep it on the table."""
    across = range(-int(box.left), int(scenario.width_in - box.right) + 1)
    down = range(-int(box.top), int(scenario.height_in - box.bottom) + 1)
    return ((float(dx), float(dy)) for dx in across for dy in down)


def _is_clear(box: Bounds, by: Point, taken: Sequence[Bounds]) -> bool:
    there = Bounds(box.left + by[0], box.top + by[1], box.right + by[0], box.bottom + by[1])
    return not any(there.meets(other) for other in taken)


def upper(piece: Terrain, level: int, by: Point) -> Terrain:
    """A plan of that level, so far off from its house: outer walls with the windows below, nothing else."""
    moved = altered(piece, shapes.moved(*by))
    assert isinstance(moved, Terrain)
    old = moved.building
    assert old is not None
    inside = Building(
        walls=old.walls,
        handling=old.handling,
        openings=tuple(o for o in old.openings if _goes_up(moved, o)),
        stubborn=old.stubborn,
        roof=old.roof,
        thin_walls=old.thin_walls,
        level=level,
        of=piece.id,
    )
    name = f"{piece.name or 'House'}, level {level}"
    return replace(moved, name=name, height_in=STOREY_IN, breaches=(), building=inside)


def _goes_up(piece: Terrain, opening: Opening) -> bool:
    """Windows in outer walls are above one another."""
    in_wall = edge_distance(piece.points, between(opening.a, opening.b, 0.5)) < walls.IN_WALL_IN
    return opening.kind == "window" and opening.storey == 0 and in_wall


# ------------------------------------------------------------------ ways between them


def joined(scenario: Scenario, piece: Terrain) -> Terrain:
    """A ladder or stairs laid on a plan with its head on the plan above, a lift door at the level that it is on."""
    plan = next(
        (p for p in scenario.terrain if p.has_interior and encloses(p.points, shapes.centre(piece.points))), None
    )
    if plan is None or plan.building is None:
        return piece
    if piece.carrier is not None:
        return replace(piece, carrier=replace(piece.carrier, level=plan.building.level))
    above = _above(scenario, plan) if piece.ladder and piece.head is None else None
    if above is None:
        return piece
    (x, y), (right, down) = piece.points[0], _shift(scenario, plan)
    back = _shift(scenario, above)
    return replace(piece, head=(round(x + right - back[0], 2), round(y + down - back[1], 2)))


def _above(scenario: Scenario, plan: Terrain) -> Terrain | None:
    """The plan of the next level of the same house."""
    assert plan.building is not None
    house, level = plan.building.of or plan.id, plan.building.level + 1
    plans = (p for p in scenario.terrain if p.building is not None and p.building.of == house)
    return next((p for p in plans if p.building is not None and p.building.level == level), None)


def _shift(scenario: Scenario, plan: Terrain) -> Point:
    """From a place on a plan to where that truly is; unsaid, the upper left corners lie on each other."""
    inside = plan.building
    house = next((p for p in scenario.terrain if inside is not None and p.id == inside.of), None)
    if inside is None or house is None:
        return (0.0, 0.0)
    here, there = shapes.box(plan.points), shapes.box(house.points)
    return inside.shift or (there.left - here.left, there.top - here.top)
