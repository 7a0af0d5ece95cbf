"""Driving: move actions, jumps, over-runs, rams, wipeout drives. (CRU-MOVE, CRU-JUMP, CRU-OVER, CRU-RAM, CRU-WIPE)"""

from __future__ import annotations

import math
from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, TerrainId, UnitId
from rules.core.preview import Chance, Preview
from rules.core.prompt import Option, OptionOdds
from rules.core.refusal import Refusal
from rules.crusade import courses, hand, marks, models
from rules.crusade.courses import DriveLeg, Stop
from rules.crusade.damage import EnemyDrives, FallDown, TakeHits
from rules.crusade.dice import odds, pools
from rules.crusade.events import (
    BlipShown,
    CameDown,
    HasRammed,
    ModelPlaced,
    MoveActionSpent,
    StraightFlown,
    StructureStruck,
    VehicleDriven,
    WreckCleared,
)
from rules.crusade.spotting import Seen
from rules.events import Answered
from rules.forces.crusade import CrusadeHull
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_beyond
from rules.progress import Action, Progress, TaskStruct, waiting
from rules.state import GameState

POD_RAM_DICE: Final = 3
"""What a drop pod rams with. (CRU-POD-03)"""


_MORE: Final = {"heavy": "CRU-MOVE-05", "fast": "CRU-MOVE-06", "flyer": "CRU-MOVE-07"}
"""Traits that change how many move actions there are, with their rules. (CRU-TURN-03)"""


class DriveVehicle(Action, frozen=True, kw_only=True, tag="DriveVehicle"):
    """One move action of a vehicle: turns and straights, all forward or all backward. (CRU-MOVE-01 to -04)

    `extra` buys it with the action; `ram` names the vehicle or structure that it may run into; with `jump` it jumps
    the gap that it comes to.
    """

    unit: UnitId
    legs: tuple[DriveLeg, ...]
    back: bool = False
    extra: bool = False
    ram: str = ""
    jump: bool = False

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
            cannot_move(state, unit, hull, extra=self.extra)
            or bad_way(state, unit, self.legs, back=self.back)
            or in_the_way(state, unit, self.legs, back=self.back, ram=self.ram, jump=self.jump, by=self.side)
        )

    def preview(self, state: GameState) -> Preview:
        """Cost leg by leg, where it ends, and the odds of all that it meets."""
        refusal = self.check(state)
        if refusal and (self.unit not in state.units or not state.units[self.unit].is_vehicle):
            return Preview(refusal=refusal)
        return previewed(state, state.units[self.unit], self, refusal)

    def resolve(self, progress: Progress) -> None:
        """The move action is marked, then the way is driven."""
        hand.take(progress, self.unit)
        count = marks.of(progress.state, self.unit).moves + 1
        traits = models.vehicle(progress.state, self.unit).traits
        rules = ("CRU-TURN-03", "CRU-MOVE-01", *(("CRU-MOVE-03",) if self.back else ()))
        rules += tuple(rule for trait, rule in _MORE.items() if trait in traits)
        rules += ("CRU-TURN-02",) if self.extra else ()
        spent = MoveActionSpent(side=self.side, unit=self.unit, extra=self.extra, count=count, rules=rules)
        progress.emit(spent)
        move = OnTheMove(
            unit=self.unit, legs=self.legs, back=self.back, ram=self.ram, jump=self.jump, count=count, by=self.side
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
    """The gap that it stands in already."""
    drop = courses.drop_under(state, state.units[unit])
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


# ----------------------------------------------------------------------------------------------------- what is refused


def cannot_move(state: GameState, unit: Unit, hull: CrusadeHull, *, extra: bool) -> Refusal | None:
    """Why a vehicle has no such move action left. (CRU-TURN-03, CRU-MOVE-05, CRU-TRAN-06, CRU-FIRE-03)"""
    noted = marks.of(state, unit.id)
    if hull.immobile:
        return Refusal("immobile", f"{unit.name} cannot move.", "CRU-POD-01", "fire, or get out of it")
    if refusal := hand.crewless(state, unit):
        return refusal
    if not models.has_driver(state, unit.id):
        text = f"{unit.name} has no driver: it does not move until a model aboard takes over."
        return Refusal("no-driver", text, "CRU-TRAN-06", "a model aboard takes over")
    if noted.rammed:
        return Refusal("has-rammed", f"{unit.name} has rammed in this turn.", "CRU-RAM-02", "fire, or finish")
    if "heavy" in hull.traits and noted.moves:
        text = f"{unit.name} is HEAVY: it has made its one move action of this turn."
        return Refusal("heavy-moves-once", text, "CRU-MOVE-05", "fire, or finish")
    return _no_extra(state, unit, hull) if extra else _no_move(state, unit, hull)


def needs_action(state: GameState, unit: Unit) -> bool:
    """Whether one more move action costs its action. (CRU-TURN-03)"""
    refusal = cannot_move(state, unit, models.vehicle(state, unit.id), extra=False)
    return refusal is not None and refusal.code == "needs-action"


def _no_move(state: GameState, unit: Unit, hull: CrusadeHull) -> Refusal | None:
    noted, possible = marks.of(state, unit.id), models.move_actions(state, unit.id)
    if noted.moves >= possible:
        drive = "DRIVE" in noted.cards
        text = f"{unit.name} has {possible} move actions in this turn, and has made {noted.moves}."
        return Refusal("no-move-left", text, "CRU-DMG-05" if drive else "CRU-TURN-03", "fire, or finish")
    free = 1 if "heavy" in hull.traits else hull.move_actions - 1
    if noted.moves - noted.extra >= free:
        text = f"{unit.name} has made its {free} move actions; one more costs its action."
        return Refusal("needs-action", text, "CRU-TURN-03", "an extra move action, if the action is left")
    return None


def _no_extra(state: GameState, unit: Unit, hull: CrusadeHull) -> Refusal | None:
    noted = marks.of(state, unit.id)
    if "heavy" in hull.traits:
        text = f"{unit.name} is HEAVY: no move action can be bought for it."
        return Refusal("heavy-moves-once", text, "CRU-MOVE-05", "its one move action")
    if noted.locked:
        text = f"Somebody fired or fought from {unit.name} in this turn: it takes no extra movement."
        return Refusal("passengers-fired", text, "CRU-FIRE-03", "fire, or finish")
    if noted.moves >= models.move_actions(state, unit.id):
        text = f"{unit.name} has no move action left that its action could buy."
        return Refusal("no-move-left", text, "CRU-DMG-05", "fire, or finish")
    return hand.no_action(state, unit, "moving once more")


def bad_way(state: GameState, unit: Unit, legs: tuple[DriveLeg, ...], *, back: bool) -> Refusal | None:
    """Why a way is none: too long, backward for a FLYER, off the table. (CRU-MOVE-01 to -03, -07)"""
    allowance = courses.BACK_IN if back else courses.MOVE_IN
    cost = sum(leg.cost_in for leg in legs)
    rule = "CRU-MOVE-03" if back else "CRU-MOVE-01"
    if not legs or cost <= 0 or any(leg.inches < 0 for leg in legs):
        return Refusal("no-way", f"{unit.name} goes nowhere that way.", rule, f"up to {allowance:g} inches")
    if back and models.in_air(state, unit):
        return Refusal("flyer-backward", f"{unit.name} flies: it goes forward only.", "CRU-MOVE-07", "a way forward")
    if is_beyond(cost, allowance):
        turns = sum(courses.turn_cost_in(leg.turn_deg) for leg in legs)
        text = f"That takes {cost:.4g} inches, {turns:g} of them for turning; a move action has {allowance:g}."
        return Refusal("too-far", text, "CRU-MOVE-02" if turns else rule, f"up to {allowance:g} inches in all")
    hull = models.pose(state, unit)
    for leg in legs:
        hull = courses.moved(hull, leg, back=back)
        if not courses.is_on_table(state, hull):
            return Refusal("off-table", f"{unit.name} would leave the table.", "CRU-MOVE-01", "stay on the table")
    return None


def in_the_way(
    state: GameState, unit: Unit, legs: tuple[DriveLeg, ...], *, back: bool, ram: str, jump: bool, by: SideId
) -> Refusal | None:
    """Why what stands in the way bars it, as far as can be seen now. (CRU-RAM-01, CRU-OVER-01, CRU-JUMP-01)"""
    hull = models.pose(state, unit)
    if ram and (refusal := _no_target(state, unit, ram)):
        return refusal
    for leg in legs:
        for stop in stops_of(state, unit, hull, leg, back=back, ram=ram):
            if stop.kind in ("vehicle", "structure"):
                return None if stop.id == ram else _unnamed(state, unit, stop)
            if stop.kind == "troop" and state.units[UnitId(stop.id)].side == unit.side == by:
                name = state.units[UnitId(stop.id)].name
                return Refusal("own-troop", f"{name} of your own side is in the way.", "CRU-OVER-01", "another way")
            if stop.kind == "gap":
                return _at_gap(state, unit, hull, leg, stop, jump=jump, back=back)
        hull = courses.moved(hull, leg, back=back)
    if ram:
        name = _name_of(state, ram)
        return Refusal("not-reached", f"That way does not reach {name}.", "CRU-RAM-01", "a way into it")
    return None


def _name_of(state: GameState, ident: str) -> str:
    piece = courses.structure_named(state, ident)
    return state.units[UnitId(ident)].name if UnitId(ident) in state.units else piece.name if piece else ident


def _no_target(state: GameState, unit: Unit, ram: str) -> Refusal | None:
    """Why that can never be rammed. (CRU-RAM-01, CRU-RAM-04)"""
    target = state.units.get(UnitId(ram))
    if target is None:
        piece = courses.structure_named(state, ram)
        if piece is not None and courses.structure(piece):
            return None
        return Refusal("no-target", "That cannot be rammed.", "CRU-RAM-03", "a vehicle or a structure")
    if not target.on_table or models.chassis(state, target) is None:
        return Refusal("no-target", f"{target.name} is no vehicle on the table.", "CRU-RAM-01", "drive over troops")
    if models.in_air(state, target) and not models.in_air(state, unit):
        text = f"{target.name} flies: only another FLYER rams it."
        return Refusal("flyer-only", text, "CRU-RAM-04", "a vehicle on the ground")
    if models.in_air(state, unit) and not models.in_air(state, target):
        text = f"{unit.name} flies over {target.name}: it rams FLYERS alone."
        return Refusal("flyer-only", text, "CRU-MOVE-08", "another FLYER")
    return None


def _unnamed(state: GameState, unit: Unit, stop: Stop) -> Refusal:
    """Something solid that the way leads into without a ram declared. (CRU-RAM-01, CRU-VEH-02)"""
    piece = courses.structure_named(state, stop.id)
    ahead = f"drive up to {max(0.0, stop.inches):.4g} inches"
    if piece is None:
        name = state.units[UnitId(stop.id)].name
        return Refusal("vehicle-ahead", f"{name} is in the way.", "CRU-RAM-01", f"{ahead}, or ram it")
    width = models.pose(state, unit).width
    if door := courses.entrance_in(piece):
        text = f"{unit.name} is {width:.2f} inches wide, the entrance of {piece.name} {door:.2f}."
        return Refusal("does-not-fit", text, "CRU-VEH-02", f"{ahead}, or ram it")
    ram = ", or ram it" if courses.structure(piece) else ""
    rule = "CRU-RAM-03" if ram else "CRU-VEH-02"
    return Refusal("barred", f"{piece.name} is in the way.", rule, ahead + ram)


def _at_gap(
    state: GameState, unit: Unit, hull: Hull, leg: DriveLeg, stop: Stop, *, jump: bool, back: bool
) -> Refusal | None:
    """A gap is jumped, or driven into with the whole hull, or kept off. (CRU-JUMP-01, CRU-FALL-01)"""
    piece = courses.structure_named(state, stop.id)
    assert piece
    if jump:
        before = courses.turned(hull, leg.turn_deg) if leg.turn_deg else hull
        if courses.has_room(state, unit, courses.beyond_gap(before, piece, back=back)):
            return None
        text = f"There is no room beyond {piece.name} for {unit.name}."
        return Refusal("no-room-beyond", text, "CRU-JUMP-01", "a place with room beyond")
    if courses.is_inside(courses.moved(hull, leg, back=back), piece.points):
        return None
    text = f"{piece.name} is in the way: {unit.name} jumps it, or stops before it."
    return Refusal("gap-ahead", text, "CRU-JUMP-01", f"drive up to {max(0.0, stop.inches):.4g} inches, or jump")


def stops_of(state: GameState, unit: Unit, hull: Hull, leg: DriveLeg, *, back: bool, ram: str) -> tuple[Stop, ...]:
    """All that one leg meets, in order, as things stand now."""
    met: tuple[str, ...] = ()
    found: list[Stop] = []
    if leg.turn_deg:
        while (stop := courses.turned_into(state, unit, hull, leg.turn_deg, met)) is not None:
            found.append(stop)
            met = (*met, stop.id)
        hull = courses.turned(hull, leg.turn_deg)
    while leg.inches:
        stop = courses.first_stop(state, unit, hull, leg.inches, back=back, met=met, ram=ram)
        if stop.kind == "end":
            break
        found.append(stop)
        met = (*met, stop.id)
    return tuple(found)


def is_straight(legs: tuple[DriveLeg, ...], *, back: bool) -> bool:
    """Whether a move action is a full 6 inches straight forward. (CRU-MOVE-07)"""
    turns = any(leg.turn_deg for leg in legs)
    return not back and not turns and not is_beyond(courses.MOVE_IN, sum(leg.inches for leg in legs))


# --------------------------------------------------------------------------------------------------------- the preview


def previewed(state: GameState, unit: Unit, action: DriveVehicle | DriveWipedOut, refusal: Refusal | None) -> Preview:
    """Legs and what they cost, where it ends, whom it meets with which odds."""
    hull, count = models.pose(state, unit), marks.of(state, unit.id).moves + 1
    if isinstance(action, DriveWipedOut):
        count = 1
    chances: list[Chance] = []
    notes: list[str] = []
    marked: list[str] = []
    at = hull
    for leg in action.legs:
        for stop in stops_of(state, unit, at, leg, back=action.back, ram=action.ram):
            marked += [state.units[UnitId(stop.id)].models[0].id] if UnitId(stop.id) in state.units else []
            chances += _chances_of(state, unit, stop, count, at)
            notes.append(_note_of(state, stop))
        at = courses.moved(at, leg, back=action.back)
    end = courses.end_of(hull, action.legs, back=action.back)
    if isinstance(action, DriveVehicle) and hand.must_fly(state, unit.id):
        flown = is_straight(action.legs, back=action.back)
        notes.append("the 6″ straight on that it owes" if flown else "it still owes 6″ straight on after this")
    return Preview(
        refusal=refusal,
        legs=courses.told(hull, action.legs, back=action.back),
        spent_in=sum(leg.cost_in for leg in action.legs),
        allowance_in=courses.BACK_IN if action.back else courses.MOVE_IN,
        chances=tuple(chances),
        notes=tuple(notes),
        rules=("CRU-MOVE-02", "CRU-MOVE-04"),
        ghosts=((unit.models[0].id, *end.centre, end.heading),),
        marked=tuple(marked),
    )


def _note_of(state: GameState, stop: Stop) -> str:
    what = {
        "troop": "drives over",
        "vehicle": "runs into",
        "structure": "runs into",
        "gap": "comes to",
        "blip": "passes a blip",
    }[stop.kind]
    return f"{what} {_name_of(state, stop.id)}" if stop.kind != "blip" else what


def _chances_of(state: GameState, unit: Unit, stop: Stop, count: int, hull: Hull) -> list[Chance]:
    """The odds of one encounter. (CRU-OVER-01, CRU-RAM-01, CRU-JUMP-01)"""
    name = _name_of(state, stop.id)
    dice = models.vehicle(state, unit.id).dice + count
    own = models.vehicle(state, unit.id).armored
    if stop.kind == "troop":
        against = models.melee_dice(state, state.units[UnitId(stop.id)])
        theirs, ours = odds.contested(dice, against, (own, False))
        evading = odds.contested(dice, against + 1)[0]
        return [
            odds.chance(f"{name} hurt if it fights", theirs),
            odds.chance(f"{unit.name} hurt if it fights", ours),
            odds.chance(f"{name} hurt if it evades", evading),
        ]
    if stop.kind == "vehicle":
        target = state.units[UnitId(stop.id)]
        armoured = (own, models.vehicle(state, target.id).armored)
        theirs, ours = odds.contested(dice, models.still_dice(state, target.id), armoured)
        return [odds.chance(f"{name} hurt", theirs), odds.chance(f"{unit.name} hurt", ours)]
    piece = courses.structure_named(state, stop.id)
    if stop.kind == "structure" and piece is not None and (walls := courses.structure(piece)):
        struck = odds.hits(dice, 2, walls[0])
        return [odds.chance(f"{name} broken open", struck.at_least(walls[1] - hits_on(state, stop.id)))]
    if stop.kind == "gap" and piece is not None:
        jump = courses.jump_dice(state, unit, courses.gap_width_in(hull, piece))
        return [odds.chance(f"falls, with {jump} dice", odds.doubles(jump))]
    return []


def hits_on(state: GameState, structure: str) -> int:
    """Hits that a structure has taken so far. (CRU-RAM-03)"""
    return marks.marks(state).structures.get(structure, 0)


# --------------------------------------------------------------------------------------------------------- on the move


class OnTheMove(TaskStruct, frozen=True, kw_only=True, tag="OnTheMove"):
    """A move action as it is driven: up to the next encounter, then the rest. (CRU-OVER-03)"""

    unit: UnitId
    legs: tuple[DriveLeg, ...]
    count: int
    """Move actions spent in this turn, this one among them: dice of over-runs and rams. (CRU-OVER-01, CRU-RAM-01)"""
    by: SideId
    """Who drives it: after a wipeout an enemy."""
    back: bool = False
    ram: str = ""
    jump: bool = False
    met: tuple[str, ...] = ()

    def run(self, progress: Progress) -> None:
        """The next encounter on the first leg that is left."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone or models.is_wreck(state, self.unit) or not self.legs:
            return
        leg = self.legs[0]
        hull = models.pose(state, unit)
        if leg.turn_deg:
            self._turn(progress, unit, hull, leg)
            return
        stop = courses.first_stop(state, unit, hull, leg.inches, back=self.back, met=self.met, ram=self.ram)
        self._drive(progress, unit, hull, stop.inches)
        rest = leg.inches - stop.inches
        later = replace(self, legs=(DriveLeg(inches=rest), *self.legs[1:]) if rest > 0 else self.legs[1:])
        self._meet(progress, stop, later)

    def _turn(self, progress: Progress, unit: Unit, hull: Hull, leg: DriveLeg) -> None:
        stop = courses.turned_into(progress.state, unit, hull, leg.turn_deg, self.met)
        if stop is not None and stop.kind != "troop":
            return  # something has come to stand there since: it stops
        if stop is not None:
            self._meet(progress, stop, self)
            return
        after = courses.turned(hull, leg.turn_deg)
        rules = ("CRU-MOVE-02", "CRU-MOVE-04")
        progress.emit(
            VehicleDriven(
                side=unit.side,
                unit=unit.id,
                at=_rounded(after.centre),
                facing=after.heading,
                turn_deg=leg.turn_deg,
                rules=rules,
            )
        )
        straight = (replace(leg, turn_deg=0.0),) if leg.inches else ()
        progress.queue(replace(self, legs=(*straight, *self.legs[1:])))

    def _drive(self, progress: Progress, unit: Unit, hull: Hull, inches: float) -> None:
        if inches <= 0:
            return
        flies = models.in_air(progress.state, unit)
        after = hull.driven(-inches if self.back else inches)
        rules = ("CRU-MOVE-04", *(("CRU-MOVE-08", "CRU-OVER-04") if flies else ()))
        progress.emit(
            VehicleDriven(
                side=unit.side,
                unit=unit.id,
                at=_rounded(after.centre),
                facing=after.heading,
                inches=round(inches, 4),
                back=self.back,
                how="flies" if flies else "",
                rules=rules,
            )
        )

    def _meet(self, progress: Progress, stop: Stop, later: OnTheMove) -> None:
        """What happens there, and what is left of the move after it."""
        side = progress.state.units[self.unit].side
        later = replace(later, met=(*self.met, stop.id))
        if stop.kind == "end":
            progress.queue(replace(later, met=self.met))
        elif stop.kind == "troop":
            over = OverRun(unit=self.unit, troop=UnitId(stop.id), count=self.count, by=self.by)
            progress.queue(over, later)
        elif stop.kind == "blip":
            blip = next(b for b in marks.marks(progress.state).blips if b.id == stop.id)
            progress.emit(
                BlipShown(side=side, unit=self.unit, blip=blip.id, content=blip.content, rules=("CRU-BLIP-01",))
            )
            progress.queue(later)
        elif stop.kind == "gap":
            if self.jump:
                progress.queue(Jump(unit=self.unit, gap=TerrainId(stop.id), back=self.back))
            else:
                progress.queue(later)
        elif stop.id == self.ram:
            progress.emit(HasRammed(side=side, unit=self.unit, rules=("CRU-RAM-02",)))
            dice = models.vehicle(progress.state, self.unit).dice + self.count
            progress.queue(RammingRoll(unit=self.unit, target=stop.id, dice=dice, by=self.by))


def _rounded(at: tuple[float, float]) -> tuple[float, float]:
    return (round(at[0], 4), round(at[1], 4))


class MoveEnds(TaskStruct, frozen=True, kw_only=True, tag="MoveEnds"):
    """A move action is over: a FLYER may have flown straight on, a hull may stand over nothing. (CRU-MOVE-07)"""

    unit: UnitId
    straight: bool = False
    inside: TerrainId = TerrainId("")
    """The gap at whose bottom it stood when it set out: it does not fall into that again."""

    def run(self, progress: Progress) -> None:
        """Whoever stands over a drop falls into it. (CRU-FALL-01)"""
        state = progress.state
        unit = state.units[self.unit]
        progress.queue(Seen())
        if unit.is_gone or models.is_wreck(state, self.unit):
            return
        if self.straight and models.in_air(state, unit) and not marks.of(state, self.unit).rammed:
            progress.emit(StraightFlown(side=unit.side, unit=unit.id, rules=("CRU-MOVE-07",)))
        drop = courses.drop_under(state, unit)
        if drop is not None and drop.id != self.inside and not marks.of(state, self.unit).fallen:
            progress.queue(FallDown(unit=unit.id, inches=drop.depth_in))


class Jump(TaskStruct, frozen=True, kw_only=True, tag="Jump"):
    """One D6 for each inch of a gap, less one for each move action: on a double it falls. (CRU-JUMP-01)"""

    unit: UnitId
    gap: TerrainId
    back: bool = False

    def run(self, progress: Progress) -> None:
        """Beyond the far edge, or at the bottom."""
        state = progress.state
        unit = state.units[self.unit]
        piece = courses.structure_named(state, self.gap)
        assert piece
        hull = models.pose(state, unit)
        width = courses.gap_width_in(hull, piece, back=self.back)
        dice = courses.jump_dice(state, unit, width)
        why = f"{unit.name} jumps {piece.name}: {math.ceil(width)} less {models.move_actions(state, unit.id)}"
        rules = ("CRU-JUMP-01", "CRU-DICE-09", "CRU-TURN-03")
        across = pools.doubles_test(progress, "crusade-jump", dice, unit=unit.id, why=why, rules=rules)
        far = courses.beyond_gap(hull, piece, back=self.back)
        gone = (far.length + width) if across else (far.length + width) / 2
        after = far if across else hull.driven(-gone if self.back else gone)
        progress.emit(
            VehicleDriven(
                side=unit.side,
                unit=unit.id,
                at=_rounded(after.centre),
                facing=after.heading,
                inches=round(gone, 4),
                back=self.back,
                how="jumps" if across else "falls after",
                rules=rules,
            )
        )
        if not across:
            progress.queue(FallDown(unit=unit.id, inches=piece.depth_in))


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
            Option(id="fight", label="Fight back", detail="may hurt the vehicle", rule="CRU-OVER-01"),
            Option(id="evade", label="Evade", detail="one die more, no damage done", rule="CRU-OVER-02"),
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
        vehicle, troop = models.vehicle(state, self.unit), state.units[self.troop]
        return vehicle.dice + self.count, models.melee_dice(state, troop)

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """Who is hurt, by either answer."""
        attack, defence = self._dice(seen)
        troop, vehicle = seen.units[self.troop], seen.units[self.unit]
        hull, left = models.vehicle(seen, self.unit), models.dice_of(troop)
        needed = max(1, hull.hits - len(marks.of(seen, vehicle.id).cards))
        out, gone = f"{troop.name} out of play", f"{vehicle.name} destroyed"
        fight = (
            *odds.answers(attack, defence, (hull.armored, False), (vehicle.name, troop.name)),
            *odds.ends(odds.hits(attack, defence), left, out),
            *odds.ends(odds.hits(defence, attack, int(hull.armored)), needed, gone),
        )
        evade = (
            *odds.dodges(attack, defence, armoured=False, name=troop.name),
            *odds.ends(odds.hits(attack, defence + 1), left, out),
        )
        return {"fight": fight, "evade": evade}

    def answer(self, progress: Progress, choice: str) -> None:
        """Contested; who survives is set at the nearest side, the vehicle may go on. (CRU-OVER-03)"""
        state = progress.state
        attack, defence = self._dice(state)
        evades = choice == "evade"
        troop, vehicle = state.units[self.troop], state.units[self.unit]
        rules = ("CRU-OVER-01", "CRU-DICE-06", "CRU-DICE-08", "CRU-DICE-09")
        why = f"{vehicle.name} over {troop.name}: {attack - self.count} base, {self.count} for move actions"
        ours = pools.sum_of(progress, "crusade-overrun", attack, unit=vehicle.id, why=why, rules=rules)
        why = f"{troop.name} {'evades' if evades else 'fights back'}"
        answer = ("CRU-OVER-02" if evades else "CRU-OVER-01", "CRU-DICE-06")
        theirs = pools.sum_of(progress, "crusade-melee-defence", defence + evades, unit=troop.id, why=why, rules=answer)
        if ours > theirs:
            progress.queue(TakeHits(unit=troop.id, hits=ours - theirs, by=self.by))
        elif theirs > ours and not evades:
            armour = pools.is_armored(progress, vehicle.id)
            progress.queue(TakeHits(unit=vehicle.id, hits=theirs - ours - armour, by=troop.side))
        progress.queue(StepAside(unit=vehicle.id, troop=troop.id))


class StepAside(TaskStruct, frozen=True, kw_only=True, tag="StepAside"):
    """Who survives an over-run is placed at the nearest side of the vehicle. (CRU-OVER-03)"""

    unit: UnitId
    troop: UnitId

    def run(self, progress: Progress) -> None:
        """Straight out to the left or right of its course, whichever is nearer."""
        state = progress.state
        troop = state.units[self.troop]
        if troop.is_gone or state.units[self.unit].is_gone:
            return
        hull = models.pose(state, state.units[self.unit])
        ring = models.base(state, troop)
        forward, right = hull.on_hull(ring.centre)
        out = math.copysign(hull.width / 2 + ring.radius, right)
        at = _rounded(hull.on_table(forward, out))
        facing = troop.models[0].facing
        progress.emit(
            ModelPlaced(
                side=troop.side, unit=troop.id, at=at, facing=facing, why="is pushed aside", rules=("CRU-OVER-03",)
            )
        )


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
        why = f"{unit.name} rams {_name_of(state, self.target)}: {self.dice}R"
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
            progress.queue(TakeHits(unit=target.id, hits=hits, by=self.by))
        elif theirs > ours:
            hits = theirs - ours - pools.is_armored(progress, unit.id)
            progress.queue(TakeHits(unit=unit.id, hits=hits, by=target.side))

    def _structure(self, progress: Progress, ours: int) -> None:
        """2R and its armour; a wreck is rammed as a house wall. (CRU-RAM-03, CRU-DEST-01)"""
        state = progress.state
        piece = courses.structure_named(state, self.target)
        armour, holds = (courses.structure(piece) if piece else None) or courses.HOUSE
        name = _name_of(state, self.target)
        rules = ("CRU-RAM-03", *(() if piece else ("CRU-DEST-01",)))
        rolled = progress.roll_combat(
            "crusade-ram-defence", 2, why=f"{name}: 2R and armour {armour}", rules=("CRU-DICE-01", *rules)
        )
        theirs = pools.total(rolled) + armour
        if ours < theirs:
            hits = theirs - ours - pools.is_armored(progress, self.unit)
            progress.queue(TakeHits(unit=self.unit, hits=hits))
            return
        hits = ours - theirs
        broken = hits_on(state, self.target) + hits >= holds
        if hits:
            progress.emit(
                StructureStruck(terrain=TerrainId(self.target), name=name, hits=hits, broken=broken, rules=rules)
            )
        if broken and piece is None:
            progress.emit(WreckCleared(unit=UnitId(self.target), rules=("CRU-DEST-01", "CRU-DMG-03")))


ACTIONS: tuple[type[Action], ...] = (DriveVehicle, DriveWipedOut, TakeOff)
TASKS: tuple[type[TaskStruct], ...] = (OnTheMove, MoveEnds, Jump, OverRun, StepAside, RammingRoll)
