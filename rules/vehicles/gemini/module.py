"""The Gemini vehicle rules as the core sees them. (VEH-JOIN-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.gemini import ports
from rules.gemini.fire_plan import Plan
from rules.gemini.ports import Blow, Staged
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini import (
    assault,
    bursting,
    concealment,
    coupling,
    exposed,
    hull_charge,
    machine_fight,
    marks,
    occupants,
    outlook,
    penetration,
    staging,
    towing,
    train,
)
from rules.vehicles.gemini.hull import condition, origin_of, profile_of


class GeminiVehicles:
    """What vehicles do where the core meets them."""

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """The crew's Initiative; without one the scenario's default activation value. (VEH-JOIN-02)"""
        return profile_of(state, unit).crew_initiative or int(state.option("crew_activation_default"))

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """A stunned or wrecked vehicle makes no roll. (VEH-JOIN-07)"""
        if refusal := towing.limbered(state, unit) or towing.unserved(state, unit) or train.waits(state, unit):
            return refusal
        if condition(unit).stunned_now:
            text = f"The crew of {unit.name} is stunned: no activation roll and no action in this turn."
            return Refusal("stunned", text, "VEH-JOIN-07", "another unit")
        return None

    def to_hit_modifiers(self, state: GameState, target: UnitId, weapon: Weapon, origin: Point) -> tuple[Modifier, ...]:
        """What a shot from that point takes off for the vehicle's speed and cover. (VEH-AT-02, VEH-COV-01)"""
        return concealment.to_hit_modifiers(state, state.units[target], weapon, origin)

    def hit_lines(
        self, state: GameState, weapon: Weapon, shooters: Sequence[ModelId], target: UnitId
    ) -> tuple[ShotLine, ...]:
        """What a hit by each of the shooters would do, face by face, with exact chances."""
        return outlook.hit_lines(state, weapon, [origin_of(state, m) for m in shooters], state.units[target])

    def be_hit(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        """Queue the hits, one for each entry of `shooters`, in order. (VEH-PEN-01, VEH-DMG-11)

        Those from afar may fall on people in the open. (VEH-OPEN-01)
        """
        hits = [
            penetration.Hit(origin=origin_of(progress.state, m), weapon=weapon, strength=weapon.strength)
            for m in shooters
        ]
        hits = exposed.share(progress, progress.state.units[target], hits, by)
        penetration.be_hit(progress, target, hits, by)

    def be_burst(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooter: ModelId, by: UnitId, centre: Point
    ) -> None:
        """Queue what a marker does to a vehicle that it reaches. (VEH-AREA-01)"""
        bursting.be_burst(progress, target, weapon, shooter, by, centre)

    def be_struck(self, progress: Progress, target: UnitId, blows: Sequence[Blow], by: UnitId) -> None:
        """Queue the blows against the front of a machine, one by one. (VEH-WS-02, VEH-CC-07)"""
        machine_fight.be_struck(progress, target, blows, by)

    def blow_lines(self, state: GameState, target: UnitId, blow: Blow) -> tuple[Chance, ...]:
        """Glancing, penetrating, the end of it."""
        return machine_fight.chances(state, state.units[target], blow)

    def queue_reaction(self, progress: Progress, charger: UnitId, target: UnitId) -> None:
        """The crew may fire at the chargers. (VEH-CC-03)"""
        progress.queue(hull_charge.HullReaction(unit=charger, target=target))

    def plant(self, progress: Progress, unit: UnitId, target: UnitId, models: Sequence[ModelId]) -> None:
        """One attempt each. (VEH-WS-05, ARAP-CCG-03)"""
        machine_fight.plant(progress, unit, target, models)

    def glance(self, progress: Progress, target: UnitId) -> None:
        """The extra glancing hit of a machine beset by many. (VEH-WS-06)"""
        machine_fight.glance(progress, target)

    def staged(self, state: GameState, unit: Unit, target: Unit) -> Staged | Refusal:
        """People aboard stand on their hulls. (VEH-OPEN-01, VEH-FROM-02)"""
        return staging.staged(state, unit, target)

    def allowed(self, state: GameState, unit: Unit, target: Unit, plan: Plan) -> Plan:
        """Short range, ports and hatches limit what they do. (VEH-FROM-04, VEH-FROM-07)"""
        return staging.allowed(state, unit, target, plan)

    def throwing(
        self, state: GameState, unit: Unit, weapon: Weapon, models: Sequence[ModelId], at: Point, far: float
    ) -> GameState | Refusal:
        """From an open top, a port, a window, a hatch. (VEH-FROM-02 to -07)"""
        return staging.throwing(state, unit, weapon, models, at, far)

    def threw(self, progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
        """The ports stand open. (VEH-FROM-07)"""
        staging.threw(progress, unit, models, at)

    def fired(self, progress: Progress, unit: Unit, target: Unit, plan: Plan) -> None:
        """Ports stand open, people at hatches can be seen. (VEH-FROM-07)"""
        staging.fired(progress, unit, target, plan)

    def exposed(self, state: GameState, side: SideId) -> Iterator[Unit]:
        """People in open tops, at hatches and on the outside. (VEH-OPEN-01, VEH-BRD-13)"""
        return exposed.targets(state, side)

    def in_the_open(self, state: GameState, unit: Unit) -> tuple[ModelId, ...]:
        """All in an open top or outside, else those at a hatch. (VEH-OPEN-01)"""
        return tuple(m.id for m in exposed.models_of(state, unit))

    def queue_assaults(self, progress: Progress) -> None:
        """Strike, plant charges, fight those aboard, or leave it be. (VEH-JOIN-09, VEH-CC-05)"""
        assault.queue_round(progress)

    def queue_coasting(self, progress: Progress) -> None:
        """Nobody at the wheel. (VEH-RACE-04)"""
        marks.queue_coasting(progress)

    def lingers(self, state: GameState, unit: Unit) -> bool:
        """An Ork tower that has moved and may knock its load loose. (VEH-TOW-04)"""
        return unit.is_vehicle and coupling.KnockLoose(side=unit.side, unit=unit.id).check(state) is None

    def turn_begins(self, progress: Progress) -> None:
        """Marks bite, weapons are ready, stunned skimmers drift. (VEH-JOIN-07, VEH-DMG-03)"""
        marks.turn_begins(progress)
        occupants.turn_begins(progress)

    def turn_ends(self, progress: Progress) -> None:
        """Marks come off. (VEH-JOIN-07)"""
        marks.turn_ends(progress)
        occupants.turn_ends(progress)


ports.MODULES["gemini"] = GeminiVehicles()
