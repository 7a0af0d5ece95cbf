"""What ground is in this game: structures, gaps, smoke and darkness, cover. (CRU-RAM-03, CRU-FALL-01, CRU-SHOT-02)"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from rules.geometry.lengths import TOLERANCE
from rules.table.read_ground import GroundField
from rules.table.terrain import Terrain

FALL_STEP_IN: Final = 6.0
"""Each full step of a fall draws a card. (CRU-FALL-01)"""

Structure = tuple[int, int]
"""Armour value and Hits. (CRU-RAM-03)"""
LIGHT: Final[Structure] = (0, 1)
HOUSE: Final[Structure] = (1, 2)
BUNKER: Final[Structure] = (3, 4)
_LOOKS: Final = {
    "wall": LIGHT,
    "fence": LIGHT,
    "hedge": LIGHT,
    "door": LIGHT,
    "building": HOUSE,
    "bunker": BUNKER,
}
SHROUDS: Final = ("smoke", "darkness")
"""What is seen through and covers all, vehicles too, which nothing else covers. (CRU-SHOT-02)"""


def structure(piece: Terrain) -> Structure | None:
    """Armour and Hits of what may be rammed; None for what is no structure. (CRU-RAM-03)"""
    return _LOOKS.get(piece.look)


def is_roofed_look(piece: Terrain) -> bool:
    """Whether a piece of that look has a roof, if nothing else is said. (CRU-TROOP-05)"""
    return piece.look in ("building", "bunker") and not piece.line


def has_roof(piece: Terrain) -> bool:
    """Whether who is in it is under a roof, so that its cover is no front cover. (CRU-TROOP-05)"""
    return is_roofed_look(piece) and not piece.unroofed


def words(piece: Terrain) -> str:
    """What a piece of terrain does in this game. (CRU-RAM-03, CRU-FALL-01, CRU-TROOP-05, CRU-SHOT-02)"""
    if piece.look in SHROUDS:
        return "1 hit fewer through it"
    found = []
    if made := structure(piece):
        armour, hits = made
        taken = f"{piece.damage} of " if piece.damage else ""
        held = f"{taken}{hits} Hit{'s' if hits > 1 else ''}{' taken' if taken else ''}"
        found.append(held + (f", armour {armour}" if armour else ""))
    if piece.going == "impassable":
        found.append("nobody gets in" if made else "impassable")
    if piece.unroofed and is_roofed_look(piece):
        found.append("no roof: front cover inside")
    if piece.depth_in:
        cards = math.floor((piece.depth_in + TOLERANCE) / FALL_STEP_IN)
        found.append(f"{piece.depth_in:g}″ deep: a fall is {cards} card{'' if cards == 1 else 's'}")
    if piece.blocks_sight:
        found.append("hides troops")
    elif piece.cover != "none":
        found.append("cover for troops")
    return " · ".join(found)


_PASSABLE: Final = dict.fromkeys(("open", "difficult", "very-difficult", "variable", "water", "road"), "open")
_COVER: Final = {"none": "none", "soft": "for troops", "hard": "for troops"}
FIELDS: Final[Mapping[str, GroundField]] = {
    "name": GroundField(),
    "look": GroundField("Walls, fences, hedges and doors have 1 Hit, buildings 2, bunkers 4"),
    "going": GroundField("Whether anybody gets in", {**_PASSABLE, "impassable": "impassable"}),
    "cover": GroundField("1 hit fewer on troops behind it", _COVER),
    "height_in": GroundField("What is higher is seen over it"),
    "blocks_sight": GroundField("To its height"),
    "width_in": GroundField(),
    "unroofed": GroundField("Cover in it does not count against blasts or from above"),
    "depth_in": GroundField("A gap that vehicles jump or fall into: a card for each 6″"),
}
"""What is read of a piece. (CRU-RAM-03, CRU-TROOP-05, CRU-TROOP-06, CRU-JUMP-01, CRU-FALL-01)"""
