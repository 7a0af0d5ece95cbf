"""Looking out of a house, and keeping back. (BLD-SSHT-04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from rules.arap.units.permission import may_act
from rules.buildings.sections import enter, occupants
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState

RULE = "BLD-SSHT-04"


class LookOut(Action, frozen=True, kw_only=True, tag="LookOut"):
    """Members in a house look out of it, or keep back again; free. (BLD-SSHT-04)

    `models` are those who do, none named: everybody in the house. Who has fired out has shown itself until its unit is
    activated again.
    """

    unit: UnitId
    out: bool = True
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """The unit in hand, in a house, and somebody for whom it changes anything."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not unit.housed:
            return Refusal("not-inside", f"{unit.name} is in no section of a house.", RULE, "entering one")
        refusal = enter.chosen(unit, self.models)
        if refusal is None and not self.changing(state):
            does = "looks out already" if self.out else "keeps back already, or has fired out"
            return Refusal("no-change", f"{unit.name} {does}.", RULE, "the other way")
        return refusal

    def changing(self, state: GameState) -> tuple[ModelId, ...]:
        """For whom it changes anything."""
        unit = state.units[self.unit]
        named = [m.id for m in unit.alive if m.id in unit.housed and (not self.models or m.id in self.models)]
        if self.out:
            return tuple(m for m in named if m not in unit.shown)
        return tuple(m for m in named if m in unit.shown and m not in unit.now.fired_out)

    def preview(self, state: GameState) -> Preview:
        """Nothing but what it means."""
        means = "can be fired at from outside" if self.out else "can be fired at only from within 2″ of an open window"
        return Preview(refusal=self.check(state), notes=(f"They {means}.",), rules=(RULE,))

    def resolve(self, progress: Progress) -> None:
        """They do."""
        models = self.changing(progress.state)
        progress.emit(LookedOut(side=self.side, unit=self.unit, models=models, out=self.out, rules=(RULE,)))


class LookedOut(Event, frozen=True, kw_only=True, tag="LookedOut"):
    """Members in a house look out, or keep back. (BLD-SSHT-04)"""

    models: tuple[ModelId, ...]
    out: bool

    def evolve(self, state: GameState) -> GameState:
        """They can be seen from outside, or no longer."""
        assert self.unit is not None
        unit = state.units[self.unit]
        others = tuple(m for m in unit.shown if m not in self.models)
        return state.with_unit(replace(unit, shown=(*others, *self.models) if self.out else others))

    def sentence(self, state: GameState) -> str:
        """Who does."""
        assert self.unit is not None
        return f"{len(self.models)} of {state.units[self.unit].name} {'look out' if self.out else 'keep back'}"


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand in a house: both."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.housed or occupants.house_of(state, unit) is None:
        return
    for out in (True, False):
        action = LookOut(side=side, unit=unit.id, out=out)
        if action.check(state) is None:
            label = "Look out" if out else "Keep back"
            yield offered(state, action, kind="look-out", unit=unit.id, label=label)


OFFERED: Final = ("look-out",)
ACTIONS: tuple[type[Action], ...] = (LookOut,)
EVENTS: tuple[type[Event], ...] = (LookedOut,)
