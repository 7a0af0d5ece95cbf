"""Pursuit: after the routers, and free hacks at their backs. (ARAP-PURS-01 to -03, -05)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import interception
from rules.arap.attacks.interception import Paths
from rules.arap.events import ModelsMoved
from rules.arap.melee import charge_home, join
from rules.arap.melee import odds as melee_odds
from rules.arap.melee.intercept import Coming, InterceptChoice
from rules.arap.morale import dangerous_ground, flight_paths, rout
from rules.arap.paths import allowance, charge_stop
from rules.arap.paths.charge_plan import ChargeCourse, ChargePlan
from rules.arap.positions import engagement, placing, single_models
from rules.arap.reactions import options as reactions_options
from rules.arap.reactions import run as reactions_run
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import doubtful
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import OptionOdds
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState


class PursuitEnded(Event, frozen=True, kw_only=True, tag="PursuitEnded"):
    """A unit pursues no more: quarry gone, halted, or in melee. (ARAP-PURS-05)"""

    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It may be activated again."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], pursuing=None))

    def sentence(self, state: GameState) -> str:
        """Who and why."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} pursues no more: {self.reason}"


class PursuitMove(TaskStruct, frozen=True, kw_only=True, tag="PursuitMove"):
    """Pursuers move after their quarry; others may react before they do. (ARAP-PURS-01, -02, -03, -05)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Roll the flee rate; who may step in or react is asked; then they run."""
        unit = progress.state.units[self.unit]
        if unit.pursuing is None or not unit.on_table:
            return
        quarry = progress.state.units[unit.pursuing]
        if not quarry.on_table:
            if quarry.is_gone and not quarry.left_table:
                end(progress, unit, "nobody is left to pursue")
            return
        rolled = progress.roll_sum(
            "pursuit",
            allowance.flee_dice(progress.state, unit),
            unit=unit.id,
            target=quarry.id,
            why=f"{unit.name} pursues {quarry.name}",
            rules=("ARAP-PURS-01", "ARAP-MOVE-04", "ARAP-TURN-03"),
        )
        inches = rolled.total or 0
        if not quarry.routing and chase(progress.state, unit, quarry, inches).reaches:
            progress.queue(QuarryReaction(unit=quarry.id, pursuer=unit.id, inches=inches))
        else:
            come_on(progress, unit, quarry, inches)


class QuarryReaction(TaskStruct, frozen=True, kw_only=True, tag="QuarryReaction"):
    """A quarry that has rallied is about to be charged afresh: it may react if its state allows. (ARAP-PURS-03)"""

    unit: UnitId
    pursuer: UnitId
    inches: int

    def run(self, progress: Progress) -> None:
        """Ask, if there is anything but to hold."""
        state = progress.state
        unit, pursuer = state.units[self.unit], state.units[self.pursuer]
        options = reactions_options.options(state, pursuer, unit)
        if all(o.refused for o in options[1:]):
            come_on(progress, pursuer, unit, self.inches)
            return
        progress.ask(
            self,
            unit.side,
            "charge-reaction",
            f"{pursuer.name} comes after {unit.name}. How does it react?",
            options,
            unit=unit.id,
            about=pursuer.id,
            rule="ARAP-PURS-03",
            decline="hold",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """As of any other charge reaction."""
        return melee_odds.of_reaction(seen, seen.units[self.pursuer], seen.units[self.unit])

    def who_fires(self, state: GameState) -> dict[str, tuple[ModelId, ...]]:
        """Who may stand and fire. (ARAP-STAND-03, ARAP-WPN-01)"""
        return {"stand": stand_and_fire.who_may_fire(state, state.units[self.pursuer], state.units[self.unit])}

    def answer(self, progress: Progress, choice: str) -> None:
        """Fire or run; then the pursuers come on."""
        self.answer_by(progress, choice, ())

    def answer_by(self, progress: Progress, choice: str, models: Sequence[ModelId]) -> None:
        """The same where those are named who stand and fire."""
        if choice == "run":
            reactions_run.run_from(progress, self.unit, self.pursuer)
        units = progress.state.units
        pursuer, quarry = units[self.pursuer], units[self.unit]
        if choice == "stand" and doubtful.are_asked(progress.state):
            progress.queue(
                stand_and_fire.StandJudged(unit=self.unit, charger=self.pursuer, models=tuple(models)),
                stand_and_fire.StandAndFire(unit=self.unit, charger=self.pursuer, models=tuple(models)),
            )
        elif choice == "stand":
            stand_and_fire.fire(progress, self.unit, self.pursuer, models)
        come_on(progress, pursuer, quarry, self.inches, ran=choice == "run")


def come_on(progress: Progress, unit: Unit, quarry: Unit, inches: int, *, ran: bool = False) -> None:
    """Queue the run of the pursuers, and before it the choices of those whom they pass. (ARAP-INT-03)"""
    way = chase(progress.state, unit, quarry, inches)
    near = interception.passed(progress.state, unit.side, way.paths, (quarry.id,))
    progress.queue(
        *(InterceptChoice(unit=u.id, charger=unit.id, rule="ARAP-INT-03") for u in near),
        PursuitRun(unit=unit.id, inches=inches, ran=ran, starts={m.id: m.at for m in unit.alive}),
    )


class PursuitRun(Coming, frozen=True, kw_only=True, tag="PursuitRun"):
    """The pursuers run so many inches, but for those whom interceptors stop. (ARAP-PURS-01, ARAP-INT-03)"""

    unit: UnitId
    inches: int
    ran: bool = False
    starts: dict[ModelId, Point] = {}
    """Where they stood; fire of template weapons may have halted them on the way. (ARAP-STAND-05)"""

    def ways(self, state: GameState) -> Paths:
        """After the quarry, as far as the dice carry them."""
        unit = state.units[self.unit]
        quarry = state.units[unit.pursuing] if unit.pursuing is not None else None
        return chase(state, unit, quarry, self.inches).paths if quarry is not None and quarry.on_table else {}

    def run(self, progress: Progress) -> None:
        """Run, strike at backs in reach; a quarry that has rallied is charged afresh."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.pursuing is None or not unit.on_table:
            return
        quarry = state.units[unit.pursuing]
        left = self.inches - max(distance(self.starts.get(m.id, m.at), m.at) for m in unit.alive)
        met = interception.interceptors(state, unit.id)
        if quarry.on_table:
            run_after(progress, unit, charge_stop.stopped_by(state, unit, chase(state, unit, quarry, left), met))
            harm = _wounds(unit) - _wounds(progress.state.units[unit.id])
            if progress.state.units[unit.id].on_table:
                self._strike(progress, quarry, self.starts)
            join.count_harm(progress, unit.id, harm)
        self._met(progress, met)

    def _strike(self, progress: Progress, quarry: Unit, starts: dict[ModelId, Point]) -> None:
        unit = progress.state.units[self.unit]
        contact = charge_home.in_contact(progress.state, unit.id, quarry.id)
        if not quarry.routing and self.ran and contact:
            rules = ("ARAP-RUN-03", "ARAP-PURS-03")
            progress.emit(rout.UnitRouted(side=quarry.side, unit=quarry.id, cause=unit.id, flinched=False, rules=rules))
            if not progress.state.is_older_than("20"):
                join.release(progress, quarry.id)
        if progress.state.units[quarry.id].routing:
            attacks_blows.free_hacks(progress, unit.id, quarry.id)
            if not progress.state.units[quarry.id].on_table:
                end(progress, unit, "the last of them are down")
        elif contact:
            end(progress, unit, "their quarry has turned to fight")
            charge_home.charge_home(progress, unit.id, quarry.id, starts, rules=("ARAP-PURS-03", "ARAP-CHG-06"))

    def _met(self, progress: Progress, met: Sequence[Unit]) -> None:
        """Those who threw themselves in the way fight whom they reach."""
        for other in met:
            progress.emit(Waited(side=other.side, unit=other.id, rules=("ARAP-INT-03",)))
        caught = [u.id for u in met if charge_home.in_contact(progress.state, u.id, self.unit)]
        unit = progress.state.units[self.unit]
        if caught and unit.on_table:
            if unit.pursuing is not None:
                end(progress, unit, "another unit engages them")
            join.join(progress, unit.id, caught, rules=("ARAP-INT-03", "ARAP-PURS-05"))


def _wounds(unit: Unit) -> int:
    return sum(m.wounds for m in unit.alive)


class Waited(Event, frozen=True, kw_only=True, tag="Waited"):
    """A unit no longer waits for those that it meant to intercept."""

    def evolve(self, state: GameState) -> GameState:
        """It is free, or in melee by now."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], intercepting=None))


def chase(state: GameState, unit: Unit, quarry: Unit, inches: float) -> ChargePlan:
    """Each model by the shortest way towards the nearest of them, until one is in its melee radius. (ARAP-PURS-01)"""
    courses: list[ChargeCourse] = []
    order = sorted(unit.alive, key=lambda m: round(min(single_models.gap(m, quarry.alive)), 6))
    taken = single_models.occupied(state, {m.id for m in unit.alive})
    reaches = False
    for model in order:
        walk, facing = single_models.chase(state, model, quarry.alive, inches, taken)
        walk, facing = single_models.before_hulls(state, unit, model, walk, facing)
        taken.append((walk.to, placing.radius_of(state, model)))
        courses.append(ChargeCourse(model.id, (model.at, walk.to), walk.cost_in, facing))
        moved = replace(model, at=walk.to)
        reaches = reaches or any(engagement.reaches(state, moved, e) for e in quarry.alive)
    return ChargePlan(tuple(courses), reaches, inches)


def run_after(progress: Progress, unit: Unit, way: ChargePlan) -> None:
    """The pursuers go that way."""
    longest = max(c.length_in(progress.state) for c in way.courses)
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=way.placements,
            how="pursuit",
            path=((*way.lead.points[0], way.lead.facing), (*way.lead.points[-1], way.lead.facing)),
            length_in=longest,
            spent_in=min(longest, way.allowance_in),
            voluntary=False,
            fled_in=flight_paths.fast_in(progress.state, unit, longest),
            rules=("ARAP-PURS-01",),
        )
    )
    dangerous_ground.brave(progress, unit.id, way.paths)


def end(progress: Progress, unit: Unit, reason: str) -> None:
    """The pursuit is over; the unit may be activated in its next turn. (ARAP-PURS-05)"""
    progress.emit(PursuitEnded(side=unit.side, unit=unit.id, reason=reason, rules=("ARAP-PURS-05",)))


def queue_moves(progress: Progress) -> None:
    """Queue the move of every pursuing unit. (ARAP-PURS-01)"""
    progress.queue(*(PursuitMove(unit=u.id) for u in rout.in_turn_order(progress.state) if u.pursuing is not None))


EVENTS: tuple[type[Event], ...] = (PursuitEnded, Waited)
TASKS: tuple[type[TaskStruct], ...] = (PursuitMove, QuarryReaction, PursuitRun)
