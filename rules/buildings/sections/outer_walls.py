"""Who in a section is behind a stretch of its outer wall: a marker strikes it, or it falls. (BLD-SSHT-13, BLD-WALL-09)

Firers on that side are there, of the others as many as their share of the section.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules.arap.templates.building_interface import ModelUnderMarker
from rules.buildings.sections import fire, graph, occupants
from rules.buildings.sections.graph import HouseSection
from rules.buildings.walls.parts import IN_WALL_IN
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import layouts, rings
from rules.geometry.lengths import distance
from rules.geometry.rings import Ring
from rules.progress import Progress
from rules.state import GameState


class BehindWall(NamedTuple):
    """Occupants of a section by a place at its wall: who is there in any case, how many of the others."""

    here: HouseSection
    unit: Unit
    surely: tuple[Model, ...]
    others: tuple[Model, ...]
    of_others: int


def under_marker(progress: Progress, centre: Point, across_in: float) -> list[ModelUnderMarker]:
    """Occupants whom a marker on the outside of a house may hit; whom the host has ticked instead. (BLD-SSHT-13)"""
    disc = rings.disc(centre, across_in / 2)
    found: list[ModelUnderMarker] = []
    for piece in graph.houses(progress.state):
        for each in _behind(progress.state, graph.sections(piece), disc, centre):
            ticked = [m for m in (*each.surely, *each.others) if m.id in each.unit.exposed]
            models = ticked or _drawn(progress, each, ("BLD-SSHT-13",))
            found += [ModelUnderMarker(each.unit.id, m.id, distance(each.here.middle, centre), "hard") for m in models]
    return found


def proposed(state: GameState, centre: Point, across_in: float) -> Iterator[str]:
    """Whom a marker there may hit inside, by the host's word or their share; of the hidden no word. (BLD-SSHT-13)"""
    disc = rings.disc(centre, across_in / 2)
    for piece in graph.houses(state):
        for each in _behind(state, graph.sections(piece), disc, centre):
            ticked = sum(m.id in each.unit.exposed for m in (*each.surely, *each.others))
            count = ticked or len(each.surely) + each.of_others
            if count and not each.unit.hidden:
                why = ", by the host's word" if ticked else ""
                yield f"behind that wall {count} of {each.unit.name} may be hit{why} (BLD-SSHT-13)"


def at_wall(state: GameState, terrain: TerrainId, near: Ring, middle: Point, storey: int = 0) -> dict[UnitId, int]:
    """How many stand there on a storey, unit by unit."""
    found: dict[UnitId, int] = {}
    for each in _on_storey(state, terrain, near, middle, storey):
        count = len(each.surely) + each.of_others
        if count:
            found[each.unit.id] = found.get(each.unit.id, 0) + count
    return found


def drawn_at_wall(
    progress: Progress, terrain: TerrainId, near: Ring, middle: Point, storey: int = 0
) -> dict[UnitId, list[ModelId]]:
    """Who they are; of equals a die says which."""
    found: dict[UnitId, list[ModelId]] = {}
    for each in list(_on_storey(progress.state, terrain, near, middle, storey)):
        models = _drawn(progress, each, ("BLD-WALL-09", "BLD-SSHT-13"))
        if models:
            found.setdefault(each.unit.id, []).extend(m.id for m in models)
    return found


def _on_storey(state: GameState, terrain: TerrainId, near: Ring, middle: Point, storey: int) -> Iterator[BehindWall]:
    piece = graph.house(state, terrain)
    here = [s for s in graph.sections(piece) if s.room.storey == storey] if piece is not None else []
    outer = piece is not None and rings.edge_distance(piece.points, middle) <= IN_WALL_IN
    return _behind(state, here, near, middle, outer=outer)


def _behind(
    state: GameState, sections: Sequence[HouseSection], ring: Ring, centre: Point, *, outer: bool = True
) -> Iterator[BehindWall]:
    """At a wall between two sections nobody stands because he looks out. (BLD-WALL-09)"""
    for here in sections:
        covered = layouts.shared_in(ring, here.room.points)
        if covered > 0.01:
            share = covered / max(layouts.area_in(here.room.points), 0.01)
            for unit, models in occupants.inside(state, here):
                yield _of_unit(here, unit, models, share, fire.quadrant(here, centre) if outer else "")


def _of_unit(here: HouseSection, unit: Unit, models: Sequence[Model], share: float, side: str) -> BehindWall:
    """All who look out to a `side`, "" for a wall indoors; of the others their share."""
    shown = tuple(
        m for m in models if side and unit.now.fired_out.get(m.id, side if m.id in unit.shown else "") == side
    )
    others = tuple(m for m in models if m not in shown)
    return BehindWall(here, unit, shown, others, int(len(others) * share + 1e-9))


def _drawn(progress: Progress, each: BehindWall, rules: tuple[str, ...]) -> list[Model]:
    chosen, others = list(each.surely), list(each.others)
    for _ in range(each.of_others):
        why = f"who of {each.unit.name} is behind the wall that was struck"
        place = progress.pick(len(others), unit=each.unit.id, why=why, rules=rules)
        chosen.append(others.pop(place))
    return chosen
