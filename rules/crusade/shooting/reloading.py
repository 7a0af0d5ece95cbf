"""Loading empty weapons, clearing jammed ones. (CRU-WEAP-03, CRU-WEAP-10)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models
from rules.crusade.dice import odds
from rules.crusade.events.weapons import WeaponsReady
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import GameState

UNJAM: Final = 4
"""What clears a jam, or more. (CRU-WEAP-03)"""


class ReloadWeapons(Action, frozen=True, kw_only=True, tag="ReloadWeapons"):
    """One action loads all empty weapons of a model. (CRU-WEAP-10)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A model in hand with its action and an empty weapon."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = hand.no_action(state, unit, "reloading") or hand.crewless(state, unit)
        if refusal or _usable(state, unit, marks.of(state, self.unit).empty):
            return refusal
        return Refusal("nothing-empty", f"Nothing of {unit.name} is empty.", "CRU-WEAP-10", "fire")

    def resolve(self, progress: Progress) -> None:
        """They are loaded."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        unit = progress.state.units[self.unit]
        ready = _usable(progress.state, unit, marks.of(progress.state, self.unit).empty)
        names = tuple(ready.values())
        event = WeaponsReady(side=unit.side, unit=unit.id, weapons=tuple(ready), names=names, rules=("CRU-WEAP-10",))
        progress.emit(event)


def _usable(state: GameState, unit: Unit, keys: tuple[str, ...]) -> dict[str, str]:
    """Those weapons that are not lost, by key, with their names."""
    lost = marks.of(state, unit.id).lost
    return {key: name for key, name, _ in models.weapons(state, unit) if key in keys and key not in lost}


class UnjamWeapons(Action, frozen=True, kw_only=True, tag="UnjamWeapons"):
    """One action tests every jammed weapon of a model: 4 or more clears it. (CRU-WEAP-03)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A model in hand with its action and a jammed weapon."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = hand.no_action(state, unit, "unjamming") or hand.crewless(state, unit)
        if refusal or _usable(state, unit, marks.of(state, self.unit).jammed):
            return refusal
        return Refusal("nothing-jammed", f"Nothing of {unit.name} is jammed.", "CRU-WEAP-03", "fire")

    def preview(self, state: GameState) -> Preview:
        """One in two for each."""
        half = odds.chance("each is cleared", odds.UNJAM_CHANCE)
        return Preview(refusal=self.check(state), chances=(half,), rules=("CRU-WEAP-03",))

    def resolve(self, progress: Progress) -> None:
        """One die for each."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        unit = progress.state.units[self.unit]
        for key, name in _usable(progress.state, unit, marks.of(progress.state, self.unit).jammed).items():
            rules = ("CRU-WEAP-03",)
            rolled = progress.roll("crusade-unjam", sense="high", goal=UNJAM, unit=unit.id, why=name, rules=rules)
            if rolled.passed:
                event = WeaponsReady(side=unit.side, unit=unit.id, weapons=(key,), names=(name,), rules=rules)
                progress.emit(event)


ACTIONS: tuple[type[Action], ...] = (
    ReloadWeapons,
    UnjamWeapons,
)
