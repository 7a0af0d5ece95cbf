"""Slow manoeuvres, bootlegger turns and J-turns. (VEH-SLOW-01, VEH-BOOT-01 to -03, VEH-REV-02)"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.events import ModelsMoved, ModelsTurned
from rules.arap.turn import race
from rules.arap.units.permission import activation_value, may_act
from rules.core.ids import UnitId
from rules.core.preview import Chance, Leg, Preview, success
from rules.core.refusal import Refusal
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.geometry.arcs import Stretch
from rules.geometry.facings import normalise
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Point, is_within, path_length
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.gemini.driving.drive import cannot_move
from rules.vehicles.gemini.hazards import dangerous_ground, indoors, minefields
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import clearance, momentum, towed
from rules.vehicles.gemini.motion.path import Way
from rules.vehicles.gemini.street import drive
from rules.vehicles.gemini.street import odds as street_odds
from rules.vehicles.gemini.street import run as street_run
from rules.vehicles.gemini.street.drive import may_drive, paid
from rules.vehicles.gemini.street.path import Lane
from rules.vehicles.gemini.tank_shock.drive_through import Crossing
from rules.vehicles.shared.hull import hull_of, pose_of

SLOW_IN: Final = 3.0
STEPS: Final = 3
MOST_TURN_DEG: Final = 45.0
LEAST_SPEED_IN: Final = 6.0
"""A bootlegger turn begins at this speed or more. (VEH-BOOT-02)"""

SPINS: Final = ("wheeled", "road-wheeler", "bike", "walker", "skimmer", "flying-skimmer")
"""Running gear with which one turns round at speed. (VEH-BOOT-01)"""


# -- slow manoeuvre ------------------------------------------------------------------------------------------------


class SlowStep(Struct, frozen=True, kw_only=True):
    """One inch forward or back, then a turn on the spot, clockwise positive, of up to 45 degrees."""

    back: bool = False
    turn_deg: float = 0


class SlowManoeuvre(Action, frozen=True, kw_only=True, tag="SlowManoeuvre"):
    """Three inches one by one, with a turn after each, instead of the turning circle. (VEH-SLOW-01)"""

    unit: UnitId
    steps: tuple[SlowStep, ...]

    def check(self, state: GameState) -> Refusal | None:
        """What bars any drive, a speed that can be brought to 3 inches, three steps, 45 degrees each, and room."""
        refusal = may_drive(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        most = momentum.dec_in(state, unit) + SLOW_IN
        if not is_within(abs(momentum.speed_of(unit)), most):
            text = f"{unit.name} {momentum.goes(unit)}, too fast to be brought to 3″."
            return Refusal("too-fast", text, "VEH-SLOW-01", f"a speed of {most:.3g}″ or less at the start")
        if len(self.steps) != STEPS:
            text = f"A slow manoeuvre has three steps of 1″, this one {len(self.steps)}."
            return Refusal("bad-path", text, "VEH-SLOW-01", "three steps")
        for number, step in enumerate(self.steps, 1):
            if not is_within(abs(step.turn_deg), MOST_TURN_DEG):
                text = f"The turn after step {number} is {abs(step.turn_deg):.3g}°."
                return Refusal("too-tight", text, "VEH-SLOW-01", "45° or less after each step")
            if step.back and not momentum.may_reverse(state, unit):
                return Refusal("no-reverse", f"{unit.name} does not reverse.", "VEH-REV-02", "steps forward")
        return _barred(state, unit, self.hulls(state), SLOW_IN)

    def hulls(self, state: GameState) -> tuple[Hull, ...]:
        """The poses of the manoeuvre."""
        found = [hull_of(state, state.units[self.unit])]
        for step in self.steps:
            found.append(found[-1].driven(-1.0 if step.back else 1.0))
            if step.turn_deg:
                found.append(found[-1].turned(step.turn_deg))
        return tuple(found)

    def preview(self, state: GameState) -> Preview:
        """Where the hull would stand."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not momentum.uses(state, unit):
            return Preview(ap=1, refusal=refusal)
        end = self.hulls(state)[-1]
        turned = sum(s.turn_deg for s in self.steps)
        return Preview(
            ap=1,
            refusal=refusal,
            spent_in=SLOW_IN,
            allowance_in=SLOW_IN,
            notes=(
                f"turns {abs(turned):.0f}° in all",
                "stands at the end",
                *_dangers(state, unit, self.hulls(state), SLOW_IN),
            ),
            chances=_chances(state, unit, self.hulls(state), SLOW_IN),
            ghosts=((unit.models[0].id, *pose_of(end)),),
            rules=("VEH-SLOW-01",),
        )

    def resolve(self, progress: Progress) -> None:
        """Three inches, and it stands."""
        unit = progress.state.units[self.unit]
        hulls = self.hulls(progress.state)
        paid(progress, self.side, self.unit, "VEH-SLOW-01")
        progress.emit(
            momentum.SpeedChanged(
                side=self.side, unit=unit.id, speed=0, driven=True, silent=True, rules=("VEH-SLOW-01",)
            )
        )
        _go(progress, unit, hulls, SLOW_IN, "VEH-SLOW-01", how="slow-turn")


def _barred(state: GameState, unit: Unit, hulls: tuple[Hull, ...], length: float) -> Refusal | None:
    """What stands in the way, what was fired, a house that is entered too fast, a load that does not follow."""
    refusal = clearance.blocked(state, unit, hulls)
    if refusal is not None or state.is_older_than("13"):
        return refusal
    return (
        drive.fired_too_much(state, unit, length)
        or indoors.too_fast(state, unit, _way(hulls, length))
        or towed.blocked(state, unit, hulls)
    )


def _way(hulls: tuple[Hull, ...], length: float) -> Way:
    legs = (Leg(to=hulls[-1].centre, length_in=length, cost_in=length, reason="drive"),)
    return Way(hulls, legs, length, 0.0, 0.0)


def _dangers(state: GameState, unit: Unit, hulls: tuple[Hull, ...], length: float) -> tuple[str, ...]:
    """What the ground may do to it on the way. (VEH-TERR-03, VEH-TERR-05, VEH-TERR-07)"""
    if state.is_older_than("13"):
        return ()
    way, off = _way(hulls, length), _off_road(state, unit, hulls)
    dangers = (dangerous_ground.notes, indoors.notes, minefields.notes)
    blade = dangerous_ground.clears_rough(state, unit, length)
    gone = path_length(_centres(off or hulls))
    rough = () if off is None else (dangerous_ground.rough_note(gone, length, cleared=blade),)
    return (*rough, *(note for notes in dangers for note in notes(state, unit, way)))


def _chances(state: GameState, unit: Unit, hulls: tuple[Hull, ...], length: float) -> tuple[Chance, ...]:
    if state.is_older_than("13"):
        return ()
    way, off = _way(hulls, length), _off_road(state, unit, hulls)
    if off is None or indoors.entered(state, unit, way) is not None:
        return (*indoors.chances(state, unit, way, 1), *minefields.chances(state, unit, way))
    so_far = dangerous_ground.befalls(state, unit, _way(off, path_length(_centres(off))))
    whole = dangerous_ground.befalls(state, unit, way)
    blade = dangerous_ground.clears_rough(state, unit, length)
    ground = dangerous_ground.of_fates(dangerous_ground.with_rough(whole, so_far, length, cleared=blade))
    return (*ground, *minefields.chances(state, unit, way))


def _off_road(state: GameState, unit: Unit, hulls: tuple[Hull, ...]) -> tuple[Hull, ...] | None:
    """The poses up to where a road-wheeler leaves the road; None where it does not. (VEH-RACE-05)

    Up to version 14 nobody tested for rough ground in a slow manoeuvre.
    """
    if profile_of(state, unit).type != "road-wheeler" or state.is_older_than("15"):
        return None
    found = next((n for n, hull in enumerate(hulls) if not momentum.on_road(state, unit, hull.centre)), None)
    return None if found is None else hulls[: found + 1]


def _centres(hulls: tuple[Hull, ...]) -> tuple[Point, ...]:
    return tuple(hull.centre for hull in hulls)


def _go(progress: Progress, unit: Unit, hulls: tuple[Hull, ...], length: float, rule: str, how: str) -> None:
    """There, as any drive goes: over dangerous ground, mines and troops, its load behind it.

    Up to version 12 nothing of the kind mattered to it. (VEH-TERR-03, VEH-TERR-05, VEH-TOW-01)
    """
    if progress.state.is_older_than("13"):
        clearance.step_aside(progress, unit, hulls)
        _moved(progress, unit, hulls, length, rule, how=how)
        return
    off, rough = _off_road(progress.state, unit, hulls), ""
    if off is not None:
        rough = dangerous_ground.rough(progress, unit, length, "rough ground", ("VEH-RACE-05",))
        hulls = off if rough else hulls
    way = _way(hulls, path_length(_centres(hulls)) if rough else length)
    way, stuck = dangerous_ground.brave(progress, unit, way)
    way, inside = indoors.brave(progress, unit, way)
    crossing = Crossing(
        unit=unit.id,
        poses=tuple(pose_of(h) for h in way.hulls),
        length_in=way.length_in,
        spent_in=way.length_in,
        speed_in=unit.now.moved_in + length,
        how=how,
        rules=(rule,),
    )
    progress.queue(*minefields.parted(progress.state, crossing), *indoors.stuck(unit, way, inside or stuck or rough))


def _moved(progress: Progress, unit: Unit, hulls: tuple[Hull, ...], length: float, rule: str, how: str) -> None:
    end = hulls[-1]
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=unit.id,
            placements=(Placement(model=unit.models[0].id, at=end.centre, facing=end.heading),),
            how=how,
            path=tuple(pose_of(h) for h in hulls),
            length_in=length,
            spent_in=length,
            rules=(rule,),
        )
    )
    race.note(progress, unit.id, tuple(h.centre for h in hulls))


# -- bootlegger turns and J-turns ----------------------------------------------------------------------------------


def control_goal(state: GameState, unit: Unit, speed: float) -> int:
    """The crew's activation goal, 1 less for each full 12 inches of speed. (VEH-BOOT-02)"""
    return activation_value(state, unit) - int((abs(speed) + 0.01) // 12)


def _no_spin(state: GameState, unit: Unit) -> Refusal | None:
    """Tracks and wide turning circles do not do it. (VEH-BOOT-01)"""
    kind, circle = profile_of(state, unit).type, momentum.trr(state, unit)
    if kind in SPINS and circle <= 1:
        return None
    why = f"has a TRR of {circle:g}" if kind in SPINS else "has no wheels, legs or lift to spin on"
    allowed = "skimmers, wheeled vehicles, bikes and walkers with a TRR of 1 or less"
    return Refusal("cannot-spin", f"{unit.name} {why}.", "VEH-BOOT-01", allowed)


def _backs_with_load(state: GameState, unit: Unit) -> Refusal | None:
    """With a load behind it nobody turns where he backs; up to version 13 J-turns took no notice of it. (VEH-TOW-01)"""
    load = towed.load_of(state, unit)
    if load is None or state.is_older_than("14"):
        return None
    text = f"With {load.name} behind it, {unit.name} may back in a straight line only."
    return Refusal("backs-with-load", text, towed.RULE, "straight back, without a turn")


def _spun_after_fire(state: GameState, unit: Unit, speed: float) -> Refusal | None:
    """What was fired limits the half of its speed that it travels. (VEH-JOIN-04)"""
    return None if state.is_older_than("13") else drive.fired_too_much(state, unit, speed / 2)


def _no_room_behind(state: GameState, unit: Unit, speed: float) -> Refusal | None:
    """The load swings round behind it; up to version 14 it stayed where it was. (VEH-TOW-01)"""
    half = (Stretch("straight", speed / 2),)
    if state.is_older_than("15") or towed.load_of(state, unit) is None or Lane(state, unit).first_met(half) is not None:
        return None
    hulls = street_run.way_of(state, unit, half).hulls
    return towed.blocked(state, unit, (*hulls, hulls[-1].turned(180)))


def _spin_preview(state: GameState, unit: Unit, speed: float, refusal: Refusal | None, rule: str) -> Preview:
    half = (Stretch("straight", speed / 2),)
    preview = drive.expected(state, unit, speed, half, refusal)
    goal = control_goal(state, unit, speed)
    odds = chance_low(goal)
    middle = street_run.end_hull(state, unit, half)
    lost = street_odds.chances(state, unit, speed, abs(speed) / 2, middle, 1 - odds) if refusal is None else ()
    return replace(
        preview,
        allowance_in=abs(speed) / 2,
        chances=(success("keeps control", odds), *lost, *preview.chances),
        ghosts=((unit.models[0].id, *pose_of(middle.turned(180))),),
        notes=(f"{abs(speed) / 2:.3g}″ straight, then round through 180°, speed 0", *preview.notes[1:]),
        rules=(rule, *(("VEH-LOC-02", "VEH-LOC-03", "VEH-LOC-04") if lost else ())),
    )


def _begin_spin(progress: Progress, unit: Unit, speed: float, rule: str) -> None:
    paid(progress, unit.side, unit.id, rule)
    progress.emit(
        momentum.SpeedChanged(side=unit.side, unit=unit.id, speed=speed, driven=True, silent=True, rules=(rule,))
    )
    progress.queue(
        street_run.StreetRun(unit=unit.id, course=(Stretch("straight", speed / 2),), speed=speed, rules=(rule,)),
        Spin(unit=unit.id, speed=speed, rule=rule),
    )


class Bootlegger(Action, frozen=True, kw_only=True, tag="Bootlegger"):
    """Half of its speed straight on, then round through 180 degrees and stand, if control is kept. (VEH-BOOT-02)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """What bars any drive, what can spin, and a speed between 6 inches and twice the Acc/Dec."""
        refusal = may_drive(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        speed, most = momentum.speed_of(unit), 2 * momentum.acc_in(state, unit)
        if refusal := _no_spin(state, unit):
            return refusal
        if is_within(LEAST_SPEED_IN, speed) and is_within(speed, most):
            return _spun_after_fire(state, unit, speed) or _no_room_behind(state, unit, speed)
        text = f"{unit.name} {momentum.goes(unit)}."
        return Refusal("wrong-speed", text, "VEH-BOOT-02", f"going forward at 6″ to {most:.3g}″")

    def preview(self, state: GameState) -> Preview:
        """The chance of keeping control, and where it would stand."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not momentum.uses(state, unit):
            return Preview(ap=1, refusal=refusal)
        return _spin_preview(state, unit, momentum.speed_of(unit), refusal, "VEH-BOOT-02")

    def resolve(self, progress: Progress) -> None:
        """Straight on first."""
        unit = progress.state.units[self.unit]
        _begin_spin(progress, unit, momentum.speed_of(unit), "VEH-BOOT-02")


class JTurn(Action, frozen=True, kw_only=True, tag="JTurn"):
    """Back up at `speed` inches (a positive number), half of it straight, then round as a bootlegger. (VEH-BOOT-03)"""

    unit: UnitId
    speed: float

    def check(self, state: GameState) -> Refusal | None:
        """Standing or reversing at the start, within the limits of reversing, at 6 inches or more."""
        refusal = may_drive(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if refusal := _no_spin(state, unit) or _backs_with_load(state, unit):
            return refusal
        if momentum.speed_of(unit) > momentum.STILL_IN:
            text = f"{unit.name} goes forward at {momentum.in_words(momentum.speed_of(unit))}."
            return Refusal("wrong-speed", text, "VEH-BOOT-03", "standing or reversing at the start")
        most = most_back(state, unit)
        if is_within(LEAST_SPEED_IN, self.speed) and is_within(self.speed, most):
            return _spun_after_fire(state, unit, self.speed)
        text = f"{unit.name} would back into the turn at {self.speed:.3g}″."
        allowed = f"6″ to {most:.3g}″" if most >= LEAST_SPEED_IN else f"nothing: it reverses at {most:.3g}″ at most"
        return Refusal("wrong-speed", text, "VEH-BOOT-03", allowed)

    def preview(self, state: GameState) -> Preview:
        """The chance of keeping control, and where it would stand."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not momentum.uses(state, unit):
            return Preview(ap=1, refusal=refusal)
        return _spin_preview(state, unit, -self.speed, refusal, "VEH-BOOT-03")

    def resolve(self, progress: Progress) -> None:
        """Straight back first."""
        _begin_spin(progress, progress.state.units[self.unit], -self.speed, "VEH-BOOT-03")


def most_back(state: GameState, unit: Unit) -> float:
    """The highest speed for a J-turn now. (VEH-BOOT-03)"""
    return min(-momentum.limits(state, unit).least, 2 * momentum.acc_in(state, unit))


class Spin(TaskStruct, frozen=True, kw_only=True, tag="Spin"):
    """Half way there: the control roll, then the turn, or a loss of control. (VEH-BOOT-02)"""

    unit: UnitId
    speed: float
    rule: str

    def run(self, progress: Progress) -> None:
        """Not if something came between."""
        unit = progress.state.units[self.unit]
        if unit.is_gone or not is_within(abs(momentum.speed_of(unit) - self.speed), 0):
            return
        goal = control_goal(progress.state, unit, self.speed)
        rolled = progress.roll(
            "control-roll",
            sense="low",
            goal=goal,
            unit=unit.id,
            why=f"{unit.name} spins round at {abs(self.speed):.3g}″",
            rules=tuple(dict.fromkeys((self.rule, "VEH-BOOT-02"))),
        )
        if not rolled.passed:
            tested = _has_tested(progress.state, unit)
            progress.queue(street_run.OutOfControl(unit=unit.id, driven=abs(self.speed) / 2, tested=tested))
            return
        self._round(progress, unit)

    def _round(self, progress: Progress, unit: Unit) -> None:
        """Through 180 degrees on the spot."""
        heading = normalise(unit.models[0].facing + 180)
        rules = tuple(dict.fromkeys((self.rule, "VEH-BOOT-01")))
        facings = {unit.models[0].id: heading}
        hull = hull_of(progress.state, unit)
        progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=rules))
        if not progress.state.is_older_than("15"):
            towed.follow(progress, unit.id, (hull, hull._replace(heading=heading)))
        momentum.set_speed(progress, unit.id, 0, *rules)


def _has_tested(state: GameState, unit: Unit) -> bool:
    """Whether rough ground was tested for on the way to where it spins; up to version 14 it was again. (VEH-RACE-05)"""
    if profile_of(state, unit).type != "road-wheeler" or state.is_older_than("15"):
        return False
    return any(not momentum.on_road(state, unit, pose[:2]) for pose in unit.now.path)


# -- bikes that are walked back ------------------------------------------------------------------------------------


class WalkBack(Action, frozen=True, kw_only=True, tag="WalkBack"):
    """A standing bike is walked straight back at its rider's own move. (VEH-REV-02)"""

    unit: UnitId
    inches: float

    def check(self, state: GameState) -> Refusal | None:
        """A bike that does not reverse, standing; the rider's move; room behind it."""
        refusal = may_act(state, self.side, self.unit, 1, "drive")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not momentum.uses(state, unit) or profile_of(state, unit).type != "bike":
            return Refusal("not-a-bike", f"{unit.name} is no bike.", "VEH-REV-02", "reversing by driving")
        refusal = cannot_move(state, unit)
        if refusal:
            return refusal
        if not momentum.is_still(unit):
            text = f"{unit.name} {momentum.goes(unit)}."
            return Refusal("moving", text, "VEH-REV-02", "standing first")
        most = walk_in(state, unit)
        if not self.inches > 0 or not is_within(self.inches, most):
            text = f"{unit.name} would be walked back {self.inches:.3g}″."
            return Refusal("too-far", text, "VEH-REV-02", f"up to {most:.3g}″, the rider’s move")
        return _barred(state, unit, self.hulls(state), self.inches)

    def hulls(self, state: GameState) -> tuple[Hull, ...]:
        """Straight back."""
        hull = hull_of(state, state.units[self.unit])
        return (hull, hull.driven(-self.inches))

    def preview(self, state: GameState) -> Preview:
        """How far of the rider's move, and where the bike would stand."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not momentum.uses(state, unit):
            return Preview(ap=1, refusal=refusal)
        return Preview(
            ap=1,
            refusal=refusal,
            spent_in=self.inches,
            allowance_in=walk_in(state, unit),
            notes=(
                "pushed straight back at the rider’s own move",
                *_dangers(state, unit, self.hulls(state), self.inches),
            ),
            chances=_chances(state, unit, self.hulls(state), self.inches),
            ghosts=((unit.models[0].id, *pose_of(self.hulls(state)[-1])),),
            rules=("VEH-REV-02",),
        )

    def resolve(self, progress: Progress) -> None:
        """One action."""
        unit, hulls = progress.state.units[self.unit], self.hulls(progress.state)
        paid(progress, self.side, self.unit, "VEH-REV-02")
        _go(progress, unit, hulls, self.inches, "VEH-REV-02", how="walk-back")


LEAST_WALK_IN: Final = 0.5
"""A bike is walked back so far or further, and shorter by so much where something is in the way."""


def walk_in(state: GameState, unit: Unit) -> float:
    """The rider's own move, in inches. (VEH-REV-02)"""
    return state.profile(unit.models[0]).m or 4.0


def room_behind_in(state: GameState, unit: Unit) -> float:
    """As much of it as there is room for; all of it where there is none. (VEH-REV-02)"""
    most = walk_in(state, unit)
    tried = (most - n * LEAST_WALK_IN for n in range(int(most / LEAST_WALK_IN)))
    walks = (WalkBack(side=unit.side, unit=unit.id, inches=inches) for inches in tried)
    return next((w.inches for w in walks if clearance.blocked(state, unit, w.hulls(state)) is None), most)


ACTIONS: tuple[type[Action], ...] = (SlowManoeuvre, Bootlegger, JTurn, WalkBack)
TASKS: tuple[type[TaskStruct], ...] = (Spin,)
