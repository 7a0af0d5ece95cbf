"""Placing models: where they may stand, and where the table would put them. (ARAP-COH-01)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.gemini.facts import ModelsMoved, Placement
from rules.geometry.hulls import Hull
from rules.geometry.lengths import TOLERANCE, distance, is_within
from rules.geometry.rings import holds
from rules.progress import Progress
from rules.state import GameState
from rules.table.scenario import Zone

COHERENCY_IN = 3.0
"""Longest link between members of a unit. (ARAP-COH-01)"""

Spot = tuple[Point, float]
"""A centre and the radius that must be free round it, in inches."""


def radius_of(state: GameState, model: Model) -> float:
    """Half the room that a model takes: its base, or a circle within its hull's longer side."""
    profile = state.profile(model)
    if profile.vehicle is not None:
        return max(profile.vehicle.length_in, profile.vehicle.width_in) / 2
    return profile.base_radius_in


def occupied(state: GameState, *, but: Unit | None = None) -> list[Spot]:
    """Where models on the table stand, those of one unit left out."""
    return [
        (m.at, radius_of(state, m))
        for u in state.units.values()
        if u.on_table and (but is None or u.id != but.id)
        for m in u.alive
    ]


def zone_of(state: GameState, unit: Unit) -> Zone | None:
    """The deployment zone of the unit's side, if the scenario has one."""
    return next((z for z in state.scenario.zones if z.side == unit.side), None)


def zone_ring(state: GameState, unit: Unit) -> tuple[Point, ...]:
    """The zone's outline; without one the whole table."""
    zone = zone_of(state, unit)
    if zone is not None:
        return zone.points
    width, height = state.scenario.width_in, state.scenario.height_in
    return ((0, 0), (width, 0), (width, height), (0, height))


def is_chain(points: Sequence[Point]) -> bool:
    """Whether links of 3 inches join all the points. (ARAP-COH-01)"""
    if not points:
        return True
    joined, waiting = [points[0]], list(points[1:])
    while joined and waiting:
        here = joined.pop()
        near = [p for p in waiting if is_within(distance(here, p), COHERENCY_IN)]
        waiting = [p for p in waiting if p not in near]
        joined += near
    return not waiting


def outline(state: GameState, model: Model, at: Point, facing: float) -> tuple[Point, ...]:
    """The corners that must lie in a zone: a hull's own, or four points of a base."""
    vehicle = state.profile(model).vehicle
    if vehicle is not None:
        return tuple(Hull(at, facing, vehicle.length_in, vehicle.width_in).corners())
    r = state.profile(model).base_radius_in
    return ((at[0] - r, at[1]), (at[0] + r, at[1]), (at[0], at[1] - r), (at[0], at[1] + r))


def placing(state: GameState, unit: Unit, placements: Sequence[Placement]) -> Refusal | None:
    """The first reason against standing there: members, zone, ground, room, coherency."""
    by_id = {p.model: p for p in placements}
    if set(by_id) != {m.id for m in unit.alive}:
        wanted = f"each of its {len(unit.alive)} models once"
        return Refusal("wrong-models", f"{unit.name} is not placed as a whole.", "ARAP-COH-01", wanted)
    ring = zone_ring(state, unit)
    blocked = [t.points for t in state.terrain if t.going == "impassable" and not t.line]
    taken = occupied(state, but=unit)
    for model in unit.alive:
        at = by_id[model.id].at
        corners = outline(state, model, at, by_id[model.id].facing)
        if not all(holds(ring, c) for c in corners):
            return Refusal("outside-zone", f"{unit.name} would stand outside its zone.", "", "inside the marked zone")
        if any(holds(b, at) for b in blocked):
            return Refusal("impassable", f"{unit.name} would stand on impassable ground.", "", "open ground")
        radius = radius_of(state, model)
        if any(distance(at, other) < radius + room - TOLERANCE for other, room in taken):
            return Refusal("no-room", f"{unit.name} would stand on another model.", "", "a free place")
        taken.append((at, radius))
    if not is_chain([p.at for p in placements]):
        text = f"{unit.name} would be split: members stand more than 3″ apart."
        return Refusal("not-coherent", text, "ARAP-COH-01", "each within 3″ of another")
    return None


def facing_enemy(state: GameState, unit: Unit) -> float:
    """The way a unit looks when it deploys: from its zone across the table, in quarter turns."""
    ring = zone_ring(state, unit)
    x = sum(p[0] for p in ring) / len(ring) - state.scenario.width_in / 2
    y = sum(p[1] for p in ring) / len(ring) - state.scenario.height_in / 2
    if abs(x) >= abs(y):
        return 90.0 if x <= 0 else 270.0
    return 180.0 if y <= 0 else 0.0


def block(state: GameState, unit: Unit, at: Point, facing: float) -> tuple[Placement, ...]:
    """The unit in ranks of five about a point, looking one way."""
    members = unit.alive
    gap = max(1.25, 2.2 * max((radius_of(state, m) for m in members), default=0.5))
    across = min(5, len(members))
    placements = []
    for n, model in enumerate(members):
        rank, file = divmod(n, across)
        side = (file - (across - 1) / 2) * gap
        back = rank * gap
        x, y = _turned(side, back, facing)
        placements.append(Placement(model=model.id, at=(round(at[0] + x, 3), round(at[1] + y, 3)), facing=facing))
    return tuple(placements)


def _turned(side: float, back: float, facing: float) -> Point:
    """An offset to the right and to the rear, as seen from above, for the four quarter facings."""
    return {0: (side, back), 90: (-back, side), 180: (-side, -back), 270: (back, -side)}[int(facing) % 360]


def suggested(state: GameState, unit: Unit) -> tuple[Placement, ...] | None:
    """Where the table would place the unit: well forward in its zone, clear of others; None without room."""
    facing = facing_enemy(state, unit)
    for at in _anchors(zone_ring(state, unit), facing):
        placements = block(state, unit, at, facing)
        if placing(state, unit, placements) is None:
            return placements
    return None


def _anchors(ring: Iterable[Point], facing: float) -> Iterator[Point]:
    """A grid of points over the zone: its front first, from its middle outwards."""
    points = list(ring)
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    columns = _steps(min(xs), max(xs))
    rows = _steps(min(ys), max(ys))
    if facing in (90, 270):
        depths = sorted(columns, reverse=facing == 90)
        middle = (min(ys) + max(ys)) / 2
        for x in depths:
            for y in sorted(rows, key=lambda v: (abs(v - middle), v)):
                yield (x, y)
        return
    depths = sorted(rows, reverse=facing == 180)
    middle = (min(xs) + max(xs)) / 2
    for y in depths:
        for x in sorted(columns, key=lambda v: (abs(v - middle), v)):
            yield (x, y)


def _steps(low: float, high: float) -> list[float]:
    return [low + 1 + n for n in range(int(high - low - 1))]


def place_unit(progress: Progress, unit: Unit, placements: Sequence[Placement]) -> None:
    """Note that a unit stands on the table."""
    seen_by = (unit.side,) if unit.hidden else None
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=tuple(placements),
            how="place",
            voluntary=False,
            rules=("ARAP-COH-01",),
            seen_by=seen_by,
        )
    )
