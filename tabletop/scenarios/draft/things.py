"""Everything that lies on a drawing board and may be picked up: terrain, zones, objectives, gates, each by a key.

`t-wood-1` is a piece of terrain, `z-0` the first zone, `o-ford` an objective, `g-0` the first gate of a race.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.geometry.lengths import along
from rules.table.building import Building, RoofSquare
from rules.table.scenario import Gate, Objective, Race, Zone
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import shapes
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.shapes import Change, Points

Thing = Terrain | Zone | Objective | Gate
T = TypeVar("T")


def things(draft: Draft) -> dict[str, Thing]:
    """Everything by its key, bottom first."""
    scenario = draft.scenario
    gates = scenario.race.gates if scenario.race else ()
    found: dict[str, Thing] = {f"t-{piece.id}": piece for piece in scenario.terrain}
    found |= {f"z-{n}": zone for n, zone in enumerate(scenario.zones)}
    found |= {f"g-{n}": gate for n, gate in enumerate(gates)}
    return found | {f"o-{objective.id}": objective for objective in scenario.objectives}


def points_of(thing: Thing) -> Points:
    """Its outline; of an objective its place."""
    if isinstance(thing, Objective):
        return (thing.at,)
    return (thing.a, thing.b) if isinstance(thing, Gate) else thing.points


def name_of(thing: Thing) -> str:
    """What it is called in lists and in what was done."""
    return thing.name


def with_points(thing: Thing, points: Points) -> Thing:
    """The thing with another outline."""
    if isinstance(thing, Objective):
        return replace(thing, at=points[0])
    if isinstance(thing, Gate):
        return replace(thing, a=points[0], b=points[1])
    return replace(thing, points=points)


def altered(thing: Thing, change: Change) -> Thing:
    """The thing with every point changed, those of the walls of a building and the way that a belt runs too."""
    outlined = with_points(thing, shapes.changed(points_of(thing), change))
    if isinstance(outlined, Terrain) and outlined.lane:
        outlined = replace(outlined, belt_deg=_heading(outlined.belt_deg, change))
    if isinstance(outlined, Terrain) and outlined.building is not None:
        return replace(outlined, building=_building(outlined.building, change))
    return outlined


def _heading(deg: float, change: Change) -> float:
    """A direction after that change: turned, mirrored, else as it was."""
    (x, y), (ahead_x, ahead_y) = change((0.0, 0.0)), change(along((0.0, 0.0), deg, 1.0))
    return round(math.degrees(math.atan2(ahead_x - x, y - ahead_y)), 1) % 360


def _building(building: Building, change: Change) -> Building:
    def both(a: shapes.Point, b: shapes.Point) -> dict[str, shapes.Point]:
        one, other = shapes.changed((a, b), change)
        return {"a": one, "b": other}

    def panel(at: shapes.Point | None) -> shapes.Point | None:
        return None if at is None else shapes.changed((at,), change)[0]

    openings = tuple(replace(o, **both(o.a, o.b), console=panel(o.console)) for o in building.openings)
    sections = tuple(replace(each, points=shapes.changed(each.points, change)) for each in building.sections)
    partitions = tuple((both(a, b)["a"], both(a, b)["b"]) for a, b in building.partitions)
    return replace(
        building, openings=openings, sections=sections, partitions=partitions, roof_squares=_roof(building, change)
    )


def _roof(building: Building, change: Change) -> tuple[RoofSquare, ...]:
    """Squares of the roof where their middles have come to, each once. (BLD-FIRE-05)"""
    found = {}
    for square in building.roof_squares:
        ((x, y),) = shapes.changed(((square.column + 0.5, square.row + 0.5),), change)
        found[math.floor(x), math.floor(y)] = square.dp
    return tuple(RoofSquare(column=x, row=y, dp=dp) for (x, y), dp in found.items())


def with_groups(draft: Draft, keys: Iterable[str]) -> tuple[str, ...]:
    """Those keys that there are, and all that is grouped with them, bottom first."""
    wanted = set(keys)
    for key in tuple(wanted):
        if key.startswith("t-"):
            wanted |= {f"t-{other}" for other in draft.grouped(key[2:])}
    return tuple(key for key in things(draft) if key in wanted)


def put(draft: Draft, changed: Mapping[str, Thing | None]) -> Draft:
    """The draft with those things in place of what has their keys; None takes one away."""

    def kept(prefix: str, old: Sequence[T], key: Callable[[int, T], object]) -> tuple[Any, ...]:
        keyed = ((f"{prefix}-{key(n, each)}", each) for n, each in enumerate(old))
        found = (changed.get(name, each) for name, each in keyed)
        return tuple(each for each in found if each is not None)

    scenario = draft.scenario
    race = scenario.race
    if race is not None and any(key.startswith("g-") for key in changed):
        gates = kept("g", race.gates, lambda n, _: n)
        race = replace(race, gates=numbered(gates)) if gates else None
    return draft.with_scenario(
        terrain=kept("t", scenario.terrain, lambda _, piece: piece.id),
        zones=kept("z", scenario.zones, lambda n, _: n),
        objectives=kept("o", scenario.objectives, lambda _, o: o.id),
        race=race,
    )


def add(draft: Draft, new: Sequence[Thing]) -> tuple[Draft, tuple[str, ...]]:
    """The draft with more on it, each thing under a key of its own; and those keys."""
    keys: list[str] = []
    scenario = draft.scenario
    terrain, zones, objectives = list(scenario.terrain), list(scenario.zones), list(scenario.objectives)
    gates = list(scenario.race.gates) if scenario.race else []
    ids: dict[str, TerrainId] = {}
    for thing in new:
        if isinstance(thing, Terrain):
            key = draft.fresh_id(_word(thing.id), tuple(piece.id for piece in terrain))
            terrain.append(replace(thing, id=key))
            ids[thing.id] = key
            keys.append(f"t-{key}")
        elif isinstance(thing, Zone):
            zones.append(thing)
            keys.append(f"z-{len(zones) - 1}")
        elif isinstance(thing, Objective):
            taken = {each.id for each in objectives}
            name = next(f"o{n}" for n in range(1, len(taken) + 2) if f"o{n}" not in taken)
            objectives.append(replace(thing, id=name))
            keys.append(f"o-{name}")
        else:
            gates.append(replace(thing, name=_gate_name(thing.name, gates)))
            keys.append(f"g-{len(gates) - 1}")
    made = draft.with_scenario(
        terrain=tuple(_behind_its_own(piece, ids) if f"t-{piece.id}" in keys else piece for piece in terrain),
        zones=tuple(zones),
        objectives=tuple(objectives),
        race=replace(scenario.race or Race(gates=()), gates=tuple(gates)) if gates else scenario.race,
    )
    return made, tuple(keys)


def _behind_its_own(piece: Terrain, ids: Mapping[str, TerrainId]) -> Terrain:
    """A piece that comes along with the exit that it lies behind."""
    return replace(piece, behind=ids.get(piece.behind, piece.behind)) if piece.behind is not None else piece


def numbered(gates: Sequence[Gate]) -> tuple[Gate, ...]:
    """Gates in this order; those without a name of their own are called by their number."""
    plain = re.compile(r"Gate \d+")
    return tuple(
        replace(gate, name=f"Gate {n}") if plain.fullmatch(gate.name) else gate for n, gate in enumerate(gates, 1)
    )


def _gate_name(name: str, gates: Sequence[Gate]) -> str:
    taken = {gate.name for gate in gates}
    free = (f"Gate {n}" for n in range(len(gates) + 1, 2 * len(gates) + 2))
    return next((each for each in (name, *free) if each not in taken), name)


def _word(key: TerrainId) -> str:
    """`wood-3` begins with `wood`."""
    word, _, number = key.rpartition("-")
    return word if word and number.isdigit() else key
