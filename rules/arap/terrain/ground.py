"""The ground of a table: what a step on it costs, what bars the way, what it asks of a move. (ARAP-TERR-01)

Where areas overlap a road lies on top of everything and otherwise the worst going counts. Walls and hedges are thin
areas that are paid for by their height, once each time they are crossed; other ups and downs are in `levels`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rules.arap import building_interface
from rules.arap.terrain import levels
from rules.arap.terrain.building_interface import RIDDEN, ROOM, WIDE_SIZE, BuildingWalls
from rules.arap.terrain.levels import STEP_IN, LevelStep, Met, is_obstacle, reach_of
from rules.core.kept import lately
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point
from rules.geometry import rings
from rules.geometry.areas import Area, Ground
from rules.geometry.lengths import TOLERANCE, distance
from rules.geometry.rings import Bounds, Ring
from rules.state import GameState
from rules.table.terrain import Terrain

Gait = Literal["walk", "back", "sidestep", "crawl", "swim"]

FACTORS: Final = {"difficult": 2.0, "very-difficult": 4.0}
"""Inches of allowance for one inch of ground; any other ground costs one. (ARAP-TERR-01)"""

AT_HOME_IN_WATER: Final = ("swims", "underwater", "airborne", "amphibious")
"""Traits with which water is no obstacle. (ARAP-SWIM-01, ARAP-SWIM-03, VEH-BOAT-03)"""

SEEN_INTO_IN: Final = 3.0
"""How far a sight line reaches into ground that hides what is behind it and can be entered, such as a wood."""


class Piece(NamedTuple):
    """A piece of terrain with its outline."""

    terrain: Terrain
    ring: Ring
    bounds: Bounds

    @property
    def matters_to_moves(self) -> bool:
        """Whether crossing it is anything but walking on open ground."""
        t = self.terrain
        lies = t.going != "open" or bool(t.hazards) or t.extra_ap > 0 or t.too_flat or t.landing
        return lies or (t.line and t.height_in > STEP_IN) or t.is_steep or t.ladder


class TableGround(NamedTuple):
    """A table's terrain made ready for questions."""

    ground: Ground
    terrain: dict[str, Terrain]
    """Pieces by the id of their area."""
    pieces: tuple[Piece, ...]
    """Those that matter to moves."""
    slopes: tuple[Piece, ...] = ()
    """High ground to be walked up, on a table where there are faces as well."""

    @property
    def has_faces(self) -> bool:
        """Whether anything on the table has steep sides."""
        return any(p.terrain.is_steep for p in self.pieces)


class GroundStretch(NamedTuple):
    """Part of a leg over ground of one kind: its length in inches, what an inch costs, and the piece that says so."""

    length_in: float
    factor: float
    terrain: Terrain | None


class LegCost(NamedTuple):
    """What one straight leg of one model costs, and what it meets on the way."""

    length_in: float
    cost_in: float
    stretches: tuple[GroundStretch, ...] = ()
    steps: tuple[LevelStep, ...] = ()
    """Changes of height by more than an inch, in order."""
    in_stride: tuple[Terrain, ...] = ()
    """Gaps of an inch or less. (ARAP-JUMP-01)"""
    barred: Terrain | None = None
    """Ground that this model cannot enter; it may leave such ground if it finds itself there."""
    barred_in: float | None = None
    """Inches of the leg before such ground."""
    variable: bool = False
    extra_ap: int = 0
    too_flat: bool = False
    closed: Terrain | None = None
    """Ground that this model cannot enter, faces apart."""

    def cost_between(self, start: float, end: float) -> float:
        """What the ground costs from so many inches of the leg to so many, heights apart."""
        cost, at = 0.0, 0.0
        for stretch in self.stretches:
            shared = min(end, at + stretch.length_in) - max(start, at)
            cost += max(0.0, shared) * stretch.factor
            at += stretch.length_in
        return cost

    def reached_from(self, start: float, allowance: float) -> float:
        """How many inches of the leg are done when so much is spent on the ground from some point on."""
        at = 0.0
        for stretch in self.stretches:
            end = at + stretch.length_in
            here = max(start, at)
            if end > here:
                cost = (end - here) * stretch.factor
                if cost > allowance:
                    return here + max(0.0, allowance) / stretch.factor
                allowance -= cost
            at = end
        return self.length_in

    @property
    def climbed(self) -> tuple[Terrain, ...]:
        """What is crossed and paid for by its height."""
        return tuple(s.terrain for s in self.steps if s.cost_in > 0 and s.kind != "narrow")

    def length_for(self, allowance: float) -> float:
        """How many inches of the leg that much allowance buys; heights climbed are paid first."""
        left = allowance - (self.cost_in - sum(s.length_in * s.factor for s in self.stretches))
        covered = 0.0
        for stretch in self.stretches:
            if left < stretch.length_in * stretch.factor:
                return max(0.0, covered + left / stretch.factor)
            left -= stretch.length_in * stretch.factor
            covered += stretch.length_in
        return self.length_in


def table_of(state: GameState) -> TableGround:
    """The state's terrain made ready; built once for the same terrain."""
    walls = building_interface.ask(BuildingWalls)
    return lately(state, "ground made ready", walls, lambda: made_ready(state.terrain, walls))


def ground_of(state: GameState) -> Ground:
    """The areas of the table for sight lines, templates and moves; their ids are those of the terrain."""
    return table_of(state).ground


@lru_cache(maxsize=64)
def made_ready(terrain: tuple[Terrain, ...], buildings: BuildingWalls) -> TableGround:
    """Pieces of terrain as areas with bounds, and which of them matter to moves."""
    parts = (part for t in terrain for part in buildings.parts(t, areas_of(t)))
    found = [(t, area) for t, area in parts if area.points]  # a line without length covers nothing
    pieces = tuple(Piece(t, a.points, rings.bounds(a.points)) for t, a in found)
    matter = tuple(p for p in pieces if p.matters_to_moves)
    steep = any(p.terrain.is_steep for p in matter)
    return TableGround(
        Ground(tuple(area for _, area in found)),
        {area.id: t for t, area in found},
        matter,
        tuple(p for p in pieces if steep and p.terrain.elevation_in and p not in matter),
    )


def areas_of(terrain: Terrain) -> tuple[Area, ...]:
    """The outline of a piece with what sight needs to know; a wall that closes round a yard is made of two parts."""
    height = terrain.height_in if terrain.blocks_sight else 0.0
    if not terrain.line:
        depth = 0.0 if terrain.going == "impassable" else SEEN_INTO_IN
        return (Area(terrain.id, terrain.points, height, depth),)
    try:
        return (Area(terrain.id, rings.thick_line(terrain.points, terrain.width_in), height),)
    except ValueError:
        half = len(terrain.points) // 2
        parts = (terrain.points[: half + 1], terrain.points[half:])
        ids = (str(terrain.id), f"{terrain.id}~2")
        return tuple(
            Area(area_id, rings.thick_line(part, terrain.width_in), height)
            for area_id, part in zip(ids, parts, strict=True)
        )


def terrain_at(state: GameState, point: Point) -> tuple[Terrain, ...]:
    """The pieces that a point is in or at the edge of, in the table's order."""
    table = table_of(state)
    return tuple(table.terrain[area_id] for area_id in table.ground.areas_at(point))


def is_on_barred(state: GameState, point: Point, profile: Profile) -> bool:
    """Whether the base of a model that stands there would be on impassable ground by more than the tolerance."""
    table = table_of(state)
    under = table.ground.circle_hits(point, profile.base_radius_in)
    return any(table.terrain[area_id].going == "impassable" for area_id in under)


def pieces_near(state: GameState, box: Bounds) -> tuple[Piece, ...]:
    """The pieces that matter to moves whose bounds meet a rectangle."""
    left, top, right, bottom = box  # written out: asked for every way that is offered
    return tuple(
        piece
        for piece in table_of(state).pieces
        if (at := piece.bounds)[0] <= right and left <= at[2] and at[1] <= bottom and top <= at[3]
    )


def cost_of_leg(
    state: GameState, model: Model, a: Point, b: Point, *, gait: Gait = "walk", pieces: Sequence[Piece] | None = None
) -> LegCost:
    """What the straight way from a to b costs a model. (ARAP-TERR-01, ARAP-MOVE-05, ARAP-PRONE-01)

    `pieces` may name the only pieces that can matter, if the caller has looked them up for the whole move.
    """
    length = distance(a, b)
    if length == 0:
        return LegCost(0.0, 0.0)
    profile = state.profile(model)
    near = pieces_near(state, rings.bounds((a, b))) if pieces is None else pieces
    met: list[Met] = [(p.terrain, parts) for p in near if (parts := crossings(p, a, b))]
    narrow = _narrow(state, profile, a, b)
    if not met:
        factor = _factor(None, gait, profile, easy=False)
        paid = sum(s.cost_in for s in narrow)
        return LegCost(length, length * factor + paid, (GroundStretch(length, factor, None),), narrow)
    easy = not state.options.get("variable_terrain_rules", True)
    ridden = profile.kind == "rider" and not state.is_older_than("11" if not easy else "12")
    stretches = tuple(_stretches(length, met, gait, profile, easy, ridden))
    steep = any(t.is_steep for t, _ in met)
    heights = levels.steps(length, [*met, *_slopes(state, a, b)] if steep else met, profile)
    if narrow:
        heights = tuple(sorted((*heights, *narrow), key=lambda s: s.at_in))
    crossed = [t for t, _ in met]
    cost = sum(s.length_in * s.factor for s in stretches) + sum(s.cost_in for s in heights)
    closed = _closed(length, met, profile, gait)
    barred = min((*closed, *_faces(heights)), key=lambda found: found[0], default=None)
    rolled = any(t.going == "variable" for t in crossed) or any(s.terrain.vertical == "variable" for s in heights)
    diced = ridden and any(map(_is_diced, crossed))
    return LegCost(
        length,
        cost,
        stretches,
        heights,
        levels.in_stride(met, length) if steep else (),
        barred[1] if barred else None,
        barred[0] if barred else None,
        diced or (rolled and not easy),
        max((t.extra_ap for t in crossed), default=0),
        any(t.too_flat for t in crossed),
        closed[0][1] if closed else None,
    )


def _narrow(state: GameState, profile: Profile, a: Point, b: Point) -> tuple[LevelStep, ...]:
    """Where the base is wider than an opening on a leg, which is paid for there. (BLD-DOOR-09)"""
    if profile.size != WIDE_SIZE or state.is_older_than("9"):
        return ()
    found = building_interface.ask(BuildingWalls).narrow(state, profile, a, b)
    return tuple(LevelStep(n.piece, n.at_in, 0.0, n.cost_in, "narrow") for n in found)


def _slopes(state: GameState, a: Point, b: Point) -> list[Met]:
    """The gentle high ground on a leg."""
    return [(p.terrain, parts) for p in table_of(state).slopes if (parts := crossings(p, a, b))]


def entered(state: GameState, a: Point, b: Point) -> list[tuple[float, Terrain]]:
    """The pieces that the way from a to b enters: at how many inches, and which; those it starts in apart."""
    length = distance(a, b)
    near = pieces_near(state, rings.bounds((a, b)))
    found = [(s * length, p.terrain) for p in near for s, _ in crossings(p, a, b) if s]
    return sorted(found, key=lambda entry: entry[0])


def surcharge(state: GameState, a: Point, b: Point) -> int:
    """Action points more for a straight way over ground that the host made dearer. (ARAP-ACT-08)"""
    near = pieces_near(state, rings.bounds((a, b))) if a != b else ()
    return max((p.terrain.extra_ap for p in near if p.terrain.extra_ap and crossings(p, a, b)), default=0)


def in_water(state: GameState, point: Point) -> bool:
    """Whether that is open water, with no bridge or jetty over it."""
    here = terrain_at(state, point)
    return any(t.going == "water" for t in here) and not any(t.going == "road" or t.landing for t in here)


def height_at(state: GameState, point: Point) -> float:
    """Inches that the ground lies above the table there: high ground, less the depth of a gap."""
    return levels.level_of(terrain_at(state, point))


def face_between(state: GameState, a: Model, b: Model) -> float:
    """Inches by which one of two models is above the other across faces; slopes between them do not count."""
    leg = cost_of_leg(state, a, a.at, b.at)
    rise = sum(s.rise_in for s in leg.steps if not s.over)
    return abs(rise + b.level_in - a.level_in)


def bars(terrain: Terrain, profile: Profile, gait: Gait = "walk") -> bool:
    """Whether the model cannot enter it like that. Walls higher than a model are for climbing. (ARAP-CLIMB-04)"""
    if terrain.going == "impassable":
        return True
    if terrain.going == "water":
        return gait != "swim" and not any(profile.has(t) for t in AT_HOME_IN_WATER)
    return is_obstacle(terrain) and terrain.height_in > reach_of(profile) + TOLERANCE


def _closed(length: float, met: Sequence[Met], profile: Profile, gait: Gait) -> list[tuple[float, Terrain]]:
    """Where the leg enters ground that bars the model, or turns about in it: inches, and which. Walls are faces."""
    starts = [
        (start * length, t)
        for t, parts in met
        if not is_obstacle(t) and bars(t, profile, gait)
        for start, end in (_uncovered(parts, met) if t.going == "water" else parts)
        if start > 0 or end >= 1
    ]
    return sorted(starts, key=lambda found: found[0])


def _faces(heights: Sequence[LevelStep]) -> list[tuple[float, Terrain]]:
    return [(s.at_in, s.terrain) for s in heights if s.kind == "face"]


def _uncovered(parts: Sequence[rings.Interval], met: Sequence[Met]) -> list[rings.Interval]:
    """The parts of a leg in water that no bridge or jetty leads over."""
    bridges = [p for t, on_top in met if t.going == "road" or t.landing for p in on_top]
    left = list(parts)
    for start, end in bridges:
        left = [piece for part in left for piece in ((part[0], min(part[1], start)), (max(part[0], end), part[1]))]
        left = [(s, e) for s, e in left if e - s > 1e-9]
    return left


def crossings(piece: Piece, a: Point, b: Point) -> tuple[rings.Interval, ...]:
    """The parts of the straight way from a to b that lie in a piece, as shares of its length."""
    left, right = (a[0], b[0]) if a[0] < b[0] else (b[0], a[0])
    top, bottom = (a[1], b[1]) if a[1] < b[1] else (b[1], a[1])
    x1, y1, x2, y2 = piece.bounds
    if x1 > right or left > x2 or y1 > bottom or top > y2:
        return ()
    return rings.crossings(piece.ring, a, b)


def _stretches(
    length: float,
    met: Sequence[Met],
    gait: Gait,
    profile: Profile,
    easy: bool,
    ridden: bool,
) -> Iterable[GroundStretch]:
    """The leg cut where it enters or leaves a piece, each part with the ground that counts there."""
    cuts = sorted({0.0, 1.0, *(share for _, parts in met for part in parts for share in part)})
    for start, end in itertools.pairwise(cuts):
        middle = (start + end) / 2
        here = [t for t, parts in met if any(s < middle < e for s, e in parts)]
        ruling = _ruling(here, easy)
        diced = ridden and ruling is not None and _is_diced(ruling)
        factor = _factor(None if diced else ruling, gait, profile, easy=easy)
        yield GroundStretch((end - start) * length, factor, ruling)


def _is_diced(terrain: Terrain) -> bool:
    """Whether dice say how far riders get in it, and no price. (BLD-UNIT-04, BLD-UNIT-05)"""
    return terrain.look == ROOM and terrain.going in RIDDEN


def _ruling(here: Sequence[Terrain], easy: bool) -> Terrain | None:
    """Of pieces that overlap, the one whose going counts: a road or jetty, else the worst, else none."""
    here = [t for t in here if t.landing] or here
    if not here or any(t.going == "road" for t in here):
        return next((t for t in here if t.going == "road"), None)
    worst = max(here, key=lambda t: _terrain_factor(t, easy))
    return worst if worst.going != "open" else None


def _terrain_factor(terrain: Terrain | None, easy: bool) -> float:
    """What an inch of that ground costs on foot; variable ground that is not rolled for is difficult."""
    if terrain is None:
        return 1.0
    if terrain.going == "variable" and easy:
        return FACTORS["difficult"]
    return FACTORS.get(terrain.going, 1.0)


def _factor(terrain: Terrain | None, gait: Gait, profile: Profile, *, easy: bool) -> float:
    """Terrain and gait together: backing doubles, crawling costs two in difficult ground too. (ARAP-PRONE-01, -06)"""
    factor = 1.0 if profile.has("airborne") else _terrain_factor(terrain, easy)
    if gait == "back":
        return 2 * factor
    if gait == "crawl" and profile.kind != "crawler":
        return max(2.0, factor)
    return factor
