"""The host says what a piece of ground is to all vehicles, from open to impassable. (TRI-TERR-02)

Before the game that is the scenario's field of the same name.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.rulings.terrain import pieces
from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import VEHICLE_GROUND, VehicleGround

RULE: Final = "TRI-TERR-02"


class RuleVehicleGround(Action, frozen=True, kw_only=True, tag="RuleVehicleGround"):
    """Set what a piece of terrain is to all vehicles; "usual" is as the table says of its look. (TRI-TERR-02)"""

    terrain: TerrainId
    ground: VehicleGround | Literal["usual"]
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A piece of this table, with a reason."""
        if not any(p.id == self.terrain for p in state.terrain):
            return Refusal("unknown-terrain", f"There is no terrain {quoted(self.terrain)}.", RULE, pieces(state))
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-GEN-01", "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """The class is set and named."""
        secret = next(p.secret for p in progress.state.terrain if p.id == self.terrain)
        progress.emit(
            VehicleGroundRuled(
                terrain=self.terrain,
                ground=None if self.ground == "usual" else self.ground,
                reason=self.reason,
                rules=("ARAP-GEN-01", RULE),
                seen_by=(secret,) if secret is not None else None,
            )
        )


class VehicleGroundRuled(Event, frozen=True, kw_only=True, tag="VehicleGroundRuled"):
    """The host has set what a piece of terrain is to all vehicles. (TRI-TERR-02)"""

    terrain: TerrainId
    ground: VehicleGround | None
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The piece is like that from now on."""
        found = (replace(p, vehicles=self.ground) if p.id == self.terrain else p for p in state.terrain)
        return replace(state, terrain=tuple(found))

    def sentence(self, state: GameState) -> str:
        """What it is now, and why."""
        name = next((p.name for p in state.terrain if p.id == self.terrain), "the ground")
        words = VEHICLE_GROUND[self.ground] if self.ground else "as usual"
        return f"Host: {name} is {words} to vehicles ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleVehicleGround,)
EVENTS: tuple[type[Event], ...] = (VehicleGroundRuled,)
