"""Moves that may be offered to the unit in hand: a few concrete ones, in a stable order. (ARAP-MOVE-01)

Ways up, down, across and through water that may be offered to the unit in hand, in a stable order.

A few concrete ones near its leader: straight to the nearest point of each edge. (ARAP-CLIMB-04, ARAP-SWIM-01)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from rules.arap.movement import far_walks, ladders, prone
from rules.arap.movement.climb import Climb, JumpDown, Rappel, Scaling
from rules.arap.movement.jump import JumpAcross, LeapUp
from rules.arap.movement.swim import Swim
from rules.arap.movement.walk import Move, TacticalMove, is_open
from rules.arap.paths import allowance, march
from rules.arap.paths.manners import LEAP_IN, MANNERS, SWIM, way_up
from rules.arap.paths.turns import Waypoint
from rules.arap.terrain import floor_ways, ground
from rules.arap.terrain.ground import Piece
from rules.arap.terrain.levels import is_obstacle, reach_of
from rules.core.ids import SideId
from rules.forces.unit import Model, Point, Unit
from rules.geometry import rings
from rules.geometry.facings import bearing, normalise
from rules.geometry.lengths import TOLERANCE, along, distance
from rules.offers import Lister, Offer, offered
from rules.state import GameState

SHARES: Final = (1.0, 0.5)
"""How much of its allowance a unit is offered to use: all, else half."""


def _on_foot(state: GameState, side: SideId) -> Iterator[Unit]:
    """The unit in hand, if it walks."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle and unit.on_table:
        yield unit


def walks(state: GameState, side: SideId) -> Iterator[Offer]:
    """Moves ahead, to the nearest enemy and to the nearest objective."""
    for unit in _on_foot(state, side):
        yield from _moves(state, unit)


def _crawls(state: GameState, side: SideId) -> Iterator[Offer]:
    """Straight on."""
    for unit in _on_foot(state, side):
        yield _first(state, unit, "crawl", [Move(side=side, unit=unit.id, path=_ahead(state, unit, 0.5), gait="crawl")])


def _tactical(state: GameState, side: SideId) -> Iterator[Offer]:
    """From shelter to shelter, straight on."""
    for unit in _on_foot(state, side):
        tactical = [TacticalMove(side=side, unit=unit.id, path=_ahead(state, unit, s)) for s in SHARES]
        yield _first(state, unit, "tactical", tactical)


def _postures(state: GameState, side: SideId) -> Iterator[Offer]:
    """Lying down, standing up."""
    for unit in _on_foot(state, side):
        yield offered(state, prone.GoProne(side=side, unit=unit.id), kind="go-prone", unit=unit.id)
        yield offered(state, prone.StandUp(side=side, unit=unit.id), kind="stand-up", unit=unit.id, ap=1)


def _moves(state: GameState, unit: Unit) -> Iterator[Offer]:
    found: list[Offer] = []
    courses = list(_courses(state, unit))
    for label, course, most in courses:
        straight = [(course, share) for share in SHARES]
        offer = _first_open(state, unit, label, straight, most)
        if offer is None and label in _WORTH_A_DETOUR:
            shorter = _first_open(state, unit, ROUND, [(course, _HEAVY)], most)
            found += [shorter] if shorter is not None else []
            offer = _first_open(state, unit, ROUND, _aside(course), most)
        if offer is not None:
            found.append(offer)
    found += far_walks.walks(state, unit)
    if not found:
        facing = march.anchor(unit).facing
        around = ([(normalise(facing + turned), share) for share in _SHORT] for turned in _ALL_ROUND)
        found += [o for ways in around if (o := _first_open(state, unit, ROUND, ways, inf)) is not None]
    yield from found
    if not found:
        label, course, most = courses[0]
        yield _offer(state, unit, label, (course, SHARES[0]), most)


ROUND: Final = "round"
"""A way aside, past whoever stands in the straight one."""
_WORTH_A_DETOUR: Final = ("enemy", "objective")
_ASIDE: Final = (40.0, -40.0, 75.0, -75.0)
"""Degrees off the straight way that are tried, one after the other."""
_HEAVY: Final = 0.4
"""The share that a whole unit gets over heavy ground, where those behind lose something by falling in."""
_A_STEP: Final = 0.25
_ALL_ROUND: Final = (0.0, 45.0, -45.0, 90.0, -90.0, 135.0, -135.0, 180.0)
_SHORT: Final = (0.5, _A_STEP)
"""Short ways to all sides, for who is hemmed in by friends."""


def _aside(course: float) -> list[tuple[float, float]]:
    """Ways that come after the straight one: aside and far, aside and short, a step."""
    aside = [(normalise(course + off), share) for share in SHARES for off in _ASIDE]
    return [*aside, *((normalise(course + off), _HEAVY) for off in _ASIDE), (course, _A_STEP)]


def _first_open(
    state: GameState, unit: Unit, label: str, ways: Sequence[tuple[float, float]], most: float
) -> Offer | None:
    """A move on the first of those bearings, each with its share of the allowance, that is legal."""
    for way in ways:
        if is_open(state, _move(state, unit, way, most)):
            return _offer(state, unit, label, way, most)
    return None


def _offer(state: GameState, unit: Unit, label: str, way: tuple[float, float], most: float) -> Offer:
    price = 0 if allowance.is_begun(unit, "move") else 1
    return offered(state, _move(state, unit, way, most), kind="move", unit=unit.id, ap=price, label=label)


def _move(state: GameState, unit: Unit, way: tuple[float, float], most: float) -> Move:
    return Move(side=unit.side, unit=unit.id, path=_straight(state, unit, *way, most))


def _first(state: GameState, unit: Unit, kind: str, moves: list[Move] | list[TacticalMove]) -> Offer:
    """The first of some moves that is legal, else why the first one is not."""
    price = 0 if kind == "crawl" and allowance.is_begun(unit, "crawl") else 1
    tried = [offered(state, move, kind=kind, unit=unit.id, ap=price) for move in moves]
    return next((o for o in tried if o.action is not None), tried[0])


def _courses(state: GameState, unit: Unit) -> Iterator[tuple[str, float, float]]:
    """Bearings worth trying by what lies there, and how far it is sensible to go: to an objective, not beyond."""
    lead = march.anchor(unit)
    yield "ahead", lead.facing, inf
    enemies = [m.at for u in state.enemies_of(unit.side) if not u.hidden for m in u.alive]
    if enemies:
        nearest = min(enemies, key=lambda p: distance(lead.at, p))
        yield "enemy", bearing(lead.at, nearest), inf
        if distance(lead.at, nearest) <= _FROM_IN:
            yield "away", normalise(bearing(lead.at, nearest) + 180), inf
    goals = sorted((o.at for o in state.scenario.objectives), key=lambda p: distance(lead.at, p))
    for goal in goals[:_GOALS]:
        if distance(lead.at, goal) > TOLERANCE:
            yield "objective", bearing(lead.at, goal), distance(lead.at, goal)
    yield from _to_cover(state, unit, lead)


_GOALS: Final = 3
"""Objectives to which a way is offered, the nearest first."""
_FROM_IN: Final = 12.0
"""Inches from the nearest enemy within which a way from it is offered."""
_INTO_IN: Final = 2.0
"""Inches beyond its edge that a way into cover leads."""


def _to_cover(state: GameState, unit: Unit, lead: Model) -> Iterator[tuple[str, float, float]]:
    """Into the nearest ground that covers who stands in it, if it is within reach. (ARAP-HIT-06)"""
    reach = allowance.basic_move(state, unit, lead)
    covers = [t for t in state.terrain if t.cover != "none" and not t.line and t.going != "impassable"]
    edges = [rings.nearest_on_edge(t.points, lead.at) for t in covers if not rings.encloses(t.points, lead.at)]
    away, course = min(((distance(lead.at, edge), bearing(lead.at, edge)) for edge in edges), default=(inf, 0.0))
    if TOLERANCE < away <= reach:
        yield "cover", course, away + _INTO_IN


def _straight(state: GameState, unit: Unit, course: float, share: float, most: float = inf) -> tuple[Waypoint, ...]:
    lead = march.anchor(unit)
    reach = min(allowance.basic_move(state, unit, m) for m in unit.alive)
    return (Waypoint(at=_rounded(along(lead.at, course, min(reach * share, most)))),)


def _ahead(state: GameState, unit: Unit, share: float) -> tuple[Waypoint, ...]:
    return _straight(state, unit, march.anchor(unit).facing, share)


def _rounded(point: Point) -> Point:
    return (round(point[0], 3), round(point[1], 3))


BEYOND_IN: Final = 0.6
"""How far past an edge an offered way leads."""

LONGEST_JUMP_IN: Final = 12.0

_SWIMS: Final = (4.0, 2.0)

BESIDE_THE_POINT: Final = ("nothing-to-climb", "no-drop", "no-gap", "no-face")
"""Refusals of ways that lead over nothing of the kind after all: not worth a word."""


def climbs(state: GameState, side: SideId) -> Iterator[Offer]:
    """What the ground near the acting unit allows."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or state.is_locked(unit.id):
        return
    yield from _ladders(state, unit)
    lead = next((m for m in unit.alive if m.on_face), march.anchor(unit))
    reach = max(LEAP_IN, allowance.basic_move(state, unit, lead))
    near = ground.pieces_near(state, rings.bounds((lead.at,)).grown(reach))
    yield from _faces(state, unit, lead, near, reach)
    yield from _swims(state, unit, lead, near)


# -- faces and gaps ------------------------------------------------------------------------------------------------


def _faces(state: GameState, unit: Unit, lead: Model, near: Sequence[Piece], reach: float) -> Iterator[Offer]:
    """Of each kind the ways that are open, the nearest first, else why one is not: last a face that nobody climbs."""
    kept: dict[str, list[Offer]] = {}
    for piece in sorted(near, key=lambda p: round(rings.edge_distance(p.ring, lead.at), 3)):
        if not _is_face(state, lead, piece) or rings.edge_distance(piece.ring, lead.at) > reach:
            continue
        for kind, end in _ways(state, unit, lead, piece):
            path = (Waypoint(at=_on_table(state, end)),)
            action = kind(side=unit.side, unit=unit.id, path=path, model=lead.id)
            offer = offered(
                state,
                action,
                kind=kind.way.how,
                unit=unit.id,
                ap=kind.way.points,
                label=f"{kind.way.how} {piece.terrain.name}",
            )
            if offer.refusal is None or offer.refusal.code not in BESIDE_THE_POINT:
                kept.setdefault(kind.way.how, []).append(offer)
    for found in kept.values():
        legal = [o for o in found if o.action is not None]
        yield from legal or sorted(found, key=_is_unclimbable)[:1]


def _is_unclimbable(offer: Offer) -> bool:
    return offer.refusal is not None and offer.refusal.code == "unclimbable"


def _is_face(state: GameState, model: Model, piece: Piece) -> bool:
    terrain = piece.terrain
    if is_obstacle(terrain):  # a wall up to the ceiling is not worth a word
        return terrain.vertical != "impassable" and terrain.height_in > reach_of(state.profile(model)) + TOLERANCE
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
    """Up or down each ladder or flight of stairs that is near, as it may be; who is on one goes on, or back."""
    if not any(p.terrain.ladder for p in ground.table_of(state).pieces):
        return
    found: list[Offer] = []
    for span in floor_ways.ladders(state):
        hangs = any(m.on_face == span.terrain.id for m in unit.alive)
        ways = ((False, span.foot), (True, span.head))
        for down, end in reversed(ways) if hangs and ladders.comes_down(state, unit, span) else ways:
            if not hangs and min(distance(m.at, end) for m in unit.alive) > max(
                allowance.basic_move(state, unit, m) for m in unit.alive
            ):
                continue
            found.append(_ladder(state, unit, span, down=down))
    legal = [o for o in found if o.action is not None]
    yield from legal or found[:1]


def _ladder(state: GameState, unit: Unit, span: floor_ways.LadderSpan, *, down: bool) -> Offer:
    action = ladders.UseLadder(side=unit.side, unit=unit.id, ladder=span.terrain.id, down=down)
    label = f"{'down' if down else 'up'} {span.terrain.name}"
    return offered(state, action, kind=way_up(span.terrain).how, unit=unit.id, ap=ladders.price(unit), label=label)


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
            found.append(
                offered(state, action, kind=SWIM.how, unit=unit.id, ap=SWIM.points, label=f"swim {piece.terrain.name}")
            )
    legal = [o for o in found if o.action is not None]
    yield from legal or found[:1]


LISTERS: Final = (
    Lister(walks, ("move",)),
    Lister(_crawls, ("crawl",)),
    Lister(_tactical, ("tactical",)),
    Lister(_postures, ("go-prone", "stand-up")),
    Lister(climbs, tuple(manner.how for manner in MANNERS)),
)
"""Walks first, then ways up, down and across."""
