"""Vehicles that drive into minefields. (VEH-TERR-05)

A drive is parted where it enters one: what a mine does is settled before the vehicle goes on, if it still can.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.damage import hazards
from rules.core.ids import TerrainId, UnitId, WeaponId
from rules.core.preview import Chance, Ending
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.damage import bikes, lasting, penetration
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.events import MinefieldCrossed
from rules.vehicles.gemini.hazards import dangerous_ground
from rules.vehicles.gemini.hull.hull import is_skimmer, marks_of, profile_of
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN, Way
from rules.vehicles.gemini.motion.terrain_cost import field_for, piece_of
from rules.vehicles.gemini.tank_shock.drive_through import Crossing
from rules.vehicles.shared.damage.fate import HullShot
from rules.vehicles.shared.hull import Pose, armour_of, pose_of

GOES_OFF: Final = low_goal(4)
"""On this or less a mine goes off. (VEH-TERR-05)"""

USUAL_STRENGTH: Final = 8

SWEEPER: Final = "mine-sweeper"
"""Trait of those with the equipment to pass unharmed."""

MINE: Final = Weapon(id=WeaponId("mine"), name="A mine", type="heavy", ap=4)


class Edge(NamedTuple):
    """Where a drive enters a minefield: its name, the hull just before, on which leg, how many inches on."""

    area_id: TerrainId
    hull: Hull
    leg: int
    gone_in: float


def edges(state: GameState, unit: Unit, hulls: tuple[Hull, ...]) -> tuple[Edge, ...]:
    """The minefields that a drive enters or crosses and has not yet met in this turn, in order.

    What floats above the ground, and what has the equipment, sets off nothing.
    """
    mined = field_for(state, profile_of(state, unit)).mined
    if not mined.areas or is_skimmer(state, unit) or profile_of(state, unit).type == "boat":
        return ()
    if state.profile(unit.models[0]).has(SWEEPER):
        return ()
    found: dict[str, Edge] = {}
    known = marks_of(unit).mines_met
    start = 0.0
    for leg, pair in enumerate(itertools.pairwise(hulls)):
        for before, hull, gone in dangerous_ground.poses_along(pair):
            for area in mined.hull_hits(hull):
                if area not in found and area not in known:
                    found[area] = Edge(TerrainId(area), before, leg, start + gone)
        start += distance(pair[0].centre, pair[1].centre)
    return tuple(found.values())


def parted(state: GameState, crossing: Crossing) -> Iterator[TaskStruct]:
    """A drive as tasks: up to each minefield, what happens there, and on."""
    unit = state.units[crossing.unit]
    hulls = crossing.hulls(state)
    left, legs, gone = crossing, 0, 0.0
    for edge in edges(state, unit, hulls):
        cut = edge.leg - legs
        poses = tuple(pose_of(h) for h in hulls[legs + 1 : edge.leg + 1])
        before = (left.poses[0], *poses, pose_of(edge.hull))
        share = (edge.gone_in - gone) / left.length_in if left.length_in else 0.0
        if edge.gone_in > gone or cut:
            yield replace(left, poses=before, length_in=left.length_in * share, spent_in=left.spent_in * share)
        yield Mined(unit=unit.id, area=edge.area_id, at=pose_of(edge.hull), speed_in=crossing.speed_in)
        left = replace(
            left,
            poses=(pose_of(edge.hull), *crossing.poses[edge.leg + 1 :]),
            length_in=left.length_in * (1 - share),
            spent_in=left.spent_in * (1 - share),
            onward=True,
        )
        legs, gone = edge.leg, edge.gone_in
    yield left


class Mined(TaskStruct, frozen=True, kw_only=True, tag="Mined"):
    """The vehicle is at the edge of a minefield, unless something stopped it on the way there. (VEH-TERR-05)"""

    unit: UnitId
    area: TerrainId
    at: Pose
    speed_in: float = 0

    def run(self, progress: Progress) -> None:
        """Even odds; a mine strikes the side armour, hull-down or not."""
        unit = progress.state.units[self.unit]
        if unit.is_gone or distance(unit.models[0].at, self.at[:2]) > SAME_SPOT_IN:
            return
        piece = piece_of(progress.state, self.area)
        rules = ("VEH-TERR-05", "VEH-JOIN-01")
        why = f"{unit.name} in {piece.name}"
        hazards.find_area(progress, self.area)
        rolled = progress.roll("mine-trigger", sense="low", goal=GOES_OFF, unit=unit.id, why=why, rules=rules)
        off = bool(rolled.passed)
        progress.emit(MinefieldCrossed(side=unit.side, unit=unit.id, area=self.area, went_off=off, rules=rules))
        if off:
            hit = penetration.Hit(
                origin=unit.models[0].at, weapon=MINE, strength=piece.mines, face="side", burst="mine"
            )
            penetration.be_hit(progress, unit.id, [hit], None)


def notes(state: GameState, unit: Unit, way: Way) -> tuple[str, ...]:
    """What a preview says of the minefields on a way."""
    pieces = (piece_of(state, e.area_id) for e in edges(state, unit, way.hulls))
    return tuple(
        f"{p.name}: on {GOES_OFF} or less a mine goes off, Strength {p.mines} + D6 against the side" for p in pieces
    )


def chances(state: GameState, unit: Unit, way: Way) -> tuple[Chance, ...]:
    """How likely a mine goes off on a way, and how likely the one minefield on it is the end of the vehicle."""
    met = [piece_of(state, e.area_id) for e in edges(state, unit, way.hulls)]
    if not met:
        return ()
    off = 1 - (1 - chance_low(GOES_OFF)) ** len(met)
    found = Chance(label="sets off a mine", exact=str(off), value=float(off))
    if len(met) > 1 or bikes.is_bike(state, unit):
        return (found,)
    shot = HullShot(armour_of(profile_of(state, unit), "left"), "normal", met[0].mines, 0)
    struck = damage_odds.vehicle_shots(state, unit, MINE, shot, hit=off)
    end = damage_odds.destroyed_by(lasting.fate_of(state, unit), [struck])
    return (found, Ending(label="destroyed by it", exact=str(end), value=float(end)))


TASKS: tuple[type[TaskStruct], ...] = (Mined,)
