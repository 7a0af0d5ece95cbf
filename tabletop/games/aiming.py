"""Pointing at the board: what a press on the ground means to a plan, and the shapes that are laid there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.gemini import area, templates
from rules.gemini.fire_plan import Plan
from rules.gemini.shooting import Shoot
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, between, distance
from rules.geometry.templates import Strip, marker
from rules.state import GameState
from rules.visibility import Viewer, sees
from tabletop.games import arming
from tabletop.games.drafts import Draft
from tabletop.ui.board.overlay import blast, shape, sight_line, touched
from tabletop.ui.words import count_text

Meaning = Literal["", "point", "spot", "way", "models"]
"""Of a press on the ground: nothing; points the template; a spot instead of a target; bends the way; picks models."""

_ON_THE_EDGE = 0.01  # inches


def means(state: GameState, unit: Unit, draft: Draft) -> Meaning:
    """What a press on the ground means to this draft."""
    if draft.kind in ("shoot", "blind") and draft.target and pointed(state, unit, draft):
        return "point"
    if draft.kind in ("throw", "lob") or (draft.kind in ("shoot", "fire") and arming.shells(state, unit, draft)):
        return "spot"
    if draft.kind == "charge" and draft.target:
        return "way"
    if draft.kind == "split":
        return "models"
    return ""


def pointed(state: GameState, unit: Unit, draft: Draft) -> bool:
    """Whether somebody fires a template weapon, which is pointed."""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons if draft.ticked.get(f"w:{w}", "1"))
    return any(state.weapons[w].template for w in carried)


# ------------------------------------------------------------------ templates and markers


def laid(state: GameState, plan: Plan) -> tuple[str, str]:
    """The templates and markers of a plan of fire, before anything scatters: markup, and who is under the markers."""
    drawn, burnt, shelled = "", list[ModelId](), list[ModelId]()
    for firing in plan.firings:
        if firing.strip is not None:
            drawn += shape(firing.strip.corners()) + (shape(firing.beyond.corners()) if firing.beyond else "")
            burnt += [u.model for u in templates.under(state, firing.strip, firing.model, firing.beyond)]
        elif firing.weapon.marker_in:
            at = firing.aim.at
            drawn += blast(at, firing.weapon.marker_in)
            shelled += [u.model for u in area.under(state, marker(at, firing.weapon.marker_in), firing.model)]
    return drawn + rings(state, [*burnt, *shelled]), _counted(state, shelled)


def astray(state: GameState, action: Shoot) -> str:
    """The templates as they were pointed, where that is refused."""
    unit = state.units.get(action.unit)
    if unit is None or action.aim is None:
        return ""
    strips = [templates.strip_at(state, model, weapon, action.aim) for model, weapon in _flames(state, unit)]
    return "".join(shape(strip.corners()) for strip in strips)


def _flames(state: GameState, unit: Unit) -> list[tuple[Model, Weapon]]:
    carried = [(m, state.weapons[w]) for m in unit.alive for w in m.weapons]
    return [(m, w) for m, w in carried if w.template]


def _counted(state: GameState, under: Iterable[ModelId]) -> str:
    """Whom markers touch, unit by unit: "Without scatter: 3 models of Levy"."""
    counts: dict[UnitId, int] = {}
    for model in dict.fromkeys(under):
        unit = state.find_model(model)[0]
        counts[unit.id] = counts.get(unit.id, 0) + 1
    told = [f"{count_text(n, 'model')} of {state.units[unit].name}" for unit, n in counts.items()]
    return f"Without scatter: {', '.join(told)} under it" if told else ""


def rings(state: GameState, models: Iterable[ModelId]) -> str:
    """A ring round each of these models."""
    return "".join(touched((x, y), radius) for x, y, radius in places(state, models))


def places(state: GameState, models: Iterable[ModelId], viewer: Viewer = "host") -> list[tuple[float, float, float]]:
    """Where these models stand and how large they are (inches), without those that are hidden from the viewer."""
    found = []
    for name in dict.fromkeys(models):
        unit, model = state.find_model(name)
        if not sees(state, viewer, unit.id):
            continue
        vehicle = state.profile(model).vehicle
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
        if any(templates.reaches(state, strip, m) for strip in shapes)
    ]


def _strip(corners: Sequence[Point]) -> Strip:
    far, near = between(corners[0], corners[1], 0.5), between(corners[2], corners[3], 0.5)
    return Strip(near, bearing(near, far), distance(near, far), distance(corners[0], corners[1]))


# ------------------------------------------------------------------ guesses


def rays(state: GameState, starts: Iterable[tuple[Point, float]], spot: Point | None) -> str:
    """Which way each guess goes, up to the table's edge: how far is not for the board to say. (ARAP-AREA-10)"""
    drawn = "".join(sight_line(at, _edge(state, at, degrees)) for at, degrees in starts)
    return drawn + (sight_line(spot, spot, (spot,)) if spot else "")


def _edge(state: GameState, at: Point, degrees: float) -> Point:
    dx, dy = math.sin(math.radians(degrees)), -math.cos(math.radians(degrees))
    ways = ((at[0], dx, state.scenario.width_in), (at[1], dy, state.scenario.height_in))
    rooms = [((size if d > 0 else 0) - a) / d for a, d, size in ways if abs(d) > 1e-9]
    return along(at, degrees, max(_ON_THE_EDGE, min(rooms, default=0.0)))
