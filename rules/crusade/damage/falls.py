"""Falls, and fires at the end of a turn. (CRU-FALL-01, CRU-DMG-08)"""

from __future__ import annotations

import math

from rules.core.ids import UnitId
from rules.core.preview import Chance
from rules.crusade import grounds, marks, models
from rules.crusade.damage.hits import TakeHits
from rules.crusade.dice import odds, pools
from rules.crusade.events.moves import CameDown, Fell
from rules.geometry.lengths import TOLERANCE
from rules.progress import Progress, TaskStruct
from rules.state import GameState


def cards_of(inches: float) -> int:
    """A card for every full 6 inches. (CRU-FALL-01)"""
    return math.floor((inches + TOLERANCE) / grounds.FALL_STEP_IN)


class FallDown(TaskStruct, frozen=True, kw_only=True, tag="FallDown"):
    """A vehicle falls: a card for every full 6 inches. (CRU-FALL-01)"""

    unit: UnitId
    inches: float
    why: str = "CRU-FALL-01"
    """The rule that lets it fall."""

    def run(self, progress: Progress) -> None:
        """A FLYER stands on the ground then."""
        state = progress.state
        unit = state.units[self.unit]
        cards, rules = cards_of(self.inches), tuple(dict.fromkeys((self.why, "CRU-FALL-01")))
        progress.emit(Fell(side=unit.side, unit=unit.id, inches=self.inches, cards=cards, rules=rules))
        if models.in_air(state, unit):
            progress.emit(CameDown(side=unit.side, unit=unit.id, rules=("CRU-FALL-01",)))
        if cards:
            progress.queue(TakeHits(unit=unit.id, hits=cards, cause="a fall"))


def drop_stalled(progress: Progress) -> None:
    """A FLYER without a move action left falls at once; up to version 13 at the end of its turn. (CRU-MOVE-07)"""
    state = progress.state
    if state.is_older_than("14"):
        return
    for unit in list(models.standing(state)):
        hull = models.chassis(state, unit)
        drives = marks.of(state, unit.id).cards.count("DRIVE")
        if hull is not None and models.in_air(state, unit) and 0 < hull.move_actions <= drives:
            progress.queue(FallDown(unit=unit.id, inches=state.scenario.flight_in, why="CRU-MOVE-07"))
            progress.run()


class Burning(TaskStruct, frozen=True, kw_only=True, tag="Burning"):
    """At the end of its owner's turn one die for each FIRE card is rolled against a vehicle. (CRU-DMG-08)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """It defends with base dice less HULL cards, without armour."""
        state = progress.state
        unit = state.units[self.unit]
        cards = marks.of(state, self.unit).cards.count("FIRE")
        if not cards or unit.is_gone or models.is_wreck(state, self.unit):
            return
        why = f"{unit.name} burns: {cards}R"
        rules = ("CRU-DMG-08", "CRU-DICE-09")
        fire = pools.sum_of(progress, "crusade-vehicle-fire", cards, unit=unit.id, why=why, rules=rules)
        hits = pools.defend(progress, unit.id, fire, ignores_armour=True, still=True, rules=("CRU-DMG-08",))
        progress.queue(TakeHits(unit=unit.id, hits=hits, cause="its fire", rule="CRU-DMG-08"))


def of_fires(state: GameState, unit: UnitId) -> tuple[Chance, ...]:
    """How likely the fires of a vehicle do it more damage at the end of its turn, and are the end of it. (CRU-DMG-08)

    One that burns and is destroyed explodes. (CRU-EXPL-01)
    """
    held, name = marks.of(state, unit).cards, state.units[unit].name
    hits = odds.hits(held.count("FIRE"), models.still_dice(state, unit))
    left = max(1, models.vehicle(state, unit).hits - len(held))
    damaged = odds.chance(f"{name} damaged by fire", hits.at_least(1))
    return (damaged, odds.chance(f"{name} explodes", hits.at_least(left)))


TASKS: tuple[type[TaskStruct], ...] = (
    FallDown,
    Burning,
)
