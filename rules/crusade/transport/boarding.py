"""Boarding an enemy's open vehicle. (CRU-BOARD)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.crusade import hand, marks, models, troops
from rules.crusade.damage import places
from rules.crusade.damage.hits import DriverGone
from rules.crusade.dice import odds, pools
from rules.crusade.events.aboard import GotAboard
from rules.crusade.events.losses import Stunned
from rules.crusade.events.turns import ModelPlaced
from rules.forces.unit import Unit
from rules.geometry.lengths import is_within
from rules.progress import Action, Progress
from rules.state import GameState

GROUND_DICE: Final = 3
VEHICLE_DICE: Final = 2
"""Dice of a boarder from the ground, and from an open vehicle beside it. (CRU-BOARD-02)"""
LEAST_BOARDERS: Final = 2
"""So many board a vehicle that carries nobody. (CRU-BOARD-05)"""


class BoardEnemy(Action, frozen=True, kw_only=True, tag="BoardEnemy"):
    """A troop tries to get aboard an enemy's open vehicle, by its move or by the one its action buys. (CRU-BOARD-01)

    `path` is walked before, by the normal move.
    """

    unit: UnitId
    vehicle: UnitId
    path: tuple[tuple[float, float], ...] = ()
    extra: bool = False
    """The attempt is the extra full move; without it, the normal one."""

    def check(self, state: GameState) -> Refusal | None:
        """An open vehicle of an enemy within an inch; a jumping troop lands in one within its move."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit, target = state.units[self.unit], state.units.get(self.vehicle)
        if unit.is_vehicle or target is None or target.side == self.side or not target.on_table:
            return Refusal("no-vehicle", "That is no enemy’s vehicle.", "CRU-BOARD-01", "an enemy’s open vehicle")
        if not target.is_vehicle or models.is_wreck(state, target.id) or unit.aboard == target.id:
            return Refusal("no-vehicle", f"{target.name} cannot be boarded.", "CRU-BOARD-01", "an enemy’s open vehicle")
        if not is_open(state, target):
            text = f"{target.name} is closed: nobody boards it."
            return Refusal("closed", text, "CRU-BOARD-01", "attack it from outside")
        return (
            _shut_in(state, unit)
            or boarders_full(state, target)
            or self._move(state, unit)
            or self._reach(state, unit, target)
        )

    def _move(self, state: GameState, unit: Unit) -> Refusal | None:
        """The attempt uses a full move. (CRU-BOARD-01)"""
        refusal = troops.cannot_walk(state, unit, extra=self.extra)
        if refusal:
            return refusal
        if not self.extra and marks.of(state, unit.id).spent_in > 0:
            text = f"{unit.name} has used some of its move; boarding takes a full one."
            return Refusal("needs-full-move", text, "CRU-BOARD-01", "the extra move that its action buys")
        if not self.path:
            return None
        if not self.extra:
            text = "Who walks first boards with the extra full move."
            return Refusal("needs-full-move", text, "CRU-BOARD-01", "spend the action on it")
        return troops.cannot_walk(state, unit, extra=False) or troops.bad_path(
            state, unit, self.path, troops.left_in(state, unit)
        )

    def _reach(self, state: GameState, unit: Unit, target: Unit) -> Refusal | None:
        there = troops.at(unit, self.path[-1]) if self.path else unit
        if models.is_adjacent(state, there, target) and not models.in_air(state, target):
            return None
        if models.traits_of_troop(state, unit).jumping and unit.aboard is None:
            gap = models.pose(state, target).distance_to_point(models.place(state, there))
            if is_within(gap, models.profile(state, unit).m):
                return None
        text = f"{unit.name} is not next to {target.name}."
        return Refusal("not-adjacent", text, "CRU-BOARD-01", "walk to within 1″ of it")

    def preview(self, state: GameState) -> Preview:
        """The chance to stay outside, stunned."""
        refusal = self.check(state)
        if refusal:
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        dice = climb_dice(state, unit, state.units[self.vehicle])
        if dice == 0 and models.traits_of_troop(state, unit).jumping:
            return Preview(notes=("it lands in it without a roll",), rules=("CRU-BOARD-04", "CRU-BOARD-01"))
        if dice == 0:
            return Preview(notes=("no roll: the vehicle cannot move",), rules=("CRU-BOARD-02", "CRU-BOARD-01"))
        missed = odds.chance("falls back, stunned", odds.doubles(dice))
        return Preview(chances=(missed,), rules=("CRU-BOARD-02", "CRU-BOARD-03"))

    def resolve(self, progress: Progress) -> None:
        """It walks, then climbs."""
        hand.take(progress, self.unit)
        troops.walk(progress, self.unit, self.path)
        if self.extra:
            hand.spend_action(progress, self.unit, extra=True)
        unit = progress.state.units[self.unit]
        vehicle = progress.state.units[self.vehicle]
        dice = climb_dice(progress.state, unit, vehicle)
        why = f"{unit.name} tries to board {vehicle.name}: {dice} dice"
        rules = ("CRU-BOARD-02", "CRU-BOARD-01")
        made = pools.doubles_test(progress, "crusade-board-jump", dice, unit=unit.id, why=why, rules=rules)
        left = unit.aboard
        if made:
            self._aboard(progress, unit)
        else:
            self._missed(progress, unit)
        if left is not None and marks.of(progress.state, left).driver == unit.id:
            progress.queue(DriverGone(unit=left, by=self.side))

    def _aboard(self, progress: Progress, unit: Unit) -> None:
        spent = models.profile(progress.state, unit).m
        jumps = models.traits_of_troop(progress.state, unit).jumping
        rules = ("CRU-BOARD-01", "CRU-BOARD-04" if jumps else "CRU-BOARD-02", "CRU-BOARD-05")
        event = GotAboard(side=self.side, unit=self.unit, vehicle=self.vehicle, spent_in=spent, rules=rules)
        progress.emit(event)

    def _missed(self, progress: Progress, unit: Unit) -> None:
        state = progress.state
        spent, rules = models.profile(state, unit).m, ("CRU-BOARD-03", "CRU-BOARD-01", "CRU-TROOP-04")
        progress.emit(Stunned(side=self.side, unit=self.unit, spent_in=spent, rules=rules))
        if unit.aboard is None:
            return
        free = places.touching(state, unit, models.pose(state, state.units[self.vehicle]))
        at = next(iter(free.values()), models.place(state, unit))
        event = ModelPlaced(side=self.side, unit=self.unit, at=at, why="falls back", rules=("CRU-BOARD-03",))
        progress.emit(event)


def _shut_in(state: GameState, unit: Unit) -> Refusal | None:
    """Whoever rides boards from an open vehicle; up to version 13 also out of a closed one. (CRU-BOARD-02)"""
    if models.is_exposed(state, unit) or state.is_older_than("14"):
        return None
    assert unit.aboard
    text = f"{unit.name} rides inside {state.units[unit.aboard].name}."
    return Refusal("inside", text, "CRU-BOARD-02", "get out first")


def is_open(state: GameState, target: Unit) -> bool:
    """Whether a vehicle can be boarded: it carries troops or crew in the open. (CRU-BOARD-01, CRU-TRAN-07)"""
    hull = models.vehicle(state, target.id)
    return hull.open_transport or hull.open_crew > 0


def boarders_full(state: GameState, target: Unit) -> Refusal | None:
    """At most as many boarders as its transport number, two where it has none. (CRU-BOARD-05)"""
    most = models.vehicle(state, target.id).transport or LEAST_BOARDERS
    count = sum(models.is_boarder(state, u) for u in models.aboard(state, target.id))
    if count < most:
        return None
    text = f"{count} boarders are on {target.name} already."
    return Refusal("boarders-full", text, "CRU-BOARD-05", "attack it from outside")


def climb_dice(state: GameState, unit: Unit, target: Unit) -> int:
    """3D6 from the ground, 2 from an open vehicle, none for a jump or at what cannot move. (CRU-BOARD-02, -04)"""
    if models.traits_of_troop(state, unit).jumping or not models.can_move(state, target.id):
        return 0
    return GROUND_DICE if unit.aboard is None else VEHICLE_DICE


ACTIONS: tuple[type[Action], ...] = (BoardEnemy,)
