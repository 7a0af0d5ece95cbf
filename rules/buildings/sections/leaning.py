"""From which walls of a section one fires; leaning out of those upstairs, and weapons held out of them blind.

(BLD-OUT-01, BLD-HIGH-01 to BLD-HIGH-03)
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.shooting.plan import Firing
from rules.buildings import levels_apart
from rules.buildings.bunkers import posts
from rules.buildings.bunkers.sections import ArmouredSection, at_letter
from rules.buildings.sections import graph
from rules.buildings.sections.graph import HouseSection
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.forces.unit import LeaningModel, Model, Point, Unit
from rules.geometry.lengths import TOLERANCE
from rules.state import GameState

AT_WALL: Final = "at the wall of its section"
"""The mark of a unit whose members were set at the walls of their sections, where its shot is looked at."""


def ports_of(here: HouseSection) -> ArmouredSection | None:
    """A section of a bunker with ports or slots: one fires from each instead of six in all. (BLD-BUNK-02)"""
    found = at_letter(here.piece, here.room.letter)
    return found if found is not None and posts.firers(found) else None


def walls_to_fire_from(state: GameState, here: HouseSection) -> tuple[tuple[Point, Point], ...]:
    """Its outer walls; none where whatever opens in them is shut. (BLD-OUT-01)"""
    ways = graph.ways_in(here)
    shut = bool(ways) and ports_of(here) is None and not any(way.is_open for way in ways)
    return () if shut and not state.is_older_than("14") else graph.outer_walls(here)


def upstairs(state: GameState, unit: Unit, model: Model) -> HouseSection | None:
    """The section above the ground that somebody is in."""
    here = graph.at_place(state, unit.housed.get(model.id, ""))
    return here if here is not None and here.height_in > 0 else None


def able(state: GameState, unit: Unit, model: Model) -> bool:
    """Whether somebody leans out of a section, or holds his weapon out of it: from upstairs, not by a port."""
    here = upstairs(state, unit, model)
    return here is not None and bool(walls_to_fire_from(state, here)) and ports_of(here) is None


def reached(unit: Unit, model: Model) -> Point | None:
    """Where somebody is who leans out of the section at the wall of which he was set; None from the ground floor."""
    return model.at if AT_WALL in unit.tags and model.level_in > TOLERANCE else None


def under(state: GameState, unit: Unit, firing: Firing) -> Refusal | None:
    """That one would have to lean out to fire at somebody under a section. (BLD-HIGH-01)"""
    here = graph.at_place(state, unit.housed.get(firing.model.id, ""))
    if firing.reach or here is None or levels_apart.height_of(state, firing.aim) >= here.height_in:
        return None
    otherwise = levels_apart.OR_LEAN if ports_of(here) is None else "or others"
    return levels_apart.in_dead_zone(here.name, here.piece.points, here.height_in, firing.aim.at, otherwise)


def at_wall(target: Unit, models: tuple[Model, ...]) -> Unit:
    """A unit with its members at the walls of their sections, where those who lean out still do. (BLD-HIGH-02)"""
    places = {m.id: m.at for m in models}
    out = [m.id for m in target.alive if target.leans_to(m) is not None]
    leaning = tuple(LeaningModel(model=m, at=places[m], to=places[m]) for m in out)
    return replace(target, models=models, leaning=leaning)


def in_open(target: Unit, models: list[ModelId]) -> bool:
    """Whether more than half of those members lean out, so that they have no cover. (BLD-HIGH-02, ARAP-HIT-07)"""
    out = sum(target.leans_to(target.model(m)) is not None for m in models)
    return 2 * (len(models) - out) < len(models)
