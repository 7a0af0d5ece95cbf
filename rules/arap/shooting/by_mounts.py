"""How mounted weapons are fired at walls and buildings: by the core's own dice, but where vehicle rules have others.

(BLD-FIRE-01, BLD-FIRE-02)
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rules.arap.shooting.plan import Firing
from rules.arap.templates import marker, scatter
from rules.arap.templates.scatter import AtPort, Shell
from rules.dice.scatter import Scatter
from rules.progress import Progress
from rules.state import GameState


class HowFired:
    """As people on foot fire the same weapons."""

    def scattered(self, progress: Progress, shell: Shell, base: int) -> Scatter:
        """The throw for where a shell comes down. (ARAP-AREA-02)"""
        return scatter.scattered(progress, shell, "aimed", base)

    def at_port(self, progress: Progress, shell: Shell, base: int) -> AtPort:
        """The throw for a shell at a firing port, whose modifiers tell what that costs. (BLD-PORT-02, BLD-PORT-04)"""
        return scatter.at_port(progress, shell, base)

    def into(self, progress: Progress, shell: Shell) -> Scatter | None:
        """The throw for a shell into a section, where vehicle rules have one; None for the core's own. (BLD-SSHT-10)"""
        return None

    def aims(self, state: GameState, firing: Firing) -> tuple[str, Fraction]:
        """How a shell scatters, in words, and the chance that it does not."""
        seven = marker.sevens(state)
        goal = firing.goal
        return marker.scatter_text(goal, seven_is_hit=seven), marker.on_target(goal, seven_is_hit=seven)


ON_FOOT: Final = HowFired()
