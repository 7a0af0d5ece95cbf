"""Reading models: hulls and bases, dice, who stands where. (CRU-VEH-01, CRU-TROOP-01, CRU-TROOP-02)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.ids import SideId, UnitId
from rules.crusade import marks
from rules.forces.crusade import CrusadeHull, CrusadeTroop, CrusadeWeapon
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull, distance_between
from rules.geometry.lengths import Circle, Point, ceil_tolerant, distance, is_within
from rules.state import GameState

TURN_IN: Final = 2.0
TURN_DEG: Final = 45
"""So much movement buys a turn of so many degrees. (CRU-MOVE-02)"""
ADJACENT_IN: Final = 1.0
"""Next to something means within an inch. (CRU-BOARD-01)"""


def model(unit: Unit) -> Model:
    """Every unit of this game is one model. (CRU-VEH-01)"""
    return unit.models[0]


def profile(state: GameState, unit: Unit) -> Profile:
    """What it is."""
    return state.profiles[model(unit).profile]


def chassis(state: GameState, unit: Unit) -> CrusadeHull | None:
    """What it is as a vehicle; None for troops. Mounts and beasts that are ridden are none. (CRU-VEH-01)"""
    hull = profile(state, unit).hull
    return hull if isinstance(hull, CrusadeHull) else None


def vehicle(state: GameState, unit: UnitId) -> CrusadeHull:
    """The same of a vehicle that is known to be one."""
    hull = chassis(state, state.units[unit])
    assert hull is not None
    return hull


def is_wreck(state: GameState, unit: UnitId) -> bool:
    """Whether it is destroyed and still stands there. (CRU-DEST-01)"""
    return marks.of(state, unit).wreck


def turn_cost_in(degrees: float) -> float:
    """What a turn takes of a move action: 2 inches for each 45 degrees or part of them. (CRU-MOVE-02)"""
    return TURN_IN * ceil_tolerant(abs(degrees) / TURN_DEG)


def in_air(state: GameState, unit: Unit) -> bool:
    """Whether it is a FLYER that flies. (CRU-MOVE-08)"""
    hull = chassis(state, unit)
    noted = marks.of(state, unit.id)
    return hull is not None and "flyer" in hull.traits and not noted.grounded and not noted.wreck


def pose(state: GameState, unit: Unit) -> Hull:
    """The hull where it stands."""
    hull, placed = vehicle(state, unit.id), model(unit)
    return Hull(placed.at, placed.facing, hull.length_in, hull.width_in)


def base(state: GameState, unit: Unit) -> Circle:
    """The base of a troop where it stands."""
    return Circle(place(state, unit), profile(state, unit).base_radius_in)


def place(state: GameState, unit: Unit) -> Point:
    """Where it stands; whoever is aboard, at the centre of the hull."""
    carrier = state.units[unit.aboard] if unit.aboard else unit
    return model(carrier).at


def body(state: GameState, unit: Unit) -> Hull | Circle:
    """Its outline on the table."""
    return pose(state, unit) if chassis(state, unit) else base(state, unit)


def gap_to_point(state: GameState, unit: Unit, point: Point) -> float:
    """Inches from a point to the nearest part of the model."""
    outline = body(state, unit)
    if isinstance(outline, Hull):
        return outline.distance_to_point(point)
    return max(0.0, distance(outline.centre, point) - outline.radius)


def gap_to_hull(state: GameState, unit: Unit, hull: Hull) -> float:
    """Inches from a hull to the nearest part of the model."""
    outline = body(state, unit)
    if isinstance(outline, Hull):
        return distance_between(outline, hull)
    return max(0.0, hull.distance_to_point(outline.centre) - outline.radius)


def is_adjacent(state: GameState, one: Unit, other: Unit) -> bool:
    """Whether a model, or the vehicle that it rides in, is next to another. (CRU-BOARD-01)"""
    first = state.units[one.aboard] if one.aboard else one
    if chassis(state, first):
        return is_within(gap_to_hull(state, other, pose(state, first)), ADJACENT_IN)
    ring = base(state, first)
    return is_within(gap_to_point(state, other, ring.centre) - ring.radius, ADJACENT_IN)


def in_play(state: GameState, unit: Unit) -> bool:
    """Whether it is on the table or rides in something that is: who waits in a pod is not there yet. (CRU-POD-01)"""
    carrier = state.units[unit.aboard] if unit.aboard else unit
    return carrier.deployed and unit.deployed and not unit.is_gone


def standing(state: GameState) -> Iterator[Unit]:
    """Models on the table, in a stable order; those aboard are not on it."""
    return (unit for unit in state.units.values() if unit.on_table)


def open_to_bursts(state: GameState) -> Iterator[Unit]:
    """Who is struck by what bursts near: those on the table, and whoever is aboard in the open. (CRU-WEAP-08)"""
    for unit in standing(state):
        if not is_wreck(state, unit.id):
            yield unit
            yield from (u for u in aboard(state, unit.id) if is_exposed(state, u) and not u.is_gone)


def flies(state: GameState, unit: Unit) -> bool:
    """Whether it is in the air, or aboard of what is."""
    return in_air(state, state.units[unit.aboard] if unit.aboard else unit)


def gap_to_burst(state: GameState, unit: Unit, point: Point) -> float:
    """Inches from where it bursts to the nearest part of a model; of those aboard to the middle of their vehicle."""
    return distance(place(state, unit), point) if unit.aboard is not None else gap_to_point(state, unit, point)


def aboard(state: GameState, carrier: UnitId) -> tuple[Unit, ...]:
    """Everybody in or on that vehicle: passengers, open crew and boarders. (CRU-TRAN-07, CRU-BOARD-05)"""
    return tuple(state.passengers(carrier))


def is_boarder(state: GameState, unit: Unit) -> bool:
    """Whether it has boarded an enemy's vehicle. (CRU-BOARD-05)"""
    return unit.aboard is not None and state.units[unit.aboard].side != unit.side


def is_crew(state: GameState, unit: Unit) -> bool:
    """Whether it is of the open crew of the vehicle that it is aboard of. (CRU-TRAN-07)"""
    return unit.aboard is not None and unit.id in marks.of(state, unit.aboard).crew


def serves(state: GameState, unit: Unit) -> bool:
    """Whether somebody aboard is in an open position for crew, whoever came with the vehicle. (CRU-TRAN-07)"""
    if unit.aboard is None or is_boarder(state, unit):
        return False
    return is_crew(state, unit) or vehicle(state, unit.aboard).crew_only


def is_exposed(state: GameState, unit: Unit) -> bool:
    """Whether somebody aboard can be shot at: open crew, passengers of an open transport, boarders. (CRU-TRAN-04)"""
    if unit.aboard is None:
        return True
    return vehicle(state, unit.aboard).open_transport or serves(state, unit) or is_boarder(state, unit)


def traits_of_troop(state: GameState, unit: Unit) -> CrusadeTroop:
    """Its bonus in melee and whether it jumps. (CRU-TROOP-01)"""
    return profile(state, unit).crusade_troop or CrusadeTroop()


def dice_of(unit: Unit) -> int:
    """The base dice that a troop has left. (CRU-DICE-02)"""
    return max(0, model(unit).wounds)


def melee_dice(state: GameState, unit: Unit) -> int:
    """Its dice in melee: those left and its bonus. (CRU-TROOP-01)"""
    return dice_of(unit) + traits_of_troop(state, unit).melee_bonus


def melee_words(state: GameState, unit: Unit, krak: int = 0) -> str:
    """What its pool in melee is made of, grenades against a vehicle among it. (CRU-TROOP-01, CRU-WEAP-13)"""
    dice, bonus = dice_of(unit), traits_of_troop(state, unit).melee_bonus
    text = f"{dice} {'die' if dice == 1 else 'dice'}"
    return text + (f", {bonus} in melee" if bonus else "") + (f", {krak} for grenades" if krak else "")


def defence_words(state: GameState, unit: UnitId, *, still: bool = False) -> str:
    """What its pool in defence is made of. (CRU-SHOT-01, CRU-DMG-06)"""
    moved, cards = 0 if still else max(0, marks.of(state, unit).moves - 1), hull_cards(state, unit)
    text = f"{vehicle(state, unit).dice} base"
    return text + (f", {moved} for its movement" if moved else "") + (f", {cards} less for HULL" if cards else "")


def hull_cards(state: GameState, unit: UnitId) -> int:
    """HULL cards that a vehicle holds: one die fewer each whenever it defends. (CRU-DMG-06)"""
    return marks.of(state, unit).cards.count("HULL")


def still_dice(state: GameState, unit: UnitId) -> int:
    """What a vehicle defends with when its movement does not count. (CRU-RAM-01, CRU-DMG-08, CRU-BOARD-05)"""
    return max(0, vehicle(state, unit).dice - hull_cards(state, unit))


def defence_dice(state: GameState, unit: UnitId) -> int:
    """Base dice, one for each move action after the first in its last turn, less its HULL cards. (CRU-SHOT-01)"""
    moved = max(0, marks.of(state, unit).moves - 1)
    return max(0, vehicle(state, unit).dice + moved - hull_cards(state, unit))


def overrun_dice(state: GameState, unit: UnitId, count: int) -> int:
    """Base dice, one for each move action spent, those of its equipment. (CRU-OVER-01)"""
    hull = vehicle(state, unit)
    return hull.dice + count + hull.overrun_dice


def swoops(state: GameState, unit: Unit) -> bool:
    """Whether it flies and may over-run troops all the same. (CRU-OVER-04)"""
    hull = chassis(state, unit)
    return hull is not None and hull.swoops and in_air(state, unit)


def is_basic(state: GameState, name: str, made: CrusadeWeapon) -> bool:
    """Whether a weapon may snap fire: by its row, or because the scenario says so. (CRU-WEAP-12)"""
    return made.basic or name.casefold() in {each.casefold() for each in state.scenario.basic_weapons}


def move_actions(state: GameState, unit: UnitId) -> int:
    """Move actions that it could take this turn, spent or not. (CRU-TURN-03, CRU-DMG-05)

    An action spent on something else buys none, but a CREW card alone takes one off the total that DRIVE cards lower:
    whoever fires may still make the move that is left. Up to version 13 it might not, if it fired first.
    """
    hull, noted = vehicle(state, unit), marks.of(state, unit)
    drives, bought = noted.cards.count("DRIVE"), int(hull.move_actions > 1)
    if not noted.acted or noted.extra:
        return max(0, hull.move_actions - drives)
    if state.is_older_than("14") or noted.crewless_turn:
        return max(0, hull.move_actions - bought - drives)
    return max(0, min(hull.move_actions - bought, hull.move_actions - drives))


def has_driver(state: GameState, unit: UnitId) -> bool:
    """Whether somebody drives it; a closed vehicle needs nobody to be seen. (CRU-TRAN-06)"""
    noted = marks.of(state, unit)
    return noted.driver is not None or not noted.driven


def can_move(state: GameState, unit: UnitId) -> bool:
    """Whether it could still go anywhere. (CRU-BOARD-02)"""
    return move_actions(state, unit) > 0 and has_driver(state, unit) and not is_wreck(state, unit)


def is_thrown(weapon: Weapon) -> bool:
    """Whether it is a grenade with a range: it is thrown; one without is used in melee. (CRU-TURN-02, CRU-WEAP-13)"""
    return weapon.type == "grenade" and weapon.crusade is not None and weapon.crusade.max_range_in > 0


def weapons(state: GameState, unit: Unit) -> Iterator[tuple[str, str, CrusadeWeapon]]:
    """Key, name and profile of each of its weapons in this game, lost ones included. (CRU-WEAP-13)"""
    hull = chassis(state, unit)
    carried = [(str(n), m.weapon) for n, m in enumerate(hull.mounts)] if hull else [(w, w) for w in model(unit).weapons]
    for key, weapon in carried:
        found = state.weapons.get(weapon)
        if found is not None and found.crusade is not None and (found.is_ranged or is_thrown(found)):
            yield key, found.name, found.crusade


def hits_left(state: GameState, unit: UnitId) -> int:
    """How many damage cards more destroy a vehicle. (CRU-DICE-03)"""
    return max(1, vehicle(state, unit).hits - len(marks.of(state, unit).cards))


def krak_dice(state: GameState, unit: Unit) -> int:
    """Dice that its grenades add in melee against a vehicle. (CRU-WEAP-13)"""
    carried = (state.weapons.get(w) for w in model(unit).weapons)
    planted = (w for w in carried if w is not None and w.type == "grenade" and not is_thrown(w))
    return max((w.crusade.dice for w in planted if w.crusade), default=0)


def trouble(state: GameState, unit: Unit, key: str) -> str:
    """Whether a weapon is lost, jammed or empty, or another one of its launcher is. (CRU-WEAP-02, CRU-WEAP-10)"""
    noted = marks.of(state, unit.id)
    known = {each: made.launcher for each, _, made in weapons(state, unit)} if unit.vehicle is None else {}
    shared = known.get(key)
    keys = {key, *(each for each, launcher in known.items() if shared and launcher == shared)}
    held = (("lost", noted.lost), ("jammed", noted.jammed), ("empty", noted.empty))
    return next((word for word, those in held if not keys.isdisjoint(those)), "")


def weapon(state: GameState, unit: Unit, key: str) -> tuple[str, CrusadeWeapon] | None:
    """Name and profile of one of them; of several of a kind the name says which, by its mount or its number."""
    known = {each: (name, made) for each, name, made in weapons(state, unit)}
    if key not in known:
        return None
    name, made = known[key]
    alike = [other for other, (called, _) in known.items() if called == name]
    if chassis(state, unit) is None or len(alike) < 2:
        return name, made
    return f"{name} ({mount_of(state, unit, key) or alike.index(key) + 1})", made


def mount_of(state: GameState, unit: Unit, key: str) -> str:
    """Where a weapon of a vehicle is; of two of a kind on one side of it which. Up to version 14 that was not said."""
    hull = chassis(state, unit)
    if hull is None:
        return ""
    mount = hull.mounts[int(key)]
    beside = [str(n) for n, m in enumerate(hull.mounts) if (m.weapon, m.name) == (mount.weapon, mount.name)]
    number = f" {beside.index(key) + 1}" if len(beside) > 1 and not state.is_older_than("15") else ""
    return f"{mount.name}{number}" if mount.name else ""


def next_enemy(state: GameState, side: SideId) -> SideId:
    """The next enemy player clockwise, but for those who have conceded. (CRU-WIPE-02, CRU-DMG-07)

    Up to version 13 they were asked too.
    """
    order = state.turn.order or tuple(s.id for s in state.sides)
    place = order.index(side)
    others = (*order[place + 1 :], *order[:place])
    left = others if state.is_older_than("14") else tuple(s for s in others if not state.side(s).conceded)
    return (left or others)[0]
