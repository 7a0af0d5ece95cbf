"""Who is locked in one fight: a ring round all of them, and on whose side of it each flag stands. (ARAP-MELEE-01)

Who has broken off from it: a dashed tie to each of those, until they may come near again. (ARAP-BREAK-03)
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from django.utils.html import escape

from rules.forces.unit import Point, Unit
from rules.geometry.hulls import Hull
from rules.questions import units
from rules.state import GameState, Melee
from tabletop.ui.board.svg import hull_of, num, rounded, scaled

_ROOM = 9.0
"""Between the outermost places and the ring, in drawing units."""
_ABOVE = 4.0
"""So far above the ring its badge stands."""


def rings(state: GameState) -> str:
    """A ring for each fight, with a crossed badge on its rim that says who is in it."""
    return "".join(_ring(state, melee) for melee in state.melees)


def ties(state: GameState) -> str:
    """A tie with a bar across it between every two units of which one broke off from the other. (ARAP-BREAK-03)"""
    pairs = {frozenset((unit.id, other)) for unit in state.units.values() for other in units.shunned(unit)}
    found = (tuple(state.units[name] for name in sorted(pair) if name in state.units) for pair in pairs)
    return "".join(sorted(_tie(*pair) for pair in found if len(pair) == 2 and all(u.on_table for u in pair)))


def _tie(one: Unit, other: Unit) -> str:
    a, b = min(((m.at, n.at) for m in one.alive for n in other.alive), key=lambda ends: (math.dist(*ends), *ends))
    (ax, ay), (bx, by) = scaled((a, b))
    x, y, turn = (ax + bx) / 2, (ay + by) / 2, math.degrees(math.atan2(by - ay, bx - ax))
    place = f"translate({num(x)} {num(y)}) rotate({num(turn)})"
    said = escape(f"{one.id.upper()} and {other.id.upper()} are parted: no charge between them, and none comes nearer")
    return (
        f'<path class="parted" d="M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"/>'
        f'<g class="parted-b" role="img" aria-label="{said}" transform="{place}">'
        '<g class="z"><path d="M-1.6-5V5M1.6-5V5"/></g></g>'
    )


def _ring(state: GameState, melee: Melee) -> str:
    units = _fighters(state, melee)
    corners = hull_of(scaled(p for unit in units for p in _places(state, unit)))
    if len(units) < 2 or len(corners) < 2:
        return ""
    x, y = (min(p[0] for p in corners) + max(p[0] for p in corners)) / 2, min(p[1] for p in corners) - _ROOM - _ABOVE
    round_told = f", round {melee.round}" if melee.round else ""
    said = escape(f"Melee{round_told}: {', '.join(unit.id.upper() for unit in units)}")
    return (
        f'<path class="melee-r" d="{rounded(corners, _ROOM)}"/>'
        f'<g class="melee-b" role="img" aria-label="{said}" transform="translate({num(x)} {num(y)})"><g class="z">'
        '<circle r="6"/><path d="M-2.6-2.6L2.6 2.6M2.6-2.6L-2.6 2.6"/></g></g>'
    )


def _fighters(state: GameState, melee: Melee) -> list[Unit]:
    found = (state.units.get(name) for name in melee.units)
    return [unit for unit in found if unit is not None and unit.in_play and unit.alive]


def _places(state: GameState, unit: Unit) -> Iterator[Point]:
    for model in unit.alive:
        hull = state.profile(model).hull
        if hull is None:
            yield model.at
        else:
            yield from Hull(model.at, model.facing, hull.length_in, hull.width_in).corners()


def rim(state: GameState, unit: Unit) -> Point:
    """The direction away from whom a unit fights, to a tenth; (0, 0) for one that fights nobody."""
    melee = state.melee_of(unit.id)
    if melee is None or not unit.alive:
        return (0.0, 0.0)
    others = [m.at for other in _fighters(state, melee) if other.side != unit.side for m in other.alive]
    if not others:
        return (0.0, 0.0)
    here, there = _middle(m.at for m in unit.alive), _middle(others)
    dx, dy = here[0] - there[0], here[1] - there[1]
    length = math.hypot(dx, dy) or 1.0
    return (round(dx / length, 1), round(dy / length, 1))


def _middle(points: Iterable[Point]) -> Point:
    known = list(points)
    return (sum(p[0] for p in known) / len(known), sum(p[1] for p in known) / len(known))
