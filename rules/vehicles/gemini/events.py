"""What befalls vehicles of these rules alone: hull points, dangerous ground, minefields, marks that take hold."""

from __future__ import annotations

from rules.arap.events import fought
from rules.core.ids import TerrainId, UnitId
from rules.state import Event, GameState
from rules.vehicles.gemini.hull.hull import marks_of
from rules.vehicles.shared.events import VehicleEvent


class HullPointsLost(VehicleEvent, frozen=True, kw_only=True, tag="HullPointsLost"):
    """Hull points absorbed a hit whole: no roll on the chart. (VEH-HULL-01, -02)"""

    lost: int
    left: int
    by: UnitId | None = None
    counts: bool = False
    """A wound for the round of melee that a machine fights. (VEH-WS-06)"""

    def evolve(self, state: GameState) -> GameState:
        """Fewer points left."""
        state = self.changed(state, hull=self.left)
        return fought(state, self.by, self.of(state).id, 1) if self.counts else state

    def sentence(self, state: GameState) -> str:
        """How many are left."""
        return f"{self.of(state).name}: hull points {self.left + self.lost} to {self.left}"


class GroundTried(VehicleEvent, frozen=True, kw_only=True, tag="GroundTried"):
    """The vehicle has rolled for a piece of dangerous ground in this player turn. (VEH-TERR-03)"""

    area: str
    dice: int

    def evolve(self, state: GameState) -> GameState:
        """So many dice have been rolled for it."""
        tried = marks_of(self.of(state)).tried_ground
        return self.marked(state, tried_ground={**tried, self.area: tried.get(self.area, 0) + self.dice})


class MinefieldCrossed(VehicleEvent, frozen=True, kw_only=True, tag="MinefieldCrossed"):
    """The vehicle has driven into a minefield, or across it: whether it set off a mine. (VEH-TERR-05)"""

    area: TerrainId
    went_off: bool = False

    def evolve(self, state: GameState) -> GameState:
        """No second mine in this player turn."""
        met = marks_of(self.of(state)).mines_met
        return self.marked(state, mines_met=(*met, self.area))

    def sentence(self, state: GameState) -> str:
        """Whether one went off."""
        name, place = self.of(state).name, next((p.name for p in state.terrain if p.id == self.area), "the minefield")
        return f"{name} sets off a mine in {place}" if self.went_off else f"{name} is lucky among the mines of {place}"


class MarksBite(VehicleEvent, frozen=True, kw_only=True, tag="MarksBite"):
    """The vehicle's player turn begins: shaken or stunned takes hold, its weapons are ready again. (VEH-JOIN-07)"""

    shaken: bool = False
    stunned: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Marks waiting become marks in force."""
        state = self.marked(state, tried_ground={}, doors_used={}, mines_met=(), ports_open=False)
        return self.changed(
            state, shaken=False, stunned=False, shaken_now=self.shaken, stunned_now=self.stunned, fired=()
        )

    def sentence(self, state: GameState) -> str:
        """What the crew cannot do."""
        name = self.of(state).name
        if self.stunned:
            return f"The crew of {name} is stunned this turn"
        return f"The crew of {name} is shaken this turn" if self.shaken else ""


EVENTS: tuple[type[Event], ...] = (HullPointsLost, GroundTried, MinefieldCrossed, MarksBite)
