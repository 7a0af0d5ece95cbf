"""Getting into a vehicle, or on to it. (VEH-BRD-01, -03, -04, -06 to -09, -11, -12, VEH-JOIN-05, VEH-JOIN-10)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap import rolls
from rules.arap.damage import hazards
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.morale import casualties
from rules.arap.movement import on_the_way, walk
from rules.arap.paths import allowance, cost, legality
from rules.arap.paths.march import Track
from rules.arap.paths.turns import Waypoint
from rules.arap.units import split_and_join
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import swept
from rules.geometry.lengths import is_within
from rules.offers import Lister, Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.transport import doors as transport_doors
from rules.vehicles.gemini.transport import passengers, walk_aboard
from rules.vehicles.gemini.transport.on_the_move import injure, motion, risk, wake
from rules.vehicles.gemini.transport.walk_aboard import RULE, Boarding
from rules.vehicles.shared import outside, walk_up
from rules.vehicles.shared.events import BoardedVehicle

SPLIT: Final = ("VEH-BRD-04", "ARAP-COH-02")
"""Those left outside are a unit of their own."""

NEARBY_IN = 6.0
"""Carriers within this of a unit's reach are offered, even if only to say why not."""


FAILS: Final = "Who fails to climb out of the water stays in it, and may try again with the next action. (ARAP-SWIM-02)"


class Board(Action, frozen=True, kw_only=True, tag="Board"):
    """Walk to a friendly vehicle and get in: part of the unit's move action. (VEH-BRD-04, VEH-BRD-09, VEH-JOIN-05)

    With `cling` the unit holds on to its outside instead. (VEH-BRD-12) `models` are those who board, by default all;
    the others stay as a unit of their own. `path` is a way round what is in the way; each goes straight or joins it
    at the bend that suits it best.
    """

    unit: UnitId
    vehicle: UnitId
    cling: bool = False
    models: tuple[ModelId, ...] = ()
    path: tuple[Waypoint, ...] = ()
    rest: str = ""
    """What those who stay are called; without a name the table calls them after their unit. (ARAP-COH-02)"""

    def check(self, state: GameState) -> Refusal | None:
        """Points, who boards, the vehicle, both in one turn, room, and whether every model gets there."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = self._unfit(state, unit) or self._unnamed(state, unit)
        refusal = refusal or walk_aboard.may_step(state, replace(unit, models=self._boarders(unit)))
        refusal = refusal or self._vehicle(state, unit) or self._reach(state, unit)
        return refusal or self._doors(state, unit)

    def _boarders(self, unit: Unit) -> tuple[Model, ...]:
        """Who is meant to board."""
        return tuple(m for m in unit.alive if not self.models or m.id in self.models)

    def _unfit(self, state: GameState, unit: Unit) -> Refusal | None:
        if unit.is_vehicle or not unit.on_table:
            text = f"{unit.name} is not on foot on the table."
            return Refusal("not-on-foot", text, "VEH-BRD-04", "a unit on foot")
        if state.is_locked(unit.id):
            return Refusal("locked", f"{unit.name} is locked in melee.", "VEH-BRD-11", "breaking off first")
        if unit.boarded_turn == state.turn.number:
            text = f"{unit.name} left a vehicle in this turn and may board from its next turn on."
            return Refusal("left-this-turn", text, "VEH-BRD-01", "staying outside")
        return None

    def _unnamed(self, state: GameState, unit: Unit) -> Refusal | None:
        """Refuse a name that is too long, models that are not its own, and a path that is none."""
        if refusal := split_and_join.bad_name(self.rest):
            return refusal
        if len(self._boarders(unit)) < len(self.models):
            text = f"Only living models of {unit.name} board with it, each once."
            return Refusal("wrong-models", text, "VEH-BRD-04", f"up to {len(unit.alive)} of its models")
        return legality.well_formed(state, unit, self.path, None, ()) if self.path else None

    def _vehicle(self, state: GameState, unit: Unit) -> Refusal | None:
        vehicle = state.units.get(self.vehicle)
        if vehicle is None or not vehicle.is_vehicle or vehicle.side != unit.side or not vehicle.on_table:
            return Refusal("no-vehicle", "There is no vehicle of yours to board.", "VEH-BRD-04", "a carrier")
        needed = passengers.places_for(state, self._boarders(unit))
        free = free_places(state, vehicle, cling=self.cling)
        if needed > free:
            where = "on its outside" if self.cling else "free"
            text = f"{unit.name} needs {needed} places; {vehicle.name} has {max(0, free)} {where}."
            rule = "VEH-BRD-12" if self.cling else "VEH-BRD-04"
            allowed = "a vehicle with more room" + ("; or only some of its models" if free > 0 else "")
            return Refusal("no-places", text, rule, allowed)
        return None

    def _doors(self, state: GameState, unit: Unit) -> Refusal | None:
        """Doors of civilian vehicles let only so many through. (VEH-BRD-08)"""
        vehicle = state.units[self.vehicle]
        people = [(m, m.at) for m in self._boarders(unit)]
        return None if self.cling else transport_doors.barred(state, vehicle, people)

    def _boarding(self, state: GameState, unit: Unit) -> Boarding:
        vehicle, models = state.units[self.vehicle], self._boarders(unit)
        return walk_aboard.boarding(state, unit, vehicle, models, self.path, cling=self.cling)

    def _reach(self, state: GameState, unit: Unit) -> Refusal | None:
        found = self._boarding(state, unit)
        there = found.reach(found.pace.most)
        late = [w for w in found.ways if w.model not in there]
        if not late:
            return self._surcharge(state, found)
        some = f"; or only those who get there, {len(there)} of its models" if there else ""
        barred = next((w.barred for w in late if w.barred is not None), None)
        if barred is not None:
            return replace(barred, allowed=f"{barred.allowed}, on a way that is drawn{some}")
        longest = max(late, key=lambda w: w.track.spent_in)
        needed, most = longest.track.spent_in, found.pace.most[longest.model]
        text = f"{unit.name} does not reach {state.units[self.vehicle].name}: a model would have to walk {needed:.3g}″."
        allowed = f"a walk of {most:.3g}″ to within 2″ of it{some}"
        if is_within(needed, most + allowance.burden(unit)):
            text = f"{text[:-1]}, and it is encumbered."
            return Refusal("encumbered", text, RULE, f"{allowed}: the step itself ignores the burden")
        return Refusal("out-of-reach", text, "VEH-BRD-04", allowed)

    @staticmethod
    def _surcharge(state: GameState, found: Boarding) -> Refusal | None:
        """Refuse ground that costs more action points than are left. (ARAP-ACT-08)"""
        points = 1 + found.laid.extra_ap
        if state.turn.ap >= points:
            return None
        text = f"This way costs {points} AP, {found.laid.extra_ap} of them for the ground."
        return Refusal("too-few-points", text, "ARAP-ACT-08", f"{state.turn.ap} AP left; or another way")

    def preview(self, state: GameState) -> Preview:
        """The longest way, the chance that dice allow it, and what boarding at speed may cost."""
        refusal = self.check(state)
        unit, vehicle = state.units.get(self.unit), state.units.get(self.vehicle)
        if unit is None or vehicle is None or not vehicle.is_vehicle or not unit.on_table or not self._boarders(unit):
            return Preview(ap=1, refusal=refusal)
        found = self._boarding(state, unit)
        shown = risk(state, unit, vehicle)
        left = len(unit.alive) - len(found.ways)
        rest = "the other stays" if left == 1 else f"the other {left} stay"
        met = on_the_way.met(state, unit, {t.model.id: t.points for t in found.laid.tracks})
        climbs = walk_aboard.out_of_the_water(state, self._boarders(unit))
        stays = (f"{len(found.ways)} of {len(unit.alive)} models board; {rest} outside as a unit of their own",)
        return replace(
            shown,
            ap=1 + found.laid.extra_ap,
            refusal=refusal,
            legs=cost.legs(found.laid, found.laid.lead),
            spent_in=found.laid.lead.spent_in,
            allowance_in=min(found.pace.most.values()),
            ghosts=tuple((t.model.id, *t.end, t.turning.final) for t in found.laid.tracks),
            chances=(*walk_aboard.chances(found), *climbs, *met.chances, *shown.chances),
            notes=(*shown.notes, *(stays if left else ()), *((FAILS,) if climbs else ()), *met.notes),
            rules=(
                *shown.rules,
                "VEH-BRD-11",
                *cost.cited(found.laid),
                *(SPLIT if left else ()),
                *(("ARAP-SWIM-02",) if climbs else ()),
            ),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay, walk, brave dangerous ground, and step aboard: all who were meant to and get there."""
        unit = progress.state.units[self.unit]
        found = self._boarding(progress.state, unit)
        points = 1 + found.laid.extra_ap
        progress.emit(PointsSpent(unit=unit.id, side=self.side, points=points, action="board", rules=("VEH-JOIN-05",)))
        allowances = walk.rolled_allowances(progress, found.pace, unit)
        there = found.reach(allowances)
        paths = {t.model.id: t.points for t in found.laid.tracks}
        halts = self._halt(progress, unit, [t for t in found.laid.tracks if t.model.id not in there], allowances)
        paths |= {p.model: (paths[p.model][0], p.at) for p in halts}
        before = casualties.losses(progress.state, unit.id)
        hazards.hazards(progress, unit.id, paths)
        casualties.test_at_once(progress, unit.id, before)
        tracks = [t for t in found.laid.tracks if t.model.id in there]
        if tracks:
            far = max(sum(leg.length_in for leg in t.legs) for t in tracks)
            spent = max(t.spent_in for t in tracks)
            ways = {t.model.id: t.points for t in tracks}
            unit = progress.state.units[self.unit]
            if not unit.is_gone and walk_up.is_met(progress.state, unit, ways):
                walk_up.walk(progress, unit, ways, ("ARAP-MOVE-01", "VEH-BRD-04"))
                far = spent = 0.0  # they have gone it
            progress.queue(
                StepAboard(
                    unit=unit.id,
                    vehicle=self.vehicle,
                    models=there,
                    cling=self.cling,
                    rest=self.rest.strip(),
                    length_in=round(far, 4),
                    spent_in=round(spent, 4),
                )
            )

    def _halt(
        self, progress: Progress, unit: Unit, tracks: Sequence[Track], allowances: Mapping[ModelId, float]
    ) -> tuple[Placement, ...]:
        """Those whom the dice do not take there stop on their way. (ARAP-TERR-04)"""
        placements = tuple(walk_up.halted(progress.state, t, allowances[t.model.id]) for t in tracks)
        if placements:
            rules = ("ARAP-MOVE-01", "ARAP-TERR-04")
            progress.emit(ModelsMoved(side=self.side, unit=unit.id, placements=placements, how="move", rules=rules))
        return placements


class StepAboard(TaskStruct, frozen=True, kw_only=True, tag="StepAboard"):
    """Those who have walked to a vehicle get in, or hold on to it; the others are a unit of their own. (VEH-BRD-04)"""

    unit: UnitId
    vehicle: UnitId
    models: tuple[ModelId, ...]
    cling: bool = False
    rest: str = ""
    length_in: float = 0
    spent_in: float = 0

    def run(self, progress: Progress) -> None:
        """Unless the ground has cost them too much on the way."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.vehicle]
        stopped = progress.state.is_locked(unit.id) and not progress.state.is_older_than("14")
        held = unit.routing or unit.gone_to_ground or stopped or not vehicle.on_table
        if held or not any(m.id in self.models for m in unit.alive):
            return
        aboard = self._climbed(progress, unit)
        if not aboard:
            return
        left = [m.id for m in unit.alive if m.id not in aboard]
        if left:
            split_and_join.split(progress, unit.id, left, name=self.rest, rules=SPLIT)
            unit = progress.state.units[unit.id]
        moving = not motion(progress.state, vehicle).is_stationary
        cling = ("VEH-BRD-12",) if self.cling else ()
        rules = ("VEH-BRD-04", "VEH-BRD-03", *(("VEH-BRD-09",) if moving else ()), *cling)
        people = [(m, m.at) for m in unit.alive]
        doors_used = None if self.cling else transport_doors.used(progress.state, vehicle, people)
        hull = vehicle.models[0]
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=tuple(Placement(model=m.id, at=hull.at, facing=hull.facing) for m in unit.alive),
                how="board",
                length_in=self.length_in,
                spent_in=self.spent_in,
                rules=rules,
            )
        )
        if doors_used is not None:
            progress.emit(doors_used)
        progress.emit(
            BoardedVehicle(side=unit.side, unit=unit.id, vehicle=vehicle.id, clinging=self.cling, rules=rules)
        )
        injure(progress, unit.id, vehicle, "boarding")

    def _climbed(self, progress: Progress, unit: Unit) -> set[ModelId]:
        """Those who get aboard: of swimmers whoever makes an Initiative roll. (ARAP-SWIM-02)"""
        state = progress.state
        going = [m for m in unit.alive if m.id in self.models]
        wet = walk_aboard.swimmers(state, going)
        if not wet:
            return {m.id for m in going}
        why = f"{unit.name}: out of the water on to {state.units[self.vehicle].name}"
        passed = rolls.test_each(progress, unit.id, wet, why=why, rules=("ARAP-SWIM-02",))
        return {m.id for m in going} - ({m.id for m in wet} - passed)


def free_places(state: GameState, vehicle: Unit, *, cling: bool) -> int:
    """Places inside, or on the outside, that are not taken. (VEH-BRD-04, VEH-BRD-12)"""
    return passengers.clinging_free(state, vehicle) if cling else passengers.places_free(state, vehicle)


def fitting(state: GameState, board: Board) -> tuple[ModelId, ...]:
    """Of a unit that does not get aboard as a whole those who do: who gets there first, as many as there is room."""
    unit, vehicle = state.units[board.unit], state.units[board.vehicle]
    standing = tuple(m for m in unit.alive if walk_aboard.may_step(state, replace(unit, models=(m,))) is None)
    if not standing:
        return ()
    found = walk_aboard.boarding(state, unit, vehicle, standing, board.path, cling=board.cling)
    free = free_places(state, vehicle, cling=board.cling)
    chosen: list[ModelId] = []
    for model in found.reach(found.pace.most):
        needed = passengers.places_for(state, (unit.model(model),))
        tried = replace(board, models=(*chosen, model))
        if needed <= free and tried.check(state) is None:
            chosen.append(model)
            free -= needed
    return tuple(chosen)


def _near(state: GameState, side: SideId) -> Iterator[tuple[Unit, Unit]]:
    """The acting unit on foot with each vehicle of its side that is near."""
    active = state.turn.active
    unit = state.units[active] if active is not None and state.active_side == side else None
    if unit is None or unit.is_vehicle or not unit.on_table:
        return
    reach = NEARBY_IN + outside.STEP_OUT_IN + state.profile(unit.alive[0]).m
    for vehicle in state.units_of(side):
        if not (vehicle.is_vehicle and vehicle.on_table):
            continue
        if swept(wake(state, vehicle)).distance_to(unit.alive[0].at) <= reach:
            yield unit, vehicle


def _inside(state: GameState, side: SideId) -> Iterator[Offer]:
    """Getting in: as a whole, else as many as get in."""
    for unit, vehicle in _near(state, side):
        if profile_of(state, vehicle).capacity:
            yield _offer(state, Board(side=side, unit=unit.id, vehicle=vehicle.id), vehicle.name)


def _outside(state: GameState, side: SideId) -> Iterator[Offer]:
    """Holding on outside, likewise."""
    for unit, vehicle in _near(state, side):
        cling = Board(side=side, unit=unit.id, vehicle=vehicle.id, cling=True)
        offer = _offer(state, cling, f"On the outside of {vehicle.name}")
        if offer.refusal is None or offer.refusal.code in _WAY_BARRED:
            yield offer


def _offer(state: GameState, board: Board, label: str) -> Offer:
    kind = "cling" if board.cling else "board"
    whole = offered(state, board, kind=kind, unit=board.unit, target=board.vehicle, ap=1, label=label)
    if whole.refusal is None or whole.refusal.code not in SOME_MAY:
        return whole
    some = fitting(state, board)
    if not some:
        return whole
    return replace(whole, action=replace(board, models=some), refusal=None)


_WAY_BARRED: Final = ("in-the-way", "impassable")
"""Reasons against the straight way alone."""

SOME_MAY: Final = ("no-places", "out-of-reach", "encumbered", "door-limit", "in-the-way", "impassable", "prone")
"""Reasons against a whole unit that part of it may get round."""

LISTERS: Final = (Lister(_inside, ("board",)), Lister(_outside, ("cling",)))
ACTIONS: tuple[type[Action], ...] = (Board,)
TASKS: tuple[type[TaskStruct], ...] = (StepAboard,)
