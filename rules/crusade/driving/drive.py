"""A move action as it is asked, by its owner or after a wipeout by an enemy; taking off. (CRU-MOVE-01, CRU-WIPE-02)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import TerrainId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.crusade import courses, hand, marks, models
from rules.crusade.courses import DriveLeg
from rules.crusade.damage.wipeout import EnemyDrives
from rules.crusade.driving.consequences import Consequence, DriveAsked, consequences, end_of
from rules.crusade.driving.move_actions import cannot_go_on, cannot_move
from rules.crusade.driving.on_the_move import MoveEnds, OnTheMove
from rules.crusade.driving.way import bad_way, in_the_way, is_straight, not_payable
from rules.crusade.events.moves import CameDown, MoveActionSpent
from rules.events import Answered
from rules.forces.crusade import CrusadeHull
from rules.forces.unit import Unit
from rules.progress import Action, Progress, waiting
from rules.state import GameState

_MORE: Final = {"heavy": "CRU-MOVE-05", "fast": "CRU-MOVE-06", "flyer": "CRU-MOVE-07"}
"""Traits that change how many move actions there are, with their rules. (CRU-TURN-03)"""


class DriveVehicle(Action, frozen=True, kw_only=True, tag="DriveVehicle"):
    """One move action of a vehicle: turns and straights, all forward or all backward. (CRU-MOVE-01 to -04)

    `extra` buys it with the action; `ram` names the vehicle or structure that it may run into, or the troop that a
    FLYER over-runs; with `jump` it jumps the gap that it comes to. With `rest` it drives what is left of a move action
    that an enemy broke off.
    """

    unit: UnitId
    legs: tuple[DriveLeg, ...]
    back: bool = False
    extra: bool = False
    ram: str = ""
    jump: bool = False
    rest: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """A vehicle in hand with a move action left; then the way itself."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        hull = models.chassis(state, unit)
        if hull is None:
            return Refusal("no-vehicle", f"{unit.name} goes on foot.", "CRU-VEH-01", "move it as a troop")
        if unit.aboard is not None:
            text = f"{unit.name} is inside {state.units[unit.aboard].name}."
            return Refusal("aboard", text, "CRU-LIST-03", "drive out of it first")
        return (
            self._not_left(state, unit, hull)
            or bad_way(state, unit, self.legs, back=self.back)
            or in_the_way(state, unit, self.legs, back=self.back, ram=self.ram, jump=self.jump, by=self.side)
        )

    def _not_left(self, state: GameState, unit: Unit, hull: CrusadeHull) -> Refusal | None:
        if not self.rest:
            return cannot_move(state, unit, hull, extra=self.extra)
        return cannot_go_on(state, unit, hull, sum(leg.cost_in for leg in self.legs), back=self.back)

    def preview(self, state: GameState) -> Preview:
        """Cost leg by leg, where it ends, and the odds of all that it meets."""
        refusal = self.check(state)
        if refusal and (self.unit not in state.units or not state.units[self.unit].is_vehicle):
            return Preview(refusal=refusal)
        return previewed(state, state.units[self.unit], self, refusal)

    def resolve(self, progress: Progress) -> None:
        """The move action is marked, then the way is driven."""
        hand.take(progress, self.unit)
        noted = marks.of(progress.state, self.unit)
        count = noted.moves + (0 if self.rest else 1)
        traits = models.vehicle(progress.state, self.unit).traits
        rules = ("CRU-TURN-03", "CRU-MOVE-01", *(("CRU-MOVE-03",) if self.back else ()))
        rules += ("CRU-WIPE-02",) if self.rest else ()
        rules += tuple(rule for trait, rule in _MORE.items() if trait in traits)
        rules += ("CRU-TURN-02",) if self.extra else ()
        spent = MoveActionSpent(side=self.side, unit=self.unit, extra=self.extra, count=count, rules=rules)
        progress.emit(spent)
        whole = courses.BACK_IN if self.back else courses.MOVE_IN
        spare = (noted.left_in if self.rest else whole) - sum(leg.cost_in for leg in self.legs)
        move = OnTheMove(
            unit=self.unit,
            legs=self.legs,
            back=self.back,
            ram=self.ram,
            jump=self.jump,
            count=count,
            by=self.side,
            spare_in=0.0 if progress.state.is_older_than("16") else max(0.0, round(spare, 4)),
        )
        straight = is_straight(self.legs, back=self.back)
        progress.queue(move, MoveEnds(unit=self.unit, straight=straight, inside=_bottom(progress.state, self.unit)))


class DriveWipedOut(Action, frozen=True, kw_only=True, tag="DriveWipedOut"):
    """The enemy drives a vehicle that wiped out for one move action. (CRU-WIPE-02)"""

    unit: UnitId
    legs: tuple[DriveLeg, ...]
    back: bool = False
    ram: str = ""
    jump: bool = False

    any_time = True
    answers_prompt = True

    def check(self, state: GameState) -> Refusal | None:
        """While that is asked, under all movement rules; its own side's models may be driven over."""
        prompt = state.prompt
        if prompt is None or prompt.kind != "wipeout" or prompt.side != self.side or prompt.about != self.unit:
            return Refusal("no-wipeout", "Nothing has wiped out for you to drive.", "CRU-WIPE-02", "act as usual")
        unit = state.units[self.unit]
        return bad_way(state, unit, self.legs, back=self.back) or in_the_way(
            state, unit, self.legs, back=self.back, ram=self.ram, jump=self.jump, by=self.side
        )

    def preview(self, state: GameState) -> Preview:
        """As of any move action."""
        refusal = self.check(state)
        if refusal is not None and refusal.code == "no-wipeout":
            return Preview(refusal=refusal)
        return previewed(state, state.units[self.unit], self, refusal)

    def resolve(self, progress: Progress) -> None:
        """The question is answered by driving. It counts one move action for rams and over-runs."""
        task = waiting(progress.state)
        assert isinstance(task, EnemyDrives)
        prompt = progress.state.prompt
        assert prompt
        answered = Answered(
            side=self.side, choice="drive", label="Drive it", question=prompt.question, rules=("CRU-WIPE-02",)
        )
        progress.emit(answered)
        progress.take()
        move = OnTheMove(
            unit=self.unit, legs=self.legs, back=self.back, ram=self.ram, jump=self.jump, count=1, by=self.side
        )
        progress.queue(move, MoveEnds(unit=self.unit, inside=_bottom(progress.state, self.unit)))


def _bottom(state: GameState, unit: UnitId) -> TerrainId:
    """The gap that it stands in already; in the air it is in none."""
    if models.in_air(state, state.units[unit]):
        return TerrainId("")
    drop = courses.bottom_under(state, state.units[unit])
    return drop.id if drop else TerrainId("")


class TakeOff(Action, frozen=True, kw_only=True, tag="TakeOff"):
    """A FLYER on the ground takes off by spending one move action. (CRU-FALL-01)"""

    unit: UnitId
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """A grounded FLYER with a move action left."""
        if refusal := hand.not_ready(state, self.side, self.unit):
            return refusal
        unit = state.units[self.unit]
        hull = models.chassis(state, unit)
        if hull is None or "flyer" not in hull.traits or not marks.of(state, self.unit).grounded:
            return Refusal("not-grounded", f"{unit.name} does not stand on the ground.", "CRU-FALL-01", "drive on")
        return cannot_move(state, unit, hull, extra=self.extra)

    def resolve(self, progress: Progress) -> None:
        """It is in the air again."""
        hand.take(progress, self.unit)
        count = marks.of(progress.state, self.unit).moves + 1
        rules = ("CRU-TURN-03", "CRU-FALL-01")
        spent = MoveActionSpent(side=self.side, unit=self.unit, extra=self.extra, count=count, rules=rules)
        progress.emit(spent)
        progress.emit(CameDown(side=self.side, unit=self.unit, grounded=False, rules=("CRU-FALL-01",)))


def previewed(state: GameState, unit: Unit, action: DriveVehicle | DriveWipedOut, refusal: Refusal | None) -> Preview:
    """Legs and what they cost, where it ends, whom it meets with which odds."""
    beyond = not_payable(unit, action.legs, back=action.back)
    if beyond is not None and beyond.code == "bad-way":
        return Preview(refusal=refusal)
    hull = models.pose(state, unit)
    met = () if beyond or (refusal is not None and refusal.code == "own-troop") else met_on(state, action)
    notes = [each.what[0].lower() + each.what[1:] for each in met]
    end = courses.end_of(hull, action.legs, back=action.back) if beyond else end_of(state, unit, _way(state, action))
    if isinstance(action, DriveVehicle) and hand.must_fly(state, unit.id):
        notes.append(_owed(state, action))
    return Preview(
        refusal=refusal,
        legs=courses.shown(hull, action.legs, back=action.back),
        spent_in=sum(leg.cost_in for leg in action.legs),
        allowance_in=_allowance_in(state, action),
        chances=tuple(chance for each in met for chance in each.chances),
        notes=tuple(notes),
        rules=("CRU-MOVE-02", "CRU-MOVE-04"),
        ghosts=((unit.models[0].id, *end.centre, end.heading),),
        marked=tuple(state.units[UnitId(each.struck)].models[0].id for each in met if each.struck),
    )


def _allowance_in(state: GameState, action: DriveVehicle | DriveWipedOut) -> float:
    if isinstance(action, DriveVehicle) and action.rest:
        return marks.of(state, action.unit).left_in
    return courses.BACK_IN if action.back else courses.MOVE_IN


def met_on(state: GameState, action: DriveVehicle | DriveWipedOut) -> tuple[Consequence, ...]:
    """All that comes of it, in order."""
    return consequences(state, state.units[action.unit], _way(state, action))


def _way(state: GameState, action: DriveVehicle | DriveWipedOut) -> DriveAsked:
    """An enemy's move action counts as the first. (CRU-WIPE-02)"""
    more = 0 if isinstance(action, DriveVehicle) and action.rest else 1
    count = 1 if isinstance(action, DriveWipedOut) else marks.of(state, action.unit).moves + more
    return DriveAsked(action.legs, action.back, action.ram, action.jump, count)


def _owed(state: GameState, action: DriveVehicle) -> str:
    """What becomes of the 6 inches that a FLYER owes; who rams goes no further. (CRU-MOVE-07, CRU-RAM-02)"""
    if action.ram in state.units and state.units[UnitId(action.ram)].is_vehicle:
        return "a ram ends its movement: it falls when it is done"
    if is_straight(action.legs, back=action.back):
        return "the 6″ straight on that it owes"
    return "it still owes 6″ straight on after this"


ACTIONS: tuple[type[Action], ...] = (
    DriveVehicle,
    DriveWipedOut,
    TakeOff,
)
