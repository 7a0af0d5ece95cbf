"""The Shooting step at a spot on the ground: weapons with a marker that are no ordnance. (ARAP-AREA-01, TRI-ORD-04)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.shooting import doubtful, shoot_at_spot
from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of
from rules.vehicles.shared.shooting import at_spot, at_structures
from rules.vehicles.shared.shooting.at_spot import MountsAtSpot
from rules.vehicles.trial.shooting.at_structures import TrialCrew


class StepAtSpot(TrialCrew, MountsAtSpot, frozen=True, kw_only=True, tag="StepAtSpot"):
    """Fire mounted area weapons at a spot on the ground, after turning to face with `turn_to`, a heading in degrees.

    Ordnance is laid over an enemy, and a barrage is guessed. (ARAP-AREA-01, TRI-JOIN-02, TRI-FACE-01, TRI-ORD-04)
    """

    turn_to: float | None = None

    def crew_barred(self, state: GameState) -> Refusal | None:
        """The crew; then no ordnance."""
        refusal = super().crew_barred(state)
        if refusal:
            return refusal
        shells = (w for m in self.mounts if not shells_ground(w := weapon_of(state, state.units[self.unit], m)))
        weapon = next((w for w in shells if w.type == "ordnance"), None)
        if weapon is None:
            return None
        text = f"{weapon.name} is ordnance: its marker is laid over an enemy in sight."
        return Refusal("ordnance-over-enemy", text, "TRI-ORD-04", "an enemy, or a weapon with a smaller marker")

    def waiting(self) -> TaskStruct:
        """Until somebody has judged who is under its markers."""
        return StepShellJudged(shot=self)


def shells_ground(weapon: Weapon) -> bool:
    """Whether it may be fired at the ground: by its marker, unless it is ordnance. (ARAP-AREA-01, TRI-ORD-04)"""
    return shoot_at_spot.is_fit(weapon) and weapon.type != "ordnance"


def at(state: GameState, unit: Unit, mounts: Sequence[int], spot: Point) -> StepAtSpot:
    """At that spot, turned to face it where the arc does not take it in. (TRI-FACE-01)"""
    straight = StepAtSpot(side=unit.side, unit=unit.id, mounts=tuple(mounts), at=spot)
    refused = straight.check(state)
    if refused is None or refused.code != "out-of-arc":
        return straight
    return replace(straight, turn_to=round(bearing(unit.models[0].at, spot), 2))


class StepShellJudged(TaskStruct, frozen=True, kw_only=True, tag="StepShellJudged"):
    """Fire of a hull at a spot waits until the other side has judged who is under its markers. (ARAP-TMPL-06)"""

    shot: StepAtSpot

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
        fit = (m for m in at_structures.ready_mounts(state, unit) if shells_ground(weapon_of(state, unit, m)))
        ready = tuple(fit)
        yield from at_spot.at_ground(state, StepAtSpot(side=side, unit=unit.id, mounts=ready, at=unit.models[0].at))


OFFERED: Final = ("fire",)
ACTIONS: tuple[type[Action], ...] = (StepAtSpot,)
TASKS: tuple[type[TaskStruct], ...] = (StepShellJudged,)
