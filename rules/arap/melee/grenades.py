"""Close-combat grenades: who has them, and whether chargers and the charged use theirs. (ARAP-CCG-01, -02)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.units import standing_answers
from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState


def has_grenades(state: GameState, unit: Unit, trait: str) -> bool:
    """Whether the unit as such is equipped with grenades of that kind. (ARAP-CCG-01)"""
    return any(state.weapons[w].has(trait) for m in unit.alive for w in m.weapons)


def uses_grenades(state: GameState, unit: Unit, trait: str) -> bool:
    """Whether it uses those that it has: not if it never does, or keeps them in this charge. (ARAP-CCG-01, -02)"""
    said = standing_answers.answer_of(state, unit, trait)
    kept = said == "never" or (said == "ask" and trait in unit.now.grenades_kept)
    return has_grenades(state, unit, trait) and not kept


class GrenadesChosen(Event, frozen=True, kw_only=True, tag="GrenadesChosen"):
    """A unit uses its grenades in the charge at hand, or keeps them. (ARAP-CCG-01, ARAP-CCG-02)"""

    grenades: str
    used: bool

    def evolve(self, state: GameState) -> GameState:
        """It holds until it is asked again."""
        assert self.unit is not None
        unit = state.units[self.unit]
        kept = tuple(k for k in unit.now.grenades_kept if k != self.grenades)
        kept = kept if self.used else (*kept, self.grenades)
        return state.with_unit(replace(unit, now=replace(unit.now, grenades_kept=kept)))

    def sentence(self, state: GameState) -> str:
        """Which, and who."""
        assert self.unit is not None
        does = "use" if self.used else "keep"
        return f"{state.units[self.unit].name} {does} {self.grenades.replace('-', ' ')}s"


def grenade_choices(state: GameState, charger: UnitId, target: UnitId) -> list[GrenadeChoice]:
    """Those of a charge who have grenades and are to be asked about them. (ARAP-CCG-01, ARAP-CCG-02)"""
    pairs = ((charger, "assault-grenade"), (target, "defensive-grenade"))
    return [GrenadeChoice(unit=u, grenades=g) for u, g in pairs if _is_asked(state, state.units[u], g)]


def _is_asked(state: GameState, unit: Unit, grenades: str) -> bool:
    return standing_answers.answer_of(state, unit, grenades) == "ask" and has_grenades(state, unit, grenades)


class GrenadeChoice(TaskStruct, frozen=True, kw_only=True, tag="GrenadeChoice"):
    """A unit in a charge may use its grenades, if it is to be asked. (ARAP-CCG-01, ARAP-CCG-02)"""

    unit: UnitId
    grenades: str

    def run(self, progress: Progress) -> None:
        """Ask, if it is still there."""
        unit = progress.state.units[self.unit]
        if not unit.in_play:
            return
        rule = standing_answers.MATTERS[self.grenades].rule
        gain = "cover is of no use to the enemy" if self.grenades == "assault-grenade" else "chargers lose their bonus"
        progress.ask(
            self,
            unit.side,
            "grenades",
            f"Does {unit.name} use {self.grenades.replace('-', ' ')}s?",
            (
                Option(id="use", label="Use them", detail=gain, rule=rule),
                Option(id="keep", label="Keep them", rule=rule),
                Option(id="always", label="Always use them", detail="not asked again", rule=rule),
            ),
            unit=unit.id,
            rule=rule,
            decline="use",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """For this charge, or from now on."""
        side, rule = progress.state.units[self.unit].side, standing_answers.MATTERS[self.grenades].rule
        if choice == "always":
            progress.emit(
                standing_answers.StandingAnswerGiven(
                    side=side, unit=self.unit, about=self.grenades, answer="always", rules=(rule,)
                )
            )
        used = choice != "keep"
        progress.emit(GrenadesChosen(side=side, unit=self.unit, grenades=self.grenades, used=used, rules=(rule,)))


EVENTS: tuple[type[Event], ...] = (GrenadesChosen,)
TASKS: tuple[type[TaskStruct], ...] = (GrenadeChoice,)
