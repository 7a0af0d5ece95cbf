"""How much a scenario may hold, and what numbers and words may stand in it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Final

from rules.core.ids import TerrainId
from rules.geometry import layouts
from rules.geometry.lengths import distance
from rules.rulebook import option_faults
from rules.table.armoured import BuiltIn
from rules.table.building import Building, Room
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.scenarios.draft.draft import Draft

MOST_PIECES: Final = 400
MOST_POINTS: Final = 100
MOST_ZONES: Final = 16
MOST_OBJECTIVES: Final = 24
MOST_CHANCES: Final = 20
MOST_NAMES: Final = 30
MOST_OPENINGS: Final = 60
MOST_GUNS: Final = 6
"""Weapons built into one bunker."""
MOST_SLOTS: Final = 8
MOST_STOREYS: Final = 20
SMALLEST: Final = 12.0
"""Inches of a table's side at least."""
LARGEST: Final = 240.0
"""And at most."""
FARTHEST: Final = 1000.0
"""Inches from the table's corner at which anything may lie."""
NARROWEST: Final = 0.1
"""Inches of a wall or opening at least."""
LONGEST_NAME: Final = 80
LONGEST_LETTER: Final = 12
"""Signs by which a section is called."""
LONGEST_TEXT: Final = 2000
MOST_TURNS: Final = 99
DEAREST: Final = 9999
"""Points that a side may bring."""
SIDES: Final = ("a", "b", "c", "d")

_KEY: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")


def faults(draft: Draft, before: Draft | None = None) -> Iterator[str]:
    """Everything that is out of bounds, as sentences; pieces that stood in a draft before are known to be sound."""
    scenario = draft.scenario
    yield from _table(draft)
    yield from _lists(scenario)
    ids = [piece.id for piece in scenario.terrain]
    if len(set(ids)) != len(ids):
        yield "Two of its pieces have the same id."
    sound = {id(piece) for piece in before.scenario.terrain} if before else set()
    for piece in scenario.terrain[:MOST_PIECES]:
        if id(piece) not in sound:
            yield from _piece(piece)
    yield from _places(scenario)
    yield from (f"In its switches {fault}." for fault in option_faults(scenario.options))


def _table(draft: Draft) -> Iterator[str]:
    scenario = draft.scenario
    if not all(SMALLEST <= size <= LARGEST for size in (scenario.width_in, scenario.height_in)):
        yield f"Its table is not {SMALLEST:g} to {LARGEST:g} inches long and wide."
    if not 1 <= scenario.turn_limit <= MOST_TURNS:
        yield f"Its turn limit is not 1 to {MOST_TURNS}."
    if not (0 <= scenario.reserve_goal <= 6 and 0 <= scenario.score_to_win <= 999):
        yield "Its number for reserves or for winning is out of bounds."
    if not (1 <= scenario.reserve_depth_in <= 24 and 0.5 <= scenario.jump_step_in <= 24 and 0 <= draft.snap_in <= 12):
        yield "One of its distances is out of bounds."
    if not 1 <= scenario.flight_in <= 48:
        yield "Its flyers do not fly 1 to 48 inches high."
    if not 0 <= scenario.points <= DEAREST:
        yield f"Its sides do not bring 0 to {DEAREST} points."
    if len(scenario.basic_weapons) > MOST_NAMES or any(len(name) > LONGEST_NAME for name in scenario.basic_weapons):
        yield f"It names more than {MOST_NAMES} basic weapons, or one too long."
    letters = [side.id for side in scenario.sides]
    if not 2 <= len(letters) <= len(SIDES) or len(set(letters)) != len(letters) or not set(letters) <= set(SIDES):
        yield "Its sides are not two to four of a, b, c and d."


def _lists(scenario: Scenario) -> Iterator[str]:
    counted = (
        (scenario.terrain, MOST_PIECES, "pieces of terrain"),
        (scenario.zones, MOST_ZONES, "zones"),
        (scenario.objectives, MOST_OBJECTIVES, "objectives"),
        (scenario.chances, MOST_CHANCES, "random events"),
        (scenario.race.gates if scenario.race else (), MOST_ZONES, "gates"),
    )
    for held, most, noun in counted:
        if len(held) > most:
            yield f"It has {len(held)} {noun}, more than {most}."
    names = [o.id for o in scenario.objectives]
    if len(set(names)) != len(names) or not all(_KEY.fullmatch(name) for name in names):
        yield "Its objectives need ids of letters and figures, each another."
    if not all(1 <= c.goal <= 6 and 1 <= c.from_turn <= MOST_TURNS for c in scenario.chances):
        yield "A random event has a number that is out of bounds."


def _is_sound(gun: BuiltIn) -> bool:
    return 1 <= gun.strength <= 10 and 1 <= gun.shots <= 10 and 0 < gun.range_in <= LARGEST and 0 <= (gun.ap or 0) <= 6


def _piece(piece: Terrain) -> Iterator[str]:
    told = piece.name[:40] or piece.id[:40]
    if not _KEY.fullmatch(piece.id):
        yield f"“{piece.id[:40]}” is no id for a piece."
    if not _KEY.fullmatch(piece.look):
        yield f"“{piece.look[:40]}” is no look of a piece."
    if not (2 if piece.line else 3) <= len(piece.points) <= MOST_POINTS or not _all_near(piece.points):
        yield f"The outline of “{told}” is not {2 if piece.line else 3} to {MOST_POINTS} points near the table."
    lengths = (piece.width_in, piece.height_in, piece.elevation_in, piece.depth_in)
    if not all(0 <= length <= 48 for length in lengths) or not 0 <= piece.gradient_deg <= 90:
        yield f"A length or slope of “{told}” is out of bounds."
    numbers = (*piece.hazards, piece.hazard_strength, piece.extra_ap, piece.toughness, piece.armour)
    if not all(
        0 <= number <= 20 for number in (*numbers, piece.points_of_damage, piece.damage, piece.mines, piece.bad_face)
    ):
        yield f"A number of “{told}” is out of bounds."
    if piece.armoured is not None:
        works = piece.armoured
        in_bounds = 1 <= works.capacity <= 30 and 0 <= works.ports <= 30 and len(works.slots) <= MOST_SLOTS
        if not in_bounds or not all(0 <= s <= 48 for s in works.slots):
            yield f"“{told}” holds more than 30, or has too many ports or slots."
        if len(works.weapons) > MOST_GUNS or not all(_is_sound(gun) for gun in works.weapons):
            yield f"“{told}” has too many built-in weapons, or one out of bounds."
    if piece.building is not None:
        inside = piece.building
        places = [p for each in inside.openings for p in (each.a, each.b, each.console) if p is not None]
        places += [p for section in inside.sections for p in section.points]
        if len(inside.openings) + len(inside.sections) > MOST_OPENINGS or not _all_near(places):
            yield f"“{told}” has too many openings and sections, or some far away."
        places = [p for wall in inside.partitions for p in wall]
        if len(inside.partitions) > MOST_OPENINGS or not _all_near(places):
            yield f"“{told}” has too many walls inside, or some far away."
        if not all(0 <= o.sill_in <= 3 and 1 <= o.strength <= 10 and abs(o.hacking) <= 12 for o in inside.openings):
            yield f"A door or window of “{told}” has a number out of bounds."
        counted = [(r.armour, r.hull, r.damage, r.structural) for r in inside.sections]
        if not all(0 <= number <= 20 for numbers in counted for number in numbers):
            yield f"A section of “{told}” has a number out of bounds."
        if not all(map(_is_a_section, inside.sections)):
            yield f"A section of “{told}” has no letter, lies on no storey, or encloses nothing."
        letters = {room.letter for room in inside.sections}
        if len(inside.section_ways) > MOST_OPENINGS or not all({w.a, w.b} <= letters for w in inside.section_ways):
            yield f"“{told}” has too many ways between sections, or one to a section that it has not."
        yield from _walls(piece, inside, told)
        if not 1 <= inside.storeys <= MOST_STOREYS:
            yield f"“{told}” does not have 1 to {MOST_STOREYS} storeys."


def _is_a_section(room: Room) -> bool:
    """Whether it has a letter that can be read, a storey, and an outline that encloses something."""
    named = 1 <= len(room.letter) <= LONGEST_LETTER and room.letter.isprintable() and not room.letter.isspace()
    points = room.points
    outlined = 3 <= len(points) <= MOST_POINTS and _all_near(points) and layouts.area_in(points) > 0
    return named and outlined and 0 <= room.storey < MOST_STOREYS


def _walls(piece: Terrain, inside: Building, told: str) -> Iterator[str]:
    """Walls that enclose something, openings that have a width, damage to walls that there are, floors of others."""
    if not layouts.area_in(piece.points) > 0:
        yield f"The walls of “{told}” enclose nothing."
    ends = [(o.a, o.b) for o in inside.openings] + list(inside.partitions)
    if not all(distance(a, b) >= NARROWEST for a, b in ends):
        yield f"An opening or a wall inside “{told}” is shorter than {NARROWEST:g} inches."
    walls = len(piece.points) + len(inside.partitions)
    damaged = [(h.wall, h.part) for h in inside.holes] + list(inside.fallen)
    if len(damaged) > MOST_POINTS or not all(0 <= wall < walls and 0 <= n <= FARTHEST for wall, n in damaged):
        yield f"“{told}” has too much damage, or damage to a wall that it has not."
    if inside.of == piece.id:
        yield f"“{told}” is said to be a floor of itself."


def _places(scenario: Scenario) -> Iterator[str]:
    sides = {side.id for side in scenario.sides}
    for n, zone in enumerate(scenario.zones[:MOST_ZONES], 1):
        if not 3 <= len(zone.points) <= MOST_POINTS or not _all_near(zone.points):
            yield f"The outline of zone {n} is not 3 to {MOST_POINTS} points near the table."
        if zone.side not in sides:
            yield f"Zone {n} is of side {zone.side[:10]!r}, which there is none."
        if zone.facing_deg is not None and not math.isfinite(zone.facing_deg):
            yield f"Zone {n} looks nowhere."
    gates = scenario.race.gates if scenario.race else ()
    places = [o.at for o in scenario.objectives] + [p for gate in gates for p in (gate.a, gate.b)]
    if not _all_near(places):
        yield "An objective or gate is far from the table."
    stack = scenario.tiles
    if stack is not None and not (
        2 <= stack.across_in <= 12
        and all(len(deck) <= 8 and all(0 <= n <= 60 for n in deck.values()) for deck in (stack.shapes, stack.hexagons))
    ):
        yield "The stack of tiles is out of bounds."
    if not all(0 <= o.reach_in <= 24 and -99 <= o.value <= 99 for o in scenario.objectives):
        yield "An objective has a number that is out of bounds."
    if any(is_behind(scenario.terrain, piece.behind, piece.id) for piece in scenario.terrain if piece.behind):
        yield "Two exits are behind each other."
    if not {piece.secret for piece in scenario.terrain} <= {*sides, None}:
        yield "A piece is the secret of a side that there is none."


def is_behind(terrain: Iterable[Terrain], key: str, exit_: str) -> bool:
    """Whether that piece is the exit or lies behind it, perhaps behind others too."""
    before = {piece.id: piece.behind for piece in terrain}
    seen: set[str] = set()
    at: str | None = key
    while at is not None and at not in seen:
        if at == exit_:
            return True
        seen.add(at)
        at = before.get(TerrainId(at))
    return False


def _all_near(points: Iterable[tuple[float, float]]) -> bool:
    return all(math.isfinite(v) and abs(v) <= FARTHEST for point in points for v in point)
