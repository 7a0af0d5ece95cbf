"""Firing out of a bunker: one model from each port or inch of slot. (BLD-BUNK-02, BLD-BUNK-04)"""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from rules.arap.positions import engagement
from rules.arap.shooting.plan import FirePlan, Idle
from rules.buildings.bunkers import garrison
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, distance, is_within
from rules.state import GameState
from rules.table.terrain import Terrain

CONTACT_IN: Final = 0.1
"""What lies between two things that touch, at most."""


def firers(piece: Terrain) -> int:
    """How many may fire out: ports, and whole inches of each slot. (BLD-BUNK-02)"""
    works = piece.armoured
    placed = sum(o.kind == "port" for o in piece.building.openings) if piece.building is not None else 0
    return placed + (works.ports + sum(math.floor(s + TOLERANCE) for s in works.slots) if works else 0)


def posted(state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
    """The state in which a garrison stands at the wall towards its target, which hides nothing from it."""
    piece = garrison.around(state, unit) if unit.on_table else None
    if piece is None or not target.on_table:
        return None
    if any(_in_contact(state, piece, target)):
        text = f"{target.name} is in contact with {piece.name}, too near for its ports."
        return Refusal("too-near", text, "BLD-BUNK-04", "a target further off")
    aim = min((m.at for m in target.alive), key=lambda at: rings.distance_to_ring(piece.points, at))
    return at_wall(state, unit, piece, aim)


def at_wall(state: GameState, unit: Unit, piece: Terrain, aim: Point) -> GameState:
    """The state with that unit at the wall nearest to what it aims at, and nothing of the building in the way."""
    at = rings.nearest_on_edge(piece.points, aim)
    facing = bearing(at, aim) if distance(at, aim) > TOLERANCE else 0.0
    models = tuple(replace(m, at=at, facing=facing) if m.alive else m for m in unit.models)
    open_ground = tuple(p for p in state.terrain if p.id != piece.id)
    return replace(state.with_unit(replace(unit, models=models)), terrain=open_ground)


def _in_contact(state: GameState, piece: Terrain, target: Unit) -> list[bool]:
    """Of each member whether it reaches the walls; of vehicles nobody does. (BLD-BUNK-04)"""
    return [] if target.is_vehicle else [reaches(state, piece, m) for m in target.alive]


def reaches(state: GameState, piece: Terrain, model: Model) -> bool:
    """Whether a model reaches its walls. (BLD-BUNK-04)"""
    return is_within(rings.distance_to_ring(piece.points, model.at), engagement.reach_in(state, model))


def touches(state: GameState, piece: Terrain, model: Model) -> bool:
    """Whether the base of a model is in contact with its walls. (BLD-BUNK-04)"""
    near = state.profile(model).base_radius_in + CONTACT_IN
    return is_within(rings.distance_to_ring(piece.points, model.at), near)


def ports_taken(state: GameState, unit: Unit, piece: Terrain) -> int:
    """Ports from which others have fired in this turn."""
    others = [u for u, _ in garrison.inside(state, piece) if u.id != unit.id]
    return sum(len({key.partition("/")[0] for key in u.now.shots}) for u in others)


def at_ports(state: GameState, piece: Terrain) -> list[tuple[UnitId, ModelId]]:
    """Who counts as within an inch of an open port: as many as there are, who fired out first. (BLD-TMPL-03, -08)"""
    if are_shut(state, piece):
        return []
    people = [(unit, m.id) for unit, models in garrison.inside(state, piece) for m in models]
    fired = {shot.partition("/")[0] for unit, _ in people for shot in unit.now.shots}
    ordered = sorted(((unit.id, m) for unit, m in people), key=lambda one: one[1] not in fired)
    return ordered[: firers(piece)]


def are_shut(state: GameState, piece: Terrain) -> bool:
    """Whether shutters close its ports: nobody has fired out since the last turn of those inside. (BLD-PORT-08)"""
    return bool(state.option("port_shutters")) and not any(u.now.shots for u, _ in garrison.inside(state, piece))


def limited(state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
    """Those who find a port fire, the others do not. (BLD-BUNK-02)"""
    piece = garrison.around(state, unit)
    if piece is None:
        return plan
    most = max(0, firers(piece) - ports_taken(state, unit, piece))
    order: list[ModelId] = list(dict.fromkeys(f.model.id for f in plan.firings))
    if len(order) <= most:
        return plan
    kept = set(order[:most])
    text = f"{piece.name} has ports and slots for {firers(piece)}: nobody else fires out."
    why = Refusal("no-port", text, "BLD-BUNK-02", f"{most} more in this turn")
    idle = tuple(Idle(m, 11, why) for m in order[most:])
    return plan._replace(firings=tuple(f for f in plan.firings if f.model.id in kept), idle=(*plan.idle, *idle))
