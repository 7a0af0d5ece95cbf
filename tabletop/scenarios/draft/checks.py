"""What cannot be played as it is drawn, or hardly, and where on the board that is."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import rules
from rules.core.words import does
from rules.forces.modules import SWITCH, name_of
from rules.geometry import floors, layouts, rings
from rules.geometry.lengths import between, distance
from rules.geometry.rings import Ring, edge_distance, rectangle, rings_distance
from rules.questions.buildings import sections as layout_of
from rules.questions.scenarios import words_of_ground
from rules.rulebook import default_options
from rules.table.carrier import CarrierKind
from rules.table.scenario import Scenario, Zone
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import house_faults, shapes, upper_floors
from tabletop.scenarios.draft.findings import Check
from tabletop.scenarios.draft.shapes import Point
from tabletop.scenarios.draft.walls import IN_WALL_IN

ROOM_IN: Final = 3.0
"""A circle so wide must fit into a zone, clear of ground that nobody may enter."""
SMALL_ZONE_IN: Final = 100.0
"""Square inches under which an army hardly finds room."""
STEP_IN: Final = 4.0
"""What most men walk in one action, so that zones that they hardly get across are named."""
UNEVEN: Final = 0.05
"""Share by which zones or halves may differ before it is mentioned."""


_latest: tuple[Scenario | None, tuple[Check, ...]] = (None, ())


def check(scenario: Scenario) -> tuple[Check, ...]:
    """Everything, the worst first; what is well is said too. The latest answer is kept: saving and drawing both ask."""
    global _latest  # noqa: PLW0603 -- one pair, replaced as a whole
    known, found = _latest
    if known is not scenario:
        found = _checked(scenario)
        _latest = (scenario, found)
    return found


def _checked(scenario: Scenario) -> tuple[Check, ...]:
    found = [
        *_vehicles(scenario),
        *_outlines(scenario),
        *_off_table(scenario),
        *_zones(scenario),
        *(_what_men_meet if rules.read_in_whole(scenario.ruleset) else _unread)(scenario),
        *_balance(scenario),
    ]
    order = {"bad": 0, "warn": 1, "ok": 2}
    return tuple(sorted(found, key=lambda each: order[each.tone]))


def _what_men_meet(scenario: Scenario) -> Iterator[Check]:
    """Objectives, ways into houses and up in them: of games that read all of a scenario."""
    yield from _far_apart(scenario)
    yield from _objectives(scenario)
    yield from house_faults.found(scenario)
    yield from _houses(scenario)
    yield from _rooms(scenario)
    yield from _floors(scenario)


def _unread(scenario: Scenario) -> Iterator[Check]:
    """Things that the scenario's game does not ask for."""
    game = rules.games().get(scenario.ruleset, "its game")
    for objective in scenario.objectives:
        text = f"{objective.name} counts for nothing in the {game}."
        yield Check("warn", "not-read", text, (f"o-{objective.id}",), objective.at, "take it off")
    for n, zone in enumerate(scenario.zones):
        if zone.hidden:
            at = shapes.centre(zone.points)
            text = f"{_zone_name(scenario, n)} is seen by all in the {game}."
            yield Check("warn", "not-read", text, (f"z-{n}",), at, "take it off, or lay an open one")


def faults(found: Sequence[Check]) -> int:
    """How many of them keep the scenario from being played."""
    return sum(each.tone == "bad" for each in found)


def blocking(scenario: Scenario) -> tuple[Check, ...]:
    """What keeps it from being played."""
    return tuple(each for each in check(scenario) if each.tone == "bad")


def _vehicles(scenario: Scenario) -> Iterator[Check]:
    """Vehicle rules that no table plays. (TRI-JOIN-01)"""
    if scenario.ruleset not in rules.games():
        text = "The scenario is for a game that no table plays here."
        yield Check("bad", "game-not-played", text, mend=" or ".join(rules.games().values()))
    module = {**default_options(), **scenario.options}[SWITCH]
    played = rules.vehicle_rules()
    if module not in played:
        text = f"The scenario is for {name_of(str(module))}, which no table plays here yet."
        yield Check("bad", "vehicles-not-played", text, mend=" or ".join(name_of(each) for each in played))


def _named(piece: Terrain) -> str:
    return piece.name or "A piece"


def _zone_name(scenario: Scenario, n: int) -> str:
    zone = scenario.zones[n]
    side = next((s.name for s in scenario.sides if s.id == zone.side), zone.side)
    return f"{zone.name} of {side}"


# ------------------------------------------------------------------ pieces


def _outlines(scenario: Scenario) -> Iterator[Check]:
    areas: list[tuple[str, str, Ring]] = [
        (f"t-{piece.id}", _named(piece), piece.points) for piece in scenario.terrain if not piece.line
    ]
    areas += [(f"z-{n}", _zone_name(scenario, n), zone.points) for n, zone in enumerate(scenario.zones)]
    for key, name, ring in areas:
        if not layouts.is_simple(ring):
            text = f"The outline of {name} crosses itself."
            yield Check("bad", "crossed-outline", text, (key,), ring[0], "draw it again")


def _off_table(scenario: Scenario) -> Iterator[Check]:
    whole = [(f"t-{piece.id}", _named(piece), piece.points) for piece in scenario.terrain]
    w, h = scenario.width_in, scenario.height_in
    for key, name, points in whole:
        box = shapes.box(points)
        if box.right <= 0 or box.bottom <= 0 or box.left >= w or box.top >= h:
            yield Check("bad", "off-table", f"{name} lies off the table.", (key,), shapes.centre(points), "move it on")
    for piece in scenario.terrain:
        at = piece.head or piece.leads
        if at is not None and not (0 <= at[0] <= w and 0 <= at[1] <= h):
            text = f"{_named(piece)} leads to a place off the table."
            yield Check(
                "bad", "leads-off-table", text, (f"t-{piece.id}",), shapes.centre(piece.points), "lead it onto it"
            )
    for n, zone in enumerate(scenario.zones):
        box = shapes.box(zone.points)
        if box.left < -0.01 or box.top < -0.01 or box.right > w + 0.01 or box.bottom > h + 0.01:
            text = f"{_zone_name(scenario, n)} reaches over the edge of the table."
            yield Check("bad", "zone-off-table", text, (f"z-{n}",), shapes.centre(zone.points), "keep it on the table")
    for objective in scenario.objectives:
        if not (0 <= objective.at[0] <= w and 0 <= objective.at[1] <= h):
            text = f"{objective.name} is off the table."
            yield Check("bad", "objective-off-table", text, (f"o-{objective.id}",), objective.at, "move it on")


# ------------------------------------------------------------------ zones


def barred(scenario: Scenario) -> list[Terrain]:
    """Areas that men on foot may not be set up in; no bunker, nor a house of sections: people are in it."""
    shut = ("impassable", "water") if rules.read_in_whole(scenario.ruleset) else ("impassable",)
    return [t for t in scenario.terrain if not (t.line or t.armoured or t.has_sections) and t.going in shut]


def _zones(scenario: Scenario) -> Iterator[Check]:
    no_go = barred(scenario)
    with_zone = {zone.side for zone in scenario.zones}
    for side in scenario.sides:
        if side.id not in with_zone:
            yield Check("warn", "no-zone", f"{does(side.name, 'has')} no zone{_else_where(scenario)}.", mend="lay one")
        elif not any(_has_room(zone, no_go) for zone in scenario.zones if zone.side == side.id):
            keys = tuple(f"z-{n}" for n, zone in enumerate(scenario.zones) if zone.side == side.id)
            first = next(zone for zone in scenario.zones if zone.side == side.id)
            text = f"{does(side.name, 'has')} no room to deploy."
            yield Check("bad", "no-room", text, keys, shapes.centre(first.points), "a larger zone, or less in it")
    for n, zone in enumerate(scenario.zones):
        yield from _ground_in(scenario, n, zone, no_go)
    for (m, one), (n, other) in itertools.combinations(enumerate(scenario.zones), 2):
        if one.side != other.side and layouts.shared_in(one.points, other.points) > 0.05:
            at = shapes.centre((shapes.centre(one.points), shapes.centre(other.points)))
            text = f"{_zone_name(scenario, m)} and {_zone_name(scenario, n)} overlap."
            yield Check("bad", "zones-overlap", text, (f"z-{m}", f"z-{n}"), at, "move them apart")


def _else_where(scenario: Scenario) -> str:
    """Where a side without a zone sets up. (CRU-TURN-04)"""
    if rules.read_in_whole(scenario.ruleset):
        return " and may deploy anywhere"
    return ": it sets up within 8″ of its own edge"


def _far_apart(scenario: Scenario) -> Iterator[Check]:
    """Sides on foot that never meet, if each walks one action a turn."""
    zones = itertools.combinations(scenario.zones, 2)
    gaps = [rings_distance(one.points, other.points) for one, other in zones if one.side != other.side]
    if scenario.race is not None or not gaps:
        return
    first = math.ceil(min(gaps) / (2 * STEP_IN))
    if first > scenario.turn_limit:
        text = f"Zones are {min(gaps):.0f}″ apart: on foot the sides hardly meet in {scenario.turn_limit} turns."
        yield Check("warn", "far-apart", text, mend="deeper zones, or more turns")


def _has_room(zone: Zone, no_go: Sequence[Terrain]) -> bool:
    return layouts.has_room(zone.points, [piece.points for piece in no_go], ROOM_IN)


def _ground_in(scenario: Scenario, n: int, zone: Zone, no_go: Sequence[Terrain]) -> Iterator[Check]:
    name = _zone_name(scenario, n)
    within = [piece for piece in no_go if layouts.shared_in(zone.points, piece.points) > 0.05]
    for piece in within:
        text = f"{name} lies over {_named(piece)}, where nobody may stand: {words_of_ground(scenario.ruleset, piece)}."
        yield Check("warn", "barred-ground", text, (f"z-{n}", f"t-{piece.id}"), layouts.middle_of(piece.points))
    free = layouts.free_in(zone.points, [piece.points for piece in within])
    if free < SMALL_ZONE_IN and not zone.hidden:
        text = f"{name} has {free:.0f} square inches of free ground: an army hardly fits."
        yield Check("warn", "small-zone", text, (f"z-{n}",), shapes.centre(zone.points), "a larger zone")


# ------------------------------------------------------------------ objectives


def _objectives(scenario: Scenario) -> Iterator[Check]:
    no_go = [piece.points for piece in barred(scenario)]
    table = rectangle(0, 0, scenario.width_in, scenario.height_in)
    lost = 0
    for objective in scenario.objectives:
        reach = shapes.circle(objective.at, max(0.5, objective.reach_in))
        outside = layouts.free_in(reach, [table])
        if layouts.free_in(reach, no_go) - outside < 1:
            lost += 1
            text = f"Nobody can come within {objective.reach_in:g}″ of {objective.name}."
            yield Check("bad", "out-of-reach", text, (f"o-{objective.id}",), objective.at, "clear the ground round it")
    for one, other in itertools.combinations(scenario.objectives, 2):
        if distance(one.at, other.at) < 1:
            text = f"{one.name} and {other.name} lie on each other."
            yield Check("warn", "same-place", text, (f"o-{one.id}", f"o-{other.id}"), one.at, "move them apart")
    if scenario.objectives and not lost:
        yield Check("ok", "in-reach", "Every objective can be reached.")
    if not scenario.objectives and scenario.race is None and scenario.victory == "objectives":
        yield Check("warn", "nothing-to-hold", "There is no objective: the points left in play decide.")


# ------------------------------------------------------------------ balance


def _by_sections(piece: Terrain) -> Iterator[Check]:
    """Houses played by sections: sections that nobody gets into, are too large, or share a letter. (BLD-SECT-02)"""
    keys, at = (f"t-{piece.id}",), shapes.centre(piece.points)
    rooms = piece.building.sections if piece.building is not None else ()
    if not rooms:
        yield Check("bad", "no-sections", f"{_named(piece)} has no sections.", keys, at, "divide its floors")
    letters = [room.letter for room in rooms]
    if len(set(letters)) < len(letters):
        yield Check(
            "bad",
            "same-letter",
            f"Two sections of {_named(piece)} have one letter.",
            keys,
            at,
            "letter one otherwise",
        )
    large = [room.letter for room in rooms if not floors.is_section(room.points)]
    if large:
        text = f"Too large in {_named(piece)}: {_lettered(large)}."
        yield Check("warn", "large-section", text, keys, at, "split it: 25 square inches, no side over 6″")
    cut_off = layout_of.cut_off(piece)
    if cut_off:
        text = f"Nobody gets into {_lettered(cut_off)} of {_named(piece)}: no way leads there that opens."
        yield Check("warn", "no-way-in", text, keys, at, "hang a door, or lay stairs or a ladder")


def _lettered(letters: Sequence[str]) -> str:
    """Sections by their letters: "section D", "sections D and E"."""
    if len(letters) == 1:
        return f"section {letters[0]}"
    return f"sections {', '.join(letters[:-1])} and {letters[-1]}"


def _houses(scenario: Scenario) -> Iterator[Check]:
    """Houses that are entered need a way in; upper floors and roofs are asked for stairs. (BLD-DOOR-03)"""
    for piece in scenario.terrain:
        if piece.has_sections:
            yield from _by_sections(piece)
    for piece in scenario.terrain:
        inside = piece.building
        if piece.has_interior and inside is not None and inside.level == 1 and not (piece.breaches or inside.fallen):
            ways = [o for o in inside.openings if o.storey == 0 and o.state != "blocked" and o.kind != "port"]
            if not any(edge_distance(piece.points, between(o.a, o.b, 0.5)) < IN_WALL_IN for o in ways):
                text = f"Nobody gets into {_named(piece)}: no door or window in its outer walls opens."
                at = shapes.centre(piece.points)
                yield Check("warn", "no-way-in", text, (f"t-{piece.id}",), at, "hang a door")


def _rooms(scenario: Scenario) -> Iterator[Check]:
    """Rooms behind walls in which nothing opens: nobody gets there but by breaking in. (BLD-DOOR-03)"""
    served = _served(scenario)
    for piece in scenario.terrain:
        inside = piece.building
        if not piece.has_interior or inside is None or not inside.partitions or inside.fallen or inside.holes:
            continue
        ways = [(o.a, o.b) for o in inside.openings if o.storey == 0 and o.state != "blocked" and o.kind != "port"]
        outer = [mid for way in ways if edge_distance(piece.points, mid := between(*way, 0.5)) < IN_WALL_IN]
        doors = outer if inside.level == 1 else []
        shut = [
            room
            for room in floors.parted(piece.points, inside.partitions, ways)
            if not any(edge_distance(room, at) < 2 * IN_WALL_IN for at in doors)
            and not any(rings.holds(room, at) for at in served)
        ]
        if shut and (doors or any(rings.holds(piece.points, at) for at in served)):
            text = f"Nobody gets into {_rooms_named(piece, shut)} of {_named(piece)}: no way leads there that opens."
            yield Check("warn", "no-way-in", text, (f"t-{piece.id}",), shapes.centre(shut[0]), "hang a door")


def _rooms_named(piece: Terrain, shut: Sequence[Ring]) -> str:
    """By the letters painted on their floors, where they have some."""
    rooms = piece.building.sections if piece.building is not None else ()
    letters = [r.letter for r in rooms if any(rings.holds(ring, shapes.centre(r.points)) for ring in shut)]
    one = "room" if len(letters or shut) == 1 else "rooms"
    return f"{one} {', '.join(letters)}" if letters else ("a room" if len(shut) == 1 else f"{len(shut)} rooms")


def _served(scenario: Scenario) -> list[Point]:
    """Where stairs, ladders and lifts come out."""
    heads = [at for t in scenario.terrain if t.ladder and t.head is not None for at in (t.points[0], t.head)]
    return [*heads, *(shapes.centre(t.points) for t in scenario.terrain if t.carrier is not None)]


def _floors(scenario: Scenario) -> Iterator[Check]:
    """Upper floors need stairs, a ladder or a lift; stairs and lifts must lead somewhere. (BLD-LADR-01, BLD-LIFT-01)"""
    doors = [t for t in scenario.terrain if t.carrier is not None]
    served = _served(scenario)
    for piece in scenario.terrain:
        level = piece.building.level if piece.building is not None and piece.has_interior else 1
        if level > 1 and not any(rings.holds(piece.points, at) for at in served):
            at = shapes.centre(piece.points)
            text = f"Nobody gets to {_named(piece)}: no stairs, ladder or lift leads to it."
            yield Check("warn", "no-way-up", text, (f"t-{piece.id}",), at, "stairs that come out there, or a lift door")
        for absent in upper_floors.missing(scenario, piece):
            text = f"Level {absent} of {_named(piece)} is laid out nowhere: nobody gets there."
            at = shapes.centre(piece.points)
            yield Check("warn", "no-plan", text, (f"t-{piece.id}",), at, "lay it out beside the house, under Floors")
    shafts = Counter(t.carrier.shaft for t in doors if t.carrier is not None)
    for piece in doors:
        if piece.carrier is not None and shafts[piece.carrier.shaft] < 2:
            text = f"{_named(piece)} leads nowhere: it is the only door of shaft {piece.carrier.shaft}."
            at = shapes.centre(piece.points)
            yield Check("warn", "one-door", text, (f"t-{piece.id}",), at, "a second door of the same shaft")
    yield from _unlike_doors(doors)
    for piece in scenario.terrain:
        if piece.look == "stairs" and piece.head is None:
            at = piece.points[0]
            yield Check("warn", "no-head", f"{_named(piece)} leads nowhere.", (f"t-{piece.id}",), at, "say where to")


def _unlike_doors(doors: Sequence[Terrain]) -> Iterator[Check]:
    """Doors of one shaft that are not of one kind: each ride would go by the door that it begins at. (BLD-LIFT-01)"""
    kinds: dict[str, CarrierKind] = {}
    for piece in doors:
        assert piece.carrier is not None
        shaft, kind = piece.carrier.shaft, piece.carrier.kind
        first = kinds.setdefault(shaft, kind)
        if kind != first:
            words = [each.replace("-", " ") for each in (first, kind)]
            text = f"Doors of shaft {shaft} differ: one is of a {words[0]}, {_named(piece)} of a {words[1]}."
            at = shapes.centre(piece.points)
            yield Check("warn", "unlike-doors", text, (f"t-{piece.id}",), at, "the same kind for all of them")


def _balance(scenario: Scenario) -> Iterator[Check]:
    yield from _equal_zones(scenario)
    if not scenario.terrain:
        yield Check("warn", "bare", "The table is bare.", mend="lay terrain, or let it be laid by chance")
        return
    w, h = scenario.width_in, scenario.height_in
    halves = rectangle(0, 0, w / 2, h), rectangle(w / 2, 0, w / 2, h)
    lain = (t for t in scenario.terrain if not t.line and t.look != "field" and layouts.is_simple(t.points))
    areas = tuple(t.points for t in lain)
    shares = [covered / (w / 2 * h) for covered in layouts.covered_in(halves, areas)]
    text = f"Terrain covers {shares[0]:.0%} of the west half, {shares[1]:.0%} of the east."
    yield Check("warn" if abs(shares[0] - shares[1]) > UNEVEN else "ok", "cover-of-halves", text)


def _equal_zones(scenario: Scenario) -> Iterator[Check]:
    sizes = {
        side.id: sum(layouts.area_in(z.points) for z in scenario.zones if z.side == side.id and not z.hidden)
        for side in scenario.sides
    }
    if not sizes or not all(sizes.values()):
        return
    least, most = min(sizes.values()), max(sizes.values())
    if most - least <= UNEVEN * most:
        yield Check("ok", "equal-zones", f"Zones equal, {most:.0f} sq in each.")
    else:
        yield Check("warn", "unequal-zones", f"Zones differ: {least:.0f} sq in at least, {most:.0f} at most.")
