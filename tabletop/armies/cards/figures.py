"""How profiles, weapons and options are written: one line in a list, one row on a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import NamedTuple

from rules.core.ids import WeaponId
from rules.forces.crusade import CrusadeHull, CrusadeTroop
from rules.forces.hull import VehicleHull
from rules.forces.mount import Mount
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from rules.forces.weapon import Weapon
from tabletop.armies.cards import bikes, hulls
from tabletop.armies.cards.hulls import Heads
from tabletop.armies.library.library import Library, Option
from tabletop.ui.words import count_text, inches_text, signed_text

_TYPES = {"rapid-fire": "rapid fire"}


class WeaponRow(NamedTuple):
    """One row of a table of weapons. In the Rules Crusade `shots` are dice, and `pool` is true."""

    name: str
    range: str
    shots: str
    strength: str
    ap: str
    arc: str = ""
    notes: str = ""
    state: str = ""
    pool: bool = False


def all_heads(profile: Profile) -> Heads:
    """The characteristics of a model of any sort."""
    if profile.hull is None:
        return heads(profile)
    return (*bikes.heads(profile), *hulls.heads_of(profile.hull, profile))


def heads(profile: Profile) -> Heads:
    """The characteristics of a model on foot, in their usual order."""
    if profile.crusade_troop is not None:
        return _troop_heads(profile, profile.crusade_troop)
    save = f"{profile.sv}+" if profile.sv < 7 else "–"
    save += f" / {profile.inv}+" if profile.inv < 7 else ""
    keys = ("ws", "bs", "s", "t", "w", "i", "a")
    named = ((key.upper(), getattr(profile, key)) for key in keys)
    return (("M", inches_text(profile.m)), *named, ("Ld", profile.ld), ("Sv", save))


_SIZES = {"normal": "normal", "bulky": "Heavy"}


def _troop_heads(profile: Profile, troop: CrusadeTroop) -> Heads:
    """What a troop of the Rules Crusade has. (CRU-TROOP-01, CRU-TROOP-02)"""
    return (
        ("Dice", f"{profile.w}R"),
        ("Melee", f"{profile.w + troop.melee_bonus}R"),
        ("Move", inches_text(profile.m)),
        ("Size", _SIZES.get(profile.bulk, "Big")),
        ("Jumps", "yes" if troop.jumping else "no"),
    )


def kind_words(profile: Profile) -> str:
    """What sort of model it is: `Vehicle, walker, fast` or `Rider, 40 mm base`."""
    if profile.hull is not None:
        return hulls.words_of(profile.hull)
    word = {"humanoid": "On foot"}.get(profile.kind, profile.kind.capitalize())
    return f"{word}, {profile.base_mm:g} mm base"


def short_words(profile: Profile) -> str:
    """The same in a list of an army: of a vehicle of the Rules Crusade its numbers."""
    return hulls.short_of(profile.hull) if profile.hull is not None else kind_words(profile)


def profile_words(profile: Profile) -> str:
    """A profile in one line: what it is and its characteristics."""
    plates = profile.plates
    armour = [f"Armour {'/'.join(map(str, plates))}"] if plates else []
    parts = [*armour, *(f"{head} {value}" for head, value in all_heads(profile))]
    return f"{kind_words(profile)}. {', '.join(parts)}"


class Group(NamedTuple):
    """So many models of one profile with the same weapons."""

    number: int
    profile: Profile
    weapons: tuple[WeaponId, ...]


def trait_words(groups: Iterable[Group]) -> tuple[str, ...]:
    """The traits of its models, each once, and what they ride."""
    known = list(groups)
    found = {trait.replace("-", " "): None for group in known for trait in group.profile.traits}
    ridden = {words: None for group in known for words in bikes.notes(group.profile)}
    return (*found, *ridden)


def weapon_rows(weapons: Mapping[WeaponId, Weapon], groups: Sequence[Group]) -> tuple[WeaponRow, ...]:
    """Everything that a unit fires, throws and strikes with."""
    vehicles = [hull for group in groups if (hull := group.profile.hull)]
    rows = [row for hull in vehicles for row in _mounted_rows(weapons, hull)]
    carried: Counter[WeaponId] = Counter()
    for group in groups:
        carried.update(dict.fromkeys(group.weapons, group.number))
    several = sum(group.number for group in groups) > 1
    known = [(weapons[key], count) for key, count in carried.items() if key in weapons]
    return (*rows, *(weapon_row(weapon, count=count if several else 1) for weapon, count in known))


def _mounted_rows(weapons: Mapping[WeaponId, Weapon], hull: VehicleHull) -> Iterable[WeaponRow]:
    return _rows_of(hull, weapons, [mount for mount in hull.all_mounts if mount.weapon in weapons])


@singledispatch
def _rows_of(hull: VehicleHull, weapons: Mapping[WeaponId, Weapon], mounts: Sequence[Mount]) -> Iterable[WeaponRow]:
    """A row for each mount."""
    return [_mounted(weapons[mount.weapon], mount) for mount in mounts]


@_rows_of.register
def _(hull: TrialHull, weapons: Mapping[WeaponId, Weapon], mounts: Sequence[Mount]) -> Iterable[WeaponRow]:
    """Main and defensive ones are told apart. (TRI-FIRE-05)"""
    rows = ((weapons[mount.weapon], _mounted(weapons[mount.weapon], mount)) for mount in mounts)
    return [row._replace(notes=f"{row.notes}, {hulls.trial_class(weapon)}") for weapon, row in rows]


@_rows_of.register
def _(hull: CrusadeHull, weapons: Mapping[WeaponId, Weapon], mounts: Sequence[Mount]) -> Iterable[WeaponRow]:
    """A row for each weapon, with how many there are."""
    return [_pool(weapons[mount.weapon], mount, count, where) for mount, count, where in hulls.by_weapon(mounts)]


def _mounted(weapon: Weapon, mount: Mount) -> WeaponRow:
    return weapon_row(weapon, arc=_arc(mount), where=mount.name)


def _arc(mount: Mount) -> str:
    return "all round" if mount.arc_half_deg >= 180 else f"{mount.arc_half_deg * 2:g}°"


def _pool(weapon: Weapon, mount: Mount, count: int, where: str) -> WeaponRow:
    """A mounted weapon of the Rules Crusade."""
    name = f"{count} × {weapon.name}" if count > 1 else weapon.name
    if weapon.crusade is None:
        return WeaponRow(name, "–", "–", "–", "–", notes=where, pool=True)
    text = ", ".join(filter(None, [where, "" if count > 1 else _arc(mount)]))
    dice, reach = f"{weapon.crusade.dice}R", hulls.crusade_reach(weapon.crusade)
    return WeaponRow(name, reach, dice, "–", "–", text, hulls.letters(weapon.crusade), pool=True)


def weapon_row(weapon: Weapon, *, count: int = 1, arc: str = "", where: str = "") -> WeaponRow:
    """One weapon."""
    name = f"{count} × {weapon.name}" if count > 1 else weapon.name
    if weapon.crusade is not None:
        reach = "melee" if _is_planted(weapon) else hulls.crusade_reach(weapon.crusade)
        how = "carried, adds to melee against vehicles" if _is_planted(weapon) else "carried"
        dice, letters = f"{weapon.crusade.dice}R", hulls.letters(weapon.crusade)
        return WeaponRow(name, reach, dice, "–", "–", how, letters, pool=True)
    notes = ", ".join([*([where] if where else []), *weapon_notes(weapon)])
    ap = "–" if weapon.ap is None else str(weapon.ap)
    if weapon.type == "melee":
        return WeaponRow(name, "contact", "–", _added(weapon.strength), ap, arc, notes)
    return WeaponRow(name, _reach(weapon), _shots(weapon), weapon.strength_in_words(weapon.strength), ap, arc, notes)


def _is_planted(weapon: Weapon) -> bool:
    """Grenades without a range are used in melee. (CRU-WEAP-13)"""
    return weapon.type == "grenade" and weapon.crusade is not None and not weapon.crusade.max_range_in


def _added(strength: int) -> str:
    return f"S{signed_text(strength)}" if strength else "S"


def _reach(weapon: Weapon) -> str:
    if weapon.template:
        return "strip"
    if weapon.min_range_in:
        return f"{inches_text(weapon.min_range_in)}–{inches_text(weapon.range_in)}"
    return inches_text(weapon.range_in) if weapon.range_in else "contact"


def _shots(weapon: Weapon) -> str:
    return f"{weapon.shots_half}/{weapon.shots}" if weapon.type == "salvo" else str(weapon.shots)


def weapon_notes(weapon: Weapon) -> list[str]:
    """Its type, its marker and its traits."""
    notes = [] if weapon.type == "melee" else [_TYPES.get(weapon.type, weapon.type)]
    notes += [f"marker {inches_text(weapon.marker_in)}"] if weapon.marker_in else []
    notes += [weapon.attack] if weapon.attack != "ordinary" else []
    return notes + [trait.replace("-", " ") for trait in weapon.traits]


def weapon_words(weapon: Weapon) -> str:
    """A weapon in one line: `36″, 1 shot, S8 AP2, heavy`."""
    if weapon.crusade is not None:
        return f"{weapon.crusade.dice}R, {hulls.letters(weapon.crusade)}"
    ap = f" AP{weapon.ap}" if weapon.ap is not None else ""
    if weapon.type == "melee":
        return f"{_added(weapon.strength)}{ap}, melee"
    shots = f"{_shots(weapon)} shots" if weapon.type == "salvo" else count_text(weapon.shots, "shot")
    return ", ".join(
        [_reach(weapon), shots, f"S{weapon.strength_in_words(weapon.strength)}{ap}", *weapon_notes(weapon)[:1]]
    )


def option_words(library: Library, option: Option) -> str:
    """What an option brings."""
    words = [weapon_words(library.weapon[w]) for w in option.take if w in library.weapon]
    return option.note or "; ".join(words)
