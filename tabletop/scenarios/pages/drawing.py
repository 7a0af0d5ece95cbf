"""From a scenario to the plain values that the board draws."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from rules.geometry.lengths import between, distance
from rules.geometry.rings import edge_distance, edges
from rules.questions.buildings import walls
from rules.questions.scenarios import words_of_ground
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.ui.board import BoardGround, GateLine, ObjectiveMark, Piece, Section, ZoneArea
from tabletop.ui.board.scene import Armour, Hole, Leaf, Point, RoofHole, Turret, UpperHole, WallRun


def ground(scenario: Scenario, terrain: tuple[Terrain, ...], *, zones: bool, ruleset: str = "") -> BoardGround:
    """A scenario's table with these pieces on it, told by the game that is played, or that it is made for."""
    game = ruleset or scenario.ruleset
    names = {s.id: s.name for s in scenario.sides}
    areas = tuple(
        ZoneArea(side=z.side, points=z.points, name=z.name, note=names.get(z.side, "") + ", unseen" * z.hidden)
        for z in scenario.zones
    )
    return BoardGround(
        width_in=scenario.width_in,
        height_in=scenario.height_in,
        name=scenario.name,
        pieces=tuple(saying(roofed(terrain, t), t, game) for t in terrain),
        zones=areas if zones else (),
        gates=gates(scenario),
    )


def saying(piece: Piece, terrain: Terrain, ruleset: str) -> Piece:
    """The piece with what it does in that game, where its rules say otherwise than the skirmish rules.

    The figures of those rules go then: what a wall is worth is in the words.
    """
    words = words_of_ground(ruleset, terrain)
    return piece if words == terrain.effect else piece._replace(effect=words, armour=())


def gates(scenario: Scenario) -> tuple[GateLine, ...]:
    """The gates of its race."""
    lines = scenario.race.gates if scenario.race else ()
    return tuple(GateLine(n, g.name, g.a, g.b, finish=n == len(lines)) for n, g in enumerate(lines, 1))


def roofed(pieces: Sequence[Terrain], terrain: Terrain) -> Piece:
    """A piece with the damage of the roof over it, which its house keeps. (BLD-FIRE-05)"""
    holes = tuple(RoofHole(*square) for square in walls.roof(pieces, terrain)) if terrain.building else ()
    return piece(terrain)._replace(roof_holes=holes) if holes else piece(terrain)


@lru_cache(maxsize=1024)
def piece(terrain: Terrain) -> Piece:
    """One piece of terrain."""
    building = terrain.building
    return Piece(
        id=terrain.id,
        name=terrain.name,
        points=terrain.points,
        line=terrain.line,
        width_in=terrain.width_in,
        look="ladder" if terrain.ladder and terrain.look != "stairs" else terrain.look,
        going=terrain.going,
        cover=terrain.cover,
        hazard=terrain.hazard,
        effect=" · ".join(part for part in (terrain.effect, "secret" * (terrain.secret is not None)) if part),
        elevation_in=terrain.elevation_in,
        mined=terrain.mines > 0,
        thin_ice=terrain.thin_ice,
        lane=terrain.lane,
        belt_deg=terrain.belt_deg,
        sections=_sections(terrain),
        doors=_openings(terrain, "door"),
        windows=_openings(terrain, "window"),
        ports=(*_openings(terrain, "port"), *_counted(terrain)),
        leaves=_leaves(terrain),
        partitions=building.partitions if terrain.has_interior and building else (),
        breaches=walls.gaps(terrain),
        made_of=building.walls if building else "",
        thin_walls=bool(building and building.thin_walls),
        walls=tuple(WallRun(*section) for section in walls.sections(terrain)),
        holes=tuple(Hole(*hole) for hole in walls.holes(terrain)),
        upper_holes=tuple(UpperHole(*hole) for hole in walls.upper_holes(terrain)),
        parapet=terrain.has_parapet,
        blocked=terrain.blocked,
        armour=tuple(Armour(*each) for each in walls.armour(terrain)),
        turrets=_turrets(terrain),
    )


def _turrets(terrain: Terrain) -> tuple[Turret, ...]:
    """The weapons that are built in; those of a section stand in it. (BLD-BUNK-05, BLD-BUNK-14)"""
    guns = terrain.armoured.weapons if terrain.armoured is not None else ()
    rooms = {r.letter: r.points for r in (terrain.building.sections if terrain.building else ())}
    return tuple(Turret(g.name, g.lost, rooms.get(g.section, ())) for g in guns if g.section in ("", *rooms))


def _sections(terrain: Terrain) -> tuple[Section, ...]:
    """The sections of the ground floor."""
    rooms = terrain.building.sections if terrain.building else ()
    return tuple(
        Section(room.letter, room.points, "" if room.going == "open" else room.going.replace("-", " "))
        for room in rooms
        if room.storey == 0
    )


def _openings(terrain: Terrain, kind: str) -> tuple[tuple[Point, Point], ...]:
    """Doors, windows or firing ports of the ground floor."""
    openings = terrain.building.openings if terrain.building else ()
    return tuple((each.a, each.b) for each in openings if each.kind == kind and each.storey == 0)


def _counted(terrain: Terrain) -> tuple[tuple[Point, Point], ...]:
    """Ports and slots of a bunker that are told by their number alone, spread along its walls. (BLD-BUNK-02)

    Of several sections each has so many in its own outer walls. (BLD-BUNK-05)
    """
    works = terrain.armoured
    widths = [*(_PORT_IN for _ in range(works.ports)), *works.slots] if works is not None else []
    rings = [each.ring for each in walls.armour(terrain)] if widths else []
    return tuple(slit for ring in rings or [terrain.points] for slit in _spread(_outer(terrain, ring), widths))


def _outer(terrain: Terrain, ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The edges of a section that are outer walls."""
    every = edges(tuple(ring))
    return [(a, b) for a, b in every if edge_distance(terrain.points, between(a, b, 0.5)) < _IN_WALL_IN]


def _spread(walls_of: Sequence[tuple[Point, Point]], widths: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    whole = sum(distance(a, b) for a, b in walls_of)
    for n, wide in enumerate(widths if whole else ()):
        yield _slit(walls_of, whole * (n + _OFF_CORNER) / len(widths), wide)


_IN_WALL_IN: Final = 0.3
_PORT_IN: Final = 0.6
_OFF_CORNER: Final = 0.38
"""Where the first is, as a share of the way from one to the next: neither in a corner nor in the middle of a wall."""


def _slit(walls_of: Sequence[tuple[Point, Point]], along_in: float, wide_in: float) -> tuple[Point, Point]:
    """A slit so far along walls, as wide as the wall there lets it be."""
    for a, b in walls_of:
        length = distance(a, b)
        if along_in <= length:
            break
        along_in -= length
    half = min(wide_in, length * 0.8) / 2
    end = half + min(_PORT_IN, length / 2 - half)
    at = min(max(along_in, end), length - end)
    return between(a, b, (at - half) / length), between(a, b, (at + half) / length)


def _leaves(terrain: Terrain) -> tuple[Leaf, ...]:
    """Doors and windows of the ground floor with their state, where people go in and out."""
    openings = terrain.building.openings if terrain.has_doors and terrain.building else ()
    return tuple(
        Leaf(o.kind, o.a, o.b, o.state, o.name or f"{o.kind} {n} of {terrain.name}", o.console)
        for n, o in enumerate(openings, 1)
        if o.storey == 0 and o.kind != "port"
    )


def objectives(scenario: Scenario) -> tuple[ObjectiveMark, ...]:
    """The objectives before anybody holds them."""
    return tuple(
        ObjectiveMark(id=o.id, label=str(n), name=o.name, at=o.at, value=o.value)
        for n, o in enumerate(scenario.objectives, 1)
    )
