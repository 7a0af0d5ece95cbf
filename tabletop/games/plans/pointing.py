"""Pointing at the board: what a press on the ground means to a plan, and the shapes that are laid there."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

from rules import Action, GameState
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import along
from rules.geometry.templates import Marker
from rules.questions import drives, weapons
from rules.questions.weapons import LaidStrips
from tabletop.games.board.touched import places
from tabletop.games.plans import weapons as plans_weapons
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.vehicles import boarding
from tabletop.ui.board.overlay import blast, shape, sight_line, touched
from tabletop.ui.words import count_text

Meaning = Literal["", "point", "spot", "way", "models", "wall"]
"""Of a press on the ground: nothing; points the template; a spot instead of a target; bends the way; picks models."""

_ON_THE_EDGE = 0.01  # inches


def means(state: GameState, unit: Unit, draft: Draft) -> Meaning:
    """What a press on the ground means to this draft."""
    if draft.kind in ("shoot", "blind", "lean") and draft.target and pointed(state, unit, draft):
        return "point"
    if draft.kind in ("throw", "lob", "drop", "drop-grenade") or (
        draft.kind in ("shoot", "fire") and plans_weapons.shells(state, unit, draft)
    ):
        return "spot"
    if draft.kind == "charge" and draft.target:
        return "way" if not _is_hull(state, draft) else "point" if came_by(state, draft) else ""
    if draft.kind in boarding.KINDS and draft.target:
        return "models" if draft.ticked.get("some") else "way"
    if draft.kind == "split":
        return "models"
    return "wall" if draft.kind in ("shoot-wall", "strike-wall") else ""


def _is_hull(state: GameState, draft: Draft) -> bool:
    """Whether what is charged is a vehicle that does not fight back, which is reached by the shortest way."""
    target = state.units.get(UnitId(draft.target))
    return target is not None and target.is_vehicle and not state.profile(target.models[0]).is_machine


def came_by(state: GameState, draft: Draft) -> bool:
    """Whether a hull that is charged can be caught where it came by. (VEH-CC-01)"""
    return _is_hull(state, draft) and bool(drives.came_by(state, state.units[UnitId(draft.target)]))


def pointed(state: GameState, unit: Unit, draft: Draft) -> bool:
    """Whether somebody fires a template weapon, which is pointed."""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons if draft.ticked.get(f"w:{w}", "1"))
    return any(state.weapons[w].template for w in carried)


# ------------------------------------------------------------------ templates and markers


def laid(state: GameState, shot: LaidStrips) -> tuple[str, str]:
    """The templates and markers of a plan of fire, before anything scatters: markup, and who is under the markers."""
    drawn = "".join(blast(*each) if isinstance(each, Marker) else shape(each) for each in shot.shapes)
    return drawn + rings(state, [*shot.burnt, *shot.shelled]), _counted(state, shot.shelled)


def astray(state: GameState, action: Action) -> str:
    """The templates as they were pointed, where that is refused."""
    return "".join(shape(corners) for corners in weapons.astray(state, action))


def _counted(state: GameState, under: Iterable[ModelId]) -> str:
    """Whom markers touch, unit by unit: "Without scatter: 3 models of Levy"."""
    counts: dict[UnitId, int] = {}
    for model in dict.fromkeys(under):
        unit = state.find_model(model)[0]
        counts[unit.id] = counts.get(unit.id, 0) + 1
    parts = [f"{count_text(n, 'model')} of {state.units[unit].name}" for unit, n in counts.items()]
    return f"Without scatter: {', '.join(parts)} under it" if parts else ""


def rings(state: GameState, models: Iterable[ModelId]) -> str:
    """A ring round each of these models."""
    return "".join(touched((x, y), radius) for x, y, radius in places(state, models))


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
