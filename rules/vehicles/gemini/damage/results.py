"""What the results of the damage chart do. (VEH-DMG-01 to -05)"""

from __future__ import annotations

from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.events import Note
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.vehicles.gemini.damage import wreck
from rules.vehicles.gemini.damage.lasting import fate_of, guns
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import train
from rules.vehicles.shared.damage import suffering
from rules.vehicles.shared.damage.fate import effect
from rules.vehicles.shared.events import CrewShaken, CrewStunned, Immobilised, WeaponLost
from rules.vehicles.shared.hull import speed_in, weapon_of


class DamageToDriving:
    """What the results ask of whoever knows how vehicles drive: what becomes of one that is on the move."""

    def crew_stunned(self, progress: Progress, unit: UnitId) -> None:
        """Nobody is at the wheel. (VEH-DMG-02)"""

    def immobilised(self, progress: Progress, unit: UnitId) -> None:
        """It will not drive again; as a rule it stands where it is. (VEH-RACE-07)"""


class Suffer(TaskStruct, frozen=True, kw_only=True, tag="Suffer"):
    """One result of the chart takes effect on a vehicle that is still in play."""

    target: UnitId
    result: str
    by: UnitId | None = None
    melee: bool = False

    def run(self, progress: Progress) -> None:
        """The result by its name."""
        unit = progress.state.units[self.target]
        if unit.is_gone:
            return
        match self.result:
            case "crew-shaken":
                progress.emit(CrewShaken(side=unit.side, unit=unit.id, rules=("VEH-DMG-01", "VEH-JOIN-07")))
            case "crew-stunned":
                progress.emit(CrewStunned(side=unit.side, unit=unit.id, rules=("VEH-DMG-02", "VEH-JOIN-07")))
                ask(progress.state, DamageToDriving).crew_stunned(progress, unit.id)
            case "armament-destroyed" | "immobilised" as result:
                suffer_lasting(progress, unit, result, self.by)
            case "destroyed":
                wreck.destroy(progress, unit, self.by)
            case "flipped":
                wreck.flip(progress, unit, self.by)
            case "explodes":
                wreck.explode(progress, unit, self.by, melee=self.melee)
            case "annihilated":
                wreck.annihilate(progress, unit, self.by)


def suffer_lasting(progress: Progress, unit: Unit, result: str, by: UnitId | None) -> None:
    """A weapon is lost, the vehicle stops for good, or that is the end of it. (VEH-DMG-04, VEH-DMG-05)"""
    fate = fate_of(progress.state, unit)
    match effect(fate, result):
        case "weapon-lost":
            _lose_one(progress, unit, by)
        case "stopped":
            _stop(progress, unit, by)
        case "destroyed":
            if fate.crashes:
                _say_why(progress, unit, f"{unit.name} loses its lift at {speed_in(unit):.3g}″ and crashes")
            wreck.destroy(progress, unit, by, rule="VEH-DMG-05")


def _lose_one(progress: Progress, unit: Unit, by: UnitId | None) -> None:
    """One weapon of Strength 4 or more goes, by the attacker's choice or at random. (VEH-DMG-04)"""
    found = guns(progress.state, unit)
    if len(found) == 1:
        _lose(progress, unit, found[0], by)
    elif progress.state.option("armament_pick") == "random" or by is None:
        why = f"weapon of {unit.name} that is lost"
        _lose(progress, unit, found[progress.pick(len(found), unit=by, why=why, rules=("VEH-DMG-04",))], by)
    else:
        _ask(progress, unit, by, found)


def _ask(progress: Progress, unit: Unit, by: UnitId, found: tuple[int, ...]) -> None:
    mounts = profile_of(progress.state, unit).mounts
    suffering.ask_which_gun(progress, PickArmament(target=unit.id, by=by), unit, by, found, mounts, "VEH-DMG-04")


class PickArmament(TaskStruct, frozen=True, kw_only=True, tag="PickArmament"):
    """The attacker picks the weapon that is lost. (VEH-DMG-04)"""

    target: UnitId
    by: UnitId

    def answer(self, progress: Progress, choice: str) -> None:
        """The mount's number."""
        _lose(progress, progress.state.units[self.target], int(choice), self.by)


def _lose(progress: Progress, unit: Unit, mount: int, by: UnitId | None) -> None:
    name = weapon_of(progress.state, unit, mount).name
    progress.emit(WeaponLost(side=unit.side, unit=unit.id, mount=mount, weapon=name, rules=("VEH-DMG-04",)))
    _end_if_helpless(progress, unit.id, by)


def _stop(progress: Progress, unit: Unit, by: UnitId | None) -> None:
    """It stops for good. (VEH-DMG-05)"""
    progress.emit(Immobilised(side=unit.side, unit=unit.id, rules=("VEH-DMG-05",)))
    train.halt(progress, unit)
    ask(progress.state, DamageToDriving).immobilised(progress, unit.id)
    _end_if_helpless(progress, unit.id, by)


def _end_if_helpless(progress: Progress, unit_id: UnitId, by: UnitId | None) -> None:
    """Immobilised and without the weapons that it had: it counts as destroyed. (VEH-DMG-05)"""
    unit = progress.state.units[unit_id]
    if fate_of(progress.state, unit).helpless:
        _say_why(progress, unit, f"{unit.name} can neither move nor shoot")
        wreck.destroy(progress, unit, by, rule="VEH-DMG-05")


def _say_why(progress: Progress, unit: Unit, text: str) -> None:
    """Why what was rolled means the end of it."""
    progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("VEH-DMG-05",)))


TASKS: tuple[type[TaskStruct], ...] = (Suffer, PickArmament)
