"""How much a building may hold, and what numbers may stand in it. (BLD-GEN-03, BLD-GEN-04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.core.ids import SideId
from rules.geometry import layouts
from rules.geometry.lengths import distance
from rules.questions.buildings import bunkers, walls
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Opening, Room
from rules.table.carrier import CERTAIN, Carrier
from rules.table.terrain import Terrain
from tabletop.scenarios.draft.limits import FARTHEST, LARGEST, LONGEST_NAME, MOST_POINTS, all_near

MOST_OPENINGS: Final = 60
MOST_GUNS: Final = 6
"""Weapons built into one bunker."""
MOST_SLOTS: Final = 8
LONGEST_SLOT: Final = 48.0
MOST_STOREYS: Final = 20
HIGHEST_LEVEL: Final = 40
"""Of floors that are laid out, and of doors of lifts."""
MOST_SQUARES: Final = 2500
"""Square inches of a roof that may be damaged."""
MOST_BREACHES: Final = 20
NARROWEST: Final = 0.1
"""Inches of a wall or opening at least."""
LONGEST_LETTER: Final = 12
"""Signs by which a section is called."""
MOST_LOST: Final = 99
"""Damage points that one place may have lost."""


def faults(piece: Terrain, name: str) -> Iterator[str]:
    """What is out of bounds in a building, a bunker, a lift: as sentences that say what may be."""
    if piece.armoured is not None:
        yield from _armoured(piece.armoured, name)
    outlined = all(3 <= len(ring) <= MOST_POINTS and all_near(ring) for ring in piece.breaches)
    if len(piece.breaches) > MOST_BREACHES or not outlined:
        points = f"3 to {MOST_POINTS} points near the table"
        yield f"“{name}” has a breach that is none: at most {MOST_BREACHES}, each of {points}."
    if piece.carrier is not None:
        yield from _carrier(piece.carrier, name)
    if piece.building is not None:
        yield from _inside(piece.building, name)
        yield from _rooms(piece.building, name)
        yield from _damage(piece, piece.building, name)
        yield from _floors(piece, piece.building, name)


def _armoured(works: Armoured, name: str) -> Iterator[str]:
    if works.kind and works.kind not in bunkers.kinds():
        yield f"“{name}” is built as nothing that there is: {', '.join(bunkers.kinds())}."
    in_bounds = 1 <= works.capacity <= 30 and 0 <= works.ports <= 30 and len(works.slots) <= MOST_SLOTS
    if not in_bounds or not all(0 <= s <= LONGEST_SLOT for s in works.slots):
        yield (
            f"“{name}” holds more than 30, or has too many ports or slots: it holds 1 to 30 and has 0 to 30 ports and"
            f" {MOST_SLOTS} slots of {LONGEST_SLOT:g} inches at most."
        )
    if len(works.weapons) > MOST_GUNS or not all(map(_is_sound, works.weapons)):
        yield (
            f"“{name}” has too many built-in weapons, or one out of bounds: at most {MOST_GUNS}, of Strength 1 to 10,"
            f" 1 to 10 shots, AP 0 to 6 and a range up to {LARGEST:g} inches."
        )


def _is_sound(gun: BuiltIn) -> bool:
    named = len(gun.name) <= LONGEST_NAME and len(gun.key) <= LONGEST_NAME and len(gun.section) <= LONGEST_LETTER
    in_bounds = 1 <= gun.strength <= 10 and 1 <= gun.shots <= 10 and 0 < gun.range_in <= LARGEST
    return named and in_bounds and 0 <= (gun.ap or 0) <= 6


def _carrier(door: Carrier, name: str) -> Iterator[str]:
    doubt = door.works_on is None or 0 <= door.works_on <= CERTAIN
    near = 1 <= door.level <= HIGHEST_LEVEL and 0 <= door.along_in <= LARGEST
    if not (near and doubt and 1 <= door.capacity <= 100 and len(door.shaft) <= LONGEST_NAME):
        yield (
            f"The lift or tube “{name}” has a number out of bounds: a door is at level 1 to {HIGHEST_LEVEL} and 0 to"
            f" {LARGEST:g} inches along, holds 1 to 100 and works on 0 to {CERTAIN}."
        )


def _inside(inside: Building, name: str) -> Iterator[str]:
    places = [p for each in inside.openings for p in (each.a, each.b, each.console) if p is not None]
    places += [p for section in inside.sections for p in section.points]
    if len(inside.openings) + len(inside.sections) > MOST_OPENINGS or not all_near(places):
        yield f"“{name}” has too many openings and sections, or some far away: at most {MOST_OPENINGS}."
    places = [p for wall in inside.partitions for p in wall]
    if len(inside.partitions) > MOST_OPENINGS or not all_near(places):
        yield f"“{name}” has too many walls inside, or some far away: at most {MOST_OPENINGS}."
    ends = [(o.a, o.b) for o in inside.openings] + list(inside.partitions)
    if not all(distance(a, b) >= NARROWEST for a, b in ends):
        yield f"An opening or a wall inside “{name}” is shorter than {NARROWEST:g} inches."
    if not all(map(_is_an_opening, inside.openings)):
        yield (
            f"A door or window of “{name}” has a number out of bounds: a sill of 0 to 3 inches, a hit of Strength 1 to"
            f" 10, hacking by -12 to 12, 0 to {MOST_LOST} points lost, sizes 0 to 9, storeys 0 to {MOST_STOREYS - 1},"
            f" a name of up to {LONGEST_NAME} signs, keys of sides alone."
        )
    if not 1 <= inside.stubborn <= 9:
        yield f"A passage through the walls of “{name}” does not take 1 to 9 damage points."


def _is_an_opening(opening: Opening) -> bool:
    worn = 0 <= opening.lost <= MOST_LOST and 0 <= opening.fits <= 9 and 0 <= opening.storey < MOST_STOREYS
    named = len(opening.name) <= LONGEST_NAME and len(opening.keys) <= 4 and all(map(_is_a_side, opening.keys))
    return worn and named and 0 <= opening.sill_in <= 3 and 1 <= opening.strength <= 10 and abs(opening.hacking) <= 12


def _is_a_side(side: SideId) -> bool:
    return len(side) == 1


def _rooms(inside: Building, name: str) -> Iterator[str]:
    counted = [(r.armour, r.hull, r.damage, r.structural) for r in inside.sections]
    if not all(0 <= number <= 20 for numbers in counted for number in numbers):
        yield f"A section of “{name}” has a number out of bounds: 0 to 20."
    if not all(map(_is_a_section, inside.sections)):
        yield f"A section of “{name}” has no letter, lies on no storey, or encloses nothing."
    letters = {room.letter for room in inside.sections}
    if len(inside.section_ways) > MOST_OPENINGS or not all({w.a, w.b} <= letters for w in inside.section_ways):
        most = f"at most {MOST_OPENINGS}"
        yield f"“{name}” has too many ways between sections, or one to a section that it has not: {most}."
    if any(way.a == way.b for way in inside.section_ways):
        yield f"A way in “{name}” leads from a section to itself, not to another."


def _is_a_section(room: Room) -> bool:
    """Whether it has a letter that can be read, a storey, and an outline that encloses something."""
    named = 1 <= len(room.letter) <= LONGEST_LETTER and room.letter.isprintable() and not room.letter.isspace()
    points = room.points
    outlined = 3 <= len(points) <= MOST_POINTS and all_near(points) and layouts.area_in(points) > 0
    return named and outlined and 0 <= room.storey < MOST_STOREYS


def _damage(piece: Terrain, inside: Building, name: str) -> Iterator[str]:
    """Damage to walls that there are, and to squares near the table."""
    storeys = max(1, min(inside.storeys, MOST_STOREYS)) if piece.has_sections else 1
    known = len(piece.points) * storeys + (0 if piece.has_sections else len(inside.partitions))
    damaged = [(h.wall, h.part) for h in inside.holes] + list(inside.fallen)
    numbers = {*range(known), *walls.between_sections(piece)}
    if len(damaged) > MOST_POINTS or not all(wall in numbers and 0 <= n <= FARTHEST for wall, n in damaged):
        yield f"“{name}” has too much damage, or damage to a wall that it has not: at most {MOST_POINTS} places."
    squares = inside.roof_squares
    if len(squares) > MOST_SQUARES or not all_near((s.column, s.row) for s in squares):
        yield f"The roof of “{name}” is damaged in too many squares, or far away: at most {MOST_SQUARES}."
    lost = [hole.dp for hole in inside.holes] + [square.dp for square in squares]
    if not all(0 <= points <= MOST_LOST for points in lost):
        yield f"A hole in “{name}” has not lost 0 to {MOST_LOST} damage points."


def _floors(piece: Terrain, inside: Building, name: str) -> Iterator[str]:
    """Walls that enclose something, floors of others, at heights that there are."""
    if not layouts.area_in(piece.points) > 0:
        yield f"The walls of “{name}” enclose nothing."
    if inside.of == piece.id:
        yield f"“{name}” is said to be a floor of itself."
    if not 1 <= inside.storeys <= MOST_STOREYS:
        yield f"“{name}” does not have 1 to {MOST_STOREYS} storeys."
    if not 1 <= inside.level <= HIGHEST_LEVEL or (inside.shift is not None and not all_near([inside.shift])):
        yield f"The floor “{name}” is not at level 1 to {HIGHEST_LEVEL} near its house."
