"""A charge from its declaration to the clash, step by step. (ARAP-CHG-03 to -07, ARAP-RUN-03)

1. `declare`: the point is paid, the charge declared. (ARAP-CHG-01, -02)
2. `ChargeReaction`: whoever is charged holds, stands and fires, or runs; chargers who fire on the run throw their dice
   with theirs, and then both sides' casualties fall. (ARAP-REACT-01, ARAP-FCHG-01, ARAP-STAND-03)
3. `RunFromFire`: those who chose to run go. (ARAP-RUN-01)
4. `Interceptions`: others near the way may step in. (ARAP-INT-01)
5. `ChargeMove`: the chargers run, brave the ground, and are in contact or not. (ARAP-CHG-03 to -05)
6. Home: the two are locked; backs turned are struck at and pursued. (ARAP-CHG-06, -07, ARAP-RUN-03, ARAP-PURS-02)

A charge at a hull without WS takes steps 1 and 5 from here: `rules/vehicles/shared/charge.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap import building_interface
from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import interception
from rules.arap.attacks.interception import Paths
from rules.arap.attacks.odds import BlowOdds
from rules.arap.attacks.vehicle_interface import ChargesAtVehicles
from rules.arap.charge import fire_and_charge, jump_down, straying
from rules.arap.charge.events import ChargeDeclared, ChargeEnded
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.damage import hazards
from rules.arap.events import ModelsMoved, PointsSpent, placed
from rules.arap.melee import charge_home, grenade_choice, hold_back, join
from rules.arap.melee import odds as melee_odds
from rules.arap.melee.grenade_choice import Clashing, GrenadeChoice
from rules.arap.melee.intercept import InterceptChoice
from rules.arap.melee.preview import clash
from rules.arap.morale import rout
from rules.arap.movement.building_interface import Passages
from rules.arap.paths import charge_course, charge_floors, charge_plan, charge_stop
from rules.arap.paths.charge_plan import ChargeDice, ChargePlan
from rules.arap.reactions import options as reactions_options
from rules.arap.reactions import run as reactions_run
from rules.arap.reactions import stand_and_fire
from rules.arap.shooting import doubtful
from rules.arap.terrain import floor_ways
from rules.arap.terrain.ladder_room import LadderUsed
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, TerrainId, UnitId, WeaponId
from rules.core.prompt import OptionOdds
from rules.forces.unit import Point, Unit
from rules.progress import Progress, TaskStruct
from rules.state import GameState

# -- 1. declaration ------------------------------------------------------------------------------------------------


def declare(
    progress: Progress,
    unit: Unit,
    target: Unit,
    gap_in: float,
    *,
    pay_rules: tuple[str, ...],
    rules: tuple[str, ...],
    points: int = 1,
) -> None:
    """Pay and declare; nobody has moved yet, and nobody can take it back. (ARAP-CHG-01)"""
    progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=points, action="charge", rules=pay_rules))
    progress.emit(
        ChargeDeclared(side=unit.side, unit=unit.id, target=target.id, distance_in=round(gap_in, 4), rules=rules)
    )


# -- 2. fire on the run and reaction -------------------------------------------------------------------------------


class ChargeReaction(TaskStruct, frozen=True, kw_only=True, tag="ChargeReaction"):
    """The unit charged chooses what to do about it. (ARAP-ACT-11, ARAP-REACT-01)"""

    unit: UnitId
    target: UnitId
    path: tuple[Point, ...] = ()
    ends: dict[ModelId, Point] = {}
    fire: bool = False
    firers: tuple[ModelId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()
    jump: bool = False

    def run(self, progress: Progress) -> None:
        """Ask, if there is anything but to hold; the crew of a machine is asked as its own rules say."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        if target.is_vehicle:
            self.react(progress, "hold")
            ask(state, ChargesAtVehicles).crew_reacts(progress, unit.id, target.id)
            return
        options = reactions_options.options(state, unit, target)
        if all(o.refused for o in options[1:]):
            self.react(progress, "hold")
            return
        progress.ask(
            self,
            target.side,
            "charge-reaction",
            f"{unit.name} charges. How does {target.name} react?",
            options,
            unit=target.id,
            about=unit.id,
            rule="ARAP-ACT-11",
            decline="hold",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """Do it, once the chargers have judged what is doubtful about fire at them; then the charge goes on."""
        self.answer_by(progress, choice, ())

    def who_fires(self, state: GameState) -> dict[str, tuple[ModelId, ...]]:
        """Who may stand and fire. (ARAP-STAND-03, ARAP-WPN-01)"""
        return {"stand": stand_and_fire.who_may_fire(state, state.units[self.unit], state.units[self.target])}

    def answer_by(self, progress: Progress, choice: str, models: Sequence[ModelId]) -> None:
        """The same where those are named who stand and fire."""
        if choice == "stand" and doubtful.are_asked(progress.state):
            judged = stand_and_fire.StandJudged(unit=self.target, charger=self.unit, models=tuple(models))
            progress.queue(judged, StandChosen(reaction=self, models=tuple(models)))
        else:
            self.react(progress, choice, models)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The first round if it holds, who falls to its fire, whether it gets away."""
        charger, target = seen.units[self.unit], seen.units[self.target]
        if not self.jump:
            return melee_odds.of_reaction(seen, charger, target)
        below = jump_down.levelled(seen, charger)
        return melee_odds.of_reaction(below, charger, target, tuple(jump_down.heights(seen, charger, target)))

    def react(self, progress: Progress, choice: str, models: Sequence[ModelId] = ()) -> None:
        """Both sides throw their dice before any casualty falls; then they run, are intercepted, and move."""
        unit, target = progress.state.units[self.unit], progress.state.units[self.target]
        if self.fire:
            fire_and_charge.fire(progress, unit, target, RunningFire(self.firers, self.weapons))
        if choice == "stand":
            stand_and_fire.fire(progress, target.id, unit.id, models)
        if choice == "run":
            progress.queue(RunFromFire(unit=target.id, charger=unit.id))
        coming = ChargeMove(
            unit=unit.id,
            target=target.id,
            path=self.path,
            ends=self.ends,
            strengths=(strength(unit), strength(target)),
            ran=choice == "run",
            jump=self.jump,
        )
        progress.queue(
            Interceptions(unit=unit.id, target=target.id, path=self.path, ends=self.ends),
            *_grenades_asked(progress.state, coming),
            coming,
        )


def _grenades_asked(state: GameState, coming: ChargeMove) -> list[GrenadeChoice]:
    """Whose grenades are asked about; since version 5 only where they may be of use. (ARAP-CCG-01, ARAP-CCG-02)"""
    found = grenade_choice.grenade_choices(state, coming.unit, coming.target)
    if not found or state.is_older_than("5"):
        return found
    if state.is_older_than("6"):
        units = state.units[coming.unit], state.units[coming.target]
        return [c for c in found if charge_home.might_be_of_use(state, c.grenades, *units)]
    return [c for c in found if coming.makes_use_of(state, c.grenades)]


class StandChosen(TaskStruct, frozen=True, kw_only=True, tag="StandChosen"):
    """The reaction to a charge is to stand and fire, and all that was doubtful about it has been judged."""

    reaction: ChargeReaction
    models: tuple[ModelId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Fire, and what follows."""
        self.reaction.react(progress, "stand", self.models)


def strength(unit: Unit) -> int:
    """Wounds left in the whole unit."""
    return sum(m.wounds for m in unit.alive)


# -- 3. running away -----------------------------------------------------------------------------------------------


class RunFromFire(TaskStruct, frozen=True, kw_only=True, tag="RunFromFire"):
    """Who is left after any fire of the chargers runs from them. (ARAP-RUN-01, ARAP-FCHG-01)"""

    unit: UnitId
    charger: UnitId

    def run(self, progress: Progress) -> None:
        """They go; others whom they come too near may step in."""
        before, so_far = progress.state, len(progress.events)
        if before.units[self.unit].on_table:
            reactions_run.run_from(progress, self.unit, self.charger)
            straying.look(progress, before, progress.events[so_far:])


# -- 4. interception -----------------------------------------------------------------------------------------------


class Interceptions(TaskStruct, frozen=True, kw_only=True, tag="Interceptions"):
    """Enemy units near the way of the charge may step in. (ARAP-INT-01)"""

    unit: UnitId
    target: UnitId
    path: tuple[Point, ...] = ()
    ends: dict[ModelId, Point] = {}

    def run(self, progress: Progress) -> None:
        """Queue a choice for each of them."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        if not unit.on_table or not target.on_table:
            return
        laid = charge_course.plan(state, unit, target, self.path, charge_plan.budget(state, unit), self.ends)
        near = list(interception.passed(state, unit.side, laid.paths, (target.id,)))
        progress.queue(*(InterceptChoice(unit=u.id, charger=unit.id) for u in near))


# -- 5. the move ---------------------------------------------------------------------------------------------------


def variable_budget(progress: Progress, unit: Unit, dice: ChargeDice) -> dict[ModelId, float]:
    """What is left of it where the way is rolled for: twice the better die at most. (ARAP-TERR-05, BLD-DOOR-10)"""
    state = progress.state
    rolled = progress.roll(
        "variable-move",
        2,
        sides=dice.sides,
        sense="sum",
        unit=unit.id,
        why=f"{unit.name}: how far it charges, twice the better die" + (", less an inch" if dice.less_in else ""),
        rules=dice.rules,
    )
    return charge_plan.variable_budget(state, unit, max(rolled.dice), dice.less_in)


def run_in(progress: Progress, unit: Unit, laid: ChargePlan, rules: tuple[str, ...]) -> None:
    """The chargers go their way, and the ground does to them what it does. (ARAP-CHG-03, ARAP-TERR-03)"""
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=laid.placements,
            how="charge",
            path=laid.poses,
            length_in=round(laid.lead.length_in(progress.state), 4),
            spent_in=round(laid.lead.cost_in, 4),
            rules=(*rules, *dict.fromkeys(rule for _, rule in laid.held)),
        )
    )
    building_interface.ask(Passages).passed(progress, unit, laid.paths)
    hazards.hazards(progress, unit.id, laid.paths, counts=False)


def end(
    progress: Progress, unit: UnitId, target: UnitId, *, home: bool, ran: bool = False, rules: tuple[str, ...]
) -> None:
    """Points are kept for the end of a melee, or for a further charge if the enemy got away. (ARAP-ACT-07, -CHG-05)"""
    state = progress.state
    progress.emit(
        ChargeEnded(
            side=state.units[unit].side,
            unit=unit,
            target=target,
            home=home,
            ran=ran,
            held_ap=state.turn.ap if home and not ran else 0,
            goes_on=ran and not home,
            waited=tuple(u.id for u in interception.interceptors(state, unit)),
            rules=rules,
        )
    )


class ChargeMove(Clashing, frozen=True, kw_only=True, tag="ChargeMove"):
    """The chargers move, as many as are left. (ARAP-CHG-03, ARAP-CHG-04, ARAP-CHG-05)

    `strengths` are the wounds that chargers and target had before anybody fired.
    """

    unit: UnitId
    target: UnitId
    path: tuple[Point, ...] = ()
    ends: dict[ModelId, Point] = {}
    strengths: tuple[int, int] = (0, 0)
    ran: bool = False
    jump: bool = False

    def ways(self, state: GameState) -> Paths:
        """As the charge was declared."""
        unit, target = state.units[self.unit], state.units[self.target]
        return charge_course.plan(state, unit, target, self.path, charge_plan.budget(state, unit), self.ends).paths

    def first_round(self, state: GameState) -> Sequence[BlowOdds]:
        """Its blows if nobody stops them; those who jump all land on their feet. (ARAP-MELEE-05)"""
        unit, target = state.units[self.unit], state.units[self.target]
        landing = self._landing(state)
        state = jump_down.levelled(state, unit) if self.jump else state
        laid = charge_course.plan(state, unit, target, self.path, charge_plan.budget(state, unit), self.ends)
        return clash(state, unit, target, laid, landing).blows

    def _landing(self, state: GameState) -> tuple[ModelId, ...]:
        """Who jumps down into the fight."""
        unit, target = state.units[self.unit], state.units[self.target]
        return tuple(jump_down.heights(state, unit, target)) if self.jump else ()

    def makes_use_of(self, state: GameState, grenades: str) -> bool:
        """Whether those of either side would change anything where the charge comes home as it was declared.

        (ARAP-CCG-01, ARAP-CCG-02)
        """
        unit, target, landing = state.units[self.unit], state.units[self.target], self._landing(state)
        state = jump_down.levelled(state, unit) if self.jump else state
        laid = charge_course.plan(state, unit, target, self.path, charge_plan.budget(state, unit), self.ends)
        if self.ran or target.routing or not laid.reaches:
            return False
        starts = {m.id: m.at for m in unit.alive if m.id not in landing}
        there = state.with_unit(placed(unit, laid.placements))
        return charge_home.are_of_use(there, grenades, unit.id, target.id, starts)

    def run(self, progress: Progress) -> None:
        """As far as interceptors let them; those who jump land first; then see whether anybody came home."""
        unit, target = progress.state.units[self.unit], progress.state.units[self.target]
        if not unit.on_table:
            return
        if not target.on_table:
            self._end(progress, home=False)
            return
        met = interception.interceptors(progress.state, unit.id)
        laid = charge_stop.stopped_by(progress.state, unit, self._laid(progress, unit, target), met)
        jumped: tuple[ModelId, ...] = ()
        if self.jump:
            laid, jumped = jump_down.jump(progress, unit, laid)
            if not laid.courses:
                self._end(progress, home=False)
                return
        ladders = charge_stop.ladders_used(progress.state, unit, laid)
        by = floor_ways.rules_of(charge_floors.climbs_of(progress.state, laid.paths), charge=True)
        run_in(progress, unit, laid, ("ARAP-CHG-01", "ARAP-CHG-03", "ARAP-CHG-04", *by))
        laddered = self._climb(progress, unit, ladders)
        starts = charge_floors.starts(progress.state, unit, laid.paths)
        self._clash(progress, unit, met, starts=starts, laddered=laddered, jumped=jumped)

    def _laid(self, progress: Progress, unit: Unit, target: Unit) -> ChargePlan:
        """The way, its allowance rolled for if it meets variable ground. (ARAP-TERR-05)"""
        state = jump_down.levelled(progress.state, unit) if self.jump else progress.state
        laid = charge_course.plan(state, unit, target, self.path, charge_plan.budget(state, unit), self.ends)
        dice = charge_plan.dice_of(state, unit, laid)
        if dice is None:
            return laid
        return charge_course.plan(state, unit, target, self.path, variable_budget(progress, unit, dice), self.ends)

    @staticmethod
    def _climb(progress: Progress, unit: Unit, used: dict[TerrainId, tuple[ModelId, ...]]) -> bool:
        """Note who got on a ladder; whether anybody did. (ARAP-LADR-02)"""
        indoors = {t.id for t in progress.state.terrain if t.is_structure or t.head is not None}
        for ladder, models in used.items():
            if not charge_stop.is_laddered(progress.state, (ladder,)):
                continue
            rules = ("ARAP-LADR-02", *(("BLD-LADR-02", "BLD-LADR-03") if ladder in indoors else ()))
            progress.emit(LadderUsed(side=unit.side, unit=unit.id, ladder=ladder, models=models, rules=rules))
        return charge_stop.is_laddered(progress.state, used)

    # -- 6. contact and lock ---------------------------------------------------------------------------------------

    def _clash(
        self,
        progress: Progress,
        before: Unit,
        met: list[Unit],
        *,
        starts: dict[ModelId, Point],
        laddered: bool,
        jumped: tuple[ModelId, ...],
    ) -> None:
        """Whoever is in contact is locked: with the target, with those who stepped in, or nobody. (ARAP-CHG-05)

        `starts` are where the chargers came from; who fell when jumping down is none of them any more. (ARAP-FALL-05)
        What the way itself cost them they have suffered of nobody. (ARAP-WDIF-01)
        """
        harm = strength(before) - strength(progress.state.units[before.id])
        home = charge_home.in_contact(progress.state, before.id, self.target)
        caught = [u.id for u in met if charge_home.in_contact(progress.state, u.id, before.id)]
        self._end(progress, home=home or bool(caught))
        if home:
            rules = ("ARAP-CHG-06", *(("ARAP-LADR-02",) if laddered else ()))
            rules = (*rules, *(("ARAP-FALL-05",) if jumped else ()))
            self._home(progress, before, starts, bonus=not met and not laddered, rules=rules, jumped=jumped)
        if caught and progress.state.units[before.id].on_table:
            join.join(progress, before.id, caught, rules=("ARAP-INT-01",))
        join.count_harm(progress, before.id, harm)

    def _end(self, progress: Progress, *, home: bool) -> None:
        rules = (("ARAP-CHG-03",) if home else ("ARAP-CHG-05",)) if not self.ran else ("ARAP-RUN-03", "ARAP-RUN-04")
        end(progress, self.unit, self.target, home=home, ran=self.ran, rules=rules)

    def _home(
        self,
        progress: Progress,
        before: Unit,
        starts: dict[ModelId, Point],
        *,
        bonus: bool,
        rules: tuple[str, ...],
        jumped: tuple[ModelId, ...],
    ) -> None:
        """Lock the two; backs turned are struck at and pursued instead. (ARAP-PURS-02, ARAP-RUN-03)"""
        unit, target = progress.state.units[self.unit], progress.state.units[self.target]
        if not self.ran and not target.routing:
            wounds = self._shot_down(before, target)
            charge_home.charge_home(
                progress, unit.id, target.id, starts, bonus=bonus, wounds=wounds, rules=rules, jumped=jumped
            )
            return
        if not target.routing:
            progress.emit(
                rout.UnitRouted(side=target.side, unit=target.id, cause=unit.id, flinched=False, rules=("ARAP-RUN-03",))
            )
            join.release(progress, target.id)
        attacks_blows.free_hacks(progress, unit.id, target.id)
        progress.queue(hold_back.PursuitChoice(unit=unit.id, quarry=target.id))

    def _shot_down(self, unit: Unit, target: Unit) -> tuple[tuple[UnitId, UnitId, int], ...]:
        """Wounds of the fire before the clash: who dealt them, who took them, how many. (ARAP-WDIF-01)"""
        ours, theirs = self.strengths
        pairs = ((target.id, unit.id, ours - strength(unit)), (unit.id, target.id, theirs - strength(target)))
        return tuple(p for p in pairs if p[2] > 0)


TASKS: tuple[type[TaskStruct], ...] = (ChargeReaction, StandChosen, RunFromFire, Interceptions, ChargeMove)
