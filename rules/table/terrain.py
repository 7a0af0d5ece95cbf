"""Terrain: what ground costs, hides and hurts. (ARAP-TERR-01 to -05, ARAP-HIT-06)"""

from typing import Final, Literal

from msgspec import Struct

from rules.core.ids import SideId, TerrainId
from rules.table.armoured import Armoured
from rules.table.building import Building
from rules.table.carrier import Carrier

Going = Literal["open", "difficult", "very-difficult", "variable", "impassable", "water", "road"]
Cover = Literal["none", "soft", "hard"]
Driving = Literal["1", "1 D", "1/2", "1/2 D", "1/4", "1/4 D", "impassable"]
"""What ground does to a kind of locomotion, as the table of VEH-TERR-02 writes it: D is dangerous."""

VehicleGround = Literal["open", "difficult", "hazardous", "impassable"]

VEHICLE_GROUND: Final[dict[str, str]] = {
    "open": "open",
    "difficult": "difficult",
    "hazardous": "especially hazardous",
    "impassable": "impassable",
}
"""What a piece may be to all vehicles alike, where their rules have such classes, in words. (TRI-TERR-02)"""

LOCOMOTION: Final = ("tracked", "wheeled", "bike", "legs", "antigrav", "boat")
"""Kinds of locomotion, as that table and the fields of a piece call them."""

Vertical = Literal["none", "difficult", "very-difficult", "variable", "impassable"]

STEEPEST_SLOPE_DEG = 45.0
"""A steeper slope is a vertical obstacle. (ARAP-CLIMB-01)"""

PARAPET_IN = 0.5
"""A railing or low wall that is so high holds people back, and shelters those on roofs. (BLD-MOVE-05, BLD-OUT-03)"""

DRIVING: Final[dict[str, str]] = {
    "1": "full speed",
    "1 D": "full speed, dangerous",
    "1/2": "half speed",
    "1/2 D": "half speed, dangerous",
    "1/4": "quarter speed",
    "1/4 D": "quarter speed, dangerous",
    "impassable": "impassable",
}
"""The same in words. (VEH-TERR-02)"""

WHO_DRIVES: Final[dict[str, str]] = {
    "tracked": "tracks",
    "wheeled": "wheels",
    "bike": "bikes",
    "legs": "legs",
    "antigrav": "skimmers",
    "boat": "boats",
}
"""Kinds of locomotion in a word."""


class Terrain(Struct, frozen=True, kw_only=True, cache_hash=True):
    """One piece. `points` is a polygon, or with `line` a polyline of `width_in`; all lengths in inches.

    `hazard` is the number that bites (0 = harmless, usually 1), `hazard_strength` the hit that it deals (0 = the
    model is lost); beasts and riders have a number of their own where one is set. (ARAP-TERR-02)
    `height_in` hides what is behind it where `blocks_sight`; `elevation_in` is a hill's height.
    An obstacle over an inch stops shells in direct fire unless it is `open_work`: a fence, a lattice, a pergola.
    Who stands at a `narrow` way, a bridge or a doorway, may block it. (ARAP-MELEE-04)
    `too_flat` ground is none for tactical movement; moves over it may cost `extra_ap` action points more.
    Units in ground with `charge_cover` are in cover against charges, whatever cover it is from shots. (ARAP-COVR-01)
    `gradient_deg` is how steep the sides of high ground are: over 45 they are faces to climb. `depth_in` makes a gap (a
    ditch, trench or crevasse). `vertical` is what climbing its faces is like. A `ladder` is a line from foot to head;
    `ropes` hang from a face; a `landing` is a jetty or quay, to be climbed from the water.
    Men in a `trench` are in cover from shells that burst outside it; a burst inside strikes everybody in it if it is
    a `section`, else those within 3 inches along it.
    A wall has `toughness` and loses `points_of_damage`, a bunker has `armour` and hull points by that name; 0 is what
    its look says. `damage` is what it has lost, `structural` how often a bunker was breached. (VEH-RAM-08, BLD-BUNK-13)
    Mines are dangerous ground that is `secret`: only that side knows of the piece until somebody sets it off.
    A `building` says what stands within its outline; `armoured` what kind of bunker it is. (BLD-BUNK-02 to -05)
    A ladder or flight of stairs with a `head` leads to that place, on the plan of another floor. (BLD-LADR-01)
    A `carrier` is a door of a lift or tube. (BLD-LIFT-01)
    A `lane` over 0 is a moving walkway that runs towards `belt_deg`, 4 inches a turn for each lane. (BLD-TUBE-09, -10)
    A `tile` is the floor of one of that shape; a closed piece that `leads` to a place is a way on: the next tile is
    laid about that place once somebody opens it. (BLD-TILE-01)
    What a vehicle's test in it is, where that is not as usual: `bad_face` is the lowest bad face (0 as usual, 7 no
    test), on `thin_ice` a vehicle that fails is lost; `mines` is the Strength of those buried in it. (VEH-TERR-05)
    What driving in it costs each kind of locomotion (`tracked` to `boat`) is as its look and going say, where
    nothing else is set (VEH-TERR-01, VEH-TERR-02); what it is to all `vehicles` likewise (TRI-TERR-02).
    Vehicles get into a building through its `breaches`, outlines of what has fallen or stands open; men get in through
    them where its walls are impassable. (VEH-TERR-07, BLD-BUNK-13)
    A `closed` exit of a terrain tile bars the way until the host has it opened; a piece `behind` that exit is laid
    then, and nobody but the host knows of it before. (BLD-TILE-03)
    The cover of a wall, a hedge or anything else that cannot be entered reaches `cover_behind_in`. (ARAP-AREA-07)
    A railing or low wall of `rail_in` runs along its edges (BLD-MOVE-05); they jut out by `overhang_in` over the wall
    below (BLD-MOVE-06).
    `look` chooses the drawing: wood, hill, rubble, scree, reeds, marsh, water, road, hedge, wall, building, bunker,
    gorse, crater, wreck, burnt, field, trench, ice, door.
    """

    id: TerrainId
    name: str
    points: tuple[tuple[float, float], ...]
    line: bool = False
    width_in: float = 0.25
    going: Going = "open"
    cover: Cover = "none"
    hazard: int = 0
    hazard_strength: int = 0
    hazard_beasts: int = 0
    hazard_riders: int = 0
    height_in: float = 0
    blocks_sight: bool = False
    open_work: bool = False
    narrow: bool = False
    elevation_in: float = 0
    extra_ap: int = 0
    too_flat: bool = False
    charge_cover: bool = False
    gradient_deg: float = 0
    depth_in: float = 0
    vertical: Vertical = "none"
    ladder: bool = False
    ropes: bool = False
    landing: bool = False
    trench: bool = False
    section: bool = False
    toughness: int = 0
    armour: int = 0
    points_of_damage: int = 0
    damage: int = 0
    structural: int = 0
    bad_face: int = 0
    thin_ice: bool = False
    mines: int = 0
    tracked: Driving | None = None
    wheeled: Driving | None = None
    bike: Driving | None = None
    legs: Driving | None = None
    antigrav: Driving | None = None
    boat: Driving | None = None
    vehicles: VehicleGround | None = None
    breaches: tuple[tuple[tuple[float, float], ...], ...] = ()
    look: str = "field"
    secret: SideId | None = None
    closed: bool = False
    behind: TerrainId | None = None
    building: Building | None = None
    armoured: Armoured | None = None
    head: tuple[float, float] | None = None
    lane: int = 0
    belt_deg: float = 0
    carrier: Carrier | None = None
    tile: str = ""
    leads: tuple[float, float] | None = None
    blocked: bool = False
    """Nobody opens that way on, by the host's word. (BLD-TILE-03)"""
    rail_in: float = 0
    overhang_in: float = 0
    unroofed: bool = False
    """A building or bunker without a roof, in games that know no other inside of it. (CRU-TROOP-05)"""
    cover_behind_in: float = 3

    def hazard_to(self, kind: str) -> int:
        """The number that bites models of that kind. (ARAP-TERR-02)"""
        own = {"beast": self.hazard_beasts, "rider": self.hazard_riders}.get(kind, 0)
        return own or self.hazard

    @property
    def hazards(self) -> tuple[int, ...]:
        """All the numbers that bite somebody."""
        return tuple(n for n in (self.hazard, self.hazard_beasts, self.hazard_riders) if n)

    @property
    def is_steep(self) -> bool:
        """Whether its edges are faces: a cliff, a flat roof, a gap. (ARAP-CLIMB-01)"""
        return self.depth_in > 0 or (self.elevation_in > 0 and self.gradient_deg > STEEPEST_SLOPE_DEG)

    @property
    def is_high_wall(self) -> bool:
        """Whether it is a rampart, a castle wall, a flat roof that people stand on. (BLD-HIGH-01, BLD-OUT-03)"""
        return self.is_steep and self.elevation_in > 0 and (self.is_structure or self.look == "wall")

    @property
    def is_roof(self) -> bool:
        """Whether it is the flat roof of a house, laid out beside it. (BLD-OUT-03)"""
        return self.has_interior and self.building is not None and self.building.is_roof

    @property
    def has_parapet(self) -> bool:
        """Whether it is a roof or high wall with battlements, which are cover. (BLD-OUT-03)"""
        return self.rail_in >= PARAPET_IN and (self.is_roof or self.is_high_wall)

    @property
    def climbed(self) -> str:
        """What a way up of it is called: stairs are walked, a ladder is climbed. (BLD-MOVE-01)"""
        return "stairs" if self.look == "stairs" else "ladder"

    @property
    def is_structure(self) -> bool:
        """Whether falls in, on or off it are falls off a building. (BLD-FALL-03)"""
        return self.look in ("building", "bunker")

    @property
    def is_shell(self) -> bool:
        """Whether it is closed but for its breaches. (BLD-BUNK-13)"""
        return self.is_structure and self.going == "impassable" and bool(self.breaches) and not self.has_sections

    @property
    def has_interior(self) -> bool:
        """Whether models go about on its floor, between its walls. (BLD-GEN-03, BLD-MOVE-01)"""
        return self.is_structure and self.building is not None and self.building.handling == "tabletop"

    @property
    def is_boarded(self) -> bool:
        """Whether it is set out, and entered by the boarding rule as well. (BLD-DOOR-11)"""
        return self.has_interior and self.building is not None and self.building.entered_as_boarding

    @property
    def has_sections(self) -> bool:
        """Whether it is played by sections, so that nobody is placed inside. (BLD-GEN-03, BLD-SECT-01)"""
        return self.is_structure and self.building is not None and self.building.handling == "sections"

    @property
    def has_doors(self) -> bool:
        """Whether its doors and windows are opened and shut in play, from outside at least."""
        return self.has_interior or self.has_sections

    @property
    def called(self) -> str:
        """Its name in sentences; pieces of tiles have none of their own."""
        return self.name or ("a wall" if self.look in ("wall", "building", "bunker") else "the ground")

    @property
    def effect(self) -> str:
        """Its effect in words, as written under its name on the board."""
        if self.look == "gone":
            return "the floor is gone"
        plain = self.going in ("open", "road") or self.has_sections  # nobody walks through those
        words = [] if plain else [self.going.replace("-", " ")]
        if self.hazard:
            words.append(f"dangerous {self.hazard}" if self.hazard > 1 else "dangerous")
        words += [f"dangerous {self.hazard_beasts} to beasts"] if self.hazard_beasts else []
        words += [f"dangerous {self.hazard_riders} to riders"] if self.hazard_riders else []
        if self.hazards:
            words.append(f"Strength {self.hazard_strength}" if self.hazard_strength else "deadly")
        words += _breached(self)
        if self.bad_face:
            words.append("no test for vehicles" if self.bad_face > 6 else f"vehicles fail on {_faces(self.bad_face)}")
        words += ["thin ice"] if self.thin_ice else []
        words += [f"{who}: {DRIVING[price]}" for name, who in WHO_DRIVES.items() if (price := getattr(self, name))]
        words += [f"{VEHICLE_GROUND[self.vehicles]} to vehicles"] if self.vehicles else []
        if self.mines:
            words.append(f"mines, Strength {self.mines} + D6")
        if self.cover != "none":
            words.append(f"{self.cover} cover")
        words += ["cover against charges"] if self.charge_cover else []
        words += [f"{self.extra_ap} AP more on foot"] if self.extra_ap else []
        words += ["too flat for tactical movement"] if self.too_flat else []
        if self.elevation_in:
            words.append(f"{self.elevation_in:g}″ up, steep" if self.is_steep else "high ground")
        if self.is_steep and self.vertical != "none":
            words.append(f"{self.vertical.replace('-', ' ')} faces")
        words += [f"railing {self.rail_in:g}″"] if self.rail_in else []
        words += [f"overhang {self.overhang_in:g}″"] if self.overhang_in else []
        if self.depth_in:
            words.append(f"{self.depth_in:g}″ deep")
        if self.trench:
            words.append("trench section" if self.section else "trench")
        words += ["blocked" if self.blocked else "closed"] if self.closed else []
        words += _shut(self) if self.has_doors and not self.has_sections else []
        words += ["played by sections"] if self.has_sections else []
        words += ["inside within 2″ of a way in"] if self.is_boarded else []
        words += [word for word, has in (("open work", self.open_work), ("narrow", self.narrow)) if has]
        words += [word for word, has in ((self.climbed, self.ladder), ("ropes", self.ropes)) if has]
        words += [f"walkway, {4 * self.lane}″ a turn"] if self.lane else []
        words += [_carried(self.carrier)] if self.carrier is not None else []
        return " · ".join(words) or ("road" if self.going == "road" else "")


def _breached(piece: Terrain) -> list[str]:
    """Whether it was breached; of a bunker in sections which of them. (BLD-BUNK-05)"""
    rooms = piece.building.sections if piece.building is not None and not piece.structural else ()
    letters = ", ".join(room.letter for room in rooms if room.structural)
    if letters:
        return [f"{letters} breached"]
    return ["breached"] if piece.structural or piece.breaches else []


def _carried(door: Carrier) -> str:
    """What it is, where, and whether it works."""
    state = "" if door.state == "working" else f", {door.state.replace('-', ' ')}"
    return f"{door.kind.replace('-', ' ')}, level {door.level}{state}"


def _shut(piece: Terrain) -> list[str]:
    """How many of its doors and windows are shut."""
    openings = piece.building.openings if piece.building is not None else ()
    shut = sum(o.is_shut for o in openings)
    if piece.building is not None and piece.building.level > 1:
        return [f"level {piece.building.level}"]
    return [f"{shut} of {len(openings)} doors and windows shut"] if shut else ["to be entered"]


def _faces(lowest: int) -> str:
    return "6" if lowest == 6 else "any face" if lowest == 1 else f"{lowest} or more"
