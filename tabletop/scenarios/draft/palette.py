"""What there is to lay on a table: each kind of terrain with what it does, and the outline that it begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from rules.core.ids import SideId, TerrainId
from rules.questions.scenarios import ground_fields, words_of_ground
from rules.table.armoured import Armoured
from rules.table.building import Building
from rules.table.carrier import Carrier
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import shapes
from tabletop.scenarios.draft.shapes import Point, Points

Outline = Literal["blot", "rectangle", "circle", "line"]


class Kind(NamedTuple):
    """One tile of the palette. `size` is width and depth in inches, of a line its length and width."""

    id: str
    name: str
    about: str
    group: str
    outline: Outline
    size: tuple[float, float]
    values: Mapping[str, Any]
    scenery: bool = False
    """Whether it is laid for its looks where a game does not ask what it is."""
    played_with: str = ""
    """The field of a piece without which it is of no use, if any."""


_AREAS, _WORKS, _LINES = "Areas", "Works", "Lines"
_SIGHT: Final = {"blocks_sight": True}

KINDS: Final = (
    Kind(
        "wood",
        "Wood",
        "difficult, soft cover",
        _AREAS,
        "blot",
        (10, 8),
        {"going": "difficult", "cover": "soft", "height_in": 3, "look": "wood", **_SIGHT},
    ),
    Kind(
        "scrub", "Scrub", "difficult", _AREAS, "blot", (7, 5), {"going": "difficult", "cover": "soft", "look": "gorse"}
    ),
    Kind(
        "marsh",
        "Marsh",
        "very difficult",
        _AREAS,
        "blot",
        (8, 6),
        {"going": "very-difficult", "look": "marsh"},
        scenery=True,
    ),
    Kind(
        "bog", "Bog", "variable, roll", _AREAS, "blot", (8, 6), {"going": "variable", "cover": "soft", "look": "reeds"}
    ),
    Kind("scree", "Scree", "dangerous", _AREAS, "blot", (7, 5), {"hazard": 1, "hazard_strength": 4, "look": "scree"}),
    Kind("water", "Pond", "water", _AREAS, "blot", (8, 6), {"going": "water", "look": "water"}, scenery=True),
    Kind(
        "rock",
        "Crag",
        "impassable",
        _AREAS,
        "blot",
        (6, 5),
        {"going": "impassable", "height_in": 4, "look": "rubble", **_SIGHT},
    ),
    Kind(
        "rubble",
        "Rubble",
        "difficult, hard cover",
        _AREAS,
        "blot",
        (6, 5),
        {"going": "difficult", "cover": "hard", "height_in": 1, "look": "rubble"},
    ),
    Kind("hill", "Hill", "high ground", _AREAS, "blot", (14, 10), {"elevation_in": 2, "look": "hill"}, scenery=True),
    Kind(
        "cliff",
        "Steep hill",
        "faces to climb",
        _AREAS,
        "blot",
        (10, 8),
        {"elevation_in": 3, "gradient_deg": 60, "vertical": "difficult", "look": "hill"},
    ),
    Kind("ice", "Thin ice", "vehicles may break in", _AREAS, "blot", (8, 6), {"thin_ice": True, "look": "ice"}),
    Kind("field", "Field", "clear ground", _AREAS, "rectangle", (10, 8), {"look": "field"}, scenery=True),
    Kind(
        "crater",
        "Crater",
        "difficult, hard cover",
        _AREAS,
        "circle",
        (4, 4),
        {"going": "difficult", "cover": "hard", "look": "crater"},
    ),
    Kind(
        "furniture",
        "Furniture",
        "difficult, soft cover",
        _AREAS,
        "rectangle",
        (3, 1.5),
        {"going": "difficult", "cover": "soft", "height_in": 1, "look": "furniture"},
    ),
    Kind(
        "smoke",
        "Smoke",
        "hides, weakens lasers",
        _AREAS,
        "circle",
        (6, 6),
        {"cover": "soft", "height_in": 3, "look": "smoke", **_SIGHT},
    ),
    Kind(
        "darkness",
        "Darkness",
        "seen through",
        _AREAS,
        "circle",
        (8, 8),
        {"look": "darkness"},
    ),
    Kind("ditch", "Ditch", "shallow", _AREAS, "rectangle", (12, 1.5), {"depth_in": 1, "look": "trench"}),
    Kind("gap", "Gap", "deep", _AREAS, "rectangle", (12, 4), {"depth_in": 6, "look": "trench"}),
    Kind(
        "hedge",
        "Hedge",
        "soft cover",
        _LINES,
        "line",
        (10, 0.5),
        {"going": "difficult", "cover": "soft", "height_in": 1, "look": "hedge"},
    ),
    Kind(
        "wall",
        "Wall",
        "hard cover",
        _LINES,
        "line",
        (10, 0.4),
        {"going": "difficult", "cover": "hard", "height_in": 1, "look": "wall"},
    ),
    Kind(
        "fence",
        "Fence",
        "an obstacle",
        _LINES,
        "line",
        (10, 0.3),
        {"going": "difficult", "height_in": 1, "look": "fence"},
    ),
    Kind("road", "Road", "quick going", _LINES, "line", (16, 2), {"going": "road", "look": "road"}, scenery=True),
    Kind(
        "river",
        "River",
        "very difficult",
        _LINES,
        "line",
        (16, 3.5),
        {"going": "very-difficult", "look": "water"},
        scenery=True,
    ),
    Kind("ladder", "Ladder", "a way up", _LINES, "line", (1.5, 0.5), {"ladder": True, "look": "ladder"}),
    Kind(
        "stairs",
        "Stairs",
        "to another floor",
        _LINES,
        "line",
        (3, 1),
        {"ladder": True, "look": "stairs", "width_in": 1},
    ),
    Kind(
        "walkway",
        "Walkway",
        "carries whoever stands on it",
        _WORKS,
        "rectangle",
        (12, 2),
        {"look": "field", "lane": 1, "belt_deg": 90.0},
        played_with="lane",
    ),
    Kind(
        "lift",
        "Lift door",
        "or a shaft, a tube",
        _WORKS,
        "rectangle",
        (1.2, 1.2),
        {"look": "lift", "carrier": Carrier()},
    ),
    Kind(
        "building",
        "Building",
        "walls, doors, windows",
        _WORKS,
        "rectangle",
        (6, 5),
        {"going": "difficult", "cover": "hard", "height_in": 3, "look": "building", "building": Building(), **_SIGHT},
    ),
    Kind(
        "bunker",
        "Bunker",
        "armour 14",
        _WORKS,
        "rectangle",
        (5, 4),
        {
            "going": "impassable",
            "cover": "hard",
            "height_in": 2,
            "look": "bunker",
            "building": Building(walls="concrete"),
            "armoured": Armoured(kind="Bastion or bunker", capacity=10, ports=4),
            **_SIGHT,
        },
    ),
    Kind(
        "trench",
        "Trench",
        "cover from shells",
        _WORKS,
        "rectangle",
        (10, 1.5),
        {"cover": "hard", "trench": True, "look": "trench"},
    ),
    Kind(
        "exit",
        "Exit",
        "closed until opened",
        _WORKS,
        "line",
        (2.4, 0.4),
        {"going": "impassable", "height_in": 3, "look": "door", "closed": True, **_SIGHT},
        played_with="closed",
    ),
    Kind(
        "mines",
        "Mines",
        "only their side knows",
        _WORKS,
        "rectangle",
        (6, 4),
        {"hazard": 3, "hazard_strength": 8, "mines": 8, "secret": SideId("a")},
    ),
)

KIND: Final = {kind.id: kind for kind in KINDS}
GROUPS: Final = (_AREAS, _LINES, _WORKS)


class Tile(NamedTuple):
    """A kind as a game has it: what a piece of it does there."""

    kind: Kind
    about: str


def tiles(ruleset: str) -> tuple[tuple[str, tuple[Tile, ...]], ...]:
    """The palette of that game under its headings: what its rules know, and what is laid for its looks."""
    return tuple((name, tuple(_in_short(ruleset, kind) for kind in _known(ruleset, name))) for name in GROUPS)


def _known(ruleset: str, group: str) -> list[Kind]:
    read = ground_fields(ruleset)
    kinds = (kind for kind in KINDS if kind.group == group)
    played = (kind for kind in kinds if read is None or not kind.played_with or kind.played_with in read)
    return [kind for kind in played if kind.scenery or _words(ruleset, kind)]


def _words(ruleset: str, kind: Kind) -> str:
    return words_of_ground(ruleset, piece(kind, kind.id, outline(kind, (0, 0))))


def _in_short(ruleset: str, kind: Kind) -> Tile:
    """In a game that reads all of a piece the kind says shortly what it is."""
    if ground_fields(ruleset) is None:
        return Tile(kind, kind.about)
    return Tile(kind, _words(ruleset, kind).replace(" · ", ", ") or "no effect")


def outline(kind: Kind, at: Point, seed: int = 0) -> Points:
    """The outline that a piece of that kind begins with, about a point."""
    width, depth = kind.size
    if kind.outline == "line":
        return shapes.rounded(((at[0] - width / 2, at[1]), (at[0], at[1]), (at[0] + width / 2, at[1])))
    if kind.outline == "circle":
        return shapes.circle(at, width / 2)
    if kind.outline == "rectangle":
        return shapes.rectangle(at, width, depth)
    return shapes.blot(at, width, depth, seed)


def piece(kind: Kind, key: str, points: Points, name: str = "") -> Terrain:
    """A piece of that kind."""
    line = {"line": True, "width_in": kind.size[1]} if kind.outline == "line" else {}
    return Terrain(id=TerrainId(key), name=name or kind.name, points=points, **{**line, **kind.values})
