"""The way of a move action: too long, off the table, or barred by what it meets. (CRU-MOVE, CRU-RAM-01, CRU-JUMP-01)"""

from __future__ import annotations

from typing import Final

from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.crusade import courses, grounds, marks, models
from rules.crusade.courses import DriveLeg, Stop
from rules.crusade.events.moves import VehicleDriven
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_beyond
from rules.progress import Progress
from rules.state import GameState

MOST_LEGS: Final = 12
"""Turns and straights of one move action: three turns use it up."""


def bad_way(state: GameState, unit: Unit, legs: tuple[DriveLeg, ...], *, back: bool) -> Refusal | None:
    """Why a way is none: too long, backward for a FLYER, off the table. (CRU-MOVE-01 to -03, -07)"""
    refusal = not_payable(unit, legs, back=back)
    if back and (refusal is None or refusal.code == "too-far") and _forward_only(state, unit):
        text = f"{unit.name} is a FLYER: it goes forward only."
        return Refusal("flyer-backward", text, "CRU-MOVE-07", "a way forward")
    return refusal or _off_table(state, unit, legs, back=back)


def not_payable(unit: Unit, legs: tuple[DriveLeg, ...], *, back: bool) -> Refusal | None:
    """Why no move action pays for such legs, whatever it meets. (CRU-MOVE-01 to -03)"""
    allowance = courses.BACK_IN if back else courses.MOVE_IN
    rule = "CRU-MOVE-03" if back else "CRU-MOVE-01"
    if len(legs) > MOST_LEGS:
        text = f"A move action has at most {MOST_LEGS} turns and straights, this one {len(legs)}."
        return Refusal("bad-way", text, rule, f"1 to {MOST_LEGS} of them")
    cost = sum(leg.cost_in for leg in legs)
    if not legs or cost <= 0 or any(leg.inches < 0 for leg in legs):
        return Refusal("no-way", f"{unit.name} goes nowhere that way.", rule, f"up to {allowance:g} inches")
    if is_beyond(cost, allowance):
        turns = sum(models.turn_cost_in(leg.turn_deg) for leg in legs)
        text = f"That takes {cost:.4g} inches{_turning(turns)}; a move action has {allowance:g} inches."
        return Refusal("too-far", text, "CRU-MOVE-02" if turns else rule, f"up to {allowance:g} inches in all")
    return None


def _turning(inches: float) -> str:
    return f", {inches:.4g} inches of it for turning" if inches else ""


def _off_table(state: GameState, unit: Unit, legs: tuple[DriveLeg, ...], *, back: bool) -> Refusal | None:
    hull = models.pose(state, unit)
    for leg in legs:
        hull = courses.moved(hull, leg, back=back)
        if not courses.is_on_table(state, hull):
            return Refusal("off-table", f"{unit.name} would leave the table.", "CRU-MOVE-01", "stay on the table")
    return None


def _forward_only(state: GameState, unit: Unit) -> bool:
    """A FLYER, also one that stands on the ground; up to version 8 that one backed. (CRU-MOVE-07)"""
    if state.is_older_than("9"):
        return models.in_air(state, unit)
    return "flyer" in models.vehicle(state, unit.id).traits


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
                text = f"{name} of your own side is in the way."
                return Refusal("own-troop", text, "CRU-OVER-01", _up_to(stop))
            if stop.kind == "troop" and stop.id == ram:
                return None
            if stop.kind == "gap":
                return _at_gap(state, unit, hull, leg, stop, jump=jump, back=back)
        hull = courses.moved(hull, leg, back=back)
    if ram:
        name = name_of(state, ram)
        return Refusal("not-reached", f"That way does not reach {name}.", "CRU-RAM-01", "a way into it")
    return None


def name_of(state: GameState, ident: str) -> str:
    piece = courses.structure_named(state, ident)
    return state.units[UnitId(ident)].name if UnitId(ident) in state.units else piece.name if piece else ident


def _no_target(state: GameState, unit: Unit, ram: str) -> Refusal | None:
    """Why that can never be rammed. (CRU-RAM-01, CRU-RAM-04)"""
    target = state.units.get(UnitId(ram))
    if target is None:
        piece = courses.structure_named(state, ram)
        if piece is not None and grounds.structure(piece):
            return None
        return Refusal("no-target", "That cannot be rammed.", "CRU-RAM-03", "a vehicle or a structure")
    if target.on_table and not target.is_vehicle and models.in_air(state, unit):
        return _no_swoop(state, unit, target)
    if not target.on_table or models.chassis(state, target) is None:
        return Refusal("no-target", f"{target.name} is no vehicle on the table.", "CRU-RAM-01", "drive over troops")
    if models.in_air(state, target) and not models.in_air(state, unit):
        text = f"{target.name} flies: only another FLYER rams it."
        return Refusal("flyer-only", text, "CRU-RAM-04", "a vehicle on the ground")
    if models.in_air(state, unit) and not models.in_air(state, target):
        text = f"{unit.name} flies over {target.name}: it rams FLYERS alone."
        return Refusal("flyer-only", text, "CRU-MOVE-08", "another FLYER")
    return None


def _no_swoop(state: GameState, unit: Unit, target: Unit) -> Refusal | None:
    """A FLYER over-runs nobody unless its entry says so. (CRU-OVER-04)"""
    if models.swoops(state, unit):
        return None
    text = f"{unit.name} flies over {target.name}: it over-runs nobody."
    return Refusal("flyer-no-over-run", text, "CRU-OVER-04", "fire at it")


_A_STEP: Final = 0.05
"""Inches that are worth driving."""


def _up_to(stop: Stop) -> str:
    return f"drive up to {stop.inches:.4g} inches" if stop.inches >= _A_STEP else "drive another way"


def _unnamed(state: GameState, unit: Unit, stop: Stop) -> Refusal:
    """Something solid that the way leads into without a ram declared. (CRU-RAM-01, CRU-VEH-02)"""
    piece = courses.structure_named(state, stop.id)
    ahead = _up_to(stop)
    if piece is None:
        name = state.units[UnitId(stop.id)].name
        return Refusal("vehicle-ahead", f"{name} is in the way.", "CRU-RAM-01", f"{ahead}, or ram it")
    width = models.pose(state, unit).width
    if door := courses.entrance_in(piece):
        text = f"The entrance of {piece.name} is {door:.4g} inches wide, {unit.name} {width:.4g} inches."
        return Refusal("does-not-fit", text, "CRU-VEH-02", f"{ahead}, or ram it")
    ram = ", or ram it" if grounds.structure(piece) else ""
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
        near = () if leg.inches else courses.blips_near(state, unit, hull)
        found += [Stop(0.0, "blip", blip.id) for blip in near]
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


def hits_on(state: GameState, structure: str) -> int:
    """Hits that a structure has taken so far. (CRU-RAM-03)"""
    return marks.marks(state).structures.get(structure, 0)


def driven(
    progress: Progress, unit: Unit, after: Hull, inches: float, *, back: bool, how: str, rules: tuple[str, ...]
) -> None:
    """A vehicle goes straight on or back, so many inches, and stands there. (CRU-MOVE-02 to -04)"""
    progress.emit(
        VehicleDriven(
            side=unit.side,
            unit=unit.id,
            at=courses.rounded(after.centre),
            facing=after.heading,
            inches=round(inches, 4),
            back=back,
            how=how,
            rules=rules,
        )
    )
