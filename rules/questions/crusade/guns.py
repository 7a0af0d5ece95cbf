"""Weapons, their targets and a plan of fire. (CRU-FIRE, CRU-WEAP)"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.crusade import models, sight
from rules.crusade.shooting import aim
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.forces.crusade import CrusadeWeapon
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, distance
from rules.questions.crusade.order import NOBODY
from rules.state import GameState


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
    "J/X": "may jam or explode",
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
    words = [_READ[letter] for letter in made.letters]
    words += [f"{made.blast_in:g}″ blast"] if made.blast_in else []
    words += ["snap fire"] if unit.is_vehicle and models.is_basic(state, name, made) else []
    words += ["no cover"] if made.ignores_cover else []
    how = models.trouble(state, unit, key)
    mount = models.mount_of(state, unit, key)
    reach = f"{made.max_range_in:g}″" if made.max_range_in else "any"
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
        why = [aim.cannot_fire(state, unit, WeaponAim(weapon=key, target=foe.id)) for key in keys]
        found[foe.id] = None if None in why else most_telling(why) or NOBODY
    return found


_OUT_OF_ORDER: Final = ("weapon-lost", "jammed", "empty")
"""What a weapon does not do whatever it is aimed at. (CRU-WEAP-02, CRU-WEAP-10, CRU-DMG-07)"""


def most_telling(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """Why not one of several weapons fires at somebody: what those in order lack. (CRU-FIRE-01, CRU-FIRE-02)"""
    known = [why for why in refusals if why is not None]
    return min(known, key=lambda why: why.code in _OUT_OF_ORDER, default=None)


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


def ground_under(state: GameState, unit: Unit, target: str) -> Point | None:
    """Where an enemy stands whom none of its weapons sees, if a shell may be laid there unseen. (CRU-WEAP-09)"""
    foe = state.units.get(UnitId(target))
    refusals = {gun: _cannot(state, unit, gun, target, None) for gun in guns(state, unit)} if foe else {}
    if foe is None or None in refusals.values():
        return None
    at = sight.aim_point(state, foe)
    unseen = [gun for gun, why in refusals.items() if why is not None and why.code == "not-seen" and gun.blast_in]
    return at if any(_cannot(state, unit, gun, "spot", at) is None for gun in unseen) else None


def _cannot(state: GameState, unit: Unit, gun: Gun, at: str, spot: Point | None) -> Refusal | None:
    return aim.cannot_fire(state, unit, _aim(gun, at, spot))


def _aim(gun: Gun, at: str, spot: Point | None) -> WeaponAim:
    return WeaponAim(weapon=gun.key, at=spot) if at == "spot" else WeaponAim(weapon=gun.key, target=UnitId(at))


def shot(
    unit: Unit,
    rows: tuple[GunAimed, ...],
    spot: Point | None,
    order: Sequence[str] = (),
    then: Mapping[str, str] | None = None,
    *,
    once: bool = False,
) -> FireWeapons:
    """The action of a plan of fire: the weapons in that order, by their keys, all without rapid fire.

    `then` says whom second attacks are at, by weapon.
    """
    place = {key: n for n, key in enumerate(order)}
    ordered = sorted((row for row in rows if row.at), key=lambda row: place.get(row.gun.key, len(place)))
    aims = tuple(_aim(row.gun, row.at, spot) for row in ordered)
    seconds = {} if once else {key: UnitId(at) for key, at in (then or {}).items()}
    aims = tuple(replace(each, once=once, then=seconds.get(each.weapon)) for each in aims)
    return FireWeapons(side=unit.side, unit=unit.id, aims=aims)


def fires_rapidly(state: GameState, unit: Unit, rows: tuple[GunAimed, ...]) -> bool:
    """Whether a weapon of a plan of fire is near enough for two attacks. (CRU-WEAP-04)"""
    return any(_is_rapid(state, unit, row, row.at) for row in rows)


def _is_rapid(state: GameState, unit: Unit, row: GunAimed, at: str) -> bool:
    made = {key: each for key, _, each in models.weapons(state, unit)}
    return at in state.units and aim.fires_twice(state, unit, made[row.gun.key], _aim(row.gun, at, None))


def seconds(state: GameState, unit: Unit, row: GunAimed) -> tuple[str, ...]:
    """Whom the second attack of rapid fire may be at, the target of the first before the others. (CRU-WEAP-04)"""
    if not row.at or not _is_rapid(state, unit, row, row.at):
        return ()
    others = (each for each in row.choices if each != row.at and _is_rapid(state, unit, row, each))
    return (row.at, *others)


def lines(
    state: GameState, unit: Unit, rows: tuple[GunAimed, ...], spot: Point | None
) -> tuple[tuple[Point, Point], ...]:
    """From where each weapon fires to where. (CRU-FIRE-02)"""
    found = []
    for row in rows:
        end = spot if row.at == "spot" else sight.aim_point(state, state.units[UnitId(row.at)]) if row.at else None
        if end is not None:
            found.append((aim.muzzle(state, unit, row.gun.key, end)[1], end))
    return tuple(found)


def arcs(state: GameState, unit: Unit) -> tuple[tuple[Point, float, float], ...]:
    """Where each mounted weapon turns, which way it looks and half its arc, in degrees. (CRU-FIRE-02)"""
    hull = models.chassis(state, unit)
    if hull is None:
        return ()
    heading = models.model(unit).facing
    found = ((sight.pivot(state, unit, m), heading + m.arc_centre_deg, m.arc_half_deg) for m in hull.mounts)
    return tuple(dict.fromkeys(each for each in found if each[2] < 180))
