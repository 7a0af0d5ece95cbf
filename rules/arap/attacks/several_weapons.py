"""Fighting with several weapons at once: one attack more, and all harder but those of a charge. (ARAP-MELEE-04)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.arap.attacks import odds as attacks_odds
from rules.arap.attacks.blows import initiatives
from rules.arap.positions import engagement
from rules.arap.units import standing_answers
from rules.core.ids import UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

ABOUT = "several-weapons"
RULE = "ARAP-MELEE-04"


class SeveralChosen(Event, frozen=True, kw_only=True, tag="SeveralChosen"):
    """Those of a unit that can fight with several weapons do so in this round. (ARAP-MELEE-04)"""

    melee: str = ""
    """None where people fight over the rim of a vehicle. (VEH-CC-09)"""

    def evolve(self, state: GameState) -> GameState:
        """It holds for one round."""
        assert self.unit is not None
        unit = self.unit
        if not self.melee:
            return state.with_turn(several=(*state.turn.several, unit))
        melees = tuple(with_several(m, unit) if m.id == self.melee else m for m in state.melees)
        return replace(state, melees=melees)

    def sentence(self, state: GameState) -> str:
        """Who does."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} fights with several weapons at once"


def with_several(melee: Melee, unit: UnitId) -> Melee:
    """The melee with a unit that uses several weapons."""
    return replace(melee, several=(*melee.several, unit))


class SeveralChoice(TaskStruct, frozen=True, kw_only=True, tag="SeveralChoice"):
    """Before a round a unit may decide to fight with several weapons, once or always. (ARAP-MELEE-04)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Ask those who are in reach of an enemy and have not said what they always do."""
        state = progress.state
        unit = state.units[self.unit]
        if not self._may(state):
            return
        said = standing_answers.answer_of(state, unit, ABOUT)
        if said != "ask":
            self._use(progress, said == "always")
            return
        progress.ask(
            self,
            unit.side,
            ABOUT,
            f"Does {unit.name} fight with several weapons at once?",
            (
                Option(id="one", label="One weapon", detail="as usual", rule="ARAP-MELEE-05"),
                Option(id="several", label="Several weapons", detail=TOLD, rule=RULE),
                Option(id="always", label="Several, from now on", detail="not asked again", rule=RULE),
                Option(id="never", label="One, from now on", detail="not asked again", rule=RULE),
            ),
            unit=unit.id,
            rule=RULE,
            decline="one",
        )

    def _may(self, state: GameState) -> bool:
        melee = state.melee_of(self.unit)
        return melee is not None and self._any(state, melee)

    def _any(self, state: GameState, melee: Melee) -> bool:
        """Whether anybody would strike so."""
        tried, unit = with_several(melee, self.unit), state.units[self.unit]
        models = engagement.members(state, (self.unit,))
        return any(s.several for m in models for s in engagement.strikes_of(state, tried, unit, m))

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The wounds to expect of the unit's blows in this round, as usual and with several weapons."""
        melee = seen.melee_of(self.unit)
        if melee is None:
            return {}
        return by_choice(*(self._promised(seen, m) for m in (melee, with_several(melee, self.unit))))

    def _promised(self, state: GameState, melee: Melee) -> tuple[Promise, ...]:
        steps = sorted(set(initiatives(state, melee)), reverse=True)
        own = [blow for step in steps for blow in attacks_odds.of_step(state, melee, step) if blow.unit == self.unit]
        return attacks_odds.promised(own, "wounds to expect")

    def answer(self, progress: Progress, choice: str) -> None:
        """For this round, or from now on."""
        side = progress.state.units[self.unit].side
        if choice in ("always", "never"):
            progress.emit(
                standing_answers.StandingAnswerGiven(
                    side=side, unit=self.unit, about=ABOUT, answer=choice, rules=(RULE,)
                )
            )
        self._use(progress, choice in ("several", "always"))

    def _use(self, progress: Progress, several: bool) -> None:
        melee = progress.state.melee_of(self.unit)
        if several and melee is not None:
            side = progress.state.units[self.unit].side
            progress.emit(SeveralChosen(side=side, unit=self.unit, melee=melee.id, rules=(RULE,)))


def by_choice(one: tuple[Promise, ...], several: tuple[Promise, ...]) -> OptionOdds:
    """What each answer promises: fighting with one weapon, with several."""
    return {"one": one, "never": one, "several": several, "always": several}


def choices(state: GameState, units: Sequence[UnitId]) -> list[SeveralChoice]:
    """The choices of those who carry several weapons; in games of version 1 nobody was asked. (ARAP-MELEE-04)"""
    if state.is_older_than("2"):
        return []
    return [SeveralChoice(unit=u) for u in units if standing_answers.concerns(state, state.units[u], ABOUT)]


TOLD = "one attack more each, with the second weapon; all at −1 but those of a charge"

EVENTS: tuple[type[Event], ...] = (SeveralChosen,)
TASKS: tuple[type[TaskStruct], ...] = (SeveralChoice,)
