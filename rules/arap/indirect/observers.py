"""What a firer knows of the place that it lobs at. (ARAP-AREA-11 to -14)"""

from __future__ import annotations

from typing import Final, Literal

from rules.arap import building_interface
from rules.arap.shooting.rulings import key
from rules.arap.sight.lines import Lines, visible
from rules.arap.templates.building_interface import FallsOnBuildings
from rules.arap.terrain.ground import terrain_at
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings, sight
from rules.geometry.areas import Area
from rules.geometry.lengths import distance, is_within, toward
from rules.state import GameState

Sighting = Literal["seen", "plain", "observed", "unseen"]
"""Seen by the firer; its place plain to him all the same; known to others of his side; known to nobody."""

BANNER_IN: Final = 3.0
"""How high a back-banner stands over the ground: it gives its bearer's place away. (ARAP-SHOOT-03, ARAP-AREA-14)"""

BEFORE_WALL_IN: Final = 0.1

RULES: Final[dict[Sighting, tuple[str, ...]]] = {
    "seen": ("ARAP-AREA-11",),
    "plain": ("ARAP-AREA-11", "ARAP-AREA-14"),
    "observed": ("ARAP-AREA-12",),
    "unseen": ("ARAP-AREA-13",),
}


def of_unit(state: GameState, unit: Unit, model: Model, target: Unit) -> Sighting:
    """What a model knows of where an enemy unit is."""
    lines = Lines(state, (model.at,), target, but=(unit.id,))
    if any(lines.sight(model, m).clear for m in target.alive):
        return "seen"
    if _is_plain(lines, unit, model):
        return "plain"
    return "observed" if _is_observed(state, unit, model, target) else "unseen"


def _is_plain(lines: Lines, unit: Unit, model: Model) -> bool:
    """Whether its place is plain though it is not seen: by a banner over the wall, or as the host rules."""
    target = lines.target
    ruled = unit.now.rulings.get(key("plain", target.id))
    if ruled is not None:
        return ruled == "plain"
    return any(_shows_banner(lines, model, m) for m in target.alive if lines.state.profile(m).has("banner"))


def _shows_banner(lines: Lines, model: Model, bearer: Model) -> bool:
    top = BANNER_IN + lines.height_at(bearer.at)
    eye = lines.eye_of(model)
    seen = sight.visible(model.at, bearer.at, 0.0, lines.table.ground, eye=eye, top=top, others=lines.others)
    return seen.clear


def _is_observed(state: GameState, unit: Unit, model: Model, target: Unit) -> bool:
    """Whether another model of the side sees it as it faces now."""
    return any(
        visible(state, other, enemy)
        for friend in state.units_of(unit.side)
        if friend.on_table
        for other in friend.alive
        if other.id != model.id
        for enemy in target.alive
    )


def _wall_points(house: Area, eye: Point) -> tuple[Point, ...]:
    """What shows that a house is in sight, and so where its roof is: its nearest wall and its corners, just before."""
    nearest = rings.nearest_on_edge(house.points, eye)
    return tuple(toward(p, eye, min(BEFORE_WALL_IN, distance(p, eye))) for p in (nearest, *house.points))


def of_place(state: GameState, unit: Unit, model: Model, at: Point) -> Sighting:
    """What a model knows of a spot: whether it would see a man there, else whether something marks it.

    Of a spot under a whole roof it is the roof that is aimed at: he sees it if he sees the house. (BLD-FIRE-03)
    """
    # The unit itself is named as target for want of another: it is not in its own way.
    roof = building_interface.ask(FallsOnBuildings).roof_over(state, at)
    shown = _wall_points(roof, model.at) if roof is not None else (at,)
    lines = Lines(state, (model.at, at, *shown), unit, but=(unit.id,))
    eye = lines.eye_of(model)
    for each in shown:
        top = roof.height if roof is not None else sight.EYE_IN + lines.height_at(each)
        if sight.visible(model.at, each, 0.0, lines.table.ground, eye=eye, top=top, others=lines.others).clear:
            return "seen"
    marked = terrain_at(state, at) or any(is_within(distance(at, o.at), o.reach_in) for o in state.scenario.objectives)
    return "observed" if marked else "unseen"
