"""Ways of troops, into melee, aboard and out again. (CRU-TROOP, CRU-RUSH, CRU-TRAN, CRU-BOARD)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.crusade import marks, models, troops
from rules.crusade.damage import places
from rules.crusade.driving import move_actions
from rules.crusade.melee import MeleeAttack
from rules.crusade.transport import boarding, vehicles_inside
from rules.crusade.transport.boarding import BoardEnemy
from rules.crusade.transport.troops_aboard import StepIn, StepOut
from rules.crusade.transport.vehicles_inside import DriveIn, DriveOut
from rules.crusade.troops import MoveTroop
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, distance, path_length, path_until, toward
from rules.offers import Offer, offered
from rules.state import GameState


def walk(state: GameState, unit: Unit, points: tuple[Point, ...], *, extra: bool) -> tuple[MoveTroop, bool]:
    """As much of a way as the move pays for, and whether more was drawn. (CRU-TROOP-01)"""
    extra = extra or must_buy(state, unit)
    left = troops.left_in(state, unit, extra=extra)
    start = models.place(state, unit)
    cut = path_length((start, *points)) > left + 0.01
    kept = path_until((start, *points), left)[1:] if cut else points
    path = tuple((round(x, 2), round(y, 2)) for x, y in kept)
    return MoveTroop(side=unit.side, unit=unit.id, path=path, extra=extra), cut


def must_buy(state: GameState, unit: Unit) -> bool:
    """Whether nothing of its normal move is left, so that it moves by its action. (CRU-TURN-02, CRU-TROOP-03)"""
    noted = marks.of(state, unit.id)
    return troops.left_in(state, unit) < 0.05 or (noted.knocked_now and not noted.extra)


def approach(state: GameState, unit: Unit, target: Unit, bends: tuple[Point, ...]) -> tuple[Point, ...]:
    """A way over those bends up to a model; none for who is beside it already."""
    if unit.aboard is not None or (not bends and models.is_adjacent(state, unit, target)):
        return ()
    start, goal = (bends[-1] if bends else models.place(state, unit)), models.place(state, target)
    radius, whole = models.profile(state, unit).base_radius_in, distance(start, goal)
    low, high = 0.0, whole
    for _ in range(20):
        middle = (low + high) / 2
        near = models.gap_to_point(state, target, toward(start, goal, middle)) - radius > _BESIDE_IN
        low, high = (middle, high) if near else (low, middle)
    end = toward(start, goal, low)
    return (*bends, (round(end[0], 2), round(end[1], 2)))


_BESIDE_IN: Final = 0.4
"""How near a way to a model ends."""


def fight(state: GameState, unit: Unit, target: UnitId, bends: tuple[Point, ...]) -> MeleeAttack:
    """A melee attack, with a walk before it where that is needed. (CRU-RUSH-01)"""
    path = approach(state, unit, state.units[target], bends)
    return MeleeAttack(side=unit.side, unit=unit.id, target=target, path=path)


def board(state: GameState, unit: Unit, target: UnitId, bends: tuple[Point, ...]) -> BoardEnemy:
    """Boarding; who walks first does it by the move that its action buys. (CRU-BOARD-01)"""
    jumps = models.traits_of_troop(state, unit).jumping
    path = () if jumps and not bends else approach(state, unit, state.units[target], bends)
    extra = bool(path) or marks.of(state, unit.id).spent_in > 0 or must_buy(state, unit)
    return BoardEnemy(side=unit.side, unit=unit.id, vehicle=target, path=path, extra=extra)


def get_in(state: GameState, unit: Unit, target: UnitId, bends: tuple[Point, ...]) -> StepIn | DriveIn:
    """Getting into a vehicle of the own side, by the bought move where the other is too short. (CRU-TRAN-01)"""
    if unit.is_vehicle:
        return DriveIn(side=unit.side, unit=unit.id, vehicle=target, extra=move_actions.needs_action(state, unit))
    path = approach(state, unit, state.units[target], bends)
    made = StepIn(side=unit.side, unit=unit.id, vehicle=target, path=path)
    refused = made.check(state)
    short = refused is not None and refused.code in ("no-move-left", "too-far", "knocked-down")
    return replace(made, extra=True) if short and not marks.of(state, unit.id).acted else made


def get_out(state: GameState, unit: Unit, near: Point | None) -> StepOut | DriveOut | None:
    """Getting out beside the hull, as near as that to a place. (CRU-TRAN-01)"""
    places = doors(state, unit)
    if not places:
        return None
    at = min(places, key=lambda each: distance(each, near)) if near else places[0]
    if unit.is_vehicle:
        return DriveOut(side=unit.side, unit=unit.id, at=at, extra=move_actions.needs_action(state, unit))
    made = StepOut(side=unit.side, unit=unit.id, at=at)
    refused = made.check(state)
    short = refused is not None and refused.code in ("no-move-left", "knocked-down")
    return replace(made, extra=True) if short and not marks.of(state, unit.id).acted else made


def doors(state: GameState, unit: Unit) -> tuple[Point, ...]:
    """Free places beside the vehicle that somebody is aboard of."""
    if unit.aboard is None:
        return ()
    hull = models.pose(state, state.units[unit.aboard])
    radius = models.profile(state, unit).base_radius_in + (0.1 if unit.is_vehicle else 0.05)
    out, aside = hull.length / 2 + radius, hull.width / 2 + radius
    steps = (-0.6, 0.0, 0.6)
    rims = [hull.on_table(f * out, s * aside) for f in (1, -1) for s in steps]
    rims += [hull.on_table(f * out, s * aside) for s in (1, -1) for f in steps]
    free = [at for at in rims if places.is_free(state, unit, at) and not troops.is_shut_out(state, unit, at)]
    if unit.is_vehicle:
        free = [at for at in free if vehicles_inside.has_room(state, unit, state.units[unit.aboard], at)]
    return tuple((round(x, 3), round(y, 3)) for x, y in free)


def carriers(state: GameState, unit: Unit) -> tuple[Offer, ...]:
    """Vehicles of the own side that somebody on foot could get into now, or why not."""
    if unit.aboard is not None or not unit.on_table:
        return ()
    near = [u for u in state.units_of(unit.side) if u.is_vehicle and u.on_table]
    if unit.is_vehicle:
        near = [u for u in near if vehicles_inside.holds(state, u, unit)]
    near = [u for u in near if models.vehicle(state, u.id).capacity or models.vehicle(state, u.id).crew_only]
    made = ((u, get_in(state, unit, u.id, ())) for u in near)
    return tuple(
        offered(state, a, kind="get-in", unit=unit.id, target=u.id, label=f"Get into {u.name}") for u, a in made
    )


def is_beside(state: GameState, unit: Unit, target: UnitId | None) -> bool:
    """Whether a model stands right beside that other one, which is no wreck."""
    other = state.units.get(target) if target is not None else None
    if other is None or models.is_wreck(state, other.id):
        return False
    return unit.on_table and other.on_table and models.is_adjacent(state, unit, other)


def enemies_to_fight(state: GameState, unit: Unit) -> tuple[Offer, ...]:
    """Enemies that a troop reaches in melee, walking if need be."""
    foes = (u for u in state.units.values() if u.side != unit.side and not u.is_gone and u.deployed)
    made = [(u, fight(state, unit, u.id, ())) for u in foes if _within_reach(state, unit, u)]
    return tuple(offered(state, a, kind="melee", unit=unit.id, target=u.id, label=f"Attack {u.name}") for u, a in made)


def enemies_to_board(state: GameState, unit: Unit) -> tuple[Offer, ...]:
    """Open vehicles of enemies that a troop could try to board."""
    foes = (u for u in state.enemies_of(unit.side) if u.is_vehicle and not models.is_wreck(state, u.id))
    made = [
        (u, board(state, unit, u.id, ())) for u in foes if boarding.is_open(state, u) and _within_reach(state, unit, u)
    ]
    return tuple(offered(state, a, kind="board", unit=unit.id, target=u.id, label=f"Board {u.name}") for u, a in made)


def _within_reach(state: GameState, unit: Unit, target: Unit) -> bool:
    """Whether a move leads there at all: who is too far away is not worth a row; from aboard nobody walks."""
    if unit.aboard is not None:
        host = state.units[target.aboard] if target.aboard else target
        return unit.aboard in (target.id, target.aboard) or models.is_adjacent(state, unit, host)
    reach = 2 * models.profile(state, unit).m
    return models.gap_to_point(state, target, models.place(state, unit)) <= reach
