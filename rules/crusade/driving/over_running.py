"""Driving over troops, who fight back or evade. (CRU-OVER)"""

from __future__ import annotations

import math

from rules.core.ids import SideId, UnitId
from rules.core.prompt import Option, OptionOdds
from rules.crusade import courses, models
from rules.crusade.damage import places
from rules.crusade.damage.hits import TakeHits
from rules.crusade.dice import odds, pools
from rules.crusade.events.turns import ModelPlaced
from rules.progress import Progress, TaskStruct
from rules.state import GameState


class OverRun(TaskStruct, frozen=True, kw_only=True, tag="OverRun"):
    """A vehicle drives over a troop, whose owner fights back or evades. (CRU-OVER-01, CRU-OVER-02)"""

    unit: UnitId
    troop: UnitId
    count: int
    by: SideId

    def run(self, progress: Progress) -> None:
        """Ask before any dice."""
        troop, vehicle = progress.state.units[self.troop], progress.state.units[self.unit]
        question = f"{vehicle.name} drives over {troop.name}: fight back or evade?"
        options = [
            Option(id="fight", label="Fight back", detail="Whoever is lower takes the difference.", rule="CRU-OVER-01"),
            Option(id="evade", label="Evade", detail="One die more, and no damage is done.", rule="CRU-OVER-02"),
        ]
        progress.ask(
            self,
            troop.side,
            "overrun",
            question,
            options,
            unit=troop.id,
            about=vehicle.id,
            rule="CRU-OVER-02",
            decline="evade",
        )

    def _dice(self, state: GameState) -> tuple[int, int]:
        troop = state.units[self.troop]
        return models.overrun_dice(state, self.unit, self.count), models.melee_dice(state, troop)

    def _parts(self, state: GameState) -> str:
        """What the vehicle's pool is made of."""
        hull = models.vehicle(state, self.unit)
        text = f"{hull.dice} base, {self.count} for move actions"
        return text + (f", {hull.overrun_dice} for its equipment" if hull.overrun_dice else "")

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """Who is hurt, by either answer."""
        attack, defence = self._dice(seen)
        troop, vehicle = seen.units[self.troop], seen.units[self.unit]
        hull, left = models.vehicle(seen, self.unit), models.dice_of(troop)
        needed = models.hits_left(seen, vehicle.id)
        out, gone = f"{troop.name} out of play", f"{vehicle.name} destroyed"
        made_of = (self._parts(seen), models.melee_words(seen, troop))
        fight = (
            *odds.answers(attack, defence, (hull.armored, False), (vehicle.name, troop.name), made_of),
            *odds.ends(odds.hits(attack, defence), left, out),
            *odds.ends(odds.hits(defence, attack, int(hull.armored)), needed, gone),
        )
        evade = (
            *odds.dodges(attack, defence, armoured=False, names=(vehicle.name, troop.name), made_of=made_of),
            *odds.ends(odds.hits(attack, defence + 1), left, out),
        )
        return {"fight": fight, "evade": evade}

    def answer(self, progress: Progress, choice: str) -> None:
        """Contested; who survives is set at the nearest side, the vehicle may go on. (CRU-OVER-03)"""
        state = progress.state
        attack, defence = self._dice(state)
        evades = choice == "evade"
        troop, vehicle = state.units[self.troop], state.units[self.unit]
        rules: tuple[str, ...] = ("CRU-OVER-01", "CRU-DICE-06", "CRU-DICE-08", "CRU-DICE-09")
        rules += ("CRU-OVER-04",) if models.in_air(state, vehicle) else ()
        why = f"{vehicle.name} drives over {troop.name}: {self._parts(state)}"
        ours = pools.sum_of(progress, "crusade-overrun", attack, unit=vehicle.id, why=why, rules=rules)
        why = f"{troop.name} {'evades' if evades else 'fights back'}"
        answer = ("CRU-OVER-02" if evades else "CRU-OVER-01", "CRU-DICE-06")
        theirs = pools.sum_of(progress, "crusade-melee-defence", defence + evades, unit=troop.id, why=why, rules=answer)
        if ours > theirs:
            progress.queue(TakeHits(unit=troop.id, hits=ours - theirs, by=self.by, doer=vehicle.id))
        elif theirs > ours and not evades:
            armour = pools.is_armored(progress, vehicle.id)
            hits = theirs - ours - armour
            progress.queue(TakeHits(unit=vehicle.id, hits=hits, by=troop.side, doer=troop.id, rule="CRU-DICE-06"))
        else:
            progress.queue(TakeHits(unit=troop.id, hits=0, rule="CRU-DICE-06"))
        progress.queue(StepAside(unit=vehicle.id, troop=troop.id))


class StepAside(TaskStruct, frozen=True, kw_only=True, tag="StepAside"):
    """Who survives an over-run is placed at the nearest side of the vehicle. (CRU-OVER-03)"""

    unit: UnitId
    troop: UnitId

    def run(self, progress: Progress) -> None:
        """Straight out to the left or right of its course, whichever is nearer; where there is no room, beside that.

        Up to version 10 also off the table or on others.
        """
        state = progress.state
        troop = state.units[self.troop]
        if troop.is_gone or state.units[self.unit].is_gone:
            return
        hull = models.pose(state, state.units[self.unit])
        ring = models.base(state, troop)
        forward, right = hull.on_hull(ring.centre)
        out = math.copysign(hull.width / 2 + ring.radius, right)
        at = hull.on_table(forward, out)
        if not state.is_older_than("11"):
            at = places.nearest_free(state, troop, hull, at, ahead=False)
        at = courses.rounded(at)
        facing = troop.models[0].facing
        progress.emit(
            ModelPlaced(
                side=troop.side, unit=troop.id, at=at, facing=facing, why="is pushed aside", rules=("CRU-OVER-03",)
            )
        )


TASKS: tuple[type[TaskStruct], ...] = (
    OverRun,
    StepAside,
)
