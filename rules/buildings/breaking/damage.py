"""What damage does to walls, doors and windows: holes, broken doors, sections that fall. (BLD-WALL-03 to -15)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import vehicle_interface
from rules.arap.building_interface import ask
from rules.arap.damage import wounds_and_saves
from rules.arap.morale import casualties
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.sight.lines import hull_of
from rules.arap.templates.building_interface import BurstsOutside
from rules.buildings import storeys, upstairs
from rules.buildings.doors import openings
from rules.buildings.doors.openings import InWall
from rules.buildings.walls import materials, parts
from rules.buildings.walls.materials import SECTION_IN
from rules.buildings.walls.parts import Part
from rules.core.ids import ModelId, TerrainId, UnitId, WeaponId
from rules.events import Rolled
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import between, distance, distance_to_segment, is_within, nearest_on_segment
from rules.geometry.rings import Ring
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table import ruins
from rules.table.building import Hole
from rules.table.terrain import Terrain

CRUSHED_IN: Final = 1.5
"""Who stands so near to a section that falls is hit. (BLD-WALL-09)"""


THIN_IN: Final = 0.1
"""How thick a wall is from which is measured whom its fall hits."""


class Falling(NamedTuple):
    """A wall that falls: what it is called, its Toughness, the path along which it stood."""

    name: str
    toughness: int
    path: tuple[Point, ...]


class WallHoled(Event, frozen=True, kw_only=True, tag="WallHoled"):
    """An inch of wall, or a door, has lost damage points: there is a hole. (BLD-WALL-03, BLD-AREA-04)"""

    terrain: TerrainId
    name: str
    dp: int
    left: int
    hole: Hole | None = None
    """The hole as it is now; None for a door or window."""
    opening: int | None = None
    lost: int = 0
    """What that door or window has lost in all."""

    def evolve(self, state: GameState) -> GameState:
        """The hole is there, as wide as it says."""
        return replace(state, terrain=tuple(self._holed(p) if p.id == self.terrain else p for p in state.terrain))

    def _holed(self, piece: Terrain) -> Terrain:
        inside = piece.building
        if inside is None:
            return piece
        if self.opening is not None:
            found = list(inside.openings)
            found[self.opening] = replace(found[self.opening], lost=self.lost)
            return replace(piece, building=replace(inside, openings=tuple(found)))
        assert self.hole is not None
        place = (self.hole.wall, self.hole.part)
        others = tuple(h for h in inside.holes if (h.wall, h.part) != place or h.vent)
        return replace(piece, building=replace(inside, holes=(*others, self.hole)))

    def sentence(self, state: GameState) -> str:
        """What it lost, and what is left."""
        count = f"{self.dp} damage point{'' if self.dp == 1 else 's'}"
        return f"{self.name[:1].upper()}{self.name[1:]} loses {count}, {self.left} left"


class SectionFell(Event, frozen=True, kw_only=True, tag="SectionFell"):
    """A section of wall has lost its last damage point, or comes down by the roll. (BLD-WALL-09, BLD-WALL-13)"""

    terrain: TerrainId
    name: str
    wall: int
    section: int
    rubble: Terrain | None = None

    def evolve(self, state: GameState) -> GameState:
        """It is open there, and rubble lies about."""
        pieces = tuple(self._fallen(p) if p.id == self.terrain else p for p in state.terrain)
        state = replace(state, terrain=pieces)
        return state.add_terrain(self.rubble) if self.rubble is not None else state

    def _fallen(self, piece: Terrain) -> Terrain:
        inside = piece.building
        if inside is None:
            return piece
        kept = tuple(h for h in inside.holes if (h.wall, h.part // SECTION_IN) != (self.wall, self.section))
        fallen = (*inside.fallen, (self.wall, self.section))
        return replace(piece, building=replace(inside, holes=kept, fallen=fallen))

    def sentence(self, state: GameState) -> str:
        """What fell; between two sections nothing lies about, and there is a way."""
        if self.wall >= parts.INNER:
            return f"{self.name[:1].upper()}{self.name[1:]} is breached"
        return f"A section of {self.name} {'falls' if self.rubble is not None else 'is gone'}"


def on_opening(progress: Progress, by: Unit, found: InWall, dp: int, rules: tuple[str, ...]) -> None:
    """A door or window loses points; without any it stands broken. Its wall does not fall for that. (BLD-WALL-15)"""
    opening = found.opening
    most = materials.of_opening(opening).points
    lost = min(most, opening.lost + dp)
    rules = ("BLD-WALL-14", "BLD-WALL-03", "BLD-AREA-04", *rules)
    progress.emit(
        WallHoled(
            side=by.side,
            unit=by.id,
            terrain=found.piece.id,
            name=found.name,
            dp=lost - opening.lost,
            left=most - lost,
            opening=found.number,
            lost=lost,
            rules=rules,
        )
    )
    if lost >= most:
        now = openings.find_any(progress.state, found.piece.id, found.number)
        assert now is not None
        change = openings.changed(now, "broken", "break")
        progress.emit(replace(change, side=by.side, unit=by.id, rules=("BLD-WALL-14", "BLD-WALL-15")))


def on_wall(
    progress: Progress,
    by: Unit,
    terrain: TerrainId,
    part: Part,
    dp: int,
    rules: tuple[str, ...],
    *,
    spreads: bool = True,
) -> None:
    """Points at one inch of wall; by parts what is too much goes to the neighbours. (BLD-WALL-03, BLD-AREA-02)

    Unless it `spreads`, what is too much for the first inch that takes any is lost.
    """
    while dp > 0:
        piece = _piece(progress.state, terrain)
        if parts.is_fallen(piece, part.wall, part.section):
            return
        here = _target(progress, piece, part) if _by_parts(progress.state) else part
        if here is None:
            return
        spread = ("BLD-AREA-02",) if here != part else ()
        taken = _take(progress, by, piece, here, dp, (*rules, *spread))
        dp -= taken
        if not taken or not spreads or not _by_parts(progress.state):
            return


def _by_parts(state: GameState) -> bool:
    return bool(state.option("wall_parts"))


def _target(progress: Progress, piece: Terrain, part: Part) -> Part | None:
    """The inch itself while it stands, else the nearest of its section that does; a tie by a die. (BLD-AREA-02)"""
    most = materials.of_part(materials.of_wall(piece).points)
    numbers = range(part.section * SECTION_IN, (part.section + 1) * SECTION_IN)
    standing = [n for n in numbers if parts.part_of(piece, part.wall, n) and parts.at_part(piece, part.wall, n) < most]
    if not standing:
        return None
    near = min(abs(n - part.number) for n in standing)
    ties = [n for n in standing if abs(n - part.number) == near]
    chosen = ties[progress.pick(len(ties), unit=None, why="which neighbour", rules=("BLD-AREA-02",))]
    return parts.part_of(piece, part.wall, chosen)


def _take(progress: Progress, by: Unit, piece: Terrain, part: Part, dp: int, rules: tuple[str, ...]) -> int:
    """How many of the points that inch, or its section, takes."""
    before = parts.at_part(piece, part.wall, part.number)
    section = parts.section_points(piece, part.wall, part.section)
    left = section - parts.lost(piece, part.wall, part.section)
    if _by_parts(progress.state):
        left = materials.of_part(materials.of_wall(piece).points) - before
    taken = min(dp, left)
    if taken <= 0:
        return 0
    inch = materials.of_part(materials.of_wall(piece).points)
    cited = ["BLD-WALL-03", "BLD-AREA-04", "BLD-MOUSE-02", "BLD-WALL-08"]
    cited += ["BLD-WALL-11"] if _by_parts(progress.state) else []
    cited += ["BLD-MOUSE-06"] if inch == 1 else ["BLD-WALL-12"] if _by_parts(progress.state) and left == taken else []
    progress.emit(
        WallHoled(
            side=by.side,
            unit=by.id,
            terrain=piece.id,
            name=parts.wall_name(piece, part.wall),
            dp=taken,
            left=left - taken,
            hole=Hole(wall=part.wall, part=part.number, dp=before + taken),
            rules=(*cited, *rules),
        )
    )
    return taken


def settle(progress: Progress, by: Unit, terrain: TerrainId) -> None:
    """After an attack: sections without points fall; by parts a die may bring one down. (BLD-WALL-09, BLD-WALL-13)"""
    struck = set(_newly_struck(progress, terrain))
    for wall, section in sorted(struck):
        piece = _piece(progress.state, terrain)
        if parts.is_fallen(piece, wall, section):
            continue
        if _by_parts(progress.state):
            falls = _comes_down(progress, by, piece, wall, section)
        else:
            falls = parts.lost(piece, wall, section) >= parts.section_points(piece, wall, section)
        if falls:
            fall(progress, by, piece, wall, section)


def _newly_struck(progress: Progress, terrain: TerrainId) -> Iterator[tuple[int, int]]:
    """The sections in which this attack has destroyed something, or by sections taken points at all. (WALL-13)"""
    for event in reversed(progress.events):
        if isinstance(event, Rolled) and event.label == "wall-collapse":
            return
        if not isinstance(event, WallHoled) or event.terrain != terrain or event.hole is None:
            continue
        if not event.left or not _by_parts(progress.state):
            yield event.hole.wall, event.hole.part // SECTION_IN


def _comes_down(progress: Progress, by: Unit, piece: Terrain, wall: int, section: int) -> bool:
    """A run of two inches or more without points: less than its length on a die. (BLD-WALL-13)"""
    run = parts.longest_run(piece, wall, section)
    if run < 2 or run == SECTION_IN:
        return run == SECTION_IN
    why = f"{run} inches of {piece.name} side by side are gone"
    rules = ("BLD-WALL-13", "BLD-WALL-15")
    return progress.roll("wall-collapse", sense="low", goal=run - 1, unit=by.id, why=why, rules=rules).passed


def walls_fall(state: GameState, piece: Terrain) -> bool:
    """Whether sections of its walls fall down, as it says itself or as the table has it. (BLD-WALL-09)"""
    own = piece.building.collapse if piece.building is not None else ""
    return (own or state.option("wall_collapse")) == "collapse"


def fall(progress: Progress, by: Unit, piece: Terrain, wall: int, section: int) -> None:
    """The section is gone; where walls fall, everybody near it is hit at its Toughness. (BLD-WALL-09, BLD-WALL-10)"""
    state = progress.state
    falls = walls_fall(state, piece)
    ends = parts.section_ends(piece, wall, section)
    rubble = _rubble(state, piece, ends) if falls and parts.divides(piece, wall) is None else None
    rules = ("BLD-WALL-09", *(("BLD-WALL-10",) if falls else ()))
    progress.emit(
        SectionFell(
            side=by.side,
            unit=by.id,
            terrain=piece.id,
            name=parts.house_name(piece, wall) if wall < parts.INNER else parts.wall_name(piece, wall),
            wall=wall,
            section=section,
            rubble=rubble,
            rules=rules,
        )
    )
    if falls:
        struck = under(state, piece, wall, section)
        storey = parts.storey_of(piece, wall)
        inside = ask(BurstsOutside).drawn_at_wall(progress, piece.id, band(ends), between(*ends, 0.5), storey)
        for unit, models in inside.items():
            struck.setdefault(unit, []).extend(models)
        falling = Falling(f"the wall of {piece.name}", materials.of_wall(piece).toughness, ends)
        _strike(progress, by, falling, struck)


def band(ends: tuple[Point, Point]) -> Ring:
    """The ground within an inch and a half of a section. (BLD-WALL-09)"""
    return rings.grown(rings.thick_line(ends, THIN_IN), CRUSHED_IN - THIN_IN / 2)


def behind(state: GameState, piece: Terrain, wall: int, section: int) -> dict[UnitId, int]:
    """How many in a house played by sections are so near to one, unit by unit. (BLD-WALL-09, BLD-SSHT-13)"""
    ends = parts.section_ends(piece, wall, section)
    storey = parts.storey_of(piece, wall)
    return ask(BurstsOutside).at_wall(state, piece.id, band(ends), between(*ends, 0.5), storey)


def under(state: GameState, piece: Terrain, wall: int, section: int) -> dict[UnitId, list[ModelId]]:
    """Who stands within an inch and a half of a section, unit by unit; of one indoors nobody outside. (BLD-WALL-09)"""
    return {} if wall >= parts.INNER else beneath(state, piece, parts.section_ends(piece, wall, section))


def beneath_section(state: GameState, piece: Terrain, wall: int, section: int) -> dict[UnitId, int]:
    """How many the fall of a section would hit, before it and in the house, unit by unit. (BLD-WALL-09)"""
    counted = {unit: len(models) for unit, models in under(state, piece, wall, section).items()}
    for unit, inside in behind(state, piece, wall, section).items():
        counted[unit] = counted.get(unit, 0) + inside
    return counted


def beneath(state: GameState, piece: Terrain, path: Sequence[Point]) -> dict[UnitId, list[ModelId]]:
    """Who stands within an inch and a half of a wall along that path, unit by unit. (BLD-WALL-09)"""
    near = {
        u.id: [m for m in u.alive if m.id not in u.housed and is_within(_off(state, m, path), CRUSHED_IN)]
        for u in state.units.values()
        if u.on_table and not (u.is_vehicle and state.is_older_than("9"))
    }
    found = {unit: [m.id for m in models if _is_beside(state, piece, m)] for unit, models in near.items()}
    return {unit: models for unit, models in found.items() if models}


def _off(state: GameState, model: Model, path: Sequence[Point]) -> float:
    """Inches from a wall to the middle of a base, or to the nearest of a hull."""
    hull = None if state.is_older_than("9") else hull_of(state, model)
    if hull is None:
        return min(distance_to_segment(model.at, a, b) for a, b in pairwise(path))
    return min(hull.distance_to_segment(a, b) for a, b in pairwise(path))


def _is_beside(state: GameState, piece: Terrain, model: Model) -> bool:
    """Whether somebody near a wall on the board is on its floor; upper floors are laid out apart. (BLD-GEN-03)"""
    here = storeys.plan_at(state, model.at)
    return (here is not None and here.id == piece.id) if upstairs.is_upper(piece) else not upstairs.is_upper(here)


def crush(progress: Progress, by: Unit, wall: Falling, piece: Terrain) -> None:
    """A wall of a solid piece falls on everybody near it. (BLD-WALL-09)"""
    _strike(progress, by, wall, beneath(progress.state, piece, wall.path))


def _strike(progress: Progress, by: Unit, falling: Falling, struck: dict[UnitId, list[ModelId]]) -> None:
    """A hit on everybody there: people are wounded and saved, hulls have the armour that faces the wall."""
    strength = falling.toughness
    for unit, models in struck.items():
        if progress.state.units[unit].is_vehicle:
            middle = progress.state.units[unit].models[0].at
            nearest = (nearest_on_segment(middle, a, b) for a, b in pairwise(falling.path))
            at = min(nearest, key=lambda place: distance(middle, place))
            name = falling.name[:1].upper() + falling.name[1:]
            wall = Weapon(id=WeaponId("wall"), name=name, type="melee", strength=strength)
            vehicle_interface.ask(progress.state, ShotsAtVehicles).take_fall(progress, unit, wall, at, by.id)
            continue
        before = casualties.losses(progress.state, unit)
        own = progress.state.units[unit].side == progress.state.active_side
        why = f"{progress.state.units[unit].name} under {falling.name}"
        rules = ("BLD-WALL-09",)
        wounds_and_saves.strike(progress, models, strength, by=by.id, why=why, rules=rules, cause="hazard")
        if own:
            casualties.test_at_once(progress, unit, before)


def _rubble(state: GameState, piece: Terrain, ends: tuple[tuple[float, float], tuple[float, float]]) -> Terrain:
    points = parts.rubble(piece, ends, half=upstairs.is_upper(piece))
    return ruins.rubble(state.new_terrain_id("rubble"), piece.name, points)


def _piece(state: GameState, terrain: TerrainId) -> Terrain:
    return next(p for p in state.terrain if p.id == terrain)


EVENTS: tuple[type[Event], ...] = (WallHoled, SectionFell)
