"""What may be set on a piece of terrain, a zone, an objective, a building: each field with its bounds and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, get_args

from msgspec.structs import replace

from rules.table import terrain
from rules.table.building import Assault, Collapse, Floors, Handling, Make, OpeningState, Walls
from rules.table.carrier import Carrier, CarrierKind, CarrierState, LiftSpeed
from rules.table.terrain import Cover, Going, Vertical
from tabletop.scenarios.draft import sent as draft_sent
from tabletop.scenarios.draft import walls
from tabletop.scenarios.draft.bounds import SIDES
from tabletop.scenarios.draft.limits import LONGEST_NAME
from tabletop.scenarios.draft.sent import Sent

Input = Literal["words", "number", "whole", "tick", "choice"]

LOOKS: Final = (
    "field",
    "wood",
    "gorse",
    "reeds",
    "marsh",
    "scree",
    "water",
    "ford",
    "rubble",
    "crater",
    "burnt",
    "hill",
    "road",
    "hedge",
    "wall",
    "fence",
    "trench",
    "smoke",
    "darkness",
    "ice",
    "furniture",
    "building",
    "bunker",
    "ladder",
    "stairs",
    "lift",
    "door",
    "wreck",
)


class Field(NamedTuple):
    """One field of a form: how it is called, filled in and bounded."""

    name: str
    label: str
    input: Input
    least: float = 0
    most: float = 0
    values: tuple[str, ...] = ()
    unit: str = ""
    about: str = ""
    said: tuple[tuple[str, str], ...] = ()
    """Choices that have words of their own."""

    def read(self, sent: Sent, cm: float = 0) -> Any:
        """Its value from what was sent as `value`, a length so many centimetres to the inch. Raises Refused."""
        value = _READ[self.input](self, _in_inches(self, sent, cm) if cm and self.unit == "length" else sent)
        return round(value, 2) if isinstance(value, float) else value

    def word(self, value: str) -> str:
        """A choice in words."""
        return dict(self.said).get(value) or (value.replace("-", " ").replace("_", " ") if value else "none")


def _in_inches(field: Field, sent: Sent, cm: float) -> Sent:
    length = draft_sent.number(sent, "value", 0, field.most * cm + 0.01, field.label)
    return {**sent, "value": f"{min(field.most, length / cm):.3f}"}


def _choice(field: Field, sent: Sent) -> str | None:
    return draft_sent.one_of(sent, "value", field.values, field.label.lower()) or None


_READ: Final[dict[str, Callable[[Field, Sent], Any]]] = {
    "words": lambda field, sent: draft_sent.line(sent, "value", int(field.most)),
    "number": lambda field, sent: draft_sent.number(sent, "value", field.least, field.most, field.label),
    "whole": lambda field, sent: draft_sent.whole(sent, "value", int(field.least), int(field.most), field.label),
    "tick": lambda field, sent: draft_sent.is_on(sent, "value"),
    "choice": _choice,
}


def _number(name: str, label: str, most: float, about: str = "", least: float = 0) -> Field:
    return Field(name, label, "number", least, most, unit="length", about=about)


def _whole(name: str, label: str, most: int, about: str = "", least: int = 0) -> Field:
    return Field(name, label, "whole", least, most, about=about)


def _tick(name: str, label: str, about: str = "") -> Field:
    return Field(name, label, "tick", about=about)


NAME: Final = Field("name", "Name", "words", most=LONGEST_NAME)

GROUND: Final = (
    NAME,
    Field("look", "Drawn as", "choice", values=LOOKS),
    Field("going", "Going", "choice", values=get_args(Going), about="What moving through it costs"),
    Field("cover", "Cover", "choice", values=get_args(Cover)),
    _whole("hazard", "Dangerous on", 6, "A model is harmed on this or less; 0 is harmless, 1 usual"),
    _whole("hazard_strength", "Strength of the hit", 10, "0 loses the model"),
    _number("height_in", "Height", 48),
    _tick("blocks_sight", "Blocks sight", "To its height"),
    _tick("open_work", "Open work", "A fence or lattice: it stops no shells"),
)
"""What most pieces have."""

LINE: Final = (_number("width_in", "Width", 24, least=0.1),)

RELIEF: Final = (
    _number("elevation_in", "High ground", 24, "How far up its top is"),
    Field("gradient_deg", "Slope", "number", 0, 90, unit="°", about="Over 45 its sides are faces to climb"),
    Field("vertical", "Faces", "choice", values=get_args(Vertical), about="What climbing them is like"),
    _number("depth_in", "Depth", 24, "Of a ditch or gap"),
    _number("rail_in", "Railing", 3, "Half an inch or more keeps people from falling"),
    _number("overhang_in", "Overhang", 12, "Over an inch nobody climbs past it without gear"),
)

BELT: Final = (
    _whole("lane", "Walkway, lane", 9, "4″ a turn for each; 0 is none"),
    Field("belt_deg", "Walkway runs to", "number", 0, 360, unit="°", about="Clockwise from north"),
)
"""What carries whoever stands on it. (BLD-TUBE-09, BLD-TUBE-10)"""

SPECIAL: Final = (
    _whole("hazard_beasts", "Dangerous to beasts on", 6, "0 as to everybody"),
    _whole("hazard_riders", "Dangerous to riders on", 6, "0 as to everybody"),
    _whole("extra_ap", "Action points more", 3, "For moves over it on foot"),
    _tick("too_flat", "Too flat for tactical movement"),
    _number("cover_behind_in", "Cover behind it", 24, "How far that of a wall or hedge reaches; 3 as usual"),
    _tick("charge_cover", "Cover against charges", "Chargers strike last, whatever cover it is from shots"),
    _tick("narrow", "A narrow way", "Whoever stands there may block it: a bridge, a doorway"),
    _tick("ladder", "A ladder", "A line from foot to head"),
    *BELT,
    _tick("ropes", "Ropes hang from it"),
    _tick("landing", "A landing", "A quay to climb from the water"),
    _tick("trench", "A trench"),
    _tick("section", "One section of a trench"),
    _whole("bad_face", "Vehicles fail on", 7, "Or more; 0 as usual, 7 no test"),
    _tick("thin_ice", "Thin ice", "A vehicle that fails is lost"),
    _whole("mines", "Mines, Strength", 20, "Under vehicles; plus a D6"),
    _whole("toughness", "Toughness of a wall", 10, "0 is what its look says"),
    _whole("armour", "Armour of a bunker", 18, "0 is what its look says"),
    _whole("points_of_damage", "Damage it takes", 20, "0 is what its look says"),
    Field("secret", "Known only to", "choice", values=("", *SIDES), about="Until somebody sets it off"),
    _tick("closed", "A closed exit", "Bars the way until the host has it opened"),
)

UNROOFED: Final = _tick("unroofed", "No roof")
"""Of buildings and bunkers in games that ask no more about their inside. (CRU-TROOP-05)"""

DRIVING: Final = tuple(
    Field(name, who.capitalize(), "choice", values=("", *terrain.DRIVING), about="What driving in it costs them")
    for name, who in terrain.WHO_DRIVES.items()
)
"""What a piece does to each kind of locomotion, where that is not as its look says. (VEH-TERR-01, VEH-TERR-02)"""

VEHICLES: Final = Field(
    "vehicles",
    "All vehicles",
    "choice",
    values=("", *terrain.VEHICLE_GROUND),
    about="What it is to them, where that is not as its look says",
    said=(("", "as its look says"), *terrain.VEHICLE_GROUND.items()),
)
"""Where the vehicle rules have such classes. (TRI-TERR-02)"""

BEHIND: Final = Field(
    "behind", "Laid when opened", "choice", values=("",), about="Nobody knows of it before that exit is opened"
)
"""Its values are the closed exits of the scenario. (BLD-TILE-03)"""

BUILDING: Final = (
    Field("walls", "Walls", "choice", values=get_args(Walls)),
    _whole("storeys", "Storeys", 20, least=1),
    Field(
        "handling",
        "Inside",
        "choice",
        values=get_args(Handling),
        about="Tabletop: models go in and out. Sections: nobody is set out inside, each section holds twelve",
    ),
    Field(
        "assault",
        "Stormed",
        "choice",
        values=get_args(Assault),
        about="Of sections: who fights from outside",
        said=(("", "as the table has it"), ("per_opening", "two at each opening"), ("d6", "D6 against D6")),
    ),
    Field(
        "collapse",
        "Broken walls",
        "choice",
        values=get_args(Collapse),
        about="What becomes of six inches without damage points left",
        said=(
            ("", "as the table has it"),
            ("collapse", "fall on those beside them"),
            ("opening_only", "are just gone"),
        ),
    ),
    _tick("entered_as_boarding", "Inside within 2″ of a door", "Who comes so near to what is not locked may go in"),
    _tick("by_quadrant", "Four fire in each quadrant", "Of sections: instead of six in all"),
    _tick("roofless", "No low ceiling", "Roofless or very high: bursts find room there"),
    Field(
        "confined",
        "Bursts are confined",
        "choice",
        values=("", "yes", "no"),
        about="Everybody in a small room is hit, or all within 3″",
        said=(("", "by the ceiling"), ("yes", "always"), ("no", "never")),
    ),
    _tick("thin_walls", "Thin inner walls", "Blasts go through them: hit on 4 or less behind one"),
    Field(
        "roof",
        "Roof",
        "choice",
        values=("", *get_args(Walls), *get_args(Floors)),
        about="What barrage holes",
        said=(("", "as its walls"), ("flooring", "wood, steel or synthetic"), ("light flooring", "reeds or matting")),
    ),
    _tick("is_roof", "Flat roof", "This floor is the roof of its house; its railing is a parapet"),
    _whole("stubborn", "Points to a passage", 9, "Damage points of a hole that let one man through", least=1),
    _whole("level", "Level of this floor", 40, "1 is the ground; upper floors are laid out beside the house", least=1),
)

ROOM: Final = (
    _tick("open_space", "Open space", "A courtyard: fast units go two sections, blasts are escaped on 3 or less"),
    _tick("inner_cover", "Cover from blasts", "Inner walls and furniture: hit on 4 or less"),
)
"""What a section of a house played by sections is like. (BLD-SMOV-03, BLD-SSHT-08)"""

ROOM_ARMOURED: Final = (
    _whole("armour", "Armour of its own", 18, "0 is that of the building"),
    _whole("hull", "Hull points of its own", 12, "0 is by what each section holds"),
)
"""What a section of an armoured building may have of its own. (BLD-BUNK-05)"""

ROOM_INSIDE: Final = (
    _tick("confined", "Bursts are confined", "Everybody in it is hit, whatever its ceiling"),
    _tick("high_ceiling", "Very high ceiling", "Jump troops leap in it, and bursts find room"),
)
"""What a room of a house with models on its floor is like. (BLD-CONF-01, BLD-UNIT-06)"""

FLOOR_OF: Final = Field("of", "Upper floor of", "choice", values=("",), about="Its house, drawn as a piece of its own")
"""Its values are the houses of the scenario. (BLD-GEN-03, BLD-LEVEL-02)"""

HEAD: Final = (
    _number("head_x", "Leads to, across", 240, "On the plan of another floor; 0 leads nowhere else"),
    _number("head_y", "Leads to, down", 240),
)
"""Where a ladder or stairs come out on another floor. (BLD-LADR-01)"""

CARRIER: Final = (
    Field("carrier_kind", "It is", "choice", values=("", *get_args(CarrierKind)), about="A door of a lift or tube"),
    Field("shaft", "Shaft", "words", most=LONGEST_NAME, about="Doors of one name belong together"),
    _whole("carrier_level", "Level of this door", 40, "1 is the ground", least=1),
    _number("along_in", "Along the tube", 240, "Where this door is along it"),
    _tick("one_way", "One way only", "To doors further along it or higher"),
    _whole("carrier_capacity", "A lift holds", 100, "Ordinary models in a turn", least=1),
    Field("speed", "Speed of the lift", "choice", values=get_args(LiftSpeed), about="Which die of a call counts"),
    Field(
        "works_on",
        "Doubtful tube works on",
        "choice",
        values=("", *map(str, range(7))),
        about="Or less on a D6; nobody but the host knows",
        said=(("", "no doubt"), ("0", "never"), ("6", "surely")),
    ),
    Field("carrier_state", "Works", "choice", values=get_args(CarrierState)),
)
"""What a door of a lift or tube is. (BLD-LIFT-01, BLD-LIFT-02, BLD-LIFT-03, BLD-TUBE-03)"""


def of_carrier(door: Carrier | None) -> dict[str, Any]:
    """The values of those fields."""
    known = door or Carrier()
    names = {name.removeprefix("carrier_"): name for name in (f.name for f in CARRIER)}
    values = {name: getattr(known, key) for key, name in names.items()}
    values["works_on"] = "" if known.works_on is None else str(known.works_on)
    return values if door is not None else {**values, "carrier_kind": ""}


def with_carrier(door: Carrier | None, name: str, value: Any) -> Carrier | None:
    """The door with one of those fields set; none once it is nothing of the kind."""
    if name == "carrier_kind" and not value:
        return None
    if name == "works_on":
        value = int(value) if value else None
    return replace(door or Carrier(), **{name.removeprefix("carrier_"): value})


OPENING: Final = (
    NAME,
    Field("state", "It is", "choice", values=get_args(OpeningState)),
    _number("sill_in", "Sill", 3, "Over an inch it is climbed"),
    Field(
        "make",
        "Made of",
        "choice",
        values=("", *get_args(Make)),
        about="What it withstands",
        said=(("", "as its look says"),),
    ),
    _whole("fits", "Largest that fits", 4, "Size 2 for a door, 3 or 4 for a gate that hulls drive through", least=1),
    _tick("secure", "Vault", "Toughness 7, and hacked at −4"),
    Field("keys", "Keys", "choice", values=("", *SIDES), about="Who locks and unlocks it from outside"),
    Field(
        "console",
        "Console",
        "choice",
        values=("", *walls.CONSOLES),
        about="Where its lock is worked, as seen from outside",
        said=(("", "none: on the door itself"),),
    ),
    _whole("strength", "Closes with Strength", 10, "On whoever stands in it", least=1),
)
"""What a door or window of a building that is entered is like. (BLD-DOOR-02, BLD-DOOR-12, BLD-LOCK-01)"""

ENTRANCE: Final = _number("width", "Width", 24, "What is no wider gets in", least=0.5)
"""How wide a door is, where a game asks that of it. (CRU-VEH-02)"""

ZONE: Final = (
    NAME,
    Field("side", "Side", "choice", values=SIDES),
    Field("facing_deg", "Units look", "choice", values=("", "0", "90", "180", "270")),
    _tick("hidden", "Hidden set-up", "Who sets up here begins hidden; only their side sees the zone"),
)

OBJECTIVE: Final = (
    NAME,
    _whole("value", "Points", 99, "For holding it"),
    _number("reach_in", "Held within", 24),
)

TERRAIN: Final = {field.name: field for field in (*GROUND, *LINE, *RELIEF, *SPECIAL, *DRIVING, VEHICLES, UNROOFED)}
