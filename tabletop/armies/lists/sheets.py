"""Profiles of models, vehicles and weapons as the tools of others show them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement

from rules.forces.crusade import CrusadeHull
from rules.forces.hull import VehicleHull
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from tabletop.armies.cards import figures, hulls
from tabletop.armies.library.library import Kind, Library, Option, Role
from tabletop.armies.lists import ids

TYPES: Final[dict[str, tuple[str, ...]]] = {
    "Model": ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv", "Kind", "Traits"),
    "Vehicle": ("Front", "Side", "Rear", "Speed", "WS", "BS", "I", "HP", "Places", "Top", "Acc", "Type", "Traits"),
    "Trial vehicle": (
        "Front",
        "Side",
        "Rear",
        "M",
        "BS",
        "WS",
        "S",
        "I",
        "A",
        "Places",
        "Fire points",
        "Type",
        "Notes",
    ),
    "Crusade vehicle": ("Dice", "Armored", "Hits", "Moves", "Transport", "Type", "Notes"),
    "Crusade troop": ("Dice", "Melee", "Move", "Size", "Jumps", "Kind", "Traits"),
    "Weapon": ("Range", "Shots", "S", "AP", "Notes"),
    "Crusade weapon": ("Dice", "Range", "Letters", "Mount"),
    "Upgrade": ("Effect",),
}
"""The types of profile of our game system, each with its characteristics."""


@singledispatch
def type_of(hull: VehicleHull) -> str:
    """Which of those types a vehicle is shown as."""
    return "Vehicle"


@type_of.register
def _trial(hull: TrialHull) -> str:
    return "Trial vehicle"


@type_of.register
def _crusade(hull: CrusadeHull) -> str:
    return "Crusade vehicle"


class Sheet(NamedTuple):
    """One profile: its id, name and type, and what its characteristics say."""

    id: str
    name: str
    type: str
    said: dict[str, str]


def type_id(type: str, characteristic: str = "") -> str:
    """The id of a type of profile, or of a characteristic of it."""
    return ids.id_of("profile", type, *filter(None, [characteristic]))


def of_role(library: Library, kind: Kind, role: Role) -> list[Sheet]:
    """The profile of its models, and the weapons that they carry or have mounted."""
    profile = library.profile.get(role.profile)
    if profile is None:
        return []
    at = ids.part_id(library, kind, "role", role.id)
    group = [figures.Group(1, profile, role.weapons)]
    rows = figures.weapon_rows(library.weapon, group)
    return [_model(at, profile), *(_weapon(at, n, row) for n, row in enumerate(rows))]


def of_option(library: Library, kind: Kind, option: Option) -> list[Sheet]:
    """The weapons that it brings, or what else it does."""
    at = ids.part_id(library, kind, "option", option.id)
    weapons = [library.weapon[key] for key in option.take if key in library.weapon]
    rows = [_weapon(at, n, figures.weapon_row(weapon)) for n, weapon in enumerate(weapons)]
    if option.note:
        rows.append(Sheet(ids.id_of(at, "note"), option.name, "Upgrade", {"Effect": option.note}))
    return rows


def write(above: Element, sheets: Iterable[Sheet]) -> None:
    """The profiles as elements."""
    profiles = SubElement(above, "profiles")
    for sheet in sheets:
        head = {"id": sheet.id, "name": sheet.name, "hidden": "false"}
        made = SubElement(profiles, "profile", head | {"typeId": type_id(sheet.type), "typeName": sheet.type})
        characteristics = SubElement(made, "characteristics")
        for name in TYPES[sheet.type]:
            entry = {"name": name, "typeId": type_id(sheet.type, name)}
            SubElement(characteristics, "characteristic", entry).text = sheet.said.get(name, "")


def _model(at: str, profile: Profile) -> Sheet:
    traits = ", ".join(trait.replace("-", " ") for trait in profile.traits)
    words = figures.kind_words(profile)
    hull = profile.hull
    said = {head: str(value) for head, value in figures.all_heads(profile)}
    if hull is None:
        sort = "Model" if profile.crusade_troop is None else "Crusade troop"
        return Sheet(ids.id_of(at, "profile"), profile.name, sort, said | {"Kind": words, "Traits": traits})
    if hull.armour:
        said |= dict(zip(("Front", "Side", "Rear"), map(str, hull.armour), strict=True))
    said |= {"Type": words, "Traits": traits, "Notes": " ".join(hulls.notes(hull))}
    return Sheet(ids.id_of(at, "profile"), profile.name, type_of(hull), said)


def _weapon(at: str, n: int, row: figures.WeaponRow) -> Sheet:
    notes = ", ".join(filter(None, [row.notes, row.arc]))
    if row.pool:
        said = {"Dice": row.shots, "Range": row.range, "Letters": row.notes, "Mount": row.arc}
        return Sheet(ids.id_of(at, "weapon", str(n)), row.name, "Crusade weapon", said)
    said = {"Range": row.range, "Shots": row.shots, "S": row.strength, "AP": row.ap, "Notes": notes}
    return Sheet(ids.id_of(at, "weapon", str(n)), row.name, "Weapon", said)
