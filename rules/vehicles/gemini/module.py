"""The Gemini vehicle rules as the core sees them. (VEH-JOIN-01)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.gemini import ports
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini import concealment, marks, outlook, penetration
from rules.vehicles.gemini.hull import condition, origin_of, profile_of


class GeminiVehicles:
    """What vehicles do where the core meets them."""

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """The crew's Initiative; without one the scenario's default activation value. (VEH-JOIN-02)"""
        return profile_of(state, unit).crew_initiative or int(state.option("crew_activation_default"))

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """A stunned or wrecked vehicle makes no roll. (VEH-JOIN-07)"""
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
        """Queue the hits, one for each entry of `shooters`, in order. (VEH-PEN-01, VEH-DMG-11)"""
        hits = [
            penetration.Hit(origin=origin_of(progress.state, m), weapon=weapon, strength=weapon.strength)
            for m in shooters
        ]
        penetration.be_hit(progress, target, hits, by)

    def be_struck(self, progress: Progress, target: UnitId, attackers: Sequence[ModelId], by: UnitId) -> None:
        """Queue the blows, the user's Strength with the weapon's addition against the side in contact. (VEH-CC-07)"""
        hits = [penetration.blow(progress.state, m) for m in attackers]
        penetration.be_hit(progress, target, hits, by)

    def turn_begins(self, progress: Progress) -> None:
        """Marks bite, weapons are ready, stunned skimmers drift. (VEH-JOIN-07, VEH-DMG-03)"""
        marks.turn_begins(progress)

    def turn_ends(self, progress: Progress) -> None:
        """Marks come off. (VEH-JOIN-07)"""
        marks.turn_ends(progress)


ports.MODULES["gemini"] = GeminiVehicles()
