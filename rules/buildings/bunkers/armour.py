"""What armour a building has: by its type, and hull points by what it holds. (BLD-BUNK-03, BLD-BUNK-05, BLD-BUNK-06)"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from rules.arap.damage.building_interface import ArmourOf
from rules.core.ids import WeaponId
from rules.dice.odds.armour import HitClass, Kind
from rules.forces.weapon import Weapon
from rules.rulebook import charts
from rules.table.terrain import Terrain

UNSTATED: Final = "Bastion or bunker"
"""What a bunker is whose scenario does not say it. (BLD-BUNK-03)"""

LABELS: Final[dict[Kind, str]] = {
    "normal": "armour-penetration",
    "melta": "melta-penetration",
    "ordnance": "ordnance-penetration",
}


@cache
def values() -> dict[str, int]:
    """Armour Values by the type of building. (BLD-BUNK-03)"""
    return {str(row["building"]): int(str(row["av"])) for row in charts.rows("BLD-BUNK-03")}


@cache
def sizes() -> tuple[tuple[int, int], ...]:
    """The most that a building of each size holds, and its hull points. (BLD-BUNK-05)"""
    rows = charts.rows("BLD-BUNK-05")
    return tuple((int(re.findall(r"\d+", str(row["capacity"]))[-1]), int(str(row["hp"]))) for row in rows)


def largest() -> int:
    """What a building may hold before it must be divided. (BLD-BUNK-05)"""
    return sizes()[-1][0]


def hull_points(capacity: int) -> int:
    """By capacity; beyond the last row as there. (BLD-BUNK-05)"""
    return next((points for most, points in sizes() if capacity <= most), sizes()[-1][1])


def armour_of(piece: Terrain) -> ArmourOf | None:
    """Armour Value and hull points of a piece, None for one that is damaged by Toughness. (BLD-BUNK-03, -05)"""
    works = piece.armoured
    if not (piece.armour or piece.look == "bunker" or (works and piece.is_structure)):
        return None
    av = piece.armour or values().get(works.kind if works and works.kind else UNSTATED, values()[UNSTATED])
    return ArmourOf(av, piece.points_of_damage or hull_points(works.capacity if works else 0))


def gun_id(piece: Terrain, number: int) -> WeaponId:
    """What a weapon that is built in is called among the weapons of a game. (BLD-BUNK-14)"""
    key = piece.armoured.weapons[number].key if piece.armoured is not None else ""
    return WeaponId(key or f"{piece.id}#{number}")


def kind_of(weapon: Weapon, range_in: float) -> Kind:
    """One die, two for melta under half range, the higher of two for ordnance. (BLD-BUNK-06)"""
    if weapon.type == "ordnance":
        return "ordnance"
    return "melta" if weapon.has("melta") and range_in < weapon.range_in / 2 else "normal"


def class_of(total: int, av: int, ap: int | None) -> HitClass:
    """Equal glances, more penetrates; without AP it can only glance. (BLD-BUNK-06)"""
    if total < av:
        return "none"
    return "penetrating" if total > av and ap else "glancing"
