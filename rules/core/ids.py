"""Names of things. Ids are issued when armies are set up and are never database keys."""

from typing import Final, Literal, NewType

SideId = NewType("SideId", str)
"""One force at the table: "a" to "d"."""

Viewer = SideId | Literal["public", "host"]
"""Who looks: a side (with all its people), the public (screen and spectators), or the host, who sees everything."""

UnitId = NewType("UnitId", str)
"""Side and number, as on the flag: "a2"."""

ModelId = NewType("ModelId", str)
"""Unit and member: "a2.5"."""

ProfileId = NewType("ProfileId", str)
WeaponId = NewType("WeaponId", str)
TerrainId = NewType("TerrainId", str)
RuleId = NewType("RuleId", str)
"""An entry of a ledger: "ARAP-HIT-01"."""


FIRST_RULESET: Final = "gemini-arap"
"""The game that is played where nothing else is said; of older logs too."""


def side_of(unit: UnitId) -> SideId:
    """The side that a unit belongs to; it is the letter that its id begins with."""
    return SideId(unit[0])
