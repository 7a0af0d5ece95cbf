"""Streams out of a section that is stormed: they wait until the attackers are near. (ARAP-STAND-05, BLD-SCC-06)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.reactions import stand_and_fire
from rules.arap.terrain import ground
from rules.buildings.sections import enter, reach
from rules.buildings.sections.reach import WayOfAssault
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import TOLERANCE, distance, toward
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement


class StormFlames(TaskStruct, frozen=True, kw_only=True, tag="StormFlames"):
    """The attackers come to 7 inches, or are as near already, and template weapons fire at them. (ARAP-STAND-05)"""

    unit: UnitId
    """Who stands and fires."""
    charger: UnitId
    terrain: TerrainId
    section: str
    successes: int
    models: tuple[ModelId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Let them come, then fire."""
        state = progress.state
        unit, charger = state.units[self.unit], state.units[self.charger]
        here = enter.known_section(state, self.terrain, self.section)
        if isinstance(here, Refusal) or not (unit.in_play and charger.in_play):
            return
        found = reach.approach(state, charger, here)
        if isinstance(found, Refusal) or not found.from_outside:
            return
        _come_near(progress, charger, found)
        stand_and_fire.burn(progress, unit, progress.state.units[charger.id], self.successes, self.models)


def come(state: GameState, charger: Unit, found: WayOfAssault) -> dict[ModelId, Point]:
    """Where the attackers are when the first of them is 7 inches from an opening; nobody moves who is as near."""
    ahead = found.gap_in - stand_and_fire.TEMPLATE_IN
    coming = [m for m in charger.alive if m.id in found.nearest] if ahead > TOLERANCE else []
    return {m.id: _ahead(m, found.nearest[m.id].at, ahead) for m in coming}


def _ahead(model: Model, to: Point, inches: float) -> Point:
    left = max(0.0, distance(model.at, to) - reach.CONTACT_IN)
    x, y = toward(model.at, to, min(inches, left))
    return (round(x, 4), round(y, 4))


def _come_near(progress: Progress, charger: Unit, found: WayOfAssault) -> None:
    """So much of their charge is behind them."""
    state, places = progress.state, come(progress.state, charger, found)
    if not places:
        return
    placements = tuple(Placement(model=m, at=at, facing=charger.model(m).facing) for m, at in places.items())
    length = max(distance(charger.model(m).at, at) for m, at in places.items())
    rules = ("ARAP-STAND-05",)
    moved = ModelsMoved(side=charger.side, unit=charger.id, placements=placements, how="charge", rules=rules)
    costs = [ground.cost_of_leg(state, charger.model(m), charger.model(m).at, at).cost_in for m, at in places.items()]
    progress.emit(replace(moved, length_in=round(length, 4), spent_in=round(max(costs), 4)))
    spent = charger.now.charge_spent_in + max(costs)
    progress.emit(
        stand_and_fire.ChargersHalted(side=charger.side, unit=charger.id, spent_in=round(spent, 4), rules=rules)
    )


TASKS: tuple[type[TaskStruct], ...] = (StormFlames,)
