"""Hits on a vehicle, one after the other: each with its chart roll before the next. (VEH-DMG-11, TRI-DMG-02)"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Generic, TypeVar

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.vehicles.shared.damage import suffering

Hit = TypeVar("Hit")


class HitsInTurn(TaskStruct, Generic[Hit], frozen=True, kw_only=True):
    """Hits on a vehicle that are still to be resolved; a wreck takes no more."""

    target: UnitId
    hits: tuple[Hit, ...]
    by: UnitId | None = None

    rule: ClassVar[str]
    """Says that a wreck takes no more."""

    @abstractmethod
    def strike(self, progress: Progress, unit: Unit, hit: Hit) -> None:
        """One hit, up to its roll on the chart."""

    def run(self, progress: Progress) -> None:
        """Resolve the first hit."""
        unit = progress.state.units[self.target]
        if unit.is_gone:
            suffering.lose_the_rest(progress, unit, len(self.hits), (self.rule,))
            return
        first, *rest = self.hits
        self.strike(progress, unit, first)
        replace(self, hits=tuple(rest)).follow(progress)

    def follow(self, progress: Progress) -> None:
        """Queue them, in order."""
        if self.hits:
            progress.queue(self)

    def come_first(self, progress: Progress) -> None:
        """Those of a volley: what the last weapon hit is resolved first, each weapon's hits in order."""
        if self.hits:
            progress.ahead(self)
