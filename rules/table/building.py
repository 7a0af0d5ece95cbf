"""What stands within the outline of a building: walls, doors, windows, storeys and sections."""

from typing import Final, Literal

from msgspec import Struct

from rules.core.ids import SideId, TerrainId

Walls = Literal["timber", "brick", "stone", "concrete", "metal"]


Handling = Literal["solid", "tabletop", "sections"]
"""How what goes on inside is played: not at all, with models on its floor, or by sections. (BLD-GEN-03)"""

OpeningState = Literal["open", "closed", "locked", "bolted", "blocked", "broken"]
"""A bolt is drawn on the inside; what is blocked is so by the host's word; what is broken stays open."""

SHUT: Final[tuple[OpeningState, ...]] = ("closed", "locked", "bolted", "blocked")

STOREY_IN: Final = 3.0
"""Every storey counts as so high. (BLD-LEVEL-01)"""


class Opening(Struct, frozen=True, kw_only=True):
    """A door or window in a wall, from one end to the other in inches; storey 0 is the ground floor.

    `sill_in` is how high its sill or threshold stands above the floor (BLD-DOOR-02). A `secure` one has the door and
    lock of a vault (BLD-LOCK-01, BLD-LOCK-04); on a `smashed` lock nobody works from outside any more (BLD-LOCK-03).
    `keys` are the sides that lock and unlock it from outside as well; `strength` is the hit of its closing leaf
    (BLD-DOOR-12). `hacking` is the host's modifier to hacking it, `unhackable` the host's word that nobody here knows
    how (BLD-LOCK-02).
    """

    a: tuple[float, float]
    b: tuple[float, float]
    kind: Literal["door", "window"] = "door"
    storey: int = 0
    name: str = ""
    state: OpeningState = "open"
    sill_in: float = 0
    secure: bool = False
    smashed: bool = False
    keys: tuple[SideId, ...] = ()
    strength: int = 3
    hacking: int = 0
    unhackable: bool = False

    @property
    def is_shut(self) -> bool:
        """Whether it bars steps and looks."""
        return self.state in SHUT


class Room(Struct, frozen=True, kw_only=True):
    """One section of a storey with the letter painted on its floor."""

    letter: str
    points: tuple[tuple[float, float], ...]
    storey: int = 0


class Building(Struct, frozen=True, kw_only=True):
    """The inside and the walls of one building. Its height is that of its piece of terrain."""

    walls: Walls = "brick"
    storeys: int = 1
    openings: tuple[Opening, ...] = ()
    sections: tuple[Room, ...] = ()
    handling: Handling = "solid"
    partitions: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()
    """Walls inside, each from one end to the other."""
    level: int = 1
    """The level whose floor this is; upper floors may be laid out beside the house. (BLD-LEVEL-02, BLD-GEN-03)"""
    of: TerrainId = TerrainId("")
    """The house whose upper floor is laid out here."""
    shift: tuple[float, float] | None = None
    """Inches from a place on this plan to where that truly is; unsaid, the upper left corners lie on each other."""
