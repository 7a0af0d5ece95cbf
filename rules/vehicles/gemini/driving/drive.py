"""Driving: a move action takes a vehicle half its battle speed, turns and backing included. (VEH-JOIN-03, -06)"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.paths import end_of_move, legality
from rules.arap.paths.turns import Waypoint
from rules.arap.units.permission import may_act
from rules.core import kept
from rules.core.ids import UnitId
from rules.core.preview import Arrival, Chance, Preview
from rules.core.refusal import Refusal
from rules.forces.gemini import GeminiHull
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, is_beyond, is_within
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.driving.stop import VehicleStopped
from rules.vehicles.gemini.hazards import dangerous_ground, indoors, minefields
from rules.vehicles.gemini.hull import speed_bands
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import clearance, first_contact, momentum, towed
from rules.vehicles.gemini.motion.first_contact import HullContact
from rules.vehicles.gemini.motion.path import (
    BONUS_IN,
    SAME_SPOT_IN,
    Way,
    plan,
    poses,
    road_bonus,
    road_inches,
    rules_of,
    upto,
)
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.gemini.ramming import ram as ramming_ram
from rules.vehicles.gemini.tank_shock import preview as tank_shock_preview
from rules.vehicles.gemini.tank_shock.drive_through import Crossing
from rules.vehicles.shared.hull import Pose, condition, hull_of, pose_of

MECHANOID_MOVE_IN = 6.0
"""Basic move of a mechanoid whose profile names none. (VEH-MECH-01)"""

MOST_WAYPOINTS = 40
_DRIVES_KEPT: Final = 40
"""As many drives as are offered to a hull at once: who weighs them looks at each again."""

MOST_FORETOLD_IN = 60.0
"""No vehicle drives further in a turn: of a longer way the preview does not say what ground it meets."""

LEAST_TURN_IN = 2.0
"""With less allowance than this a whole action still turns the hull up to 45 degrees. (VEH-JOIN-03)"""


TREADS_LIGHTLY: Final = ("skimmer", "flying-skimmer", "walker")
"""They test in few kinds of dangerous ground. (VEH-TERR-06)"""


def _meets_terrain(state: GameState, unit: Unit, way: Way) -> bool:
    """Whether the middle of the hull passes over any piece of terrain, or any part of it ends there."""
    if way.length_in > MOST_FORETOLD_IN:
        return False
    ground = field_for(state, profile_of(state, unit)).ground
    stretches = itertools.pairwise(h.centre for h in way.hulls)
    crossed = any(span.area_ids for a, b in stretches for span in ground.spans(a, b))
    return crossed or bool(ground.hull_hits(way.end))


def allowance_in(state: GameState, unit: Unit, way: Way, actions: int) -> float:
    """Inches that the drive may cost: half the battle speed an action, and never more in a turn than all of it."""
    profile = profile_of(state, unit)
    if profile.vehicle_class == "mechanoid":
        return actions * (state.profile(unit.models[0]).m or MECHANOID_MOVE_IN)
    share = actions * profile.battle_speed_in / 2
    left = profile.battle_speed_in - unit.now.allowance_spent_in
    if profile.type in ("tracked", "wheeled", "road-wheeler", "bike"):
        share += _action_bonus(state, unit, way, actions)
        left += _turn_bonus(state, unit, way)
    return min(share, left)


def _action_bonus(state: GameState, unit: Unit, way: Way, actions: int) -> float:
    field = field_for(state, profile_of(state, unit))
    on_road = field.price_at(way.hulls[0].centre).road
    share = actions / 2
    return road_bonus(way.road_in, way.length_in, on_road, BONUS_IN * share, wholly=_open_road(state, unit) * share)


def _turn_bonus(state: GameState, unit: Unit, way: Way) -> float:
    field = field_for(state, profile_of(state, unit))
    driven = [(x, y) for x, y, _ in unit.now.path] or [way.hulls[0].centre]
    before, total = road_inches(driven, field)
    on_road = field.price_at(driven[0]).road
    length = total + way.length_in
    return road_bonus(before + way.road_in, length, on_road, BONUS_IN, wholly=_open_road(state, unit))


def _open_road(state: GameState, unit: Unit) -> float:
    """What a turn wholly on road adds: 6 inches, to a road-wheeler all up to its maximum. (VEH-MOVE-05, VEH-CAR-01)"""
    profile = profile_of(state, unit)
    if profile.type != "road-wheeler":
        return BONUS_IN
    return max(BONUS_IN, momentum.top_in(state, unit) - profile.battle_speed_in)


def cannot_move(state: GameState, unit: Unit) -> Refusal | None:
    """Why the vehicle may not so much as pivot, if so. (VEH-DMG-05, VEH-JOIN-07, VEH-BRD-03)"""
    now = condition(unit)
    if not unit.on_table:
        return Refusal("off-table", f"{unit.name} is not on the table.", "VEH-MOVE-06", "a vehicle on the table")
    if now.immobilised:
        text = f"{unit.name} is immobilised: it may not move or pivot."
        return Refusal("immobilised", text, "VEH-DMG-05", "firing, or finishing")
    if refusal := towed.bound(state, unit):
        return refusal
    if now.stunned_now:
        return Refusal("stunned", f"The crew of {unit.name} is stunned.", "VEH-JOIN-07", "its next turn")
    if state.is_locked(unit.id):
        return Refusal("locked", f"{unit.name} is locked in melee.", "ARAP-ACT-10", "fighting on")
    if unit.before.stopped:
        text = f"{unit.name} was declared Stopped and may not move in this turn."
        return Refusal("stopped", text, "VEH-BRD-03", "firing, or finishing")
    if unit.now.stopped:
        return Refusal("stopped", f"{unit.name} has been declared Stopped.", "VEH-BRD-03", "firing, or finishing")
    return None


class Drive(Action, frozen=True, kw_only=True, tag="Drive"):
    """Drive through places of the hull's centre, the starting place left out. (VEH-JOIN-03, VEH-BRD-03)

    Between two places the hull turns on the spot, drives straight on or back, and turns again to the facing asked for;
    without one it keeps the heading in which it came, backward if the gait is "back". `actions` are the action points
    spent; `stopped` declares the vehicle Stopped at the end; `ram` means to strike the first enemy hull or wall that
    the path meets. (VEH-RAM-01)
    """

    unit: UnitId
    path: tuple[Waypoint, ...]
    actions: Literal[1, 2, 3] = 1
    stopped: bool = False
    ram: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Points, what bars any move, the allowance, what was fired, what is in the way; kept for who asks again."""
        return kept.lately(state, "drive-refused", self, lambda: self._refused(state), most=_DRIVES_KEPT)

    def is_open(self, state: GameState) -> bool:
        """Whether nothing stands against it, for who needs no reason; kept likewise."""
        return kept.lately(state, "drive-open", self, lambda: self._is_open(state), most=_DRIVES_KEPT)

    def _is_open(self, state: GameState) -> bool:
        return self._at_all(state) is None and self._barred(state, state.units[self.unit], brief=True) is None

    def _refused(self, state: GameState) -> Refusal | None:
        refusal = self._at_all(state)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        return legality.named(
            self._barred(state, unit),
            len(self.path),
            lambda n: replace(self, path=self.path[:n])._barred(state, unit),
        )

    def _at_all(self, state: GameState) -> Refusal | None:
        """Everything against it that does not depend on the way."""
        refusal = may_act(state, self.side, self.unit, self.actions, "drive")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not unit.is_vehicle:
            return Refusal("not-a-vehicle", f"{unit.name} goes on foot.", "VEH-JOIN-03", "a move")
        return momentum.drives_otherwise(state, unit) or cannot_move(state, unit)

    def _barred(self, state: GameState, unit: Unit, *, brief: bool = False) -> Refusal | None:
        """What stands against the path; `brief` leaves out what might be done about it."""
        refusal = self._no_way(state, unit)
        if refusal:
            return refusal
        way = self.way(state)
        if self.ram:
            contact = self.contact(state, unit, way)
            refusal = ramming_ram.barred(state, unit, contact)
            if refusal or contact is None:
                return refusal
            way = upto(way, contact.gone_in, contact.leg)
        return (
            self._too_far(state, unit, way)
            or self._fired(state, unit, way)
            or indoors.too_fast(state, unit, way)
            or self._blocked(state, unit, way, brief=brief)
            or towed.blocked(state, unit, way.hulls)
            or end_of_move.comes_nearer(state, unit, [(unit.models[0].at, self.path[-1].at)])
        )

    def _blocked(self, state: GameState, unit: Unit, way: Way, *, brief: bool) -> Refusal | None:
        """What stands in the way; a wall may be rammed as well."""
        found = clearance.blocked(state, unit, way.hulls)
        if brief or found is None or found.code != "impassable" or self.ram or not self.would_ram(state):
            return found
        return replace(found, allowed=f"{found.allowed}, or ramming it")

    def _no_way(self, state: GameState, unit: Unit) -> Refusal | None:
        """Refuse what is no path on this table: empty, endless, outside."""
        if not self.path:
            return Refusal("no-path", "The path has no end.", "VEH-JOIN-03", "at least one place to drive to")
        if len(self.path) > MOST_WAYPOINTS:
            text = f"A path has 1 to {MOST_WAYPOINTS} waypoints, this one {len(self.path)}."
            return Refusal("bad-path", text, "VEH-JOIN-03", f"1 to {MOST_WAYPOINTS} waypoints")
        width, height = state.scenario.width_in, state.scenario.height_in
        if any(not (0 <= w.at[0] <= width and 0 <= w.at[1] <= height) for w in self.path):
            allowed = f"0-{width:g}″ by 0-{height:g}″"
            return Refusal("off-table", f"The path of {unit.name} leaves the table.", "VEH-MOVE-06", allowed)
        return None

    def way(self, state: GameState) -> Way:
        """The drive, worked out leg by leg; kept for who asks again."""
        return kept.lately(state, "way-driven", self, lambda: self._way(state), most=_DRIVES_KEPT)

    def _way(self, state: GameState) -> Way:
        unit = state.units[self.unit]
        profile = profile_of(state, unit)
        hull = hull_of(state, unit)
        return plan(hull, poses(hull, self.path), profile, field_for(state, profile))

    def contact(self, state: GameState, unit: Unit, way: Way) -> HullContact | None:
        """What the path runs into first, or touches at its end."""
        return first_contact.struck(state, unit, way)

    def would_ram(self, state: GameState) -> str:
        """The name of what this path runs into and may ram; "" if it is clear or that may not be rammed."""
        unit = state.units.get(self.unit)
        if unit is None or not unit.is_vehicle or self._no_way(state, unit):
            return ""
        contact = self.contact(state, unit, self.way(state))
        if contact is None or ramming_ram.barred(state, unit, contact):
            return ""
        return ramming_ram.name_of(state, contact)

    def _too_far(self, state: GameState, unit: Unit, way: Way) -> Refusal | None:
        allowance = allowance_in(state, unit, way, self.actions)
        if is_within(way.spent_in, allowance) or self._is_last_turn(way, allowance):
            return None
        profile = profile_of(state, unit)
        text = f"{unit.name} may spend {allowance:.3g}″ on this drive, which costs {way.spent_in:.3g}″."
        most = [f"up to {allowance:.3g}″ with {self.actions} AP"]
        more = allowance_in(state, unit, way, self.actions + 1) if self.actions < 3 else allowance
        if is_beyond(more, allowance):
            most.append(f"up to {more:.3g}″ with {self.actions + 1} AP")
        if profile.vehicle_class != "mechanoid" and is_within(more, allowance):
            text += f" In a whole turn it drives {profile.battle_speed_in:.3g}″ at most, more on a road."
        return Refusal("too-far", text, _pays_by(profile), ", ".join(most))

    @staticmethod
    def _is_last_turn(way: Way, allowance: float) -> bool:
        """A turn of up to 45 degrees on the spot, for which what is left would not do."""
        return way.length_in == 0 and allowance < LEAST_TURN_IN and is_within(way.turned_deg, 45)

    def _fired(self, state: GameState, unit: Unit, way: Way) -> Refusal | None:
        """What was fired limits how far the vehicle may still go. (VEH-JOIN-04)"""
        speed = unit.now.moved_in + way.length_in
        if speed_bands.fits(state, unit, condition(unit).fired, speed):
            return None
        text = f"After what it fired, {unit.name} may not travel {speed:.3g}″ in this turn."
        return Refusal("fired-too-much", text, "VEH-JOIN-04", "a shorter drive")

    def preview(self, state: GameState) -> Preview:
        """The legs with their costs, and where the hull would stand."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or not unit.is_vehicle or self._no_way(state, unit):
            return Preview(ap=self.actions, refusal=refusal)
        way = self.way(state)
        contact = self.contact(state, unit, way) if self.ram and way.length_in <= MOST_FORETOLD_IN else None
        if contact is not None:
            way = upto(way, contact.gone_in, contact.leg)
        speed = unit.now.moved_in + way.length_in
        met = tank_shock_preview.expected(state, unit, way.hulls, speed)
        rammed = ramming_ram.cited(state, unit, contact) if contact else ()
        struck = ramming_ram.notes(state, unit, contact, speed) if contact else ()
        suffered = ramming_ram.chances(state, unit, contact, speed) if contact else ()
        return Preview(
            ap=self.actions,
            refusal=refusal,
            legs=way.legs,
            spent_in=way.spent_in,
            allowance_in=allowance_in(state, unit, way, self.actions),
            shots=ramming_ram.lines(state, unit, contact, speed) if contact else (),
            notes=(*struck, *self._notes(state, unit, way), *met.notes),
            chances=(*suffered, *self._chances(state, unit, way), *met.chances),
            marked=met.marked,
            ghosts=((unit.models[0].id, *pose_of(way.end)),),
            rules=(*rammed, *self._cited(state, unit, way), *met.rules),
        )

    def arrives(self, state: GameState) -> Arrival:
        """Where its way ends, unless it means to strike something."""
        if self.ram or not self.is_open(state):
            return self.preview(state).arrival
        return Arrival(((state.units[self.unit].models[0].id, *pose_of(self.way(state).end)),))

    @staticmethod
    def _cited(state: GameState, unit: Unit, way: Way) -> Iterator[str]:
        """The rules of what the drive costs and of who is carried along."""
        profile = profile_of(state, unit)
        met = _meets_terrain(state, unit, way)
        yield from (_pays_by(profile), *rules_of(way), "VEH-GEOM-01", *indoors.cited(state, unit, way))
        if not profile.is_mechanoid:
            yield "VEH-MOVE-01"
        if profile.type == "road-wheeler":
            yield "VEH-CAR-01"
        driven = profile.type == "walker" and not profile.is_mechanoid
        reasons = (
            (driven, "VEH-TYPE-04"),
            (driven, "VEH-MECH-01"),
            (met, "VEH-TERR-01"),
            (met, "VEH-TERR-02"),
            (met and profile.type in TREADS_LIGHTLY, "VEH-TERR-06"),
            (met, "VEH-JOIN-01"),
            (met, "ARAP-GEN-02"),
            (met, "ARAP-GEN-03"),
            (way.length_in <= MOST_FORETOLD_IN and minefields.edges(state, unit, way.hulls), "VEH-TERR-05"),
            (any(state.passengers(unit.id)), "VEH-JOIN-10"),
        )
        yield from (rule for true, rule in reasons if true)

    def _chances(self, state: GameState, unit: Unit, way: Way) -> tuple[Chance, ...]:
        if way.length_in > MOST_FORETOLD_IN:
            return ()
        return (*indoors.chances(state, unit, way, self.actions), *minefields.chances(state, unit, way))

    @staticmethod
    def _notes(state: GameState, unit: Unit, way: Way) -> tuple[str, ...]:
        speed = unit.now.moved_in + way.length_in
        fires = speed_bands.note(state, unit, speed)
        dangers: tuple[str, ...] = ()
        if way.length_in <= MOST_FORETOLD_IN:
            dangers = (
                *dangerous_ground.notes(state, unit, way),
                *minefields.notes(state, unit, way),
                *indoors.notes(state, unit, way),
            )
        return (f"speed {speed:.3g}″ in this turn", *fires, *dangers)

    def resolve(self, progress: Progress) -> None:
        """Pay, roll for dangerous ground, let friends step aside, and drive."""
        progress.emit(
            PointsSpent(unit=self.unit, side=self.side, points=self.actions, action="drive", rules=("VEH-JOIN-03",))
        )
        unit, way = progress.state.units[self.unit], self.way(progress.state)
        contact = self.contact(progress.state, unit, way) if self.ram else None
        rest: tuple[Pose, ...] = ()
        if contact is not None:
            rest = tuple(pose_of(h) for h in way.hulls[contact.leg + 1 :])
            way = upto(way, contact.gone_in, contact.leg)
        allowance = allowance_in(progress.state, unit, way, self.actions)
        speed, left = unit.now.moved_in + way.length_in, allowance - way.spent_in
        way, fate = dangerous_ground.brave(progress, unit, way)
        way, inside = indoors.brave(progress, unit, way, self.actions)
        fate = inside or fate
        progress.queue(
            *minefields.parted(
                progress.state,
                Crossing(
                    unit=unit.id,
                    poses=tuple(pose_of(h) for h in way.hulls),
                    length_in=way.length_in,
                    spent_in=max(0.0, min(way.spent_in, allowance)),
                    speed_in=speed,
                    rules=rules_of(way),
                ),
            ),
            DriveArrival(
                unit=unit.id,
                at=pose_of(way.end),
                fate=fate,
                stopped=self.stopped,
                contact=None if fate else contact,
                speed_in=speed,
                rest=rest,
                left_in=left,
            ),
        )


def _pays_by(profile: GeminiHull) -> str:
    """The rule by which its moves are bought: mechanoids move as the core does."""
    return "VEH-MECH-01" if profile.is_mechanoid else "VEH-JOIN-03"


class DriveArrival(TaskStruct, frozen=True, kw_only=True, tag="Arrived"):
    """A drive is over: what dangerous ground does at its end, what it rams, whether it was declared Stopped.

    `speed_in` is the speed of a ram, `rest` and `left_in` the places and the allowance that are left after it.
    """

    unit: UnitId
    at: Pose
    fate: str = ""
    stopped: bool = False
    contact: HullContact | None = None
    speed_in: float = 0
    rest: tuple[Pose, ...] = ()
    left_in: float = 0

    def run(self, progress: Progress) -> None:
        """Who was stopped on the way never came to that ground, and rams nothing."""
        unit = progress.state.units[self.unit]
        if unit.is_gone:
            return
        if distance(unit.models[0].at, self.at[:2]) <= SAME_SPOT_IN:
            dangerous_ground.suffer(progress, unit, self.fate)
            if self.contact is not None:
                self._ram(progress, unit, self.contact)
        if self.stopped and not progress.state.units[self.unit].is_gone:
            progress.emit(VehicleStopped(unit=self.unit, side=unit.side, rules=("VEH-BRD-03",)))

    def _ram(self, progress: Progress, unit: Unit, contact: HullContact) -> None:
        """It strikes what it meant to, if that is still there. (VEH-RAM-01)"""
        ramming_ram.collide(progress, unit, contact, self.speed_in, rest=self.rest, left_in=self.left_in)


ACTIONS: tuple[type[Action], ...] = (Drive,)
TASKS: tuple[type[TaskStruct], ...] = (DriveArrival,)
