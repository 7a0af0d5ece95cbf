"""Whether chargers and the charged use their grenades, and what that would bring. (ARAP-CCG-01, ARAP-CCG-02)"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from rules.arap.attacks.odds import BlowOdds
from rules.arap.melee.grenades import GrenadesChosen, still_asked
from rules.arap.melee.intercept import Coming
from rules.arap.melee.odds import any_wound, wounds
from rules.arap.units import standing_answers
from rules.core.ids import UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.progress import Progress, TaskStruct
from rules.state import GameState

GAIN: Final = {
    "assault-grenade": "cover is of no use to the enemy",
    "defensive-grenade": "chargers lose their bonus",
}
LOSS: Final = {
    "assault-grenade": "against cover the enemy strikes first",
    "defensive-grenade": "chargers have their bonus",
}
FROM_NOW_ON: Final = ("always", "never")


class Clashing(Coming, frozen=True, kw_only=True):
    """What is still to be run and ends in a first round of blows: what waits for who may use grenades."""

    @abstractmethod
    def first_round(self, state: GameState) -> Sequence[BlowOdds]:
        """Its blows if it comes home as it would now, losses before them left out; none where nothing can be said."""


def grenade_choices(state: GameState, charger: UnitId, target: UnitId) -> list[GrenadeChoice]:
    """Those of a charge who have grenades and are to be asked about them. (ARAP-CCG-01, ARAP-CCG-02)"""
    pairs = ((charger, "assault-grenade"), (target, "defensive-grenade"))
    return [GrenadeChoice(unit=u, grenades=g) for u, g in pairs if still_asked(state, state.units[u], g)]


class GrenadeChoice(TaskStruct, frozen=True, kw_only=True, tag="GrenadeChoice"):
    """A unit in a charge may use its grenades, if it is to be asked. (ARAP-CCG-01, ARAP-CCG-02)"""

    unit: UnitId
    grenades: str

    def run(self, progress: Progress) -> None:
        """Ask, if it is still there."""
        unit, name = progress.state.units[self.unit], self.grenades.replace("-", " ")
        if not unit.in_play:
            return
        rule = standing_answers.MATTERS[self.grenades].rule
        progress.ask(
            self,
            unit.side,
            "grenades",
            f"Does {unit.name} use {name}s?",
            (
                Option(id="use", label="Use them", detail=GAIN[self.grenades], rule=rule),
                Option(id="keep", label="Keep them", detail=LOSS[self.grenades], rule=rule),
                Option(id="always", label="Use them, from now on", detail="not asked again", rule=rule),
                Option(id="never", label="Keep them, from now on", detail="not asked again", rule=rule),
            ),
            unit=unit.id,
            rule=rule,
            decline="use",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """What the first round brings with them and without."""
        coming = next((t for t in whole.agenda if isinstance(t, Clashing)), None)
        if coming is None:
            return {}
        used, kept = (self._promised(coming, whole, used=used) for used in (True, False))
        return {"use": used, "keep": kept}

    def _promised(self, coming: Clashing, state: GameState, *, used: bool) -> tuple[Promise, ...]:
        side = state.units[self.unit].side
        blows = coming.first_round(self._chosen(state, used=used).evolve(state))
        ours = [blow for blow in blows if state.units[blow.unit].side == side]
        theirs = [blow for blow in blows if state.units[blow.unit].side != side]
        if not blows:
            return ()
        if self.grenades == "defensive-grenade":
            return (Promise(any_wound(theirs), "loses a wound"), Promise(wounds(theirs), "wounds to expect", "mean"))
        return (
            Promise(any_wound(_earlier(ours, theirs)), "wounds somebody first"),
            Promise(any_wound(_earlier(theirs, ours)), "is wounded first"),
        )

    def _chosen(self, state: GameState, *, used: bool) -> GrenadesChosen:
        side, rule = state.units[self.unit].side, standing_answers.MATTERS[self.grenades].rule
        return GrenadesChosen(side=side, unit=self.unit, grenades=self.grenades, used=used, rules=(rule,))

    def answer(self, progress: Progress, choice: str) -> None:
        """For this charge, or from now on."""
        side, rule = progress.state.units[self.unit].side, standing_answers.MATTERS[self.grenades].rule
        if choice in FROM_NOW_ON:
            progress.emit(
                standing_answers.StandingAnswerGiven(
                    side=side, unit=self.unit, about=self.grenades, answer=choice, rules=(rule,)
                )
            )
        progress.emit(self._chosen(progress.state, used=choice in ("use", "always")))


def _earlier(blows: Sequence[BlowOdds], others: Sequence[BlowOdds]) -> list[BlowOdds]:
    """Those of the blows that fall in a step before any of the others. (ARAP-MELEE-05)"""
    first = max((blow.step for blow in others), default=0)
    return [blow for blow in blows if blow.step > first]


TASKS: tuple[type[TaskStruct], ...] = (GrenadeChoice,)
