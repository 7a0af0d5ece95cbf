"""Ground as vehicles find it: open, difficult, especially hazardous or impassable. (TRI-TERR-01, TRI-TERR-02)"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from rules.arap import building_interface
from rules.arap.terrain.building_interface import BuildingWalls
from rules.arap.terrain.ground import made_ready
from rules.forces.trial import TrialHull
from rules.geometry.areas import Ground
from rules.rulebook.charts import row
from rules.state import GameState
from rules.table.terrain import Terrain
from rules.vehicles.trial.hull.profile import is_tracked_tank

GroundClass = Literal["open", "difficult", "hazardous", "impassable"]

WORSE: Final[tuple[GroundClass, ...]] = ("open", "difficult", "hazardous", "impassable")
"""From best to worst."""

BAD_TO: Final[dict[GroundClass, int]] = {"difficult": 1, "hazardous": 3}
"""A test fails on this or less. (TRI-TERR-04, TRI-TERR-06)"""

DUNES: Final = "sand or ash dunes"
MARSH: Final = "marsh, mud or waterlogged ground"
SCRUB: Final = "scrub, brush, vines, thick bracken, dense undergrowth"
HILLSIDE: Final = "steep hillside"
WOOD: Final = "dense woodland or jungle"
RUBBLE: Final = "rubble, ruins, detritus, slag heaps, crumbling rock"
BUILDING: Final = "building"
LARGE: Final = "large building (marked)"

ROW: Final[dict[str, str]] = {
    "wood": WOOD,
    "rubble": RUBBLE,
    "scree": RUBBLE,
    "crater": RUBBLE,
    "wreck": RUBBLE,
    "marsh": MARSH,
    "reeds": MARSH,
    "gorse": SCRUB,
    "scrub": SCRUB,
    "hedge": SCRUB,
    "building": BUILDING,
    "bunker": LARGE,
}
"""The row of the table by the look of a piece, where that alone decides."""

NO_TEST: Final = 7
"""As its lowest bad face: nobody has to test there. (TRI-TERR-02)"""

HAZARDOUS_FROM: Final = 4
"""With this lowest bad face, or a lower one, three faces or more are bad: especially hazardous."""


def _scrub(hull: TrialHull, *, fast: bool) -> GroundClass:
    return "open" if is_tracked_tank(hull) or not fast else "difficult"


def _rubble(hull: TrialHull, *, fast: bool) -> GroundClass:
    return "open" if is_tracked_tank(hull) and not fast else "difficult"


def _building(hull: TrialHull, *, fast: bool) -> GroundClass:
    if not is_tracked_tank(hull):
        return "impassable"
    return "hazardous" if fast else "difficult"


_EXCEPTIONS: Final[dict[str, Callable[..., GroundClass]]] = {SCRUB: _scrub, RUBBLE: _rubble, BUILDING: _building}
"""Rows whose effect depends on who drives how fast."""


def class_of(piece: Terrain, hull: TrialHull, *, fast: bool) -> GroundClass:
    """What a piece is to such a vehicle, which goes over 6 inches or not; what the host has set comes first."""
    if piece.vehicles is not None:
        return piece.vehicles
    usual = _as_set(piece, hull)
    if usual is None:
        usual = _by_row(piece, hull, fast=fast)
    if piece.bad_face == NO_TEST and usual != "impassable":
        return "open"
    if piece.bad_face and usual in ("open", "difficult"):
        return "hazardous" if piece.bad_face <= HAZARDOUS_FROM else "difficult"
    return usual


def is_set(piece: Terrain, hull: TrialHull) -> bool:
    """Whether the scenario or the host has said what it is to such a vehicle. (TRI-TERR-02)"""
    return bool(piece.vehicles or piece.bad_face) or getattr(piece, hull.locomotion) is not None


def _as_set(piece: Terrain, hull: TrialHull) -> GroundClass | None:
    """What the scenario or the host has set for that locomotion. (TRI-TERR-02)"""
    given = getattr(piece, hull.locomotion)
    if given is None:
        return None
    return "impassable" if given == "impassable" else "difficult" if given.endswith("D") else "open"


def _by_row(piece: Terrain, hull: TrialHull, *, fast: bool) -> GroundClass:
    name = row_of(piece)
    if name in ("open", "impassable"):
        return "open" if name == "open" else "impassable"
    if name in _EXCEPTIONS:
        return _EXCEPTIONS[name](hull, fast=fast)
    return "impassable" if row("TRI-TERR-01", "terrain", name)["effect"] == "impassable" else "difficult"


def row_of(piece: Terrain) -> str:
    """The row of the table that a piece is, else "open" or "impassable"."""
    if piece.look in ROW:
        return ROW[piece.look]
    if piece.going == "impassable" or piece.is_steep or piece.look == "gorge":
        return "impassable"
    if piece.look == "water" or piece.going == "water":
        return MARSH if piece.going in ("open", "difficult") else "impassable"
    if piece.going in ("open", "road"):
        return "open"
    return HILLSIDE if piece.elevation_in else DUNES


class TrialField(NamedTuple):
    """The table as one kind of vehicle finds it at that speed."""

    ground: Ground
    classes: dict[str, GroundClass]
    names: dict[str, str]
    solid: Ground
    """What it may not enter."""
    tested: Ground
    """What it has to test for."""
    roads: Ground
    slow: Ground
    """What is difficult to people on foot, and so to walkers. (TRI-WALK-02)"""


def field_of(state: GameState, hull: TrialHull, *, fast: bool) -> TrialField:
    """Built once for the same terrain and the same kind of vehicle."""
    return _field(state.terrain, building_interface.ask(BuildingWalls), hull, fast)


@lru_cache(maxsize=128)
def _field(terrain: tuple[Terrain, ...], buildings: BuildingWalls, hull: TrialHull, fast: bool) -> TrialField:
    table = made_ready(terrain, buildings)
    areas, pieces = table.ground.areas, table.terrain
    classes = {a.id: class_of(pieces[a.id], hull, fast=fast) for a in areas}
    return TrialField(
        ground=table.ground,
        classes=classes,
        names={a.id: pieces[a.id].name for a in areas},
        solid=Ground(tuple(a for a in areas if classes[a.id] == "impassable")),
        tested=Ground(tuple(a for a in areas if classes[a.id] in BAD_TO)),
        roads=Ground(tuple(a for a in areas if pieces[a.id].going == "road")),
        slow=Ground(tuple(a for a in areas if pieces[a.id].going in ("difficult", "very-difficult", "variable"))),
    )


def barred_on_foot(state: GameState) -> Ground:
    """What nobody on foot may enter."""
    return _barred(state.terrain, building_interface.ask(BuildingWalls))


@lru_cache(maxsize=32)
def _barred(terrain: tuple[Terrain, ...], buildings: BuildingWalls) -> Ground:
    table = made_ready(terrain, buildings)
    return Ground(tuple(a for a in table.ground.areas if table.terrain[a.id].going == "impassable"))
