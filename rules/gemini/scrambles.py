"""Ways up, down, across and through water that may be offered to the unit in hand, in a stable order.

A few concrete ones near its leader: straight to the nearest point of each edge. (ARAP-CLIMB-04, ARAP-SWIM-01)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.core.ids import SideId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.gemini import ground, ladders, marching, paces
from rules.gemini.climbing import Climb, JumpDown, Rappel, Scaling
from rules.gemini.footing import LEAP_IN
from rules.gemini.ground import Piece
from rules.gemini.jumping import JumpAcross, LeapUp
from rules.gemini.levels import is_obstacle, reach_of
from rules.gemini.marching import Waypoint
from rules.gemini.swimming import Swim
from rules.geometry import rings
from rules.geometry.facings import bearing, normalise
from rules.geometry.lengths import TOLERANCE, along, distance
from rules.offers import Offer, offered
from rules.state import GameState

BEYOND_IN: Final = 0.6
"""How far past an edge an offered way leads."""

LONGEST_JUMP_IN: Final = 12.0
_SWIMS: Final = (4.0, 2.0)

KINDS: Final[dict[type[Scaling], str]] = {
    Climb: "climb",
    Rappel: "rappel",
    JumpDown: "jump-down",
    JumpAcross: "jump",
    LeapUp: "leap",
}


BESIDE_THE_POINT: Final = ("nothing-to-climb", "no-drop", "no-gap", "no-face")
"""Refusals of ways that lead over nothing of the kind after all: not worth a word."""


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """What the ground near the acting unit allows."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or state.is_locked(unit.id):
        return
    yield from _ladders(state, unit)
    lead = next((m for m in unit.alive if m.on_face), marching.anchor(unit))
    reach = max(LEAP_IN, paces.basic_move(state, unit, lead))
    near = ground.pieces_near(state, rings.bounds((lead.at,)).grown(reach))
    yield from _faces(state, unit, lead, near, reach)
    yield from _swims(state, unit, lead, near)


# -- faces and gaps ------------------------------------------------------------------------------------------------


def _faces(state: GameState, unit: Unit, lead: Model, near: Sequence[Piece], reach: float) -> Iterator[Offer]:
    """Of each kind the ways that are open, else why the first one is not."""
    kept: dict[str, list[Offer]] = {}
    for piece in near:
        if not _is_face(state, lead, piece) or rings.edge_distance(piece.ring, lead.at) > reach:
            continue
        for kind, end in _ways(state, unit, lead, piece):
            path = (Waypoint(at=_on_table(state, end)),)
            action = kind(side=unit.side, unit=unit.id, path=path, model=lead.id)
            offer = offered(
                state,
                action,
                kind=KINDS[kind],
                unit=unit.id,
                ap=kind.points,
                label=f"{KINDS[kind]} {piece.terrain.name}",
            )
            if offer.refusal is None or offer.refusal.code not in BESIDE_THE_POINT:
                kept.setdefault(KINDS[kind], []).append(offer)
    for found in kept.values():
        legal = [o for o in found if o.action is not None]
        yield from legal or found[:1]


def _is_face(state: GameState, model: Model, piece: Piece) -> bool:
    terrain = piece.terrain
    if is_obstacle(terrain):
        return terrain.height_in > reach_of(state.profile(model)) + TOLERANCE
    return terrain.is_steep


def _ways(state: GameState, unit: Unit, lead: Model, piece: Piece) -> Iterator[tuple[type[Scaling], Point]]:
    """Manners of going, each with where the way ends."""
    terrain = piece.terrain
    edge = rings.nearest_on_edge(piece.ring, lead.at)
    inside = rings.encloses(piece.ring, lead.at)
    ahead = bearing(lead.at, edge) if distance(lead.at, edge) > TOLERANCE else lead.facing
    over = along(edge, ahead, BEYOND_IN + (terrain.width_in if terrain.line else 0.0))
    if lead.on_face:
        yield Climb, over
        away = along(lead.at, normalise(ahead + 180), BEYOND_IN)
        yield Climb, away
        yield JumpDown, away
        return
    down = (terrain.depth_in > 0) != inside and not terrain.line
    yield Climb, over
    if down:
        yield JumpDown, over
        if terrain.ropes or "ropes" in unit.tags or all(state.profile(m).has("ropes") for m in unit.alive):
            yield Rappel, over
    elif all(state.profile(m).has("jump-pack") for m in unit.alive):
        yield LeapUp, over
    if terrain.depth_in and not inside:
        yield JumpAcross, _far_side(piece, lead.at, ahead)


def _far_side(piece: Piece, start: Point, ahead: float) -> Point:
    """Beyond the gap, straight on."""
    end = along(start, ahead, LONGEST_JUMP_IN)
    parts = rings.crossings(piece.ring, start, end)
    gone = parts[0][1] * LONGEST_JUMP_IN if parts else LONGEST_JUMP_IN
    return along(start, ahead, gone + BEYOND_IN)


def _on_table(state: GameState, point: Point) -> Point:
    x = min(max(point[0], 0.0), state.scenario.width_in)
    y = min(max(point[1], 0.0), state.scenario.height_in)
    return (round(x, 3), round(y, 3))


# -- ladders and water ---------------------------------------------------------------------------------------------


def _ladders(state: GameState, unit: Unit) -> Iterator[Offer]:
    """Up or down each ladder that is near, as it may be."""
    if not ground.table_of(state).has_faces:
        return
    found: list[Offer] = []
    for span in ladders.ladders(state):
        for down, end in ((False, span.foot), (True, span.head)):
            if min(distance(m.at, end) for m in unit.alive) > max(paces.basic_move(state, unit, m) for m in unit.alive):
                continue
            found.append(_ladder(state, unit.id, unit.side, span, down=down))
    legal = [o for o in found if o.action is not None]
    yield from legal or found[:1]


def _ladder(state: GameState, unit: UnitId, side: SideId, span: ladders.Span, *, down: bool) -> Offer:
    action = ladders.UseLadder(side=side, unit=unit, ladder=span.terrain.id, down=down)
    label = f"{'down' if down else 'up'} {span.terrain.name}"
    return offered(state, action, kind="ladder", unit=unit, ap=1, label=label)


def _swims(state: GameState, unit: Unit, lead: Model, near: Sequence[Piece]) -> Iterator[Offer]:
    """Ahead, and over the nearest bank, if there is deep water near."""
    water = [p for p in near if p.terrain.going == "water" and ground.bars(p.terrain, state.profile(lead))]
    found: list[Offer] = []
    for piece in water:
        if rings.distance_to_ring(piece.ring, lead.at) > _SWIMS[0]:
            continue
        edge = rings.nearest_on_edge(piece.ring, lead.at)
        bank = bearing(lead.at, edge) if distance(lead.at, edge) > TOLERANCE else lead.facing
        for course, length in (
            (lead.facing, _SWIMS[0]),
            (lead.facing, _SWIMS[1]),
            (bank, _SWIMS[0]),
            (bank, _SWIMS[1]),
        ):
            path = (Waypoint(at=_on_table(state, along(lead.at, course, length))),)
            action = Swim(side=unit.side, unit=unit.id, path=path, model=lead.id)
            found.append(offered(state, action, kind="swim", unit=unit.id, ap=1, label=f"swim {piece.terrain.name}"))
    legal = [o for o in found if o.action is not None]
    yield from legal or found[:1]
