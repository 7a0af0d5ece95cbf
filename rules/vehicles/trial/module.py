"""The trial vehicle rules as the core sees them. (TRI-JOIN-01)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rules.arap.attacks.blows import MachineBlow
from rules.arap.attacks.vehicle_interface import ChargesAtVehicles
from rules.arap.melee.vehicle_interface import FreedFromMelee, MachinesInMelee
from rules.arap.minds.vehicle_interface import InATurn, VehiclesWeighed
from rules.arap.shooting.plan import FirePlan
from rules.arap.shooting.vehicle_interface import OneHit, OnTheHull, ShotsAboard, ShotsAtVehicles
from rules.arap.turn.vehicle_interface import VehiclesMustered, VehicleTurns
from rules.arap.units import states as units_states
from rules.arap.units.states import Row
from rules.arap.units.vehicle_interface import Cited, HarmToVehicles, VehicleCrews, VehicleFacts
from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, ShotLine
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Point, Unit, VehicleState
from rules.forces.weapon import Weapon
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.rulebook.charts import DamageChart
from rules.state import GameState
from rules.table.scenario import OptionValue
from rules.vehicles.shared import worth as shared_worth
from rules.vehicles.shared.damage import hurt_crew, suffering
from rules.vehicles.shared.formations import Formations
from rules.vehicles.shared.hull import condition, origin_of
from rules.vehicles.shared.machines import Machines
from rules.vehicles.trial import turn
from rules.vehicles.trial.charts import TrialCharts
from rules.vehicles.trial.cites import CITED
from rules.vehicles.trial.close_combat import assault, consolidate, machines
from rules.vehicles.trial.damage import armour, odds, penetration, states
from rules.vehicles.trial.hull import samples
from rules.vehicles.trial.hull.bands import WORDS, band
from rules.vehicles.trial.hull.profile import is_walker
from rules.vehicles.trial.movement.orders import TrialOrders
from rules.vehicles.trial.movement.step import most_in
from rules.vehicles.trial.shooting.fire.aim import turned
from rules.vehicles.trial.shooting.fire.step import ShootingStep, plan_of
from rules.vehicles.trial.shooting.mounted_fire import TrialFire
from rules.vehicles.trial.transport import fire_points
from rules.weighing import Character, Worth


class TrialVehicles(
    Machines,
    TrialCharts,
    Formations,
    VehicleCrews,
    VehicleFacts,
    HarmToVehicles,
    ShotsAtVehicles,
    ShotsAboard,
    MachinesInMelee,
    FreedFromMelee,
    ChargesAtVehicles,
    VehicleTurns,
    VehiclesMustered,
    TrialOrders,
    TrialFire,
    VehiclesWeighed,
):
    """What vehicles do where the core meets them."""

    def rules_of_forces(
        self,
        profiles: Mapping[ProfileId, Profile],
        weapons: Mapping[WeaponId, Weapon],
        options: Mapping[str, OptionValue],
    ) -> tuple[str, ...]:
        """The module; the sample vehicles and weapons, where the table has them. (TRI-JOIN-01, TRI-CHAR-05, -06)"""
        found = samples.rules_of(profiles, weapons) if options["tri_sample_data"] else ()
        return ("TRI-JOIN-01", *found)

    def weighed(self, state: GameState, side: SideId, offer: Offer, character: Character) -> Worth | None:
        """Moves and tank shock."""
        if offer.kind == "drive":
            found = shared_worth.of_drive(state, side, offer, character)
            return shared_worth.before_fire(state, offer, found, character)
        return shared_worth.of_shock(state, side, offer, character) if offer.kind == "tank-shock" else None

    def kinds_weighed(self) -> frozenset[str]:
        """Moves and tank shock."""
        return frozenset({"drive", "tank-shock"})

    def in_a_turn(self, state: GameState, unit: Unit) -> InATurn | None:
        """One Movement step and one Shooting step. (TRI-MOVE-01)"""
        return InATurn(0 if condition(unit).immobilised else 1, 1, most_in(state, unit))

    def volleys_of(self, state: GameState, action: Action) -> Iterator[tuple[UnitId, FirePlan]]:
        """What all its weapons do as it turns to fire; shells of ordnance have a preview of their own."""
        if isinstance(action, ShootingStep) and not action.fires_ordnance(state):
            faced = turned(state, state.units[action.unit], action.turn_to)
            target = action.shots[0].target
            yield target, plan_of(faced, faced.units[action.unit], target, action.mounts)

    def cited(self, what: Cited) -> tuple[str, ...]:
        """Those of this module."""
        return CITED.get(what, ())

    def may_be_ruled(self) -> tuple[str, ...]:
        """That the fire of its people has laid it open as well. (TRI-PASS-04)"""
        return (*super().may_be_ruled(), "exposed")

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """Walkers by their Initiative, others by the scenario's number for crews. (TRI-JOIN-02)"""
        own = state.profile(unit.models[0]).i if is_walker(state, unit) else 0
        return own or int(state.option("crew_activation_default"))

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """A stunned crew neither moves nor shoots. (TRI-DMG-04)"""
        if condition(unit).stunned_now:
            text = f"The crew of {unit.name} is stunned: no action in this turn."
            return Refusal("stunned", text, "TRI-DMG-04", "another unit")
        return None

    def rows(self) -> tuple[Row, ...]:
        """What its card lists."""
        return states.ROWS

    def rows_aboard(self) -> tuple[Row, ...]:
        """Passengers, and what those may not do who have got out. (TRI-JOIN-06, TRI-TRAN-16)"""
        return (units_states.aboard("TRI-JOIN-06"), *hurt_crew.aboard("TRI-DMG-04", "TRI-DMG-04"), *states.OUTSIDE)

    def damage_results(self, vehicle: VehicleState) -> frozenset[str]:
        """Rows of the damage chart that it suffers from now."""
        return suffering.results(vehicle)

    def damage_chart(self, state: GameState) -> DamageChart:
        """With the glancing column of this table. (TRI-DMG-03, TRI-DMG-05)"""
        return odds.chart_of(state)

    def speed_words(self, state: GameState, unit: Unit) -> str:
        """The band of its move. (TRI-MOVE-07)"""
        return WORDS[band(unit.now.moved_in)]

    def to_hit_modifiers(self, state: GameState, target: UnitId, weapon: Weapon, origin: Point) -> tuple[Modifier, ...]:
        """What a shot from that point takes off for the vehicle's speed and cover. (TRI-JOIN-04)"""
        return armour.to_hit_modifiers(state, state.units[target], weapon, origin)

    def hit_lines(
        self, state: GameState, weapon: Weapon, shooters: Sequence[ModelId], target: UnitId
    ) -> tuple[ShotLine, ...]:
        """What a hit by each of the shooters would do, face by face, with exact chances."""
        return odds.hit_lines(state, weapon, [origin_of(state, m) for m in shooters], state.units[target])

    def one_hit(self, state: GameState, weapon: Weapon, shooter: ModelId, target: Unit) -> OneHit:
        """The numbers of that."""
        return odds.one_hit(state, weapon, origin_of(state, shooter), target)

    def take_hits(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        """Queue the hits, one for each entry of `shooters`, in order. (TRI-DMG-01, TRI-DMG-02)"""
        hits = [
            penetration.TrialHit(origin=origin_of(progress.state, m), weapon=weapon, strength=weapon.strength)
            for m in shooters
        ]
        penetration.be_shot(progress, target, hits, by)

    def take_burst(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooter: ModelId, by: UnitId, centre: Point
    ) -> None:
        """Queue what a marker does to a vehicle that it reaches. (TRI-ORD-06)"""
        unit = progress.state.units[target]
        hit = penetration.burst_hit(progress.state, unit, weapon, shooter, centre)
        penetration.be_shot(progress, target, [hit], by)

    def take_fall(self, progress: Progress, target: UnitId, wall: Weapon, at: Point, by: UnitId) -> None:
        """Queue a hit on the face that is turned to a wall that falls. (BLD-WALL-09, TRI-DMG-02)"""
        hit = penetration.TrialHit(origin=at, weapon=wall, strength=wall.strength, burst="wall")
        penetration.be_hit(progress, target, [hit], by)

    def take_blows(self, progress: Progress, target: UnitId, blows: Sequence[MachineBlow], by: UnitId) -> None:
        """Queue the blows against the front of a walker, one by one. (TRI-CC-01)"""
        machines.be_struck(progress, target, blows, by)

    def plant_charges(self, progress: Progress, unit: UnitId, target: UnitId, models: Sequence[ModelId]) -> None:
        """One attempt each at a walker. (TRI-CC-01, ARAP-CCG-03)"""
        machines.plant(progress, unit, target, models)

    def round_over(self, progress: Progress, units: Sequence[UnitId]) -> None:
        """Who is free may consolidate. (TRI-JOIN-07)"""
        consolidate.queue(progress, units)

    def blow_chances(self, state: GameState, target: UnitId, blow: MachineBlow) -> tuple[Chance, ...]:
        """Glancing, penetrating, the end of it."""
        return machines.chances(state, state.units[target], blow)

    def ended_by(self, state: GameState, target: UnitId, blow: MachineBlow, count: int, hit: Fraction) -> Fraction:
        """Blows at the front of a walker. (TRI-DMG-04)"""
        return machines.ended_by(state, state.units[target], blow, count, hit)

    def on_the_hull(self, state: GameState, unit: Unit, target: Unit) -> OnTheHull | Refusal:
        """People aboard shoot from fire points or over the sides. (TRI-PASS-01, TRI-PASS-02)"""
        return fire_points.on_the_hull(state, unit, target)

    def limited(self, state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
        """Fire points and the vehicle's move limit them. (TRI-PASS-02, TRI-PASS-03)"""
        return fire_points.limited(state, unit, plan)

    def keeps_from_firing(self, state: GameState, unit: Unit, weapon: Weapon) -> Refusal | None:
        """What is not fired on the move. (TRI-PASS-03)"""
        return fire_points.kept_from_firing(state, unit, weapon)

    def have_fired(self, progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
        """The vehicle may be laid open. (TRI-PASS-04)"""
        fire_points.have_fired(progress, unit, plan)

    def fire_tells(self, state: GameState, unit: Unit, plan: FirePlan) -> str:
        """That it lays a closed vehicle open. (TRI-PASS-04)"""
        return fire_points.warning(state, unit, plan)

    def queue_close_combat(self, progress: Progress) -> None:
        """Strike, or leave it be. (TRI-CC-01)"""
        progress.queue(assault.AssaultRound())

    def turn_begins(self, progress: Progress) -> None:
        """Marks take hold, weapons are ready, stunned skimmers drift. (TRI-DMG-04)"""
        turn.turn_begins(progress)

    def turn_ends(self, progress: Progress) -> None:
        """Marks come off. (TRI-DMG-04)"""
        turn.turn_ends(progress)
