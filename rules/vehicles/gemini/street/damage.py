"""What damage does to a vehicle that keeps its speed: it loses control or slides on. (VEH-RACE-07)

Armament destroyed on a Street Race vehicle that never had any: its owner chooses what to lose. (VEH-RACE-06)
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.damage.chart import ChartRoll, WeaponsToLose
from rules.vehicles.gemini.damage.lasting import had_guns
from rules.vehicles.gemini.damage.results import DamageToDriving
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.transport import passengers

RULE: Final = "VEH-RACE-06"


class StreetDamage(DamageToDriving, WeaponsToLose):
    """What the Street Race rules make of a result of the chart; nothing of a vehicle that drives otherwise."""

    def crew_stunned(self, progress: Progress, unit: UnitId) -> None:
        """Out of control from now. (VEH-DMG-02)"""
        if momentum.uses(progress.state, progress.state.units[unit]):
            momentum.lose_control(progress, unit, "VEH-DMG-02")

    def immobilised(self, progress: Progress, unit: UnitId) -> None:
        """It stops within its Acc/Dec, or slides on. (VEH-RACE-07)"""
        if momentum.uses(progress.state, found := progress.state.units[unit]):
            momentum.run_down(progress, found)

    def instead(self, state: GameState, unit: Unit, roll: ChartRoll) -> TaskStruct | None:
        """A choice of its owner, where it never had a weapon. (VEH-RACE-06)"""
        return NothingToLose(roll=roll) if _applies(state, unit) else None


class NothingToLose(TaskStruct, frozen=True, kw_only=True, tag="NothingToLose"):
    """An unarmed Street Race vehicle rolls again, gives up a passenger, or loses control. (VEH-RACE-06)"""

    roll: ChartRoll

    def run(self, progress: Progress) -> None:
        """Ask the vehicle's owner."""
        unit = progress.state.units[self.roll.target]
        if unit.is_gone:
            return
        progress.ask(
            self,
            unit.side,
            "unarmed",
            f"{unit.name} has no weapon to lose. What happens instead?",
            _options(progress.state, unit, rerolled=self.roll.rerolled),
            unit=unit.id,
            about=unit.id,
            rule=RULE,
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """As chosen."""
        unit = progress.state.units[self.roll.target]
        if choice == "again":
            progress.queue(replace(self.roll, rerolled=True))
        elif choice == "passenger":
            _kill_passenger(progress, unit, self.roll.by)
        else:
            momentum.lose_control(progress, unit.id, RULE)


def _applies(state: GameState, unit: Unit) -> bool:
    """Whether the vehicle drives by these rules and never had a weapon that could be lost."""
    return momentum.uses(state, unit) and not had_guns(state, unit)


def _options(state: GameState, unit: Unit, *, rerolled: bool) -> list[Option]:
    """What the owner may choose from, what is usual first; the same result a second time is not rolled again."""
    found = [Option(id="control", label="Lose control", detail="in the next compulsory phase")]
    found += [] if rerolled else [Option(id="again", label="Roll again", detail="on the damage chart")]
    if passengers.aboard(state, unit.id):
        found.append(Option(id="passenger", label="A passenger dies", detail="one of those aboard"))
    else:
        found.append(Option(id="driver", label="The driver dies", detail="and the vehicle loses control"))
    return found


def _kill_passenger(progress: Progress, vehicle: Unit, by: UnitId | None) -> None:
    """One of those aboard, at random; a leader is not the first to go."""
    everybody = [m for u in passengers.aboard(progress.state, vehicle.id) for m in u.alive]
    models = [m for m in everybody if not m.leader] or everybody
    why = f"who dies aboard {vehicle.name}"
    lost = models[progress.pick(len(models), unit=vehicle.id, why=why, rules=(RULE,))]
    wounds_and_saves.inflict(progress, [lost.id] * lost.wounds, by=by, cause="shooting", rules=(RULE,))


TASKS: tuple[type[TaskStruct], ...] = (NothingToLose,)
