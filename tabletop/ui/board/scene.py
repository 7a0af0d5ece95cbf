"""What the board draws, as plain values. All lengths in inches, origin at the top left, headings clockwise from up."""

from typing import Final, NamedTuple

Point = tuple[float, float]

UNITS_PER_INCH: Final = 10
MARGIN: Final = 24
"""Drawing units of margin round the table, whatever its size."""


class Section(NamedTuple):
    """One section of a building with the letter painted on its floor."""

    letter: str
    points: tuple[Point, ...]
    going: str = ""
    """What moving through it is like, in words; nothing for an empty hall. (BLD-MOVE-02)"""


class Leaf(NamedTuple):
    """A door or window with its state: open, closed, locked, bolted, blocked, broken."""

    kind: str
    a: Point
    b: Point
    state: str
    name: str
    console: Point | None = None
    """Where its lock is worked, if that is not on it."""


class Turret(NamedTuple):
    """A weapon that is built into a bunker; `lost` when it was destroyed."""

    name: str
    lost: bool
    room: tuple[Point, ...] = ()
    """The section that it is built into, if it is one of several."""


class Armour(NamedTuple):
    """Armour Value and hull points of a bunker, or of a section of it by its letter; whether that is breached."""

    letter: str
    av: int
    hull: int
    left: int
    breached: bool
    points: tuple[Point, ...]

    @property
    def in_words(self) -> str:
        """In words."""
        of = f"{self.letter}: " if self.letter else ""
        lost = ", damaged" * (self.left < self.hull) + ", breached" * (self.breached and bool(self.letter))
        return f"{of}Armour {self.av}, {self.left} of {self.hull} hull points left{lost}"


class WallRun(NamedTuple):
    """A section of wall: damage points of the whole and those left; the `last` of its wall ends at a corner.

    One `between` two sections of a house stands inside it.
    """

    a: Point
    b: Point
    points: int
    left: int
    fallen: bool = False
    last: bool = False
    between: bool = False


class Hole(NamedTuple):
    """A hole in a wall, of so many damage points; a `vent` was built in."""

    a: Point
    b: Point
    dp: int
    vent: bool = False


class UpperHole(NamedTuple):
    """What is broken in a wall above the ground: a hole of so many points, or a section that fell."""

    a: Point
    b: Point
    level: int
    dp: int = 0


class RoofHole(NamedTuple):
    """A square inch of roof that is damaged, or gone; `at` is its upper left corner."""

    at: Point
    points: int
    left: int

    @property
    def gone(self) -> bool:
        """Whether one sees the sky through it."""
        return self.left <= 0


class Piece(NamedTuple):
    """A piece of terrain. `points` is a polygon, or with `line` a polyline of `width_in`.

    `look` chooses the drawing; `going`, `cover` and `hazard` add the texture and edge that say what the piece does
    where the look alone does not; `effect` says it in words under the name.
    """

    id: str
    name: str
    points: tuple[Point, ...]
    line: bool = False
    width_in: float = 0.25
    look: str = "field"
    going: str = "open"
    cover: str = "none"
    hazard: int = 0
    effect: str = ""
    elevation_in: float = 0
    mined: bool = False
    thin_ice: bool = False
    lane: int = 0
    """Over 0 a moving walkway, which runs towards `belt_deg`. (BLD-TUBE-09)"""
    belt_deg: float = 0
    sections: tuple[Section, ...] = ()
    doors: tuple[tuple[Point, Point], ...] = ()
    """Gaps in the walls of a building or bunker, each from one end to the other."""
    windows: tuple[tuple[Point, Point], ...] = ()
    ports: tuple[tuple[Point, Point], ...] = ()
    """Slits in its walls that are fired through."""
    leaves: tuple[Leaf, ...] = ()
    """What hangs in those gaps, where doors and windows are open or shut."""
    partitions: tuple[tuple[Point, Point], ...] = ()
    """Walls inside."""
    breaches: tuple[tuple[Point, Point], ...] = ()
    """Where its walls were broken."""
    made_of: str = ""
    """What its walls are made of, in the ledger's words."""
    thin_walls: bool = False
    """Its inner walls hold back no blast."""
    walls: tuple[WallRun, ...] = ()
    holes: tuple[Hole, ...] = ()
    upper_holes: tuple[UpperHole, ...] = ()
    roof_holes: tuple[RoofHole, ...] = ()
    parapet: bool = False
    blocked: bool = False
    """A way on that the host has blocked."""
    armour: tuple[Armour, ...] = ()
    """Of a bunker, of several sections each at the ground. (BLD-BUNK-05)"""
    turrets: tuple[Turret, ...] = ()
    """Weapons that are built in."""


class ZoneArea(NamedTuple):
    """Where a side deploys."""

    side: str
    points: tuple[Point, ...]
    name: str = ""
    note: str = ""


class GateLine(NamedTuple):
    """A gate of a race, from edge to edge of the road; the last one is the finish."""

    number: int
    name: str
    a: Point
    b: Point
    finish: bool = False


class BoardGround(NamedTuple):
    """All of a table that does not change with every event: drawn once, kept."""

    width_in: float
    height_in: float
    name: str
    pieces: tuple[Piece, ...] = ()
    zones: tuple[ZoneArea, ...] = ()
    marks: tuple[Point, ...] = ()
    """Where objectives stand, so that names keep off them."""
    gates: tuple[GateLine, ...] = ()

    @property
    def area(self) -> float:
        """In square inches."""
        return self.width_in * self.height_in


class ObjectiveMark(NamedTuple):
    """A place worth holding; `owner` is a side's letter, or nothing while it is contested or free."""

    id: str
    label: str
    name: str
    at: Point
    owner: str = ""
    note: str = ""
    """How it stands in words: "contested", "held by Northmarch"."""
    value: int = 1
    """How often it counts, shown where that is not once."""

    @property
    def in_words(self) -> str:
        """How it stands and what it is worth: "held by Northmarch, worth 3"."""
        worth = f"worth {self.value}" if self.value != 1 else ""
        return ", ".join(part for part in (self.note, worth) if part)


class Gun(NamedTuple):
    """A weapon on a hull: where it sits, where it points (relative to the heading), and whether it is a big one."""

    forward_in: float = 0
    right_in: float = 0
    deg: float = 0
    big: bool = False


class TokenModel(NamedTuple):
    """One model. `shape` is foot, team, mount (an oval base) or a kind of vehicle.

    Round bases use `base_in`, the diameter; mounts and vehicles use length and width.
    """

    id: str
    x: float
    y: float
    facing: float = 0
    base_in: float = 0.98
    leader: bool = False
    shape: str = "foot"
    length_in: float = 0
    width_in: float = 0
    guns: tuple[Gun, ...] = ()
    prone: bool = False
    floor: str = ""
    """The plan of the floor it is on, where others of its unit are on another one."""
    hangs_in: float = 0
    """How high it hangs on a face or ladder, in inches. (ARAP-CLIMB-04, ARAP-LADR-01)"""
    arrows: int = 0
    """Arrows that lie on its rear deck: how often it has moved. (CRU-SHOT-01)"""
    leans_to: Point | None = None
    """Where it shows itself that leans out of cover. (BLD-HIGH-02)"""


class TokenUnit(NamedTuple):
    """One unit as one audience may see it. Statuses are names of `icons.STATUSES`, the most telling first."""

    id: str
    number: str
    side: str
    name: str
    side_name: str
    models: tuple[TokenModel, ...]
    statuses: tuple[str, ...] = ()
    remark: str = ""
    """Anything more that its spoken name should say: "2 of 4 hull points"."""
    strength: int = 0
    """The number on its flag, where that is not how many models are drawn."""
    vehicle: bool = False
    wrecked: bool = False
    away: Point = (0.0, 0.0)
    """Where from whom it fights is away: there its flag stands. Nowhere in particular for who fights nobody."""
    acts: bool = False
    """Whether it has been activated and has not finished."""
