"""A bunker that was broken open by a ram: the hole, and who goes in through it."""

import pytest

from rules.arap.charge.declare import Charge
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.buildings.bunkers.hits import BunkerHit
from rules.buildings.walls import outline
from rules.engine import preview
from rules.geometry import rings
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, play, the
from tests.rules.vehicles.gemini.ramming.test_ram import ram
from tests.rules.vehicles.gemini.ramming.test_walls_and_blades import BLOCK, a_wall, before

BUNKER = {"look": "bunker", "name": "Bunker", "armour": 12, "toughness": 0, "points_of_damage": 3}
HOLE = ((29.5, 19.5), (30.5, 19.5), (30.5, 20.5), (29.5, 20.5))
BREACHED = a_wall(**BUNKER, structural=1, breaches=(HOLE,))


def afoot(*places, terrain=(BREACHED,), enemy=((44, 40),), ap=3):
    squad = a_unit("a1", list(places), facing=0)
    return a_battle(squad, a_unit("b1", list(enemy)), active="a1", ap=ap, terrain=terrain)


def go(*points):
    return Move(side="a", unit="a1", path=tuple(Waypoint(at=p) for p in points))


@pytest.mark.rule("BLD-BUNK-13", "VEH-OLD-03")
def test_structural_damage_leaves_an_inch_of_hole_where_it_struck():
    state = before(a_wall(**BUNKER))
    assert outline.openings(state.terrain[0]) == ()
    events, state = play(state, ram((30, 16)), {"ram-penetration": [6, 1], "bunker-damage": [3]})
    assert sorted(the(events, BunkerHit).hole) == sorted(HOLE)
    assert the(events, BunkerHit).sentence(state).endswith("a breach of 1″ for weapons and men; 2 hull points left")
    assert outline.openings(state.terrain[0]) == (((30.5, 20), (29.5, 20)),)
    assert "breached" in state.terrain[0].effect


@pytest.mark.rule("BLD-BUNK-13")
def test_one_walks_in_through_the_breach_and_nowhere_else():
    whole = afoot((30, 22), terrain=(a_wall(**BUNKER),))
    refusal = preview(whole, go((30, 18))).refusal
    assert (refusal.code, refusal.rule) == ("impassable", "ARAP-TERR-01")
    _, state = play(afoot((30, 22)), go((30, 18)), {})
    assert state.units["a1"].models[0].at == (30, 18)
    refusal = preview(afoot((33, 22)), go((33, 18))).refusal
    assert (refusal.code, refusal.rule, refusal.allowed) == ("impassable", "BLD-BUNK-13", "through its breach")


@pytest.mark.part_of("BLD-BUNK-13")
def test_a_squad_goes_through_one_after_the_other():
    state = afoot((30, 21), (28.8, 21), (31.2, 21))
    _, state = play(state, go((30, 19)), {})
    assert all(rings.encloses(BLOCK, m.at) for m in state.units["a1"].alive)
    assert [m.at for m in state.units["a1"].alive] == [(30, 19), (28.8, 19), (31.2, 19)]


@pytest.mark.part_of("BLD-BUNK-13")
def test_those_inside_are_charged_through_the_breach():
    charge = Charge(side="a", unit="a1", target="b1")
    ends = []
    for bunker in (a_wall(**BUNKER), BREACHED):
        ((_, x, y, _),) = preview(afoot((31, 21.5), terrain=(bunker,), enemy=((29, 17),)), charge).ghosts
        ends.append(rings.encloses(BLOCK, (x, y)))
    assert ends == [False, True]


def test_its_garrison_comes_out_by_itself():
    """A garrison leaves a bunker whole or broken; it is broken walls that it cannot pass."""
    _, state = play(afoot((30, 18), terrain=(a_wall(**BUNKER),)), go((30, 21.5)), {})
    assert state.units["a1"].models[0].at == (30, 21.5)


@pytest.mark.rule("BLD-BUNK-13")
def test_a_section_that_fell_lets_men_into_a_closed_building():
    gap = ((28, 18), (34, 18), (34, 22), (28, 22))
    house = Terrain(id="h", name="House", points=BLOCK, going="impassable", look="building", breaches=(gap,))
    _, state = play(afoot((31, 21.5), terrain=(house,)), go((31, 18)), {})
    assert state.units["a1"].models[0].at == (31, 18)
    assert preview(afoot((24, 22), terrain=(house,)), go((24, 17))).refusal.code == "impassable"
