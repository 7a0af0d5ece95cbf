"""What stands within the outline of a building: walls, doors, windows, storeys and sections."""

from typing import Final, Literal

from msgspec import Struct

from rules.core.ids import SideId, TerrainId

Walls = Literal[
    "timber",
    "brick",
    "stone",
    "concrete",
    "metal",
    "wattle and daub",
    "thatch",
    "light wood",
    "sheet steel",
    "corrugated iron",
    "plexi-glass",
    "castle stone",
    "tube wall",
]
"""What walls are made of. (BLD-WALL-07, BLD-WALL-08)"""

Floors = Literal["flooring", "light flooring"]
"""What roofs may be made of beside that: wood, sheet steel or synthetic, or reeds and matting. (BLD-WALL-07)"""

Make = Literal[
    "light wooden",
    "toughened glass",
    "light steel",
    "solid timber",
    "hive interior",
    "heavy steel",
    "vault",
    "pane",
    "plexi-glass",
]
"""What a door or window is made of. (BLD-WALL-14)"""


Handling = Literal["solid", "tabletop", "sections"]
"""How what goes on inside is played: not at all, with models on its floor, or by sections. (BLD-GEN-03)"""

OpeningState = Literal["open", "closed", "locked", "bolted", "blocked", "broken"]
"""A bolt is drawn on the inside; what is blocked is so by the host's word; what is broken stays open."""

LockSide = Literal["works", "unlocked", "locked", "jammed"]
"""What a lock does to those on one side of it; of a jammed one the door is not even forced. (BLD-LOCK-03)"""

SHUT: Final[tuple[OpeningState, ...]] = ("closed", "locked", "bolted", "blocked")

STOREY_IN: Final = 3.0
"""Every storey counts as so high. (BLD-LEVEL-01)"""


class Opening(Struct, frozen=True, kw_only=True):
    """A door, window or firing port in a wall, from one end to the other in inches; storey 0 is the ground floor.

    `sill_in` is how high its sill or threshold stands above the floor (BLD-DOOR-02). A `secure` one has the door and
    lock of a vault (BLD-LOCK-01, BLD-LOCK-04); on a `smashed` lock nobody works from outside any more (BLD-LOCK-03).
    `keys` are the sides that lock and unlock it from outside as well; `strength` is the hit of its closing leaf
    (BLD-DOOR-12). `hacking` is the host's modifier to hacking it, `unhackable` the host's word that nobody here knows
    how (BLD-LOCK-02). A port is fired through and looked out of, never passed (BLD-PORT-01).
    """

    a: tuple[float, float]
    b: tuple[float, float]
    kind: Literal["door", "window", "port"] = "door"
    storey: int = 0
    name: str = ""
    state: OpeningState = "open"
    sill_in: float = 0
    secure: bool = False
    smashed: bool = False
    lock_outside: LockSide = "works"
    """What the host rules that a lock does, on each side; one that is smashed works no more outside. (BLD-LOCK-03)"""
    lock_inside: LockSide = "works"
    keys: tuple[SideId, ...] = ()
    strength: int = 3
    hacking: int = 0
    unhackable: bool = False
    make: Make | None = None
    """As its look says if unsaid: a vault if it is secure, else solid timber or a pane. (BLD-WALL-14)"""
    lost: int = 0
    """Damage points that it has lost."""
    console: tuple[float, float] | None = None
    """Where its lock is, and the panel by which it is worked, if that is not on the door itself. (BLD-LOCK-01)"""
    fits: int = 2
    """The largest size that goes through: a standard door takes Size Two, a gate what its width takes. (BLD-DOOR-08)"""

    def lock_on(self, *, inner: bool) -> LockSide:
        """What its lock does to those on one side. (BLD-LOCK-03)"""
        if inner:
            return self.lock_inside
        return "locked" if self.smashed and self.lock_outside == "works" else self.lock_outside

    @property
    def is_shut(self) -> bool:
        """Whether it bars steps and looks."""
        return self.state in SHUT or self.kind == "port"


class Hole(Struct, frozen=True, kw_only=True):
    """Damage at one place of a wall: the wall by its number, the inch of it, the points lost there. (BLD-WALL-03)

    Walls are numbered from the outline's first edge on, partitions after them. A `vent` was built in. (BLD-MOUSE-01)
    """

    wall: int
    part: int
    dp: int
    vent: bool = False


class RoofSquare(Struct, frozen=True, kw_only=True):
    """Damage to one square inch of a roof, counted across and down the table; the points lost. (BLD-FIRE-05)"""

    column: int
    row: int
    dp: int


RoomGoing = Literal["open", "variable", "difficult", "very-difficult"]
"""Terrain classes of rooms: an empty hall is open, a cluttered one variable. (BLD-MOVE-02)"""


class Room(Struct, frozen=True, kw_only=True):
    """One section of a storey with the letter painted on its floor; no two of a house have the same.

    An `open_space` is a courtyard or hall without furniture (BLD-SMOV-03); `inner_cover` lets walls and furniture in it
    shelter people from blasts (BLD-SSHT-08). None is as the table has it.
    """

    letter: str
    points: tuple[tuple[float, float], ...]
    storey: int = 0
    going: RoomGoing = "open"
    """What moving through it costs; a furnished room is variable. (BLD-MOVE-02)"""
    open_space: bool | None = None
    inner_cover: bool | None = None
    confined: bool | None = None
    """Whether bursts find no room in it; None by its ceiling. (BLD-CONF-01)"""
    high_ceiling: bool | None = None
    """Whether its ceiling is so high that jump troops leap under it and bursts find room; None as its building's.

    (BLD-UNIT-06, BLD-CONF-01)
    """
    armour: int = 0
    """Armour Value of its own; 0 as its building. (BLD-BUNK-03, BLD-BUNK-05)"""
    hull: int = 0
    """Hull points of its own; 0 as those of its building. (BLD-BUNK-05)"""
    damage: int = 0
    """Hull points that it has lost. (BLD-BUNK-05)"""
    structural: int = 0
    """How often it was breached. (BLD-BUNK-13)"""


WayUp = Literal["stairs", "ramp", "ladder", "drop"]
"""How sections of different storeys are joined; a drop leads down alone, for those who jump. (BLD-SMOV-02, -SCC-02)"""


class SectionWay(Struct, frozen=True, kw_only=True):
    """A staircase, ramp, ladder or drop from one section to another, by their letters. (BLD-SMOV-02)"""

    a: str
    b: str
    kind: WayUp = "stairs"


Collapse = Literal["", "collapse", "opening_only"]
"""What becomes of a section of its walls without damage points left; "" is as the table has it. (BLD-WALL-09)"""

Assault = Literal["", "per_opening", "d6"]
"""Who gets to fight when a section is stormed from outside; "" is as the table has it. (BLD-SCC-06, BLD-SCC-07)"""


class Building(Struct, frozen=True, kw_only=True):
    """The inside and the walls of one building. Its height is that of its piece of terrain."""

    walls: Walls = "brick"
    storeys: int = 1
    openings: tuple[Opening, ...] = ()
    sections: tuple[Room, ...] = ()
    handling: Handling = "solid"
    partitions: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()
    """Walls inside, each from one end to the other."""
    holes: tuple[Hole, ...] = ()
    fallen: tuple[tuple[int, int], ...] = ()
    """Sections of 6 inches that lie in rubble: wall and number. (BLD-WALL-09)"""
    stubborn: int = 1
    """Damage points to a passage in this material. (BLD-MOUSE-07)"""
    roofless: bool = False
    """Without a ceiling, or so high that bursts find room: no confined space. (BLD-CONF-01)"""
    roof: Walls | Floors | None = None
    """What its roof is made of; None as its walls. (BLD-FIRE-05)"""
    roof_squares: tuple[RoofSquare, ...] = ()
    """Where its roof is damaged. (BLD-FIRE-05)"""
    thin_walls: bool | None = None
    """Whether blasts go through its inner walls; None as the table has it. (BLD-CONF-06)"""
    confined: bool | None = None
    """Whether its rooms are confined; None by their ceiling. (BLD-CONF-01)"""
    entered_as_boarding: bool = False
    """Whether who comes within 2 inches of an unlocked way in is inside, where it is set out. (BLD-DOOR-11)"""
    section_ways: tuple[SectionWay, ...] = ()
    """Ways up and down between its sections. (BLD-SMOV-02)"""
    by_quadrant: bool | None = None
    """Whether four fire out of a section in each quadrant instead of six in all; None as the table has it. (SSHT-02)"""
    assault: Assault = ""
    collapse: Collapse = ""
    """Whether walls of its material fall down or are just gone. (BLD-WALL-09)"""
    level: int = 1
    """The level whose floor this is; upper floors may be laid out beside the house. (BLD-LEVEL-02, BLD-GEN-03)"""
    of: TerrainId = TerrainId("")
    """The house whose upper floor is laid out here."""
    is_roof: bool = False
    """Laid out as the flat roof of its house, with its parapet: whoever is there is not inside. (BLD-OUT-03)"""
    shift: tuple[float, float] | None = None
    """Inches from a place on this plan to where that truly is; unsaid, the upper left corners lie on each other."""
