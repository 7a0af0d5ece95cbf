"""What shooting asks of buildings: who fires out of them, from where, and how many."""

from __future__ import annotations

from rules.arap.shooting.plan import FirePlan
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.state import GameState


class ShotsFromBuildings:
    """People behind closed walls who shoot out; as a rule everybody shoots from where he stands."""

    def posted(self, state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
        """The state in which they stand at their ports, why they cannot fire, or None for an ordinary shot."""
        return None

    def limited(self, state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
        """The plan of those at ports without what finds no port. (BLD-BUNK-02)"""
        return plan
