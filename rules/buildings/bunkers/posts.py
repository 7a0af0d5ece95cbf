"""Firing out of a bunker: one model from each port or inch of slot. (BLD-BUNK-02, BLD-BUNK-04)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
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
        own = opening.storey == here.layer and rings.edge_distance(here.laid, at) <= IN_WALL_IN
        if here.room is None or own:
            yield opening


def posted(state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
    """The state in which a garrison stands at the walls towards its target, which hide nothing from it."""
    piece = _post(state, unit)
    if piece is None or not target.on_table:
        return None
    posts = [(here, models) for here, models in sections.manned(state, unit) if here.piece.id == piece.id]
    return _at_walls(state, unit, posts, target)


def _post(state: GameState, unit: Unit) -> Terrain | None:
    """The armoured building from whose ports a unit fires; one that is set out without any has doors and windows."""
    piece = garrison.around(state, unit) if unit.on_table else None
    if piece is None or (piece.has_interior and not any(map(firers, sections.of_piece(state, piece)))):
        return None
    return piece


def at_walls(state: GameState, unit: Unit, here: ArmouredSection, target: Unit) -> GameState | Refusal:
    """The same of those in one of several sections."""
    return _at_walls(state, unit, [(here, unit.alive)], target)


Posts = Sequence[tuple[ArmouredSection, Sequence[Model]]]
"""Sections with the members of a unit in them."""


def _at_walls(state: GameState, unit: Unit, posts: Posts, target: Unit) -> GameState | Refusal:
    """Those whose section is touched by the target, or turned away from it, do not fire. (BLD-BUNK-04, BLD-BUNK-05)"""
    why = [_no_shot(state, here, target) for here, _ in posts]
    if all(why) and why[0] is not None:
        return why[0]
    barred = {m.id for (_, models), refusal in zip(posts, why, strict=True) if refusal for m in models}
    here_of = {m.id: here for here, models in posts for m in models}
    aim = _nearest(target, posts)
    models = tuple(
        replace(m, wounds=0) if m.id in barred else _at_wall(m, here_of[m.id], aim) if m.id in here_of else m
        for m in unit.models
    )
    own = {p.id for here, _ in posts for p in sections.floors(state, here.piece)}
    open_ground = tuple(p for p in state.terrain if p.id not in own)
    return replace(state.with_unit(replace(unit, models=models, housed={})), terrain=open_ground)


def _no_shot(state: GameState, here: ArmouredSection, target: Unit) -> Refusal | None:
    """Why nobody fires at that target out of a section. (BLD-BUNK-04, BLD-BUNK-05)"""
    near = in_contact(state, here, target)
    if near is not None or here.room is None or any(sections.facing(here, m.at) for m in target.alive):
        return near
    text = f"No wall of {here.name} faces {target.name}: the rest of {here.piece.name} lies before it."
    return Refusal("other-side", text, "BLD-BUNK-05", "a target on the side of that section")


def _nearest(target: Unit, posts: Posts) -> Point:
    """The member of the target that is nearest to those sections."""
    return min((m.at for m in target.alive), key=lambda at: min(rings.distance_to_ring(h.ring, at) for h, _ in posts))


def in_contact(state: GameState, here: ArmouredSection, target: Unit) -> Refusal | None:
    """Refuse a target that stands at its walls. (BLD-BUNK-04)"""
    if not any(_in_contact(state, here, target)):
        return None
    text = f"{target.name} is in contact with {here.name}, too near for its ports."
    return Refusal("too-near", text, "BLD-BUNK-04", "a target further off")


def _at_wall(model: Model, here: ArmouredSection, aim: Point) -> Model:
    at = (sections.facing(here, aim) if here.room is not None else None) or rings.nearest_on_edge(here.ring, aim)
    facing = bearing(at, aim) if distance(at, aim) > TOLERANCE else 0.0
    return replace(model, at=at, facing=facing, level_in=model.level_in + here.floor_in)


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


def ports_taken(state: GameState, unit: Unit, here: ArmouredSection) -> int:
    """Ports of a section from which others have fired in this turn."""
    others = [(u, models) for u, models in sections.occupants(state, here) if u.id != unit.id]
    if not state.is_older_than("15"):  # what they fired in their own turn takes no port in the enemy's
        others = [(u, models) for u, models in others if u.side == state.active_side]
    fired = [{key.partition("/")[0] for key in u.now.shots} for u, _ in others]
    return sum(m.id in shot for shot, (_, models) in zip(fired, others, strict=True) for m in models)


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
    return sections.has_shutters(state, here.piece) and not any(u.now.shots for u, _ in sections.occupants(state, here))


def limited(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
    """Those who find a port of their section fire, the others do not. (BLD-BUNK-02, BLD-BUNK-05)"""
    piece = _post(state, unit)
    if piece is None:
        return plan
    for here, models in sections.manned(state, unit):
        if here.piece.id == piece.id:
            plan = _limited(state, unit, here, [m.id for m in models], target, plan)
    return plan


def _limited(
    state: GameState,
    unit: Unit,
    here: ArmouredSection,
    models: Sequence[ModelId],
    target: Unit,
    plan: FirePlan,
) -> FirePlan:
    barred = _no_shot(state, here, target) if target.on_table else None
    if barred is not None:
        return plan._replace(idle=(*plan.idle, *(Idle(m, 11, barred) for m in models)))
    most = max(0, firers(here) - ports_taken(state, unit, here))
    order = [m for m in dict.fromkeys(f.model.id for f in plan.firings) if m in models]
    why = no_port(here, most)
    left = set(order[most:])
    idle = tuple(Idle(m, 11, why) for m in order[most:])
    return (
        plan._replace(firings=tuple(f for f in plan.firings if f.model.id not in left), idle=(*plan.idle, *idle))
        if left
        else plan
    )


def no_port(here: ArmouredSection, left: int) -> Refusal:
    """Why nobody else fires out. (BLD-BUNK-02)"""
    text = f"{here.name} has ports and slots for {firers(here)}: nobody else fires out."
    return Refusal("no-port", text, "BLD-BUNK-02", f"{left} more in this turn")
