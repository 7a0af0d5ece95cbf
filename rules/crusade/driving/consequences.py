"""What comes of a move action, met by met, in order: for previews, and for who drives after a wipeout. (CRU-WIPE-02)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.core.ids import UnitId
from rules.core.preview import Chance
from rules.crusade import courses, grounds, marks, models
from rules.crusade.courses import DriveLeg, Stop
from rules.crusade.damage.falls import cards_of
from rules.crusade.dice import odds
from rules.crusade.driving.way import hits_on, stops_of
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.state import GameState
from rules.table.terrain import Terrain


class Consequence(NamedTuple):
    """One of them: whom or what it meets, with which dice or cards, and the chances of what follows."""

    what: str
    how: str
    chances: tuple[Chance, ...] = ()
    struck: str = ""
    """The unit that is met, if it is one."""


class DriveAsked(NamedTuple):
    """A move action as it is asked: so many `actions` give dice to over-runs and rams."""

    legs: tuple[DriveLeg, ...]
    back: bool
    ram: str
    jump: bool
    actions: int


def consequences(state: GameState, unit: Unit, way: DriveAsked) -> tuple[Consequence, ...]:
    """All that the way meets, as things stand now."""
    return tuple(_met(state, unit, way))


def _met(state: GameState, unit: Unit, way: DriveAsked) -> Iterator[Consequence]:
    hull = models.pose(state, unit)
    for leg in way.legs:
        turned = courses.turned(hull, leg.turn_deg) if leg.turn_deg else hull
        after = courses.moved(hull, leg, back=way.back)
        for stop in stops_of(state, unit, hull, leg, back=way.back, ram=way.ram):
            yield from _of(state, unit, way, stop, (turned, after))
            if stop.kind == "gap" and way.jump:
                return
        hull = after


def end_of(state: GameState, unit: Unit, way: DriveAsked) -> Hull:
    """Where it stands after the way, just beyond a gap that it jumps. (CRU-JUMP-01)"""
    hull = models.pose(state, unit)
    for leg in way.legs:
        gap = next((s for s in stops_of(state, unit, hull, leg, back=way.back, ram=way.ram) if s.kind == "gap"), None)
        piece = courses.structure_named(state, gap.id) if gap is not None and way.jump else None
        if piece is not None:
            before = courses.turned(hull, leg.turn_deg) if leg.turn_deg else hull
            return courses.beyond_gap(before, piece, back=way.back)
        hull = courses.moved(hull, leg, back=way.back)
    return hull


def _of(state: GameState, unit: Unit, way: DriveAsked, stop: Stop, hulls: tuple[Hull, Hull]) -> Iterator[Consequence]:
    """What one thing in its way does, or has done to it; hulls before and after the straight that leads there."""
    if stop.kind == "blip":
        yield Consequence("Passes a blip", "within 6″ and seen: uncovered")
    elif stop.kind == "troop":
        yield _over_run(state, unit, state.units[UnitId(stop.id)], way.actions)
    elif stop.kind == "vehicle" and models.is_wreck(state, UnitId(stop.id)):
        wreck = _Walls(stop.id, f"the wreck of {state.units[UnitId(stop.id)].name}", grounds.HOUSE, "broken up")
        yield _broken(state, unit, wreck, way.actions)
    elif stop.kind == "vehicle":
        yield _rammed(state, unit, state.units[UnitId(stop.id)], way.actions)
    elif (piece := courses.structure_named(state, stop.id)) is not None:
        if walls := grounds.structure(piece):
            yield _broken(state, unit, _Walls(piece.id, piece.name, walls, "broken open"), way.actions)
        elif stop.kind == "gap":
            yield from _gap(state, unit, piece, way, hulls)
        else:
            yield Consequence(f"Runs into {piece.name}", "in the way")


def _over_run(state: GameState, unit: Unit, troop: Unit, count: int) -> Consequence:
    """Somebody on foot, who may fight back or evade. (CRU-OVER-01, CRU-OVER-02)"""
    dice, against = models.overrun_dice(state, unit.id, count), models.melee_dice(state, troop)
    theirs, ours = odds.contested(dice, against, (models.vehicle(state, unit.id).armored, False))
    evading = odds.contested(dice, against + 1)[0]
    return Consequence(
        f"Drives over {troop.name}{_own(unit, troop)}",
        f"{dice}R against {against}R, or {against + 1}R evading",
        (
            odds.chance(f"{troop.name} hurt if it fights", theirs),
            odds.chance(f"{unit.name} hurt if it fights", ours),
            odds.chance(f"{troop.name} hurt if it evades", evading),
        ),
        troop.id,
    )


def _own(unit: Unit, met: Unit) -> str:
    return ", its own side" if met.side == unit.side else ""


def _rammed(state: GameState, unit: Unit, target: Unit, count: int) -> Consequence:
    """Another vehicle. (CRU-RAM-01, CRU-DICE-10)"""
    own, theirs = models.vehicle(state, unit.id), models.vehicle(state, target.id)
    dice, against = own.dice + count, models.still_dice(state, target.id)
    hurt, back = odds.contested(dice, against, (own.armored, theirs.armored))
    return Consequence(
        f"Runs into {target.name}{_own(unit, target)}",
        f"{dice}R against {against}R{', Armored' if theirs.armored else ''}",
        (odds.chance(f"{target.name} hurt", hurt), odds.chance(f"{unit.name} hurt", back)),
        target.id,
    )


def _broken(state: GameState, unit: Unit, met: _Walls, count: int) -> Consequence:
    """A structure, or a wreck, which is one. (CRU-RAM-03, CRU-DEST-01)"""
    own, (armour, holds) = models.vehicle(state, unit.id), met.made
    dice = own.dice + count
    struck, back = odds.at_structure(dice, armour, armoured=own.armored)
    taken = hits_on(state, met.id)
    return Consequence(
        f"Runs into {met.name}",
        f"{dice}R against 2R{f' and {armour}' if armour else ''}{f', {taken} of {holds} Hits taken' if taken else ''}",
        (
            odds.chance(f"{met.name} {met.broken}", struck.at_least(holds - taken)),
            odds.chance(f"{unit.name} hurt", back),
        ),
    )


class _Walls(NamedTuple):
    """What is rammed as a structure: its armour and Hits, and what it is once they are gone."""

    id: str
    name: str
    made: grounds.Structure
    broken: str


def _gap(
    state: GameState, unit: Unit, piece: Terrain, way: DriveAsked, hulls: tuple[Hull, Hull]
) -> Iterator[Consequence]:
    """A gap that is jumped, driven into with the whole hull, or stopped at. (CRU-JUMP-01, CRU-FALL-01)"""
    before, after = hulls
    if way.jump:
        dice = courses.jump_dice(state, unit, courses.gap_width_in(before, piece, back=way.back))
        if dice < len(_SAFELY):
            yield Consequence(f"Jumps {piece.name}", _SAFELY[dice], (odds.chance("falls", odds.doubles(dice)),))
            return
        falls = odds.chance(f"falls, with {dice} dice", odds.doubles(dice))
        yield Consequence(f"Jumps {piece.name}", f"{dice}D6, no two alike", (falls,))
        yield from _fall(state, unit, piece, f"If it falls into {piece.name}")
    elif courses.is_inside(after, piece.points):
        yield from _fall(state, unit, piece, f"Over the edge of {piece.name}")
    else:
        yield Consequence(f"Comes to {piece.name}", "jumped, or stopped at")


_SAFELY: Final = ("no dice to throw: it cannot fall", "1D6: one die shows no double")
"""A jump that takes so many dice. (CRU-DICE-07)"""


def _fall(state: GameState, unit: Unit, piece: Terrain, what: str) -> Iterator[Consequence]:
    """The cards at its bottom, whether they destroy it, and then whether it explodes. (CRU-FALL-01, CRU-DEST-01)"""
    cards, held = cards_of(piece.depth_in), marks.of(state, unit.id).cards
    most = models.vehicle(state, unit.id).hits
    ends = len(held) + cards >= most
    text = f"{piece.depth_in:g}″: {cards} card{'' if cards == 1 else 's'}, then {len(held) + cards} of {most}"
    yield Consequence(what, f"{text}{', destroyed' if ends and cards else ''}")
    if cards and ends and "FIRE" in held:
        yield Consequence("It burns already", "explodes")
    elif cards and ends:
        left, discards = marks.deck(state), marks.marks(state).discards
        burns = odds.among(left, discards, "FIRE", cards)
        shuffled = ", then the discards" if cards > sum(left.values()) else ""
        text = f"{left.get('FIRE', 0)} of {sum(left.values())} cards left{shuffled}"
        yield Consequence("A FIRE among them", text, (odds.chance("explodes", burns),))
