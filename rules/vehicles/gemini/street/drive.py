"""The drive of a Street Race vehicle: a new speed, then exactly that far along straights and arcs. (VEH-RACE-03)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from rules.arap.events import PointsSpent
from rules.arap.turn import race
from rules.arap.units.permission import may_act
from rules.core.ids import UnitId
from rules.core.preview import RUNS_INTO, Chance, Leg, Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry import arcs
from rules.geometry.arcs import Bend, Stretch
from rules.geometry.lengths import is_beyond, is_within
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.gemini.driving.drive import cannot_move
from rules.vehicles.gemini.hazards import dangerous_ground, indoors, minefields
from rules.vehicles.gemini.hull import speed_bands
from rules.vehicles.gemini.motion import momentum, towed
from rules.vehicles.gemini.street import crash
from rules.vehicles.gemini.street import path as street_path
from rules.vehicles.gemini.street import run as street_run
from rules.vehicles.gemini.tank_shock import preview as tank_shock_preview
from rules.vehicles.shared.hull import condition, hull_of, pose_of

MOST_LEGS: Final = 40
MOST_SPEED_IN: Final = 200.0
MOST_TURN: Final = 4 * math.pi
"""Of a leg that turns further, twice round in circles, nothing is shown: none is allowed by far. (VEH-TRR-01)"""
WALK_IN: Final = 5.0
AT_ONCE_IN: Final = 0.25


class StreetLeg(Struct, frozen=True, kw_only=True):
    """One straight or arc of a drive, in inches; an arc without a radius is as tight as the speed allows."""

    bend: Bend = "straight"
    length_in: float
    radius_in: float = 0


def course_of(state: GameState, unit: Unit, speed: float, legs: Sequence[StreetLeg]) -> tuple[Stretch, ...]:
    """The legs as they are driven: backward at a negative speed."""
    least = momentum.bend_radius(state, unit, speed)
    sign = -1 if speed < 0 else 1
    return tuple(
        Stretch(leg.bend, sign * leg.length_in, 0.0 if leg.bend == "straight" else leg.radius_in or least)
        for leg in legs
    )


def may_drive(state: GameState, side: str, unit_id: UnitId) -> Refusal | None:
    """Why that unit makes no drive of this kind now: turn, points, mode, what was driven, crew and wheels."""
    refusal = may_act(state, side, unit_id, 1, "drive")
    if refusal:
        return refusal
    unit = state.units[unit_id]
    if not momentum.uses(state, unit):
        text = f"{unit.name} does not drive by the Street Race rules."
        return Refusal("not-street-race", text, "VEH-RACE-01", "a drive at battle speed, or a move")
    return cannot_move(state, unit) or momentum.cannot_drive(unit)


def fired_too_much(state: GameState, unit: Unit, inches: float) -> Refusal | None:
    """What was fired limits how far the vehicle may still go. (VEH-JOIN-04)"""
    speed = unit.now.moved_in + inches
    if speed_bands.fits(state, unit, condition(unit).fired, speed):
        return None
    text = f"After what it fired, {unit.name} may not travel {speed:.3g}″ in this turn."
    return Refusal("fired-too-much", text, "VEH-JOIN-04", "driving first, or a lower speed")


class StreetDrive(Action, frozen=True, kw_only=True, tag="StreetDrive"):
    """The whole turn's driving for one action point. `speed` is the new one, negative in reverse. (VEH-RACE-03)

    The lengths of the legs add up to it; each arc leaves the leg before it along its tangent. (VEH-TRR-02)
    """

    unit: UnitId
    speed: float
    legs: tuple[StreetLeg, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """What bars any drive, the speed, each leg, the sum, what was fired."""
        refusal = may_drive(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        return (
            self._speed(state, unit)
            or self._legs(state, unit)
            or fired_too_much(state, unit, abs(self.speed))
            or _held_back(state, unit, self.speed, self.course(state))
            or _ends_under(state, unit, self.course(state))
        )

    def _speed(self, state: GameState, unit: Unit) -> Refusal | None:
        found = momentum.limits(state, unit)
        if found.holds(self.speed):
            return None
        slow = self.speed < found.least
        why, rule = (found.why_least, found.rule_least) if slow else (found.why_most, found.rule_most)
        text = f"{unit.name} {momentum.goes(unit)}: {why}."
        return Refusal("too-slow" if slow else "too-fast", text, rule, found.text)

    def _legs(self, state: GameState, unit: Unit) -> Refusal | None:
        if len(self.legs) > MOST_LEGS:
            return Refusal("bad-path", f"A drive has at most {MOST_LEGS} legs.", "VEH-TRR-02", f"{MOST_LEGS} legs")
        least = momentum.bend_radius(state, unit, self.speed)
        for number, leg in enumerate(self.legs, 1):
            if not 0 < leg.length_in <= MOST_SPEED_IN:
                text = f"Leg {number} has a length of {leg.length_in:.3g}″."
                return Refusal("bad-leg", text, "VEH-TRR-02", f"more than 0″, {abs(self.speed):.3g}″ in all")
            if leg.bend != "straight" and leg.radius_in and not is_within(least, leg.radius_in):
                text = f"Leg {number} turns on a radius of {leg.radius_in:.3g}″, which is too tight."
                ratio = momentum.trr(state, unit, self.speed)
                allowed = f"{least:.3g}″ or more at {abs(self.speed):.3g}″ with TRR {ratio:g}"
                return Refusal("too-tight", text, "VEH-TRR-01", allowed)
        total = sum(leg.length_in for leg in self.legs)
        if is_within(abs(total - abs(self.speed)), 0.01):
            return None
        far = "too-far" if is_beyond(total, abs(self.speed)) else "too-short"
        text = f"The legs of {unit.name} add up to {total:.3g}″; its speed is {abs(self.speed):.3g}″."
        return Refusal(far, text, "VEH-RACE-03", f"legs of exactly {abs(self.speed):.3g}″ in all")

    def course(self, state: GameState) -> tuple[Stretch, ...]:
        """The drive as geometry."""
        return course_of(state, state.units[self.unit], self.speed, self.legs)

    def preview(self, state: GameState) -> Preview:
        """The legs, where the hull would stand, and what it would run into."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not momentum.uses(state, unit) or not self.can_be_drawn(state):
            return Preview(ap=1, refusal=refusal)
        return expected(state, unit, self.speed, self.course(state), refusal)

    def can_be_drawn(self, state: GameState) -> bool:
        """Whether its course is of a size that a table knows: no leg is longer, or winds about itself more often."""
        if len(self.legs) > MOST_LEGS or not all(abs(leg.length_in) <= MOST_SPEED_IN for leg in self.legs):
            return False
        arcs_of = [stretch for stretch in self.course(state) if stretch.bend != "straight"]
        return all(stretch.radius > 0 and abs(stretch.length) <= MOST_TURN * stretch.radius for stretch in arcs_of)

    def resolve(self, progress: Progress) -> None:
        """Pay, take the speed, and go."""
        course = self.course(progress.state)
        paid(progress, self.side, self.unit, "VEH-RACE-03")
        rules = ("VEH-RACE-02", *(("VEH-REV-01",) if self.speed < 0 else ()))
        progress.emit(momentum.SpeedChanged(side=self.side, unit=self.unit, speed=self.speed, driven=True, rules=rules))
        progress.queue(street_run.StreetRun(unit=self.unit, course=course, speed=self.speed, rules=rules_of(course)))


def paid(progress: Progress, side: str, unit: UnitId, rule: str) -> None:
    """One action point for the whole turn's driving. (VEH-RACE-03)"""
    progress.emit(PointsSpent(unit=unit, side=progress.state.units[unit].side, points=1, action="drive", rules=(rule,)))


def rules_of(course: Sequence[Stretch]) -> tuple[str, ...]:
    """The rules that a course rests on."""
    bends = any(s.bend != "straight" for s in course)
    return ("VEH-RACE-03", *(("VEH-TRR-01", "VEH-TRR-02", "VEH-TRR-03", "VEH-TRR-04") if bends else ()))


def _cited(
    state: GameState, unit: Unit, speed: float, course: Sequence[Stretch], met: street_path.CourseContact | None
) -> Iterator[str]:
    """What else has a say: a passenger and what stands in a corner in how it turns, the rough beside the road."""
    if momentum.is_laden(state, unit, speed):
        yield "VEH-BIKE-07"
    if met is not None and any(s.bend != "straight" for s in course):
        yield "VEH-TRR-05"
    if course and street_path.off_road_at(state, unit, tuple(course)) is not None:
        yield "VEH-RACE-05"


def expected(
    state: GameState, unit: Unit, speed: float, course: tuple[Stretch, ...], refusal: Refusal | None
) -> Preview:
    """What a course promises, for any kind of drive."""
    pose = pose_of(hull_of(state, unit))
    legs = []
    for stretch in course:
        pose = arcs.end_of(pose, stretch)
        turned = arcs.turn_of(stretch)
        reason = f"{stretch.bend} {abs(turned):.0f}°" if turned else ""
        legs.append(
            Leg(to=(pose[0], pose[1]), length_in=abs(stretch.length), cost_in=abs(stretch.length), reason=reason)
        )
    met = street_path.Lane(state, unit).first_met(course) if course else None
    clear = arcs.first(course, met.gone_in) if met else course
    end = street_run.end_hull(state, unit, clear)
    hulls = street_run.way_of(state, unit, clear).hulls if clear else ()
    troops = tank_shock_preview.expected(state, unit, hulls, abs(speed)) if hulls else tank_shock_preview.Expected()
    return Preview(
        ap=1,
        refusal=refusal,
        legs=tuple(legs),
        spent_in=arcs.length_of(course),
        allowance_in=abs(speed),
        shots=crash.lines(state, unit, met, speed) if met else (),
        notes=(*_notes(state, unit, speed, course, met), *_indoors(state, unit, clear)[0], *troops.notes),
        chances=(*troops.chances, *_ground(state, unit, speed, clear)),
        marked=troops.marked,
        ghosts=((unit.models[0].id, *pose_of(end)),),
        rules=(
            *rules_of(course),
            *_cited(state, unit, speed, course, met),
            *_indoors(state, unit, clear)[1],
            *troops.rules,
        ),
    )


def _indoors(state: GameState, unit: Unit, course: tuple[Stretch, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a preview says of a course into a house, and by which rules. (VEH-TERR-07, BLD-UNIT-03)"""
    if not course or state.is_older_than("13") or not indoors.are_any(state, unit):
        return (), ()
    way = street_run.way_of(state, unit, course)
    return indoors.notes(state, unit, way), indoors.cited(state, unit, way)


def _held_back(state: GameState, unit: Unit, speed: float, course: tuple[Stretch, ...]) -> Refusal | None:
    """A house that is entered too fast, a load that does not follow there. (VEH-TERR-07, BLD-UNIT-02, VEH-TOW-01)"""
    drawn = any(u.towed_by == unit.id or u.section_of for u in state.units.values())
    if not course or state.is_older_than("13") or not (drawn or indoors.are_any(state, unit)):
        return None
    met = street_path.Lane(state, unit).first_met(course)
    clear = arcs.first(course, met.gone_in) if met else course
    if not clear:
        return None
    way = street_run.way_of(state, unit, clear)
    return indoors.too_fast(state, unit, way._replace(length_in=abs(speed))) or towed.blocked(state, unit, way.hulls)


def _ends_under(state: GameState, unit: Unit, course: tuple[Stretch, ...]) -> Refusal | None:
    """It passes beneath what flies too high for it, but does not end there. (VEH-RAM-06, VEH-TYPE-03)"""
    flier = street_path.above(state, unit, course) if course else None
    if flier is None or street_path.Lane(state, unit).first_met(course) is not None:
        return None
    text = f"{unit.name} would come to stand under {flier.name}."
    return Refusal("under-a-flier", text, "VEH-RAM-06", "a drive that ends before it, beside it or beyond it")


def _ground(state: GameState, unit: Unit, speed: float, course: tuple[Stretch, ...]) -> tuple[Chance, ...]:
    """What dangerous ground and the rough beside the road may do to it. (VEH-RACE-05, VEH-TERR-03, VEH-TERR-04)"""
    if not course:
        return ()
    way, off = street_run.way_of(state, unit, course), street_path.off_road_at(state, unit, course)
    way = street_run.declared(state, way, speed)
    if off is None:
        inside = () if state.is_older_than("13") else indoors.cited(state, unit, way)
        ground = indoors.chances(state, unit, way, 1) if inside else dangerous_ground.chances(state, unit, way)
        return (*ground, *minefields.chances(state, unit, way))
    before = arcs.first(course, off)
    held = street_run.declared(state, street_run.way_of(state, unit, before), speed) if before else None
    so_far = dangerous_ground.befalls(state, unit, held) if held else dangerous_ground.SAFE
    whole = dangerous_ground.befalls(state, unit, way)
    blade = dangerous_ground.clears_rough(state, unit, speed)
    ground = dangerous_ground.of_fates(dangerous_ground.with_rough(whole, so_far, abs(speed), cleared=blade))
    return (*ground, *minefields.chances(state, unit, way))


def _notes(
    state: GameState, unit: Unit, speed: float, course: tuple[Stretch, ...], met: street_path.CourseContact | None
) -> list[str]:
    turned = sum(abs(arcs.turn_of(s)) for s in course)
    clear = arcs.first(course, met.gone_in) if met else course
    notes = ["it loses control in its next compulsory phase"] if momentum.is_out_of_control(unit) else []
    notes += [f"radius {momentum.bend_radius(state, unit, speed):.3g}″ or more"] if speed else []
    if turned and speed:
        furthest = math.degrees(abs(speed) / momentum.bend_radius(state, unit, speed))
        notes.append(f"turns {turned:.0f}°")
        notes += ["turns no further; slower it turns tighter"] if is_within(furthest, turned + 0.5) else []
    if met is not None:
        where = "at once" if met.gone_in < AT_ONCE_IN else f"after {met.gone_in:.3g}″"
        notes.append(f"{RUNS_INTO}{met.obstacle.name} {where}, at {abs(speed):.3g}″")
        left = abs(speed) - met.gone_in
        if not state.is_older_than("15") and crash.swipes(state, unit, met, speed):
            notes.append(f"a glancing blow: then on beside it, {left:.3g}″")
    off = street_path.off_road_at(state, unit, clear)
    if off is not None:
        notes.append(
            dangerous_ground.rough_note(off, abs(speed), cleared=dangerous_ground.clears_rough(state, unit, speed))
        )
    if course:
        way = street_run.declared(state, street_run.way_of(state, unit, clear), speed)
        if met is None:
            notes += race.gates_in_words(state, unit, tuple(h.centre for h in way.hulls))
        notes += (*dangerous_ground.notes(state, unit, way), *minefields.notes(state, unit, way))
    return [*notes, *speed_bands.note(state, unit, unit.now.moved_in + abs(speed))]


ACTIONS: tuple[type[Action], ...] = (StreetDrive,)
