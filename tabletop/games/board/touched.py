"""Whom a template, a marker or a strip on the board touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.arap.templates import strip as templates_strip
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point
from rules.geometry.facings import bearing
from rules.geometry.lengths import between, distance
from rules.geometry.templates import Strip
from rules.state import GameState
from rules.visibility import Viewer, sees


def places(state: GameState, models: Iterable[ModelId], viewer: Viewer = "host") -> list[tuple[float, float, float]]:
    """Where these models stand and how large they are (inches), without those that are hidden from the viewer."""
    found = []
    for name in dict.fromkeys(models):
        unit, model = state.find_model(name)
        if not sees(state, viewer, unit.id):
            continue
        vehicle = state.profile(model).hull
        radius = max(vehicle.length_in, vehicle.width_in) / 2 if vehicle else state.profile(model).base_radius_in
        found.append((*model.at, round(radius, 2)))
    return found


def under_strips(state: GameState, strips: Iterable[Sequence[Point]], but: UnitId | None) -> list[ModelId]:
    """Whoever is under strips with these corners: far left, far right, near right, near left. (ARAP-TMPL-06)"""
    shapes = [_strip(corners) for corners in strips if len(corners) == 4]
    return [
        m.id
        for unit in state.units.values()
        if unit.on_table and unit.id != but
        for m in unit.alive
        if any(templates_strip.reaches(state, strip, m) for strip in shapes)
    ]


def _strip(corners: Sequence[Point]) -> Strip:
    far, near = between(corners[0], corners[1], 0.5), between(corners[2], corners[3], 0.5)
    return Strip(near, bearing(near, far), distance(near, far), distance(corners[0], corners[1]))
