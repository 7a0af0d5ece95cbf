"""Running into vehicles, structures and wrecks. (CRU-RAM, CRU-DEST-01)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import SideId, TerrainId, UnitId
from rules.crusade import courses, grounds, models
from rules.crusade.damage.hits import TakeHits
from rules.crusade.dice import pools
from rules.crusade.driving.way import hits_on, name_of
from rules.crusade.events.losses import WreckCleared
from rules.crusade.events.moves import StructureStruck
from rules.progress import Progress, TaskStruct

POD_RAM_DICE: Final = 3
"""What a drop pod rams with. (CRU-POD-03)"""


class RammingRoll(TaskStruct, frozen=True, kw_only=True, tag="RammingRoll"):
    """A contested roll against a vehicle, a structure or a wreck. (CRU-RAM-01, CRU-RAM-03)"""

    unit: UnitId
    target: str
    dice: int
    by: SideId
    rule: str = "CRU-RAM-01"

    def run(self, progress: Progress) -> None:
        """The lower side takes the difference."""
        state = progress.state
        target = state.units.get(UnitId(self.target))
        unit = state.units[self.unit]
        why = f"{unit.name} rams {name_of(state, self.target)}: {self.dice}R"
        rules = (self.rule, "CRU-DICE-06", "CRU-DICE-09")
        ours = pools.sum_of(progress, "crusade-ram", self.dice, unit=unit.id, why=why, rules=rules)
        if target is None or models.is_wreck(state, target.id):
            self._structure(progress, ours)
            return
        dice = models.still_dice(state, target.id)
        held = ("CRU-DMG-06",) if models.hull_cards(state, target.id) else ()
        armoured = pools.is_armored(progress, target.id) or pools.is_armored(progress, unit.id)
        cited = ("CRU-RAM-01", *held, *(("CRU-DICE-10",) if armoured else ()))
        why = f"{target.name} is rammed: {dice}R"
        theirs = pools.sum_of(progress, "crusade-ram-defence", dice, unit=target.id, why=why, rules=cited)
        if ours > theirs:
            hits = ours - theirs - pools.is_armored(progress, target.id)
            progress.queue(TakeHits(unit=target.id, hits=hits, by=self.by, doer=unit.id, rule="CRU-DICE-06"))
        elif theirs > ours:
            hits = theirs - ours - pools.is_armored(progress, unit.id)
            progress.queue(TakeHits(unit=unit.id, hits=hits, by=target.side, doer=target.id, rule="CRU-DICE-06"))
        else:
            progress.queue(TakeHits(unit=target.id, hits=0, rule="CRU-DICE-06"))

    def _structure(self, progress: Progress, ours: int) -> None:
        """2R and its armour; a wreck is rammed as a house wall. (CRU-RAM-03, CRU-DEST-01)"""
        state = progress.state
        piece = courses.structure_named(state, self.target)
        armour, holds = (grounds.structure(piece) if piece else None) or grounds.HOUSE
        name = name_of(state, self.target) if piece else f"The wreck of {name_of(state, self.target)}"
        rules = ("CRU-RAM-03", *(() if piece else ("CRU-DEST-01",)))
        rolled = progress.roll_combat(
            "crusade-ram-defence", 2, why=f"{name}: 2R and armour {armour}", rules=("CRU-DICE-01", *rules)
        )
        theirs = pools.total(rolled) + armour
        if ours < theirs:
            hits = theirs - ours - pools.is_armored(progress, self.unit)
            progress.queue(TakeHits(unit=self.unit, hits=hits, cause=f"its ram of {name}", rule="CRU-DICE-06"))
            return
        hits = ours - theirs
        broken = hits_on(state, self.target) + hits >= holds
        opened = broken and piece is not None
        progress.emit(StructureStruck(terrain=TerrainId(self.target), name=name, hits=hits, broken=opened, rules=rules))
        if broken and piece is None:
            progress.emit(WreckCleared(unit=UnitId(self.target), rules=("CRU-DEST-01", "CRU-DMG-03")))


TASKS: tuple[type[TaskStruct], ...] = (RammingRoll,)
