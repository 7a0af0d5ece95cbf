"""Which results of the damage chart a vehicle suffers from, for cards; what both rules do on the way there.

(VEH-DMG-01, VEH-DMG-02, VEH-DMG-04, VEH-DMG-11, TRI-DMG-04)
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap.turn.activation import CloseUnit
from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.events import Note
from rules.forces.mount import Mount
from rules.forces.unit import Unit, VehicleState
from rules.progress import Progress, TaskStruct
from rules.vehicles.shared.events import VehicleWrecked
from rules.vehicles.shared.hull import weapon_of


def lose_the_rest(progress: Progress, unit: Unit, hits: int, rules: tuple[str, ...]) -> None:
    """Hits on what is a wreck by now are lost."""
    left = "1 hit left over is lost" if hits == 1 else f"{hits} hits left over are lost"
    progress.emit(Note(side=unit.side, unit=unit.id, text=left, rules=rules))


def ask_which_gun(
    progress: Progress,
    task: TaskStruct,
    unit: Unit,
    by: UnitId,
    guns: Sequence[int],
    mounts: Sequence[Mount],
    rule: str,
) -> None:
    """The attacker picks the weapon that is lost."""
    progress.ask(
        task,
        progress.state.units[by].side,
        "armament",
        f"Which weapon of {unit.name} is lost?",
        [Option(id=str(m), label=weapon_of(progress.state, unit, m).name, detail=mounts[m].name) for m in guns],
        unit=by,
        about=unit.id,
        rule=rule,
    )


def is_stunned(vehicle: VehicleState) -> bool:
    """Now, or as soon as its turn comes."""
    return vehicle.stunned or vehicle.stunned_now


def is_shaken(vehicle: VehicleState) -> bool:
    """Now, or as soon as its turn comes."""
    return vehicle.shaken or vehicle.shaken_now


def results(vehicle: VehicleState) -> frozenset[str]:
    """Which rows of the damage chart the vehicle suffers from now."""
    ends = {"destroyed": "destroyed", "flipped": "flipped", "exploded": "explodes", "annihilated": "annihilated"}
    suffered = {
        "crew-shaken": is_shaken(vehicle),
        "crew-stunned": is_stunned(vehicle),
        "armament-destroyed": bool(vehicle.lost_mounts),
        "immobilised": vehicle.immobilised,
        ends.get(vehicle.wrecked, ""): vehicle.wrecked in ends,
    }
    return frozenset(row for row, so in suffered.items() if so)


def wrecked(progress: Progress, unit: Unit, end: VehicleWrecked) -> tuple[CloseUnit, ...]:
    """It is out of play. If it was acting, its activation ends when all that follows is done: queue that last."""
    after = (CloseUnit(unit=unit.id),) if progress.state.turn.active == unit.id else ()
    progress.emit(end)
    return after
