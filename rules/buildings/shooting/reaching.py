"""Leaning out of windows and over edges, weapons held out blind there and round corners. (BLD-HIGH-02 to -04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.shooting.plan import FirePlan, Reach
from rules.buildings import storeys, upstairs
from rules.buildings.sections import leaning
from rules.buildings.shooting.corners import CORNER_IN
from rules.buildings.walls import parts
from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import LeaningModel, Model, Point, Unit, tag
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, between, distance, is_within, nearest_on_segment, toward
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

AT_EDGE_IN: Final = 1.0
"""So near to a window, a doorway or an edge one leans out of it."""

OUT_IN: Final = 0.3
"""How far beyond the wall somebody is who leans out."""

CARRIED: Final = ("rapid-fire", "assault", "salvo", "pistol")
"""Types of basic weapons, and pistols. (BLD-HIGH-04)"""

NOT_BLIND: Final = ("low-velocity",)
"""Bows, crossbows, handbows, slings, antique pistols, muskets. (BLD-HIGH-04)"""


class ReachedOver(NamedTuple):
    """A place over or round which somebody fires: where he then is."""

    out: Point
    corner: bool = False


def reached(state: GameState, unit: Unit, model: Model, target: Unit, reach: Reach) -> Point | Refusal:
    """Where somebody is who leans out, or his weapon: by whichever window, edge or corner is nearest to the target."""
    out = leaning.reached(unit, model)
    if out is not None:
        return out
    ways = [w for w in _ways(state, model) if reach == "wild" or not w.corner]
    if ways:
        return min((w.out for w in ways), key=lambda out: min(distance(out, m.at) for m in target.alive))
    if reach == "wild":
        text = f"{tag(model.id)} stands at no window, edge or corner."
        allowed = f"within {AT_EDGE_IN:g}″ of an open window, a doorway or an edge, or {CORNER_IN:g}″ of a corner"
        return Refusal("no-edge", text, "BLD-HIGH-03", f"{allowed} (BLD-CRNR-01)")
    text = f"{tag(model.id)} stands at no window or edge to lean out of."
    return Refusal("no-edge", text, "BLD-HIGH-02", f"within {AT_EDGE_IN:g}″ of an open window, a doorway or an edge")


def can_reach(state: GameState, unit: Unit, model: Model, reach: Reach) -> bool:
    """Whether somebody stands where that can be done."""
    if model.id in unit.housed:
        return leaning.able(state, unit, model)
    return any(reach == "wild" or not w.corner for w in _ways(state, model))


def outs(state: GameState, model: Model) -> list[Point]:
    """Where somebody is who leans out, past each window and edge that he can reach."""
    return [w.out for w in _ways(state, model) if not w.corner]


def _ways(state: GameState, model: Model) -> Iterator[ReachedOver]:
    """Openings, edges and corners that somebody can reach."""
    plan = _plan_of(state, model)
    if plan is not None:
        yield from _out_of(plan, model.at)
    for piece in state.terrain:
        corners = piece.is_structure and not piece.line and not upstairs.is_upper(piece)
        if corners:
            yield from (ReachedOver(out, True) for out in _round(piece, model.at))
        if piece.is_high_wall and rings.holds(piece.points, model.at):
            edge = rings.nearest_on_edge(piece.points, model.at)
            if is_within(distance(edge, model.at), AT_EDGE_IN):
                yield ReachedOver(_beyond(model.at, edge))


def _plan_of(state: GameState, model: Model) -> Terrain | None:
    """The floor that he is on, where floors may lie on each other for a shot."""
    found = [p for p in state.interiors if rings.holds(p.points, model.at)]
    own = (p for p in found if p.building is not None and _is_at(model.level_in, p.building.level))
    return next(own, found[0] if found else None)


def _is_at(height_in: float, level: int) -> bool:
    return abs(height_in - storeys.floor_in(level)) <= TOLERANCE


def _out_of(plan: Terrain, at: Point) -> Iterator[ReachedOver]:
    """Through every opening of a floor that is not shut, and every hole."""
    gaps = [(o.a, o.b) for o in (plan.building.openings if plan.building else ()) if o.storey == 0 and not o.is_shut]
    edges = rings.edges(plan.points) if plan.building is not None and plan.building.is_roof else ()
    for a, b in (*gaps, *parts.broken(plan), *edges):
        edge = nearest_on_segment(at, a, b)
        if is_within(distance(edge, at), AT_EDGE_IN):
            yield ReachedOver(_beyond(at, edge))


def _beyond(at: Point, edge: Point) -> Point:
    """Past an edge, straight out."""
    return toward(at, edge, distance(at, edge) + OUT_IN) if distance(at, edge) > TOLERANCE else edge


def _round(piece: Terrain, at: Point) -> Iterator[Point]:
    """Past each corner that is so near, clear of both its walls. (BLD-CRNR-01)"""
    ring = piece.points
    if not rings.bounds(ring).holds(at, CORNER_IN + 1) or rings.encloses(ring, at):
        return
    for n, corner in enumerate(ring):
        if is_within(distance(corner, at), CORNER_IN):
            before, after = toward(corner, ring[n - 1], 1.0), toward(corner, ring[(n + 1) % len(ring)], 1.0)
            out = toward(between(before, after, 0.5), corner, distance(between(before, after, 0.5), corner) + OUT_IN)
            if not rings.encloses(ring, out):
                yield out


def wild_barred(weapon: Weapon) -> Refusal | None:
    """Why a weapon is not held out and fired blind: only pistols and basic weapons are. (BLD-HIGH-04)"""
    area = weapon.template or weapon.marker_in > 0 or weapon.is_guessed
    if weapon.type in CARRIED and not area and not any(weapon.has(trait) for trait in NOT_BLIND):
        return None
    kind = "a slow weapon" if weapon.has("low-velocity") else "an area weapon" if area else f"a {weapon.type} weapon"
    text = f"{weapon.name} is {kind}: nobody holds that out and fires it blind."
    return Refusal("not-blind", text, "BLD-HIGH-04", "a pistol, or a Rapid Fire, Assault or Salvo weapon; or lean out")


class LeanedOut(Event, frozen=True, kw_only=True, tag="LeanedOut"):
    """Models lean out to fire: they are shot at as if in the open until their unit is activated again. (BLD-HIGH-02)"""

    leaning: tuple[LeaningModel, ...]

    def evolve(self, state: GameState) -> GameState:
        """They can be seen there."""
        assert self.unit is not None
        unit = state.units[self.unit]
        new = [each.model for each in self.leaning]
        others = tuple(each for each in unit.leaning if each.model not in new)
        return state.with_unit(replace(unit, leaning=(*others, *self.leaning)))

    def sentence(self, state: GameState) -> str:
        """Who does."""
        assert self.unit is not None
        names = ", ".join(tag(each.model) for each in self.leaning)
        return f"{state.units[self.unit].name}: {names} lean{'s' if len(self.leaning) == 1 else ''} out, without cover"


def have_leaned(progress: Progress, unit_id: UnitId, plan: FirePlan) -> None:
    """Note who leans out to fire, where the board shows him. (BLD-HIGH-02)"""
    unit = progress.state.units[unit_id]
    found = leaning_by(progress.state, unit, plan)
    if found:
        rules = ("BLD-HIGH-02", "BLD-HIGH-01")
        progress.emit(LeanedOut(side=unit.side, unit=unit.id, leaning=found, rules=rules))


def leaning_by(state: GameState, unit: Unit, plan: FirePlan) -> tuple[LeaningModel, ...]:
    """Who leans out by a plan of fire, and how far, where the board shows him. (BLD-HIGH-02)"""
    found = dict[str, LeaningModel]()
    for firing in plan.firings:
        if firing.reach == "lean":
            at = unit.model(firing.model.id).at
            true, _ = upstairs.true_place(state, at)
            to = (at[0] + firing.model.at[0] - true[0], at[1] + firing.model.at[1] - true[1])
            found[firing.model.id] = LeaningModel(model=firing.model.id, at=at, to=to)
    return tuple(found.values())


EVENTS: tuple[type[Event], ...] = (LeanedOut,)
