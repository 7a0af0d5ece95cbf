"""What stands within the outline of a building: walls, doors, windows, storeys and sections."""

from typing import Literal

from msgspec import Struct

Walls = Literal["timber", "brick", "stone", "concrete", "metal"]


class Opening(Struct, frozen=True, kw_only=True):
    """A door or window in a wall, from one end to the other in inches; storey 0 is the ground floor."""

    a: tuple[float, float]
    b: tuple[float, float]
    kind: Literal["door", "window"] = "door"
    storey: int = 0


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
