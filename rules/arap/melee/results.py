"""How a round of close combat ends: who lost it, who tests, who fights on, who may pursue or act.

(ARAP-WDIF-01, -02, ARAP-MORAL-04, ARAP-ACT-07, VEH-WS-06)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from rules.arap.melee import break_off, close_up, hold_back, join
from rules.arap.melee.vehicle_interface import FreedFromMelee, MachinesInMelee
from rules.arap.morale import melee_morale
from rules.arap.positions import engagement
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

OUTNUMBERED: Final = 2
"""So many enemies for each of its own, and a machine that lost a round is hit once more. (VEH-WS-06)"""


def find(state: GameState, melee: str) -> Melee | None:
    """The melee of that id, if it is still fought."""
    return next((m for m in state.melees if m.id == melee), None)


class MeleeRoundEnded(Event, frozen=True, kw_only=True, tag="MeleeRoundEnded"):
    """A round is over: the wound differences, and who has to test. (ARAP-WDIF-01)"""

    melee: str
    differences: tuple[tuple[UnitId, int], ...]
    losers: tuple[UnitId, ...] = ()

    def evolve(self, state: GameState) -> GameState:
        """The count starts afresh; the bonus of charges is spent."""
        chosen: dict[str, Any] = {"krak": (), "several": (), "aims": {}, "planting": ()}
        melees = tuple(
            replace(m, inflicted={}, suffered={}, charges=(), bound=(), fresh=(), **chosen) if m.id == self.melee else m
            for m in state.melees
        )
        return replace(state, melees=melees)

    def sentence(self, state: GameState) -> str:
        """The balance of each unit."""
        score = ", ".join(f"{state.units[u].name} {_signed(wd)}" for u, wd in self.differences)
        return f"Wound difference: {score}"


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


class HeldPointsGranted(Event, frozen=True, kw_only=True, tag="HeldPointsGranted"):
    """A unit that destroyed all its opponents in this round uses the points that it had left. (ARAP-ACT-07)"""

    ap: int

    def evolve(self, state: GameState) -> GameState:
        """It acts at the end of the round, and nobody else."""
        assert self.unit is not None
        state = state.with_unit(replace(state.units[self.unit], held_ap=0))
        return state.with_turn(phase="activation", active=self.unit, ap=self.ap, held=True)

    def sentence(self, state: GameState) -> str:
        """Who acts again."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} has {self.ap} action point{'' if self.ap == 1 else 's'} left to use"


class Loser(NamedTuple):
    """A unit that lost a round: the enemies in its melee, and by how many wounds. (ARAP-WDIF-01)"""

    unit: UnitId
    enemies: tuple[UnitId, ...]
    lost_by: int


def work_out(progress: Progress, melee: Melee, is_there: Callable[[Unit], bool]) -> tuple[Loser, ...]:
    """Compare the wounds of a round: which of those who are still there have lost it. (ARAP-WDIF-01, -02)"""
    state = progress.state
    differences = melee_morale.wound_differences(melee)
    losers = tuple(u for u in melee_morale.losers(differences) if is_there(state.units[u]))
    rules = ("ARAP-WDIF-01", "ARAP-MORAL-04", *(("ARAP-WDIF-02",) if len(differences) > 2 else ()))
    event = MeleeRoundEnded(melee=melee.id, differences=tuple(differences.items()), losers=losers, rules=rules)
    progress.emit(event)
    enemies = {u: engagement.enemy_units(state, melee, state.units[u].side) for u in losers}
    return tuple(Loser(u, enemies[u], max(0, -differences[u])) for u in losers)


class RoundEnd(TaskStruct, frozen=True, kw_only=True, tag="RoundEnd"):
    """Who lost the round tests morale; then it is settled who fights on. (ARAP-WDIF-01, -02)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """Compare wounds, queue the tests; nothing is left to do in a melee that everybody left."""
        state = progress.state
        melee = find(state, self.melee)
        if melee is None:
            return
        losers = work_out(progress, melee, lambda unit: unit.on_table)
        checks = [
            melee_morale.MoraleCheck(unit=u, enemies=enemies, lost_by=lost_by, charges=melee.charges)
            for u, enemies, lost_by in losers
            if not state.units[u].is_vehicle and any(state.units[e].on_table for e in enemies)
        ]
        contested = hold_back.fought_over(state, melee.units)
        beset = [Beset(unit=loser.unit) for loser in losers if is_beset(state, melee, loser.unit)]
        progress.queue(*checks, *beset, RoundSettled(melee=melee.id, units=melee.units, contested=contested))


def is_beset(state: GameState, melee: Melee, unit: UnitId) -> bool:
    """Whether a machine is outnumbered at least two to one by those engaged. (VEH-WS-06)"""
    if not state.units[unit].is_vehicle:
        return False
    side = state.units[unit].side
    theirs = engagement.enemy_models(state, melee, side)
    ours = engagement.members(state, (u for u in melee.units if state.units[u].side == side))
    engaged = [m for m in theirs if engagement.engaged_with(state, m, ours)]
    friends = [m for m in ours if engagement.engaged_with(state, m, theirs)]
    count = ask(state, MachinesThatFight).fighters
    few, many = (sum(count(state.profile(m)) for m in models) for models in (friends, engaged))
    return many >= OUTNUMBERED * few


class Beset(TaskStruct, frozen=True, kw_only=True, tag="Beset"):
    """A machine that lost a round against twice its number is hit once more. (VEH-WS-06)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """A glancing hit."""
        if progress.state.units[self.unit].on_table:
            ask(progress.state, MachinesInMelee).take_glancing_hit(progress, self.unit)


class Settlement(TaskStruct, frozen=True, kw_only=True):
    """Who is still in a melee, and which victors may pursue."""

    melee: str
    units: tuple[UnitId, ...]
    contested: bool = False

    def _fighting(self, state: GameState) -> tuple[UnitId, ...]:
        melee = find(state, self.melee)
        return tuple(u for u in melee.units if state.units[u].on_table) if melee is not None else ()

    def _settle(self, progress: Progress, units: Sequence[UnitId]) -> None:
        melee = find(progress.state, self.melee)
        if melee is not None and (set(units) != set(melee.units) or _sides(progress.state, units) < 2):
            join.settle(progress, melee.id, units, "ARAP-MORAL-04")

    def _choices(self, state: GameState) -> list[hold_back.PursuitChoice]:
        """Each victor that is free, after the nearest unit of this melee that routs."""
        choices = []
        for unit in (state.units[u] for u in self.units):
            routers = [
                q
                for q in self.units
                if state.units[q].side != unit.side and state.units[q].routing and state.units[q].on_table
            ]
            if routers and unit.on_table and not unit.routing and not unit.is_vehicle:
                quarry = min(routers, key=lambda q: hold_back.gap(state, unit, q))
                choices.append(hold_back.PursuitChoice(unit=unit.id, quarry=quarry, contested=self.contested))
        return choices


class BreaksSettled(Settlement, frozen=True, kw_only=True, tag="BreaksSettled"):
    """Some may have broken off, or routed in the attempt. (ARAP-BREAK-01)"""

    def run(self, progress: Progress) -> None:
        """Release who has no opponent left; they may pursue those that rout."""
        left = self._fighting(progress.state)
        if set(left) == set(self.units):
            return
        self._settle(progress, left)
        progress.queue(*self._choices(progress.state))


class RoundSettled(Settlement, frozen=True, kw_only=True, tag="RoundSettled"):
    """After the tests: those still locked move up, victors without an opponent may pursue. (ARAP-MORAL-04)"""

    def run(self, progress: Progress) -> None:
        """Release who is out of it and close up."""
        self._settle(progress, self._fighting(progress.state))
        close_up.queue(progress, self.melee, below=None)
        progress.queue(RoundOver(melee=self.melee, units=self.units, contested=self.contested))


class RoundOver(Settlement, frozen=True, kw_only=True, tag="RoundOver"):
    """All have moved up: a melee in which nobody reaches anybody is over. (ARAP-MORAL-04)"""

    def run(self, progress: Progress) -> None:
        """Ask the victors and those that hit and run."""
        melee = find(progress.state, self.melee)
        if melee is not None and not engagement.any_engaged(progress.state, melee):
            self._settle(progress, ())
        progress.queue(*self._choices(progress.state), *self._runs(progress.state))
        ask(progress.state, FreedFromMelee).round_over(progress, self.units)
        progress.queue(*self._victors(progress.state))

    def _victors(self, state: GameState) -> list[TaskStruct]:
        """Units with points left that have destroyed every opponent. (ARAP-ACT-07)"""
        return [
            HeldPoints(unit=u)
            for u in self.units
            if state.units[u].held_ap
            and state.units[u].on_table
            and all(state.units[e].is_gone for e in self.units if state.units[e].side != state.units[u].side)
        ]

    def _runs(self, state: GameState) -> list[TaskStruct]:
        """Those still fighting may hit and run."""
        melee = find(state, self.melee)
        if melee is None:
            return []
        choices = [break_off.HitAndRunChoice(unit=u) for u in melee.units if not state.units[u].is_vehicle]
        return [*choices, BreaksSettled(melee=melee.id, units=melee.units)]


class HeldPoints(TaskStruct, frozen=True, kw_only=True, tag="HeldPoints"):
    """A victorious unit may act with the points that it kept; the other melees are fought after it. (ARAP-ACT-07)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """It is the active unit until it is finished; that closes the phase once more."""
        unit = progress.state.units[self.unit]
        if unit.side != progress.state.active_side:
            return
        rules = ("ARAP-ACT-07",)
        progress.emit(HeldPointsGranted(side=unit.side, unit=unit.id, ap=unit.held_ap, rules=rules))
        progress.drop()


def _sides(state: GameState, units: Sequence[UnitId]) -> int:
    return len({state.units[u].side for u in units})


EVENTS: tuple[type[Event], ...] = (MeleeRoundEnded, HeldPointsGranted)
TASKS: tuple[type[TaskStruct], ...] = (RoundEnd, Beset, BreaksSettled, RoundSettled, RoundOver, HeldPoints)
