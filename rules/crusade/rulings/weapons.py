"""Rulings on single weapons: ready, empty, jammed, lost. (CRU-WEAP-02, CRU-WEAP-10, CRU-DMG-07)"""

from __future__ import annotations

from typing import Final, Literal

from rules.core.ids import UnitId
from rules.core.refusal import Refusal, in_short
from rules.crusade import marks, models
from rules.crusade.events.words import named
from rules.crusade.rulings.reasons import RULE, no_reason, unknown_model
from rules.progress import Action, Progress
from rules.state import Event, GameState

Condition = Literal["ready", "empty", "jammed", "lost"]
CONDITIONS: Final[tuple[Condition, ...]] = ("ready", "empty", "jammed", "lost")
"""What a weapon may be ruled to be."""


class RuleWeapon(Action, frozen=True, kw_only=True, tag="RuleWeapon"):
    """Take a single weapon of a model away, jam or empty it, or make it ready again. (CRU-DMG-07, CRU-WEAP-02)"""

    weapon: str
    """The model and its weapon: `a1/0` is the first mount of a vehicle, `a2/boltgun` a troop's own."""
    condition: Condition
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A weapon of a model, and a reason."""
        unit, key = parts(self.weapon)
        if refusal := unknown_model(state, unit) or no_reason(self.reason):
            return refusal
        known = [each for each, _, _ in models.weapons(state, state.units[unit])]
        if key in known:
            return None
        text = f"{state.units[unit].name} has no weapon {in_short(key)}."
        return Refusal("no-weapon", text, RULE, ", ".join(f"{unit}/{each}" for each in known) or "a model with weapons")

    def resolve(self, progress: Progress) -> None:
        """It is so, whatever it was."""
        unit_id, key = parts(self.weapon)
        unit = progress.state.units[unit_id]
        found = models.weapon(progress.state, unit, key)
        assert found
        ruled = WeaponRuled(
            side=unit.side, unit=unit_id, weapon=key, name=found[0], condition=self.condition, reason=self.reason
        )
        progress.emit(ruled)


def parts(weapon: str) -> tuple[UnitId, str]:
    """A model, and the key of one of its weapons."""
    unit, _, key = weapon.partition("/")
    return UnitId(unit), key


class WeaponRuled(Event, frozen=True, kw_only=True, tag="WeaponRuled"):
    """The host ruled what a weapon is: one thing alone."""

    unit: UnitId
    weapon: str
    name: str
    condition: Condition
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It is that and nothing else."""
        noted = marks.of(state, self.unit)
        held = {"lost": noted.lost, "jammed": noted.jammed, "empty": noted.empty}
        without = {what: tuple(key for key in keys if key != self.weapon) for what, keys in held.items()}
        if self.condition != "ready":
            without[self.condition] = (*without[self.condition], self.weapon)
        return marks.with_model(state, self.unit, **without)

    def sentence(self, state: GameState) -> str:
        """Which weapon, what it is now, and why."""
        return f"Host: the {self.name} of {named(state, self.unit)} is {self.condition} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleWeapon,)
EVENTS: tuple[type[Event], ...] = (WeaponRuled,)
