"""The host takes a single weapon off a vehicle, or has it work again. (VEH-DMG-04, VEH-HULL-04, TRI-DMG-04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.core.refusal import Refusal, in_short
from rules.forces.unit import Unit, VehicleState
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.shared.events import VehicleEvent
from rules.vehicles.shared.hull import condition, vehicle_of, weapon_of

RULE: Final = "ARAP-GEN-01"

MountIs = Literal["lost", "works"]
MOUNT_IS: Final[dict[MountIs, str]] = {"lost": "is lost", "works": "works again"}
"""What a mounted weapon may be ruled to be, in words."""


class RuledMount(NamedTuple):
    """A mounted weapon that may be ruled on: its key, `a1/0` for the first mount of a vehicle, and its words."""

    key: str
    words: str


def mounts(state: GameState) -> Iterator[RuledMount]:
    """Every mounted weapon of the vehicles in play."""
    for unit in state.units.values():
        if unit.is_vehicle and not unit.is_gone:
            for number, mount in enumerate(vehicle_of(state, unit).mounts):
                name = mount.name or weapon_of(state, unit, number).name
                lost = ", lost" if number in condition(unit).lost_mounts else ""
                yield RuledMount(f"{unit.id}/{number}", f"{unit.id.upper()} {unit.name}: {name}{lost}")


class RuleMount(Action, frozen=True, kw_only=True, tag="RuleMount"):
    """Take a single mounted weapon off a vehicle, or have it work again. (VEH-DMG-04, TRI-DMG-04)"""

    mount: str
    """The vehicle and the number of its weapon: `a1/0` is the first."""
    condition: MountIs
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A weapon of a vehicle in play, and a reason."""
        known = [each.key for each in mounts(state)]
        if self.mount not in known:
            text = f"There is no mounted weapon {in_short(self.mount)}."
            return Refusal("no-weapon", text, RULE, ", ".join(known) or "a vehicle with weapons")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", RULE, "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """It is so; what follows of that the host rules as well."""
        name, _, number = self.mount.partition("/")
        unit = progress.state.units[UnitId(name)]
        progress.emit(
            MountRuled(
                side=unit.side,
                unit=unit.id,
                mount=int(number),
                weapon=weapon_of(progress.state, unit, int(number)).name,
                condition=self.condition,
                reason=self.reason,
                rules=(RULE, *ask(progress.state, VehicleCrews).cited("armament")),
            )
        )


class MountRuled(VehicleEvent, frozen=True, kw_only=True, tag="MountRuled"):
    """The host ruled whether a mounted weapon works."""

    mount: int
    weapon: str
    condition: MountIs
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It is crossed out, or no longer."""
        unit: Unit = self.of(state)
        left = tuple(n for n in (unit.vehicle or VehicleState()).lost_mounts if n != self.mount)
        return self.changed(state, lost_mounts=(*left, self.mount) if self.condition == "lost" else left)

    def sentence(self, state: GameState) -> str:
        """Which weapon, what it is now, and why."""
        return f"Host: the {self.weapon} of {self.of(state).name} {MOUNT_IS[self.condition]} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleMount,)
EVENTS: tuple[type[VehicleEvent], ...] = (MountRuled,)
