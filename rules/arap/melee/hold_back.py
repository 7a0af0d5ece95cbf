"""Whether victors pursue: always, never, by choice, or after a test to hold back. (ARAP-PURS-01, -07, -08)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.arap.morale import leadership, melee_morale, rout
from rules.arap.positions import engagement
from rules.arap.terrain import ground
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.core.prompt import Option, OptionOdds
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

SLOW_IN = 3
"""With a basic move of this or less nobody need pursue. (ARAP-PURS-08)"""

STRONGPOINTS = ("building", "bunker")


class PursuitBegan(Event, frozen=True, kw_only=True, tag="PursuitBegan"):
    """Victors go after a unit that routs. (ARAP-PURS-01)"""

    quarry: UnitId
    frenzy: bool = False
    """It cannot help it. (ARAP-PURS-07)"""

    def evolve(self, state: GameState) -> GameState:
        """It pursues; points left over are lost."""
        assert self.unit is not None
        state = state.with_unit(replace(state.units[self.unit], pursuing=self.quarry, held_ap=0))
        return state.with_turn(ap=0) if state.turn.active == self.unit else state

    def sentence(self, state: GameState) -> str:
        """Who goes after whom."""
        assert self.unit is not None
        frenzy = ", in frenzy" if self.frenzy else ""
        return f"{state.units[self.unit].name} will pursue {state.units[self.quarry].name}{frenzy}"


def in_frenzy(state: GameState, unit: Unit) -> bool:
    """Whether the unit always pursues. (ARAP-PURS-07)"""
    return any(state.profile(m).has("frenzy") for m in unit.alive)


def is_slow(state: GameState, unit: Unit) -> bool:
    """Whether its basic move is 3 inches or less. (ARAP-PURS-08)"""
    return all(state.profile(m).m <= SLOW_IN for m in unit.alive)


def fought_over(state: GameState, units: Sequence[UnitId]) -> bool:
    """Whether some of the fighters stand in a strongpoint: a building, a bunker, or hard cover. (ARAP-PURS-08)"""
    return any(
        t.look in STRONGPOINTS or t.cover == "hard"
        for m in engagement.members(state, units)
        for t in ground.terrain_at(state, m.at)
    )


def gap(state: GameState, unit: Unit, quarry: UnitId) -> float:
    """Inches between the nearest members of victors and routers."""
    return rout.gap_in(state, unit, (quarry,))


class PursuitChoice(TaskStruct, frozen=True, kw_only=True, tag="PursuitChoice"):
    """A victor pursues, or tries to hold back. (ARAP-PURS-07, -08)"""

    unit: UnitId
    quarry: UnitId
    contested: bool = False

    def run(self, progress: Progress) -> None:
        """Ask, unless the unit cannot pursue or cannot help it."""
        state = progress.state
        unit, quarry = state.units[self.unit], state.units[self.quarry]
        if not unit.on_table or unit.routing or state.is_locked(unit.id) or unit.pursuing is not None:
            return
        if not quarry.on_table or not quarry.routing:
            return
        if in_frenzy(state, unit) and not self.contested:
            self._begin(progress, frenzy=True)
            return
        progress.ask(
            self,
            unit.side,
            "pursuit",
            f"{quarry.name} routs. Does {unit.name} pursue?",
            self._options(state, unit),
            unit=unit.id,
            about=quarry.id,
            rule="ARAP-PURS-07",
            decline="pursue",
        )

    def _options(self, state: GameState, unit: Unit) -> list[Option]:
        go = Option(id="pursue", label="Pursue", detail="after them in each compulsory phase", rule="ARAP-PURS-01")
        if not self._tests(state, unit):
            return [go, Option(id="hold", label="Hold back", detail="no test is needed", rule="ARAP-PURS-08")]
        test = Option(
            id="hold",
            label="Test to hold back",
            detail=needed(state, unit, self._hatred(state, unit), "restraint"),
            rule="ARAP-PURS-08" if self.contested else "ARAP-PURS-07",
        )
        return [go, test]

    def _hatred(self, state: GameState, unit: Unit) -> tuple[Modifier, ...]:
        return hatred(state, unit, self.quarry, "ARAP-PURS-07")

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The test to hold back; nothing where none is needed."""
        unit = seen.units[self.unit]
        if not self._tests(seen, unit):
            return {}
        goal = leadership.goal(seen, unit, self._hatred(seen, unit))
        return {"hold": leadership.odds_of(leadership.chance(seen, unit, "restraint", goal), "holds back", "pursues")}

    def _tests(self, state: GameState, unit: Unit) -> bool:
        """Whether holding back takes a test. (ARAP-PURS-07, ARAP-PURS-08)"""
        return in_frenzy(state, unit) or not (self.contested or is_slow(state, unit))

    def answer(self, progress: Progress, choice: str) -> None:
        """Go, stay, or test to stay."""
        unit = progress.state.units[self.unit]
        if choice == "pursue":
            self._begin(progress)
            return
        if not self._tests(progress.state, unit):
            return
        if leadership.passes_without_dice(progress, unit.id, "restraint"):
            return
        rolled = leadership.test(
            progress,
            unit.id,
            "pursuit-restraint",
            modifiers=self._hatred(progress.state, unit),
            rules=("ARAP-PURS-08",) if self.contested else ("ARAP-PURS-07",),
            why=f"{unit.name} holds back",
        )
        if not rolled.passed:
            self._begin(progress)

    def _begin(self, progress: Progress, *, frenzy: bool = False) -> None:
        side = progress.state.units[self.unit].side
        rules = ("ARAP-PURS-07", "ARAP-PURS-01") if frenzy else ("ARAP-PURS-01", "ARAP-PURS-07")
        progress.emit(PursuitBegan(side=side, unit=self.unit, quarry=self.quarry, frenzy=frenzy, rules=rules))


def needed(state: GameState, unit: Unit, changes: Sequence[Modifier], kind: leadership.Kind) -> str:
    """What a test against Ld takes, and why: "5 or less on 2D6: Leadership 6, -1 a hated enemy"."""
    if leadership.always_passes(state, unit, kind):
        return leadership.SURE
    text = f"{leadership.goal(state, unit, changes)} or less on 2D6"
    named = (*leadership.modifiers_of(unit), *changes)
    if not named:
        return text
    reasons = ", ".join(f"{m.value:+d} {m.reason}".replace("-", "−", 1) for m in named)
    return f"{text}: Leadership {leadership.ld(state, unit)}, {reasons}"


def hatred(state: GameState, unit: Unit, quarry: UnitId, rule: str) -> tuple[Modifier, ...]:
    """Minus one for those who have routed a hated enemy."""
    return (Modifier(-1, "a hated enemy", rule),) if melee_morale.hates(state, unit, state.units[quarry]) else ()


EVENTS: tuple[type[Event], ...] = (PursuitBegan,)
TASKS: tuple[type[TaskStruct], ...] = (PursuitChoice,)
