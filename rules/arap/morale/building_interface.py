"""What morale asks of buildings: how those get out who lose their nerve inside."""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.progress import Progress


class RoutsInBuildings:
    """Units that rout inside houses which are played by sections; as a rule nobody is in one."""

    def come_out(self, progress: Progress, unit: UnitId, cause: UnitId | None) -> None:
        """Put a unit that routs outside, on the side away from what it flees from. (BLD-SCC-05)"""
