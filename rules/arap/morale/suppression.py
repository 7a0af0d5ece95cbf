"""Suppression: fire that does not kill keeps heads down. (ARAP-SUPP-01 to -06)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.events import PointsSpent, tallied, tally_of
from rules.arap.morale import leadership
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.preview import Chance, Preview, average
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState, Tally

IMMUNE_TRAITS: Final = frozenset({"fearless", "monstrous", "gargantuan", "robot", "dreadnought", "no-suppression"})
"""Traits of members, or tags of a unit, that take no suppression points. (ARAP-SUPP-05)"""


BIG_MARKER_IN: Final = 5.0
"""Hits of a marker of this diameter cost two points instead of one. (ARAP-SUPP-02)"""

_FACES: Final = 6


def threshold(n_start: int) -> int:
    """How many hits of one unit call for the test: more than a quarter. (ARAP-SUPP-01)"""
    return n_start // 4 + 1


def is_immune_model(profile: Profile) -> bool:
    """Whether a member takes no suppression points, and ignores those of its unit when it shoots.

    A bike is no vehicle in this, even where it drives by itself. (ARAP-SUPP-05, VEH-BIKE-01)
    """
    is_hull = profile.hull is not None and profile.bike is None
    return is_hull or profile.inv < 7 or not IMMUNE_TRAITS.isdisjoint(profile.traits)


def is_immune(state: GameState, unit: Unit) -> bool:
    """Whether the whole unit is immune: every member is, or a tag says so. (ARAP-SUPP-05)"""
    return is_immune_of(unit, (state.profile(m) for m in unit.alive))


def is_immune_of(unit: Unit, profiles: Iterable[Profile]) -> bool:
    """Whether a unit with members of those profiles is. (ARAP-SUPP-05)"""
    return not IMMUNE_TRAITS.isdisjoint(unit.tags) or all(is_immune_model(p) for p in profiles)


def is_due(state: GameState, tally: Tally) -> bool:
    """Whether the hits of one unit on an enemy call for a test that has not been taken. (ARAP-SUPP-01)"""
    unit = state.units[tally.target]
    if tally.tested or tally.hits < threshold(unit.n_start) or _is_friend(state, tally):
        return False
    return unit.in_play and not state.is_locked(unit.id) and not is_immune(state, unit)


def _is_friend(state: GameState, tally: Tally) -> bool:
    """Whether a unit was hit by its own side, which suppresses nobody; up to version 2 it did."""
    if state.is_older_than("3"):
        return tally.shooter == tally.target
    by = state.units.get(tally.shooter)
    return by is not None and by.side == state.units[tally.target].side


def in_force(state: GameState, side: SideId) -> dict[UnitId, int]:
    """What counts in a side's turn that begins: points in force, and those that were pending. (ARAP-SUPP-03)"""
    points = {u.id: u.s_active + u.s_pending for u in state.units_of(side)}
    return {unit: count for unit, count in points.items() if count}


def eased(state: GameState) -> dict[UnitId, tuple[int, int]]:
    """Points in force and pending after a game turn: one less, of those in force first. (ARAP-SUPP-04)"""
    return {
        u.id: (u.s_active - 1, u.s_pending) if u.s_active else (0, u.s_pending - 1)
        for u in state.units.values()
        if u.s_active or u.s_pending
    }


def counted(state: GameState, unit: Unit) -> Iterator[str]:
    """Hits that may call for a test, by who scored them: "2 hits by Ash Rifles: 3 call for a test". (ARAP-SUPP-01)"""
    if is_immune(state, unit) or not unit.in_play:
        return
    for tally in state.turn.tallies:
        if tally.target == unit.id and tally.hits and not tally.tested and not _is_friend(state, tally):
            hits = f"{tally.hits} hit{'s' if tally.hits > 1 else ''} by {_source(state, tally.shooter)}"
            needed = threshold(unit.n_start)
            call = "calls" if needed == 1 else "call"
            due = "a test is due" if tally.hits >= needed else f"{needed} {call} for a test"
            yield f"{hits} in this turn: {due}"


def _source(state: GameState, shooter: UnitId) -> str:
    by = state.units.get(shooter)
    return "somebody unseen" if by is None or by.hidden else by.name


def queue_tests(progress: Progress, shooter: UnitId) -> None:
    """Queue the tests that the shooter's hits of this turn call for. (ARAP-SUPP-01)"""
    due = [t for t in progress.state.turn.tallies if t.shooter == shooter and is_due(progress.state, t)]
    progress.queue(*(SuppressionDue(unit=t.target, by=shooter) for t in due))


class SuppressionDue(TaskStruct, frozen=True, kw_only=True, tag="SuppressionDue"):
    """The test that one unit's hits on another call for, if it is still due."""

    unit: UnitId
    by: UnitId

    def run(self, progress: Progress) -> None:
        """Ld or less on 2D6; a failure is one point, or two after hits by a marker of 5 inches. (ARAP-SUPP-02)"""
        state = progress.state
        tally = tally_of(state, self.by, self.unit)
        if not is_due(state, tally):
            return
        unit = state.units[self.unit]
        hits = f"{tally.hits} hit{'s' if tally.hits > 1 else ''} on {unit.n_start}"
        why = f"{unit.name}: {hits} by {_source(state, self.by)}"
        passed = (
            leadership.passes_without_dice(progress, self.unit, "suppression")
            or leadership.test(progress, self.unit, "suppression-test", rules=("ARAP-SUPP-01",), why=why).passed
        )
        gain = 0 if passed else 2 if tally.big else 1
        rules = ("ARAP-SUPP-01", "ARAP-SUPP-02", *(("VEH-BIKE-01",) if unit.is_vehicle else ()))
        progress.emit(SuppressionTested(side=unit.side, unit=unit.id, by=self.by, gain=gain, rules=rules))


class SuppressionTested(Event, frozen=True, kw_only=True, tag="SuppressionTested"):
    """A unit tested against the fire of one enemy; points come into force at its next turn. (ARAP-SUPP-02, -03)"""

    by: UnitId
    gain: int = 0

    def evolve(self, state: GameState) -> GameState:
        """Points are pending; this enemy calls for no more tests in this player turn."""
        assert self.unit is not None
        unit = state.units[self.unit]
        state = state.with_unit(replace(unit, s_pending=unit.s_pending + self.gain))
        return tallied(state, self.by, self.unit, tested=True)

    def sentence(self, state: GameState) -> str:
        """Whether it is suppressed."""
        assert self.unit is not None
        name = state.units[self.unit].name
        if not self.gain:
            return f"{name} keeps its nerve under fire"
        return f"{name} is suppressed: {self.gain} point{'s' if self.gain > 1 else ''} from its next turn"


class Regroup(Action, frozen=True, kw_only=True, tag="Regroup"):
    """Spend a point to shake off D6 suppression points. (ARAP-SUPP-06)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """The active unit, with a point to spend and points in force to lose."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal is None and not state.units[self.unit].s_active:
            name = state.units[self.unit].name
            return Refusal(
                "not-suppressed", f"{name} has no suppression points in force.", "ARAP-SUPP-06", "act freely"
            )
        return refusal

    def preview(self, state: GameState) -> Preview:
        """What it costs, and how likely the die takes off every point in force."""
        unit = state.units.get(self.unit)
        points = unit.s_active if unit is not None else 0
        return Preview(ap=1, refusal=self.check(state), chances=_shaken_off(points), rules=("ARAP-SUPP-06",))

    def resolve(self, progress: Progress) -> None:
        """A D6 comes off the points in force."""
        unit = progress.state.units[self.unit]
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="regroup", rules=("ARAP-SUPP-06",)))
        why = f"{unit.name} regroups"
        rolled = progress.roll("regroup", unit=unit.id, sense="sum", why=why, rules=("ARAP-SUPP-06",))
        lost = min(unit.s_active, rolled.dice[0])
        progress.emit(Regrouped(side=unit.side, unit=unit.id, lost=lost, rules=("ARAP-SUPP-06",)))


def _shaken_off(points: int) -> tuple[Chance, ...]:
    """The chance that a D6 takes off so many points, and how many it takes off on average. (ARAP-SUPP-06)"""
    if not points:
        return ()
    every = Fraction(max(0, _FACES + 1 - points), _FACES)
    mean = Fraction(sum(min(points, face) for face in range(1, _FACES + 1)), _FACES)
    return (
        Chance(label=f"shakes off all {points}", exact=str(every), value=float(every)),
        average("points fewer, average", mean),
    )


class Regrouped(Event, frozen=True, kw_only=True, tag="Regrouped"):
    """Suppression points in force were shaken off. (ARAP-SUPP-06)"""

    lost: int

    def evolve(self, state: GameState) -> GameState:
        """So many fewer."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, s_active=max(0, unit.s_active - self.lost)))

    def sentence(self, state: GameState) -> str:
        """How many are left."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return f"{unit.name} regroups: {self.lost} suppression points fewer, {unit.s_active} left"


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Regrouping, for the unit in hand if it is suppressed."""
    active = state.turn.active
    if active is not None and state.active_side == side and state.units[active].s_active:
        yield offered(state, Regroup(side=side, unit=active), kind="regroup", unit=active, ap=1)


OFFERED: Final = ("regroup",)
ACTIONS: tuple[type[Action], ...] = (Regroup,)
EVENTS: tuple[type[Event], ...] = (SuppressionTested, Regrouped)
TASKS: tuple[type[TaskStruct], ...] = (SuppressionDue,)
