"""What the core asks of vehicles. Each vehicle module answers; the scenario selects one. (TRI-JOIN-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rules.core.ids import ModelId, SideId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.state import GameState

if TYPE_CHECKING:
    from rules.arap.shooting.plan import FirePlan
    from rules.progress import Progress


class Staged(NamedTuple):
    """The state as a plan of fire finds it where people aboard shoot or are shot at: they stand on the hull."""

    state: GameState
    extra: tuple[Modifier, ...] = ()


class MachineBlow(NamedTuple):
    """One melee hit on a machine: who struck it, with what, how hard."""

    attacker: ModelId
    weapon: Weapon | None
    strength: int


class VehicleRules(Protocol):
    """The small interface where the core meets vehicles: activate, be hit, carry, be attacked, turn by turn."""

    def crew_initiative(self, state: GameState, unit: Unit) -> int:
        """Initiative that the activation value comes from. (VEH-JOIN-02)"""

    def may_roll(self, state: GameState, unit: Unit) -> Refusal | None:
        """Why the vehicle makes no activation roll, if so. (VEH-JOIN-07)"""

    def to_hit_modifiers(self, state: GameState, target: UnitId, weapon: Weapon, origin: Point) -> tuple[Modifier, ...]:
        """What a shot from that point takes off for a vehicle's speed and cover. (VEH-AT-02, VEH-COV-01)"""

    def hit_lines(
        self, state: GameState, weapon: Weapon, shooters: Sequence[ModelId], target: UnitId
    ) -> tuple[ShotLine, ...]:
        """Penetration and damage chances of hits by that weapon, for the preview of a shot at a vehicle."""

    def be_hit(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        """Resolve hits on a vehicle, one entry of `shooters` per hit, in order. (VEH-PEN-01, VEH-DMG-11)"""

    def be_burst(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooter: ModelId, by: UnitId, centre: Point
    ) -> None:
        """Resolve a burst whose marker reaches a vehicle, with its centre there. (VEH-AREA-01)"""

    def be_struck(self, progress: Progress, target: UnitId, blows: Sequence[MachineBlow], by: UnitId) -> None:
        """Resolve melee hits on a machine with WS, one entry per hit. (VEH-WS-01, VEH-WS-02)"""

    def blow_lines(self, state: GameState, target: UnitId, blow: MachineBlow) -> tuple[Chance, ...]:
        """What a melee hit on a machine would do, with exact chances."""

    def queue_reaction(self, progress: Progress, charger: UnitId, target: UnitId) -> None:
        """Ask what the crew of a charged machine does. (VEH-CC-03)"""

    def plant(self, progress: Progress, unit: UnitId, target: UnitId, models: Sequence[ModelId]) -> None:
        """Those members try to plant a charge on a machine that they reach. (VEH-WS-05, ARAP-CCG-03)"""

    def glance(self, progress: Progress, target: UnitId) -> None:
        """A machine that lost a round against many takes an extra glancing hit. (VEH-WS-06)"""

    def staged(self, state: GameState, unit: Unit, target: Unit) -> Staged | Refusal:
        """The state for planning fire by or at people aboard, or why there is none. (VEH-OPEN-01, VEH-FROM-02)"""

    def allowed(self, state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
        """Such a plan without what people aboard may not do. (VEH-FROM-04, VEH-FROM-07)"""

    def fired(self, progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
        """People aboard have shot out. (VEH-FROM-07)"""

    def throwing(
        self, state: GameState, unit: Unit, weapon: Weapon, models: Sequence[ModelId], at: Point, far: float
    ) -> GameState | Refusal:
        """The state as those people aboard throw in it, towards a point, so far at the most; or why they do not."""

    def threw(self, progress: Progress, unit: Unit, models: Sequence[ModelId], at: Point) -> None:
        """People aboard have thrown out. (VEH-FROM-07)"""

    def exposed(self, state: GameState, side: SideId) -> Iterator[Unit]:
        """Enemies of a side who are aboard and can be shot at. (VEH-OPEN-01)"""

    def in_the_open(self, state: GameState, unit: Unit) -> tuple[ModelId, ...]:
        """Members of a unit aboard that can be shot at. (VEH-OPEN-01)"""

    def queue_assaults(self, progress: Progress) -> None:
        """Queue the round of troops against vehicles without WS beside them. (VEH-JOIN-09)"""

    def queue_coasting(self, progress: Progress) -> None:
        """Queue the moves of rolling vehicles that nobody has driven in this player turn. (VEH-RACE-04)"""

    def lingers(self, state: GameState, unit: Unit) -> bool:
        """Whether a unit that has spent its points may still do what is part of a move. (VEH-TOW-04)"""

    def turn_begins(self, progress: Progress) -> None:
        """The active side's player turn begins: marks bite, stunned skimmers drift. (VEH-JOIN-07, VEH-DMG-03)"""

    def turn_ends(self, progress: Progress) -> None:
        """The active side's player turn ends: marks come off. (VEH-JOIN-07)"""


MODULES: dict[str, VehicleRules] = {}
"""Vehicle modules by name; each enters itself when it is imported."""


def vehicles(state: GameState) -> VehicleRules:
    """The vehicle module of this game."""
    return MODULES[str(state.options.get("vehicle_module", "gemini"))]
