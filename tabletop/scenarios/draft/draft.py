"""A scenario on the drawing board: what will be played, and how it is edited. Described in docs/scenarios.md."""

from __future__ import annotations

from typing import Final, Literal

import msgspec
from msgspec import Struct

from rules.core.ids import TerrainId
from rules.table.scale import scale_of
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain

FORMAT: Final = 1

CM_OF_AN_INCH: Final = 2.54

Shown = Literal["in", "cm"]


class Draft(Struct, frozen=True, kw_only=True):
    """One scenario. All lengths are in inches; `shown` is the unit in which the editor shows them.

    What is drawn snaps to a grid of `snap_in`, 0 for none. The pieces of a group are picked up together.
    """

    scenario: Scenario
    format: int = FORMAT
    shown: Shown = "in"
    snap_in: float = 0.5
    groups: tuple[tuple[TerrainId, ...], ...] = ()

    @property
    def cm(self) -> float:
        """Centimetres of an inch where the editor shows them, as the table lays it out; 0 where it shows inches.

        Of a table that measures in inches it shows what a tape measure does. (ARAP-GEN-04)
        """
        return (scale_of(self.scenario.options).cm or CM_OF_AN_INCH) if self.shown == "cm" else 0.0

    def piece(self, key: str) -> Terrain | None:
        """The piece of terrain of that id."""
        return next((piece for piece in self.scenario.terrain if piece.id == key), None)

    def grouped(self, key: str) -> tuple[str, ...]:
        """That piece with all that it is grouped with."""
        return next((group for group in self.groups if key in group), (TerrainId(key),))

    def fresh_id(self, word: str, also: tuple[str, ...] = ()) -> TerrainId:
        """An id that no piece has yet, beginning with that word."""
        taken = {piece.id for piece in self.scenario.terrain} | set(also)
        number = next(n for n in range(1, len(taken) + 2) if f"{word}-{n}" not in taken)
        return TerrainId(f"{word}-{number}")

    def with_scenario(self, **changes: object) -> Draft:
        """The draft with other values in its scenario; groups lose pieces that are gone, and what lay behind
        an exit that is gone is on the table from the start."""
        scenario = msgspec.structs.replace(self.scenario, **changes)
        if "terrain" in changes:
            scenario = _without_lost_exits(scenario)
        if "terrain" not in changes or not self.groups:
            return msgspec.structs.replace(self, scenario=scenario)
        here = {piece.id for piece in scenario.terrain}
        kept = (tuple(key for key in group if key in here) for group in self.groups)
        return msgspec.structs.replace(self, scenario=scenario, groups=tuple(g for g in kept if len(g) > 1))


def _without_lost_exits(scenario: Scenario) -> Scenario:
    exits = {piece.id for piece in scenario.terrain if piece.closed}
    if all(piece.behind is None or piece.behind in exits for piece in scenario.terrain):
        return scenario
    terrain = (
        piece if piece.behind is None or piece.behind in exits else msgspec.structs.replace(piece, behind=None)
        for piece in scenario.terrain
    )
    return msgspec.structs.replace(scenario, terrain=tuple(terrain))
