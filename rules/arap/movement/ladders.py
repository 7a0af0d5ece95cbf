"""Ladders: ordinary move allowance, no test, and room for few. (ARAP-LADR-01, ARAP-LADR-02, BLD-LADR-02)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage import hazards
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties
from rules.arap.movement import on_the_way
from rules.arap.paths import allowance as paths_allowance
from rules.arap.paths import end_of_move, legality
from rules.arap.paths.manners import LADDER, way_up
from rules.arap.positions import single_models
from rules.arap.positions.placing import Spot, radius_of
from rules.arap.sight import cover as sight_cover
from rules.arap.terrain import floor_ways, ground
from rules.arap.terrain.floor_ways import LadderSpan, span_of
from rules.arap.terrain.ladder_room import PLACES, LadderUsed, counts_for, uses
from rules.arap.units import states
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.preview import Leg, Preview
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, along, distance, is_beyond, is_within
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.table.terrain import Terrain

_RINGS_IN: Final = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)
_TURNS: Final = (0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180)


class Climber(NamedTuple):
    """Where a model ends that takes a ladder, and what it spent; hanging at some height, or off it."""

    model: Model
    at: Point
    level_in: float
    spent_in: float
    gets_on: bool


def price(unit: Unit) -> int:
    """Action points, on stairs as well: none within a movement action that was begun at a door. (BLD-DOOR-01)"""
    return 0 if unit.now.at_doors else LADDER.points


class UseLadder(Action, frozen=True, kw_only=True, tag="UseLadder"):
    """Go up or down a ladder, for 1 AP, or in a move begun at a door: walk to it, 3 inches a storey, on. (ARAP-LADR-01)

    `models` are those who go, in that order; without names all go, the nearest first, as many as the ladder takes in a
    turn. Who does not get to its other end stays on it; who does not get on stays where it is. `to` is where they walk
    with what is left of their move; without it they only make room for each other.
    """

    unit: UnitId
    ladder: TerrainId
    down: bool = False
    models: tuple[ModelId, ...] = ()
    to: Point | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Who may, a ladder that leads there, members, room on it, and whether anybody reaches it."""
        known = state.units.get(self.unit)
        refusal = may_act(state, self.side, self.unit, price(known) if known is not None else LADDER.points)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = legality.may_go(state, unit, "climb")
        if refusal:
            return refusal
        span = self.span(state)
        if span is None:
            text = f"There is no ladder {quoted(self.ladder)} that leads anywhere."
            return Refusal("no-ladder", text, "ARAP-LADR-01", "a ladder of this table")
        return self._strangers(unit) or self._no_use(state, unit, span)

    def _strangers(self, unit: Unit) -> Refusal | None:
        """Models that are not its own, or are named twice."""
        members = {m.id for m in unit.alive}
        if members.issuperset(self.models) and len(set(self.models)) == len(self.models):
            return None
        return Refusal("unknown-model", "Only its own living models go, each once.", "ARAP-LADR-01", unit.name)

    def _no_use(self, state: GameState, unit: Unit, span: LadderSpan) -> Refusal | None:
        name = span.terrain.name
        if any(m.on_face and m.on_face != span.terrain.id for m in unit.alive):
            text = f"{unit.name} {states.part_way_up(state, unit)}."
            return Refusal("climbing", text, "ARAP-CLIMB-04", "climb on, or down: 2 AP")
        going = self.plan(state, unit, span)
        if going:
            # Up to version 14 places on floors laid out apart said nothing of how near anybody comes.
            it_counts = span.terrain.head is None or not state.is_older_than("15")
            ways = [(c.model.at, c.at) for c in going] if it_counts else []
            return end_of_move.comes_nearer(state, unit, ways)
        if self._crowded(state, unit, span):
            text = f"{PLACES} places on {name} have been used in this turn."
            return Refusal("ladder-full", text, "ARAP-LADR-02", f"{PLACES} ordinary models a turn")
        if any(m.on_face for m in unit.alive):
            text = f"Nobody makes room for {unit.name} at the {'foot' if self.down else 'head'} of {name}."
            return Refusal("no-room", text, rule_of(span.terrain), "waiting, or the other way")
        end = "head" if self.down else "foot"
        text = f"Nobody of {unit.name} reaches the {end} of {name}."
        return Refusal("out-of-reach", text, rule_of(span.terrain), f"the {end} of it within the move")

    def _crowded(self, state: GameState, unit: Unit, span: LadderSpan) -> bool:
        used = uses(state, span.terrain.id)
        taken = sum(used.values())
        others = [m for m in unit.alive if m.id not in used]
        return bool(others) and all(taken + counts_for(state, span.terrain, m) > PLACES for m in others)

    def span(self, state: GameState) -> LadderSpan | None:
        """The ladder, if there is one."""
        found = next((t for t in state.terrain if t.id == self.ladder and t.ladder), None)
        return span_of(state, found) if found is not None else None

    def plan(self, state: GameState, unit: Unit, span: LadderSpan) -> list[Climber]:
        """Who would get where."""
        return plan(state, unit, span, down=self.down, named=self.models, to=self.to)

    def for_ground(self, state: GameState) -> int:
        """What the host laid on ground on the way to it, and away from it. (ARAP-ACT-08)"""
        unit, span = state.units.get(self.unit), self.span(state)
        if unit is None or not unit.on_table or span is None:
            return 0
        near, far = (span.head, span.foot) if self.down else (span.foot, span.head)
        going = self.plan(state, unit, span)
        walks = [(c.model.at, near) for c in going if not c.model.on_face]
        walks += [(far, c.at) for c in going if not c.level_in and c.gets_on]
        return max((ground.surcharge(state, *walk) for walk in walks), default=0)

    def preview(self, state: GameState) -> Preview:
        """Who gets where, and what is spent."""
        refusal = self.check(state)
        unit, span = state.units.get(self.unit), self.span(state)
        barred = refusal is not None and refusal.code != "too-few-points"
        if unit is None or span is None or barred or self._strangers(unit):
            return Preview(ap=price(unit) if unit is not None else LADDER.points, refusal=refusal)
        going = self.plan(state, unit, span)
        first = going[0] if going else None
        way = f"{'down' if self.down else 'up'} {span.terrain.name} {span.cost_in:.3g}″"
        on = f"up the {span.terrain.climbed}"
        met = on_the_way.met(state, unit, {c.model.id: (c.model.at, _reached(span, c, self.down)) for c in going})
        notes = [f"{tag(c.model.id)} would be {c.level_in:.3g}″ {on}." for c in going if c.level_in]
        return Preview(
            ap=price(unit),
            refusal=refusal,
            legs=(Leg(to=first.at, length_in=distance(first.model.at, first.at), cost_in=first.spent_in, reason=way),)
            if first is not None
            else (),
            spent_in=first.spent_in if first is not None else 0.0,
            allowance_in=paths_allowance.basic_move(state, unit, first.model) if first is not None else 0.0,
            chances=met.chances,
            notes=(*notes, *self._staying(state, unit, span, going), *met.notes),
            rules=(*_cited(span.terrain), "ARAP-LADR-02", *_laid_apart(span.terrain), *met.rules),
            ghosts=tuple((c.model.id, *c.at, self._facing(span, c)) for c in going),
        )

    def _staying(self, state: GameState, unit: Unit, span: LadderSpan, going: Sequence[Climber]) -> tuple[str, ...]:
        """Who does not get on, and whether the ladder has no more places; not who is there already. (ARAP-LADR-02)"""
        end, gone = span.foot if self.down else span.head, {c.model.id for c in going}
        there = ground.height_at(state, end)
        near = (m for m in unit.alive if m.on_face or is_beyond(abs(ground.height_at(state, m.at) - there), 0))
        left = [m for m in near if m.id not in gone]
        if not left:
            return ()
        used = uses(state, span.terrain.id)
        on = {c.model.id: counts_for(state, span.terrain, c.model) for c in going if c.gets_on} | used
        full = any(m.id not in used and sum(on.values()) + counts_for(state, span.terrain, m) > PLACES for m in left)
        rule = "BLD-LADR-02" if span.terrain.is_structure or span.terrain.head else "ARAP-LADR-02"
        why = f": {span.terrain.name} takes {PLACES} ordinary models a turn. ({rule})" if full else "."
        return (f"{len(left)} of {unit.name} do{'es' if len(left) == 1 else ''} not get on{why}",)

    def _facing(self, span: LadderSpan, climber: Climber) -> float:
        ahead = (span.head, span.foot) if self.down and not climber.level_in else (span.foot, span.head)
        return bearing(*ahead)

    def resolve(self, progress: Progress) -> None:
        """Pay, go, and note who used the ladder."""
        state = progress.state
        unit, span = state.units[self.unit], self.span(state)
        assert span is not None
        going = self.plan(state, unit, span)
        rules = (paths_allowance.paid_by(unit),)
        progress.emit(
            PointsSpent(side=self.side, unit=unit.id, points=price(unit), action=way_up(span.terrain).how, rules=rules)
        )
        before = casualties.losses(state, unit.id)
        self._move(progress, unit, span, going)
        users = tuple(c.model.id for c in going if c.gets_on)
        limits = ("BLD-LADR-02",) if span.terrain.is_structure or span.terrain.head else ("ARAP-SIZE-02",)
        progress.emit(
            LadderUsed(side=unit.side, unit=unit.id, ladder=self.ladder, models=users, rules=("ARAP-LADR-02", *limits))
        )
        hazards.hazards(progress, unit.id, {c.model.id: (c.model.at, _reached(span, c, self.down)) for c in going})
        casualties.test_at_once(progress, unit.id, before)

    def _move(self, progress: Progress, unit: Unit, span: LadderSpan, going: Sequence[Climber]) -> None:
        placements = tuple(
            Placement(
                model=c.model.id,
                at=(round(c.at[0], 4), round(c.at[1], 4)),
                facing=round(self._facing(span, c), 2),
                on_face=span.terrain.id if c.level_in else TerrainId(""),
                level_in=round(c.level_in, 4),
            )
            for c in going
        )
        first = going[0]
        spent = round(max(c.spent_in for c in going), 4)
        # Where floors are laid out apart the board shows more inches than anybody walks. (BLD-GEN-03)
        length = spent if span.terrain.head is not None else round(distance(first.model.at, first.at), 4)
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=placements,
                how=way_up(span.terrain).how,
                path=((*first.model.at, first.model.facing), (*first.at, self._facing(span, first))),
                length_in=length,
                spent_in=spent,
                cover_left="" if unit.now.moved_in else sight_cover.giver(progress.state, unit),
                rules=("ARAP-LADR-01", *between_floors(span.terrain)),
            )
        )


def rule_of(ladder: Terrain) -> str:
    """By which rule it is gone up and down. (ARAP-LADR-01, BLD-MOVE-01)"""
    return way_up(ladder).rules[0]


def _cited(ladder: Terrain) -> tuple[str, ...]:
    """What a plan cites of it, the rule by which it is gone first."""
    return tuple(dict.fromkeys((rule_of(ladder), *between_floors(ladder))))


def comes_down(state: GameState, unit: Unit, span: LadderSpan) -> bool:
    """Whether those who are on it came from above, by where their way began in this turn or the one before."""
    above = _storey(state, span.head)
    for turn in (unit.now, unit.before):
        start = turn.path[0][:2] if turn.path else span.foot
        if start != span.foot:
            return _storey(state, start) == above
    return False


def _storey(state: GameState, at: Point) -> tuple[TerrainId, float]:
    """The floor that a place is on, if it is laid out apart, and how high it lies."""
    return floor_ways.floor_at(state, at), round(ground.height_at(state, at), 2)


def between_floors(ladder: Terrain) -> tuple[str, ...]:
    """The rules of ladders and stairs that lead to another floor. (BLD-LADR-01, BLD-LEVEL-01, BLD-MOVE-01)"""
    if ladder.head is None:
        return ()
    return ("BLD-MOVE-01" if ladder.climbed == "stairs" else "BLD-LADR-01", "BLD-LEVEL-01")


def _laid_apart(ladder: Terrain) -> tuple[str, ...]:
    """That the floors of a house that is entered may lie on different parts of the table. (BLD-GEN-03)"""
    return ("BLD-GEN-03",) if ladder.head is not None else ()


def _reached(span: LadderSpan, climber: Climber, down: bool) -> Point:
    """How far on the ground it walked towards the ladder."""
    return climber.model.at if climber.model.on_face else (span.head if down else span.foot)


# -- who gets where ------------------------------------------------------------------------------------------------


def plan(
    state: GameState,
    unit: Unit,
    span: LadderSpan,
    *,
    down: bool,
    named: Sequence[ModelId] = (),
    to: Point | None = None,
) -> list[Climber]:
    """Those who get on the ladder or further along it, in order; each with the place where it ends."""
    near = span.head if down else span.foot
    members = [unit.model(m) for m in named] or sorted(
        unit.alive, key=lambda m: (not m.on_face, m.level_in if down else -m.level_in, round(distance(m.at, near), 6))
    )
    used = uses(state, span.terrain.id)
    left = PLACES - sum(used.values())
    taken = single_models.occupied(state, {m.id for m in members})
    going: list[Climber] = []
    for model in members:
        places = 0 if model.id in used else counts_for(state, span.terrain, model)
        found = _climber(state, unit, span, model, taken, down=down, to=to)
        if found is None or (found.gets_on and places > left):
            taken.append((model.at, radius_of(state, model)))
            continue
        if _waits_on(found):
            continue
        left -= places if found.gets_on else 0
        going.append(found)
        if not found.level_in:
            taken.append((found.at, radius_of(state, model)))
    return going


def _waits_on(climber: Climber) -> bool:
    """Whether somebody on the ladder gets no further: still nobody makes room at its end."""
    own = climber.model
    return bool(own.on_face and climber.level_in) and abs(climber.level_in - own.level_in) <= TOLERANCE


def _climber(
    state: GameState, unit: Unit, span: LadderSpan, model: Model, taken: Sequence[Spot], *, down: bool, to: Point | None
) -> Climber | None:
    """Where one model ends; None if it does not reach the ladder. (ARAP-LADR-01)"""
    near, far = (span.head, span.foot) if down else (span.foot, span.head)
    allowance = paths_allowance.left_in_action(state, unit, model)
    spent = 0.0
    if not model.on_face:
        leg = ground.cost_of_leg(state, model, model.at, near)
        spent = leg.cost_in
        apart = abs(ground.height_at(state, model.at) - ground.height_at(state, near)) > TOLERANCE
        if apart or leg.barred is not None or spent >= allowance - TOLERANCE or model.sprawled:
            return None
    level = model.level_in if model.on_face else (span.rise_in if down else 0.0)
    height = level if down else span.rise_in - level
    needed = height * span.cost_in / span.rise_in
    left = allowance - spent
    if not is_within(needed, left):
        climbed = left * span.rise_in / span.cost_in
        return Climber(model, span.foot, level - climbed if down else level + climbed, allowance, not model.on_face)
    place = _beyond(state, model, near, far, left - needed, taken, to)
    if place is None:
        # Nobody makes room at the end: it waits on the last rung.
        last = TOLERANCE * 2 if down else span.rise_in
        return Climber(model, span.foot, last, spent + needed, not model.on_face)
    return Climber(model, place, 0.0, spent + needed + distance(far, place), True)


def _beyond(
    state: GameState, model: Model, near: Point, far: Point, left: float, taken: Sequence[Spot], to: Point | None
) -> Point | None:
    """A free place at the far end that the rest of the allowance reaches: the nearest to it, or to where they go."""
    level = ground.height_at(state, far)
    ahead = bearing(near, far)
    here = replace(model, at=far, on_face=TerrainId(""), level_in=0.0)
    rings = [*(r for r in _RINGS_IN if r <= left), *([left] if left not in _RINGS_IN else [])]
    places = [along(far, ahead + turn, ring) for ring in rings for turn in (_TURNS if ring else (0,))]
    if to is not None:
        places.sort(key=lambda p: round(distance(p, to), 6))
    for place in places:
        if abs(ground.height_at(state, place) - level) > TOLERANCE or not single_models.is_free(
            state, here, place, taken
        ):
            continue
        if place == far or single_models.walk_to(state, here, place, left) is not None:
            return place
    return None


ACTIONS: tuple[type[Action], ...] = (UseLadder,)
