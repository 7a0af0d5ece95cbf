"""Lying down and getting up. (ARAP-PRONE-03, ARAP-PRONE-06)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.paths import legality
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit, tag
from rules.progress import Action, Progress
from rules.state import Event, GameState

MOVES: Final = ("move", "crawl", "tactical")
"""Actions at whose end a unit may lie down."""


class PostureChanged(Event, frozen=True, kw_only=True, tag="PostureChanged"):
    """Living models of a unit lie down or stand up: those named, or all."""

    prone: bool
    models: tuple[ModelId, ...] = ()

    def evolve(self, state: GameState) -> GameState:
        """They are prone, or no longer."""
        assert self.unit is not None
        unit = state.units[self.unit]
        those = self.models or tuple(m.id for m in unit.alive)
        models = tuple(replace(m, prone=self.prone) if m.alive and m.id in those else m for m in unit.models)
        return state.with_unit(replace(unit, models=models, prone=any(m.prone for m in models if m.alive)))

    def sentence(self, state: GameState) -> str:
        """Down or up."""
        assert self.unit is not None
        name, many = state.units[self.unit].name, len(self.models)
        if many:
            return f"{many} of {name} {'goes' if many == 1 else 'go'} prone"
        return f"{name} {'goes prone' if self.prone else 'stands up'}"


def _is_prone(unit: Unit) -> bool:
    return any(m.prone for m in unit.alive)


def _settled(state: GameState, unit: Unit) -> Refusal | None:
    """Refuse units that are elsewhere or fighting."""
    if not unit.on_table:
        return Refusal("off-table", f"{unit.name} is not on the table.", "ARAP-PRONE-03", "a unit on the table")
    if state.is_locked(unit.id):
        return Refusal("locked", f"{unit.name} is locked in melee.", "ARAP-ACT-10", "fight, or break off")
    return None


class GoProne(Action, frozen=True, kw_only=True, tag="GoProne"):
    """Lie down at the end of a movement action, for nothing: the `models` named, or all of the unit.

    With the last point use `prone` of the move itself.
    """

    unit: UnitId
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """The active unit, just moved, standing, and able to lie down."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = _settled(state, unit) or legality.may_lie(state, unit)
        if refusal:
            return refusal
        if all(m.prone for m in unit.alive):
            return Refusal("already-prone", f"{unit.name} is prone.", "ARAP-PRONE-03", "stand up for 1 AP")
        standing = [m.id for m in unit.alive if not m.prone]
        if not set(self.models) <= set(standing):
            named = ", ".join(map(tag, standing))
            return Refusal("not-standing", f"Only those of {unit.name} who stand lie down.", "ARAP-PRONE-03", named)
        if unit.now.last_action not in MOVES:
            text = f"{unit.name} goes prone at the end of a movement action only."
            return Refusal("not-after-a-move", text, "ARAP-PRONE-03", "move or turn first")
        return None

    def preview(self, state: GameState) -> Preview:
        """It is free."""
        return Preview(refusal=self.check(state), rules=("ARAP-PRONE-03",))

    def resolve(self, progress: Progress) -> None:
        """Down."""
        rules = ("ARAP-PRONE-03",)
        progress.emit(PostureChanged(side=self.side, unit=self.unit, prone=True, models=self.models, rules=rules))


class StandUp(Action, frozen=True, kw_only=True, tag="StandUp"):
    """Get the whole unit up, for 1 AP. (ARAP-PRONE-03)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """The active unit, with somebody lying."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = None if unit.aboard else _settled(state, unit)
        if refusal is None and not _is_prone(unit):
            return Refusal("not-prone", f"{unit.name} is standing.", "ARAP-PRONE-03", "any other action")
        return refusal

    def preview(self, state: GameState) -> Preview:
        """What it costs."""
        return Preview(ap=1, refusal=self.check(state), rules=("ARAP-PRONE-03",))

    def resolve(self, progress: Progress) -> None:
        """Pay, and up."""
        unit = self.unit
        rules = ("ARAP-ACT-12",)
        progress.emit(PointsSpent(side=self.side, unit=unit, points=1, action="stand-up", rules=rules))
        progress.emit(PostureChanged(side=self.side, unit=unit, prone=False, rules=("ARAP-PRONE-03",)))


ACTIONS: tuple[type[Action], ...] = (GoProne, StandUp)
EVENTS: tuple[type[Event], ...] = (PostureChanged,)
