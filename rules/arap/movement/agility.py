"""Movement saves and agility rolls: low against Initiative, by how fast the model can move now. (ARAP-AGIL-01, -02)"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage import wounds_and_saves
from rules.arap.movement.building_interface import EdgesOfBuildings
from rules.arap.paths import allowance
from rules.arap.rolls import grouped
from rules.arap.terrain import ground
from rules.core.ids import ModelId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, Preview, average
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text, modified
from rules.dice.odds.chances import chance_low
from rules.forces.unit import Model, Unit
from rules.geometry.lengths import is_within
from rules.progress import Action, Progress
from rules.state import Event, GameState

Situation = Literal["narrow", "slippery", "ice", "save"]
Consequence = Literal["falls-over", "falls", "none"]

WORDS: Final[dict[Situation, str]] = {
    "narrow": "narrow footing",
    "slippery": "slippery footing",
    "ice": "crossing ice",
    "save": "a movement save",
}

HIGHEST_FALL_IN: Final = 60.0
LONGEST: Final = 200
"""Characters of a reason for the log."""


def modifiers(move_in: float) -> tuple[Modifier, ...]:
    """One less for a model that moves no more than 2 inches now, one more for one beyond 4. (ARAP-AGIL-01)"""
    if is_within(move_in, 2):
        return (Modifier(-1, "moves 2″ or less", "ARAP-AGIL-01"),)
    return () if is_within(move_in, 4) else (Modifier(1, "moves more than 4″", "ARAP-AGIL-01"),)


def goal(initiative: int, move_in: float) -> int:
    """The most that the die may show, not limited. (ARAP-AGIL-01)"""
    return modified(initiative, modifiers(move_in))


def current_move(state: GameState, unit: Unit, model: Model) -> float:
    """Inches that the model can move now: after encumbrance and the ground that it stands on. (ARAP-AGIL-01)

    Nobody aboard a vehicle stands on any.
    """
    if unit.aboard is not None and not state.is_older_than("20"):
        return allowance.basic_move(state, unit, model)
    worst = max((ground.FACTORS.get(t.going, 1.0) for t in ground.terrain_at(state, model.at)), default=1.0)
    return allowance.basic_move(state, unit, model) / worst


def save(
    progress: Progress,
    unit_id: UnitId,
    models: Sequence[Model],
    *,
    why: str,
    rules: Sequence[str] = (),
    extra: Sequence[Modifier] = (),
    at_edge: bool = False,
) -> list[ModelId]:
    """One die for each model, those of one goal together; the models that failed, in their order.

    `extra` is what the situation adds to the goal; `at_edge` failing would be a fall, from which railings keep.
    """
    state = progress.state
    unit = state.units[unit_id]
    failed: set[ModelId] = set()
    groups = grouped((_need(state, unit, m, extra, at_edge=at_edge), m) for m in models)
    for (initiative, changes), group in groups.items():
        rolled = progress.roll(
            "agility",
            len(group),
            sense="low",
            base=initiative,
            goal=modified(initiative, changes),
            modifiers=changes,
            unit=unit_id,
            why=why,
            rules=("ARAP-AGIL-01", *rules),
        )
        failed |= {m.id for m, made in zip(group, rolled.made, strict=True) if not made}
    return [m.id for m in models if m.id in failed]


def goal_of(state: GameState, unit: Unit, model: Model) -> int:
    """The most that the die of a model may show now, not limited. (ARAP-AGIL-01)"""
    return modified(*_need(state, unit, model, at_edge=False))


Need = tuple[int, tuple[Modifier, ...]]
"""Initiative, and what changes it."""


def _need(state: GameState, unit: Unit, model: Model, extra: Sequence[Modifier] = (), *, at_edge: bool) -> Need:
    """What a model rolls against. (ARAP-AGIL-01, BLD-MOVE-05)"""
    rails = building_interface.ask(EdgesOfBuildings).railing(state, model) if at_edge else ()
    return state.profile(model).i, (*modifiers(current_move(state, unit, model)), *extra, *rails)


def _chance(label: str, odds: Fraction | int) -> Chance:
    return Chance(label=label, exact=str(odds), value=float(odds))


def _needed(initiative: int, changes: Sequence[Modifier], count: int) -> str:
    """What so many models need, and why: "3 need 5 or less: Initiative 4, +1 moves more than 4″"."""
    text = goal_text(modified(initiative, changes), "low")
    parts = [f"Initiative {initiative}", *(f"{m.value:+d} {m.reason}" for m in changes)]
    return f"{count} need{'s' if count == 1 else ''} {text}: {', '.join(parts)} (ARAP-AGIL-01)"


def needs_roll(situation: Situation, speed_in: float, move_in: float) -> bool:
    """Whether the footing asks for a roll: ice does only beyond half the standard rate. (ARAP-AGIL-02)"""
    return situation != "ice" or not is_within(speed_in, move_in / 2)


class CallAgility(Action, frozen=True, kw_only=True, tag="CallAgility"):
    """The host calls for agility rolls or movement saves, and says what failing does. (ARAP-AGIL-01, ARAP-AGIL-02)

    `models` are members of the unit, all of them if none is named; `speed_in` is how fast they cross ice; `fall_in` how
    deep a model that fails `falls`. Who `falls-over` neither moves nor attacks for the rest of the turn.
    """

    unit: UnitId
    models: tuple[ModelId, ...] = ()
    situation: Situation = "narrow"
    speed_in: float = 0
    consequence: Consequence = "falls-over"
    fall_in: float = 0
    reason: str = ""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Members of a unit on the table, footing that calls for a roll, a depth for a fall, a reason."""
        unit = state.units.get(self.unit)
        if unit is None or unit.is_vehicle or not unit.on_table:
            return Refusal("unknown-unit", "There is no such unit on foot.", "ARAP-AGIL-02", "a unit on the table")
        if not {m.id for m in unit.alive}.issuperset(self.models):
            return Refusal("unknown-model", "Only living members roll.", "ARAP-AGIL-02", unit.name)
        if not any(needs_roll(self.situation, self.speed_in, state.profile(m).m) for m in self._members(unit)):
            text = f"{unit.name} crosses the ice at no more than half its rate."
            return Refusal("no-roll-needed", text, "ARAP-AGIL-02", "a roll beyond half the basic move")
        if self.consequence == "falls" and not 0 < self.fall_in <= HIGHEST_FALL_IN:
            text = f"A fall of {self.fall_in:g}″ is out of range."
            return Refusal("bad-fall", text, "ARAP-AGIL-02", f"more than 0″ and up to {HIGHEST_FALL_IN:g}″")
        if not self.reason.strip() or len(self.reason) > LONGEST:
            return Refusal("no-reason", "A roll needs its reason, for the log.", "ARAP-AGIL-02", "a few words")
        return None

    def _members(self, unit: Unit) -> list[Model]:
        return [m for m in unit.alive if m.id in self.models or not self.models]

    def _rolling(self, state: GameState, unit: Unit) -> list[Model]:
        """Those of them whose footing calls for a roll."""
        return [m for m in self._members(unit) if needs_roll(self.situation, self.speed_in, state.profile(m).m)]

    def preview(self, state: GameState) -> Preview:
        """The chance of each model that differs from the others, of all together, and what each needs.

        The odds are shown before anybody has written down the reason.
        """
        refusal = self.check(state)
        if refusal is not None and refusal.code != "no-reason":
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        at_edge = self.consequence == "falls"
        needs = Counter(_need(state, unit, m, at_edge=at_edge) for m in self._rolling(state, unit))
        odds = {need: chance_low(modified(*need)) for need in needs}
        each = dict.fromkeys(odds.values())
        chances = [_chance("keeps its footing", c) for c in each]
        if sum(needs.values()) > 1:
            chances.append(_chance("all keep their footing", math.prod(odds[need] ** n for need, n in needs.items())))
            chances.append(average("fail, average", sum((1 - odds[need]) * n for need, n in needs.items())))
        notes = tuple(_needed(initiative, changes, n) for (initiative, changes), n in needs.items())
        return Preview(refusal=refusal, chances=tuple(chances), notes=notes, rules=("ARAP-AGIL-01", "ARAP-AGIL-02"))

    def resolve(self, progress: Progress) -> None:
        """Roll for each; then what failing does."""
        unit = progress.state.units[self.unit]
        rolling = self._rolling(progress.state, unit)
        why = f"{unit.name}, {WORDS[self.situation]}: {self.reason}"
        falls = self.consequence == "falls"
        failed = save(progress, unit.id, rolling, why=why, rules=("ARAP-AGIL-02",), at_edge=falls)
        if not failed:
            return
        if self.consequence == "falls":
            self._fall(progress, failed)
        elif self.consequence == "falls-over":
            progress.emit(ModelsSprawled(side=unit.side, unit=unit.id, models=tuple(failed), rules=("ARAP-AGIL-02",)))

    def _fall(self, progress: Progress, failed: Sequence[ModelId]) -> None:
        """Off a structure few saves count, and whoever stands below is struck. (BLD-FALL-03, BLD-FALL-04)"""
        unit = progress.state.units[self.unit]
        off = {m: any(t.is_structure for t in ground.terrain_at(progress.state, unit.model(m).at)) for m in failed}
        for structure, models in grouped((off[m], m) for m in failed).items():
            rules = ("ARAP-AGIL-02",)
            wounds_and_saves.fall(progress, unit.id, models, self.fall_in, off_structure=structure, rules=rules)


class ModelsSprawled(Event, frozen=True, kw_only=True, tag="ModelsSprawled"):
    """Models have fallen over: no moves and no attacks until the player turn ends. (ARAP-AGIL-02)"""

    models: tuple[ModelId, ...]

    def evolve(self, state: GameState) -> GameState:
        """They are marked."""
        assert self.unit is not None
        unit = state.units[self.unit]
        models = tuple(replace(m, sprawled=m.sprawled or m.id in self.models) for m in unit.models)
        return state.with_unit(replace(unit, models=models))

    def sentence(self, state: GameState) -> str:
        """How many."""
        assert self.unit is not None
        unit = state.units[self.unit]
        who = unit.name if len(unit.alive) == 1 else f"{len(self.models)} of {unit.name}"
        return f"{who} {'falls' if len(self.models) == 1 else 'fall'} over: no moves and no attacks in this turn"


ACTIONS: tuple[type[Action], ...] = (CallAgility,)
EVENTS: tuple[type[Event], ...] = (ModelsSprawled,)
