"""The Rules Crusade as its pages ask for it: who may act, courses, aims, cards on vehicles, the deck. (CRU)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.crusade import (
    courses,
    damage,
    driving,
    hand,
    marks,
    models,
    offers,
    pods,
    rulings,
    shooting,
    sight,
    transport,
    troops,
    turn,
)
from rules.crusade.courses import DriveLeg
from rules.crusade.driving import DriveVehicle, DriveWipedOut, stops_of
from rules.crusade.marks import CARDS, COPIES
from rules.crusade.melee import MeleeAttack
from rules.crusade.rulings import RuleStand
from rules.crusade.shooting import FireWeapons, WeaponAim
from rules.crusade.transport import BoardEnemy, DriveIn, DriveOut, StepIn, StepOut
from rules.crusade.troops import MoveTroop
from rules.forces.crusade import CrusadeHull, CrusadeWeapon
from rules.forces.unit import Unit
from rules.geometry.facings import bearing, normalise, relative
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Point, distance, path_length, path_until, toward
from rules.offers import Offer, offered
from rules.progress import Action
from rules.state import GameState

_BACKWARDS_DEG: Final = 120.0
"""Who is sent so far off its heading backs up."""
_STRAIGHT_DEG: Final = 6.0
"""Who is sent so nearly ahead goes straight on."""
_SNAP_DEG: Final = 3.0
"""A turn so little over what has been paid for is not paid for again. (CRU-MOVE-02)"""

# ---------------------------------------------------------------------------------------------------------- whose turn


def ready(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Models of a side that are not done yet, passengers among them. (CRU-TURN-01)"""
    return tuple(
        u
        for u in state.units_of(side)
        if models.in_play(state, u) and not models.is_wreck(state, u.id) and not marks.of(state, u.id).done
    )


def to_set_up(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Models that still have to be placed. (CRU-TURN-04)"""
    return tuple(turn.to_set_up(state, side))


def to_land(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Drop pods that come down in this turn. (CRU-POD-01)"""
    return pods.waiting_pods(state, side) if state.turn.number == pods.ARRIVAL else ()


def set_up_at(state: GameState, unit: Unit) -> tuple[Point, float] | None:
    """The first free place in its zone, and the way to look there."""
    return turn.suggested(state, unit)


def faces_table(state: GameState, unit: Unit) -> float:
    """The way that its side looks when it sets up, in degrees."""
    return turn.FACING[state.side(unit.side).edge or "south"]


def wiped_out(state: GameState, side: SideId) -> Unit | None:
    """The vehicle that this side is asked to drive for its enemy. (CRU-WIPE-02)"""
    asked = state.prompt
    if asked is None or asked.kind != "wipeout" or asked.side != side or asked.about is None:
        return None
    return state.units.get(asked.about)


_NOBODY: Final = Refusal("nobody-in-sight", "No enemy is in sight and reach of its weapons.", "CRU-FIRE-01", "move")


def offers_of(state: GameState, side: SideId, unit: Unit) -> tuple[Offer, ...]:
    """What a model may do now and why not the rest; nobody to fire at is said as well."""
    found = list(offers.of_model(state, side, unit))
    if not any(offer.kind == "fire" for offer in found) and next(models.weapons(state, unit), None):
        why = hand.not_ready(state, side, unit.id) or hand.no_action(state, unit, "firing") or _out(state, unit)
        found.append(Offer(kind="fire", unit=unit.id, refusal=why or _NOBODY))
    if any(made.blast_in for _, _, made in models.weapons(state, unit)) and hand.no_action(state, unit, "") is None:
        found = [replace(o, refusal=None) if o.kind == "fire" and o.refusal is _NOBODY else o for o in found]
    return tuple(found)


def _out(state: GameState, unit: Unit) -> Refusal | None:
    """Why none of its weapons is in working order, where that is so."""
    found = [shooting.out_of_order(state, unit, key, name) for key, name, _ in models.weapons(state, unit)]
    return found[0] if found and all(found) else None


# ------------------------------------------------------------------------------------------------------------- driving


class Course(NamedTuple):
    """One move action as it was pointed out: its legs, and whether more was drawn than it pays for."""

    legs: tuple[DriveLeg, ...]
    back: bool
    cut: bool


def course(state: GameState, unit: Unit, points: tuple[Point, ...], facing: float | None, *, back: bool) -> Course:
    """Turns and straights that lead over these points, as far as one move action goes. (CRU-MOVE-01 to -04)"""
    hull = models.pose(state, unit)
    if points and abs(relative(hull.heading, bearing(hull.centre, points[0]))) > _BACKWARDS_DEG:
        back = back or not models.in_air(state, unit)
    legs = []
    for point in points:
        leg = _leg_to(hull, point, back=back)
        legs.append(leg)
        hull = courses.moved(hull, leg, back=back)
    if facing is not None and abs(turned := _snapped(relative(hull.heading, facing))) >= 1:
        legs.append(DriveLeg(turn_deg=turned))
    allowance = courses.BACK_IN if back else courses.MOVE_IN
    kept = tuple(_paid(legs, allowance))
    return Course(kept, back, sum(leg.cost_in for leg in legs) > allowance + 0.05)


def _leg_to(hull: Hull, point: Point, *, back: bool) -> DriveLeg:
    """Turn about the middle of a side until the point lies straight ahead, or behind, then go there."""
    off = 180.0 if back else 0.0
    degrees = relative(normalise(hull.heading + off), bearing(hull.centre, point))
    if abs(degrees) <= _STRAIGHT_DEG:
        return DriveLeg(inches=round(distance(hull.centre, point), 2))
    for _ in range(8):
        after = courses.turned(hull, degrees)
        degrees += relative(normalise(after.heading + off), bearing(after.centre, point))
        degrees = max(-179.0, min(179.0, degrees))
    degrees = _snapped(round(degrees, 1))
    return DriveLeg(turn_deg=degrees, inches=round(distance(courses.turned(hull, degrees).centre, point), 2))


def _snapped(degrees: float) -> float:
    over = abs(degrees) % courses.TURN_DEG
    return round(math.copysign(abs(degrees) - (over if over <= _SNAP_DEG else 0.0), degrees), 1)


def _paid(legs: list[DriveLeg], allowance: float) -> Iterator[DriveLeg]:
    """As much of a way as so many inches pay for: turns by 45 degrees, then straights."""
    left = allowance
    for leg in legs:
        cost = courses.turn_cost_in(leg.turn_deg)
        if cost > left + 0.001:
            part = math.floor(left / courses.TURN_IN) * courses.TURN_DEG
            if part:
                yield DriveLeg(turn_deg=math.copysign(part, leg.turn_deg))
            return
        left -= cost
        yield replace(leg, inches=min(leg.inches, round(left, 4)))
        left -= leg.inches
        if left <= 0.001:
            return


class Ahead(NamedTuple):
    """What a way leads into: its id, its name, and whether it is jumped rather than rammed."""

    id: str
    name: str
    gap: bool


def ahead(state: GameState, unit: Unit, way: Course) -> Ahead | None:
    """The first thing that bars a way and may be rammed or jumped. (CRU-RAM-01, CRU-RAM-03, CRU-JUMP-01)"""
    hull = models.pose(state, unit)
    for leg in way.legs:
        for stop in stops_of(state, unit, hull, leg, back=way.back, ram=""):
            if stop.kind in ("vehicle", "structure", "gap"):
                return Ahead(stop.id, _named(state, stop.id), stop.kind == "gap")
        hull = courses.moved(hull, leg, back=way.back)
    return None


def _named(state: GameState, ident: str) -> str:
    piece = courses.structure_named(state, ident)
    return state.units[UnitId(ident)].name if UnitId(ident) in state.units else piece.name if piece else ident


def drive(state: GameState, side: SideId, unit: Unit, way: Course, ram: str, *, jump: bool) -> Action:
    """The move action: bought with the action where it has none left, or that of an enemy's wipeout."""
    if wiped_out(state, side) is not None:
        return DriveWipedOut(side=side, unit=unit.id, legs=way.legs, back=way.back, ram=ram, jump=jump)
    made = DriveVehicle(side=side, unit=unit.id, legs=way.legs, back=way.back, ram=ram, jump=jump)
    refused = made.check(state)
    return replace(made, extra=True) if refused is not None and refused.code == "needs-action" else made


def flyers_ahead(state: GameState, side: SideId, unit: Unit, way: Course) -> tuple[Ahead, ...]:
    """Enemies in the air that such a way of a FLYER reaches. (CRU-RAM-04)"""
    if not models.in_air(state, unit):
        return ()
    foes = (u for u in state.units.values() if u.side != side and u.on_table and u.is_vehicle)
    flying = (u for u in foes if models.in_air(state, u))
    return tuple(
        Ahead(u.id, u.name, False)
        for u in flying
        if drive(state, side, unit, way, u.id, jump=False).check(state) is None
    )


# -------------------------------------------------------------------------------------------------------------- troops


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
        return DriveIn(side=unit.side, unit=unit.id, vehicle=target, extra=driving.needs_action(state, unit))
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
        return DriveOut(side=unit.side, unit=unit.id, at=at, extra=driving.needs_action(state, unit))
    made = StepOut(side=unit.side, unit=unit.id, at=at)
    refused = made.check(state)
    short = refused is not None and refused.code in ("no-move-left", "knocked-down")
    return replace(made, extra=True) if short and not marks.of(state, unit.id).acted else made


def doors(state: GameState, unit: Unit) -> tuple[Point, ...]:
    """Free places beside the vehicle that somebody is aboard of."""
    if unit.aboard is None:
        return ()
    hull = models.pose(state, state.units[unit.aboard])
    radius = models.profile(state, unit).base_radius_in + 0.05
    out, aside = hull.length / 2 + radius, hull.width / 2 + radius
    steps = (-0.6, 0.0, 0.6)
    rims = [hull.on_table(f * out, s * aside) for f in (1, -1) for s in steps]
    rims += [hull.on_table(f * out, s * aside) for s in (1, -1) for f in steps]
    free = (at for at in rims if damage.is_free(state, unit, at))
    return tuple((round(x, 3), round(y, 3)) for x, y in free)


def carriers(state: GameState, unit: Unit) -> tuple[Offer, ...]:
    """Vehicles of the own side that somebody on foot could get into now, or why not."""
    if unit.aboard is not None or not unit.on_table:
        return ()
    near = [u for u in state.units_of(unit.side) if u.is_vehicle and u.on_table]
    if unit.is_vehicle:
        near = [u for u in near if transport.holds(state, u, unit)]
    near = [u for u in near if models.vehicle(state, u.id).capacity or models.vehicle(state, u.id).crew_only]
    made = ((u, get_in(state, unit, u.id, ())) for u in near)
    return tuple(
        offered(state, a, kind="get-in", unit=unit.id, target=u.id, label=f"Get into {u.name}") for u, a in made
    )


def enemies_to_fight(state: GameState, unit: Unit) -> tuple[Offer, ...]:
    """Enemies that a troop reaches in melee, walking if need be."""
    foes = (u for u in state.units.values() if u.side != unit.side and not u.is_gone and u.deployed)
    made = [(u, fight(state, unit, u.id, ())) for u in foes if _within_reach(state, unit, u)]
    return tuple(offered(state, a, kind="melee", unit=unit.id, target=u.id, label=f"Attack {u.name}") for u, a in made)


def enemies_to_board(state: GameState, unit: Unit) -> tuple[Offer, ...]:
    """Open vehicles of enemies that a troop could try to board."""
    foes = (u for u in state.enemies_of(unit.side) if u.is_vehicle and not models.is_wreck(state, u.id))
    made = [
        (u, board(state, unit, u.id, ())) for u in foes if transport.is_open(state, u) and _within_reach(state, unit, u)
    ]
    return tuple(offered(state, a, kind="board", unit=unit.id, target=u.id, label=f"Board {u.name}") for u, a in made)


def _within_reach(state: GameState, unit: Unit, target: Unit) -> bool:
    """Whether a move leads there at all: who is too far away is not worth a row; from aboard nobody walks."""
    if unit.aboard is not None:
        return unit.aboard in (target.id, target.aboard) or models.is_adjacent(state, unit, target)
    reach = 2 * models.profile(state, unit).m
    return models.gap_to_point(state, target, models.place(state, unit)) <= reach


# -------------------------------------------------------------------------------------------------------------- firing


class Gun(NamedTuple):
    """One weapon as a card and a plan of fire tell it."""

    key: str
    name: str
    dice: int
    letters: tuple[str, ...]
    mount: str
    reach: str
    state: str
    blast_in: float


_READ: Final = {
    "P": "one target",
    "Rap": "twice within 12″",
    "R": "may re-roll",
    "J/X": "may explode",
    "HFT": "heat",
    "IFC": "indirect",
    "Load": "must be loaded",
    "Line": "all on the line",
}
"""What stands behind the names of weapons, in words. (CRU-WEAP-02 to -11)"""


def guns(state: GameState, unit: Unit) -> tuple[Gun, ...]:
    """Its weapons in order, lost ones included."""
    return tuple(_gun(state, unit, key, name, made) for key, name, made in models.weapons(state, unit))


def _gun(state: GameState, unit: Unit, key: str, name: str, made: CrusadeWeapon) -> Gun:
    noted = marks.of(state, unit.id)
    words = [_READ[letter] for letter in made.letters]
    words += [f"{made.blast_in:g}″ blast"] if made.blast_in else []
    words += ["snap fire"] if made.basic and unit.is_vehicle else []
    words += ["no cover"] if made.ignores_cover else []
    how = "lost" if key in noted.lost else "jammed" if key in noted.jammed else "empty" if key in noted.empty else ""
    hull = models.chassis(state, unit)
    mount = hull.mounts[int(key)].name if hull else ""
    reach = f"{made.max_range_in:g}″" if made.max_range_in else "1 off each 12″"
    return Gun(key, name, made.dice, tuple(words), mount, reach, how, made.blast_in)


def targets(state: GameState, unit: Unit) -> dict[UnitId, Refusal | None]:
    """Enemies in play, the nearest first, each with why no weapon fires at it, if none does."""
    here = models.place(state, unit)
    foes = [u for u in state.units.values() if u.side != unit.side and (u.on_table or u.aboard) and not u.is_gone]
    foes = [u for u in foes if models.in_play(state, u) and not models.is_wreck(state, u.id)]
    foes = [u for u in foes if models.is_exposed(state, u)]
    keys = [key for key, _, _ in models.weapons(state, unit)]
    found = {}
    for foe in sorted(foes, key=lambda u: (distance(here, models.place(state, u)), u.id)):
        why = [shooting.cannot_fire(state, unit, WeaponAim(weapon=key, target=foe.id)) for key in keys]
        found[foe.id] = None if None in why else why[0] if why else _NOBODY
    return found


class GunAimed(NamedTuple):
    """One weapon of a plan of fire: at whom it may fire, and why it does not fire at the one in hand."""

    gun: Gun
    at: str
    """The target that it fires at, "spot" for the ground, empty if it holds its fire."""
    choices: tuple[str, ...]
    refusal: Refusal | None


def aimed(
    state: GameState, unit: Unit, target: str, spot: Point | None, chosen: Mapping[str, str]
) -> tuple[GunAimed, ...]:
    """Each weapon at the target in hand, or at the one that was chosen for it; a troop fires one. (CRU-FIRE-01)"""
    foes = [foe for foe, why in targets(state, unit).items() if why is None]
    rows = []
    for gun in guns(state, unit):
        may = tuple(foe for foe in foes if _cannot(state, unit, gun, foe, None) is None)
        grounds = ("spot",) if spot and gun.blast_in else ()
        at = chosen.get(gun.key) or ("spot" if grounds else target)
        why = _cannot(state, unit, gun, at, spot) if at and at != "hold" else None
        rows.append(GunAimed(gun, "" if why or at == "hold" else at, (*grounds, *may), why))
    if unit.is_vehicle:
        return tuple(rows)
    first = next((row.gun.key for row in rows if row.at), "")
    first = chosen.get("one", "") if any(r.gun.key == chosen.get("one") and r.at for r in rows) else first
    return tuple(row if row.gun.key == first else row._replace(at="") for row in rows)


def _cannot(state: GameState, unit: Unit, gun: Gun, at: str, spot: Point | None) -> Refusal | None:
    return shooting.cannot_fire(state, unit, _aim(gun, at, spot))


def _aim(gun: Gun, at: str, spot: Point | None) -> WeaponAim:
    return WeaponAim(weapon=gun.key, at=spot) if at == "spot" else WeaponAim(weapon=gun.key, target=UnitId(at))


def shot(unit: Unit, rows: tuple[GunAimed, ...], spot: Point | None, first: str = "") -> FireWeapons:
    """The action of a plan of fire; one of the weapons may fire before the others."""
    ordered = sorted((row for row in rows if row.at), key=lambda row: row.gun.key != first)
    aims = tuple(_aim(row.gun, row.at, spot) for row in ordered)
    return FireWeapons(side=unit.side, unit=unit.id, aims=aims)


def lines(
    state: GameState, unit: Unit, rows: tuple[GunAimed, ...], spot: Point | None
) -> tuple[tuple[Point, Point], ...]:
    """From where each weapon fires to where. (CRU-FIRE-02)"""
    found = []
    for row in rows:
        end = spot if row.at == "spot" else sight.aim_point(state, state.units[UnitId(row.at)]) if row.at else None
        if end is not None:
            found.append((shooting.muzzle(state, unit, row.gun.key, end)[1], end))
    return tuple(found)


def arcs(state: GameState, unit: Unit) -> tuple[tuple[Point, float, float], ...]:
    """Where each mounted weapon turns, which way it looks and half its arc, in degrees. (CRU-FIRE-02)"""
    hull = models.chassis(state, unit)
    if hull is None:
        return ()
    heading = models.model(unit).facing
    found = ((sight.pivot(state, unit, m), heading + m.arc_centre_deg, m.arc_half_deg) for m in hull.mounts)
    return tuple(dict.fromkeys(each for each in found if each[2] < 180))


# ------------------------------------------------------------------------------------------------------ card and deck


def burning(state: GameState, side: SideId) -> tuple[Unit, ...]:
    """Vehicles of a side that are rolled for when its turn ends. (CRU-DMG-08)"""
    return tuple(state.units[each] for each in turn.burning(state, side))


class Deck(NamedTuple):
    """What is left to draw of each kind, how likely it is next, and what lies on the discards. (CRU-DMG-03)"""

    left: tuple[tuple[str, int], ...]
    total: int
    discards: int
    full: int = COPIES * len(CARDS)

    def chance(self, card: str) -> Fraction:
        """That the next card is of that kind."""
        return Fraction(dict(self.left)[card], self.total) if self.total else Fraction(0)


def deck(state: GameState) -> Deck:
    """The damage deck as it lies: open cards alone tell it, so everybody knows. (CRU-DMG-03)"""
    left = marks.deck(state)
    discards = sum(marks.marks(state).discards.values())
    return Deck(tuple((card, left.get(card, 0)) for card in CARDS), sum(left.values()), discards)


class VehicleTold(NamedTuple):
    """A vehicle as its card shows it."""

    base: int
    defends: int
    hits: int
    cards: tuple[str, ...]
    moves: int
    possible: int
    most: int
    action: bool
    armored: bool
    traits: tuple[str, ...]
    seats: int
    taken: int
    open: bool
    open_crew: int
    serving: int
    """How many of these positions are taken. (CRU-TRAN-07)"""
    note: str


def vehicle(state: GameState, unit: Unit) -> VehicleTold | None:
    """None for who is no vehicle. (CRU-DICE-03)"""
    hull = models.chassis(state, unit)
    if hull is None:
        return None
    noted = marks.of(state, unit.id)
    return VehicleTold(
        base=hull.dice,
        defends=models.defence_dice(state, unit.id),
        hits=hull.hits,
        cards=noted.cards,
        moves=noted.moves,
        possible=models.move_actions(state, unit.id),
        most=hull.move_actions,
        action=not noted.acted,
        armored=hull.armored,
        traits=_traits(hull),
        seats=hull.transport,
        taken=hull.transport - transport.spaces_left(state, unit),
        open=hull.open_transport,
        open_crew=hull.open_crew,
        serving=sum(models.serves(state, u) for u in models.aboard(state, unit.id)),
        note=hull.note,
    )


def _traits(hull: CrusadeHull) -> tuple[str, ...]:
    return tuple(trait.upper() for trait in hull.traits)


class TroopTold(NamedTuple):
    """A troop as its card shows it."""

    dice: int
    full: int
    melee: int
    size: str
    jumping: bool
    left_in: float
    move_in: float
    action: bool


_SIZES: Final = {"normal": "normal", "bulky": "Heavy"}


def troop(state: GameState, unit: Unit) -> TroopTold:
    """What a troop has left. (CRU-TROOP-01, CRU-TROOP-02)"""
    profile, noted = models.profile(state, unit), marks.of(state, unit.id)
    return TroopTold(
        dice=models.dice_of(unit),
        full=profile.w,
        melee=models.melee_dice(state, unit),
        size=_SIZES.get(profile.bulk, "Big"),
        jumping=models.traits_of_troop(state, unit).jumping,
        left_in=troops.left_in(state, unit),
        move_in=profile.m,
        action=not noted.acted,
    )


class BlipTold(NamedTuple):
    """A marker on the table: covered, or with what lay under it. (CRU-BLIP-01)"""

    id: str
    at: Point
    content: str
    shown: bool


def blips(state: GameState) -> tuple[BlipTold, ...]:
    """Every marker that is known of."""
    return tuple(BlipTold(b.id, b.at, b.content, b.shown) for b in marks.marks(state).blips if b.taken_by is None)


# -------------------------------------------------------------------------------------------------------------- rulings


def ruled() -> tuple[tuple[str, str], ...]:
    """What the host may set of a model, each with its words."""
    return tuple((key, told.words[:1].upper() + told.words[1:]) for key, told in rulings.MATTERS.items())


def moved_by_hand(unit: Unit, at: Point, facing: float | None, reason: str) -> RuleStand:
    """A ruling that puts a model there."""
    return RuleStand(side=unit.side, unit=unit.id, at=at, facing=facing, reason=reason)
