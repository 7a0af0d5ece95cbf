"""The 25 % casualties test and pinning. (ARAP-CAS-04 to -07, ARAP-PIN-01 to -04)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from rules.arap.events import tallied, tally_of
from rules.arap.morale import dangerous_ground, leadership, rout
from rules.arap.morale.pinning import pin
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.geometry.measure import gap_between
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

Result = Literal["passed", "pinned", "routs"]


def threshold(n_start: int) -> int:
    """How many losses call for the test: a quarter of the unit, rounded up. (ARAP-CAS-04)"""
    return -(-n_start // 4)


def losses(state: GameState, unit: UnitId) -> int:
    """Models lost in this player turn that count for the test, whoever caused it. (ARAP-CAS-06)"""
    return sum(t.losses for t in state.turn.tallies if t.target == unit)


def is_due(state: GameState, unit: Unit) -> bool:
    """Whether the unit owes a test: a quarter lost, some left, not tested yet, not locked and not routing.

    (ARAP-CAS-04, ARAP-CAS-06)
    """
    lost = losses(state, unit.id)
    if not lost or lost < threshold(unit.n_start) or unit.is_vehicle or not unit.in_play:
        return False
    return not is_exempt(state, unit)


def is_exempt(state: GameState, unit: Unit) -> bool:
    """Whether it takes no test whatever it loses: in melee, routing, or tested in this turn already. (ARAP-CAS-06)"""
    return unit.routing or state.is_locked(unit.id) or tally_of(state, unit.id, unit.id).tested


def main_cause(state: GameState, unit: Unit) -> UnitId | None:
    """The enemy that caused most of the losses, the nearer on a tie. (ARAP-CAS-05)"""
    guilty = [t for t in state.turn.tallies if t.target == unit.id and t.losses and _is_enemy(state, unit, t.shooter)]
    if not guilty:
        return None
    most = max(t.losses for t in guilty)
    return min((t.shooter for t in guilty if t.losses == most), key=lambda u: (_gap(state, unit, u), u))


def _is_enemy(state: GameState, unit: Unit, other: UnitId) -> bool:
    return state.units[other].side != unit.side


def _gap(state: GameState, unit: Unit, other: UnitId) -> float:
    theirs = tuple(m.at for m in state.units[other].alive)
    return gap_between(tuple(m.at for m in unit.alive), theirs) if theirs else float("inf")


def queue_end_of_turn_tests(progress: Progress) -> None:
    """Queue the tests held back until this player turn's end. (ARAP-CAS-04)"""
    tests = [CasualtiesDue(unit=u.id) for u in progress.state.units.values() if is_due(progress.state, u)]
    progress.queue(*tests)


class CasualtiesDue(TaskStruct, frozen=True, kw_only=True, tag="CasualtiesDue"):
    """One unit's test at the end of the player turn, if it is still owed."""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """What befell the unit since the test was put down may have settled it."""
        unit = progress.state.units[self.unit]
        if is_due(progress.state, unit):
            test(progress, self.unit, cause=main_cause(progress.state, unit), now=False)


def test_at_once(progress: Progress, unit: UnitId, lost_before: int) -> Result:
    """Test at once if the unit has lost more than before in its own turn, by a fall or the ground. (ARAP-TERR-03)

    Who owes no test passes.
    """
    lost = losses(progress.state, unit) > lost_before
    if lost and is_due(progress.state, progress.state.units[unit]):
        return test(progress, unit, cause=None, now=True)
    return "passed"


def brave(progress: Progress, unit: UnitId, moved: Mapping[ModelId, Sequence[Point]]) -> bool:
    """Dangerous ground on a walk of its own, and the test of who loses a quarter to it. (ARAP-TERR-02, ARAP-TERR-03)

    False if nobody is left or they break, and do not go on to where they meant to get.
    """
    before = losses(progress.state, unit)
    dangerous_ground.brave(progress, unit, moved, counts=True)
    result = test_at_once(progress, unit, before)
    return bool(progress.state.units[unit].alive) and result != "routs"


def test(progress: Progress, unit: UnitId, *, cause: UnitId | None, now: bool) -> Result:
    """Roll the test: passed, pinned on an even failure, flinch and rout on an odd one. (ARAP-CAS-05)

    With `now` it is taken in the unit's own turn, and a failure ends its activation. (ARAP-CAS-07)
    """
    state = progress.state
    tested = state.units[unit]
    lost = losses(state, unit)
    why = f"{tested.name} lost {lost} of {tested.n_start}" if lost else f"{tested.name} has lost a quarter"
    terrain = ("ARAP-TERR-03",) if now and cause is None else ()
    rules = ("ARAP-CAS-04", "ARAP-CAS-05", *(("ARAP-CAS-07", *terrain) if now else ()))
    result = _tested(progress, unit, rules, why)
    rules = ("ARAP-CAS-05", "ARAP-SUPP-04", *(("ARAP-CAS-07",) if now else ()))
    progress.emit(
        CasualtiesTested(
            side=tested.side,
            unit=unit,
            result=result,
            now=now,
            gets_up=result == "routs",
            spent=now and result != "passed" and state.turn.active == unit,
            rules=rules,
        )
    )
    if result == "pinned":
        pin(progress, unit, ("ARAP-CAS-05",))
    if result == "routs":
        rout.flinch(progress, unit, cause)
    return result


def _tested(progress: Progress, unit: UnitId, rules: tuple[str, ...], why: str) -> Result:
    """The test itself; nobody rolls who passes it without dice. (ARAP-CAS-05, ARAP-DICE-05)"""
    if leadership.passes_without_dice(progress, unit, "casualties"):
        return "passed"
    rolled = leadership.test(progress, unit, "casualties-test", rules=rules, why=why)
    assert rolled.total is not None
    return "passed" if rolled.passed else "routs" if rolled.total % 2 else "pinned"


class CasualtiesTested(Event, frozen=True, kw_only=True, tag="CasualtiesTested"):
    """A unit has taken its 25 % test; whatever the result, its suppression points go. (ARAP-SUPP-04)"""

    result: Result
    now: bool = False
    """In its own turn: a failure takes the points that it has left. (ARAP-CAS-07)"""
    gets_up: bool | None = None
    """Who routs no longer lies low. (ARAP-GTG-03)"""
    spent: bool = False
    """The points that it had left are gone. (ARAP-CAS-07)"""

    def evolve(self, state: GameState) -> GameState:
        """No points of suppression; tested for this player turn."""
        assert self.unit is not None
        if self.gets_up is None:  # a log of version 1
            spent = self.now and self.result != "passed" and state.turn.active == self.unit
            return replace(self, gets_up=self.result == "routs", spent=spent).evolve(state)
        unit = replace(state.units[self.unit], s_active=0, s_pending=0)
        unit = replace(unit, gone_to_ground=False, ground_fresh=False) if self.gets_up else unit
        state = tallied(state.with_unit(unit), self.unit, self.unit, tested=True)
        return state.with_turn(ap=0) if self.spent else state

    def sentence(self, state: GameState) -> str:
        """What the test brought."""
        assert self.unit is not None
        name = state.units[self.unit].name
        return {"passed": f"{name} stands its losses", "pinned": "", "routs": f"{name} breaks"}[self.result]


EVENTS: tuple[type[Event], ...] = (CasualtiesTested,)
TASKS: tuple[type[TaskStruct], ...] = (CasualtiesDue,)
