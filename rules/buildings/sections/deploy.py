"""Set up inside, before the battle. (BLD-SECT-01, BLD-SECT-04)"""

from __future__ import annotations

from rules.arap.positions.placing import zones_of
from rules.arap.turn import setup
from rules.buildings.sections import enter, occupants
from rules.core.ids import TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.geometry import rings
from rules.progress import Action, Progress
from rules.state import GameState


class DeployInSection(Action, frozen=True, kw_only=True, tag="DeployInSection"):
    """Set a unit up in a section whose middle is in its own zone. (BLD-SECT-01, BLD-SECT-04)"""

    unit: UnitId
    terrain: TerrainId
    section: str

    def check(self, state: GameState) -> Refusal | None:
        """In turn, people on foot, the section, in the zone, nobody of the other side there, room for all."""
        refusal = setup.deploying(state, self.side) or setup.waiting(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, found = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        if isinstance(found, Refusal):
            return found
        if unit.is_vehicle:
            return Refusal("vehicle", f"{unit.name} is a vehicle.", "BLD-SECT-04", "people on foot")
        if not any(rings.encloses(zone, found.middle) for zone in zones_of(state, self.side)):
            return Refusal(
                "outside-zone", f"{found.name} is outside its zone.", "BLD-SECT-01", "a section in the marked zone"
            )
        return enter.held(state, found, self.side) or enter.full(state, found, unit.alive, named=True)

    def resolve(self, progress: Progress) -> None:
        """It is inside; the next side places."""
        unit, here = progress.state.units[self.unit], enter.known_section(progress.state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        rules = ("BLD-SECT-01", "BLD-SECT-04")
        progress.emit(occupants.housed(unit, here, unit.alive, "deploy", rules))
        progress.queue(setup.NextToDeploy())


ACTIONS: tuple[type[Action], ...] = (DeployInSection,)
