"""A bunker of several sections: each has its own armour, hull points, breaches and people, and falls by itself."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import EndActivation
from rules.buildings.bunkers.collapse import SectionsFallen
from rules.buildings.bunkers.crews import OccupantsDazed
from rules.buildings.bunkers.guns import FireBuiltIn, weapons
from rules.buildings.bunkers.hits import ArmamentLost, BunkerHit
from rules.buildings.bunkers.sections import sections
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.enter import EnterSection
from rules.engine import legal_actions, preview
from rules.geometry import rings
from rules.table.armoured import Armoured
from rules.vehicles.gemini.shooting.at_structures import FireMountsAtBuilding
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.buildings.bunkers.keep import EAST, FAR, GUNS, HOWITZER, LOFT, WEST, a_keep, before, inside
from tests.rules.buildings.bunkers.pillbox import LANCE, RIFLE
from tests.rules.vehicles.garage import GUN, a_vehicle
from tests.rules.vehicles.gemini.ramming.test_ram import RAIDER, ram

AT_B = ShootBuilding(side=A, unit="a1", terrain="keep", section="B")
HIT = {"to-hit": [1], "armour-penetration": [6]}


def offered(state):
    return [o for o in legal_actions(state, A) if o.kind == "shoot-building"]


def rooms(state):
    return {r.letter: (r.damage, r.structural) for p in state.terrain if p.building for r in p.building.sections}


@pytest.mark.rule("BLD-BUNK-05")
def test_one_fires_at_a_section_whose_wall_faces_him():
    """From the east the two eastern ones; the western one lies behind them."""
    state = before()
    assert [(o.label, o.action.section) for o in offered(state)] == [
        ("Shoot at B of Keep", "B"),
        ("Shoot at C of Keep", "C"),
    ]
    assert offered(state)[0].action.plan(state).firings[0].aim.at == (20.0, 12.5)
    (line,) = preview(state, AT_B).shots
    assert line.notes == ("range 10.00″", "Strength 9 against armour 14", "3 of 3 hull points left")
    assert preview(state, AT_B).notes == (
        "Hits on B of Keep count for it alone; if it collapses, C above it comes down too.",
    )
    refusal = preview(state, replace(AT_B, section="A")).refusal
    assert (refusal.code, refusal.rule, refusal.allowed) == ("other-side", "BLD-BUNK-13", "B of Keep, C of Keep")
    refusal = preview(state, replace(AT_B, section="X")).refusal
    assert (refusal.code, refusal.rule, refusal.allowed) == ("no-section", "BLD-BUNK-05", "A, B, C")


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-13")
def test_hull_points_breaches_and_modifiers_are_those_of_the_section_that_is_struck():
    events, state = play(before(), AT_B, {**HIT, "bunker-damage": [3]})
    hit = the(events, BunkerHit)
    assert (hit.section, hit.result, rooms(state)) == (
        "B",
        "structural damage",
        {"A": (0, 0), "B": (1, 1), "C": (0, 0)},
    )
    text = hit.sentence(state)
    assert text.startswith("B of Keep is struck: 15 against 14, a penetrating hit: structural damage")
    assert text.endswith("; 2 hull points left")
    assert rings.holds(hit.hole, (20, 12.5))
    fresh = before(state.terrain[0])
    events, _ = play(fresh, AT_B, {**HIT, "bunker-damage": [1]})
    assert the(events, BunkerHit).result == "occupants stunned"
    assert preview(fresh, AT_B).shots[0].notes[-1] == "2 of 3 hull points left"
    west = before(state.terrain[0], at=(2.0, 12.5), facing=90)
    (at_a, *_) = offered(west)
    assert preview(west, at_a.action).shots[0].notes[-1] == "3 of 3 hull points left"
    assert "B breached" in state.terrain[0].effect


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-12")
def test_those_of_that_section_alone_are_stunned():
    events, state = play(before(), AT_B, {**HIT, "bunker-damage": [2]})
    assert the(events, OccupantsDazed).unit == "b2"
    assert [state.units[u].dazed for u in ("b1", "b2", "b3")] == ["", "stunned", ""]


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-15")
def test_a_section_falls_with_what_stands_on_it_and_the_rest_stands():
    """B takes C with it: three roll, the survivors are set down; those of A are where they were."""
    dice = {**HIT, "bunker-damage": [5], "collapse-wound": [4, 4, 3]}
    events, state = play(before(), AT_B, dice, by_itself=())
    fell = the(events, SectionsFallen)
    assert fell.sentence(state) == "B of Keep collapses and takes C with it; A stands"
    keep, rubble = state.terrain
    assert (keep.points, keep.height_in, [r.letter for r in keep.building.sections]) == (
        ((10.0, 10.0), (10.0, 15.0), (15.0, 15.0), (15.0, 10.0)),
        3,
        ["A"],
    ) or rings.bounds(keep.points) == rings.bounds(WEST.points)
    assert (rubble.name, rubble.going, rings.bounds(rubble.points)) == (
        "Rubble of B of Keep",
        "very-difficult",
        rings.bounds(EAST.points),
    )
    assert state.units["b1"].housed == {"b1.1": "keep/A", "b1.2": "keep/A"}
    assert (state.prompt.kind, state.prompt.unit) == ("forced-out", "b2")
    _, state = play(state, Answer(side="b", choice="move"), {})
    for model in state.units["b2"].alive:
        off = rings.distance_to_ring(EAST.points, model.at)
        assert 0 < off <= 2
        assert rings.distance_to_ring(WEST.points, model.at) > 0
    assert not state.units["b2"].housed
    assert state.units["b3"].is_gone


@pytest.mark.rule("BLD-BUNK-15")
def test_the_middle_one_falls_and_each_half_is_a_building():
    state = before(a_keep(WEST, EAST, FAR, works=Armoured(ports=2, weapons=GUNS)), at=(17.5, 25), facing=0, loft=0)
    far = inside("b4", 1, "D", (22.5, 12.5))
    state = state.with_unit(far[0])
    _, state = play(state, AT_B, {**HIT, "bunker-damage": [6], "collapse-wound": [1, 1]})
    houses = {p.id: [r.letter for r in p.building.sections] for p in state.terrain if p.building}
    assert houses == {"keep": ["A"], "keep-D": ["D"]}
    assert state.units["b4"].housed == {"b4.1": "keep-D/D"}
    assert [g.lost for g in state.terrain[0].armoured.weapons] == [False, True, False]


@pytest.mark.rule("BLD-BUNK-05")
def test_the_last_section_to_fall_is_the_whole_building():
    worn = a_keep(replace(WEST, damage=2, structural=1))
    state = before(worn, at=(2.0, 12.5), facing=90, loft=0)
    state = replace(state, units={u: v for u, v in state.units.items() if u != "b2"})
    shot = ShootBuilding(side=A, unit="a1", terrain="keep")
    assert preview(state, shot).shots[0].notes[-1] == "1 of 3 hull points left"
    events, state = play(state, shot, {**HIT, "bunker-damage": [4], "collapse-wound": [1, 1]})
    assert the(events, BunkerHit).result == "collapse"
    assert [p.look for p in state.terrain] == ["rubble"]


@pytest.mark.rule("BLD-BUNK-05")
def test_a_section_may_have_armour_and_hull_points_of_its_own_and_old_hits_count_everywhere():
    keep = a_keep(WEST, replace(EAST, armour=10, hull=5), LOFT, damage=1)
    state = before(keep)
    (line,) = preview(state, AT_B).shots
    assert line.notes[1:] == ("Strength 9 against armour 10", "4 of 5 hull points left")
    (loft,) = preview(state, replace(AT_B, section="C")).shots
    assert loft.notes[1:] == ("Strength 9 against armour 14", "2 of 3 hull points left")


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-13")
def test_an_upper_section_is_breached_above_the_ground_and_falls_alone():
    shot = replace(AT_B, section="C")
    _, state = play(before(), shot, {**HIT, "bunker-damage": [3]})
    (hole,) = state.terrain[0].building.holes
    assert (rooms(state)["C"], state.terrain[0].breaches, hole.wall // 4) == ((1, 1), (), 1)
    events, state = play(before(), shot, {**HIT, "bunker-damage": [5], "collapse-wound": [1]})
    assert the(events, SectionsFallen).sentence(state) == "C of Keep collapses; A and B stand"
    assert (len(state.terrain), state.terrain[0].height_in) == (1, 3)


@pytest.mark.rule("BLD-AREA-05", "BLD-BUNK-05")
def test_a_shell_strikes_each_section_that_its_marker_reaches():
    """Right before the corner between A and B: B, aimed at, in full, A at half Strength on armour 9."""
    hut = a_keep(replace(WEST, armour=9), EAST, works=Armoured(ports=2))
    state = before(hut, weapon=HOWITZER, at=(16.0, 25), facing=0, loft=0)
    shell = {"scatter-a": [2], "scatter-b": [2], "direction": [0], "ordnance-penetration": [1, 1, 2, 2]}
    events, _ = play(state, AT_B, shell)
    assert [(e.section, e.total, e.kind) for e in events if isinstance(e, BunkerHit)] == [
        ("B", 11, "none"),
        ("A", 7, "none"),
    ]


@pytest.mark.rule("BLD-AREA-05", "BLD-BUNK-05")
def test_a_lobbed_shell_strikes_the_section_on_top_and_not_the_one_that_it_covers():
    """C lies over B: the shell strikes C in full and, at half Strength, A beside it, which lies in the open."""
    hut = a_keep(replace(WEST, armour=9), replace(EAST, armour=9), LOFT, works=Armoured(ports=2))
    mortar = replace(HOWITZER, traits=("high-trajectory", "direct"))
    state = before(hut, weapon=mortar, at=(16.0, 25), facing=0)
    shell = {"scatter-a": [2], "scatter-b": [2], "direction": [0], "ordnance-penetration": [1, 1, 2, 2]}
    events, _ = play(state, replace(AT_B, section="C"), shell)
    assert [e.section for e in events if isinstance(e, BunkerHit)] == ["C", "A"]


@pytest.mark.rule("BLD-BUNK-02")
def test_each_section_has_its_ports():
    """Two to each: of three in A two fire, however many fired out of B."""
    state = a_battle(
        inside("a1", 3, "A", (12.5, 12.5), weapons=(RIFLE,), facing=270),
        a_unit("b1", [(2, 12.5)]),
        active="a1",
        ap=2,
        terrain=[a_keep()],
    )
    seen = preview(state, Shoot(side=A, unit="a1", target="b1"))
    assert seen.shots[0].shooters == 2
    assert any("A of Keep has ports and slots for 2" in note for note in seen.notes)


@pytest.mark.rule("BLD-BUNK-04")
def test_nobody_fires_from_a_port_at_who_stands_at_its_wall():
    state = a_battle(
        inside("a1", 2, "A", (12.5, 12.5)), a_unit("b1", [(9, 12.5)]), active="a1", ap=2, terrain=[a_keep()]
    )
    assert preview(state, Shoot(side=A, unit="a1", target="b1")).refusal.code == "too-near"


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-11", "BLD-BUNK-14")
def test_the_weapons_of_a_section_are_manned_there_and_lost_there():
    keep = a_keep(works=Armoured(ports=2, weapons=GUNS))
    state = a_battle(inside("a1", 2, "B", (17.5, 12.5)), a_unit("b1", [(30, 12.5)]), active="a1", ap=2, terrain=[keep])
    state = replace(state, weapons={**state.weapons, **weapons(state.scenario)})
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "fire-built-in"]
    assert (offer.label, offer.action.gun) == ("Eastern gun at B1", 1)
    refusal = preview(state, FireBuiltIn(side=A, unit="a1", gun=0, target="b1")).refusal
    assert refusal.code == "no-gun"
    events, state = play(before(keep), AT_B, {**HIT, "bunker-damage": [2]})
    assert the(events, ArmamentLost).name == "Eastern gun"
    assert [g.lost for g in state.terrain[0].armoured.weapons] == [False, True, False]


@pytest.mark.rule("BLD-BUNK-01", "BLD-BUNK-05")
def test_blows_strike_the_section_that_one_stands_beside():
    ogres = a_profile("ogre", s=10, a=1)
    squad = a_unit("a1", [(14.2, 9.3), (15.8, 9.3)], profile=ogres, facing=180)
    birch = [inside("b1", 1, "A", (12.5, 12.5)), inside("b2", 1, "B", (17.5, 12.5))]
    state = a_battle(squad, *birch, active="a1", ap=1, terrain=[a_keep()])
    _, state = play(state, EndActivation(side=A))
    strike = next(o for o in state.prompt.options if o.id == "strike")
    assert strike.detail == "; ".join(
        f"{letter}: 1 hit automatically, Strength 10; breached 22%, collapses 11%" for letter in "AB"
    )
    events, state = play(state, Answer(side=A, choice="strike"), {"armour-penetration": [4, 1]})
    assert [(e.section, e.kind) for e in events if isinstance(e, BunkerHit)] == [("A", "glancing"), ("B", "none")]
    assert rooms(state) == {"A": (1, 0), "B": (0, 0), "C": (0, 0)}


@pytest.mark.rule("BLD-BUNK-04")
def test_a_whole_section_is_locked_and_a_breached_one_is_stormed():
    hole = ((19.5, 12), (20.5, 12), (20.5, 13), (19.5, 13))
    knife = a_weapon("knife", type="melee", range_in=0, strength=0)
    into = EnterSection(side=A, unit="a1", terrain="keep", section="A")
    state = before(at=(8.5, 12.5), facing=90, weapon=knife)
    empty = replace(state, units={u: v for u, v in state.units.items() if u != "b1"})
    assert (preview(empty, into).refusal.code, preview(empty, into).refusal.rule) == ("locked", "BLD-BUNK-04")
    open_to_all = before(at=(8.5, 12.5), facing=90, options={"bunker_locked": False})
    open_to_all = replace(open_to_all, units={u: v for u, v in open_to_all.units.items() if u != "b1"})
    assert preview(open_to_all, into).refusal is None
    ajar = replace(empty.terrain[0], armoured=replace(empty.terrain[0].armoured, locked="no"))
    assert preview(replace(empty, terrain=(ajar,)), into).refusal is None
    storm = StormSection(side=A, unit="a1", terrain="keep", section="A")
    assert preview(state, storm).refusal.code == "bunker-whole"
    breached = a_keep(WEST, replace(EAST, structural=1), LOFT, breaches=(hole,))
    east = before(breached, at=(22, 12.5), weapon=knife)
    assert preview(east, replace(storm, section="B")).refusal is None


@pytest.mark.rule("BLD-BUNK-06", "BLD-BUNK-05")
def test_a_tank_picks_the_section_too():
    tank = a_vehicle("a1", (35, 12.5), heading=270, weapons=(GUN,))
    state = a_battle(tank, inside("b1", 1, "B", (17.5, 12.5)), active="a1", ap=3, terrain=[a_keep()])
    found = [o.action for o in legal_actions(state, A) if o.kind == "shoot-building"]
    assert found == [
        FireMountsAtBuilding(side=A, unit="a1", terrain="keep", section=letter, mounts=(0,)) for letter in ("B", "C")
    ]
    events, state = play(state, found[1], {"to-hit": [1], "armour-penetration": [6]})
    assert (the(events, BunkerHit).section, rooms(state)) == ("C", {"A": (0, 0), "B": (0, 0), "C": (1, 0)})


@pytest.mark.rule("BLD-BUNK-05", "VEH-OLD-03")
def test_a_ram_strikes_the_section_before_which_the_hull_stops():
    """Strength 8 on armour 12 of B and a 5: a penetrating hit on it alone, which falls with C; A keeps its name."""
    keep = a_keep(WEST, replace(EAST, armour=12), LOFT)
    tank = a_vehicle("a1", (17.5, 27), heading=0, **RAIDER)
    state = a_battle(tank, inside("b1", 2, "A", (12.5, 12.5)), active="a1", ap=2, terrain=[keep])
    into = ram((17.5, 12))
    shown = preview(state, into)
    assert shown.shots[0].name == "Impact on B of Keep"
    events, state = play(state, into, {"ram-penetration": [5, 1], "bunker-damage": [5]})
    (hit,) = [e for e in events if isinstance(e, BunkerHit)]
    assert (hit.section, hit.total, hit.result) == ("B", 13, "collapse")
    assert the(events, SectionsFallen).sections == ("B", "C")
    assert [s.name for s in sections(state.terrain[0])] == ["A of Keep"]


def test_several_shots_at_a_section_that_falls_strike_nothing_else():
    dice = {"to-hit": [1, 1], "armour-penetration": [6], "bunker-damage": [5], "collapse-wound": [1, 1, 1]}
    events, _ = play(before(count=2), AT_B, dice)
    assert len([e for e in events if isinstance(e, BunkerHit)]) == 1
    assert LANCE.shots == 1
