"""Jumping out of an upper storey: by an open door or window, a hole, over the edge of a flat roof.

(BLD-LEVEL-01, ARAP-FALL-02, ARAP-FALL-04)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from rules.arap import rolls
from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties
from rules.arap.movement.climb import EARTHLY_STEP_IN, HIGHEST_JUMP_IN, lands_softly
from rules.arap.paths import allowance, end_of_move, legality
from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.units.permission import may_act
from rules.buildings import inside, storeys, upstairs
from rules.buildings.walls import outline, parts, passages
from rules.buildings.walls.passages import Gone
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, along, between, distance, is_within, nearest_on_segment, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

RULE: Final = "ARAP-FALL-02"
CLEAR_IN: Final = 0.3
"""So far from the wall, base and all, one comes down."""
ASIDE_IN: Final = 0.5
_PLACES: Final = (0, 1, -1, 2, -2, 3, -3, 4, -4)
"""Steps along the wall to a free place."""

TOO_NARROW: Final = ("hole-too-small", "hole-used-up", "door-too-small", "door-crowded")
"""Why a way out that all of the unit reaches is offered with a refusal."""

Edge = tuple[Point, Point]


class JumpEdge(NamedTuple):
    """Where one jumps from, as the board has it: the floor, an opening of its outer wall or one of its edges."""

    plan: Terrain
    edge: Edge
    name: str


class JumpOut(Action, frozen=True, kw_only=True, tag="JumpOut"):
    """Go to an opening or the edge of an upper floor and jump down, for 1 AP.

    An Initiative test for each full 2 inches; who fails falls. All members go the way that is nearest to `over`, a
    place on that floor; unsaid, to the lead.
    """

    unit: UnitId
    over: Point | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Who may, upstairs, near enough to a way out, not too high, with room below."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "move") or _fallen(state, unit)
        if refusal:
            return refusal
        way = self.way(state)
        if way is None:
            text = f"{unit.name} is at no opening or edge of an upper storey."
            return Refusal("no-edge", text, RULE, "an open door or window upstairs, a hole, the edge of a flat roof")
        return (
            self._too_high(state, unit, way)
            or self._out_of_reach(state, unit, way)
            or self._too_narrow(state, unit, way)
            or self._no_room(state, way)
            or end_of_move.comes_nearer_inside(
                state, unit, [(unit.model(m).at, at) for m, at in self.landings(state, way).items()]
            )
        )

    def way(self, state: GameState) -> JumpEdge | None:
        """The one that is pressed, or the nearest."""
        unit = state.units[self.unit]
        near = self.over or unit.alive[0].at
        found = list(ways_out(state, unit))
        return min(found, key=lambda w: round(distance(near, nearest_on_segment(near, *w.edge)), 4), default=None)

    def _too_high(self, state: GameState, unit: Unit, way: JumpEdge) -> Refusal | None:
        height = _height(way.plan)
        if is_within(height, HIGHEST_JUMP_IN) or all(lands_softly(state, m) for m in unit.alive):
            return None
        text = f"{unit.name} would jump {height:.3g}″ down."
        return Refusal("too-deep", text, "ARAP-FALL-04", f"up to {HIGHEST_JUMP_IN:g}″, or a ladder or lift")

    def _out_of_reach(self, state: GameState, unit: Unit, way: JumpEdge) -> Refusal | None:
        for model in unit.alive:
            at = nearest_on_segment(model.at, *way.edge)
            within = toward(at, model.at, min(2 * outline.WALL_IN, distance(at, model.at)))
            on_floor = rings.holds(way.plan.points, model.at)
            walks = is_within(distance(model.at, at), allowance.left_in_action(state, unit, model))
            if not on_floor or not walks or inside.is_parted(state, model.at, within):
                text = f"{tag(model.id)} does not reach {way.name} with this move."
                return Refusal("out-of-reach", text, RULE, "everybody near enough; or split off a part first")
        return None

    def _too_narrow(self, state: GameState, unit: Unit, way: JumpEdge) -> Refusal | None:
        """A hole or door that does not let them all through. (BLD-MOUSE-02, BLD-DOOR-06, BLD-DOOR-07)"""
        through = _through(state, unit, way)
        return passages.refused(state, through) if through else None

    def _no_room(self, state: GameState, way: JumpEdge) -> Refusal | None:
        if self.landings(state, way):
            return None
        return Refusal("no-room", f"There is no room to land below {way.name}.", "ARAP-GEN-05", "another way out")

    def landings(self, state: GameState, way: JumpEdge) -> dict[ModelId, Point]:
        """Where each would come down, beside the others; nothing without room for all."""
        unit = state.units[self.unit]
        taken: list[Spot] = single_models.occupied(state, {m.id for m in unit.alive})
        found: dict[ModelId, Point] = {}
        for model in unit.alive:
            at = next((p for p in _below(state, way, model) if _is_free(state, model, p, taken)), None)
            if at is None:
                return {}
            taken.append((at, radius_of(state, model)))
            found[model.id] = at
        return found

    def preview(self, state: GameState) -> Preview:
        """How high it is, how likely each lands safely, where."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(ap=1, refusal=refusal)
        unit, way = state.units[self.unit], self.way(state)
        assert way is not None
        height = _height(way.plan)
        each = [chance_low(state.profile(m).i) ** _tests(state, m, height) for m in unit.alive]
        every = math.prod(each, start=Fraction(1))
        chances = {"lands safely": each[0]} if len(set(each)) == 1 else {}
        chances |= {"all land safely": every} if len(each) > 1 else {}
        count = max(_tests(state, m, height) for m in unit.alive)
        fall = f"{count} Initiative test{'' if count == 1 else 's'} each; who fails falls {height:g}″ (BLD-FALL-02)"
        return Preview(
            ap=1,
            chances=tuple(Chance(label=k, exact=str(c), value=float(c)) for k, c in chances.items()),
            notes=(f"{height:g}″ down.", fall),
            rules=self._cited(state, unit),
            ghosts=tuple((str(p.model), *p.at, p.facing) for p in self._placements(state, way)),
        )

    def _cited(self, state: GameState, unit: Unit) -> tuple[str, ...]:
        aided = state.scenario.jump_step_in > EARTHLY_STEP_IN or any(lands_softly(state, m) for m in unit.alive)
        return (RULE, "BLD-LEVEL-01", *(("ARAP-FALL-04",) if aided else ()))

    def _placements(self, state: GameState, way: JumpEdge) -> tuple[Placement, ...]:
        out = round(outwards(way), 2)
        return tuple(Placement(model=m, at=at, facing=out) for m, at in self.landings(state, way).items())

    def resolve(self, progress: Progress) -> None:
        """Pay, test, land or fall."""
        state = progress.state
        unit, way = state.units[self.unit], self.way(state)
        assert way is not None
        rules, height = self._cited(state, unit), _height(way.plan)
        spent = PointsSpent(side=self.side, unit=unit.id, points=1, action="jump-down", rules=("ARAP-ACT-12",))
        progress.emit(spent)
        passages.note_through(progress, unit, _through(state, unit, way))
        before = casualties.losses(state, unit.id)
        entries = [m for m in unit.alive for _ in range(_tests(state, m, height))]
        why = f"{unit.name}: jumping down from {way.plan.name}"
        held = rolls.test_each(progress, unit.id, entries, why=why, rules=rules) if entries else set()
        falling = {m.id for m in entries} - held
        placements = self._placements(state, way)
        _land(progress, unit, tuple(p for p in placements if p.model not in falling), rules)
        if falling:
            landings = {p.model: p.at for p in placements if p.model in falling}
            wounds_and_saves.fall(
                progress, unit.id, list(landings), height, landings=landings, off_structure=True, rules=rules
            )
        casualties.test_at_once(progress, unit.id, before)


def _fallen(state: GameState, unit: Unit) -> Refusal | None:
    """Who has fallen over does not go; up to version 14 only whole units were held by it. (ARAP-AGIL-02)"""
    return None if state.is_older_than("15") else legality.keeps_all(unit, "all jump or nobody does")


def _land(progress: Progress, unit: Unit, placements: tuple[Placement, ...], rules: tuple[str, ...]) -> None:
    if not placements:
        return
    first = placements[0]
    lead = unit.model(first.model)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=placements,
            how="jump-down",
            path=((*lead.at, lead.facing), (*first.at, first.facing)),
            length_in=0.0,
            spent_in=0.0,
            rules=rules,
        )
    )


def _through(state: GameState, unit: Unit, way: JumpEdge) -> list[Gone]:
    """All of the unit as those who go through that door, window or hole; nobody over an edge."""
    if state.is_older_than("13"):
        return []
    found = next((p for p in passages.passages(state) if p.piece.id == way.plan.id and (p.a, p.b) == way.edge), None)
    return [Gone(found, m) for m in unit.alive] if found is not None else []


def _tests(state: GameState, model: Model, height: float) -> int:
    """One for each full 2 inches, or more in low gravity; none with a device. (ARAP-FALL-02, ARAP-FALL-04)"""
    if lands_softly(state, model):
        return 0
    return math.floor((height + TOLERANCE) / max(0.1, state.scenario.jump_step_in))


def _height(plan: Terrain) -> float:
    """How high a floor stands. (BLD-LEVEL-01)"""
    return storeys.floor_in(plan.building.level) if plan.building is not None else 0.0


def ways_out(state: GameState, unit: Unit) -> Iterator[JumpEdge]:
    """Of the upper floor where the unit is: openings that are not shut, holes; of a flat roof its edges."""
    plan = storeys.plan_at(state, unit.alive[0].at) if unit.alive else None
    if plan is not None and upstairs.is_upper(plan):
        yield from edges_of(plan)


def edges_of(plan: Terrain) -> Iterator[JumpEdge]:
    """The ways out of an upper floor for who jumps."""
    if plan.is_roof:
        for edge in rings.edges(plan.points):
            way = JumpEdge(plan, edge, "")
            yield way._replace(name=f"the {_heading(outwards(way))} edge of {plan.name}")
        return
    for opening in outline.openings_of(plan):
        if not opening.is_shut and _is_outer(plan, (opening.a, opening.b)):
            yield JumpEdge(plan, (opening.a, opening.b), opening.name or f"the {opening.kind} of {plan.name}")
    for gap in (*outline.openings(plan), *parts.broken(plan)):
        if _is_outer(plan, gap):
            yield JumpEdge(plan, gap, f"the hole in {plan.name}")


def _is_outer(plan: Terrain, gap: Edge) -> bool:
    return is_within(rings.edge_distance(plan.points, between(*gap, 0.5)), outline.WALL_IN)


def _heading(deg: float) -> str:
    """The quarter that it looks to."""
    return ("north", "east", "south", "west")[round(deg / 90) % 4]


def outwards(way: JumpEdge) -> float:
    """Which way it looks, in degrees."""
    middle, out = between(*way.edge, 0.5), bearing(*way.edge) + 90
    return out + 180 if rings.holds(way.plan.points, along(middle, out, CLEAR_IN)) else out


def _below(state: GameState, way: JumpEdge, model: Model) -> Iterator[Point]:
    """Places at the foot of the wall where it would come down, the nearest first."""
    x, y = storeys.shift_of(state, way.plan)
    foot = nearest_on_segment(model.at, *way.edge)
    out, off = outwards(way), radius_of(state, model) + CLEAR_IN
    for far in range(4):
        for aside in _PLACES:
            at = along(along(foot, out, off + far * ASIDE_IN), out + 90, aside * ASIDE_IN)
            yield (round(at[0] + x, 3), round(at[1] + y, 3))


def _is_free(state: GameState, model: Model, at: Point, taken: list[Spot]) -> bool:
    return storeys.plan_at(state, at) is None and single_models.is_free(state, model, at, taken)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand upstairs: each way out that all of it reaches."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table:
        return
    for way in ways_out(state, unit):
        action = JumpOut(side=side, unit=unit.id, over=between(*way.edge, 0.5))
        refusal = action.check(state)
        if refusal is None or refusal.code in TOO_NARROW:
            yield offered(state, action, kind="jump-out", unit=unit.id, ap=1, label=f"By {way.name}")


OFFERED: Final = ("jump-out",)
ACTIONS: tuple[type[Action], ...] = (JumpOut,)
