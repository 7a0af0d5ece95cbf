"""What a plan draws on the board: the way with its costs, ghosts, lines of sight, arcs. Inches in, markup out."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import ModelId
from rules.core.preview import Preview
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import between, distance, path_until
from rules.questions import ranges
from rules.questions.board import pulled_behind
from rules.state import GameState
from rules.table.scale import scale_of
from tabletop.games.board import drawing
from tabletop.games.words import leg_plate
from tabletop.ui.board import TokenModel
from tabletop.ui.board.overlay import arc, facing_ring, ghosts, halt, label, move_path, sight_line, touched
from tabletop.ui.board.svg import path as path_data
from tabletop.ui.board.svg import scaled
from tabletop.ui.words import inches_text


class Overlay(NamedTuple):
    """Markup for the board's three layers of previews."""

    arcs: str = ""
    preview: str = ""
    facings: str = ""


EMPTY = Overlay()


def walked(state: GameState, unit: Unit, points: Sequence[Point], preview: Preview) -> Overlay:
    """A way: what is affordable as a path, the rest dashed; the cost of each leg; where everybody would stand."""
    way = _affordable(points, preview)
    beyond = [way[-1], *points[len(way) - 1 :]] if len(way) < len(points) or way[-1] != points[-1] else []
    refused = preview.refusal is not None
    drawn = move_path(way) if len(way) > 1 and not (refused and not beyond) else barred(points) if refused else ""
    drawn += barred(beyond) if beyond else ""
    shown = halts(state, unit, preview) + ghosts(unit.side, models_at(state, unit, preview.ghosts))
    return Overlay(preview=drawn + shown + _leg_labels(state, points, preview) + _marks(state, preview))


def _marks(state: GameState, preview: Preview) -> str:
    """A ring round each model that is marked, where it would stand if it goes along. (ARAP-COH-01)"""
    there = {name: (x, y) for name, x, y, _ in preview.ghosts}
    goes = [ModelId(name) for name in preview.marked if name in there]
    ringed = (touched(there[name], state.profile(state.find_model(name)[1]).base_radius_in) for name in goes)
    return "".join(ringed) + rings(state, [name for name in preview.marked if name not in there])


def halts(state: GameState, unit: Unit, preview: Preview) -> str:
    """Where a hull stays if its dice are bad, with what brings that about."""
    hull = state.profile(unit.models[0]).hull
    if hull is None:
        return ""
    drawn = []
    for words, x, y, facing in preview.halts:
        stands = Hull((x, y), facing, hull.length_in, hull.width_in)
        plate_at = free_place(
            state, (x, y - hull.width_in / 2 - 1), words, [(gx, gy) for _, gx, gy, _ in preview.ghosts]
        )
        drawn.append(halt(stands.corners()) + label(plate_at, words, scale=scale_of(state.options)))
    return "".join(drawn)


def rings(state: GameState, models: Iterable[str]) -> str:
    """A ring round each of those models."""
    found = (state.find_model(ModelId(name))[1] for name in models)
    return "".join(touched(m.at, state.profile(m).base_radius_in) for m in found)


def beyond(points: Sequence[Point], length_in: float) -> str:
    """What is left of a way after that much of it, dashed."""
    kept = path_until(tuple(points), length_in)
    gone, passed = 0.0, []
    for a, b in itertools.pairwise(points):
        gone += distance(a, b)
        if gone > length_in + 0.01:
            passed.append(b)
    return barred([kept[-1], *passed])


def _affordable(points: Sequence[Point], preview: Preview) -> list[Point]:
    """The part of a way that its allowance pays for, by the share of each leg."""
    over = preview.spent_in - preview.allowance_in
    if not preview.legs or preview.allowance_in <= 0 or over <= 0.01:
        return list(points)
    left, length = preview.allowance_in, 0.0
    for leg in preview.legs:
        if leg.cost_in > left:
            length += leg.length_in * (left / leg.cost_in if leg.cost_in else 0)
            break
        left -= leg.cost_in
        length += leg.length_in
    return list(path_until(tuple(points), length))


def barred(points: Sequence[Point]) -> str:
    """A way that cannot be gone, dashed."""
    if len(points) < 2:
        return ""
    return f'<path class="path-x" d="{path_data(scaled(points))}"/>'


def models_at(state: GameState, unit: Unit, places: Iterable[tuple[str, float, float, float]]) -> list[TokenModel]:
    """The unit's models as they would stand."""
    known = {str(m.id): m for m in unit.models}
    return [
        drawing.token_model(state, unit, replace(known[name], at=(x, y), facing=facing))
        for name, x, y, facing in places
        if name in known
    ]


def _leg_labels(state: GameState, points: Sequence[Point], preview: Preview) -> str:
    """The price of each leg at its middle, and the sum at the end."""
    if not preview.legs:
        return ""
    scale = scale_of(state.options)
    starts = [points[0], *(leg.to for leg in preview.legs[:-1])]
    middles = "".join(
        label(_beside(start, leg.to), leg_plate(leg), scale=scale)
        for start, leg in zip(starts, preview.legs, strict=True)
        if (leg.length_in >= 1 and leg.reason) or (leg.length_in >= _PLATE_IN and len(preview.legs) > 1)
    )
    of = f" of {inches_text(preview.allowance_in)}" if preview.allowance_in else ""
    spent = f"{inches_text(preview.spent_in)}{of}" if preview.spent_in else f"up to {inches_text(preview.allowance_in)}"
    ghosts_at = [(x, y) for _, x, y, _ in preview.ghosts]
    return middles + label(free_place(state, _past(points), spent, ghosts_at), spent, marked=True, scale=scale)


def free_place(state: GameState, at: Point, words: str, ghosts_at: Sequence[Point] = ()) -> Point:
    """The place nearest to one that was meant where a plate with those words covers no model and no ghost."""
    across, down = _plate_half_in(words)
    near = [m.at for u in state.units.values() if u.on_table for m in u.alive]
    others = [p for p in (*near, *ghosts_at) if distance(p, at) < across + 12]
    for dx, dy in _PLATE_MOVES:
        x, y = at[0] + dx, at[1] + dy
        if not any(abs(x - p[0]) < across and abs(y - p[1]) < down for p in others):
            return (x, y)
    return at


def _plate_half_in(words: str) -> Point:
    """How near the middle of a plate may come to the middle of a model on a round base, across and along."""
    return (len(words) * 0.25 + 1.0, 1.15)


_PLATE_MOVES: Final = tuple(
    sorted(
        ((dx * 1.5, dy * 1.0) for dx in range(-5, 6) for dy in range(-6, 7)),
        key=lambda by: (abs(by[0]) + abs(by[1]), by),
    )
)
"""How a plate gives way, the least first; inches."""


_PLATE_IN = 3.0
"""A leg shorter than this has no room for its cost, unless the ground makes it dear."""


def _beside(a: Point, b: Point) -> Point:
    """The middle of a leg, moved off the line to its right."""
    x, y = between(a, b, 0.5)
    length = distance(a, b) or 1
    return (x - (b[1] - a[1]) / length * 1.6 + 0.9, y + (b[0] - a[0]) / length * 1.2)


def _past(points: Sequence[Point]) -> Point:
    """Beside the end of a way, away from where it came from."""
    end = points[-1]
    before = points[-2] if len(points) > 1 else (end[0], end[1] + 1)
    return (end[0] + (3.4 if end[0] >= before[0] else -3.4), end[1] - 1.4)


def placed(state: GameState, unit: Unit, places: Iterable[tuple[str, float, float, float]]) -> Overlay:
    """Ghosts alone: a unit that would be placed there, and the sections that it pulls behind it."""
    places = list(places)
    shown = models_at(state, unit, places)
    for _, x, y, facing in places[:1]:
        for section, hull in pulled_behind(state, unit, (x, y), facing):
            at = (str(section.models[0].id), *hull.centre, hull.heading)
            shown += models_at(state, section, (at,))
    return Overlay(preview=ghosts(unit.side, shown))


def aimed(
    state: GameState, unit: Unit, target: Unit, crossings: Sequence[Point] = (), *, firing: bool = False
) -> Overlay:
    """Lines from each member, or each mount of a hull that is `firing`, to the nearest of the target."""
    marks = "".join(sight_line(p, p, (p,)) for p in crossings)
    return Overlay(preview=marks + fired(state, ranges.lines(state, unit, target, firing=firing)))


def fired(state: GameState, aims: Sequence[tuple[Point, Point]], nearest_in: float = 0.0) -> str:
    """Lines from those who fire to whom they aim at; a template is drawn itself.

    The plate has `nearest_in`, the range that the rules count, or the length of the shortest line.
    """
    if not aims:
        return ""
    near = min(aims, key=lambda line: distance(*line))
    lines = "".join(sight_line(a, b, ()) for a, b in aims[:_MOST_LINES])
    return lines + _away(state, *near, nearest_in or distance(*near))


def _away(state: GameState, a: Point, b: Point, inches: float) -> str:
    """How far it is from one place to another, at the middle."""
    words = inches_text(inches)
    return label(free_place(state, between(a, b, 0.5), words), words, scale=scale_of(state.options))


def plate(at: Point, words: str, state: GameState) -> str:
    """A plate with a few words, in the table's unit."""
    return label(at, words, marked=True, scale=scale_of(state.options))


_MOST_LINES = 12


def lead(unit: Unit) -> Model:
    """The leader of a unit, or its first living model."""
    members = unit.alive or unit.models
    return next((m for m in members if m.leader), members[0])


def arcs_of(state: GameState, unit: Unit) -> str:
    """The arcs and reaches of a unit's ranged weapons: those of its lead, or of each mount of a hull."""
    profile = state.profile(unit.models[0])
    if profile.hull is None or unit.vehicle is None:
        return _foot_arc(state, unit)
    hull = unit.models[0]
    drawn = []
    for n, mount in enumerate(profile.hull.mounts):
        weapon = state.weapons[mount.weapon]
        if n in unit.vehicle.lost_mounts or not weapon.is_ranged:
            continue
        reach = weapon.range_in or weapon.torrent_in or 8
        drawn.append((reach, arc(hull.at, hull.facing + mount.arc_centre_deg, mount.arc_half_deg, reach, (reach / 2,))))
    return "".join(markup for _, markup in sorted(drawn, reverse=True)[:2])


def _foot_arc(state: GameState, unit: Unit) -> str:
    model = lead(unit)
    reaches = sorted({state.weapons[w].range_in for m in unit.alive for w in m.weapons if state.weapons[w].is_ranged})
    if not reaches:
        return ""
    longest = reaches[-1]
    return arc(model.at, model.facing, 45, longest, tuple(r for r in (*reaches[:-1], longest / 2) if r < longest)[:2])


def armour_of(state: GameState, unit: Unit, hit: Collection[str] = ()) -> str:
    """The armour of a hull as a ring round it."""
    profile = state.profile(unit.models[0])
    vehicle = profile.hull
    if vehicle is None or vehicle.armour is None or profile.bike is not None:
        return ""
    hull = unit.models[0]
    radius = max(vehicle.length_in, vehicle.width_in) / 2 + 1.1
    front, side, rear = vehicle.armour
    return facing_ring(hull.at, hull.facing, radius, hit=hit, front=front, side=side, rear=rear)


def ways(options: Iterable[tuple[str, Sequence[Point]]], chosen: str) -> str:
    """The ways that a choice offers, each named at its end; the chosen one as a path, the others dashed."""
    drawn = []
    for number, (option, points) in enumerate(options, 1):
        if len(points) < 2:
            continue
        line = move_path(points, ticks=False) if option == chosen else barred(points)
        drawn.append(line + label(points[-1], str(number), marked=option == chosen))
    return "".join(drawn)


def spans(points: Sequence[Point]) -> float:
    """The length of a way."""
    return sum(distance(a, b) for a, b in itertools.pairwise(points))
