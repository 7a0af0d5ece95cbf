"""Placing models: where they may stand, and where the table would put them. (ARAP-COH-01)"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from rules.arap.positions import occupied as positions_occupied
from rules.arap.terrain import ground
from rules.arap.units import coherency
from rules.arap.units.vehicle_interface import HullsOnGround, VehiclesInFormation
from rules.arap.vehicle_interface import ask
from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.formations import coherent
from rules.geometry.lengths import along
from rules.geometry.rings import Ring
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

COHERENCY_IN = 3.0
"""Longest link between members of a unit. (ARAP-COH-01)"""

FILES = 5
"""Models abreast in a unit that the table places."""

LANE_IN = (2.0, 4.0, 6.0)
"""How far ahead of a race car the table looks for others where it places it."""

CELL_IN = 4.0
"""Side of the squares into which places taken are sorted."""

Spot = tuple[Point, float]
"""A centre and the radius that must be free round it, in inches."""


def radius_of(state: GameState, model: Model) -> float:
    """Half the room that a model takes: its base, or a circle within its hull's longer side."""
    profile = state.profile(model)
    if profile.hull is not None:
        return max(profile.hull.length_in, profile.hull.width_in) / 2
    return profile.base_radius_in


def occupied(state: GameState, *, but: Unit | None = None) -> list[Spot]:
    """Where models on the table stand, those of one unit left out."""
    return [
        (m.at, radius_of(state, m))
        for u in state.units.values()
        if u.on_table and (but is None or u.id != but.id)
        for m in u.alive
    ]


def zones_of(state: GameState, side: SideId) -> list[Ring]:
    """The outlines of a side's deployment zones; in a scenario without zones the whole table."""
    found = [z.points for z in sorted(state.scenario.zones, key=lambda z: z.hidden) if z.side == side]
    return found or [rings.rectangle(0, 0, state.scenario.width_in, state.scenario.height_in)]


def is_chain(points: Sequence[Point]) -> bool:
    """Whether links of 3 inches join all the points. (ARAP-COH-01)"""
    return coherent(tuple(points))


class DeploymentRoom:
    """What is free for one side to deploy in: its zones, less barred ground and the models that stand there."""

    def __init__(self, state: GameState, side: SideId, *, but: UnitId | None = None) -> None:
        self._state = state
        self.zones = zones_of(state, side)
        self._barred = [(t, t.points, rings.bounds(t.points)) for t in state.terrain if not t.line]
        self._water = [(t, ring) for t, ring, _ in self._barred if _is_water(t) or t.boat is not None]
        self._mined = [piece for piece in self._barred if piece[0].hazards or piece[0].mines]
        self._steep = [piece for piece in self._barred if piece[0].is_steep and piece[0].elevation_in > 0]
        self._barred = [piece for piece in self._barred if piece[0].going in ("impassable", "water")]
        self._cells: dict[tuple[int, int], list[positions_occupied.Spot]] = {}
        for unit in state.units.values():
            if unit.on_table and unit.id != but and (unit.side == side or not unit.hidden):
                self.take(positions_occupied.footprint(state, unit).spots)

    def take(self, spots: Iterable[positions_occupied.Spot]) -> None:
        """Somebody stands there now."""
        for spot in spots:
            for cell in _cells(spot.at, spot.radius * (1.5 if spot.hull else 1.0)):
                self._cells.setdefault(cell, []).append(spot)

    def spots(self, unit: Unit, placements: Sequence[Placement]) -> list[positions_occupied.Spot]:
        """The room that the unit would take."""
        return [
            positions_occupied.spot_of(self._state, unit, replace(unit.model(p.model), at=p.at, facing=p.facing))
            for p in placements
        ]

    def is_taken(self, at: Point, radius: float) -> bool:
        """Whether a base of that radius would certainly stand on somebody there."""
        cell = (math.floor(at[0] / CELL_IN), math.floor(at[1] / CELL_IN))
        return any(s.is_overlapped(at, radius) for s in self._cells.get(cell, ()) if s.hull is None)

    def against(self, unit: Unit, spots: Sequence[positions_occupied.Spot]) -> Refusal | None:
        """The first reason against models there: zone, ground, room."""
        for n, spot in enumerate(spots):
            refusal = self._against(unit, spot)
            if refusal is not None:
                return refusal
            if any(spot.overlaps(other) for other in spots[:n]):
                return Refusal(
                    "no-room", f"Models of {unit.name} would stand on each other.", "ARAP-GEN-05", "a free place"
                )
        return None

    def _against(self, unit: Unit, spot: positions_occupied.Spot) -> Refusal | None:
        if not any(spot.is_inside(zone) for zone in self.zones):
            text = f"{tag(spot.model)} of {unit.name} would stand outside its zone."
            return Refusal("outside-zone", text, "ARAP-GEN-05", "wholly inside the marked zone")
        drives = self._state.profile(unit.model(spot.model)).hull is not None
        for terrain, ring, box in self._barred:
            garrisons = terrain.look == "bunker" and not drives and spot.is_inside(ring)
            if _far_from(box, spot) or not spot.is_on(ring) or garrisons:
                continue
            if _bars(terrain, self._state.profile(unit.model(spot.model))):
                text = f"{tag(spot.model)} of {unit.name} would stand on {terrain.called}: {terrain.effect}."
                return Refusal("impassable", text, "ARAP-TERR-01", "open ground")
        closed = ask(self._state, HullsOnGround).barred_by(self._state, unit, spot.hull) if spot.hull else None
        return self._aground(unit, spot) or closed or self.on_somebody(unit, spot)

    def _aground(self, unit: Unit, spot: positions_occupied.Spot) -> Refusal | None:
        """Refuse dry land to a boat. (VEH-BOAT-04)"""
        vehicle = self._state.profile(unit.model(spot.model)).hull
        if vehicle is None or not vehicle.is_boat:
            return None
        if any(_floats(vehicle, piece) and spot.is_inside(ring) for piece, ring in self._water):
            return None
        return Refusal("aground", f"{unit.name} would lie on dry land.", "VEH-BOAT-04", "wholly on the water")

    def is_mined(self, spots: Iterable[positions_occupied.Spot]) -> bool:
        """Whether any of them would stand on dangerous ground."""
        return any(not _far_from(box, spot) and spot.is_on(ring) for spot in spots for _, ring, box in self._mined)

    def straddles(self, spots: Sequence[positions_occupied.Spot]) -> bool:
        """Whether some of them would stand on high ground with steep sides, and others at its foot or on its edge."""
        for _, ring, box in self._steep:
            on = [spot for spot in spots if not _far_from(box, spot) and spot.is_on(ring)]
            if on and not (len(on) == len(spots) and all(spot.is_inside(ring) for spot in on)):
                return True
        return False

    def on_somebody(self, unit: Unit, spot: positions_occupied.Spot) -> Refusal | None:
        """Refuse a place where somebody stands."""
        for cell in _cells(spot.at, spot.radius * (1.5 if spot.hull else 1.0)):
            for other in self._cells.get(cell, ()):
                if spot.overlaps(other):
                    name = self._state.units[other.unit].name
                    return Refusal("no-room", f"{unit.name} would stand on {name}.", "ARAP-GEN-05", "a free place")
        return None


def _is_water(piece: Terrain) -> bool:
    return piece.going == "water" or piece.look in ("water", "ford")


def _floats(boat: VehicleHull, piece: Terrain) -> bool:
    """Whether a boat lies afloat there: as the scenario or the host has set, else by its draught. (VEH-BOAT-04)"""
    if piece.boat is not None:
        return piece.boat != "impassable"
    return piece.going == "water" or (boat.shallow_draught and _is_water(piece))


def _bars(terrain: Terrain, profile: Profile) -> bool:
    """Whether it cannot stand there."""
    if terrain.going == "water" and profile.hull is not None and profile.hull.floats:
        return False
    return ground.bars(terrain, profile)


def _cells(at: Point, reach: float) -> list[tuple[int, int]]:
    left, top = math.floor((at[0] - reach) / CELL_IN), math.floor((at[1] - reach) / CELL_IN)
    right, bottom = math.floor((at[0] + reach) / CELL_IN), math.floor((at[1] + reach) / CELL_IN)
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


def _far_from(box: rings.Bounds, spot: positions_occupied.Spot) -> bool:
    (x, y), reach = spot.at, spot.radius * 1.5
    return x + reach < box.left or box.right < x - reach or y + reach < box.top or box.bottom < y - reach


def placing(state: GameState, unit: Unit, placements: Sequence[Placement]) -> Refusal | None:
    """The first reason against standing there: members, zone, ground, room, coherency. (ARAP-COH-01, BLD-MOVE-04)"""
    if sorted(p.model for p in placements) != sorted(m.id for m in unit.alive):
        wanted = f"each of its {len(unit.alive)} models once"
        return Refusal("wrong-models", f"{unit.name} is not placed as a whole.", "ARAP-COH-01", wanted)
    if not all(math.isfinite(v) for p in placements for v in (*p.at, p.facing)):
        return Refusal("bad-place", f"{unit.name} is placed nowhere.", "ARAP-GEN-05", "a place and a facing in degrees")
    room = DeploymentRoom(state, unit.side, but=unit.id)
    refusal = room.against(unit, room.spots(unit, placements))
    if refusal is None and len(coherency.chains(state, [p.at for p in placements])) > 1:
        text = f"{unit.name} would be split: members stand more than 3″ apart."
        return Refusal("not-coherent", text, "ARAP-COH-01", "each within 3″ of another, indoors in adjoining rooms")
    return refusal or _sections_fit(state, unit, placements, room)


def _sections_fit(
    state: GameState, unit: Unit, placements: Sequence[Placement], room: DeploymentRoom
) -> Refusal | None:
    """Why the sections of a vehicle do not find room in a line behind it. They may stand outside the zone."""
    width, height = state.scenario.width_in, state.scenario.height_in
    for section, hull in ask(state, VehiclesInFormation).lined_up(state, unit, placements[0].at, placements[0].facing):
        place = Placement(model=section.models[0].id, at=hull.centre, facing=hull.heading)
        spots = room.spots(section, (place,))
        off = any(not (0 <= x <= width and 0 <= y <= height) for x, y in hull.corners())
        if off or room.on_somebody(section, spots[0]) is not None:
            text = f"There is no room for {section.name} behind {unit.name}."
            return Refusal("no-room", text, "VEH-HULL-04", "a place with room for all sections in a line behind it")
    return None


def facing_enemy(state: GameState, zone: Ring) -> float:
    """The way a unit looks when it deploys: as its zone says, else from it across the table, in quarter turns."""
    given = next((z.facing_deg for z in state.scenario.zones if z.points == zone), None)
    if given is not None:
        return given
    x = sum(p[0] for p in zone) / len(zone) - state.scenario.width_in / 2
    y = sum(p[1] for p in zone) / len(zone) - state.scenario.height_in / 2
    if abs(x) >= abs(y):
        return 90.0 if x <= 0 else 270.0
    return 180.0 if y <= 0 else 0.0


def block(state: GameState, unit: Unit, at: Point, facing: float, files: int = FILES) -> tuple[Placement, ...]:
    """The unit in ranks of so many about a point, the middle of its front, looking one way (a quarter turn)."""
    members = unit.alive
    gap = max(1.25, 2.2 * max((radius_of(state, m) for m in members), default=0.5))
    across = min(files, len(members))
    placements = []
    for n, model in enumerate(members):
        rank, file = divmod(n, across)
        x, y = _turned((file - (across - 1) / 2) * gap, rank * gap, facing)
        placements.append(Placement(model=model.id, at=(round(at[0] + x, 3), round(at[1] + y, 3)), facing=facing))
    return tuple(placements)


def _turned(side: float, back: float, facing: float) -> Point:
    """An offset to the right and to the rear, as seen from above, for the four quarter facings."""
    return {0: (side, back), 90: (-back, side), 180: (-side, -back), 270: (back, -side)}[int(facing) % 360]


def suggested(
    state: GameState, unit: Unit, room: DeploymentRoom | None = None, near: Point | None = None
) -> tuple[Placement, ...] | None:
    """Where the table would place the unit: well forward in its zone, clear of others; None without room.

    `room` may be what is still free, if several units are placed one after the other; with `near` the place that is
    nearest to that one comes first.
    """
    room = room or DeploymentRoom(state, unit.side, but=unit.id)
    careful = _fitted(state, unit, room, careful=True, near=near)
    return careful or _fitted(state, unit, room, careful=False, near=near)


def _fitted(
    state: GameState, unit: Unit, room: DeploymentRoom, *, careful: bool, near: Point | None = None
) -> tuple[Placement, ...] | None:
    """The first place that fits; a `careful` one is such as a player would choose."""
    for files in (FILES, 2, 10):
        for zone in room.zones:
            for facing in _facings(state, unit, zone):
                shape = block(state, unit, (0.0, 0.0), facing, files)
                corners = room.spots(unit, (shape[0], shape[-1]))
                for at in _by_nearness(_anchors(zone, facing), near):
                    # Most anchors are out of the question: look at the first and the last model before the others.
                    if any(room.is_taken((at[0] + c.at[0], at[1] + c.at[1]), c.least_radius) for c in corners):
                        continue
                    placements = tuple(_shifted(p, at) for p in shape)
                    spots = room.spots(unit, placements)
                    if room.against(unit, spots) is not None:
                        continue
                    if careful and not _is_sound(state, unit, room, placements, spots):
                        continue
                    if _sections_fit(state, unit, placements, room) is None:
                        return placements
        if len(unit.alive) <= 2:
            break
    return None


def _is_sound(
    state: GameState,
    unit: Unit,
    room: DeploymentRoom,
    placements: Sequence[Placement],
    spots: Sequence[positions_occupied.Spot],
) -> bool:
    """Whether a player would stand there: on no mines, all on one height, with room to start."""
    return not (room.is_mined(spots) or room.straddles(spots)) and _may_start(state, unit, room, placements)


def _may_start(state: GameState, unit: Unit, room: DeploymentRoom, placements: Sequence[Placement]) -> bool:
    """Whether a race car has nobody close before it: it only goes straight on from a stand. (VEH-RACE-03)"""
    vehicle = state.profile(unit.models[0]).hull
    if vehicle is None or not vehicle.starts_straight:
        return True
    first = placements[0]
    ahead = (replace(first, at=along(first.at, first.facing, inches)) for inches in LANE_IN)
    return all(room.on_somebody(unit, room.spots(unit, (step,))[0]) is None for step in ahead)


def _facings(state: GameState, unit: Unit, zone: Ring) -> tuple[float, ...]:
    """Towards the enemy; what pulls sections may stand along its zone as well."""
    facing = facing_enemy(state, zone)
    if not ask(state, VehiclesInFormation).lined_up(state, unit, unit.models[0].at, facing):
        return (facing,)
    return (facing, (facing + 270) % 360, (facing + 90) % 360)


def _shifted(placement: Placement, by: Point) -> Placement:
    x, y = placement.at
    return replace(placement, at=(round(x + by[0], 3), round(y + by[1], 3)))


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


def _by_nearness(anchors: Iterator[Point], near: Point | None) -> Iterable[Point]:
    """That place itself, then the others, the nearest first; in their own order without one."""
    if near is None:
        return anchors
    return [near, *sorted(anchors, key=lambda at: math.dist(at, near))]


def _steps(low: float, high: float) -> list[float]:
    return [low + 1 + n for n in range(int(high - low - 1))]
