"""The Gemini vehicle rules as the core sees them. (VEH-JOIN-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.arap.attacks.blows import MachineBlow
from rules.arap.attacks.vehicle_interface import ChargesAtVehicles
from rules.arap.indirect.vehicle_interface import ThrowsFromVehicles
from rules.arap.melee.vehicle_interface import MachinesInMelee
from rules.arap.minds.vehicle_interface import InATurn, VehiclesWeighed
from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.vehicle_interface import OneHit, OnTheHull, ShotsAboard, ShotsAtVehicles
from rules.arap.templates.vehicle_interface import OnHull, UnderTemplates
from rules.arap.turn.vehicle_interface import VehicleTurns
from rules.arap.units.vehicle_interface import Cited, HullsOnGround, VehicleCrews
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.gemini import turn
from rules.vehicles.gemini.cites import CITED
from rules.vehicles.gemini.close_combat import charge, machines, rounds
from rules.vehicles.gemini.damage import bikes, penetration
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.driving import limber
from rules.vehicles.gemini.driving.orders import GeminiOrders
from rules.vehicles.gemini.hull import cover as hull_cover
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import momentum, towed, train
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.gemini.ports import fire as ports_fire
from rules.vehicles.gemini.shooting import at_passengers, by_passengers, fire
from rules.vehicles.gemini.shooting.from_the_saddle import GeminiSaddle
from rules.vehicles.gemini.shooting.mounted_fire import GeminiFire
from rules.vehicles.gemini.street import worth as street_worth
from rules.vehicles.gemini.street.courses import GeminiCourses
from rules.vehicles.gemini.street.damage import StreetDamage
from rules.vehicles.gemini.street.facts import GeminiFacts
from rules.vehicles.gemini.transport import rescue
from rules.vehicles.shared import worth as shared_worth
from rules.vehicles.shared.formations import Formations
from rules.vehicles.shared.hull import condition, origin_of
from rules.vehicles.shared.machines import Machines
from rules.weighing import Character, Worth


class GeminiVehicles(
    Machines,
    Formations,
    VehicleCrews,
    HullsOnGround,
    ShotsAtVehicles,
    ShotsAboard,
    UnderTemplates,
    ThrowsFromVehicles,
    MachinesInMelee,
    ChargesAtVehicles,
    VehicleTurns,
    StreetDamage,
    GeminiFacts,
    GeminiOrders,
    GeminiCourses,
    GeminiFire,
    GeminiSaddle,
    VehiclesWeighed,
):
    """What vehicles do where the core meets them."""

    def cited(self, what: Cited) -> tuple[str, ...]:
        """Those of this module."""
        return CITED.get(what, ())

    def may_be_ruled(self) -> tuple[str, ...]:
        """Speed and control under the Street Race rules, and hull points, as well. (VEH-RACE-02, VEH-HULL-01)"""
        return (*super().may_be_ruled(), "out_of_control", "speed", "hull")

    def may_cling(self) -> bool:
        """They may hold on. (VEH-BRD-12)"""
        return True

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """The crew's Initiative; without one the scenario's default activation value. (VEH-JOIN-02)"""
        return profile_of(state, unit).crew_initiative or int(state.option("crew_activation_default"))

    def barred_by(self, state: GameState, unit: Unit, hull: Hull) -> Refusal | None:
        """Buildings that it does not fit into, high walls, whatever is closed to what it moves on. (VEH-MOVE-06)

        Up to version 6 it was set down there all the same.
        """
        profile = profile_of(state, unit)
        if state.is_older_than("7"):
            return None
        field = field_for(state, profile)
        met = (*field.solid.hull_hits(hull), *field.passed.hull_hits(hull)) if not profile.is_boat else ()
        if not met:
            return None
        text = f"{unit.name} would stand on {field.names[met[0]]}, which is closed to it."
        return Refusal("impassable", text, "VEH-MOVE-06", "open ground, or a price that the host sets")

    def weighed(self, state: GameState, side: SideId, offer: Offer, character: Character) -> Worth | None:
        """Drives, at battle speed and by the Street Race rules, and tank shock."""
        if offer.kind in ("drive", "tank-shock"):
            of_kind = shared_worth.of_drive if offer.kind == "drive" else shared_worth.of_shock
            return of_kind(state, side, offer, character)
        return street_worth.of_street(state, side, offer, character)

    def kinds_weighed(self) -> frozenset[str]:
        """Drives, tank shock, and what racers do."""
        return frozenset({"drive", "tank-shock", *street_worth.KINDS})

    def wheel_worth(self, state: GameState, unit: Unit) -> float:
        """What a racer loses that coasts. (VEH-RACE-04)"""
        return street_worth.of_wheel(state, unit)

    def in_a_turn(self, state: GameState, unit: Unit) -> InATurn | None:
        """Two moves of half the battle speed, a racer one drive; each weapon fires once. (VEH-JOIN-03, VEH-JOIN-04)"""
        if momentum.uses(state, unit):
            return InATurn(1, 1, momentum.most_in(state, unit))
        moves = 0 if condition(unit).immobilised else 2
        return InATurn(moves, 1, profile_of(state, unit).battle_speed_in / 2)

    def volleys_of(self, state: GameState, action: Action) -> Iterator[tuple[UnitId, FirePlan]]:
        """Each target with the mounts that fire at it."""
        if isinstance(action, fire.FireVehicle):
            unit = state.units[action.unit]
            for target, mounts in action.by_target().items():
                yield target, fire.plan_of(state, unit, target, mounts)

    def fire_tells(self, state: GameState, unit: Unit, plan: FirePlan) -> str:
        """Nothing: by these rules a hatch that is fired from lays no vehicle open. (VEH-FROM-02)"""
        return ""

    def keeps_from_firing(self, state: GameState, unit: Unit, weapon: Weapon) -> Refusal | None:
        """Nothing: by these rules they fire on the move whatever points let them. (VEH-FROM-02)"""
        return None

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """A stunned or wrecked vehicle makes no roll. (VEH-JOIN-07)"""
        if refusal := towed.limbered(state, unit) or towed.unserved(state, unit) or train.waits(state, unit):
            return refusal
        if condition(unit).stunned_now:
            text = f"The crew of {unit.name} is stunned: no activation roll and no action in this turn."
            return Refusal("stunned", text, "VEH-JOIN-07", "another unit")
        return None

    def to_hit_modifiers(self, state: GameState, target: UnitId, weapon: Weapon, origin: Point) -> tuple[Modifier, ...]:
        """What a shot from that point takes off for the vehicle's speed and cover. (VEH-AT-02, VEH-COV-01)"""
        return hull_cover.to_hit_modifiers(state, state.units[target], weapon, origin)

    def hit_lines(
        self, state: GameState, weapon: Weapon, shooters: Sequence[ModelId], target: UnitId
    ) -> tuple[ShotLine, ...]:
        """What a hit by each of the shooters would do, face by face, with exact chances."""
        vehicle, origins = state.units[target], [origin_of(state, m) for m in shooters]
        lines = damage_odds.hit_lines(state, weapon, origins, vehicle)
        return at_passengers.lines(state, vehicle, weapon, origins, lines)

    def one_hit(self, state: GameState, weapon: Weapon, shooter: ModelId, target: Unit) -> OneHit:
        """The numbers of that."""
        return damage_odds.one_hit(state, weapon, origin_of(state, shooter), target)

    def fells_bike(self, state: GameState, target: Unit, strength: int, ap: int | None) -> Fraction | None:
        """A bike has Toughness instead of armour. (VEH-BIKE-01)"""
        return bikes.chance_of_a_wound(state, target, strength, ap) if bikes.is_bike(state, target) else None

    def take_hits(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        """Queue the hits, one for each entry of `shooters`, in order. (VEH-PEN-01, VEH-DMG-11)

        Those from afar may fall on people in the open. (VEH-OPEN-01)
        """
        hits = [
            penetration.Hit(origin=origin_of(progress.state, m), weapon=weapon, strength=weapon.strength)
            for m in shooters
        ]
        hits = at_passengers.share(progress, progress.state.units[target], hits, by)
        penetration.be_shot(progress, target, hits, by)

    def take_burst(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooter: ModelId, by: UnitId, centre: Point
    ) -> None:
        """Queue what a marker does to a vehicle that it reaches. (VEH-AREA-01)"""
        penetration.be_burst(progress, target, weapon, shooter, by, centre)

    def take_fall(self, progress: Progress, target: UnitId, wall: Weapon, at: Point, by: UnitId) -> None:
        """Queue a hit on the face that is turned to a wall that falls. (BLD-WALL-09, VEH-PEN-01)"""
        hit = penetration.Hit(origin=at, weapon=wall, strength=wall.strength, burst="wall")
        penetration.be_hit(progress, target, [hit], by)

    def take_blows(self, progress: Progress, target: UnitId, blows: Sequence[MachineBlow], by: UnitId) -> None:
        """Queue the blows against the front of a machine, one by one. (VEH-WS-02, VEH-CC-07)"""
        machines.be_struck(progress, target, blows, by)

    def blow_chances(self, state: GameState, target: UnitId, blow: MachineBlow) -> tuple[Chance, ...]:
        """Glancing, penetrating, the end of it."""
        return machines.chances(state, state.units[target], blow)

    def ended_by(self, state: GameState, target: UnitId, blow: MachineBlow, count: int, hit: Fraction) -> Fraction:
        """Blows at the front of a machine. (VEH-DMG-05)"""
        return machines.ended_by(state, state.units[target], blow, count, hit)

    def crew_fires_first(self, state: GameState, charger: UnitId, target: UnitId) -> str:
        """Not at chargers from near by, nor without a weapon that bears. (VEH-CC-03)"""
        return charge.fires_first(state, state.units[charger], state.units[target])

    def crew_reacts(self, progress: Progress, charger: UnitId, target: UnitId) -> None:
        """The crew may fire at the chargers, before any fire of theirs takes effect. (VEH-CC-03)"""
        progress.ahead(charge.HullReaction(unit=charger, target=target))

    def plant_charges(self, progress: Progress, unit: UnitId, target: UnitId, models: Sequence[ModelId]) -> None:
        """One attempt each. (VEH-WS-05, ARAP-CCG-03)"""
        machines.plant(progress, unit, target, models)

    def take_glancing_hit(self, progress: Progress, target: UnitId) -> None:
        """The extra glancing hit of a machine beset by many. (VEH-WS-06)"""
        machines.glance(progress, target)

    def on_the_hull(self, state: GameState, unit: Unit, target: Unit) -> OnTheHull | Refusal:
        """People aboard stand on their hulls. (VEH-OPEN-01, VEH-FROM-02)"""
        return by_passengers.on_the_hull(state, unit, target)

    def limited(self, state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
        """Short range, ports and hatches limit what they do. (VEH-FROM-04, VEH-FROM-07)"""
        return by_passengers.limited(state, unit, target, plan)

    def at_the_side(
        self, state: GameState, unit: Unit, weapon: Weapon, models: Sequence[ModelId], at: Point, far: float
    ) -> GameState | Refusal:
        """From an open top, a port, a window, a hatch. (VEH-FROM-02 to -07)"""
        return by_passengers.at_the_side(state, unit, weapon, models, at, far)

    def have_thrown(self, progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
        """The ports stand open. (VEH-FROM-07)"""
        by_passengers.have_thrown(progress, unit, models, at)

    def thrown_into(self, state: GameState, unit: Unit, target: UnitId | None, aims: Sequence[Point]) -> Refusal | None:
        """Nothing into a hull that they fight. (VEH-CC-08)"""
        return ports_fire.thrown_into(state, unit, target, aims)

    def have_fired(self, progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
        """Ports stand open, people at hatches can be seen. (VEH-FROM-07)"""
        by_passengers.have_fired(progress, unit, target, plan)

    def targets_aboard(self, state: GameState, side: SideId) -> Iterator[Unit]:
        """People in open tops, at hatches and on the outside. (VEH-OPEN-01, VEH-BRD-13)"""
        return at_passengers.targets(state, side)

    def on_hulls(self, state: GameState) -> tuple[OnHull, ...]:
        """The same people, where markers and templates find them. (VEH-OPEN-01)"""
        return tuple(at_passengers.on_hulls(state))

    def in_the_open(self, state: GameState, unit: Unit) -> tuple[ModelId, ...]:
        """All in an open top or outside, else those at a hatch. (VEH-OPEN-01)"""
        return tuple(m.id for m in at_passengers.models_of(state, unit))

    def queue_close_combat(self, progress: Progress) -> None:
        """Strike, plant charges, fight those aboard, or leave it be. (VEH-JOIN-09, VEH-CC-05)"""
        rounds.queue_round(progress)

    def queue_driverless_moves(self, progress: Progress) -> None:
        """Nobody at the wheel. (VEH-RACE-04)"""
        turn.queue_coasting(progress)

    def may_go_on(self, state: GameState, unit: Unit) -> bool:
        """An Ork tower that has moved and may knock its load loose, a ship with swimmers to take up. (VEH-TOW-04)"""
        if not unit.is_vehicle:
            return False
        return limber.KnockLoose(side=unit.side, unit=unit.id).check(state) is None or rescue.may_take_up(state, unit)

    def turn_begins(self, progress: Progress) -> None:
        """Marks bite, weapons are ready, stunned skimmers drift. (VEH-JOIN-07, VEH-DMG-03)"""
        turn.turn_begins(progress)

    def turn_ends(self, progress: Progress) -> None:
        """Marks come off. (VEH-JOIN-07)"""
        turn.turn_ends(progress)
