"""Ways that a unit can go which flinches, routs or leaves a melee. (ARAP-ROUT-02)

It keeps its formation and goes straight on one of 24 bearings, or with a bend where something stops it; which of them
it may go `flight_restrictions` says. Any other that the restrictions leave may be drawn: `followed`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules.arap.events import placed
from rules.arap.positions import engagement, single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.terrain import ground
from rules.arap.terrain.ground import Piece
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.contacts import first_contact
from rules.geometry.facings import bearing, normalise
from rules.geometry.lengths import TOLERANCE, Circle, distance, is_beyond, is_within
from rules.geometry.lengths import direction as unit_vector
from rules.geometry.rings import Bounds, bounds
from rules.state import GameState, Placement

BEARINGS: Final = tuple(range(0, 360, 15))
BENDS_DEG: Final = (15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90)
"""Degrees by which a way may bend where something stops it."""
CLEAR_IN: Final = 1.0
STEP_IN: Final = 0.25
EDGE_IN: Final = 0.02
"""How far outside an enemy's reach a unit halts that breaks off."""
NOISE: Final = 1e-9
_NAMES: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


class FlightPath(NamedTuple):
    """One way for a whole unit: straight, or with one bend."""

    bearing_deg: float
    length_in: float
    spent_in: float
    placements: tuple[Placement, ...]
    path: tuple[Point, ...]
    at_edge: bool
    through_cover: bool
    gain_in: float
    """Inches nearer to the edge that it makes for."""
    legs: tuple[float, ...] = ()
    """The bearings of a way with a bend."""

    @property
    def id(self) -> str:
        """The bearing, or both of them: a stable name."""
        return "-".join(f"{deg:.0f}" for deg in self.legs or (self.bearing_deg,))

    @property
    def label(self) -> str:
        """Where it leads, in words."""
        if self.legs:
            first, second = (_NAMES[round(deg / 45) % 8] for deg in self.legs)
            return f"To the {first}, then to the {second}" if first != second else f"To the {first}, with a bend"
        return f"To the {_NAMES[round(self.bearing_deg / 45) % 8]} ({self.bearing_deg:.0f}°)"

    def detail(self, *, flinch: bool = False) -> str:
        """How far, and what it passes; cover on the way of a flinch brings no test. (ARAP-RALLY-02)"""
        parts = [f"{self.length_in:.3g}″"]
        if self.through_cover:
            parts.append("through cover" if flinch else "through cover: an additional rally test")
        if self.at_edge:
            parts.append("to the table edge: the last rally test")
        return ", ".join(parts)


def fast_in(state: GameState, unit: Unit, length_in: float) -> float:
    """Inches of a flight or pursuit that count for a fast target: those in the unit's own turn. (ARAP-HIT-08)"""
    return length_in if unit.side == state.active_side and not state.is_older_than("13") else 0.0


def every_way(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    """All that can be gone, whatever the restrictions say: straight on each bearing, or with a bend."""
    taken = single_models.occupied(state, [m.id for m in unit.alive])
    flights = [f for b in BEARINGS if (f := flight(state, unit, float(b), inches, taken)) is not None]
    return flights + [b for f in flights if not is_whole(f, inches) and (b := _bent(state, unit, f, inches, taken))]


def straight(state: GameState, unit: Unit, bearing_deg: float, inches: float) -> FlightPath | None:
    """The way of a whole unit on one bearing, whatever the restrictions say; None if it cannot go there at all."""
    return flight(state, unit, bearing_deg, inches, single_models.occupied(state, [m.id for m in unit.alive]))


def is_whole(flight: FlightPath, inches: float) -> bool:
    """Whether the whole move is spent on that way, or ends at the table edge."""
    return flight.at_edge or flight.spent_in >= inches - STEP_IN


# -- one way -------------------------------------------------------------------------------------------------------


def flight(
    state: GameState,
    unit: Unit,
    bearing_deg: float,
    inches: float,
    taken: Sequence[Spot] | None,
    *,
    clear: bool = False,
    most_in: float = math.inf,
    whole: bool = False,
) -> FlightPath | None:
    """One straight way, of `most_in` inches at most; without places `taken` it may end anywhere, to be gone on from.

    `whole` asks only for a way on which the whole move is spent, or that ends at the edge.
    """
    step = unit_vector(bearing_deg)
    length = _to_edge(state, unit, step, min(inches, most_in))
    box = _swept(unit, step, length)
    pieces = ground.pieces_near(state, box)
    length = min([length, *(_affordable(state, m, step, length, inches, pieces) for m in unit.alive)])
    if clear:
        length = min(length, _unhindered(state, unit, bearing_deg, length))
    if taken is not None:
        length = _with_room(state, unit, step, length, taken, length - STEP_IN - NOISE if whole else 0.0)
    while clear and taken is not None and length > 0 and not _is_clear(state, unit, step, length):
        length = _with_room(state, unit, step, length - STEP_IN, taken)
    if length <= TOLERANCE:
        return None
    moved = [(m, _moved(m.at, step, length)) for m in unit.alive]
    first = unit.alive[0]
    return FlightPath(
        bearing_deg=bearing_deg,
        length_in=length,
        spent_in=max(ground.cost_of_leg(state, m, m.at, at, pieces=pieces).cost_in for m, at in moved),
        placements=tuple(Placement(model=m.id, at=at, facing=bearing_deg) for m, at in moved),
        path=(first.at, _moved(first.at, step, length)),
        at_edge=any(_on_edge(state, at) for _, at in moved),
        through_cover=_is_cover_near(state, box) and any(_crosses_cover(state, m, at) for m, at in moved),
        gain_in=0.0,
    )


def _bent(state: GameState, unit: Unit, blocked: FlightPath, inches: float, taken: Sequence[Spot]) -> FlightPath | None:
    """The way on from where a straight one is stopped, with as little of a bend as spends the whole move."""
    halted = placed(unit, blocked.placements)
    there = state.with_unit(halted)
    for bend in BENDS_DEG:
        deg = normalise(blocked.bearing_deg + bend)
        rest = flight(there, halted, deg, inches - blocked.spent_in, taken, whole=True)
        if rest is not None and is_whole(rest, inches - blocked.spent_in):
            return rest._replace(
                bearing_deg=bearing(blocked.path[0], rest.path[-1]),
                length_in=blocked.length_in + rest.length_in,
                spent_in=blocked.spent_in + rest.spent_in,
                path=(*blocked.path, rest.path[-1]),
                through_cover=blocked.through_cover or rest.through_cover,
                legs=(blocked.bearing_deg, rest.bearing_deg),
            )
    return None


def _moved(at: Point, step: Point, length: float) -> Point:
    return (at[0] + step[0] * length, at[1] + step[1] * length)


def _to_edge(state: GameState, unit: Unit, step: Point, inches: float) -> float:
    """How far the unit goes, at most until its first member is at the table edge. (ARAP-RALLY-02)"""
    width, depth = state.scenario.width_in, state.scenario.height_in
    length = inches
    for model in unit.alive:
        for at, speed, size in ((model.at[0], step[0], width), (model.at[1], step[1], depth)):
            if speed > 0:
                length = min(length, (size - at) / speed)
            elif speed < 0:
                length = min(length, at / -speed)
    return max(0.0, length)


def _on_edge(state: GameState, at: Point) -> bool:
    width, depth = state.scenario.width_in, state.scenario.height_in
    return is_within(min(at[0], at[1], width - at[0], depth - at[1]), 0)


def _swept(unit: Unit, step: Point, length: float) -> Bounds:
    """The rectangle round all that a unit passes on its way."""
    places = bounds(tuple(m.at for m in unit.alive))
    x, y = step[0] * length, step[1] * length
    return Bounds(
        places.left + min(x, 0.0), places.top + min(y, 0.0), places.right + max(x, 0.0), places.bottom + max(y, 0.0)
    ).grown(TOLERANCE)


def _is_cover_near(state: GameState, box: Bounds) -> bool:
    table = ground.table_of(state)
    return any(table.terrain[area.id].cover != "none" for area in table.ground.near(box))


def _affordable(
    state: GameState, model: Model, step: Point, length: float, inches: float, pieces: Sequence[Piece]
) -> float:
    """Inches that the allowance buys a member on its way, up to ground that bars it."""
    while length > 0:
        leg = ground.cost_of_leg(state, model, model.at, _moved(model.at, step, length), pieces=pieces)
        if leg.barred is None:
            bought = leg.length_for(inches)
            return length if bought >= length - NOISE else bought
        beyond = length - (leg.barred_in or 0.0)
        length -= max(1, math.ceil(beyond / STEP_IN - NOISE)) * STEP_IN
    return 0.0


def _with_room(
    state: GameState, unit: Unit, step: Point, length: float, taken: Sequence[Spot], least_in: float = 0.0
) -> float:
    """The length cut back until every member ends on free ground; none if that is less than `least_in`."""
    taken = single_models.near_way(state, unit, step, length, taken)
    while length > 0 and not all(
        single_models.is_free(state, m, _moved(m.at, step, length), taken) for m in unit.alive
    ):
        length -= STEP_IN
        if length < least_in:
            return 0.0
    return max(0.0, length)


def _unhindered(state: GameState, unit: Unit, bearing_deg: float, length: float) -> float:
    """How far a unit goes before it would pass through an enemy's base, or begin another melee. (ARAP-BREAK-02)"""
    for enemy in state.enemies_of(unit.side):
        for model in unit.alive:
            for radius, circles in _in_the_way(state, model, enemy):
                met = first_contact(Circle(model.at, radius), bearing_deg, length, tuple(circles))
                if met is not None:
                    length = met.at_in
    return length


def _in_the_way(state: GameState, model: Model, enemy: Unit) -> Iterator[tuple[float, list[Circle]]]:
    """What a member may not run into: bases, and the reach of those that it does not leave."""
    if enemy.is_vehicle:
        return
    yield radius_of(state, model), [Circle(e.at, radius_of(state, e)) for e in enemy.alive]
    own = engagement.reach_in(state, model)
    reach = [Circle(e.at, max(CLEAR_IN, own, engagement.reach_in(state, e)) + EDGE_IN) for e in enemy.alive]
    yield 0.0, [c for c in reach if is_beyond(distance(model.at, c.centre), c.radius)]


def _is_clear(state: GameState, unit: Unit, step: Point, length: float) -> bool:
    """Whether nobody ends in anybody's melee radius, or within an inch of an enemy. (ARAP-BREAK-02)"""
    ends = [(_moved(m.at, step, length), engagement.reach_in(state, m)) for m in unit.alive]
    return all(
        is_beyond(distance(at, e.at), max(CLEAR_IN, own, engagement.reach_in(state, e)))
        for enemy in state.enemies_of(unit.side)
        for e in enemy.alive
        for at, own in ends
    )


def _crosses_cover(state: GameState, model: Model, to: Point) -> bool:
    known = ground.table_of(state).terrain
    crossed = (*ground.ground_of(state).crossed(model.at, to), *ground.ground_of(state).areas_at(to))
    return any(known[area].cover != "none" for area in crossed)


# -- a way of one's own --------------------------------------------------------------------------------------------


def followed(
    state: GameState, unit: Unit, inches: float, path: Sequence[Point], *, clear: bool = False
) -> FlightPath | Refusal:
    """The way that was drawn for the first member, start left out: the last leg is gone until the move is spent.

    The others keep the formation. Refused where something bars a leg. (ARAP-ROUT-02, ARAP-BREAK-02)
    """
    taken = single_models.occupied(state, [m.id for m in unit.alive])
    gone: list[FlightPath] = []
    there, halted, left = state, unit, inches
    for n, point in enumerate(path, 1):
        last = n == len(path)
        here = halted.alive[0].at
        leg = flight(
            there,
            halted,
            bearing(here, point),
            left,
            taken if last else None,
            clear=clear,
            most_in=math.inf if last else distance(here, point),
        )
        if leg is None:
            text = f"Nobody of {unit.name} gets any further from ({here[0]:.1f}, {here[1]:.1f}) that way."
            return Refusal("way-barred", text, "ARAP-ROUT-02", "a bend before what is in the way")
        gone.append(leg)
        left -= leg.spent_in
        halted = placed(halted, leg.placements)
        there = there.with_unit(halted)
        if leg.at_edge or left <= TOLERANCE:
            break
    return _joined(gone)


def _joined(legs: Sequence[FlightPath]) -> FlightPath:
    """Legs one after the other as one way."""
    first, last = legs[0], legs[-1]
    if len(legs) == 1:
        return first
    return last._replace(
        bearing_deg=last.bearing_deg,
        length_in=sum(leg.length_in for leg in legs),
        spent_in=sum(leg.spent_in for leg in legs),
        path=(first.path[0], *(leg.path[-1] for leg in legs)),
        through_cover=any(leg.through_cover for leg in legs),
        legs=tuple(leg.bearing_deg for leg in legs),
    )
