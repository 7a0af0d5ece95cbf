"""Mounted area weapons fired at the ground. (ARAP-AREA-01, VEH-JOIN-04, VEH-FROM-01)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.shooting import doubtful
from rules.core.ids import SideId
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.shooting.at_structures import GeminiCrew
from rules.vehicles.shared.shooting import at_spot, at_structures
from rules.vehicles.shared.shooting.at_spot import MountsAtSpot


class FireMountsAt(GeminiCrew, MountsAtSpot, frozen=True, kw_only=True, tag="FireMountsAt"):
    """Fire mounted area weapons directly at a spot on the ground. (ARAP-AREA-01, VEH-JOIN-04)"""

    def cited(self, state: GameState) -> tuple[str, ...]:
        """What it costs."""
        return ("VEH-JOIN-04",)

    def waiting(self) -> TaskStruct:
        """Until somebody has judged who is under its markers."""
        return ShellJudged(shot=self)


class ShellJudged(TaskStruct, frozen=True, kw_only=True, tag="ShellJudged"):
    """Fire of a hull at a spot waits until the other side has judged who is under its markers. (ARAP-TMPL-06)"""

    shot: FireMountsAt

    def run(self, progress: Progress) -> None:
        """Ask about the first doubt that is left; without any, fire."""
        doubtful.ask_or_fire(progress, self, self.shot)

    def answer(self, progress: Progress, choice: str) -> None:
        """Note it, and go on to the next doubt or to the fire."""
        doubtful.settle_first(progress, self, self.shot, choice)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: its area weapons at the ground ahead."""
    unit = at_structures.acting(state, side)
    if unit is not None:
        ready = tuple(at_structures.ready_mounts(state, unit))
        yield from at_spot.at_ground(state, FireMountsAt(side=side, unit=unit.id, mounts=ready, at=unit.models[0].at))


OFFERED: Final = ("fire",)
ACTIONS: tuple[type[Action], ...] = (FireMountsAt,)
TASKS: tuple[type[TaskStruct], ...] = (ShellJudged,)
