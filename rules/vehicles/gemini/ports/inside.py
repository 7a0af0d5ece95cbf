"""The inside of a closed vehicle as a compartment behind ports. (VEH-PORT-01 to -04)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rules.arap.ports.compartment import Compartment, Gap, PortRules, PortShots
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.shooting.volley import ShotsFired
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.ports import openings
from rules.vehicles.shared.hull import hull_of

PORTS: Final = PortRules(
    shots=("VEH-PORT-01",),
    at_port="VEH-PORT-01",
    wider="VEH-PORT-02",
    through="VEH-PORT-03",
    shells=("VEH-PORT-02",),
    grenade=("VEH-PORT-02",),
    passes=("VEH-PORT-02", "VEH-JOIN-01"),
    burst=("VEH-PORT-02",),
    stream=("VEH-PORT-03",),
    licks=("VEH-PORT-03", "VEH-JOIN-01"),
)


class HullInside(Compartment):
    """The compartment of one vehicle."""

    cites: ClassVar[PortRules] = PORTS

    def __init__(self, state: GameState, vehicle: UnitId) -> None:
        """Of the vehicle of that name."""
        self.target = vehicle
        self.name = state.units[vehicle].name
        self._id = vehicle

    def _vehicle(self, state: GameState) -> Unit:
        return state.units[self._id]

    def insides(self, state: GameState) -> tuple[Unit, ...]:
        """Units shut in it."""
        return openings.insides(state, self._vehicle(state))

    def barred(self, state: GameState) -> Refusal | None:
        """It is open, or empty."""
        return openings.barred(state, self._vehicle(state))

    def none_facing(self, state: GameState) -> Refusal:
        """Shut by shutters, or none on that side. (VEH-PORT-04)"""
        if openings.are_shut(state, self._vehicle(state)):
            text = f"The ports of {self.name} are shut: nobody has fired from them."
            allowed = "after somebody has fired through them, or the vehicle itself"
            return Refusal("ports-shut", text, "VEH-PORT-04", allowed)
        text = f"{self.name} has no port on that side."
        return Refusal("no-port", text, "VEH-PORT-01", "another side of it, or the vehicle itself")

    def facing(self, state: GameState, eye: Point, weapon: Weapon) -> tuple[Gap, ...]:
        """On the face turned there; hatches for what bursts and burns."""
        return openings.facing(state, self._vehicle(state), eye, weapon)

    def every_open(self, state: GameState) -> tuple[Gap, ...]:
        """In its sides; hatches are in the roof."""
        return tuple(gap for gap in openings.every_open(state, self._vehicle(state)) if gap.face)

    def is_close(self, state: GameState, gap: Gap, eye: Point) -> bool:
        """Of a hatch the hull counts."""
        if gap.face:
            return super().is_close(state, gap, eye)
        return openings.is_beside(hull_of(state, self._vehicle(state)), eye)

    def before(self, state: GameState, gap: Gap, eye: Point) -> Point:
        """A little off the hull."""
        return openings.before(state, self._vehicle(state), gap, eye)

    def holds(self, state: GameState, at: Point) -> bool:
        """Under the hull."""
        return hull_of(state, self._vehicle(state)).contains(at)

    def beside(self, state: GameState, gap: Gap) -> Sequence[tuple[UnitId, ModelId]]:
        """As many as that face has openings, who fired out first."""
        inside = self.insides(state)
        fired = {shot.partition("/")[0] for u in inside for shot in u.now.shots}
        places = openings.on_the_face_of(state, self._vehicle(state), gap)
        return sorted(self.people(state), key=lambda one: one[1] not in fired)[:places]

    def burn(self, progress: Progress, unit: UnitId, firing: Firing) -> None:
        """The stream meets its armour."""
        vehicles = ask(progress.state, ShotsAtVehicles)
        vehicles.take_hits(progress, self._id, firing.weapon, (firing.model.id,), unit)

    def tell(self, progress: Progress, unit: UnitId, shots: PortShots) -> None:
        """As fire at the vehicle."""
        first = shots.group[0]
        progress.emit(
            ShotsFired(
                side=progress.state.units[unit].side,
                unit=unit,
                target=self._id,
                weapon=first.weapon.id,
                shots=shots.counts,
                hits=shots.hits,
                lines=shots.lines,
                strip=first.strip.corners() if first.strip else (),
                rules=("ARAP-SHOOT-01", "VEH-PORT-01"),
            )
        )
