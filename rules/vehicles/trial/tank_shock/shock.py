"""Tank shock: whom it meets, their test, what gives way and what does not. (TRI-SHOCK-01 to -03)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rules.arap.events import ModelsMoved
from rules.arap.morale import leadership
from rules.arap.morale.rout import RoutMove, UnitRouted
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.core.prompt import Option, OptionOdds
from rules.core.refusal import Refusal
from rules.dice.goals import modified
from rules.dice.odds.chances import chance_2d6_low
from rules.forces.unit import Unit
from rules.geometry.facings import turn
from rules.geometry.hulls import Hull, distance_between, swept
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.shared.hull import Pose, condition, hull_of, others, pose_of, posed
from rules.vehicles.shared.sliding import is_off
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.tank_shock import stand
from rules.vehicles.trial.terrain import clearance, drift
from rules.vehicles.trial.terrain.way import SAME_SPOT_IN, TrialWay

RULE: Final = "TRI-SHOCK-01"

ASIDE_STEP_IN: Final = 0.25

HALT_IN: Final = 1.0
"""How far before those whom it would drive over a tank is, when one of them strikes it. (VEH-SHOCK-04)"""

STOP_STEP_IN: Final = 0.01
"""How exactly it is worked out where a tank is stopped."""


def not_straight(state: GameState, unit: Unit, way: TrialWay) -> Refusal | None:
    """Only a Tank, one turn first, then straight on. (TRI-SHOCK-01)"""
    if not profile_of(state, unit).is_a("tank"):
        text = f"{unit.name} is no tank: it frightens nobody."
        return Refusal("no-tank", text, RULE, "an ordinary move")
    moving = [n for n, run in enumerate(way.runs) if run > SAME_SPOT_IN]
    turned = [
        n for n, (a, b) in enumerate(zip(way.hulls, way.hulls[1:], strict=False)) if turn(a.heading, b.heading) > 0.01
    ]
    if len(moving) != 1 or way.backs or any(n > moving[0] for n in turned):
        text = f"{unit.name} turns once and then goes straight on in a tank shock."
        return Refusal("not-straight", text, RULE, "one place straight ahead, with no facing at its end")
    return None


def stopped(state: GameState, unit: Unit, way: TrialWay, *, fast: bool) -> tuple[TrialWay, str]:
    """The way as far as nothing stops the tank, and what does; as it is where it cannot so much as start.

    Whoever does not give way, friends, ground that it may not enter and the edge stop it. (TRI-SHOCK-03)
    """
    if not_straight(state, unit, way) is not None:
        return way, ""
    met = _met_first(state, unit, way, fast=fast)
    if met is None:
        return way, ""
    free, barred = 0.0, way.length_in
    while barred - free > STOP_STEP_IN / 2:
        middle = (free + barred) / 2
        if _met_first(state, unit, way.upto(middle), fast=fast) is None:
            free = middle
        else:
            barred = middle
    inches = round(free - 1.75 * STOP_STEP_IN, 2)  # without what is tolerated of hulls and of distances
    if inches <= SAME_SPOT_IN:
        return way, ""
    short = way.upto(inches)
    return short, _stands_fast(state, unit, short) if met.code == "vehicle-in-the-way" else met.message


def _stands_fast(state: GameState, unit: Unit, way: TrialWay) -> str:
    """The vehicle before which the tank is stopped, and why that does not give way. (TRI-SHOCK-03)"""
    seen = [o for o in others(state, unit) if not (o.hidden and o.side != unit.side)]
    firm = min(seen, key=lambda o: distance_between(way.end, hull_of(state, o)))
    if firm.side == unit.side:
        return f"{firm.name} is in the way."
    return f"{firm.name} does not give way, {_fronts(state, unit, firm)}."


def _fronts(state: GameState, tank: Unit, other: Unit) -> str:
    """What decides whether a vehicle gives way: its front against the tank's, or that it cannot move."""
    if condition(other).immobilised:
        return "immobilised"
    return f"front {profile_of(state, other).front} against {profile_of(state, tank).front}"


def give_way(state: GameState, unit: Unit, way: TrialWay) -> Iterator[str]:
    """Which vehicles the tank pushes out of its way, in words. (TRI-SHOCK-03)"""
    for other in (state.units[u] for u in sorted(shoved(state, unit, way))):
        if other.is_vehicle:
            yield f"{other.name} gives way, {_fronts(state, unit, other)}"


def _met_first(state: GameState, unit: Unit, way: TrialWay, *, fast: bool) -> Refusal | None:
    return clearance.blocked(state, unit, way, fast=fast, shoves=shoved(state, unit, way))


def shoved(state: GameState, unit: Unit, way: TrialWay) -> frozenset[UnitId]:
    """Enemies whom the tank would touch and who give way: creatures, and vehicles with weaker fronts. (TRI-SHOCK-03)"""
    sweep, start = swept(way.hulls), way.hulls[0]
    people = {
        other.id
        for other, _, circle in clearance.people(state, unit)
        if other.side != unit.side and not start.overlaps(circle) and sweep.covers(circle)
    }
    hulls = {
        other.id
        for other in others(state, unit)
        if other.side != unit.side
        and gives_way(state, unit, other)
        and any(hull_of(state, other).overlaps(piece) for piece in sweep.pieces)
    }
    return frozenset(people | hulls)


def gives_way(state: GameState, tank: Unit, other: Unit) -> bool:
    """Whether an enemy vehicle is pushed aside: one that can move, with a weaker front. (TRI-SHOCK-03)"""
    weaker = profile_of(state, other).front < profile_of(state, tank).front
    return weaker and not condition(other).immobilised


def goal(state: GameState, unit: Unit) -> int:
    """The most that the unit may roll on 2D6: its Ld, one less below half its strength. (TRI-SHOCK-02)"""
    return modified(leadership.ld(state, unit), modifiers(unit))


def modifiers(unit: Unit) -> tuple[Modifier, ...]:
    """Below half of its starting strength. (TRI-SHOCK-02)"""
    now = len(unit.alive)
    half = 2 * now < len(unit.models)
    return (Modifier(-1, f"{now} left of {len(unit.models)}", "TRI-SHOCK-02"),) if half else ()


def holds(state: GameState, unit: Unit) -> Fraction:
    """The chance that its nerve holds."""
    return chance_2d6_low(goal(state, unit))


def met(state: GameState, unit: Unit, way: TrialWay) -> list[Unit]:
    """Creature units that the tank meets, in order."""
    start = way.hulls[0].centre
    found = [state.units[u] for u in shoved(state, unit, way) if not state.units[u].is_vehicle]
    return sorted(found, key=lambda u: (min(distance(start, m.at) for m in u.alive), u.id))


class MeetTank(TaskStruct, frozen=True, kw_only=True, tag="MeetTank"):
    """A unit in the way of a tank tests its nerve; whoever holds steps aside, or one of them stands. (TRI-SHOCK-02)"""

    unit: UnitId
    tank: UnitId
    path: tuple[Pose, ...]

    def run(self, progress: Progress) -> None:
        """The test, unless it is broken already or the tank is stopped."""
        state = progress.state
        unit, tank = state.units[self.unit], state.units[self.tank]
        if not unit.on_table or stand.is_stopped(tank):
            return
        if unit.routing or self._stands(progress, unit):
            options = stand.options(progress.state, unit, tank)
            if options and not unit.routing:
                self._ask(progress, unit, options)
            else:
                self._step_aside(progress)
            return
        progress.emit(UnitRouted(side=unit.side, unit=unit.id, cause=tank.id, rules=("TRI-SHOCK-02", "ARAP-ROUT-02")))
        progress.queue(RoutMove(unit=unit.id), StepFromTank(unit=unit.id, tank=tank.id, path=self.path))

    def _stands(self, progress: Progress, unit: Unit) -> bool:
        base = leadership.ld(progress.state, unit)
        rolled = progress.roll_sum(
            "leadership",
            2,
            goal=goal(progress.state, unit),
            base=base,
            modifiers=modifiers(unit),
            unit=unit.id,
            target=self.tank,
            why=f"{unit.name}: tank shock by {progress.state.units[self.tank].name}",
            rules=("TRI-SHOCK-02", "ARAP-DICE-05"),
        )
        return bool(rolled.passed)

    def _ask(self, progress: Progress, unit: Unit, options: list[Option]) -> None:
        tank = progress.state.units[self.tank]
        progress.ask(
            self,
            unit.side,
            "stand-before-tank",
            f"{unit.name} holds. Does one of them stand before {tank.name}?",
            [Option(id="aside", label="All step aside", rule="TRI-SHOCK-02"), *options],
            unit=unit.id,
            about=tank.id,
            rule="TRI-SHOCK-04",
            decline="aside",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """What standing before the tank may come to. (TRI-SHOCK-04)"""
        return stand.promises(seen, seen.units[self.unit], seen.units[self.tank])

    def answer(self, progress: Progress, choice: str) -> None:
        """Nobody, or the model and its weapon."""
        if choice == "aside":
            self._step_aside(progress)
            return
        come_up(progress, self.tank, self.unit, self.path)
        stand.attack(progress, self.unit, self.tank, choice)
        progress.queue(
            stand.RunDown(unit=self.unit, tank=self.tank, choice=choice),
            StepFromTank(unit=self.unit, tank=self.tank, path=self.path),
        )

    def _step_aside(self, progress: Progress) -> None:
        progress.queue(StepFromTank(unit=self.unit, tank=self.tank, path=self.path))


def come_up(progress: Progress, tank_id: UnitId, unit_id: UnitId, path: tuple[Pose, ...]) -> None:
    """The tank comes on to an inch before those whom it would drive over, one of whom attacks it there. (TRI-SHOCK-04)

    Up to version 13 it was struck, and stopped, where it set out.
    """
    state = progress.state
    tank, unit = state.units[tank_id], state.units[unit_id]
    if state.is_older_than("14") or not tank.on_table:
        return
    way = TrialWay(tuple(posed(state, tank, p) for p in rest_of(tank, path)))
    sweep = swept(way.hulls)
    people = [circle for other, _, circle in clearance.people(state, tank) if other.id == unit.id]
    ahead = [circle.centre for circle in people if sweep.covers(circle)]
    hulls = [hull_of(state, other) for other in others(state, tank)]

    def is_clear(inches: float) -> bool:
        hull = way.at(inches)
        near = any(hull.distance_to_point(at) < HALT_IN for at in ahead)
        return not near and not any(hull.overlaps(other) for other in hulls)

    free, barred = 0.0, way.length_in
    if not ahead or is_clear(barred):
        return
    while barred - free > STOP_STEP_IN / 2:
        middle = (free + barred) / 2
        free, barred = (middle, barred) if is_clear(middle) else (free, middle)
    driven = way.upto(round(free, 2))
    if driven.length_in <= SAME_SPOT_IN:
        return
    x, y, facing = pose_of(driven.end)
    progress.emit(
        ModelsMoved(
            side=tank.side,
            unit=tank.id,
            placements=(Placement(model=tank.models[0].id, at=(x, y), facing=facing),),
            how="drive",
            path=tuple(pose_of(hull) for hull in driven.hulls),
            length_in=round(driven.length_in, 4),
            spent_in=round(driven.length_in, 4),
            rules=("TRI-SHOCK-04", "TRI-SHOCK-01"),
        )
    )


def rest_of(tank: Unit, path: tuple[Pose, ...]) -> tuple[Pose, ...]:
    """What is left of the way of a tank that has come up to somebody who stands before it."""
    here = tank.models[0]
    if distance(here.at, path[0][:2]) <= SAME_SPOT_IN:
        return path
    return ((*here.at, here.facing), path[-1])


class StepFromTank(TaskStruct, frozen=True, kw_only=True, tag="StepFromTank"):
    """Whoever is left in the tank's way moves aside by the shortest way. (TRI-SHOCK-02)"""

    unit: UnitId
    tank: UnitId
    path: tuple[Pose, ...]

    def run(self, progress: Progress) -> None:
        """Unless the tank was stopped."""
        state = progress.state
        unit, tank = state.units[self.unit], state.units[self.tank]
        if not unit.on_table or stand.is_stopped(tank):
            return
        hulls = tuple(posed(state, tank, p) for p in self.path)
        sweep = swept(hulls)
        for model in unit.alive:
            if not drift.is_under(progress.state, model, hulls[-1], sweep):
                continue
            spot = drift.free_spot(progress.state, model, hulls[-1], sweep)
            if spot is None:
                continue
            there = (Placement(model=model.id, at=spot, facing=model.facing),)
            rules = ("TRI-SHOCK-02",)
            progress.emit(
                ModelsMoved(side=unit.side, unit=unit.id, placements=there, how="aside", voluntary=False, rules=rules)
            )


class ShoveAside(TaskStruct, frozen=True, kw_only=True, tag="ShoveAside"):
    """A weaker enemy vehicle is moved out of the tank's way. (TRI-SHOCK-03)"""

    unit: UnitId
    tank: UnitId
    path: tuple[Pose, ...]

    def run(self, progress: Progress) -> None:
        """To the nearest free place beside the way, turning along with it where it must."""
        state = progress.state
        unit, tank = state.units[self.unit], state.units[self.tank]
        if not unit.on_table or stand.is_stopped(tank):
            return
        spot = free_pose(state, unit, tuple(posed(state, tank, p) for p in self.path))
        if spot is None:
            return
        x, y, facing = pose_of(spot)
        there = (Placement(model=unit.models[0].id, at=(x, y), facing=facing),)
        rules = ("TRI-SHOCK-03",)
        progress.emit(
            ModelsMoved(side=unit.side, unit=unit.id, placements=there, how="aside", voluntary=False, rules=rules)
        )


def free_pose(state: GameState, unit: Unit, hulls: tuple[Hull, ...]) -> Hull | None:
    """The nearest place for a vehicle clear of the swept ground and of everything else; None if there is none."""
    sweep, start = swept(hulls), hull_of(state, unit)
    standing = [hull_of(state, o) for o in others(state, unit)]
    circles = [circle for _, _, circle in clearance.people(state, unit)]
    for step in range(1, 49):
        for bearing_deg in range(0, 360, 15):
            for heading in (start.heading, hulls[-1].heading):
                moved = start._replace(heading=heading)
                placed = moved._replace(centre=_off(start, bearing_deg, step * ASIDE_STEP_IN))
                if is_off(state, placed) or any(placed.overlaps(piece) for piece in sweep.pieces):
                    continue
                if not any(h.overlaps(placed) for h in standing) and not any(placed.overlaps(c) for c in circles):
                    return placed
    return None


def _off(start: Hull, bearing_deg: int, inches: float) -> tuple[float, float]:
    return start._replace(heading=float(bearing_deg)).driven(inches).centre


TASKS: tuple[type[TaskStruct], ...] = (MeetTank, StepFromTank, ShoveAside)
