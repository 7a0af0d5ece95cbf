"""A marker on the outside of a house: who behind the wall is hit. (BLD-SSHT-13)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.templates.building_interface import ModelUnderMarker
from rules.buildings.sections import fire, graph, occupants
from rules.buildings.sections.graph import HouseSection
from rules.forces.unit import Model, Point, Unit
from rules.geometry import layouts, rings
from rules.geometry.lengths import distance
from rules.progress import Progress


def under_marker(progress: Progress, centre: Point, across_in: float) -> list[ModelUnderMarker]:
    """Occupants whom a marker on the outside of a house may hit: firers on that side, and a share of the others.

    Whom the host has ticked instead. (BLD-SSHT-13)
    """
    found: list[ModelUnderMarker] = []
    disc = rings.disc(centre, across_in / 2)
    for piece in graph.houses(progress.state):
        for here in graph.sections(piece):
            covered = layouts.shared_in(disc, here.room.points)
            if covered > 0.01:
                share = covered / max(layouts.area_in(here.room.points), 0.01)
                found += _eligible(progress, here, centre, share)
    return found


def _eligible(progress: Progress, here: HouseSection, centre: Point, share: float) -> list[ModelUnderMarker]:
    found: list[ModelUnderMarker] = []
    for unit, models in occupants.inside(progress.state, here):
        ticked = [m for m in models if m.id in unit.exposed]
        chosen = ticked or _proposed(progress, here, centre, share, unit, models)
        found += [ModelUnderMarker(unit.id, m.id, distance(here.middle, centre), "hard") for m in chosen]
    return found


def _proposed(
    progress: Progress, here: HouseSection, centre: Point, share: float, unit: Unit, models: Sequence[Model]
) -> list[Model]:
    side = fire.quadrant(here, centre)
    shown = [m for m in models if unit.now.fired_out.get(m.id, side if m.id in unit.shown else "") == side]
    others = [m for m in models if m not in shown]
    chosen = list(shown)
    for _ in range(int(len(others) * share + 1e-9)):
        why = f"who of {unit.name} is behind the wall that was struck"
        place = progress.pick(len(others), unit=unit.id, why=why, rules=("BLD-SSHT-13",))
        chosen.append(others.pop(place))
    return chosen
