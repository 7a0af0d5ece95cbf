"""Pursuers that halt, follow their quarry off the table, and come back. (ARAP-PURS-04, ARAP-PURS-06)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.arap.events import LeftTable
from rules.arap.melee.hold_back import hatred, in_frenzy, is_slow, needed
from rules.arap.melee.pursuit import end
from rules.arap.morale import leadership, rout
from rules.arap.positions import placing, single_models
from rules.arap.units.set_down import place_unit
from rules.core.ids import UnitId
from rules.core.prompt import Option, OptionOdds
from rules.forces.unit import Point, Unit
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Placement

RETURN_GOAL = 4
"""On this or more pursuers come back on to the table. (ARAP-PURS-04)"""


class PursuersReturned(Event, frozen=True, kw_only=True, tag="PursuersReturned"):
    """Pursuers come back where they left the table. (ARAP-PURS-04)"""

    def evolve(self, state: GameState) -> GameState:
        """They stand on the table again."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], left_table=False, exit_at=None, pursuing=None))

    def sentence(self, state: GameState) -> str:
        """Who is back."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} comes back on to the table"


class HaltTest(TaskStruct, frozen=True, kw_only=True, tag="HaltTest"):
    """Pursuers may test to halt; those whose quarry left the table leave after it. (ARAP-PURS-04, -06)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Follow them off, or ask."""
        unit = progress.state.units[self.unit]
        if unit.pursuing is None or not unit.on_table:
            return
        quarry = progress.state.units[unit.pursuing]
        if quarry.left_table:
            at = quarry.exit_at or unit.alive[0].at
            progress.emit(LeftTable(side=unit.side, unit=unit.id, returns=True, exit_at=at, rules=("ARAP-PURS-04",)))
            return
        if quarry.is_gone:
            end(progress, unit, "nobody is left to pursue")
            return
        if not in_frenzy(progress.state, unit):
            self._ask(progress, unit, quarry)

    def _ask(self, progress: Progress, unit: Unit, quarry: Unit) -> None:
        changes = hatred(progress.state, unit, quarry.id, "ARAP-PURS-06")
        slow = is_slow(progress.state, unit)
        options = (
            Option(id="pursue", label="Pursue on", rule="ARAP-PURS-01"),
            Option(
                id="halt",
                label="Halt" if slow else "Test to halt",
                detail="no test is needed" if slow else needed(progress.state, unit, changes, "halt"),
                rule="ARAP-PURS-08" if slow else "ARAP-PURS-06",
            ),
        )
        progress.ask(
            self,
            unit.side,
            "pursuit-halt",
            f"Does {unit.name} go on after {quarry.name}?",
            options,
            unit=unit.id,
            about=quarry.id,
            rule="ARAP-PURS-06",
            decline="pursue",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """The test to halt; nothing where none is needed."""
        unit = seen.units[self.unit]
        if unit.pursuing is None or is_slow(seen, unit):
            return {}
        goal = leadership.goal(seen, unit, hatred(seen, unit, unit.pursuing, "ARAP-PURS-06"))
        return {"halt": leadership.odds_of(leadership.chance(seen, unit, "halt", goal), "halts", "goes on")}

    def answer(self, progress: Progress, choice: str) -> None:
        """Go on, or halt if the test is passed."""
        unit = progress.state.units[self.unit]
        assert unit.pursuing is not None
        if choice == "pursue":
            return
        if is_slow(progress.state, unit):
            end(progress, unit, "they are too slow to follow")
            return
        if leadership.passes_without_dice(progress, unit.id, "halt"):
            end(progress, unit, "they halt")
            return
        rolled = leadership.test(
            progress,
            unit.id,
            "pursuit-halt",
            modifiers=hatred(progress.state, unit, unit.pursuing, "ARAP-PURS-06"),
            rules=("ARAP-PURS-06",),
            why=f"{unit.name} halts",
        )
        if rolled.passed:
            end(progress, unit, "they halt")


class ReturnTest(TaskStruct, frozen=True, kw_only=True, tag="ReturnTest"):
    """Pursuers that left the table try to come back. (ARAP-PURS-04)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """A 4 or more puts them back where they left."""
        unit = progress.state.units[self.unit]
        rolled = progress.roll(
            "pursuer-return",
            1,
            sense="high",
            goal=RETURN_GOAL,
            unit=unit.id,
            why=f"{unit.name} comes back",
            rules=("ARAP-PURS-04",),
        )
        if not rolled.passed:
            return
        placements = return_places(progress.state, unit)
        if placements is None:
            return
        progress.emit(PursuersReturned(side=unit.side, unit=unit.id, rules=("ARAP-PURS-04",)))
        place_unit(progress, progress.state.units[unit.id], placements)


def return_places(state: GameState, unit: Unit) -> tuple[Placement, ...] | None:
    """Ranks at the place where the unit left, moved along and inwards until there is room; None without any."""
    assert unit.exit_at is not None
    taken = single_models.occupied(state, {m.id for m in unit.alive})
    for at, facing in _inwards(state, unit.exit_at):
        placements = placing.block(state, unit, at, facing)
        if all(single_models.is_free(state, unit.model(p.model), p.at, taken) for p in placements):
            return placements
    return None


def _inwards(state: GameState, exit_at: Point) -> list[tuple[Point, float]]:
    """Places for the front rank near an exit, looking into the table."""
    width, depth = state.scenario.width_in, state.scenario.height_in
    x, y = exit_at
    gaps = {180.0: y, 270.0: width - x, 0.0: depth - y, 90.0: x}
    facing = min(gaps, key=lambda f: gaps[f])
    inward = {180.0: (0.0, 1.0), 270.0: (-1.0, 0.0), 0.0: (0.0, -1.0), 90.0: (1.0, 0.0)}[facing]
    aside = (inward[1], inward[0])
    return [
        ((x + inward[0] * n + aside[0] * k, y + inward[1] * n + aside[1] * k), facing)
        for n in range(2, 9)
        for k in (0, 2, -2, 4, -4, 6, -6, 9, -9)
    ]


def queue_halts(progress: Progress) -> None:
    """Queue the tests to halt a pursuit, then those of pursuers off the table to return. (ARAP-PURS-04, -06)"""
    state = progress.state
    halts = [HaltTest(unit=u.id) for u in rout.in_turn_order(state) if u.pursuing is not None]
    away = [u for u in state.units.values() if u.left_table and u.exit_at is not None and not u.is_gone]
    progress.queue(*halts, *(ReturnTest(unit=u.id) for u in away if u.side == state.active_side))


EVENTS: tuple[type[Event], ...] = (PursuersReturned,)
TASKS: tuple[type[TaskStruct], ...] = (HaltTest, ReturnTest)
