"""The wipeout check, and the enemy who drives then. (CRU-WIPE-01, CRU-WIPE-02)"""

from __future__ import annotations

from rules.core.ids import SideId, UnitId
from rules.core.prompt import Option
from rules.crusade import models
from rules.crusade.dice import pools
from rules.crusade.events.losses import WipedOut
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import GameState


def chooser(state: GameState, unit: Unit, by: SideId | None) -> SideId:
    """The attacker if he is an enemy, else the next enemy clockwise. (CRU-DMG-07, CRU-WIPE-02)"""
    return by if by is not None and by != unit.side else models.next_enemy(state, unit.side)


class WipeoutCheck(TaskStruct, frozen=True, kw_only=True, tag="WipeoutCheck"):
    """One D6 for each move action it could take, and one more: on a double it wipes out. (CRU-WIPE-01)"""

    unit: UnitId
    by: SideId | None = None
    drive: int = 0
    """DRIVE cards that count already: not the one that causes the check."""
    rule: str = "CRU-DMG-05"

    def run(self, progress: Progress) -> None:
        """An enemy drives it then."""
        state = progress.state
        unit = state.units[self.unit]
        dice = wipeout_dice(state, self.unit, self.drive)
        rules = ("CRU-WIPE-01", "CRU-DICE-09", self.rule)
        moves = "1 move action" if dice == 2 else f"each of {dice - 1} move actions"
        why = f"{unit.name} may wipe out: a die for {moves} and one more"
        if pools.doubles_test(progress, "crusade-wipeout", dice, unit=unit.id, why=why, rules=rules):
            return
        by = chooser(state, unit, self.by)
        progress.emit(WipedOut(side=unit.side, unit=unit.id, by=by, rules=("CRU-WIPE-02",)))
        progress.queue(EnemyDrives(unit=unit.id, by=by))


def wipeout_dice(state: GameState, unit: UnitId, drive: int) -> int:
    """How many dice such a check takes. (CRU-WIPE-01)"""
    return max(0, models.vehicle(state, unit).move_actions - drive) + 1


class EnemyDrives(TaskStruct, frozen=True, kw_only=True, tag="EnemyDrives"):
    """An enemy makes one move action with a vehicle, wherever he likes, or leaves it standing. (CRU-WIPE-02)"""

    unit: UnitId
    by: SideId

    def run(self, progress: Progress) -> None:
        """He drives it on the board, by `DriveWipedOut`, or says that it stands.

        One that is inside another goes nowhere; up to version 13 it was driven out through its hull. (CRU-LIST-03)
        """
        state = progress.state
        unit = state.units[self.unit]
        inside = unit.aboard is not None and not state.is_older_than("14")
        if inside or unit.is_gone or models.is_wreck(state, self.unit):
            return
        question = f"{unit.name} wipes out: drive it for one move action, or leave it standing"
        options = [Option(id="stand", label="Leave it standing", rule="CRU-WIPE-02")]
        progress.ask(self, self.by, "wipeout", question, options, about=unit.id, rule="CRU-WIPE-02", decline="stand")

    def answer(self, progress: Progress, choice: str) -> None:
        """It stands where it is."""


TASKS: tuple[type[TaskStruct], ...] = (
    WipeoutCheck,
    EnemyDrives,
)
