"""Houses and tiles that cannot be: what lies on each other, outside its house, or in no wall."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from rules.geometry import layouts
from rules.geometry.lengths import between, distance, distance_to_segment
from rules.geometry.rings import Ring, edges
from rules.table.building import Building, Opening, Room
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import shapes
from tabletop.scenarios.draft.findings import Check
from tabletop.scenarios.draft.walls import IN_WALL_IN

TOUCH_IN2: Final = 0.5
"""What shares no more square inches lies beside each other, drawn by hand as it is."""

BESIDE_IN: Final = 0.2
"""A wall that comes to an opening no further than that from its end leaves it free."""


def found(scenario: Scenario) -> Iterator[Check]:
    """All of them."""
    yield from _on_each_other(scenario)
    for piece in scenario.terrain:
        if piece.building is not None and (piece.has_interior or piece.has_sections):
            yield from _sections(piece, piece.building)
            yield from _openings(piece, piece.building)
            yield from _walled_up(piece, piece.building)
            yield from _ways(piece, piece.building)
        yield from _weapons(piece)


def _on_each_other(scenario: Scenario) -> Iterator[Check]:
    """Tiles, and floors that people stand on: nobody could say where somebody is. (BLD-TILE-01, BLD-GEN-03)"""
    tiles = [piece for piece in scenario.terrain if piece.tile]
    floors = [piece for piece in scenario.terrain if piece.has_interior or piece.has_sections]
    for code, lying in (("tiles-overlap", tiles), ("houses-overlap", floors)):
        for one, other in itertools.combinations(lying, 2):
            shared = _shared(one.points, other.points)
            if shared > TOUCH_IN2:
                text = f"{_named(one)} and {_named(other)} lie on each other, {shared:.0f} square inches of them."
                at = shapes.centre((shapes.centre(one.points), shapes.centre(other.points)))
                yield Check("bad", code, text, (f"t-{one.id}", f"t-{other.id}"), at, "move them apart")


def _sections(piece: Terrain, building: Building) -> Iterator[Check]:
    """Sections that share floor, or reach out of their house: nobody could say who is in which. (BLD-SECT-02)"""
    keys = (f"t-{piece.id}",)
    for one, other in itertools.combinations(building.sections, 2):
        if one.storey == other.storey and _shared(one.points, other.points) > TOUCH_IN2:
            text = f"Sections {one.letter} and {other.letter} of {_named(piece)} lie on each other."
            yield Check("bad", "sections-overlap", text, keys, shapes.centre(one.points), "draw one of them smaller")
    for room in building.sections:
        if layouts.area_in(room.points) - _shared(room.points, piece.points) > TOUCH_IN2:
            text = f"Section {room.letter} of {_named(piece)} reaches out of the house."
            yield Check("bad", "section-outside", text, keys, shapes.centre(room.points), "draw it within its walls")


def _openings(piece: Terrain, building: Building) -> Iterator[Check]:
    """Doors, windows and ports in no wall: nobody passes them, nobody looks through. (BLD-DOOR-03)"""
    for n, opening in enumerate(building.openings):
        walls = _walls(piece, building, opening)
        if not any(_lies_in(opening, *wall) for wall in walls):
            text = f"{_called(building, n)} of {_named(piece)} is in no wall: it leads nowhere."
            at = between(opening.a, opening.b, 0.5)
            yield Check("bad", "in-no-wall", text, (f"t-{piece.id}",), at, "take it off, and place it in a wall")


def _walled_up(piece: Terrain, building: Building) -> Iterator[Check]:
    """Doors and windows before the end of a wall inside: nobody passes on either side of it. (BLD-DOOR-03)"""
    for n, opening in enumerate(building.openings if piece.has_interior else ()):
        if any(_ends_in(wall, opening) for wall in building.partitions):
            text = f"{_called(building, n)} of {_named(piece)} has the end of a wall inside right behind it."
            at = between(opening.a, opening.b, 0.5)
            yield Check("bad", "wall-in-door", text, (f"t-{piece.id}",), at, "place it beside that wall")


def _ends_in(wall: tuple[shapes.Point, shapes.Point], opening: Opening) -> bool:
    """Whether a wall comes to an opening somewhere between its ends."""
    met = [end for end in wall if distance_to_segment(end, opening.a, opening.b) <= IN_WALL_IN]
    return len(met) == 1 and all(distance(met[0], end) > BESIDE_IN for end in (opening.a, opening.b))


def _walls(piece: Terrain, building: Building, opening: Opening) -> Iterator[tuple[shapes.Point, shapes.Point]]:
    """The outer walls, and those inside on its storey."""
    yield from edges(piece.points)
    if piece.has_sections:
        for room in building.sections:
            if room.storey == opening.storey:
                yield from edges(room.points)
    else:
        yield from building.partitions


def _lies_in(opening: Opening, a: shapes.Point, b: shapes.Point) -> bool:
    ends = (opening.a, between(opening.a, opening.b, 0.5), opening.b)
    return all(distance_to_segment(at, a, b) <= IN_WALL_IN for at in ends)


def _called(building: Building, place: int) -> str:
    """Its name, else its kind and which of that kind it is, counted from 1."""
    opening = building.openings[place]
    number = sum(o.kind == opening.kind for o in building.openings[: place + 1])
    name = opening.name or f"{opening.kind} {number}"
    return f"{name[:1].upper()}{name[1:]}"


def _ways(piece: Terrain, building: Building) -> Iterator[Check]:
    """Stairs and the like to sections that there are not. (BLD-SMOV-02)"""
    letters = {room.letter for room in building.sections}
    for way in building.section_ways if piece.has_sections else ():
        for letter in sorted({way.a, way.b} - letters):
            does = "lead" if way.kind == "stairs" else "leads"
            text = f"{way.kind.capitalize()} of {_named(piece)} {does} to section {letter}, which it does not have."
            at = shapes.centre(piece.points)
            yield Check("bad", "way-to-no-section", text, (f"t-{piece.id}",), at, "lead it to one that it has")


def _weapons(piece: Terrain) -> Iterator[Check]:
    """Built-in weapons that nobody can man. (BLD-BUNK-05, BLD-BUNK-11)"""
    rooms: tuple[Room, ...] = piece.building.sections if piece.building is not None else ()
    letters = [room.letter for room in rooms]
    for gun in piece.armoured.weapons if piece.armoured is not None else ():
        if gun.section and gun.section not in letters:
            text = f"{gun.name} of {_named(piece)} is built into section {gun.section}, which it does not have."
            mend = f"section {' or '.join(letters)}" if letters else "no section in particular"
            yield Check("bad", "gun-in-no-section", text, (f"t-{piece.id}",), shapes.centre(piece.points), mend)


def _named(piece: Terrain) -> str:
    return piece.name or "A piece"


def _shared(one: Ring, other: Ring) -> float:
    """Square inches that both cover; 0 for what crosses itself, which is said elsewhere."""
    return layouts.shared_in(one, other) if layouts.is_simple(one) and layouts.is_simple(other) else 0.0
