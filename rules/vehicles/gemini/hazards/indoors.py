"""Vehicles inside buildings: slow, and liable to go through the floor. (VEH-TERR-07, BLD-UNIT-02, BLD-UNIT-03)"""

from __future__ import annotations

from typing import Final

from rules.arap import building_interface
from rules.arap.terrain.building_interface import BuildingWalls, FrontOfHull
from rules.core.ids import UnitId
from rules.core.preview import Chance, Leg
from rules.core.refusal import Refusal
from rules.dice.odds.chances import chance_high
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, is_beyond, is_within
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.hazards import dangerous_ground
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN, Way, upto
from rules.vehicles.gemini.motion.terrain_cost import field_for, piece_of
from rules.vehicles.shared.hull import Pose, pose_of

RULE: Final = "VEH-TERR-07"
IN_HOUSES: Final = ("BLD-UNIT-02", "BLD-UNIT-03")
"""The same as the rules for buildings have it."""

MOST_IN: Final = 6.0
"""What a vehicle that is in a building at any time in its turn may travel in it."""

DICE: Final = 2


def entered(state: GameState, unit: Unit, way: Way) -> dangerous_ground.Meeting | None:
    """Where a drive first is in a building: its name, the hull just before, and how far it has come.

    Walkers step over floors as men do.
    """
    profile = profile_of(state, unit)
    return None if profile.type == "walker" or profile.is_mechanoid else _met(state, unit, way)


def are_any(state: GameState, unit: Unit) -> bool:
    """Whether there is any building on the table that the hull may be in."""
    return bool(field_for(state, profile_of(state, unit)).indoors.areas)


def _met(state: GameState, unit: Unit, way: Way) -> dangerous_ground.Meeting | None:
    field = field_for(state, profile_of(state, unit))
    moves = way.length_in > 0 or len(way.hulls) > 1
    if not field.indoors.areas or not moves:
        return None
    for before, hull, gone in dangerous_ground.poses_along(way.hulls):
        found = field.indoors.hull_hits(hull)
        if found:
            return dangerous_ground.Meeting(found[0], before, gone, DICE)
    return None


def cited(state: GameState, unit: Unit, way: Way) -> tuple[str, ...]:
    """The rules for buildings that have a say in a way that leads inside; walkers move as they do elsewhere.

    (BLD-UNIT-01, BLD-UNIT-02, BLD-UNIT-03, BLD-MOUSE-05, BLD-DOOR-08)
    """
    met = _met(state, unit, way)
    if met is None:
        return ()
    piece = piece_of(state, met.area_id)
    profile = profile_of(state, unit)
    front = FrontOfHull(profile.width_in, profile.height_in)
    by = building_interface.ask(BuildingWalls).lets_in_by(piece, front)
    return (*(IN_HOUSES if entered(state, unit, way) is not None else ("BLD-UNIT-01",)), *by)


def too_fast(state: GameState, unit: Unit, way: Way) -> Refusal | None:
    """Six inches in the whole player turn. (VEH-TERR-07)"""
    speed = unit.now.moved_in + way.length_in
    if is_within(speed, MOST_IN):
        return None
    met = entered(state, unit, way)
    if met is None:
        return None
    name = field_for(state, profile_of(state, unit)).names[met.area_id]
    left = max(0.0, MOST_IN - unit.now.moved_in)
    text = f"Inside {name} {unit.name} goes no faster than {MOST_IN:g}″ in a turn; this would be {speed:.3g}″."
    return Refusal("too-fast-inside", text, RULE, f"up to {left:.3g}″, or a way that stays outside")


def slowed(state: GameState, unit: Unit, way: Way) -> Way:
    """As much of a way as the limit allows: up to the wall if the vehicle has been faster already."""
    met = entered(state, unit, way)
    left = max(0.0, MOST_IN - unit.now.moved_in)
    if met is None or is_within(way.length_in, left):
        return way
    return upto(way, max(met.length_in, left) if is_beyond(left, met.length_in) else met.length_in)


def brave(progress: Progress, unit: Unit, way: Way, actions: int = 1) -> tuple[Way, str]:
    """Two dice for each move action in there; the way as far as it gets, and "immobilised" or "fallen"."""
    state = progress.state
    met = entered(state, unit, way)
    if met is None:
        return way, ""
    for _ in range(actions):
        bad = _roll(progress, unit, met)
        if bad == 1 and clears(state, unit, way, met):
            bad = _roll(progress, unit, met, again=True)
        if bad:
            return _cut(way, met), "fallen" if bad == DICE else "immobilised"
    return way, ""


def _roll(progress: Progress, unit: Unit, met: dangerous_ground.Meeting, *, again: bool = False) -> int:
    """How many of the two dice are bad."""
    name = field_for(progress.state, profile_of(progress.state, unit)).names[met.area_id]
    rolled = progress.roll(
        "dangerous-terrain",
        DICE,
        sense="high",
        goal=dangerous_ground.BAD,
        unit=unit.id,
        why=f"{unit.name} inside {name}" + (dangerous_ground.CLEARED if again else ""),
        rules=(RULE, "VEH-JOIN-01", *IN_HOUSES, *(("VEH-DOZ-04",) if again else ())),
    )
    return rolled.successes or 0


def clears(state: GameState, unit: Unit, way: Way, met: dangerous_ground.Meeting) -> bool:
    """Whether its dozer blade is before it where it would be stuck; up to version 14 it was of no use in houses.

    Nobody is faster than 6 inches there. (VEH-DOZ-04)
    """
    return not state.is_older_than("15") and dangerous_ground.ploughs(state, unit, way, met)


def _cut(way: Way, met: dangerous_ground.Meeting) -> Way:
    if met.length_in == 0:
        legs = (Leg(to=met.hull.centre, length_in=0, cost_in=way.spent_in, reason="stuck"),)
        return Way((way.hulls[0], met.hull), legs, 0.0, 0.0, 0.0)
    return dangerous_ground.cut(way, met)


def notes(state: GameState, unit: Unit, way: Way) -> tuple[str, ...]:
    """What a preview says of a way that leads inside."""
    met = entered(state, unit, way)
    if met is None:
        return ()
    name = field_for(state, profile_of(state, unit)).names[met.area_id]
    blade = dangerous_ground.UNLESS_CLEARED * clears(state, unit, way, met)
    return (f"inside {name}: a 6 on either of two dice immobilises{blade}, on both it falls through the floor",)


def chances(state: GameState, unit: Unit, way: Way, actions: int) -> tuple[Chance, ...]:
    """What befalls a drive on dangerous ground and then inside, two dice for each move action. (VEH-TERR-07)"""
    met = entered(state, unit, way)
    if met is None:
        return dangerous_ground.chances(state, unit, way)
    found = dangerous_ground.befalls(state, unit, way)
    bad = chance_high(dangerous_ground.BAD)
    both, safe = bad**DICE, (1 - bad) ** DICE
    if clears(state, unit, way, met):  # who is merely stuck is rolled for once more
        again = 1 - both - safe
        both, safe = both * (1 + again), safe * (1 + again)
    for _ in range(actions):
        left = found[""]
        found["immobilised"] += left * (1 - both - safe)
        found["fallen"] += left * both
        found[""] = left * safe
    return dangerous_ground.of_fates(found)


class Stuck(TaskStruct, frozen=True, kw_only=True, tag="Stuck"):
    """What befalls a vehicle where its way has led it, unless something stopped it before."""

    unit: UnitId
    at: Pose
    fate: str

    def run(self, progress: Progress) -> None:
        """As on any dangerous ground."""
        unit = progress.state.units[self.unit]
        if not unit.is_gone and distance(unit.models[0].at, self.at[:2]) <= SAME_SPOT_IN:
            dangerous_ground.suffer(progress, unit, self.fate)


def stuck(unit: Unit, way: Way, fate: str) -> tuple[TaskStruct, ...]:
    """The task for that fate, if there is one."""
    return (Stuck(unit=unit.id, at=pose_of(way.end), fate=fate),) if fate else ()


TASKS: tuple[type[TaskStruct], ...] = (Stuck,)
