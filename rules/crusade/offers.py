"""What a side may do now, as actions that could be sent as they stand, and why not for the rest. (CRU-TURN-02)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId
from rules.crusade import entries, hand, marks, models
from rules.crusade.courses import BACK_IN, MOVE_IN, DriveLeg
from rules.crusade.damage import places
from rules.crusade.driving import move_actions
from rules.crusade.driving.drive import DriveVehicle, TakeOff
from rules.crusade.driving.way import stops_of
from rules.crusade.entries import CloseEntry, ForceEntry
from rules.crusade.melee import MeleeAttack
from rules.crusade.pods import LandPod
from rules.crusade.shooting import aim
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.shooting.numbers import strikes
from rules.crusade.shooting.reloading import ReloadWeapons, UnjamWeapons
from rules.crusade.transport import boarding, vehicles_inside
from rules.crusade.transport.boarding import BoardEnemy
from rules.crusade.transport.driver import TakeOver
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.crusade.transport.vehicles_inside import DriveIn, DriveOut
from rules.crusade.troops import HideTroop, MoveTroop, PickUp, left_in, within_reach
from rules.crusade.turn import setting_up
from rules.crusade.turn.setting_up import RollForPlacement, SetUpModel
from rules.crusade.turn.sides import EndTurn, FinishModel
from rules.forces.unit import Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance, toward
from rules.offers import Offer, offered
from rules.state import GameState

COURSES: Final = {
    "straight on": (DriveLeg(inches=MOVE_IN),),
    "left": (DriveLeg(turn_deg=-models.TURN_DEG, inches=MOVE_IN - models.TURN_IN),),
    "right": (DriveLeg(turn_deg=models.TURN_DEG, inches=MOVE_IN - models.TURN_IN),),
    "half left": (DriveLeg(turn_deg=-models.TURN_DEG),),
    "half right": (DriveLeg(turn_deg=models.TURN_DEG),),
    "a step": (DriveLeg(inches=MOVE_IN / 3),),
}
"""Move actions that are suggested; the board allows every other one."""

EAGERNESS: Final[Mapping[str, int]] = {
    "drive": 12,
    "ram": 30,
    "fire": 30,
    "melee": 30,
    "board": 20,
    "move": 8,
    "get-out": 3,
    "get-in": 2,
    "take-over": 20,
    "reload": 10,
    "unjam": 10,
    "take-off": 10,
    "hide": 1,
    "pick-up": 20,
    "force-entry": 1,
    "close-entry": 1,
    "land": 60,
    "set-up": 30,
    "roll-off": 30,
    "answer": 10,
    "finish": 2,
    "end-turn": 2,
}
"""How gladly a bot does each kind of thing."""
LAST: Final = ("finish", "end-turn")
"""What ends something."""


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Everything that is suggested to that side, model by model."""
    if state.turn.phase == "deployment":
        yield from _before(state, side)
        return
    for pod in hand.waiting_pods(state, side):
        yield from _landings(state, side, pod)
    for unit in state.units_of(side):
        if hand.not_ready(state, side, unit.id) is None:
            yield from of_model(state, side, unit)
    yield offered(state, EndTurn(side=side), kind="end-turn", label="End the turn")


def of_model(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    """What is suggested for one model, and why not the rest."""
    yield from _of_vehicle(state, side, unit) if unit.is_vehicle else _of_troop(state, side, unit)
    yield from _finish(state, side, unit)


def _before(state: GameState, side: SideId) -> Iterator[Offer]:
    if not state.turn.order:
        yield offered(state, RollForPlacement(side=side), kind="roll-off", label="Roll off")
        return
    waiting = setting_up.to_set_up(state, side)
    if waiting and state.turn.order[state.turn.place] == side and (spot := setting_up.suggested(state, waiting[0])):
        action = SetUpModel(side=side, unit=waiting[0].id, at=spot[0], facing=spot[1])
        yield offered(state, action, kind="set-up", unit=waiting[0].id, label=f"Set up {waiting[0].name}")


def _landings(state: GameState, side: SideId, pod: Unit) -> Iterator[Offer]:
    """On each enemy, and in the middle of the table. (CRU-POD-02)"""
    middle = (state.scenario.width_in / 2, state.scenario.height_in / 2)
    places = [models.place(state, u) for u in state.enemies_of(side)]
    for at in (middle, *places):
        yield offered(state, LandPod(side=side, unit=pod.id, at=at), kind="land", unit=pod.id, label=f"Land {pod.name}")


def _finish(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    falls = hand.must_fly(state, unit.id)
    label = "It falls" if falls else "Done"
    action = FinishModel(side=side, unit=unit.id, accept_fall=falls)
    yield offered(state, action, kind="finish", unit=unit.id, label=label)


def _of_vehicle(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    if unit.aboard is not None:
        yield from _drives_out(state, side, unit)
        return
    yield from _drives(state, side, unit)
    yield from _drives_in(state, side, unit)
    yield from _fires(state, side, unit)
    yield offered(state, ReloadWeapons(side=side, unit=unit.id), kind="reload", unit=unit.id, label="Reload")
    yield offered(state, UnjamWeapons(side=side, unit=unit.id), kind="unjam", unit=unit.id, label="Unjam")
    if marks.of(state, unit.id).grounded:
        bought = move_actions.needs_action(state, unit)
        up = TakeOff(side=side, unit=unit.id, extra=bought)
        yield offered(state, up, kind="take-off", unit=unit.id, label="Take off")


def _drives(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    """Forward, back, turning; with the action once the others are spent; what it runs into is rammed."""
    plain = DriveVehicle(side=side, unit=unit.id, legs=COURSES["straight on"])
    refused = plain.check(state)
    extra = refused is not None and refused.code == "needs-action"
    for label, legs in COURSES.items():
        action = DriveVehicle(side=side, unit=unit.id, legs=legs, extra=extra)
        found = offered(state, action, kind="drive", unit=unit.id, label=f"Drive {label}")
        yield found
        if found.refusal is not None:
            yield from _instead(state, unit, action, found)
    yield from _goes_on(state, side, unit)
    back = DriveVehicle(side=side, unit=unit.id, legs=(DriveLeg(inches=BACK_IN),), back=True, extra=extra)
    yield offered(state, back, kind="drive", unit=unit.id, label="Back off")
    for target in state.units.values():
        if target.on_table and target.side != side and _may_meet(state, unit, target):
            ram = DriveVehicle(side=side, unit=unit.id, legs=plain.legs, extra=extra, ram=target.id)
            yield offered(state, ram, kind="ram", unit=unit.id, target=target.id, label=f"Ram {target.name}")


def _goes_on(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    """Straight on with what is left of a move action that an enemy broke off. (CRU-WIPE-02)"""
    noted = marks.of(state, unit.id)
    if noted.left_in:
        legs = (DriveLeg(inches=noted.left_in),)
        on = DriveVehicle(side=side, unit=unit.id, legs=legs, back=noted.left_back, rest=True)
        yield offered(state, on, kind="drive", unit=unit.id, label="Drive on")


def _may_meet(state: GameState, unit: Unit, target: Unit) -> bool:
    """Whether a FLYER may run into that from the air. (CRU-RAM-04, CRU-OVER-04)"""
    if target.is_vehicle:
        return models.in_air(state, unit) and models.in_air(state, target)
    return models.swoops(state, unit)


def _instead(state: GameState, unit: Unit, action: DriveVehicle, found: Offer) -> Iterator[Offer]:
    """A jump over what is in the way, or a ram of it."""
    assert found.refusal
    if found.refusal.code == "gap-ahead":
        jump = DriveVehicle(side=action.side, unit=unit.id, legs=action.legs, extra=action.extra, jump=True)
        yield offered(state, jump, kind="drive", unit=unit.id, label="Jump")
    if found.refusal.code not in ("vehicle-ahead", "barred", "does-not-fit"):
        return
    stops = stops_of(state, unit, models.pose(state, unit), action.legs[0], back=False, ram="")
    for stop in stops:
        if stop.kind in ("vehicle", "structure"):
            ram = DriveVehicle(side=action.side, unit=unit.id, legs=action.legs, extra=action.extra, ram=stop.id)
            yield offered(state, ram, kind="ram", unit=unit.id, label="Ram what is ahead")
            return


def _fires(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    """All weapons at each enemy that they can be brought to bear on; the nearest first. (CRU-FIRE-01)"""
    here = models.place(state, unit)
    enemies = [u for u in state.units.values() if u.side != side and (u.on_table or u.aboard) and not u.is_gone]
    for target in sorted(enemies, key=lambda u: (distance(here, models.place(state, u)), u.id)):
        known = ((WeaponAim(weapon=key, target=target.id), made) for key, _, made in models.weapons(state, unit))
        able = ((each, made) for each, made in known if aim.cannot_fire(state, unit, each) is None)
        aims = [each for each, made in able if strikes(state, unit, each, made)]
        if aims:
            shot = FireWeapons(side=side, unit=unit.id, aims=tuple(aims if unit.is_vehicle else aims[:1]))
            label = f"Fire at {target.name}"
            yield offered(state, shot, kind="fire", unit=unit.id, target=target.id, label=label)


def _of_troop(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    yield from _fires(state, side, unit)
    yield from _melees(state, side, unit)
    if unit.aboard is not None:
        yield from _ways_out(state, side, unit)
        yield offered(state, TakeOver(side=side, unit=unit.id), kind="take-over", unit=unit.id, label="Take over")
    else:
        yield from _walks(state, side, unit)
        yield from _ways_in(state, side, unit)
        for blip in within_reach(state, unit):
            action = PickUp(side=side, unit=unit.id, blip=blip.id)
            yield offered(state, action, kind="pick-up", unit=unit.id, label=f"Pick up {blip.id}")
        yield from _entries(state, side, unit)
        yield offered(state, HideTroop(side=side, unit=unit.id), kind="hide", unit=unit.id, label="Hide")
    yield from _boards(state, side, unit)
    yield offered(state, ReloadWeapons(side=side, unit=unit.id), kind="reload", unit=unit.id, label="Reload")
    yield offered(state, UnjamWeapons(side=side, unit=unit.id), kind="unjam", unit=unit.id, label="Unjam")


def _entries(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    for piece in entries.to_force(state, unit):
        force = ForceEntry(side=side, unit=unit.id, terrain=piece.id)
        yield offered(state, force, kind="force-entry", unit=unit.id, label=f"Force an entry into {piece.name}")
    for piece in entries.to_close(state, unit):
        close = CloseEntry(side=side, unit=unit.id, terrain=piece.id)
        yield offered(state, close, kind="close-entry", unit=unit.id, label=f"Close the entry into {piece.name}")


def _melees(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    for target in state.units.values():
        if target.side != side and not target.is_gone and target.deployed:
            action = MeleeAttack(side=side, unit=unit.id, target=target.id)
            if action.check(state) is None:
                label = f"Attack {target.name}"
                yield offered(state, action, kind="melee", unit=unit.id, target=target.id, label=label)


def _walks(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    """Towards the nearest enemies, as far as the move goes or up to them."""
    here = models.place(state, unit)
    extra = left_in(state, unit) < 1 or marks.of(state, unit.id).knocked_now
    left = left_in(state, unit, extra=extra)
    near = sorted(state.enemies_of(side), key=lambda u: (distance(here, models.place(state, u)), u.id))[:2]
    for target in near:
        gap = models.gap_to_point(state, target, here) - models.profile(state, unit).base_radius_in - 0.5
        inches = min(left, gap)
        if inches > 0:
            x, y = toward(here, models.place(state, target), inches)
            action = MoveTroop(side=side, unit=unit.id, path=((round(x, 2), round(y, 2)),), extra=extra)
            action = _round_it(state, unit, action, inches)
            label = f"Move towards {target.name}"
            yield offered(state, action, kind="move", unit=unit.id, target=target.id, label=label)


def _round_it(state: GameState, unit: Unit, straight: MoveTroop, inches: float) -> MoveTroop:
    """As far to the left or right of what bars a straight walk, if that is free; up to version 13 none."""
    refused = straight.check(state)
    if refused is None or refused.code not in ("blocked", "no-room") or state.is_older_than("14"):
        return straight
    here = models.place(state, unit)
    ahead = bearing(here, straight.path[0])
    ends = (along(here, ahead + turn, inches) for turn in _ASIDE)
    ways = (replace(straight, path=((round(x, 2), round(y, 2)),)) for x, y in ends)
    return next((way for way in ways if way.check(state) is None), straight)


_ASIDE: Final = (30, -30, 60, -60, 90, -90)
"""Degrees off a straight walk that is barred."""


def _ways_in(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    for carrier in state.units_of(side):
        if carrier.is_vehicle and carrier.on_table and models.is_adjacent(state, unit, carrier):
            action = StepIn(side=side, unit=unit.id, vehicle=carrier.id)
            label = f"Get into {carrier.name}"
            yield offered(state, action, kind="get-in", unit=unit.id, target=carrier.id, label=label)


def _drives_in(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    for carrier in state.units_of(side):
        if vehicles_inside.holds(state, carrier, unit) and models.is_adjacent(state, unit, carrier):
            extra = move_actions.needs_action(state, unit)
            action = DriveIn(side=side, unit=unit.id, vehicle=carrier.id, extra=extra)
            label = f"Drive into {carrier.name}"
            yield offered(state, action, kind="get-in", unit=unit.id, target=carrier.id, label=label)


_CLEAR_IN: Final = 0.1
"""A hull is a little longer than its circle."""


def _drives_out(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    assert unit.aboard
    hull = models.pose(state, state.units[unit.aboard])
    for face, at in places.touching(state, unit, hull, _CLEAR_IN).items():
        place = (round(at[0], 4), round(at[1], 4))
        action = DriveOut(side=side, unit=unit.id, at=place, extra=move_actions.needs_action(state, unit))
        yield offered(state, action, kind="get-out", unit=unit.id, label=f"Drive out at its {face}")


def _ways_out(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    assert unit.aboard
    hull = models.pose(state, state.units[unit.aboard])
    for face, at in places.touching(state, unit, hull, 0.02).items():
        place = (round(at[0], 4), round(at[1], 4))
        action = StepOut(side=side, unit=unit.id, at=place)
        yield offered(state, action, kind="get-out", unit=unit.id, label=f"Get out at its {face}")


def _boards(state: GameState, side: SideId, unit: Unit) -> Iterator[Offer]:
    for target in state.enemies_of(side):
        if not target.is_vehicle or models.is_wreck(state, target.id) or not boarding.is_open(state, target):
            continue
        extra = marks.of(state, unit.id).spent_in > 0
        action = BoardEnemy(side=side, unit=unit.id, vehicle=target.id, extra=extra)
        label = f"Board {target.name}"
        yield offered(state, action, kind="board", unit=unit.id, target=target.id, label=label)


def to_act(state: GameState) -> SideId | None:
    """Whose turn it is to do something."""
    if state.turn.phase == "deployment":
        return state.turn.order[state.turn.place] if state.turn.order else state.sides[0].id
    return state.active_side


def liking(offer: Offer) -> int:
    """Ahead rather than back or aside."""
    return 4 if offer.label == "Drive straight on" else 1
