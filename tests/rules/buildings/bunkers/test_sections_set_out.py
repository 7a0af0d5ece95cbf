"""An armoured house that is set out, or solid, is struck section by section; floors laid out apart fall with it."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.damage.falls import ModelsFell
from rules.arap.shooting.shoot import Shoot
from rules.buildings import storeys
from rules.buildings.bunkers.collapse import SectionsFallen
from rules.buildings.bunkers.crews import OccupantsDazed
from rules.buildings.bunkers.enter import EnterBunker
from rules.buildings.bunkers.guns import weapons
from rules.buildings.bunkers.hits import BunkerHit
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.engine import legal_actions, preview
from rules.geometry import rings
from rules.state import RULES_VERSION
from rules.table.armoured import Armoured, BuiltIn
from tests.builders import A, a_battle, play, the
from tests.rules.arenas import box
from tests.rules.buildings.bunkers.blockhouse import (
    EAST,
    LADDER,
    UP_EAST,
    UP_WEST,
    WEST,
    a_floor,
    a_house,
    before,
    people,
)
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.gemini.ramming.test_ram import RAIDER, ram

AT_B = ShootBuilding(side=A, unit="a1", terrain="keep", section="B")
AT_LOFT = ShootBuilding(side=A, unit="a1", terrain="loft")
HIT = {"to-hit": [1], "armour-penetration": [6]}


def offered(state):
    return [o.label for o in legal_actions(state, A) if o.kind == "shoot-building" and not o.refusal]


def piece(state, key):
    return next((p for p in state.terrain if p.id == key), None)


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-13")
def test_a_room_of_a_house_that_is_set_out_is_struck_for_itself():
    state = before()
    assert offered(state) == ["Shoot at B of Keep"]
    assert preview(state, AT_B).notes == ("Hits on B of Keep count for it alone.",)
    assert preview(state, replace(AT_B, section="A")).refusal.rule == "BLD-BUNK-13"
    events, state = play(state, AT_B, {**HIT, "bunker-damage": [3]})
    hit = the(events, BunkerHit)
    rooms = {r.letter: (r.damage, r.structural) for r in state.terrain[0].building.sections}
    assert (hit.section, rooms) == ("B", {"A": (0, 0), "B": (1, 1)})
    assert rings.holds(hit.hole, (20, 12.5))


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-12")
def test_those_in_that_room_alone_are_stunned():
    events, _ = play(before(), AT_B, {**HIT, "bunker-damage": [2]})
    assert the(events, OccupantsDazed).unit == "b2"


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-15")
def test_a_room_falls_and_the_rest_of_the_house_stands():
    """The wall between is an outer wall now, its door leads into the rubble; those of A are where they were."""
    events, state = play(before(), AT_B, {**HIT, "bunker-damage": [5], "collapse-wound": [4, 3]}, by_itself=())
    assert the(events, SectionsFallen).sentence(state) == "B of Keep collapses; A stands"
    keep, rubble = piece(state, "keep"), state.terrain[-1]
    assert rings.bounds(keep.points) == rings.bounds(WEST.points)
    assert ([o.name for o in keep.building.openings], keep.building.partitions, keep.breaches) == (
        ["inner door", "gate"],
        (),
        (),
    )
    assert (rubble.name, rings.bounds(rubble.points)) == ("Rubble of B of Keep", rings.bounds(EAST.points))
    assert [m.at for m in state.units["b1"].alive] == [(12, 12), (12, 14)]
    assert (state.prompt.kind, state.prompt.unit) == ("forced-out", "b2")
    _, state = play(state, Answer(side="b", choice="move"), {})
    (left,) = state.units["b2"].alive
    assert 0 < rings.distance_to_ring(EAST.points, left.at) <= 2
    assert rings.distance_to_ring(WEST.points, left.at) > 0


@pytest.mark.rule("BLD-BUNK-05")
def test_where_no_wall_stood_between_them_it_lies_open():
    _, state = play(
        before(a_house(partitions=(), openings=())), AT_B, {**HIT, "bunker-damage": [5], "collapse-wound": [1, 1]}
    )
    assert len(piece(state, "keep").breaches) == 5
    assert piece(state, "keep").effect == "impassable · breached · hard cover · to be entered"


@pytest.mark.rule("BLD-BUNK-15", "BLD-FALL-02", "BLD-FALL-04")
def test_a_floor_that_is_laid_out_apart_falls_with_the_room_below():
    """D falls with B, C stands; B3, upstairs in D, falls 3 inches on one of B2 and is set down; no ladder is left."""
    state = before(a_house(), a_floor(UP_WEST, UP_EAST), LADDER)
    assert offered(state) == ["Shoot at B of Keep", "Shoot at D of Keep, level 2"]
    assert preview(state, AT_B).notes == (
        "Hits on B of Keep count for it alone; if it collapses, D on level 2 above it comes down too.",
    )
    dice = {"collapse-wound": [4, 4], "fall-hits": [1, 1], "to-wound": [1, 1]}
    events, state = play(state, AT_B, {**HIT, "bunker-damage": [5], **dice}, by_itself=())
    assert the(events, SectionsFallen).sentence(state) == "B of Keep collapses and takes D on level 2 with it; A stands"
    fell = the(events, ModelsFell)
    assert (fell.unit, fell.fall_in, fell.landings, fell.prone) == ("b3", 3, {"b3.1": (17, 12)}, False)
    loft = piece(state, "loft")
    assert ([r.letter for r in loft.building.sections], rings.bounds(loft.points)) == (
        ["C"],
        rings.bounds(UP_WEST.points),
    )
    assert storeys.shift_of(state, loft) == (-40, -20)
    gone = next(p for p in state.terrain if p.look == "gone")
    assert (gone.name, gone.going, rings.bounds(gone.points)) == (
        "D of Keep, level 2, fallen",
        "impassable",
        rings.bounds(UP_EAST.points),
    )
    assert piece(state, "ladder") is None
    _, state = play(state, Answer(side="b", choice="move"), {})
    (left,) = state.units["b3"].alive
    assert 0 < rings.distance_to_ring(EAST.points, left.at) <= 2


@pytest.mark.rule("BLD-BUNK-15", "BLD-FALL-02")
def test_a_whole_house_falls_with_all_its_floors():
    state = before(a_house(replace(WEST, points=box(10, 10, 20, 15))), a_floor(), LADDER)
    shot = ShootBuilding(side=A, unit="a1", terrain="keep")
    dice = {"collapse-wound": [4, 4, 4, 4], "fall-hits": [1, 1], "to-wound": [1, 1]}
    events, state = play(state, shot, {**HIT, "bunker-damage": [5], **dice})
    assert the(events, SectionsFallen).sentence(state) == "Keep collapses and takes level 2 with it"
    assert [(p.id, p.look) for p in state.terrain] == [("keep", "rubble"), ("loft", "gone")]
    assert all(0 < rings.distance_to_ring(box(10, 10, 20, 15), m.at) <= 2 for m in state.units["b3"].alive)


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-15")
def test_an_upper_floor_is_fired_at_where_it_truly_is_and_falls_alone():
    state = before(a_house(), a_floor())
    (line,) = preview(state, AT_LOFT).shots
    assert line.notes == ("range 10.00″", "Strength 9 against armour 14", "3 of 3 hull points left")
    events, state = play(state, AT_LOFT, {**HIT, "bunker-damage": [5], "collapse-wound": [4]}, by_itself=())
    assert the(events, SectionsFallen).sentence(state) == "Keep, level 2 collapses"
    assert [p.look for p in state.terrain] == ["bunker", "gone"]
    assert state.units["b3"].alive[0].at == (57, 32)
    _, state = play(state, Answer(side="b", choice="move"), {})
    (left,) = state.units["b3"].alive
    assert 0 < rings.distance_to_ring(box(10, 10, 20, 15), left.at) <= 2


@pytest.mark.rule("BLD-BUNK-05")
def test_a_solid_house_of_sections_falls_by_sections_too():
    state = before(a_house(handling="solid", works=Armoured(ports=2)))
    assert offered(state) == ["Shoot at B of Keep"]
    events, state = play(state, AT_B, {**HIT, "bunker-damage": [6], "collapse-wound": [1, 1]})
    assert the(events, SectionsFallen).sections == ("B",)
    assert [r.letter for r in piece(state, "keep").building.sections] == ["A"]


@pytest.mark.rule("BLD-BUNK-02", "BLD-BUNK-05")
def test_each_section_has_its_ports_and_fires_to_its_own_side():
    """Three in A and two in B of a solid house: at an enemy in the east the two of B fire, one from each port."""
    works = Armoured(ports=1, weapons=(BuiltIn(name="Gun", section="B"), BuiltIn(name="Rear gun", section="A")))
    squad = people("a1", (12, 11), (12, 12.5), (12, 14), (17, 11), (17, 14), facing=90)
    state = a_battle(
        squad, people("b1", (30, 12.5)), active="a1", ap=2, terrain=[a_house(handling="solid", works=works)]
    )
    state = replace(state, weapons={**state.weapons, **weapons(state.scenario)})
    shown = preview(state, Shoot(side=A, unit="a1", target="b1"))
    assert shown.shots[0].shooters == 1
    assert any("B of Keep has ports and slots for 1" in note for note in shown.notes)
    assert any("No wall of A of Keep faces B1" in note for note in shown.notes)
    assert [o.label for o in legal_actions(state, A) if o.kind == "fire-built-in"] == ["Gun at B1"]


@pytest.mark.rule("BLD-BUNK-05")
def test_no_more_go_into_a_section_than_it_holds():
    state = a_battle(
        people("a1", *[(21, 10.5 + n) for n in range(4)]),
        people("b1", (50, 20)),
        active="a1",
        ap=2,
        terrain=[a_house(handling="solid", works=Armoured(ports=1, capacity=3))],
    )
    go = EnterBunker(side=A, unit="a1", terrain="keep")
    assert preview(state, go).notes == ("2 places left then",)
    _, state = play(state, go)
    in_b = [m for m in state.units["a1"].alive if m.at[0] > 15]
    assert len(in_b) == 3


def test_battles_that_began_before_go_on_as_one():
    state = replace(before(), version="7")
    assert offered(state) == ["Shoot at Keep"]
    shot = ShootBuilding(side=A, unit="a1", terrain="keep")
    _, state = play(state, shot, {**HIT, "bunker-damage": [5], "collapse-wound": [1] * 4})
    assert [p.look for p in state.terrain] == ["rubble"]


@pytest.mark.part_of("BLD-BUNK-05", "VEH-OLD-03")
@pytest.mark.parametrize(("version", "name"), [(RULES_VERSION, "B of Keep"), ("7", "Keep")])
def test_a_ram_is_foretold_by_the_rules_that_the_battle_began_with(version, name):
    tank = a_vehicle("a1", (17.5, 27), heading=0, **RAIDER)
    state = a_battle(tank, people("b9", (60, 40)), active="a1", ap=2, terrain=[a_house()])
    shown = preview(replace(state, version=version), ram((17.5, 12)))
    assert [line.name for line in shown.shots][:1] == [f"Impact on {name}"]
