"""Who has got out alone goes on with the action points that are left: he may shoot. (TRI-TRAN-16, TRI-JOIN-06)

One activation serves his unit and him, since he was of it when it rolled: either of them spends a point, not both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.morale import suppression
from rules.arap.units.permission import may_act
from rules.arap.units.split_and_join import CountParts
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.trial.events import PointsPassed

_RULES = ("TRI-TRAN-16", "TRI-JOIN-06")


class GoOnAlone(Action, frozen=True, kw_only=True, tag="GoOnAlone"):
    """The unit aboard is done; the character who got out of its vehicle in this turn spends the points left."""

    unit: UnitId
    character: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A point left to the unit in hand, and one of its own who got out alone."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal or self.character in {each.id for each in gone_alone(state, self.unit)}:
            return refusal
        text = f"Nobody has got out of the vehicle of {state.units[self.unit].name} alone in this turn."
        return Refusal("nobody-alone", text, "TRI-TRAN-16", "actions of its own")

    def preview(self, state: GameState) -> Preview:
        """What he may do."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        now = state.units[self.character].now
        may = ["shoots", *(() if now.left_moved else ("moves",)), *(() if now.left_closed else ("charges",))]
        text = f"{state.units[self.unit].name} is done; {state.units[self.character].name} {' or '.join(may)}"
        return Preview(notes=(text,), rules=_RULES)

    def resolve(self, progress: Progress) -> None:
        """He is the unit in hand; what the others did to enemies is tested."""
        progress.emit(PointsPassed(side=self.side, unit=self.unit, to=self.character, rules=_RULES))
        suppression.queue_tests(progress, self.unit)
        progress.queue(CountParts(unit=self.unit))


def gone_alone(state: GameState, unit: UnitId) -> tuple[Unit, ...]:
    """Characters who left those aboard in this turn and can still act."""
    kin = (u for u in state.units_of(state.units[unit].side) if u.now.left_alone == unit)
    return tuple(u for u in kin if not (u.is_gone or u.left_table or u.routing))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand, while it has points."""
    active = state.turn.active
    if active is None or state.active_side != side or not state.turn.ap:
        return
    for each in gone_alone(state, active):
        on = GoOnAlone(side=side, unit=active, character=each.id)
        yield offered(state, on, kind="go-on-alone", unit=active, label=f"{each.name} goes on")


OFFERED: Final = ("go-on-alone",)
ACTIONS: tuple[type[Action], ...] = (GoOnAlone,)
