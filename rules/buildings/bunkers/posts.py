"""Firing out of a bunker: one model from each port or inch of slot. (BLD-BUNK-02, BLD-BUNK-04)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.positions import engagement
from rules.arap.shooting.plan import FirePlan, Idle
from rules.buildings.bunkers import garrison, sections
from rules.buildings.bunkers.sections import ArmouredSection
from rules.buildings.walls.parts import IN_WALL_IN
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, between, distance, is_within
from rules.geometry.rings import Ring
from rules.state import GameState
from rules.table.building import Opening
from rules.table.terrain import Terrain

CONTACT_IN: Final = 0.1
"""What lies between two things that touch, at most."""


def firers(here: ArmouredSection) -> int:
    """How many may fire out: ports, and whole inches of each slot. (BLD-BUNK-02)"""
    works = here.piece.armoured
    placed = sum(1 for _ in ports(here))
    return placed + (works.ports + sum(math.floor(s + TOLERANCE) for s in works.slots) if works else 0)


def ports(here: ArmouredSection) -> Iterator[Opening]:
    """Ports with a place of their own: of several sections those in the walls of this one. (BLD-BUNK-02)"""
    openings = here.piece.building.openings if here.piece.building is not None else ()
    for opening in (o for o in openings if o.kind == "port"):
        at = between(opening.a, opening.b, 0.5)
        own = opening.storey == here.storey and rings.edge_distance(here.ring, at) <= IN_WALL_IN
        if here.room is None or own:
            yield opening


def posted(state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
    """The state in which a garrison stands at the wall towards its target, which hides nothing from it."""
    piece = garrison.around(state, unit) if unit.on_table else None
    if piece is None or not target.on_table:
        return None
    return at_walls(state, unit, ArmouredSection(piece), target)


def at_walls(state: GameState, unit: Unit, here: ArmouredSection, target: Unit) -> GameState | Refusal:
    """The same of those in one of several sections."""
    too_near = in_contact(state, here, target)
    if too_near is not None:
        return too_near
    aim = min((m.at for m in target.alive), key=lambda at: rings.distance_to_ring(here.ring, at))
    return at_wall(state, unit, here, aim)


def in_contact(state: GameState, here: ArmouredSection, target: Unit) -> Refusal | None:
    """Refuse a target that stands at its walls. (BLD-BUNK-04)"""
    if not any(_in_contact(state, here, target)):
        return None
    text = f"{target.name} is in contact with {here.name}, too near for its ports."
    return Refusal("too-near", text, "BLD-BUNK-04", "a target further off")


def at_wall(state: GameState, unit: Unit, here: ArmouredSection, aim: Point) -> GameState:
    """The state with that unit at the wall nearest to what it aims at, and nothing of the building in the way."""
    at = (sections.facing(here, aim) if here.room is not None else None) or rings.nearest_on_edge(here.ring, aim)
    facing = bearing(at, aim) if distance(at, aim) > TOLERANCE else 0.0
    models = tuple(
        replace(m, at=at, facing=facing, level_in=m.level_in + here.floor_in) if m.alive else m for m in unit.models
    )
    open_ground = tuple(p for p in state.terrain if p.id != here.piece.id)
    return replace(state.with_unit(replace(unit, models=models, housed={})), terrain=open_ground)


def _in_contact(state: GameState, here: ArmouredSection, target: Unit) -> list[bool]:
    """Of each member whether it reaches the walls; of vehicles nobody does. (BLD-BUNK-04)"""
    return [] if target.is_vehicle else [reaches(state, here.ring, m) for m in target.alive]


def reaches(state: GameState, ring: Ring, model: Model) -> bool:
    """Whether a model reaches walls. (BLD-BUNK-04)"""
    return is_within(rings.distance_to_ring(ring, model.at), engagement.reach_in(state, model))


def touches(state: GameState, ring: Ring, model: Model) -> bool:
    """Whether the base of a model is in contact with walls. (BLD-BUNK-04)"""
    near = state.profile(model).base_radius_in + CONTACT_IN
    return is_within(rings.distance_to_ring(ring, model.at), near)


def ports_taken(state: GameState, unit: Unit, piece: Terrain) -> int:
    """Ports from which others have fired in this turn."""
    others = [u for u, _ in garrison.inside(state, piece) if u.id != unit.id]
    return sum(len({key.partition("/")[0] for key in u.now.shots}) for u in others)


def at_ports(state: GameState, here: ArmouredSection) -> list[tuple[UnitId, ModelId]]:
    """Who counts as within an inch of an open port: as many as there are, who fired out first. (BLD-TMPL-03, -08)"""
    if are_shut(state, here):
        return []
    people = [(unit, m.id) for unit, models in sections.occupants(state, here) for m in models]
    fired = {shot.partition("/")[0] for unit, _ in people for shot in unit.now.shots}
    ordered = sorted(((unit.id, m) for unit, m in people), key=lambda one: one[1] not in fired)
    return ordered[: firers(here)]


def are_shut(state: GameState, here: ArmouredSection) -> bool:
    """Whether shutters close its ports: nobody has fired out since the last turn of those inside. (BLD-PORT-08)"""
    return bool(state.option("port_shutters")) and not any(u.now.shots for u, _ in sections.occupants(state, here))


def limited(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """Those who find a port fire, the others do not. (BLD-BUNK-02)"""
    piece = garrison.around(state, unit)
    if piece is None:
        return plan
    here = ArmouredSection(piece)
    most = max(0, firers(here) - ports_taken(state, unit, piece))
    order: list[ModelId] = list(dict.fromkeys(f.model.id for f in plan.firings))
    if len(order) <= most:
        return plan
    kept = set(order[:most])
    why = no_port(here, most)
    idle = tuple(Idle(m, 11, why) for m in order[most:])
    return plan._replace(firings=tuple(f for f in plan.firings if f.model.id in kept), idle=(*plan.idle, *idle))


def no_port(here: ArmouredSection, left: int) -> Refusal:
    """Why nobody else fires out. (BLD-BUNK-02)"""
    text = f"{here.name} has ports and slots for {firers(here)}: nobody else fires out."
    return Refusal("no-port", text, "BLD-BUNK-02", f"{left} more in this turn")
