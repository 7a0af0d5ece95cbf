"""Which mounted weapon can fire at what: line, arc and range from its own mounting. (TRI-FIRE-02 to -04, -07)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.shooting.plan import Firing
from rules.arap.sight.lines import distance_to
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import in_arc
from rules.geometry.lengths import is_within
from rules.geometry.templates import Strip
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of
from rules.vehicles.shared.shooting.gunnery import Gunnery
from rules.vehicles.trial.hull.profile import is_walker
from rules.vehicles.trial.hull.steps import other_than

TWICE_IN: Final = 12.0
"""To here a rapid fire weapon fires twice. (TRI-FIRE-07)"""

WALKER_HALF_DEG: Final = 45.0
"""To each side of straight ahead. (TRI-FIRE-04)"""


def is_barrage(weapon: Weapon) -> bool:
    """Whether its crew guess a range and drop the shot from above. (TRI-ORD-07)"""
    return weapon.min_range_in > 0 or weapon.is_guessed


class TrialGunnery(Gunnery):
    """The fire of some of a vehicle's mounts at one enemy unit. Creatures never block its lines. (TRI-FIRE-02)"""

    hulls_hide = True

    @classmethod
    def gun_of(cls, state: GameState, unit: Unit, mount: int) -> Model:
        """All that a walker carries looks straight ahead. (TRI-FIRE-04)"""
        gun = super().gun_of(state, unit, mount)
        return replace(gun, facing=unit.models[0].facing) if is_walker(state, unit) else gun

    def firing(self, mount: int) -> Firing | Refusal:
        """Barrage is another way to fire; shots are those of vehicles. (TRI-FIRE-06, TRI-FIRE-07, TRI-ORD-07)"""
        weapon = weapon_of(self.state, self.unit, mount)
        if is_barrage(weapon):
            text = f"{weapon.name} is a barrage weapon: its crew guess the range."
            return Refusal("guess-first", text, "TRI-ORD-07", "a barrage: which way and how far")
        return super().firing(mount)

    def shell_over(self, mount: int, weapon: Weapon, model: Model) -> Firing:
        """A shell of that mount laid over a model, in range or not. (TRI-ORD-04, TRI-ORD-05)"""
        gun = self.guns[mount]
        away = distance_to(self.state, gun.at, model)
        return self._fire(mount, weapon, gun, away, model, weapon.strength, None)._replace(close=False)

    def _fire(
        self,
        mount: int,
        weapon: Weapon,
        gun: Model,
        range_in: float,
        aim: Model,
        strength: int,
        strip: Strip | None,
    ) -> Firing:
        firing = super()._fire(mount, weapon, gun, range_in, aim, strength, strip)
        return firing._replace(shots=1 if strip else shots_of(weapon, range_in), twice=weapon.has("twin-linked"))

    def _barred_by(self, mount: int, weapon: Weapon, gun: Model, model: Model) -> Refusal | None:
        name = self.target.name
        if not self._bears(mount, gun, model):
            rule = "TRI-FIRE-04" if is_walker(self.state, self.unit) else "TRI-FIRE-03"
            text = f"{name} is outside the arc of {weapon.name}."
            return Refusal("out-of-arc", text, rule, other_than(self.unit, "another weapon"))
        if not self._line.sees(gun, model):
            text = f"The line of {weapon.name} to {name} is blocked."
            return Refusal("no-line-of-sight", text, "TRI-FIRE-02", "a target in sight of its mounting")
        return None

    def bears(self, mount: int, model: Model) -> bool:
        """Whether a model is in the arc of a mount."""
        return self._bears(mount, self.guns[mount], model)

    def sees(self, gun: Model, model: Model) -> bool:
        """Whether nothing blocks the line from a mount to a model."""
        return self._line.sees(gun, model)

    def _bears(self, mount: int, gun: Model, model: Model) -> bool:
        """Whether the middle of the target is in the arc. (TRI-FIRE-03)"""
        half = WALKER_HALF_DEG if is_walker(self.state, self.unit) else self._mount(mount).arc_half_deg
        return in_arc(gun.facing, gun.at, model.at, half)


def shots_of(weapon: Weapon, range_in: float) -> int:
    """Listed shots, moved or not; rapid fire once, or twice up to 12 inches. (TRI-FIRE-06, TRI-FIRE-07)"""
    if weapon.type != "rapid-fire":
        return weapon.shots
    return weapon.shots * (2 if is_within(range_in, TWICE_IN) else 1)
