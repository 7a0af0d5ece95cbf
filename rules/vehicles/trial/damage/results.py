"""What the results of the damage chart do. (TRI-DMG-04, TRI-DMG-08)"""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.events import Note
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.vehicles.shared.damage import suffering
from rules.vehicles.shared.damage.fate import effect
from rules.vehicles.shared.events import CrewShaken, CrewStunned, Immobilised, WeaponLost
from rules.vehicles.shared.hull import speed_in, weapon_of
from rules.vehicles.trial.damage import wreck
from rules.vehicles.trial.damage.odds import fate_of, guns
from rules.vehicles.trial.hull.profile import profile_of

RULE = ("TRI-DMG-04",)


class TakeEffect(TaskStruct, frozen=True, kw_only=True, tag="TakeEffect"):
    """One result of the chart takes effect on a vehicle that is still in play. (TRI-DMG-04)"""

    target: UnitId
    result: str
    by: UnitId | None = None

    def run(self, progress: Progress) -> None:
        """The result by its name."""
        unit = progress.state.units[self.target]
        if unit.is_gone:
            return
        match self.result:
            case "crew-shaken":
                progress.emit(CrewShaken(side=unit.side, unit=unit.id, rules=RULE))
            case "crew-stunned":
                progress.emit(CrewStunned(side=unit.side, unit=unit.id, rules=RULE))
            case "armament-destroyed" | "immobilised" as result:
                _lasting(progress, unit, result, self.by)
            case "destroyed":
                wreck.destroy(progress, unit, self.by)
            case "flipped":
                wreck.flip(progress, unit, self.by)
            case "explodes":
                wreck.explode(progress, unit, self.by)
            case "annihilated":
                wreck.annihilate(progress, unit, self.by)


def _lasting(progress: Progress, unit: Unit, result: str, by: UnitId | None) -> None:
    """A weapon is lost, the vehicle stops for good, or that is the end of it."""
    fate = fate_of(progress.state, unit)
    match effect(fate, result):
        case "weapon-lost":
            _lose_one(progress, unit, by)
        case "stopped":
            stop(progress, unit, RULE)
        case "destroyed":
            crashes = not fate.immobilised
            rules = (*RULE, "TRI-DMG-08") if crashes else RULE
            text = f"{unit.name} can neither move nor shoot"
            if crashes:
                text = f"{unit.name} loses its lift at {speed_in(unit):.3g}″ and crashes"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=rules))
            wreck.destroy(progress, unit, by, rules=rules)


def stop(progress: Progress, unit: Unit, rules: tuple[str, ...]) -> None:
    """It never moves or turns again."""
    progress.emit(Immobilised(side=unit.side, unit=unit.id, rules=rules))


def _lose_one(progress: Progress, unit: Unit, by: UnitId | None) -> None:
    """The attacker picks one weapon of Strength 4 or more; chance does where nobody attacked."""
    found = guns(progress.state, unit)
    if len(found) == 1:
        _lose(progress, unit, found[0])
    elif by is None:
        picked = progress.pick(len(found), unit=None, why=f"weapon of {unit.name} that is lost", rules=RULE)
        _lose(progress, unit, found[picked])
    else:
        mounts = profile_of(progress.state, unit).mounts
        suffering.ask_which_gun(progress, PickGun(target=unit.id, by=by), unit, by, found, mounts, "TRI-DMG-04")


class PickGun(TaskStruct, frozen=True, kw_only=True, tag="PickGun"):
    """The attacker picks the weapon that is lost. (TRI-DMG-04)"""

    target: UnitId
    by: UnitId

    def answer(self, progress: Progress, choice: str) -> None:
        """The mount's number."""
        _lose(progress, progress.state.units[self.target], int(choice))


def _lose(progress: Progress, unit: Unit, mount: int) -> None:
    name = weapon_of(progress.state, unit, mount).name
    progress.emit(WeaponLost(side=unit.side, unit=unit.id, mount=mount, weapon=name, rules=RULE))


TASKS: tuple[type[TaskStruct], ...] = (TakeEffect, PickGun)
