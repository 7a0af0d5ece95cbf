"""Walks towards places far off that walls bar: to the next door or stairs, through what is open. (ARAP-MOVE-01)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.movement.file import behind
from rules.arap.movement.walk import Move, is_open
from rules.arap.paths import allowance, far_ways, march
from rules.arap.paths.cut_short import parted
from rules.arap.paths.march import March
from rules.arap.paths.turns import Waypoint
from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.terrain import ground
from rules.forces.unit import Model, Point, Unit
from rules.geometry import lengths
from rules.geometry.lengths import distance, toward
from rules.geometry.ways.roadmap import FarWay
from rules.offers import Offer, offered
from rules.state import GameState, Placement

THROUGH: Final = "through"
"""What such a way is called."""
GOALS: Final = 3
"""Objectives to which a way is looked for, the nearest on foot first."""
GATHER: Final = "gather"
"""What it is called when the others come to their lead: before a lift, which takes all or none, or where they lag."""
STANDS_IN: Final = 1.0
"""How far before a shut door or stairs they halt."""
LEAST_IN: Final = 0.25
"""A way that is shorter is not worth a word."""
_SHORTER_IN: Final = (0.0, 0.6, 1.2, 2.4)
"""By how much a way is cut where nobody may end."""
_FOLLOW: Final = (99, 3, 1, 0)
"""How many follow the lead in single file where not all get through."""


def walks(state: GameState, unit: Unit) -> Iterator[Offer]:
    """To each place worth it, once for each way; nothing where there is nothing to go into or to climb."""
    if far_ways.roads(state, unit) is None:
        return
    lead, found, is_held_up = march.anchor(unit), set[tuple[Point, ...]](), False
    for goal in _goals(state, unit, lead.at):
        way = far_ways.way_to(state, unit, lead.at, goal)
        points = _up_to_stop(lead.at, way) if way is not None else ()
        if way is not None and not points and _carries_all(state, way.stop):
            points = way.points[-1:]
            together = gathered(state, unit, points[0]) if points not in found else None
            if together is not None:
                price = 0 if allowance.is_begun(unit, "move") else 1
                yield offered(state, together, kind="move", unit=unit.id, ap=price, label=GATHER)
            found.add(points)
            continue
        if way is None or not points or points in found:
            continue
        found.add(points)
        order = along(state, unit, points, is_plain=len(way.points) == 1 and not way.stop)
        if order is not None:
            price = 0 if allowance.is_begun(unit, "move") else 1
            yield offered(state, order, kind="move", unit=unit.id, ap=price, label=THROUGH)
        is_held_up = is_held_up or (order is None and len(way.points) > 1)
    together = gathered(state, unit, lead.at) if is_held_up and _is_strung_out(unit) else None
    if together is not None:
        price = 0 if allowance.is_begun(unit, "move") else 1
        yield offered(state, together, kind="move", unit=unit.id, ap=price, label=GATHER)


def _is_strung_out(unit: Unit) -> bool:
    """Whether those who are furthest from their lead may keep it from going on. (ARAP-COH-01)"""
    lead = march.anchor(unit)
    return any(distance(m.at, lead.at) > _APART_IN for m in unit.alive)


_APART_IN: Final = 3.0


def _goals(state: GameState, unit: Unit, at: Point) -> Iterator[Point]:
    """The nearest objectives, then the nearest enemy."""
    places = [o.at for o in state.scenario.objectives]
    yield from sorted(places, key=lambda goal: round(far_ways.inches(state, unit, at, goal), 3))[:GOALS]
    enemies = [m.at for u in state.enemies_of(unit.side) if not u.hidden for m in u.alive]
    if enemies:
        yield min(enemies, key=lambda goal: distance(at, goal))


def _carries_all(state: GameState, stop: str) -> bool:
    """Whether a way stops at a lift or tube."""
    return any(t.id == stop and t.carrier is not None for t in state.terrain)


_ROUND_IN: Final = (0.6, 1.2, 1.8)
_TURNS: Final = range(0, 360, 30)
SPARE_IN: Final = (0.1, 1.1, 2.1)
"""Inches of its move that somebody keeps who comes to the others; more where that is too little, as doors take some."""


def gathered(state: GameState, unit: Unit, about: Point) -> Move | None:
    """Those of a unit who are further off come as near to a place as they get; None if nobody comes near."""
    for spare in SPARE_IN:
        order = _coming(state, unit, about, spare)
        if not _moves_anybody(unit, order):
            return None
        if is_open(state, order):
            return order
    some = _one_by_one(state, unit, order)
    return some if _moves_anybody(unit, some) else None


def _coming(state: GameState, unit: Unit, about: Point, spare: float) -> Move:
    """All of them with that many inches of their move to spare, each where there is room for him."""
    lead = march.anchor(unit)
    step = (replace(_path((lead.at,))[0], facing=lead.facing),)
    most = allowance.pace_of(state, unit, march.march(state, unit, step), "move").most
    taken = list(single_models.occupied(state, {m.id for m in unit.alive}))
    taken += [(m.at, radius_of(state, m)) for m in unit.alive if m is lead or distance(m.at, about) <= _ROUND_IN[-1]]
    found: list[Placement] = []
    for model in sorted(unit.alive, key=lambda m: round(far_ways.inches(state, unit, m.at, about), 3)):
        if model is lead or distance(model.at, about) <= _ROUND_IN[-1]:
            continue
        at = _nearby(state, model, about, most[model.id] - spare, taken)
        at = at or _on_the_way(state, unit, model, about, most[model.id] - max(spare, SPARE_IN[1]), taken)
        found.append(at or _stays(unit, Placement(model=model.id, at=model.at, facing=model.facing)))
        taken.append((found[-1].at, radius_of(state, model)))
    return Move(side=unit.side, unit=unit.id, path=step, placements=tuple(found))


def _one_by_one(state: GameState, unit: Unit, order: Move) -> Move:
    """The same without those whose way is barred or too long with the others where they go."""
    going = tuple(_stays(unit, p) for p in order.placements)
    for n, place in enumerate(order.placements):
        tried = replace(order, placements=(*going[:n], place, *going[n + 1 :]))
        if _moves_anybody(unit, tried) and is_open(state, tried):
            going = tried.placements
    return replace(order, placements=going)


def _moves_anybody(unit: Unit, order: Move) -> bool:
    return any(p.at != unit.model(p.model).at for p in order.placements)


def _nearby(state: GameState, model: Model, about: Point, most: float, taken: Sequence[Spot]) -> Placement | None:
    """A free place near by, the nearest to it first; else as far on the way there as it gets."""
    places = [lengths.along(about, turn, ring) for ring in _ROUND_IN for turn in _TURNS]
    for place in sorted(places, key=lambda p: round(distance(p, model.at), 3)):
        if ground.cost_of_leg(state, model, about, place).barred is not None:
            continue
        track = march.alone(state, model, place, "walk")
        if track.until_barred()[0] < len(track.legs):
            continue
        over = track.spent_in - most
        for less in (0.0,) if over <= 0 else (over, over + 0.6):
            points = shortened(model.at, track.points[1:], less) if less else (place,)
            at = (round(points[-1][0], 3), round(points[-1][1], 3)) if points else model.at
            way = march.alone(state, model, at, "walk")
            spent = way.spent_in if way.until_barred()[0] == len(way.legs) else math.inf
            if points and spent <= most + SPARE_IN[0] / 2 and single_models.is_free(state, model, at, taken):
                return Placement(model=model.id, at=at, facing=model.facing)
    return None


def _on_the_way(
    state: GameState, unit: Unit, model: Model, about: Point, most: float, taken: Sequence[Spot]
) -> Placement | None:
    """As far as somebody gets who has to go round walls, through the door by which the others came."""
    way = far_ways.way_to(state, unit, model.at, about)
    if way is None or len(way.points) < 2:
        return None
    length = sum(distance(a, b) for a, b in itertools.pairwise((model.at, *way.points)))
    for less in _SHORTER_IN:
        points = shortened(model.at, way.points, max(0.0, length - most) + less)
        at = (round(points[-1][0], 3), round(points[-1][1], 3)) if points else model.at
        if points and single_models.is_free(state, model, at, taken):
            return Placement(model=model.id, at=at, facing=model.facing)
    return None


def _up_to_stop(at: Point, way: FarWay) -> tuple[Point, ...]:
    """The corners of a way, up to what stops it; none if they stand there already."""
    return shortened(at, way.points, STANDS_IN) if way.stop else way.points


def shortened(start: Point, points: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A way without its last inches; nothing if it is hardly longer."""
    left = sum(distance(a, b) for a, b in itertools.pairwise((start, *points))) - by
    kept: list[Point] = []
    for a, b in itertools.pairwise((start, *points)) if left >= LEAST_IN else ():
        step = distance(a, b)
        if step >= left:
            return (*kept, toward(a, b, left))
        kept.append(b)
        left -= step
    return tuple(kept)


def along(state: GameState, unit: Unit, points: Sequence[Point], *, is_plain: bool = False) -> Move | None:
    """As far along that way as one action takes the lead: in formation, else in single file, as many as get through.

    On a plain way, which is straight and leads to the end, they are offered to keep the formation anyway.
    """
    laid = _loose(state, unit, points)
    pace = allowance.pace_of(state, unit, laid, "move")
    reached, _ = parted(laid.lead.model.at, laid.path, *laid.lead.reach(pace.most[laid.anchor]))
    whole = tuple(w.at for w in reached)
    for less in _SHORTER_IN:
        path = shortened(laid.lead.model.at, whole, less) if less else whole
        if not path:
            return None
        found = next((each for each in _tried(state, unit, path, is_plain=is_plain) if is_open(state, each)), None)
        if found is not None:
            return found
    return None


def _loose(state: GameState, unit: Unit, points: Sequence[Point]) -> March:
    """A march that leads nobody round a wall by himself: that takes long to find out."""
    return march.march(state, unit, _path(points), filed_most_in=lambda: 0.0)


def _tried(state: GameState, unit: Unit, path: Sequence[Point], *, is_plain: bool) -> Iterator[Move]:
    """In formation, where nobody comes upon a wall; then the others behind the lead, fewer and fewer; the last stay."""
    order, laid = Move(side=unit.side, unit=unit.id, path=_path(path)), _loose(state, unit, path)
    if all(leg.barred is None for track in laid.tracks for leg in track.legs):
        if is_plain and is_open(state, order):
            return
        yield order
    placed = behind(state, unit, laid, allowance.pace_of(state, unit, laid, "move"))
    for many in dict.fromkeys(min(n, len(placed)) for n in _FOLLOW):
        yield replace(order, placements=(*placed[:many], *(_stays(unit, p) for p in placed[many:])))


def _stays(unit: Unit, place: Placement) -> Placement:
    model = unit.model(place.model)
    return Placement(model=model.id, at=model.at, facing=model.facing, prone=model.prone)


def _path(points: Sequence[Point]) -> tuple[Waypoint, ...]:
    return tuple(Waypoint(at=(round(x, 3), round(y, 3))) for x, y in points)
