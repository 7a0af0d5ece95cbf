"""What the host rules of vehicles: of a single weapon, and of who rides in them, whatever room they have.

VEH-DMG-04, VEH-HULL-04, TRI-DMG-04; VEH-BRD-04, VEH-BRD-12, TRI-TRAN-02. Who is to be out of a vehicle is moved on the
table, as anybody else is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.arap.events import placed
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.core.refusal import Refusal, in_short, quoted
from rules.forces.unit import Unit, VehicleState
from rules.progress import Action, Progress
from rules.state import Event, GameState, Placement
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


# -- who rides ----------------------------------------------------------------------------------------------------


def may_ride(state: GameState, unit: Unit) -> bool:
    """Whether a unit on foot can be put into a vehicle: not lost, in no melee, in hand; into another one as well."""
    return _is_there(unit) and _tied(state, unit) is None


def _is_there(unit: Unit) -> bool:
    return not (unit.is_vehicle or unit.is_gone or unit.left_table or unit.lift is not None)


def carriers(state: GameState, unit: Unit | None = None) -> Iterator[Unit]:
    """Vehicles on the table, of the side of a unit if one is named."""
    for vehicle in state.units.values():
        if vehicle.is_vehicle and vehicle.on_table and (unit is None or vehicle.side == unit.side):
            yield vehicle


def _tied(state: GameState, unit: Unit) -> Refusal | None:
    if state.is_locked(unit.id):
        text = f"{unit.name} is locked in melee."
        return Refusal("locked", text, RULE, "moving it out of the melee first, by a ruling as well")
    if unit.routing or unit.pursuing is not None:
        text = f"{unit.name} {'routs' if unit.routing else 'pursues'}."
        return Refusal("not-in-hand", text, RULE, "a unit that is in hand; that it routs may be ruled otherwise")
    return None


class RulePassengers(Action, frozen=True, kw_only=True, tag="RulePassengers"):
    """Put a unit into a vehicle of its side, or on to its outside. (VEH-BRD-04, VEH-BRD-12, TRI-TRAN-02)"""

    unit: UnitId
    vehicle: UnitId
    cling: bool = False
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit on foot in play, a vehicle of its side, a reason."""
        unit, vehicle = state.units.get(self.unit), state.units.get(self.vehicle)
        if unit is None or not _is_there(unit):
            return Refusal("unknown-unit", f"{quoted(self.unit)} is no unit on foot in play.", RULE, "a unit on foot")
        if vehicle is None or vehicle not in carriers(state, unit):
            able = ", ".join(each.id for each in carriers(state, unit))
            text = f"{quoted(self.vehicle)} is no vehicle of its side on the table."
            return Refusal("no-vehicle", text, RULE, able or "a vehicle on the table")
        if self.cling and not ask(state, VehicleCrews).may_cling():
            text = "By the vehicle rules of this table nobody rides on the outside."
            return Refusal("not-by-these-rules", text, RULE, "inside")
        if refusal := _tied(state, unit):
            return refusal
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", RULE, "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """They are there, and may leave as usual."""
        unit = progress.state.units[self.unit]
        progress.emit(
            PassengersRuled(
                side=unit.side,
                unit=unit.id,
                vehicle=self.vehicle,
                clinging=self.cling,
                reason=self.reason,
                rules=(RULE, *ask(progress.state, VehicleCrews).cited("clinging" if self.cling else "aboard")),
            )
        )


class PassengersRuled(Event, frozen=True, kw_only=True, tag="PassengersRuled"):
    """The host put a unit into a vehicle, or on to its outside."""

    vehicle: UnitId
    clinging: bool = False
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It rides along, out of any house and on its feet."""
        assert self.unit is not None
        unit, hull = state.units[self.unit], state.units[self.vehicle].models[0]
        there = tuple(Placement(model=m.id, at=hull.at, facing=hull.facing) for m in unit.alive)
        unit = placed(unit, there)
        return state.with_unit(
            replace(
                unit,
                aboard=self.vehicle,
                clinging=self.clinging,
                deployed=True,
                reserve=False,
                hidden=False,
                submerged=False,
                gone_to_ground=False,
                blocking=(),
            )
        )

    def sentence(self, state: GameState) -> str:
        """Who is where, and why."""
        assert self.unit is not None
        where = "on the outside of" if self.clinging else "aboard"
        name, vehicle = state.units[self.unit].name, state.units[self.vehicle].name
        return f"Host: {name} is {where} {vehicle} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleMount, RulePassengers)
EVENTS: tuple[type[Event], ...] = (MountRuled, PassengersRuled)
