"""Ways open to a unit that flinches or routs. (ARAP-ROUT-03)

The unit keeps its formation and goes straight on one of 24 bearings, or with a bend where something stops it. Of these
ways the restrictions leave some, in their order of weight; up to five that differ well are offered, and the one
straight to the edge that it makes for. Any other that the restrictions leave may be drawn: `followed`. (ARAP-ROUT-02)
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.events import placed
from rules.arap.positions import engagement, single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.sight.lines import Lines
from rules.arap.terrain import ground
from rules.core.kept import lately
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.contacts import first_contact
from rules.geometry.facings import bearing, normalise, turn
from rules.geometry.lengths import TOLERANCE, Circle, between, distance, is_beyond, is_within, shifted
from rules.geometry.lengths import direction as unit_vector
from rules.state import GameState, Placement

BEARINGS: Final = tuple(range(0, 360, 15))
MOST_WAYS: Final = 5
APART_DEG: Final = 30
BENDS_DEG: Final = (15, -15, 30, -30, 45, -45, 60, -60, 75, -75, 90, -90)
"""Degrees by which a way may bend where something stops it."""
CLEAR_IN: Final = 1.0
_STEP_IN: Final = 0.25
EDGE_IN: Final = 0.02
"""How far outside an enemy's reach a unit halts that breaks off."""
NOISE: Final = 1e-9
_NAMES: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
_EDGE_NAMES: Final = ("north", "east", "south", "west")


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

    @property
    def detail(self) -> str:
        """How far, and what it passes."""
        parts = [f"{self.length_in:.3g}″"]
        if self.through_cover:
            parts.append("through cover: an additional rally test")
        if self.at_edge:
            parts.append("to the table edge: the last rally test")
        return ", ".join(parts)


def ways(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    """Ways that the restrictions leave, straight to the edge first; none if the unit cannot move. (ARAP-ROUT-03)"""
    if unit.at_edge:
        return []
    return list(lately(unit, "ways of flight", _asked(state, inches), lambda: tuple(_ways(state, unit, inches))))


def _asked(state: GameState, inches: float) -> tuple[float, GameState]:
    """What the ways depend on. The question and its answer come with other dice and tasks, but find the same ways."""
    return inches, replace(state, seq=0, dice_used=0, seal="", entropy=(), agenda=(), prompt=None)


def _ways(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    flights = _clear_of_enemies(state, unit, _on_course(state, unit, inches))
    home = [f for f in flights if not f.legs and f.gain_in > 0 and is_within(f.length_in, f.gain_in)]
    straight_home = sorted(home, key=_rank)[:1]
    return [*straight_home, *(f for f in _spread(flights) if f not in straight_home)]


def _on_course(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    """Ways that lead away and make for the edge that they should."""
    flights = _full(_all(state, unit, inches), inches)
    flights = _kept(flights, lambda f: leads_away(state, unit, f)) or _farthest(state, unit, flights)
    return _towards_edge(state, unit, flights)


def _all(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    taken = single_models.occupied(state, [m.id for m in unit.alive])
    flights = [f for b in BEARINGS if (f := _flight(state, unit, float(b), inches, taken)) is not None]
    return flights + [b for f in flights if not is_whole(f, inches) and (b := _bent(state, unit, f, inches, taken))]


def _kept(flights: Sequence[FlightPath], keeps: Callable[[FlightPath], bool]) -> list[FlightPath]:
    return [f for f in flights if keeps(f)]


def straight(state: GameState, unit: Unit, bearing_deg: float, inches: float) -> FlightPath | None:
    """The way of a whole unit on one bearing, whatever the restrictions say; None if it cannot go there at all."""
    return _flight(state, unit, bearing_deg, inches, single_models.occupied(state, [m.id for m in unit.alive]))


def is_whole(flight: FlightPath, inches: float) -> bool:
    """Whether the whole move is spent on that way, or ends at the table edge."""
    return flight.at_edge or flight.spent_in >= inches - _STEP_IN


def free_ways(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    """Ways of a unit that leaves a melee: in any direction, ending clear of every enemy. (ARAP-BREAK-02)"""
    asked = _asked(state, inches)
    return list(lately(unit, "ways out of a melee", asked, lambda: tuple(_free_ways(state, unit, inches))))


def _free_ways(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    taken = single_models.occupied(state, [m.id for m in unit.alive])
    flights = [f for b in BEARINGS if (f := _flight(state, unit, float(b), inches, taken, clear=True)) is not None]
    enemies = [m.at for e in state.enemies_of(unit.side) for m in e.alive]
    gaps = {
        f.bearing_deg: min((distance(p.at, at) for p in f.placements for at in enemies), default=0.0) for f in flights
    }
    return _spread([f._replace(gain_in=gaps[f.bearing_deg] // 2 * 2) for f in flights])


# -- one way -------------------------------------------------------------------------------------------------------


def _flight(
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
    length = min([length, *(_affordable(state, m, step, length, inches) for m in unit.alive)])
    if clear:
        length = min(length, _unhindered(state, unit, bearing_deg, length))
    if taken is not None:
        length = _with_room(state, unit, step, length, taken, length - _STEP_IN - NOISE if whole else 0.0)
    while clear and taken is not None and length > 0 and not _is_clear(state, unit, step, length):
        length = _with_room(state, unit, step, length - _STEP_IN, taken)
    if length <= TOLERANCE:
        return None
    moved = [(m, _moved(m.at, step, length)) for m in unit.alive]
    first = unit.alive[0]
    return FlightPath(
        bearing_deg=bearing_deg,
        length_in=length,
        spent_in=max(ground.cost_of_leg(state, m, m.at, at).cost_in for m, at in moved),
        placements=tuple(Placement(model=m.id, at=at, facing=bearing_deg) for m, at in moved),
        path=(first.at, _moved(first.at, step, length)),
        at_edge=any(_on_edge(state, at) for _, at in moved),
        through_cover=any(_crosses_cover(state, m, at) for m, at in moved),
        gain_in=0.0,
    )


def _bent(state: GameState, unit: Unit, blocked: FlightPath, inches: float, taken: Sequence[Spot]) -> FlightPath | None:
    """The way on from where a straight one is stopped, with as little of a bend as spends the whole move."""
    halted = placed(unit, blocked.placements)
    there = state.with_unit(halted)
    for bend in BENDS_DEG:
        deg = normalise(blocked.bearing_deg + bend)
        rest = _flight(there, halted, deg, inches - blocked.spent_in, taken, whole=True)
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


def _affordable(state: GameState, model: Model, step: Point, length: float, inches: float) -> float:
    """Inches that the allowance buys a member on its way, up to ground that bars it."""
    while length > 0:
        leg = ground.cost_of_leg(state, model, model.at, _moved(model.at, step, length))
        if leg.barred is None:
            bought = leg.length_for(inches)
            return length if bought >= length - NOISE else bought
        beyond = length - (leg.barred_in or 0.0)
        length -= max(1, math.ceil(beyond / _STEP_IN - NOISE)) * _STEP_IN
    return 0.0


def _with_room(
    state: GameState, unit: Unit, step: Point, length: float, taken: Sequence[Spot], least_in: float = 0.0
) -> float:
    """The length cut back until every member ends on free ground; none if that is less than `least_in`."""
    taken = single_models.near_way(state, unit, step, length, taken)
    while length > 0 and not all(
        single_models.is_free(state, m, _moved(m.at, step, length), taken) for m in unit.alive
    ):
        length -= _STEP_IN
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
        leg = _flight(
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


def violated(state: GameState, unit: Unit, inches: float, way: FlightPath) -> Refusal | None:
    """The first restriction that a way of one's own breaks, in their order of weight. (ARAP-ROUT-03)"""
    every = _all(state, unit, inches)
    full = _full(every, inches)
    if not is_whole(way, inches) and (any(is_whole(f, inches) for f in every) or way.spent_in < _most(full) - _STEP_IN):
        text = f"That way ends after {way.spent_in:.3g}″ of {inches:g}″."
        return Refusal("way-too-short", text, "ARAP-ROUT-02", "a way on which the whole move is spent, or to the edge")
    cause = state.units[unit.fleeing_from].name if unit.fleeing_from else "the enemy"
    if not leads_away(state, unit, way) and any(leads_away(state, unit, f) for f in full):
        text = f"Every step must lead further from {cause}."
        return Refusal("not-away", text, "ARAP-ROUT-03", "rank 1: away from the unit that caused it")
    return _off_course(state, unit, inches, way)


def _most(flights: Sequence[FlightPath]) -> float:
    return max((f.spent_in for f in flights), default=0.0)


def _off_course(state: GameState, unit: Unit, inches: float, way: FlightPath) -> Refusal | None:
    open_ways = _on_course(state, unit, inches)
    for edges in _edges(state, unit):
        if any(_gain(unit, f, e) > TOLERANCE for f in open_ways for e in edges):
            if not any(_gain(unit, way, e) > TOLERANCE for e in edges):
                text = f"{unit.name} must make for the {' or '.join(edges)} edge."
                return Refusal("not-to-edge", text, "ARAP-ROUT-03", "rank 2: a friendly edge, else a neutral one")
            break
    nearings = _nearings(state, unit, open_ways)
    least = min(nearings.values(), default=0.0)
    if is_beyond(_nearings(state, unit, [way])[way.id], least):
        text = f"That way ends nearer to an enemy whom {unit.name} can see."
        return Refusal("towards-enemy", text, "ARAP-ROUT-03", "rank 3: not towards a visible enemy if avoidable")
    return None


# -- restrictions --------------------------------------------------------------------------------------------------


def _full(flights: Sequence[FlightPath], inches: float) -> list[FlightPath]:
    """Ways on which the whole move is spent or the edge reached, if there are any."""
    full = [f for f in flights if is_whole(f, inches)]
    if full or not flights:
        return full
    most = max(f.spent_in for f in flights)
    return [f for f in flights if f.spent_in >= most - _STEP_IN]


def leads_away(state: GameState, unit: Unit, flight: FlightPath) -> bool:
    """Whether every step leads further from the nearest member of the unit that caused it. (ARAP-ROUT-03)"""
    cause = state.units.get(unit.fleeing_from) if unit.fleeing_from else None
    if cause is None or not cause.on_table:
        return True
    theirs = [m.at for m in cause.alive]
    start = flight.path[0]
    gaps = [
        min(distance(shifted(m.at, (x - start[0], y - start[1])), at) for m in unit.alive for at in theirs)
        for x, y in _along(flight.path)
    ]
    return all(after > before for before, after in itertools.pairwise(gaps))


def _along(path: Sequence[Point]) -> Iterator[Point]:
    """Points on a way every half inch, its corners included."""
    yield path[0]
    for a, b in itertools.pairwise(path):
        steps = max(1, round(distance(a, b) / 0.5))
        yield from (between(a, b, n / steps) for n in range(1, steps + 1))


def _farthest(state: GameState, unit: Unit, flights: Sequence[FlightPath]) -> list[FlightPath]:
    """Without any way that leads away, the one that ends farthest from the cause."""
    cause = state.units.get(unit.fleeing_from) if unit.fleeing_from else None
    if cause is None or not flights:
        return list(flights)
    theirs = [m.at for m in cause.alive]
    return [max(flights, key=lambda f: min(distance(p.at, at) for p in f.placements for at in theirs))]


def _edges(state: GameState, unit: Unit) -> tuple[list[str], list[str]]:
    """The friendly edges and the neutral ones."""
    own, owned = state.side(unit.side).edge, {s.edge for s in state.sides}
    return [e for e in _EDGE_NAMES if e == own], [e for e in _EDGE_NAMES if e not in owned]


def _towards_edge(state: GameState, unit: Unit, flights: Sequence[FlightPath]) -> list[FlightPath]:
    """Ways that near a friendly edge, else a neutral one, with what they gain. (ARAP-ROUT-03)"""
    for edges in _edges(state, unit):
        gaining = [f._replace(gain_in=max((_gain(unit, f, e) for e in edges), default=0.0)) for f in flights]
        gaining = [f for f in gaining if f.gain_in > TOLERANCE]
        if gaining:
            return gaining
    return list(flights)


def _gain(unit: Unit, flight: FlightPath, edge: str) -> float:
    before, after = unit.alive[0].at, flight.path[-1]
    if edge == "north":
        return before[1] - after[1]
    if edge == "south":
        return after[1] - before[1]
    return before[0] - after[0] if edge == "west" else after[0] - before[0]


def _clear_of_enemies(state: GameState, unit: Unit, flights: Sequence[FlightPath]) -> list[FlightPath]:
    """Ways that near no visible enemy; without one those that do it least. (ARAP-ROUT-03)"""
    nearing = _nearings(state, unit, flights)
    clear = [f for f in flights if nearing[f.id] <= TOLERANCE]
    if clear or not flights:
        return clear
    least = min(nearing.values())
    return [f for f in flights if is_within(nearing[f.id], least)]


def _nearings(state: GameState, unit: Unit, flights: Sequence[FlightPath]) -> dict[str, float]:
    """By how many inches each way nears visible enemies, by its id."""
    enemies = [[m.at for m in e.alive] for e in state.enemies_of(unit.side) if is_visible(state, unit, e)]
    return {f.id: sum(_nearing(unit, f, theirs) for theirs in enemies) for f in flights}


def is_visible(state: GameState, unit: Unit, enemy: Unit) -> bool:
    """Whether any member sees any of the enemy, whichever way it looks. (ARAP-ROUT-03)"""
    if enemy.hidden:
        return False
    lines = Lines(state, tuple(m.at for m in unit.alive), enemy, but=(unit.id,))
    return any(lines.sight(m, e).clear for m in unit.alive for e in enemy.alive)


def _nearing(unit: Unit, flight: FlightPath, theirs: Sequence[Point]) -> float:
    before = min(distance(m.at, at) for m in unit.alive for at in theirs)
    after = min(distance(p.at, at) for p in flight.placements for at in theirs)
    return max(0.0, before - after)


def _spread(flights: Sequence[FlightPath]) -> list[FlightPath]:
    """Up to five, those that gain most first: well apart, and where that leaves fewer those between them as well."""
    ranked = sorted(flights, key=_rank)
    chosen: list[FlightPath] = []
    for flight in ranked:
        if all(turn(flight.bearing_deg, c.bearing_deg) >= APART_DEG for c in chosen):
            chosen.append(flight)
    chosen += [f for f in ranked if f not in chosen][: max(0, MOST_WAYS - len(chosen))]
    return sorted(chosen[:MOST_WAYS], key=_rank)


def _rank(flight: FlightPath) -> tuple[float, bool, float, bool, bool, float]:
    """Most gain first, to the quarter inch; of equals straight ways, those up, down or across the table first."""
    bearing_deg = flight.bearing_deg
    oblique = (bearing_deg % 90 != 0, bearing_deg % 45 != 0)
    return (-round(flight.gain_in * 4), bool(flight.legs), -round(flight.length_in, 6), *oblique, bearing_deg)
