"""A Street Race move as it happens: who is run over, what is struck, what comes of it. (VEH-RACE-05, VEH-LOC-04)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.preview import Leg
from rules.forces.unit import Unit
from rules.geometry import arcs
from rules.geometry.arcs import Pose, Stretch
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.hazards import dangerous_ground, indoors, minefields
from rules.vehicles.gemini.hull.hull import marks_of, profile_of
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN, Way, road_inches
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.gemini.ramming.ram import RamAvoided
from rules.vehicles.gemini.street import crash
from rules.vehicles.gemini.street import path as street_path
from rules.vehicles.gemini.street.path import Lane, Obstacle
from rules.vehicles.gemini.tank_shock.drive_through import Crossing
from rules.vehicles.shared.hull import condition, hull_of, pose_of, posed

How = Literal["street", "coast", "career"]


class StreetRun(TaskStruct, frozen=True, kw_only=True, tag="StreetRun"):
    """A course still to be driven at a speed, or what is left of it after something was struck."""

    unit: UnitId
    course: tuple[Stretch, ...]
    speed: float
    gone: float = 0
    """Inches driven before in the same move."""
    how: How = "street"
    tested: bool = False
    """Rough ground was tested for in this move. (VEH-RACE-05)"""
    beneath: UnitId | None = None
    """A skimmer that has risen over it. (VEH-RAM-06)"""
    rules: tuple[str, ...] = ()

    def run(self, progress: Progress) -> None:
        """As far as the first obstacle, then into it."""
        unit = progress.state.units[self.unit]
        if unit.is_gone or not self.course:
            return
        met = Lane(progress.state, unit, beneath=self.beneath).first_met(self.course)
        course = arcs.first(self.course, met.gone_in) if met else self.course
        course = course if met else street_path.short_of(progress.state, unit, course)
        course, fate, tested = self._rough(progress, unit, course)
        way, stuck = self._brave(progress, unit, way_of(progress.state, unit, course))
        inside = ""
        if not progress.state.is_older_than("13"):
            way, inside = indoors.brave(progress, unit, way)
        fate = inside or stuck or fate
        poses = tuple(pose_of(h) for h in way.hulls)
        crossing = Crossing(
            unit=unit.id,
            poses=poses,
            length_in=way.length_in,
            spent_in=way.length_in,
            speed_in=abs(self.speed),
            how=self.how,
            rules=self.rules,
        )
        drives = tuple(minefields.parted(progress.state, crossing))
        after = replace(
            self,
            course=arcs.rest(self.course, met.gone_in) if met else (),
            gone=self.gone + way.length_in,
            tested=tested,
            rules=("VEH-RAM-04",),
        )
        progress.queue(
            *drives,
            StreetArrived(
                after=after,
                at=poses[-1],
                mined=tuple(_mined(drives, self.gone)),
                fate=fate,
                met=met.obstacle if met and not fate else None,
                into=pose_of(met.into) if met else poses[-1],
            ),
        )

    def _brave(self, progress: Progress, unit: Unit, way: Way) -> tuple[Way, str]:
        """As fast as it goes, wherever it will be stopped; up to version 14 only that far counted. (VEH-JOIN-06)"""
        braved, fate = dangerous_ground.brave(progress, unit, declared(progress.state, way, self.speed, self.gone))
        return (braved if fate else way), fate

    def _rough(
        self, progress: Progress, unit: Unit, course: tuple[Stretch, ...]
    ) -> tuple[tuple[Stretch, ...], str, bool]:
        """A road-wheeler off the road tests once a move: the course as far as it gets, and its fate. (VEH-RACE-05)"""
        at = None if self.tested else street_path.off_road_at(progress.state, unit, course)
        if at is None:
            return course, "", self.tested
        fate = dangerous_ground.rough(progress, unit, self.speed, "rough ground", ("VEH-RACE-05",))
        return (arcs.first(course, at) if fate else course), fate, True


def _mined(drives: Iterable[TaskStruct], gone: float) -> Iterator[tuple[Pose, float]]:
    """Where a drive enters minefields, after how many inches."""
    for drive in drives:
        if isinstance(drive, Crossing):
            gone += drive.length_in
        elif isinstance(drive, minefields.Mined):
            yield drive.at, gone


class StreetArrived(TaskStruct, frozen=True, kw_only=True, tag="StreetArrived"):
    """The hull is where the way led it: stuck, at what it runs into, or at the end. `after` is what is left."""

    after: StreetRun
    at: Pose
    fate: str = ""
    met: Obstacle | None = None
    into: Pose
    mined: tuple[tuple[Pose, float], ...] = ()
    """Where minefields were entered on the way, after how many inches of the move. (VEH-TERR-05)"""

    def run(self, progress: Progress) -> None:
        """Whoever was stopped on the way by troops stands there; by a mine, as after other damage."""
        unit = progress.state.units[self.after.unit]
        if unit.is_gone:
            return
        here = unit.models[0].at
        if distance(here, self.at[:2]) > SAME_SPOT_IN:
            gone = next((inches for at, inches in self.mined if distance(here, at[:2]) <= SAME_SPOT_IN), None)
            if gone is None:
                momentum.halt(progress, unit.id, "VEH-SHOCK-04")
            else:
                self._slide(progress, unit, gone, "VEH-TERR-05")
        elif self.fate:
            self._stick(progress, unit)
        elif self.met is not None:
            into = posed(progress.state, unit, self.into)
            other = street_path.vehicle_of(progress.state, self.met)
            swipes = crash.contact_of(progress.state, unit, self.met, into, self.after.speed).is_swipe
            crash.collide(progress, unit, self.met, into, self.after.speed)
            progress.queue(AfterCrash(run_on=self.after, target=other.id if other else None, swipes=swipes))

    def _stick(self, progress: Progress, unit: Unit) -> None:
        """Stuck, or sliding on if it was too fast for its brakes. (VEH-RACE-07, VEH-TERR-03)"""
        dangerous_ground.suffer(progress, unit, self.fate)
        unit = progress.state.units[unit.id]
        if not unit.is_gone:
            self._slide(progress, unit, self.after.gone)

    def _slide(self, progress: Progress, unit: Unit, driven: float, *causes: str) -> None:
        """It stands, or slides out of control if it was too fast for its brakes. (VEH-RACE-07)"""
        if marks_of(unit).out_of_control and self.after.how != "career":
            progress.queue(OutOfControl(unit=unit.id, driven=driven, tested=True))
        else:
            momentum.halt(progress, unit.id, *causes, "VEH-RACE-07")


class AfterCrash(TaskStruct, frozen=True, kw_only=True, tag="AfterCrash"):
    """What follows a collision: it stands, unless what it struck is out of the way. (VEH-RACE-05, VEH-RAM-04)"""

    run_on: StreetRun
    target: UnitId | None = None
    swipes: bool = False
    """It was a rake or a sideswipe, after which it goes on beside its target. (VEH-REL-02)"""

    def run(self, progress: Progress) -> None:
        """Go on, perhaps beneath a skimmer that has risen, or stop."""
        unit = progress.state.units[self.run_on.unit]
        if unit.is_gone:
            return
        if self._is_avoided(progress, unit):
            progress.queue(replace(self.run_on, beneath=self.target))
        elif not condition(unit).immobilised and self._is_clear(progress, unit):
            progress.queue(self.run_on)
        elif course := self._beside(progress.state, unit):
            progress.queue(replace(self.run_on, course=course, rules=("VEH-REL-02",)))
        else:
            momentum.halt(progress, unit.id, "VEH-RACE-05")

    def _beside(self, state: GameState, unit: Unit) -> tuple[Stretch, ...]:
        """What is left of its move, straight on beside what it swiped; up to version 14 it stood. (VEH-REL-02)"""
        now, left = condition(unit), arcs.length_of(self.run_on.course)
        if not self.swipes or state.is_older_than("15") or now.immobilised or now.stunned or not left:
            return ()
        course = (Stretch("straight", -left if self.run_on.speed < 0 else left),)
        return course if Lane(state, unit).first_met(arcs.first(course, 1.0)) is None else ()

    def _is_avoided(self, progress: Progress, unit: Unit) -> bool:
        """Whether its target has just risen and it does not come to stand under it. (VEH-RAM-06)"""
        rose = any(isinstance(e, RamAvoided) and e.by == unit.id for e in progress.events)
        if not rose or self.target is None:
            return False
        above = hull_of(progress.state, progress.state.units[self.target])
        return not above.overlaps(end_hull(progress.state, unit, self.run_on.course))

    def _is_clear(self, progress: Progress, unit: Unit) -> bool:
        """Whether what it struck is gone and the next inch free."""
        course = self.run_on.course
        if self.target is not None and progress.state.units[self.target].on_table:
            return False
        return bool(course) and Lane(progress.state, unit).first_met(arcs.first(course, 1.0)) is None


# -- out of control ------------------------------------------------------------------------------------------------


class OutOfControl(TaskStruct, frozen=True, kw_only=True, tag="OutOfControl"):
    """A vehicle out of control: new speed, swerve, and the whole move at that radius. (VEH-LOC-02 to -05)"""

    unit: UnitId
    driven: float = 0
    """Inches already driven in this move, which come off the new speed. (VEH-BOOT-02)"""
    tested: bool = False
    """Rough ground was tested for in this move. (VEH-RACE-05)"""

    def run(self, progress: Progress) -> None:
        """Roll, and let it go."""
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        speed = _new_speed(progress, unit)
        course = _swerve(progress, unit, speed, max(0.0, abs(speed) - self.driven))
        tail = _skimmer(progress, unit, abs(speed))
        end = (StandForGood(unit=unit.id),) if condition(unit).immobilised else ()
        progress.emit(
            momentum.SpeedChanged(
                side=unit.side,
                unit=unit.id,
                speed=speed,
                driven=True,
                recovered=True,
                swerves=next((s.bend if s.bend != "straight" else "straight on" for s in course), ""),
                rules=("VEH-LOC-01", "VEH-LOC-02"),
            )
        )
        run = StreetRun(
            unit=unit.id,
            course=course,
            speed=speed,
            gone=self.driven,
            how="career",
            tested=self.tested,
            rules=_LOC_RULES,
        )
        progress.queue(*(tail if _is_flip(tail) else (run, *tail)), *end)


_LOC_RULES = ("VEH-LOC-03", "VEH-LOC-04")


def _new_speed(progress: Progress, unit: Unit) -> float:
    """Speed plus acceleration less deceleration, not below 0 nor above its maximum; the direction stays."""
    old = momentum.speed_of(unit)
    speed = "from a stand" if momentum.is_still(unit) else f"at {momentum.in_words(old)}"
    why, rules = f"{unit.name} out of control {speed}", ("VEH-LOC-02",)
    more, less = f"{why}: inches faster", f"{why}: inches slower"
    gained = sum(progress.roll_sum("loss-of-control-acceleration", 2, unit=unit.id, why=more, rules=rules).dice)
    lost = sum(progress.roll_sum("loss-of-control-deceleration", 2, unit=unit.id, why=less, rules=rules).dice)
    new = min(momentum.top_in(progress.state, unit), max(0.0, abs(old) + gained - lost))
    return -new if old < 0 else new


def _swerve(progress: Progress, unit: Unit, speed: float, length: float) -> tuple[Stretch, ...]:
    """A third each: left, straight, right; the radius is the new speed whatever its TRR. (VEH-LOC-03, VEH-LOC-04)"""
    why = f"{unit.name} out of control: 1-2 left, 3-4 straight on, 5-6 right"
    die = progress.roll("loss-of-control-swerve", sense="table", unit=unit.id, why=why, rules=("VEH-LOC-03",)).dice[0]
    if length <= momentum.STILL_IN:
        return ()
    run = -length if speed < 0 else length
    if die in (3, 4):
        return (Stretch("straight", run),)
    return (Stretch("left" if die < 3 else "right", run, abs(speed)),)


def _skimmer(progress: Progress, unit: Unit, speed: float) -> tuple[TaskStruct, ...]:
    """A skimmer may strike the ground at the end, or stall and flip over. (VEH-LOC-05)"""
    if profile_of(progress.state, unit).type not in ("skimmer", "flying-skimmer"):
        return ()
    why = f"{unit.name} out of control: 1 strikes the ground, 6 stalls and flips over"
    rules = ("VEH-LOC-05",)
    die = progress.roll("loss-of-control-skimmer", sense="table", unit=unit.id, why=why, rules=rules).dice[0]
    if die == 6:
        return (crash.Stall(unit=unit.id),)
    return (crash.StrikeGround(unit=unit.id, speed=speed),) if die == 1 else ()


def _is_flip(tail: tuple[TaskStruct, ...]) -> bool:
    return any(isinstance(t, crash.Stall) for t in tail)


def unattended(state: GameState, vehicles: Iterable[Unit]) -> list[Unit]:
    """Those that are moving and that nobody has driven in this turn. (VEH-RACE-04)"""
    found = [u for u in vehicles if momentum.uses(state, u) and not u.now.driven]
    return [u for u in found if not momentum.is_still(u) and not condition(u).immobilised]


class Coast(TaskStruct, frozen=True, kw_only=True, tag="Coast"):
    """Nobody at the wheel: straight on at unchanged speed. (VEH-RACE-04)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """As far as the speed takes it."""
        unit = progress.state.units[self.unit]
        if unit.is_gone or unit.now.driven:
            return
        speed = momentum.speed_of(unit)
        rules = ("VEH-RACE-04",)
        progress.emit(
            momentum.SpeedChanged(side=unit.side, unit=unit.id, speed=speed, driven=True, silent=True, rules=rules)
        )
        progress.queue(
            StreetRun(unit=unit.id, course=(Stretch("straight", speed),), speed=speed, how="coast", rules=rules)
        )


class StandForGood(TaskStruct, frozen=True, kw_only=True, tag="StandForGood"):
    """An immobilised vehicle has slid to its end. (VEH-RACE-07)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """No speed is left."""
        if not progress.state.units[self.unit].is_gone:
            momentum.halt(progress, self.unit, "VEH-RACE-07")


def way_of(state: GameState, unit: Unit, course: tuple[Stretch, ...]) -> Way:
    """A course as dangerous ground, people and walls see it."""
    hulls = street_path.hulls_of(state, unit, course)
    length = arcs.length_of(course)
    legs = (Leg(to=hulls[-1].centre, length_in=length, cost_in=length, reason="drive"),)
    field = field_for(state, profile_of(state, unit))
    return Way(hulls, legs, length, road_inches([h.centre for h in hulls], field)[0], 0.0)


def declared(state: GameState, way: Way, speed: float, gone: float = 0) -> Way:
    """The way as tests of the ground see it: as long as the speed that is left of the move. (VEH-JOIN-06)"""
    if state.is_older_than("15"):
        return way
    return way._replace(length_in=max(way.length_in, abs(speed) - gone))


def end_hull(state: GameState, unit: Unit, course: tuple[Stretch, ...]) -> Hull:
    """The hull at the end of a course."""
    return posed(state, unit, arcs.finish((*unit.models[0].at, unit.models[0].facing), course))


TASKS: tuple[type[TaskStruct], ...] = (StreetRun, StreetArrived, AfterCrash, OutOfControl, Coast, StandForGood)
