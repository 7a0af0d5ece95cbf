"""Pinning: the test, and what a pinned unit suffers. (ARAP-PIN-01 to -04)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.morale import leadership
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState


def pin(progress: Progress, unit: UnitId, rules: Sequence[str]) -> None:
    """Pin a unit for its next turn; one that routs or has gone to ground is not affected. (ARAP-PIN-01, -03, -04)"""
    pinned = progress.state.units[unit]
    if (
        pinned.is_gone
        or ask(progress.state, MachinesThatFight).has_no_nerves(progress.state, pinned)
        or pinned.routing
        or pinned.gone_to_ground
    ):
        return
    progress.emit(UnitPinned(side=pinned.side, unit=unit, rules=("ARAP-PIN-01", "ARAP-PIN-04", *rules)))


class PinOutright(TaskStruct, frozen=True, kw_only=True, tag="PinOutright"):
    """A weapon that pins without a test has hit a unit. (ARAP-PIN-03)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Unless it is pinned already."""
        if not progress.state.units[self.unit].pinned:
            pin(progress, self.unit, ("ARAP-PIN-03",))


def chance(state: GameState, unit: Unit) -> Fraction:
    """The chance that a unit fails a pinning test, were one due; never while it takes none. (ARAP-PIN-03)"""
    if unit.routing or unit.gone_to_ground or unit.pinned:
        return Fraction(0)
    return 1 - leadership.chance(state, unit, "pinning", leadership.goal(state, unit))


class UnitPinned(Event, frozen=True, kw_only=True, tag="UnitPinned"):
    """A unit is pinned: two actions fewer in its next turn, and no suppression points. (ARAP-PIN-01, -04)"""

    def evolve(self, state: GameState) -> GameState:
        """The mark stands until the end of its next turn."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], pinned=True, s_active=0, s_pending=0))

    def sentence(self, state: GameState) -> str:
        """Who is pinned."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} is pinned"


def pinning_test(
    progress: Progress, unit: UnitId, why: str, rules: Sequence[str], spared_by: Sequence[str] = ()
) -> None:
    """Test against pinning, if the unit takes such tests at all. (ARAP-PIN-03)

    Routing units pass and units gone to ground take none; nor do units all of whose members have a trait (or that
    have a tag) named in `spared_by`.
    """
    tested = progress.state.units[unit]
    if (
        tested.is_gone
        or ask(progress.state, MachinesThatFight).has_no_nerves(progress.state, tested)
        or tested.routing
        or tested.gone_to_ground
        or tested.pinned
    ):
        return
    if _is_spared(progress.state, tested, spared_by):
        return
    if leadership.passes_without_dice(progress, unit, "pinning"):
        return
    if not leadership.test(progress, unit, "pinning-test", rules=("ARAP-PIN-03", *rules), why=why).passed:
        pin(progress, unit, ("ARAP-PIN-03", *rules))


def _is_spared(state: GameState, unit: Unit, traits: Sequence[str]) -> bool:
    return any(t in unit.tags or all(state.profile(m).has(t) for m in unit.alive) for t in traits)


EVENTS: tuple[type[Event], ...] = (UnitPinned,)
TASKS: tuple[type[TaskStruct], ...] = (PinOutright,)
