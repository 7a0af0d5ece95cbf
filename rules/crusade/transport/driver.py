"""Taking over as driver. (CRU-TRAN-06)"""

from __future__ import annotations

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models, troops
from rules.crusade.events.aboard import DriverChanged
from rules.geometry.lengths import is_beyond
from rules.progress import Action, Progress
from rules.state import GameState


class TakeOver(Action, frozen=True, kw_only=True, tag="TakeOver"):
    """A model aboard takes over as driver for half a move; a boarder may. (CRU-TRAN-06)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """Aboard of an open vehicle that nobody drives, with half a move left."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.aboard is None or models.has_driver(state, unit.aboard) or models.is_wreck(state, unit.aboard):
            text = f"There is nothing for {unit.name} to take over."
            return Refusal("no-wheel", text, "CRU-TRAN-06", "a vehicle without driver that it is aboard of")
        if refusal := troops.cannot_walk(state, unit, extra=False):
            return refusal
        half = models.profile(state, unit).m / 2
        if is_beyond(half, troops.left_in(state, unit)):
            return Refusal("no-move-left", f"That takes {half:g} inches of its move.", "CRU-TRAN-06", "next turn")
        return None

    def resolve(self, progress: Progress) -> None:
        """It drives from now on."""
        hand.take(progress, self.unit)
        state = progress.state
        unit = state.units[self.unit]
        assert unit.aboard
        spent = marks.of(state, self.unit).spent_in + models.profile(state, unit).m / 2
        taken = state.units[unit.aboard].side != unit.side
        event = DriverChanged(
            side=self.side,
            unit=unit.aboard,
            driver=unit.id,
            spent_in=round(spent, 4),
            taken=taken and not state.is_older_than("14"),
            rules=("CRU-TRAN-06",),
        )
        progress.emit(event)


ACTIONS: tuple[type[Action], ...] = (TakeOver,)
