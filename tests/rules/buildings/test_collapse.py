"""Whatever is brought down by random play, it ends: occupants are placed or lost, nobody is left in what is gone.

A bunker, an armoured house of sections, a thatched one of two storeys, a tower with a lift whose upper floor is laid
out beside it. (BLD-BUNK-15, BLD-WALL-09, BLD-SECT-04)
"""

import random

import pytest
from msgspec.structs import replace

from rules.arap.melee.results import find
from rules.buildings.bunkers.ruins import BESIDE_IN
from rules.buildings.sections import graph, occupants
from rules.core.ids import ModelId
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions
from rules.forces.unit import UnitTurn
from rules.geometry import rings
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Opening, Room, SectionWay
from rules.table.carrier import Carrier
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, a_weapon
from tests.rules.arenas import box

STEPS = 16
MOST_ANSWERS = 60
MOST_EVENTS = 600

CANNON = a_weapon("cannon", type="heavy", range_in=48, shots=3, strength=10, ap=1)
HOWITZER = a_weapon("howitzer", type="heavy", range_in=48, shots=1, strength=9, ap=2, marker_in=5)
FIST = a_weapon("fist", type="melee", range_in=0, strength=6, traits=("melta",))
GUNNER = a_profile("gunner", bs=5, ws=5, a=3, ld=10, w=2)

BREAKING = ("shoot-building", "shoot-wall", "strike-wall", "strike-bunker", "blast-section", "storm", "building-ports")
"""What brings houses down, and whoever goes about in them."""


def a_house(key, name, ring, *, look="building", armoured=None, **inside):
    return Terrain(
        id=key,
        name=name,
        points=ring,
        going="impassable",
        cover="hard",
        height_in=3,
        blocks_sight=True,
        look=look,
        armoured=armoured,
        building=Building(**inside),
    )


def rooms(left, top, storeys=1):
    """Three of four by six inches on each storey, in a row."""
    return tuple(
        Room(letter="ABCDEF"[n + 3 * s], storey=s, points=box(left + 4 * n, top, left + 4 * n + 4, top + 6))
        for s in range(storeys)
        for n in range(3)
    )


def doors(left, top, storeys=1):
    return tuple(
        Opening(a=(left + x, top + 2), b=(left + x, top + 3), storey=s) for s in range(storeys) for x in (4, 8)
    )


def housed(unit, count, place, at):
    models = dict.fromkeys((ModelId(f"{unit}.{n}") for n in range(1, count + 1)), place)
    return a_unit(unit, [at] * count, weapons=(CANNON, FIST), profile=GUNNER, housed=models)


def a_town():
    """Birch is in everything, Ash stands round about with guns and fists."""
    windows = tuple(Opening(a=(x, 16), b=(x + 1, 16), kind="window") for x in (13, 15, 17))
    lift = [
        Terrain(
            id=f"door-{level}",
            name="Hoist",
            points=box(x, 23, x + 1, 24),
            look="lift",
            carrier=Carrier(shaft="hoist", level=level),
        )
        for level, x in ((1, 42), (2, 62))
    ]
    terrain = (
        a_house(
            "keep",
            "Keep",
            box(30, 8, 36, 13),
            look="bunker",
            armoured=Armoured(kind="Brick house", ports=4, weapons=(BuiltIn(name="Gun"),)),
        ),
        a_house(
            "fort",
            "Fort",
            box(44, 8, 56, 14),
            armoured=Armoured(kind="Log cabin", capacity=30, ports=4),
            handling="sections",
            sections=rooms(44, 8),
            openings=doors(44, 8),
        ),
        a_house(
            "hall",
            "Hall",
            box(10, 10, 22, 16),
            walls="thatch",
            storeys=2,
            handling="sections",
            sections=rooms(10, 10, 2),
            openings=(*doors(10, 10, 2), *windows),
            section_ways=(SectionWay(a="C", b="F"), SectionWay(a="D", b="A", kind="drop")),
        ),
        a_house("tower", "Tower", box(40, 20, 48, 26), walls="thatch", handling="tabletop"),
        a_house("upper", "Upper floor", box(60, 20, 68, 26), walls="thatch", handling="tabletop", level=2, of="tower"),
        *lift,
    )
    garrison = a_unit("b1", [(32, 10), (33.5, 10), (32, 11.5)], weapons=(CANNON,), profile=GUNNER)
    floors = a_unit("b6", [(44, 21), (64, 21.5)], weapons=(CANNON,), profile=GUNNER)
    birch = (
        garrison,
        housed("b2", 5, "hall/B", (16, 13)),
        housed("b3", 4, "hall/E", (16, 13)),
        housed("b4", 6, "fort/B", (50, 11)),
        floors,
    )
    ash = (
        a_unit("a1", [(33, 16), (34.5, 16)], weapons=(CANNON, FIST), profile=GUNNER, facing=0),
        a_unit("a2", [(13.5, 18), (16, 18)], weapons=(HOWITZER, FIST), profile=GUNNER, facing=0),
        a_unit("a3", [(50, 17), (51.5, 17)], weapons=(CANNON, FIST), profile=GUNNER, facing=0),
        a_unit("a4", [(44, 28), (45.5, 28)], weapons=(HOWITZER, CANNON, FIST), profile=GUNNER, facing=0),
        a_unit("a5", [(16, 8.5), (17.5, 8.5)], weapons=(CANNON, FIST), profile=GUNNER, facing=180),
    )
    return a_battle(*ash, *birch, active="a1", ap=3, terrain=terrain)


def fresh(state, chance):
    """One of Ash has three points, as if nobody had acted yet."""
    ash = [u.id for u in state.units_of("a") if u.in_play and not u.routing and not state.is_locked(u.id)]
    calm = {u.id: replace(u, now=UnitTurn(), s_active=0, s_pending=0) for u in state.units.values()}
    turn = replace(state.turn, active=chance.choice(ash), ap=3, phase="activation", place=0)
    return replace(state, units=calm, turn=turn)


def done(state, action, dice, chance):
    """The action and all answers to what it asks; every event of them."""
    events = decide(state, action, dice)
    after = fold(events, state)
    for _ in range(MOST_ANSWERS):
        if after.prompt is None:
            return events, after
        answer = chance.choice([o.action for o in legal_actions(after, after.prompt.side) if o.action is not None])
        more = decide(after, answer, dice)
        events, after = [*events, *more], fold(more, after)
    raise AssertionError(f"questions without an end after {action}")


def inside(state, piece):
    return [m.id for u in state.units.values() for m in u.alive if u.in_play and rings.encloses(piece.points, m.at)]


def out_of_what_fell(before, after):
    """Who was in what is rubble now is lost, or stands beside it; nobody is in a section of it."""
    pieces = {p.id: p for p in after.terrain}
    for piece in before.terrain:
        if pieces[piece.id].look != "rubble" or piece.look == "rubble":
            continue
        for name in inside(before, piece):
            unit, model = after.find_model(name)
            off = rings.edge_distance(piece.points, model.at)
            beside = not rings.encloses(piece.points, model.at) and off <= BESIDE_IN + 0.01
            assert not model.alive or (beside and name not in unit.housed), f"{name} is left in {piece.name}"


def sound(state):
    """Everybody is somewhere, and no section holds more than it may."""
    for unit in state.units.values():
        for model in unit.alive if unit.in_play else ():
            place = unit.housed.get(model.id)
            assert place is None or graph.at_place(state, place) is not None, f"{model.id} is in {place}, which is gone"
            assert 0 <= model.at[0] <= 72
            assert 0 <= model.at[1] <= 48
    for piece in graph.houses(state):
        for here in graph.sections(piece):
            locked = any(state.is_locked(u.id) for u, _ in occupants.inside(state, here))
            assert locked or occupants.taken(state, here) <= occupants.CAPACITY


@pytest.mark.parametrize("seed", range(2))
def test_what_falls_falls_once_and_its_people_are_placed_or_lost(seed):
    state, chance, dice = a_town(), random.Random(seed), SeededDice(seed)
    fell = 0
    for _ in range(STEPS):
        state = fresh(state, chance)
        legal = [o for o in legal_actions(state, "a") if o.action is not None]
        kind = chance.choice(sorted({o.kind for o in legal} & set(BREAKING)) or [legal[0].kind])
        before = state
        events, state = done(before, chance.choice([o.action for o in legal if o.kind == kind]), dice, chance)
        assert len(events) < MOST_EVENTS
        fell += sum(type(e).__name__ == "SectionFell" or getattr(e, "result", "") == "collapse" for e in events)
        out_of_what_fell(before, state)
        sound(state)
        assert all(find(state, m.id) is m for m in state.melees)
    assert fell
