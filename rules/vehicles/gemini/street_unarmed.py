"""Armament destroyed on a Street Race vehicle that has none: its owner chooses what to lose. (VEH-RACE-06)"""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.forces.unit import Unit
from rules.gemini import damage as wounds
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini import damage, street, transport

RULE = "VEH-RACE-06"


def applies(state: GameState, unit: Unit) -> bool:
    """Whether the vehicle drives by these rules and never had a weapon that could be lost."""
    return street.uses(state, unit) and not damage.had_guns(state, unit)


def options(state: GameState, unit: Unit, *, rerolled: bool) -> list[Option]:
    """What the owner may choose from; the same result a second time is not rolled again."""
    found = [] if rerolled else [Option(id="again", label="Roll again", detail="on the damage chart")]
    if transport.aboard(state, unit.id):
        found.append(Option(id="passenger", label="A passenger dies", detail="one of those aboard"))
    else:
        found.append(Option(id="driver", label="The driver dies", detail="and the vehicle loses control"))
    return [*found, Option(id="control", label="Lose control", detail="in the next compulsory phase")]


def kill_passenger(progress: Progress, vehicle: Unit, by: UnitId | None) -> None:
    """One of those aboard, at random; a leader is not the first to go."""
    everybody = [m for u in transport.aboard(progress.state, vehicle.id) for m in u.alive]
    models = [m for m in everybody if not m.leader] or everybody
    why = f"who dies aboard {vehicle.name}"
    lost = models[progress.pick(len(models), unit=vehicle.id, why=why, rules=(RULE,))]
    wounds.inflict(progress, [lost.id] * lost.wounds, by=by, cause="shooting", rules=(RULE,))
