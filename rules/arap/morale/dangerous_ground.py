"""Dangerous ground under who flees, runs, breaks off, pursues, or walks to a door: it is tested too. (ARAP-TERR-02)

Plain moves, climbs, swims and charges look after it themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.arap.damage import hazards
from rules.arap.morale.flight_paths import FlightPath
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Average, Chance
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import shifted
from rules.progress import Progress
from rules.state import GameState


def along(start: Point, path: Sequence[Point]) -> tuple[Point, ...]:
    """The way of a member that starts there, the first one going that path and all keeping formation."""
    first = path[0]
    return tuple(shifted(start, (x - first[0], y - first[1])) for x, y in path)


def ways(models: Iterable[Model], way: FlightPath) -> dict[ModelId, tuple[Point, ...]]:
    """The way of each member that still stands where the flight begins."""
    return {m.id: along(m.at, way.path) for m in models}


def brave(progress: Progress, unit: UnitId, moved: Mapping[ModelId, Sequence[Point]], *, counts: bool = False) -> None:
    """Roll for the dangerous ground that they crossed.

    Who routs, is charged or charges takes no test for a quarter lost: it does not `count`. (ARAP-CAS-06)
    """
    if not progress.state.is_older_than("13"):
        hazards.hazards(progress, unit, moved, counts=counts)


def harms(state: GameState, unit: Unit, moved: Mapping[ModelId, Sequence[Point]]) -> tuple[Chance, ...]:
    """What known dangerous ground on those ways may cost, for a preview."""
    return () if state.is_older_than("13") else tuple(hazards.chances(state, unit, moved))


def in_words(state: GameState, unit: Unit, way: FlightPath) -> str:
    """What dangerous ground on a way may do, to follow how far it leads; "" if there is none that the side knows of."""
    found = harms(state, unit, ways(unit.alive, way))
    return "".join(f", {chance.label}: {chance.value:.0%}" for chance in found if not isinstance(chance, Average))
