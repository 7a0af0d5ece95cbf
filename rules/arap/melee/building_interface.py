"""What close combat asks of buildings: fights for sections, which are not fought base to base."""

from __future__ import annotations

from rules.progress import Progress
from rules.state import Melee


class MeleesInBuildings:
    """Fights for sections of houses; as a rule there are none. (BLD-SCC-03, BLD-SCC-06)"""

    def fight(self, progress: Progress, melee: Melee) -> bool:
        """Queue the round of such a fight; whether it is one."""
        return False
