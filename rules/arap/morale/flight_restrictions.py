"""Which ways a unit that flinches or routs may take: the restrictions in their order of weight. (ARAP-ROUT-03)

Up to five that differ well are offered, and the one straight to the edge that it makes for. Out of a melee it goes in
any direction. (ARAP-BREAK-02)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.morale.flight_paths import BEARINGS, STEP_IN, FlightPath, every_way, flight, is_whole
from rules.arap.positions import single_models
from rules.arap.sight.lines import Lines
from rules.core.kept import lately
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry.facings import turn
from rules.geometry.lengths import TOLERANCE, between, distance, is_beyond, is_within, shifted
from rules.state import GameState

MOST_WAYS: Final = 5
APART_DEG: Final = 30
_EDGE_NAMES: Final = ("north", "east", "south", "west")


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
    flights = _full(every_way(state, unit, inches), inches)
    flights = _kept(flights, lambda f: leads_away(state, unit, f)) or _farthest(state, unit, flights)
    return _towards_edge(state, unit, flights)


def _kept(flights: Sequence[FlightPath], keeps: Callable[[FlightPath], bool]) -> list[FlightPath]:
    return [f for f in flights if keeps(f)]


def free_ways(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    """Ways of a unit that leaves a melee: in any direction, ending clear of every enemy. (ARAP-BREAK-02)"""
    asked = _asked(state, inches)
    return list(lately(unit, "ways out of a melee", asked, lambda: tuple(_free_ways(state, unit, inches))))


def _free_ways(state: GameState, unit: Unit, inches: float) -> list[FlightPath]:
    taken = single_models.occupied(state, [m.id for m in unit.alive])
    flights = [f for b in BEARINGS if (f := flight(state, unit, float(b), inches, taken, clear=True)) is not None]
    enemies = [m.at for e in state.enemies_of(unit.side) for m in e.alive]
    gaps = {
        f.bearing_deg: min((distance(p.at, at) for p in f.placements for at in enemies), default=0.0) for f in flights
    }
    return _spread([f._replace(gain_in=gaps[f.bearing_deg] // 2 * 2) for f in flights])


# -- a way of one's own --------------------------------------------------------------------------------------------


def violated(state: GameState, unit: Unit, inches: float, way: FlightPath) -> Refusal | None:
    """The first restriction that a way of one's own breaks, in their order of weight. (ARAP-ROUT-03)"""
    every = every_way(state, unit, inches)
    full = _full(every, inches)
    if not is_whole(way, inches) and (any(is_whole(f, inches) for f in every) or way.spent_in < _most(full) - STEP_IN):
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
    return [f for f in flights if f.spent_in >= most - STEP_IN]


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
    for each in ranked:
        if all(turn(each.bearing_deg, c.bearing_deg) >= APART_DEG for c in chosen):
            chosen.append(each)
    chosen += [f for f in ranked if f not in chosen][: max(0, MOST_WAYS - len(chosen))]
    return sorted(chosen[:MOST_WAYS], key=_rank)


def _rank(flight: FlightPath) -> tuple[float, bool, float, bool, bool, float]:
    """Most gain first, to the quarter inch; of equals straight ways, those up, down or across the table first."""
    bearing_deg = flight.bearing_deg
    oblique = (bearing_deg % 90 != 0, bearing_deg % 45 != 0)
    return (-round(flight.gain_in * 4), bool(flight.legs), -round(flight.length_in, 6), *oblique, bearing_deg)
