"""Random play in a house of twelve rooms: nobody stands in a wall, nobody passes a door that is shut. (BLD-MOVE-01)"""

from itertools import pairwise
from math import atan2, degrees

import pytest
from msgspec.structs import replace

from bench import house
from rules import bots
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.dice.sources import SeededDice
from rules.engine import decide, fold
from rules.geometry import rings
from rules.geometry.lengths import between, distance, distance_to_segment
from tests.builders import A, a_battle, a_unit

STEPS = 6
SHUT = ("closed", "locked", "bolted", "blocked")
"""How an opening bars the way, whatever the rules make of it."""
ON_WALL_IN = 0.05


def a_house(seed: int):
    """Every third opening is shut, others by the seed; Ash has points left."""
    state = house.state()
    piece = state.terrain[0]
    openings = tuple(
        replace(o, state=SHUT[n % 4]) if (n + seed) % 3 == 0 else o for n, o in enumerate(piece.building.openings)
    )
    piece = replace(piece, building=replace(piece.building, openings=openings))
    return replace(state, terrain=(piece,))


def room_of(piece, at):
    """The letter of the room that a place is in, "" outside."""
    return next((r.letter for r in piece.building.sections if rings.encloses(r.points, at)), "")


def joined(piece):
    """Which rooms are joined by something that is not shut, and which are open to the outside."""
    found = {}
    for opening in piece.building.openings:
        if opening.state in SHUT:
            continue
        middle = between(opening.a, opening.b, 0.5)
        near = [r.letter for r in piece.building.sections if rings.edge_distance(r.points, middle) < 0.1]
        one, other = (*near, "")[:2]
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return found


def reached(piece, start):
    """Every room that can be walked to from one without opening anything."""
    ways, known, left = joined(piece), {start}, [start]
    while left:
        for room in ways.get(left.pop(), ()):
            if room not in known:
                known.add(room)
                left.append(room)
    return known


def walls(state):
    """The middle lines of all that bars a step: outline and partitions but for what is open. No rule is asked."""
    piece = state.terrain[0]
    lines = [*pairwise((*piece.points, piece.points[0])), *piece.building.partitions]
    ways = [o for o in piece.building.openings if o.state not in SHUT]
    for a, b in lines:
        length = distance(a, b)
        gaps = sorted(
            sorted((distance(a, o.a), distance(a, o.b))) for o in ways if distance_to_segment(o.a, a, b) < ON_WALL_IN
        )
        stops = [0.0, *(end for gap in gaps for end in gap), length]
        for start, end in zip(stops[::2], stops[1::2], strict=True):
            if end > start:
                yield between(a, b, start / length), between(a, b, end / length)


ACROSS_IN = 0.7


def steps(piece):
    """Ways straight across every wall, there and back, and whether each leads through what stands open."""
    lines = [*pairwise((*piece.points, piece.points[0])), *piece.building.partitions]
    ways = [o for o in piece.building.openings if o.state not in SHUT]
    for a, b in lines:
        length = distance(a, b)
        right = ((a[1] - b[1]) / length * ACROSS_IN, (b[0] - a[0]) / length * ACROSS_IN)
        for n in range(round(length / house.ROOM_IN)):
            for part in (0.2, 0.5, 0.8):
                x, y = between(a, b, (n + part) * house.ROOM_IN / length)
                one, other = (x + right[0], y + right[1]), (x - right[0], y - right[1])
                is_open = any(distance_to_segment((x, y), o.a, o.b) < ON_WALL_IN for o in ways)
                yield from ((one, other, is_open), (other, one, is_open))


@pytest.mark.parametrize("seed", range(3))
def test_no_step_leads_through_a_wall_or_what_is_shut(seed):
    """Each wall of the twelve rooms, outer ones too, is tried in three places from both sides."""
    piece = a_house(seed).terrain[0]
    went = 0
    for here, there, is_open in steps(piece):
        facing = degrees(atan2(there[0] - here[0], here[1] - there[1])) % 360
        field = a_battle(a_unit("a1", [here], facing=facing), active="a1", ap=1, terrain=(piece,))
        step = Move(side=A, unit="a1", path=(Waypoint(at=there),))
        refusal = step.check(field)
        assert (refusal.code if refusal else "") == ("" if is_open else "impassable"), f"from {here} to {there}"
        went += is_open
    assert went in range(30, 60)


@pytest.mark.parametrize("seed", range(2))
def test_people_in_rooms_keep_out_of_walls_and_shut_doors(seed):
    state, dice, choices = a_house(seed), SeededDice(seed), SeededDice(seed + 100)
    moved = 0
    for number in range(STEPS):
        action = bots.next_action(state, choices, number * bots.DICE_PER_CHOICE)
        if action is None:
            break
        for event in decide(state, action, dice):
            before, state = state, fold([event], state)
            places = {m.id: m.at for unit in before.units.values() for m in unit.alive if unit.on_table}
            for model in (m for unit in state.units.values() for m in unit.alive if unit.on_table):
                if places.get(model.id, model.at) == model.at:
                    continue
                moved += 1
                start, end = (room_of(before.terrain[0], at) for at in (places[model.id], model.at))
                assert end in reached(before.terrain[0], start), f"{model.id} went from {start} to {end}: {event}"
        for unit in state.units.values():
            for model in unit.alive if unit.on_table else ():
                near = min(distance_to_segment(model.at, *wall) for wall in walls(state))
                assert near > ON_WALL_IN, f"{model.id} stands in a wall"
    assert moved
