"""Ground on which a vehicle may get stuck, or be lost. (VEH-TERR-03 to -06)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from rules.arap.damage import hazards
from rules.core import kept
from rules.core.preview import Chance, Ending, Leg
from rules.dice.goals import goal_text
from rules.dice.odds.chances import chance_high
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.areas import Ground
from rules.geometry.facings import bearing, normalise, relative, turn
from rules.geometry.hulls import Hull
from rules.geometry.lengths import between, distance, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.vehicles.gemini.damage import results, wreck
from rules.vehicles.gemini.events import GroundTried
from rules.vehicles.gemini.hull.hull import is_skimmer, marks_of, profile_of
from rules.vehicles.gemini.hull.low_rolls import event_face
from rules.vehicles.gemini.motion.path import Way
from rules.vehicles.gemini.motion.terrain_cost import field_for, field_of, piece_of
from rules.vehicles.gemini.transport import passengers

SLOW_IN = 6.0
"""Up to this speed one die is rolled, above it two."""

BAD = event_face(1)
"""The face that immobilises; on both of two dice it destroys. (VEH-JOIN-01)"""

STEP_IN = 0.125
TURN_STEP_DEG = 5.0


class Meeting(NamedTuple):
    """Dangerous ground that a drive meets: the area, where the hull stands just before, and how far it has come."""

    area_id: str
    hull: Hull
    length_in: float
    dice: int


def meetings(state: GameState, unit: Unit, way: Way) -> tuple[Meeting, ...]:
    """The areas that a drive has to roll for, in the order in which it meets them.

    One test for an area and player turn; a second die if a later drive in it takes the speed above 6 inches.
    """
    if way.length_in == 0 and len(way.hulls) == 1:
        return ()
    return kept.lately(state, "dangerous ground met", (unit, way), lambda: _meetings(state, unit, way))


def _meetings(state: GameState, unit: Unit, way: Way) -> tuple[Meeting, ...]:
    if not _is_near_danger(state, unit, way):
        return ()
    speed = unit.now.moved_in + way.length_in
    wanted = 1 if is_within(speed, SLOW_IN) else 2
    tried = marks_of(unit).tried_ground
    ground = field_for(state, profile_of(state, unit)).dangerous
    below = field_of(state, "tracked").dangerous if is_skimmer(state, unit) else None
    return tuple(
        Meeting(area_id, before, gone, dice)
        for area_id, before, gone in _met(ground, below, way.hulls)
        if (dice := wanted - tried.get(area_id, 0)) > 0
    )


@lru_cache(maxsize=64)
def _met(ground: Ground, below: Ground | None, hulls: tuple[Hull, ...]) -> tuple[tuple[str, Hull, float], ...]:
    """Dangerous areas along a drive: each as it is met first, where the hull stands just before, the inches driven.

    What lies `below` a skimmer only counts where it stops. (VEH-TERR-06) Whoever plans, commits and drives asks this
    of three states in which the ground is the same.
    """
    found: dict[str, tuple[str, Hull, float]] = {}
    for before, hull, gone in poses_along(hulls):
        under = ground.hull_hits(hull)
        if below is not None and hull is hulls[-1]:
            under += tuple(area_id for area_id in below.hull_hits(hull) if area_id not in under)
        for area_id in under:
            found.setdefault(area_id, (area_id, before, gone))
    return tuple(found.values())


def _is_near_danger(state: GameState, unit: Unit, way: Way) -> bool:
    """Whether any dangerous ground lies in the rectangle round all that the hull passes, however it turns."""
    grounds = [field_for(state, profile_of(state, unit)).dangerous]
    if is_skimmer(state, unit):
        grounds.append(field_of(state, "tracked").dangerous)
    box = rings.bounds(tuple(hull.centre for hull in way.hulls)).grown(way.end.half_diagonal_in)
    return any(ground.near(box) for ground in grounds)


def poses_along(hulls: tuple[Hull, ...]) -> Iterator[tuple[Hull, Hull, float]]:
    """The hull at small steps: as it was, as it is, and the inches driven before."""
    before, gone = hulls[0], 0.0
    yield before, before, gone
    for a, b in itertools.pairwise(hulls):
        run, angle = distance(a.centre, b.centre), relative(a.heading, b.heading)
        steps = max(1, math.ceil(run / STEP_IN), math.ceil(abs(angle) / TURN_STEP_DEG))
        for n in range(1, steps + 1):
            share = n / steps
            hull = (
                b
                if n == steps
                else Hull(between(a.centre, b.centre, share), normalise(a.heading + angle * share), a.length, a.width)
            )
            yield before, hull, gone
            before, gone = hull, gone + run / steps


def brave(progress: Progress, unit: Unit, way: Way) -> tuple[Way, str]:
    """Roll for what the drive meets; the way as far as it gets, and what befalls it there.

    That is "immobilised", "destroyed" or "lost", or "" if nothing does.
    """
    for meeting in meetings(progress.state, unit, way):
        speed = unit.now.moved_in + way.length_in
        fate = _roll(progress, unit, meeting, speed)
        if fate and is_within(speed, SLOW_IN) and ploughs(progress.state, unit, way, meeting):
            fate = _roll(progress, unit, meeting, speed, again=True)
        if fate:
            return cut(way, meeting), fate
    return way, ""


def ploughs(state: GameState, unit: Unit, way: Way, meeting: Meeting) -> bool:
    """Whether it meets the ground with its dozer blade. (VEH-DOZ-01, VEH-DOZ-04)"""
    blade, gone = profile_of(state, unit).dozer, 0.0
    for a, b in itertools.pairwise(way.hulls):
        run = distance(a.centre, b.centre)
        gone += run
        if run and gone >= meeting.length_in:
            backs = turn(bearing(a.centre, b.centre), b.heading) > 90
            return blade == ("rear" if backs else "front")
    return False


def _roll(progress: Progress, unit: Unit, meeting: Meeting, speed: float, *, again: bool = False) -> str:
    slow = is_within(speed, SLOW_IN)
    piece = piece_of(progress.state, meeting.area_id)
    special = ("VEH-TERR-05",) if piece.bad_face or piece.thin_ice else ()
    blade = ("VEH-DOZ-04",) if again else ()
    rules = ("VEH-TERR-03" if slow else "VEH-TERR-04", "VEH-JOIN-01", *special, *blade)
    hazards.find_area(progress, meeting.area_id)
    rolled = progress.roll(
        "dangerous-terrain",
        meeting.dice,
        sense="high",
        goal=piece.bad_face or BAD,
        unit=unit.id,
        why=f"{unit.name} in {piece.name} at {speed:.3g}″" + (CLEARED if again else ""),
        rules=rules,
    )
    if not again:
        progress.emit(GroundTried(side=unit.side, unit=unit.id, area=meeting.area_id, dice=meeting.dice, rules=rules))
    if rolled.successes and piece.thin_ice:
        return "lost"
    if rolled.successes == 2:
        return "destroyed"
    return "immobilised" if rolled.successes else ""


def rough(progress: Progress, unit: Unit, speed: float, where: str, rules: tuple[str, ...]) -> str:
    """One test for rough ground that is no piece of terrain: "", "immobilised" or "destroyed". (VEH-RACE-05)

    `speed` is negative in reverse. A dozer blade at the end that leads clears the way once. (VEH-DOZ-04)
    """
    slow = is_within(abs(speed), SLOW_IN)
    rules = (*rules, "VEH-TERR-03" if slow else "VEH-TERR-04", "VEH-JOIN-01")
    for blade in (False, True) if clears_rough(progress.state, unit, speed) else (False,):
        rolled = progress.roll(
            "dangerous-terrain",
            1 if slow else 2,
            sense="high",
            goal=BAD,
            unit=unit.id,
            why=f"{unit.name} on {where} at {abs(speed):.3g}″" + (CLEARED if blade else ""),
            rules=(*rules, *(("VEH-DOZ-04",) if blade else ())),
        )
        if not rolled.successes:
            return ""
    return "destroyed" if rolled.successes == 2 else "immobilised"


def clears_rough(state: GameState, unit: Unit, speed: float) -> bool:
    """Whether its dozer blade clears rough ground; up to version 14 it did so in pieces of terrain alone.

    (VEH-DOZ-01, VEH-DOZ-04)
    """
    if state.is_older_than("15") or not is_within(abs(speed), SLOW_IN):
        return False
    return profile_of(state, unit).dozer == ("rear" if speed < 0 else "front")


CLEARED: Final = ", its dozer blade clears the way"
UNLESS_CLEARED: Final = ", unless its dozer blade clears the way: rolled again"


def rough_note(after_in: float, speed: float, *, cleared: bool) -> str:
    """What a preview says of rough ground that is no piece of terrain. (VEH-RACE-05, VEH-DOZ-04)"""
    dice = "a 6" if is_within(speed, SLOW_IN) else "a 6 on either of two dice"
    return f"off the road after {after_in:.3g}″: {dice} immobilises" + UNLESS_CLEARED * cleared


def cut(way: Way, meeting: Meeting) -> Way:
    """The way up to where the ground was met."""
    kept: list[Hull] = []
    gone = 0.0
    for a, b in itertools.pairwise(way.hulls):
        kept.append(a)
        gone += distance(a.centre, b.centre)
        if gone > meeting.length_in:
            break
    legs = (Leg(to=meeting.hull.centre, length_in=meeting.length_in, cost_in=way.spent_in, reason="stuck"),)
    return Way((*kept, meeting.hull), legs, meeting.length_in, min(way.road_in, meeting.length_in), 0.0)


def suffer(progress: Progress, unit: Unit, fate: str) -> None:
    """What getting stuck does. Occupants fare as in any destroyed vehicle. (VEH-TERR-03, VEH-TERR-04)"""
    unit = progress.state.units[unit.id]
    if fate == "destroyed":
        wreck.destroy(progress, unit, None, rule="VEH-TERR-04")
    elif fate == "fallen":
        wreck.fall_through(progress, unit)
    elif fate == "lost":
        wreck.sink(progress, unit)
    elif fate == "immobilised":
        results.suffer_lasting(progress, unit, "immobilised", None)


def notes(state: GameState, unit: Unit, way: Way) -> tuple[str, ...]:
    """What a preview says of the dangers of a drive."""
    slow = is_within(unit.now.moved_in + way.length_in, SLOW_IN)
    return tuple(
        _note(state, unit, meeting) + (UNLESS_CLEARED * ploughed)
        for meeting in meetings(state, unit, way)
        for ploughed in (slow and ploughs(state, unit, way, meeting),)
    )


def chances(state: GameState, unit: Unit, way: Way) -> tuple[Chance, ...]:
    """How likely a drive gets through all that it meets, is stuck, or ends there. (VEH-TERR-03 to -05, VEH-DOZ-04)"""
    return of_fates(befalls(state, unit, way)) if meetings(state, unit, way) else ()


def befalls(state: GameState, unit: Unit, way: Way) -> dict[str, Fraction]:
    """How likely each fate is on a way; "" is to get through."""
    through, befallen = Fraction(1), dict.fromkeys(_FATES, Fraction(0))
    slow = is_within(unit.now.moved_in + way.length_in, SLOW_IN)
    for meeting in meetings(state, unit, way):
        fates = _fates(piece_of(state, meeting.area_id), meeting.dice)
        harm = sum(fates.values())
        cleared = harm if slow and ploughs(state, unit, way, meeting) else 1  # only who fails is rolled for again
        for fate, likely in fates.items():
            befallen[fate] += through * cleared * likely
        through *= 1 - cleared * harm
    return {"": through, **befallen}


def with_rough(
    whole: dict[str, Fraction], before: Mapping[str, Fraction], speed: float, *, cleared: bool
) -> dict[str, Fraction]:
    """The same where rough ground has to be passed too: `before` is what befalls who is held there. (VEH-RACE-05)

    `cleared` is a dozer blade, for which who is stuck is rolled for again. (VEH-DOZ-04)
    """
    dice = 1 if is_within(speed, SLOW_IN) else 2
    bad = chance_high(BAD)
    stuck = 1 - (1 - bad) ** dice - bad**2 * (dice == 2)
    fates = {"immobilised": stuck * bad if cleared else stuck, "destroyed": bad**2 * (dice == 2)}
    held = sum(fates.values())
    found = {fate: (1 - held) * likely for fate, likely in whole.items()}
    for fate in _FATES:
        found[fate] += held * before[fate] + fates.get(fate, Fraction(0)) * before[""]
    return found


def of_fates(befallen: dict[str, Fraction]) -> tuple[Chance, ...]:
    """Fates as chances for a preview."""
    through = _chance(Chance, "gets through", befallen[""])
    return (through, *(_chance(*_FATES[fate], likely) for fate, likely in befallen.items() if fate and likely))


_FATES: dict[str, tuple[type[Chance], str]] = {
    "immobilised": (Chance, "gets stuck"),
    "destroyed": (Ending, "is destroyed there"),
    "lost": (Ending, "is lost in it"),
    "fallen": (Ending, "falls through the floor"),
}

SAFE: Final[Mapping[str, Fraction]] = {"": Fraction(1), **dict.fromkeys(_FATES, Fraction(0))}
"""What befalls who meets nothing."""


def _fates(piece: Terrain, dice: int) -> dict[str, Fraction]:
    """What one test comes to, and how likely."""
    bad = chance_high(piece.bad_face or BAD)
    any_bad = 1 - (1 - bad) ** dice
    if piece.thin_ice:
        return {"lost": any_bad}
    both = bad**2 if dice == 2 else Fraction(0)
    return {"immobilised": any_bad - both, "destroyed": both}


def _chance(kind: type[Chance], label: str, exact: Fraction) -> Chance:
    return kind(label=label, exact=str(exact), value=float(exact))


def _note(state: GameState, unit: Unit, meeting: Meeting) -> str:
    piece = piece_of(state, meeting.area_id)
    lowest = piece.bad_face or BAD
    face = "a 6" if lowest == 6 else f"{lowest} or more"
    dice = face if meeting.dice == 1 else f"{face} on either of two dice"
    if piece.thin_ice:
        return f"{piece.name} is thin ice: on {dice} it breaks through and is lost" + _those_aboard(state, unit)
    return f"{piece.name} is dangerous: {dice} immobilises"


def _those_aboard(state: GameState, unit: Unit) -> str:
    """What becomes of people where it sinks: a movement save each. (VEH-TERR-05, ARAP-AGIL-01)"""
    people = [m for u in passengers.aboard(state, unit.id) for m in u.alive]
    goals = sorted({wreck.save_goal(state, m) for m in people})
    saves = " or ".join(goal_text(goal, "low") for goal in goals)
    return f"; those aboard get out on {saves} each, or drown" if people else ""
