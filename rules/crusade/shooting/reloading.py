"""Loading empty weapons, clearing jammed ones. (CRU-WEAP-03, CRU-WEAP-10)"""

from __future__ import annotations

from typing import Final, Literal

from rules.core.ids import SideId, UnitId
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
        return _barred(state, self.side, self.unit, "reloading", "empty")

    def resolve(self, progress: Progress) -> None:
        """They are loaded."""
        unit, ready = _begin(progress, self.unit, "empty")
        names = tuple(ready.values())
        event = WeaponsReady(side=unit.side, unit=unit.id, weapons=tuple(ready), names=names, rules=("CRU-WEAP-10",))
        progress.emit(event)


State = Literal["empty", "jammed"]
"""What is the matter with a weapon."""

NOTHING: Final[dict[State, tuple[str, str]]] = {
    "empty": ("nothing-empty", "CRU-WEAP-10"),
    "jammed": ("nothing-jammed", "CRU-WEAP-03"),
}
"""The refusal where no weapon is so, and its rule."""


def _barred(state: GameState, side: SideId, unit_id: UnitId, doing: str, what: State) -> Refusal | None:
    """Why a model does not see to its weapons: not in hand, no action left, nothing that is so."""
    refusal = hand.not_ready(state, side, unit_id)
    if refusal:
        return refusal
    unit = state.units[unit_id]
    refusal = hand.no_action(state, unit, doing) or hand.crewless(state, unit)
    if refusal or _usable(state, unit, what):
        return refusal
    code, rule = NOTHING[what]
    return Refusal(code, f"Nothing of {unit.name} is {what}.", rule, "fire")


def _begin(progress: Progress, unit_id: UnitId, what: State) -> tuple[Unit, dict[str, str]]:
    """The action is spent: who acts, and the weapons that are so, by key, with their names."""
    hand.take(progress, unit_id)
    hand.spend_action(progress, unit_id)
    unit = progress.state.units[unit_id]
    return unit, _usable(progress.state, unit, what)


def _usable(state: GameState, unit: Unit, what: State) -> dict[str, str]:
    """Those weapons that are not lost, by key, with their names."""
    noted = marks.of(state, unit.id)
    keys, lost = noted.empty if what == "empty" else noted.jammed, noted.lost
    return {key: name for key, name, _ in models.weapons(state, unit) if key in keys and key not in lost}


class UnjamWeapons(Action, frozen=True, kw_only=True, tag="UnjamWeapons"):
    """One action tests every jammed weapon of a model: 4 or more clears it. (CRU-WEAP-03)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A model in hand with its action and a jammed weapon."""
        return _barred(state, self.side, self.unit, "unjamming", "jammed")

    def preview(self, state: GameState) -> Preview:
        """One in two for each."""
        half = odds.chance("each is cleared", odds.UNJAM_CHANCE)
        return Preview(refusal=self.check(state), chances=(half,), rules=("CRU-WEAP-03",))

    def resolve(self, progress: Progress) -> None:
        """One die for each."""
        unit, jammed = _begin(progress, self.unit, "jammed")
        for key, name in jammed.items():
            rules = ("CRU-WEAP-03",)
            why = f"{unit.name} tries to unjam its {name}"
            rolled = progress.roll("crusade-unjam", sense="high", goal=UNJAM, unit=unit.id, why=why, rules=rules)
            if rolled.passed:
                event = WeaponsReady(side=unit.side, unit=unit.id, weapons=(key,), names=(name,), rules=rules)
                progress.emit(event)


ACTIONS: tuple[type[Action], ...] = (
    ReloadWeapons,
    UnjamWeapons,
)
