"""Members whom the host lets do something else than their unit: from now on they act on their own. (ARAP-ACT-09)"""

from __future__ import annotations

from rules.arap.units import split_and_join
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.events import Note
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import Event, GameState

RULE = "ARAP-ACT-09"


class ReleaseMembers(Action, frozen=True, kw_only=True, tag="ReleaseMembers"):
    """Take some members out of their unit whenever the host says so, even after its roll. (ARAP-ACT-09)

    They rejoin as any part does that is near again; points of their own are another ruling.
    """

    models: tuple[ModelId, ...]
    reason: str

    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Some but not all members of one unit on foot, with a reason."""
        unit = self._unit(state)
        if unit is None:
            text = "Those are not some living members of one unit on foot."
            return Refusal("wrong-models", text, RULE, "some models of one unit, not all of them")
        if state.is_locked(unit.id) or unit.routing or unit.pursuing:
            text = f"{unit.name} cannot be parted now."
            return Refusal("not-in-hand", text, RULE, "a unit that neither fights, flees nor pursues")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-GEN-01", "a few words")
        return None

    def _unit(self, state: GameState) -> Unit | None:
        """The unit that all of them are of, if they can be taken out of it."""
        named = set(self.models)
        for unit in state.units.values():
            alive = {m.id for m in unit.alive}
            if named and named < alive and len(named) == len(self.models):
                return unit if unit.on_table and not unit.is_vehicle else None
        return None

    def resolve(self, progress: Progress) -> None:
        """A unit of their own."""
        unit = self._unit(progress.state)
        assert unit is not None
        rules = (RULE, "ARAP-GEN-01")
        part = split_and_join.split(progress, unit.id, self.models, rules=rules)
        name = progress.state.units[part].name
        progress.emit(
            Note(side=unit.side, unit=part, text=f"Host: {name} may act on its own ({self.reason})", rules=rules)
        )


ACTIONS: tuple[type[Action], ...] = (ReleaseMembers,)
EVENTS: tuple[type[Event], ...] = ()
