"""Smoke, and what acts like it: the host lays it on the table and has it blow away. (ARAP-HIT-09, ARAP-AREA-13)"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Point
from rules.geometry.lengths import along
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

RULES: Final = ("ARAP-HIT-09", "ARAP-GEN-01")
SMALLEST_IN, LARGEST_IN = 0.5, 24.0
"""Radius of a cloud."""
THICK_IN: Final = 3.0
"""How high it hides what is behind it."""
CORNERS: Final = 16


class LaySmoke(Action, frozen=True, kw_only=True, tag="LaySmoke"):
    """Lay a round cloud of smoke, dust or the like, its middle and radius in inches. (ARAP-HIT-09)

    Lasers lose strength in it or do not carry. A thick one also hides what is in it and behind it, and may be fired
    into. (ARAP-AREA-13)
    """

    at: Point
    radius_in: float
    reason: str
    density: Literal["thick", "thin"] = "thick"

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A place on the table, a size in range, with a reason."""
        width, height = state.scenario.width_in, state.scenario.height_in
        if not (0 <= self.at[0] <= width and 0 <= self.at[1] <= height):
            allowed = f"0-{width:g}\u2033 by 0-{height:g}\u2033"
            return Refusal("off-table", "That spot is not on the table.", "ARAP-HIT-09", allowed)
        if not SMALLEST_IN <= self.radius_in <= LARGEST_IN:
            allowed = f"{SMALLEST_IN:g}\u2033 to {LARGEST_IN:g}\u2033"
            return Refusal("bad-ruling", f"No cloud has a radius of {self.radius_in:g}\u2033.", "ARAP-HIT-09", allowed)
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-HIT-09", "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """It lies there."""
        known = {piece.id for piece in progress.state.terrain}
        name = next(TerrainId(f"smoke-{n}") for n in range(1, len(known) + 2) if f"smoke-{n}" not in known)
        piece = Terrain(id=name, name="Smoke", points=_round(self.at, self.radius_in), look="smoke")
        if self.density == "thick":
            piece = replace(piece, cover="soft", blocks_sight=True, height_in=THICK_IN)
        rules = (*RULES, "ARAP-AREA-13") if piece.blocks_sight else RULES
        progress.emit(SmokeLaid(piece=piece, reason=self.reason, rules=rules))


def _round(middle: Point, radius_in: float) -> tuple[Point, ...]:
    spots = (along(middle, n * 360 / CORNERS, radius_in) for n in range(CORNERS))
    return tuple((round(x, 2), round(y, 2)) for x, y in spots)


class SmokeLaid(Event, frozen=True, kw_only=True, tag="SmokeLaid"):
    """The host has laid smoke on the table. (ARAP-HIT-09)"""

    piece: Terrain
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It lies on top."""
        return state.add_terrain(self.piece)

    def sentence(self, state: GameState) -> str:
        """That it is there, and why."""
        return f"Host: smoke spreads ({self.reason})"


class ClearSmoke(Action, frozen=True, kw_only=True, tag="ClearSmoke"):
    """Have a cloud of smoke blow away. (ARAP-HIT-09)"""

    terrain: TerrainId
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A cloud of this table, with a reason."""
        clouds = smokes(state)
        if self.terrain not in {piece.id for piece in clouds}:
            allowed = ", ".join(piece.id for piece in clouds if piece.secret is None) or "none on this table"
            return Refusal("unknown-terrain", f"There is no smoke {quoted(self.terrain)}.", "ARAP-HIT-09", allowed)
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-HIT-09", "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """It is gone."""
        progress.emit(SmokeCleared(terrain=self.terrain, reason=self.reason, rules=RULES))


class SmokeCleared(Event, frozen=True, kw_only=True, tag="SmokeCleared"):
    """Smoke has blown away. (ARAP-HIT-09)"""

    terrain: TerrainId
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The piece is off the table."""
        return replace(state, terrain=tuple(piece for piece in state.terrain if piece.id != self.terrain))

    def sentence(self, state: GameState) -> str:
        """That it is gone, and why."""
        return f"Host: smoke blows away ({self.reason})"


def smokes(state: GameState) -> tuple[Terrain, ...]:
    """The clouds on the table."""
    return tuple(piece for piece in state.terrain if piece.look == "smoke")


ACTIONS: tuple[type[Action], ...] = (LaySmoke, ClearSmoke)
EVENTS: tuple[type[Event], ...] = (SmokeLaid, SmokeCleared)
