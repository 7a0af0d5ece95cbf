"""A vehicle drives through troops: shock, Death or Glory, running over, one after another. (VEH-SHOCK, VEH-RUN)

What is left of a drive is a task, so that it may stop for a choice at any point of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.arap.morale import rout
from rules.arap.rolls import grouped
from rules.arap.turn import race
from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.dice.odds import odds_of_many, odds_text
from rules.events import Note
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.gemini.damage import penetration
from rules.vehicles.gemini.hull.hull import is_skimmer
from rules.vehicles.gemini.motion import clearance, towed, train
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN
from rules.vehicles.gemini.tank_shock import death_or_glory, shock
from rules.vehicles.gemini.tank_shock.death_or_glory import Stand
from rules.vehicles.gemini.tank_shock.overrun import overrun
from rules.vehicles.shared.hull import Pose, condition, pose_of, posed

MOST_NAMED: Final = 6
"""Up to so many choices each model is asked for by itself; of more, the nearest with each kind of weapon."""


class Crossing(TaskStruct, frozen=True, kw_only=True, tag="Crossing"):
    """What is left of a drive: from where the hull stands through these poses, at the speed of the whole.

    `settled` units have had their test, `spared` ones rout out of the path; `met` groups have been run at.
    """

    unit: UnitId
    poses: tuple[Pose, ...]
    length_in: float
    spent_in: float
    speed_in: float
    settled: tuple[UnitId, ...] = ()
    spared: tuple[UnitId, ...] = ()
    met: int = 0
    how: str = "drive"
    rules: tuple[str, ...] = ()
    onward: bool = False
    """The rest of a drive that was interrupted: only from where it left off, by a vehicle that still can."""

    def hulls(self, state: GameState) -> tuple[Hull, ...]:
        """The poses as hulls."""
        return tuple(posed(state, state.units[self.unit], p) for p in self.poses)

    def run(self, progress: Progress) -> None:
        """The next unit in the way takes its test; with none left the hull drives on over whoever is there."""
        vehicle = progress.state.units[self.unit]
        if not vehicle.on_table or (self.onward and self._is_held(vehicle)):
            return
        hulls = self.hulls(progress.state)
        waiting = [u for u in shock.shocked(progress.state, vehicle, hulls) if u.id not in self.settled]
        if waiting:
            self._test(progress, waiting[0])
        else:
            self.drive_on(progress, hulls, self.length_in, self.spent_in)

    def _is_held(self, vehicle: Unit) -> bool:
        now, here = condition(vehicle), vehicle.models[0].at
        return now.immobilised or now.stunned or distance(here, self.poses[0][:2]) > SAME_SPOT_IN

    def _test(self, progress: Progress, unit: Unit) -> None:
        after = replace(self, settled=(*self.settled, unit.id))
        if not shock.stands(progress, unit, self.unit):
            text = f"{unit.name} breaks before {progress.state.units[self.unit].name}"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("VEH-SHOCK-02",)))
            rout.flinch(progress, unit.id, self.unit)
            progress.queue(replace(after, spared=(*self.spared, unit.id)))
        elif _candidates(progress.state, unit, after):
            progress.queue(DeathOrGlory(unit=unit.id, crossing=after))
        else:
            progress.queue(after)

    def drive_on(self, progress: Progress, hulls: Sequence[Hull], length_in: float, spent_in: float) -> int:
        """Friends step aside, others are run over, the hull stands at the last of those poses; groups met so far."""
        vehicle = progress.state.units[self.unit]
        clearance.step_aside(progress, vehicle, hulls)
        met = self.met
        if not is_skimmer(progress.state, vehicle):
            met = overrun(progress, self.unit, hulls, self.speed_in, met=met, spared=self.spared)
        progress.emit(
            ModelsMoved(
                side=vehicle.side,
                unit=vehicle.id,
                placements=(Placement(model=vehicle.models[0].id, at=hulls[-1].centre, facing=hulls[-1].heading),),
                how=self.how,
                path=tuple(pose_of(h) for h in hulls),
                length_in=length_in,
                spent_in=spent_in,
                rules=self.rules,
                seen_by=(vehicle.side,) if vehicle.hidden else None,
            )
        )
        race.note(progress, self.unit, tuple(h.centre for h in hulls))
        towed.follow(progress, vehicle.id, hulls)
        train.follow(progress, vehicle, hulls, length_in)
        return met

    def up_to(self, progress: Progress, leg: int, at: Hull) -> Crossing:
        """Drive as far as that pose on that leg; what is left of the drive then."""
        hulls = self.hulls(progress.state)
        before, after = (*hulls[: leg + 1], at), (at, *hulls[leg + 1 :])
        gone = _length(before)
        share = gone / self.length_in if self.length_in else 0.0
        met = self.drive_on(progress, before, gone, self.spent_in * share) if gone or leg else self.met
        return replace(
            self,
            poses=tuple(pose_of(h) for h in after),
            length_in=self.length_in - gone,
            spent_in=self.spent_in * (1 - share),
            met=met,
        )


def _length(hulls: Sequence[Hull]) -> float:
    return sum(distance(a.centre, b.centre) for a, b in itertools.pairwise(hulls))


def _candidates(state: GameState, unit: Unit, crossing: Crossing) -> list[Stand]:
    """Members of a unit in front of the vehicle, each with its likeliest weapon; those without one are left out."""
    vehicle = state.units[crossing.unit]
    front = death_or_glory.in_front(state, unit, crossing.hulls(state))
    return [
        Stand(m.id, max(arms, key=lambda w: death_or_glory.stops(state, vehicle, [w])).id)
        for m in (front[1] if front else [])
        if (arms := death_or_glory.arms(state, vehicle, m))
    ]


def _everyone(count: int) -> str:
    return {1: "Stand and fire", 2: "Both in front stand"}.get(count, f"All {count} in front stand")


class DeathOrGlory(TaskStruct, frozen=True, kw_only=True, tag="DeathOrGlory"):
    """Troops in front of a vehicle jump clear, or stand and fire at it. (VEH-SHOCK-04)"""

    unit: UnitId
    crossing: Crossing
    standing: tuple[Stand, ...] = ()

    def run(self, progress: Progress) -> None:
        """Ask who stands, until nobody is left or they are to fire."""
        left = self._left(progress.state)
        if not left:
            self._fire(progress)
            return
        unit = progress.state.units[self.unit]
        vehicle = progress.state.units[self.crossing.unit]
        progress.ask(
            self,
            unit.side,
            "death-or-glory",
            f"{vehicle.name} bears down on {unit.name}. Do any of them stand and fire?",
            self._options(progress.state, vehicle, left),
            unit=unit.id,
            about=vehicle.id,
            rule="VEH-SHOCK-04",
            decline="fire" if self.standing else "clear",
        )

    def _left(self, state: GameState) -> list[Stand]:
        chosen = {s.model for s in self.standing}
        return [s for s in _candidates(state, state.units[self.unit], self.crossing) if s.model not in chosen]

    def _options(self, state: GameState, vehicle: Unit, left: Sequence[Stand]) -> list[Option]:
        """Jump clear or fire; all of them; or one more with each kind of weapon."""
        count = len(self.standing)
        first = (
            Option(
                id="fire",
                label="That one fires, the rest jump clear"
                if count == 1
                else f"Those {count} fire, the rest jump clear",
                rule="VEH-SHOCK-04",
                detail=self._odds(state, vehicle, ()),
            )
            if count
            else Option(id="clear", label="All jump clear", detail="and get up again afterwards", rule="VEH-SHOCK-03")
        )
        everyone = Option(
            id="all",
            label=_everyone(count + len(left)),
            detail=self._odds(state, vehicle, left),
            rule="VEH-SHOCK-04",
        )
        choices = self._choices(state, left)
        kinds = grouped((s.weapon, s) for s in choices)
        if len(left) == 1 and len(kinds) == 1:
            return [first, everyone]
        named = choices if len(choices) <= MOST_NAMED else [stands[0] for stands in kinds.values()]
        ones = [self._one(state, vehicle, stand, more=bool(count)) for stand in named]
        return [first, everyone, *ones]

    def _one(self, state: GameState, vehicle: Unit, stand: Stand, *, more: bool) -> Option:
        """One model with one weapon; a line from the vehicle to it shows which it is."""
        at = state.units[self.unit].model(stand.model).at
        return Option(
            id=f"{stand.model}/{stand.weapon}",
            label=f"One {'more ' if more else ''}with {state.weapons[stand.weapon].name}",
            detail=self._odds(state, vehicle, (stand,)),
            rule="VEH-SHOCK-04",
            path=(vehicle.models[0].at, at),
        )

    def _choices(self, state: GameState, left: Sequence[Stand]) -> list[Stand]:
        """Every weapon that somebody left could use; for each the first is he for whom it is the best choice."""
        unit, vehicle = state.units[self.unit], state.units[self.crossing.unit]
        every = [Stand(s.model, w.id) for s in left for w in death_or_glory.arms(state, vehicle, unit.model(s.model))]
        return sorted(every, key=lambda s: s not in left)

    def _odds(self, state: GameState, vehicle: Unit, more: Sequence[Stand]) -> str:
        """With what, and the chance that the vehicle is stopped."""
        weapons = [state.weapons[s.weapon] for s in (*self.standing, *more)]
        times = " " if state.is_older_than("20") else " × "
        named = ", ".join(
            f"{len(group)}{times}{name}, Strength {death_or_glory.strength_of(group[0])}"
            for name, group in grouped((w.name, w) for w in weapons).items()
        )
        text_of = odds_text if state.is_older_than("5") else odds_of_many
        return f"{named}: it is stopped {text_of(death_or_glory.stops(state, vehicle, weapons))}; if not, they die"

    def answer(self, progress: Progress, choice: str) -> None:
        """Drive on, ask on, or shoot."""
        if choice == "clear":
            progress.queue(self.crossing)
        elif choice == "fire":
            self._fire(progress)
        elif choice == "all":
            replace(self, standing=(*self.standing, *self._left(progress.state)))._fire(progress)
        else:
            picked = next(
                s
                for s in self._choices(progress.state, self._left(progress.state))
                if f"{s.model}/{s.weapon}" == choice
            )
            progress.queue(replace(self, standing=(*self.standing, picked)))

    def _fire(self, progress: Progress) -> None:
        """The vehicle comes on to an inch before them; each hits its front."""
        state = progress.state
        unit = state.units[self.unit]
        front = death_or_glory.in_front(state, unit, self.crossing.hulls(state))
        if front is None or not self.standing:
            progress.queue(self.crossing)
            return
        leg = front[0]
        hulls = self.crossing.hulls(state)
        halt = death_or_glory.halted(state, hulls[leg], hulls[leg + 1], [unit.model(s.model) for s in self.standing])
        number = (
            f"{len(self.standing)} of {unit.name} stand" if len(self.standing) > 1 else f"One of {unit.name} stands"
        )
        text = f"{number} before {state.units[self.crossing.unit].name}"
        progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("VEH-SHOCK-04",)))
        rest = self.crossing.up_to(progress, leg, halt)
        hits = [death_or_glory.hit(progress.state, progress.state.units[self.unit], s) for s in self.standing]
        penetration.be_hit(progress, self.crossing.unit, hits, self.unit)
        now = condition(progress.state.units[self.crossing.unit])
        was = (now.immobilised, now.stunned)
        progress.queue(Glory(unit=self.unit, crossing=rest, standing=self.standing, was=was))


class Glory(TaskStruct, frozen=True, kw_only=True, tag="Glory"):
    """They have fired: the vehicle halts an inch before them, or drives over them. (VEH-SHOCK-04)"""

    unit: UnitId
    crossing: Crossing
    standing: tuple[Stand, ...]
    was: tuple[bool, bool]
    """Whether the vehicle was immobilised and stunned before."""

    def run(self, progress: Progress) -> None:
        """Stopped it stays; otherwise those who stood are killed, without test or save."""
        vehicle = progress.state.units[self.crossing.unit]
        unit = progress.state.units[self.unit]
        if death_or_glory.is_stopped(vehicle, was=self.was):
            text = f"{vehicle.name} is stopped before {unit.name}"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("VEH-SHOCK-04",)))
            return
        wounds_and_saves.inflict(
            progress,
            [m.id for m in unit.alive if m.id in {s.model for s in self.standing} for _ in range(m.wounds)],
            by=vehicle.id,
            cause="run-over",
            rules=("VEH-SHOCK-04",),
        )
        progress.queue(self.crossing)


TASKS: tuple[type[TaskStruct], ...] = (Crossing, DeathOrGlory, Glory)
