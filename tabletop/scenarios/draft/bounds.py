"""How much a scenario may hold, and what numbers and words may stand in it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from rules.core.ids import TerrainId
from rules.geometry.lengths import distance
from rules.questions.buildings.tiles import tile_shapes
from rules.rulebook import option_faults
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from rules.table.tiles import HEXAGON
from tabletop.scenarios.draft import building_bounds
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.limits import LARGEST, LONGEST_NAME, MOST_POINTS, SMALLEST, all_near

MOST_PIECES: Final = 400
MOST_ZONES: Final = 16
MOST_OBJECTIVES: Final = 24
MOST_CHANCES: Final = 20
MOST_NAMES: Final = 30
LONGEST_TEXT: Final = 2000
MOST_TURNS: Final = 99
DEAREST: Final = 9999
"""Points that a side may bring."""
SIDES: Final = ("a", "b", "c", "d")
TALLEST: Final = 48.0
"""Inches of a piece's height, depth or width at most."""
MOST_COUNTED: Final = 20
"""Strengths, points of damage and the like of a piece."""
MOST_LANES: Final = 9
MOST_TILES: Final = 60
"""Of one shape."""

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


def _piece(piece: Terrain) -> Iterator[str]:
    name = piece.name[:40] or piece.id[:40]
    if not _KEY.fullmatch(piece.id):
        yield f"“{piece.id[:40]}” is no id for a piece."
    if not _KEY.fullmatch(piece.look):
        yield f"“{piece.look[:40]}” is no look of a piece."
    if not (2 if piece.line else 3) <= len(piece.points) <= MOST_POINTS or not all_near(piece.points):
        yield f"The outline of “{name}” is not {2 if piece.line else 3} to {MOST_POINTS} points near the table."
    if piece.line and not any(distance(a, b) > 0 for a, b in pairwise(piece.points)):
        yield f"The line “{name}” has no length: its points are one place."
    lengths = (piece.width_in, piece.height_in, piece.elevation_in, piece.depth_in, piece.rail_in, piece.overhang_in)
    if not all(0 <= length <= TALLEST for length in lengths) or not 0 <= piece.gradient_deg <= 90:
        yield f"A length or slope of “{name}” is out of bounds: 0 to {TALLEST:g} inches, 0 to 90 degrees."
    numbers = (*piece.hazards, piece.hazard_strength, piece.extra_ap, piece.toughness, piece.armour, piece.structural)
    numbers += (piece.points_of_damage, piece.damage, piece.mines, piece.bad_face)
    if not all(0 <= number <= MOST_COUNTED for number in numbers):
        yield f"A number of “{name}” is out of bounds: 0 to {MOST_COUNTED}."
    if not 0 <= piece.lane <= MOST_LANES or not 0 <= piece.belt_deg <= 360:
        yield f"The walkway “{name}” is not in lane 0 to {MOST_LANES}, or does not run to 0 to 360 degrees."
    yield from building_bounds.faults(piece, name)
    if piece.tile and not _are_tiles([piece.tile.removeprefix(HEXAGON)]):
        yield f"“{name}” is no tile that there is: {', '.join(tile_shapes())}."
    if not all_near([place for place in (piece.head, piece.leads) if place is not None]):
        yield f"“{name}” leads to a place that is not near the table."


def _places(scenario: Scenario) -> Iterator[str]:
    sides = {side.id for side in scenario.sides}
    for n, zone in enumerate(scenario.zones[:MOST_ZONES], 1):
        if not 3 <= len(zone.points) <= MOST_POINTS or not all_near(zone.points):
            yield f"The outline of zone {n} is not 3 to {MOST_POINTS} points near the table."
        if zone.side not in sides:
            yield f"Zone {n} is of side {zone.side[:10]!r}, which there is none."
        if zone.facing_deg is not None and not math.isfinite(zone.facing_deg):
            yield f"Zone {n} looks nowhere."
    gates = scenario.race.gates if scenario.race else ()
    places = [o.at for o in scenario.objectives] + [p for gate in gates for p in (gate.a, gate.b)]
    if not all_near(places):
        yield "An objective or gate is far from the table."
    stack = scenario.tiles
    if stack is not None and not (
        2 <= stack.across_in <= 12
        and all(
            _are_tiles(deck) and all(0 <= n <= MOST_TILES for n in deck.values())
            for deck in (stack.shapes, stack.hexagons)
        )
    ):
        shapes = ", ".join(tile_shapes())
        yield f"The stack of tiles is out of bounds: 0 to {MOST_TILES} each of {shapes}, 2 to 12 inches across."
    if not all(0 <= o.reach_in <= 24 and -99 <= o.value <= 99 for o in scenario.objectives):
        yield "An objective has a number that is out of bounds."
    floors = {piece.id: piece.building.of for piece in scenario.terrain if piece.building is not None}
    if any(house and floors.get(house) for house in floors.values()):
        yield "A floor is of a floor, not of a house: the plan of an upper floor belongs to the ground floor’s."
    if any(is_behind(scenario.terrain, piece.behind, piece.id) for piece in scenario.terrain if piece.behind):
        yield "Two exits are behind each other."
    if not {piece.secret for piece in scenario.terrain} <= {*sides, None}:
        yield "A piece is the secret of a side that there is none."


def _are_tiles(shapes: Iterable[str]) -> bool:
    """Whether tiles of those shapes are printed. (BLD-TILE-02)"""
    return set(shapes) <= set(tile_shapes())


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
