"""At whom fighters strike where they have a choice: their owner names a kind of enemy for the round. (ARAP-MELEE-03)"""

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

ABOUT = "strike-at"
RULE = "ARAP-MELEE-03"
NEAREST = "nearest"


class FoeNamed(Event, frozen=True, kw_only=True, tag="FoeNamed"):
    """Those of a unit who can strike at such an enemy do so in this round. (ARAP-MELEE-03)"""

    melee: str
    foe: str
    """Unit and profile: "b1/sergeant"."""

    def evolve(self, state: GameState) -> GameState:
        """It holds for one round."""
        assert self.unit is not None
        melees = tuple(aiming(m, self.unit, self.foe) if m.id == self.melee else m for m in state.melees)
        return replace(state, melees=melees)

    def sentence(self, state: GameState) -> str:
        """Who strikes at whom."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} strikes at {named(state, self.foe)} where it can"


def aiming(melee: Melee, unit: UnitId, foe: str) -> Melee:
    """The melee with what a unit named."""
    return replace(melee, aims={**melee.aims, unit: foe})


def named(state: GameState, foe: str) -> str:
    """A kind of enemy in words: "Sergeant of B1"."""
    unit, _, profile = foe.partition("/")
    known = next((each for key, each in state.profiles.items() if key == profile), None)
    return f"{f'{known.name} of ' if known else ''}{state.units[UnitId(unit)].name}"


def kinds(state: GameState, melee: Melee, unit: UnitId) -> list[str]:
    """The kinds of enemies that somebody of the unit could strike at, in order."""
    foes = engagement.enemy_models(state, melee, state.units[unit].side)
    fighters = engagement.members(state, (unit,))
    reached = (e for e in foes if any(engagement.reaches(state, m, e) for m in fighters))
    return list(dict.fromkeys(engagement.kind_of(state, enemy) for enemy in reached))


def may_choose(state: GameState, melee: Melee | None, unit: UnitId) -> bool:
    """Whether any one fighter of the unit has enemies of several kinds in reach."""
    if melee is None:
        return False
    foes = engagement.enemy_models(state, melee, state.units[unit].side)
    reached = (
        {engagement.kind_of(state, e) for e in foes if engagement.reaches(state, m, e)}
        for m in engagement.members(state, (unit,))
    )
    return any(len(found) > 1 for found in reached)


def _is_asked_of_all(state: GameState) -> bool:
    """Up to version 3 only those were asked who had said so."""
    return not state.is_older_than("4")


class FoeChoice(TaskStruct, frozen=True, kw_only=True, tag="FoeChoice"):
    """Before a round a unit that has a choice names the enemies that it strikes at. (ARAP-MELEE-03)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Ask where there is a choice."""
        state = progress.state
        melee, unit = state.melee_of(self.unit), state.units[self.unit]
        found = kinds(state, melee, self.unit) if melee is not None else []
        if len(found) < 2 or (_is_asked_of_all(state) and not may_choose(state, melee, self.unit)):
            return
        options = [
            Option(id=NEAREST, label="Whoever is nearest", detail="each for himself", rule=RULE),
            *(Option(id=foe, label=named(state, foe), detail=_figures_of(state, foe), rule=RULE) for foe in found),
        ]
        if _is_asked_of_all(state):
            options.append(Option(id="never", label="Nearest, from now on", detail="not asked again", rule=RULE))
        progress.ask(
            self,
            unit.side,
            "strike-at",
            f"At whom does {unit.name} strike?",
            options,
            unit=unit.id,
            rule=RULE,
            decline=NEAREST,
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The wounds to expect of the unit's blows in this round, at each of them."""
        melee = seen.melee_of(self.unit)
        if melee is None:
            return {}
        tried = {NEAREST: melee} | {foe: aiming(melee, self.unit, foe) for foe in kinds(seen, melee, self.unit)}
        tried["never"] = melee
        return {choice: self._promised(seen, each) for choice, each in tried.items()}

    def _promised(self, state: GameState, melee: Melee) -> tuple[Promise, ...]:
        steps = sorted(set(initiatives(state, melee)), reverse=True)
        own = [blow for step in steps for blow in attacks_odds.of_step(state, melee, step) if blow.unit == self.unit]
        return attacks_odds.promised(own, "wounds to expect")

    def answer(self, progress: Progress, choice: str) -> None:
        """For this round, or from now on."""
        melee, side = progress.state.melee_of(self.unit), progress.state.units[self.unit].side
        if choice == "never":
            said = standing_answers.StandingAnswerGiven(
                side=side, unit=self.unit, about=ABOUT, answer="never", rules=(RULE,)
            )
            progress.emit(said)
        elif choice != NEAREST and melee is not None:
            progress.emit(FoeNamed(side=side, unit=self.unit, melee=melee.id, foe=choice, rules=(RULE,)))


def _figures_of(state: GameState, foe: str) -> str:
    profile = next((each for key, each in state.profiles.items() if key == foe.partition("/")[2]), None)
    return f"WS {profile.ws}, T {profile.t}" if profile else ""


def choices(state: GameState, units: Sequence[UnitId]) -> list[FoeChoice]:
    """The choices of those who have not said that each strikes at whoever is nearest. (ARAP-MELEE-03)"""
    asked = (u for u in units if standing_answers.answer_of(state, state.units[u], ABOUT) != "never")
    return [FoeChoice(unit=u) for u in asked]


EVENTS: tuple[type[Event], ...] = (FoeNamed,)
TASKS: tuple[type[TaskStruct], ...] = (FoeChoice,)
