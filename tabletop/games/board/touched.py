"""Whom a template, a marker or a strip on the board touches."""

from __future__ import annotations

from collections.abc import Iterable

from rules import GameState, Viewer, sees
from rules.core.ids import ModelId


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
