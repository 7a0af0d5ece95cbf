"""Into a house played by sections, from section to section, and out; who finds room."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.volley import ShotsFired
from rules.arap.units.split_and_join import SplitOff
from rules.buildings.breaking.damage import WallHoled
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import StrikeWall
from rules.buildings.doors.locks import HackLock
from rules.buildings.doors.work import WorkDoor
from rules.buildings.rulings import RoomRuled, RuleRoom
from rules.buildings.sections import graph
from rules.buildings.sections.assault.charge_out import ChargeOut
from rules.buildings.sections.doors import WorkSectionDoor
from rules.buildings.sections.enter import DeployInSection, EnterSection
from rules.buildings.sections.go_between import GoToSection
from rules.buildings.sections.leave import LeaveSection
from rules.buildings.sections.occupants import UnitHoused
from rules.buildings.walls.passages import PassedThrough
from rules.engine import legal_actions, preview
from rules.state import Placement, Turn
from rules.table.building import Hole, Opening
from rules.table.scenario import Zone
from rules.table.terrain import Terrain
from tests.builders import A, a_profile, a_unit, a_weapon, play, the
from tests.rules.buildings.sections.customs import (
    C1,
    C2,
    C3,
    E1,
    FLAMER,
    INNER,
    NORTHMARCH,
    PIONEERS,
    V1,
    a_house,
    guard,
    squad,
    stormed,
)

IN = EnterSection(side=A, unit="a1", terrain="s1", section="C1")


def labels(state, kind):
    return [o.label for o in legal_actions(state, A) if o.kind == kind and o.action]


@pytest.mark.rule("BLD-SECT-05", "BLD-DOOR-11", "BLD-SECT-01")
def test_a_squad_goes_in_by_the_windows():
    state = stormed(squad("a1", PIONEERS))
    seen = preview(state, IN)
    assert (seen.ap, seen.notes) == (1, ("10 of A1 go in by V2 and V1 and E1.", "2 of 12 places left then."))
    events, after = play(state, IN)
    unit = after.units["a1"]
    assert (unit.is_housed, unit.on_table, unit.in_play, after.turn.ap) == (True, False, True, 1)
    assert set(unit.housed.values()) == {"s1/C1"}
    assert "BLD-SECT-05" in events[-1].rules
    assert labels(state, "enter-section") == ["Into C1 of Customs House"]


@pytest.mark.rule("BLD-SECT-05")
def test_a_locked_door_lets_nobody_in_until_it_is_hacked():
    locked = a_house(openings=(replace(E1, state="locked"), INNER))
    state = stormed(squad("a1", PIONEERS), house=locked)
    refusal = preview(state, IN).refusal
    assert (refusal.code, refusal.rule) == ("no-way-in", "BLD-SECT-05")
    _, hacked = play(state, HackLock(side=A, unit="a1", terrain="s1", opening=0), {"hack-lock": [3, 3]})
    assert preview(hacked, IN).refusal is None


@pytest.mark.rule("BLD-DOOR-01")
def test_whoever_opens_the_door_goes_in_with_what_is_left_of_that_action():
    """One point: two operations leave 2 of 4 inches, enough for those who stand within 4 of the door."""
    closed = a_house(openings=(replace(E1, state="locked", keys=("a",)), INNER))
    state = stormed(squad("a1", [(9, 26.9), (9, 29.8)]), house=closed, ap=1)
    open_it = WorkDoor(side=A, unit="a1", terrain="s1", opening=0, operations=("unlock", "open"), model="a1.1")
    _, opened = play(state, open_it)
    shown = preview(opened, IN)
    assert (opened.turn.ap, shown.ap, shown.refusal, shown.notes[-1]) == (
        0,
        0,
        None,
        "The action was paid at the door.",
    )
    (offer,) = [o for o in legal_actions(opened, A) if o.kind == "enter-section"]
    assert (offer.ap, offer.label) == (0, "Into C1 of Customs House")
    _, after = play(opened, offer.action)
    assert len(after.units["a1"].housed) == 2
    assert preview(after, LeaveSection(side=A, unit="a1")).refusal.code == "not-active"
    assert preview(replace(opened, version="12"), IN).refusal.code == "too-few-points"


@pytest.mark.rule("BLD-SECT-04")
def test_a_section_holds_twelve_and_the_others_stay():
    rangers = ((17.3, 24.5), (16, 24.5), (14.7, 24.5), (16.6, 25.8), (15.3, 25.8))
    state = stormed(squad("a1", rangers), guard("a5", 8, "C1", profile=NORTHMARCH))
    names = ("a1.1", "a1.2", "a1.3", "a1.4", "a1.5")
    refusal = preview(state, replace(IN, actions=2, models=names)).refusal
    assert (refusal.code, refusal.rule) == ("section-full", "BLD-SECT-04")
    assert "there is room for 4 of 5" in refusal.message
    seen = preview(state, replace(IN, actions=2, models=names[1:]))
    assert seen.spent_in == 4.1
    beside = Placement(model="a1.1", at=(12.4, 26.6), facing=0)
    _, after = play(state, replace(IN, actions=2, models=names[1:], placements=(beside,)))
    unit = after.units["a1"]
    assert (len(unit.housed), unit.on_table, after.turn.ap) == (4, True, 0)
    _, after = play(state, replace(IN, actions=2, models=names[1:]))
    assert [len(after.units[u].alive) for u in ("a1", "a1b")] == [4, 1]  # too far from the window: out of coherency
    ogryn = a_profile("ogryn", bulk="very-bulky")
    _, after = play(stormed(a_unit("a1", PIONEERS[:6], profile=ogryn)), IN)
    assert len(after.units["a1"].housed) == 4


@pytest.mark.rule("BLD-SMOV-01", "BLD-SMOV-02")
def test_one_section_a_move_by_an_open_way():
    state = stormed(guard("a1", 5, "C1"))
    assert labels(state, "go-section") == ["To C2 of Customs House", "To C3 of Customs House"]
    _, after = play(state, GoToSection(side=A, unit="a1", section="C3"))
    assert (set(after.units["a1"].housed.values()), after.turn.ap) == ({"s1/C3"}, 1)
    far = preview(after, GoToSection(side=A, unit="a1", section="C2")).refusal
    assert (far.code, far.rule) == ("too-far", "BLD-SMOV-01")
    shut = stormed(guard("a1", 5, "C1"), house=a_house(openings=(V1, replace(INNER, state="closed", kind="door"))))
    refusal = preview(shut, GoToSection(side=A, unit="a1", section="C2")).refusal
    assert (refusal.code, refusal.message) == ("shut", "The way to C2 of Customs House is a door, which is closed.")
    _, opened = play(shut, WorkSectionDoor(side=A, unit="a1", opening=1))
    assert preview(opened, GoToSection(side=A, unit="a1", section="C2")).refusal is None


@pytest.mark.rule("BLD-DOOR-01")
def test_doors_are_bolted_and_unlocked_from_inside():
    """Nobody outside hacks a bolt; from inside it is drawn again without the door being opened."""
    state = stormed(guard("a1", 3, "C1"))
    assert {"bolt V1", "lock V1", "close V1", "bolt E1", "open E1"} <= set(labels(state, "work-section-door"))
    _, bolted = play(state, WorkSectionDoor(side=A, unit="a1", opening=2, does="bolt"))
    assert bolted.terrain[0].building.openings[2].state == "bolted"
    assert {"unlock E1", "open E1"} <= set(labels(bolted, "work-section-door"))
    outside = replace(bolted, units={**bolted.units, "a1": squad("a1", [(9, 26.9)])[0]})
    assert preview(outside, HackLock(side=A, unit="a1", terrain="s1", opening=2)).refusal.code == "no-lock"
    _, drawn = play(bolted, WorkSectionDoor(side=A, unit="a1", opening=2, does="unlock"))
    assert drawn.terrain[0].building.openings[2].state == "closed"


@pytest.mark.rule("BLD-SMOV-01")
def test_where_the_table_has_it_so_one_section_a_turn():
    state = stormed(guard("a1", 5, "C1"), options={"section_moves_per": "turn"})
    _, after = play(state, GoToSection(side=A, unit="a1", section="C3"))
    assert preview(after, GoToSection(side=A, unit="a1", section="C1")).refusal.code == "moved-section"


@pytest.mark.rule("BLD-SMOV-03")
def test_through_open_space_the_fast_go_two_sections():
    rooms = tuple(replace(room, open_space=True) for room in (C1, C2, C3))
    riders = a_profile("rider", m=6)
    fast = stormed(guard("a1", 5, "C2", profile=riders), house=a_house(sections=rooms))
    seen = preview(fast, GoToSection(side=A, unit="a1", section="C3"))
    assert (seen.notes[1], seen.rules[-1]) == (
        "It lies two sections away, through open space. (BLD-SMOV-03)",
        "BLD-SMOV-03",
    )
    assert len(preview(fast, GoToSection(side=A, unit="a1", section="C1")).notes) == 2
    events, _ = play(fast, GoToSection(side=A, unit="a1", section="C3"))
    assert "BLD-SMOV-03" in events[-1].rules
    slow = stormed(guard("a1", 5, "C2"), house=a_house(sections=rooms))
    assert preview(slow, GoToSection(side=A, unit="a1", section="C3")).refusal.code == "too-far"
    crowded = stormed(guard("a1", 5, "C2", profile=riders), options={"section_open_space": True})
    assert preview(crowded, GoToSection(side=A, unit="a1", section="C3")).refusal is None


@pytest.mark.rule("BLD-SMOV-03", "BLD-SSHT-09")
def test_the_host_rules_in_play_that_sections_are_open_space():
    far = GoToSection(side=A, unit="a1", section="C3")
    state = stormed(guard("a1", 5, "C2", profile=a_profile("rider", m=6)))
    assert preview(state, far).refusal.code == "too-far"
    hall = RuleRoom(side=A, room="s1/C1", what="open-space", reason="a hall")
    for letter in ("C1", "C2", "C3"):
        events, state = play(state, replace(hall, room=f"s1/{letter}"))
    assert the(events, RoomRuled).sentence(state) == "Host: C3 of Customs House is an open space (a hall)"
    assert preview(state, far).refusal is None
    state = play(state, replace(hall, what="furnished"))[1]
    assert preview(state, far).refusal.code == "too-far"
    assert preview(state, replace(hall, what="variable")).refusal.code == "no-such-room"


@pytest.mark.rule("BLD-SECT-04", "BLD-SCC-03")
def test_a_unit_in_two_sections_is_one_still_and_enemies_bar_the_way():
    state = stormed(guard("a1", 5, "C1"), guard("a2", 9, "C2"), guard("b1", 2, "C3"))
    events, after = play(state, GoToSection(side=A, unit="a1", section="C2"))
    assert sorted(after.units["a1"].housed.values()) == ["s1/C1"] * 2 + ["s1/C2"] * 3
    assert the(events, UnitHoused).sentence(after) == "3 of A1 go into C2 of Customs House"
    refusal = preview(state, GoToSection(side=A, unit="a1", section="C3")).refusal
    assert (refusal.rule, refusal.allowed) == ("BLD-SCC-03", "storming it")


@pytest.mark.rule("BLD-SECT-05")
def test_out_by_the_door():
    state = stormed(guard("a1", 5, "C1"))
    assert labels(state, "leave-section") == ["Out by V1", "Out by V2", "Out by E1"]
    _, after = play(state, LeaveSection(side=A, unit="a1", way=2))
    unit = after.units["a1"]
    assert unit.on_table
    assert not unit.housed
    assert all(m.at[1] > 26 for m in unit.alive)


@pytest.mark.rule("BLD-SECT-01")
def test_units_are_set_up_in_sections_of_their_zone():
    waiting = squad("a1", PIONEERS[:5], deployed=False)
    state = stormed(waiting, squad("b1", [(60, 40)]), active=None)
    zone = Zone(side=A, points=((0, 20), (14, 20), (14, 40), (0, 40)))
    scenario = replace(state.scenario, zones=(zone,))
    state = replace(state, scenario=scenario, turn=Turn(order=(A, "b"), phase="deployment"))
    assert labels(state, "deploy-section") == [f"In {c} of Customs House" for c in ("C1", "C2", "C3")]
    _, after = play(state, DeployInSection(side=A, unit="a1", terrain="s1", section="C3"))
    assert set(after.units["a1"].housed.values()) == {"s1/C3"}
    assert after.turn.number == 1


@pytest.mark.rule("BLD-WALL-01", "BLD-AREA-04", "BLD-SECT-05", "BLD-WALL-14")
def test_walls_and_doors_of_a_house_by_sections_are_broken_open():
    """The only door is locked: it is shot down, or a hole in the wall is the way in."""
    shut = a_house(openings=(replace(E1, state="locked"), INNER))
    gun = a_weapon("gun", strength=9, range_in=36, type="heavy")
    state = stormed(squad("a1", [(9, 28.5)], weapons=(gun,), facing=0), house=shut, ap=3)
    enter = EnterSection(side=A, unit="a1", terrain="s1", section="C1")
    assert preview(state, enter).refusal.rule == "BLD-SECT-05"
    offered = {(o.action.opening, o.action.wall) for o in legal_actions(state, A) if o.kind == "shoot-wall"}
    assert offered == {(0, 0), (None, 2), (None, 6)}
    door = ShootWall(side=A, unit="a1", terrain="s1", opening=0)
    worn = replace(shut, building=replace(shut.building, openings=(replace(E1, state="locked", lost=3), INNER)))
    _, broken = play(replace(state, terrain=(worn,)), door, {"to-hit": [1], "to-wound": [4]})
    assert preview(broken, enter).refusal is None
    _, holed = play(state, replace(door, opening=None, wall=2, part=2), {"to-hit": [1], "to-wound": [6]})
    shown = preview(holed, enter)
    assert (shown.refusal, shown.notes[0]) == (None, "A1 goes in by hole 1.")
    struck = StrikeWall(side=A, unit="a1", terrain="s1", wall=2, part=2)
    assert preview(state, struck).refusal.code == "out-of-reach"
    assert preview(state, replace(struck, wall=4)).refusal.code == "no-wall"


@pytest.mark.rule("BLD-WALL-01", "BLD-AREA-04", "BLD-LEVEL-01", "BLD-WALL-09")
def test_walls_of_an_upper_storey_are_fired_at():
    """The walls of storey 1 are numbered on from those of the ground; there is no such storey above C2."""
    gun = a_weapon("gun", strength=9, range_in=36, type="heavy")
    inside = (guard("b1", 3), guard("b2", 4, "C3"))
    state = stormed(squad("a1", [(9, 32)], weapons=(gun,), facing=0), *inside, ap=3)
    above = next(o for o in legal_actions(state, A) if o.label == "Shoot at the wall of Customs House, level 2")
    assert above.action.wall == 6
    assert preview(state, above.action).notes[1] == "If the section falls, Strength 8 hits 1 of B2."
    assert preview(state, replace(above.action, part=8)).refusal.code == "no-wall"
    near = stormed(squad("a1", [(9, 26.8)], weapons=(gun,)), *inside)
    struck = StrikeWall(side=A, unit="a1", terrain="s1", wall=6, part=2)
    assert preview(near, struck).refusal.rule == "BLD-LEVEL-01"
    events, holed = play(state, above.action, {"to-hit": [1], "to-wound": [6]})
    assert the(events, WallHoled).sentence(holed) == "The wall of Customs House, level 2 loses 1 damage point, 6 left"
    ways = {letter: [w.name for w in graph.ways_in(graph.at_place(holed, f"s1/{letter}"))] for letter in ("C1", "C3")}
    assert ways == {"C1": ["V1", "V2", "E1"], "C3": ["hole 1"]}
    worn = a_house(holes=(Hole(wall=6, part=2, dp=6),))
    dice = {"to-hit": [1], "to-wound": [4, 2], "pick": [1], "save": [1]}
    _, fallen = play(replace(state, terrain=(worn,)), above.action, dice)
    assert [len(fallen.units[u].alive) for u in ("b1", "b2")] == [3, 3]


@pytest.mark.rule("BLD-TMPL-03", "BLD-TMPL-04")
def test_a_stream_at_its_wall_licks_at_those_who_showed_themselves():
    state = stormed(squad("a1", [(9, 29)], weapons=(FLAMER,), facing=0), guard("b1", 2, shown=True), ap=2)
    wood = replace(state.terrain[0], building=replace(state.terrain[0].building, walls="light wood"))
    wall = ShootWall(side=A, unit="a1", terrain="s1", wall=2, part=3)
    dice = {"to-hit": [1], "to-wound": [1, 1, 1, 1, 1]}
    events, _ = play(replace(state, terrain=(wood,)), wall, dice)
    assert the(events, ShotsFired).hits == 2


@pytest.mark.rule("BLD-MOUSE-02", "BLD-MOUSE-03")
def test_a_hole_lets_as_many_in_as_it_has_points_in_a_turn():
    """The south wall is the third; its inch that lies before the pioneers is the fourth from the east."""
    shut = tuple(replace(o, state="locked") for o in a_house().building.openings)
    holed = a_house(openings=shut, holes=(Hole(wall=2, part=3, dp=2),))
    state = stormed(squad("a1", PIONEERS), house=holed)
    seen = preview(state, IN)
    assert seen.notes[0] == "2 of A1 go in by hole 1."
    events, after = play(state, IN)
    assert len(the(events, PassedThrough).models) == 2
    assert preview(after, IN).refusal.code == "hole-used-up"
    bulky = a_profile("heavy", bulk="very-bulky")
    wide = stormed(squad("a1", [(8.6, 27.4)], profile=bulky), house=holed)
    assert preview(wide, IN).refusal.rule == "BLD-MOUSE-03"


@pytest.mark.rule("BLD-DOOR-06")
def test_where_doors_are_limited_four_go_in_by_each():
    state = stormed(squad("a1", PIONEERS), house=a_house(openings=(E1, INNER)), options={"door_traffic_limit": True})
    assert preview(state, IN).notes[0] == "4 of A1 go in by E1."
    events, after = play(state, IN)
    assert len(the(events, PassedThrough).models) == 4
    assert preview(after, IN).refusal.rule == "BLD-DOOR-06"


@pytest.mark.rule("BLD-MOUSE-02", "BLD-MOUSE-03")
def test_a_hole_lets_no_more_out_than_in():
    """The same inch of the south wall; what was let through counts for whoever comes next."""
    shut = tuple(replace(o, state="locked") for o in a_house().building.openings)
    holed = a_house(openings=shut, holes=(Hole(wall=2, part=3, dp=2),))
    out, foe = LeaveSection(side=A, unit="a1"), squad("b1", [(9.5, 33)])
    state = stormed(guard("a1", 5, "C1"), guard("a2", 1, "C1"), foe, house=holed)
    assert preview(state, out).notes == ("3 stay inside.",)
    assert preview(state, replace(out, models=("a1.1", "a1.2", "a1.3"))).refusal.code == "hole-used-up"
    assert preview(state, ChargeOut(side=A, unit="a1", target="b1")).refusal.rule == "BLD-MOUSE-02"
    events, after = play(state, out)
    assert (len(the(events, PassedThrough).models), len(after.units["a1"].housed)) == (2, 3)
    assert preview(replace(after, turn=replace(after.turn, active="a2")), replace(out, unit="a2")).refusal is not None
    bulky = stormed(guard("a1", 1, "C1", profile=a_profile("heavy", bulk="very-bulky")), foe, house=holed)
    assert preview(bulky, out).refusal.code == "hole-too-small"
    older = replace(state, version="12")
    assert preview(older, out).notes == ()


@pytest.mark.rule("BLD-DOOR-06")
def test_where_doors_are_limited_four_come_out_by_each():
    door = a_house(openings=(replace(E1, state="open"), INNER))
    state = stormed(guard("a1", 6, "C1"), house=door, options={"door_traffic_limit": True})
    events, after = play(state, LeaveSection(side=A, unit="a1"))
    assert (len(the(events, PassedThrough).models), len(after.units["a1"].housed)) == (4, 2)


@pytest.mark.part_of("BLD-SECT-05")
def test_ways_in_without_a_name_are_told_by_their_side():
    south = tuple(Opening(a=(x, 26), b=(x + 1, 26), kind="window") for x in (10, 7))
    house = a_house(openings=(*south, Opening(a=(12, 23), b=(12, 24)), Opening(a=(6, 23.5), b=(6, 24.5))))
    state = stormed(squad("a1", PIONEERS), house=house)
    here = graph.at_place(state, "s1/C1")
    assert [w.name for w in graph.ways_in(here)] == ["south window 2", "south window 1", "east door"]
    assert preview(state, IN).notes[0] == "10 of A1 go in by south window 2 and south window 1."


@pytest.mark.rule("BLD-SECT-05")
def test_who_comes_out_keeps_off_dangerous_ground_where_he_can():
    """Wire lies before the left half of the window; mines that the other side laid are not known of."""
    wire = Terrain(id="w", name="Wire", points=((4, 26), (7.5, 26), (7.5, 30), (4, 30)), hazard=1)
    out = LeaveSection(side=A, unit="a1", way=0)
    state = stormed(guard("a1", 3), squad("b1", [(60, 40)]), house=a_house(openings=(V1,)))
    state = replace(state, terrain=(*state.terrain, wire))
    hurt = {version: bool(preview(replace(state, version=version), out).chances) for version in ("14", "15")}
    assert hurt == {"14": True, "15": False}
    everywhere = replace(wire, points=((0, 26), (20, 26), (20, 40), (0, 40)))
    assert preview(replace(state, terrain=(*state.terrain[:-1], everywhere)), out).chances


@pytest.mark.rule("BLD-MOUSE-02")
def test_who_went_through_a_hole_counts_there_as_a_part_of_its_own_too():
    """Two went in and are split off, under new ids; the hole has let two through for the rest of the turn."""
    shut = tuple(replace(o, state="locked") for o in a_house().building.openings)
    holed = a_house(openings=shut, holes=(Hole(wall=2, part=3, dp=2),))
    _, after = play(stormed(squad("a1", PIONEERS), house=holed), IN)
    unit = after.units["a1"]
    inside = tuple(unit.housed)
    fresh = after.with_unit(replace(unit, now=replace(unit.now, tried=False))).with_turn(active=None)
    _, parted = play(fresh, SplitOff(side=A, unit="a1", models=inside))
    part = next(u for u in parted.units if u.startswith("a1") and u != "a1")
    assert [m for _, m in parted.units[part].now.passed] == list(parted.units[part].housed)
    assert not parted.units["a1"].now.passed
    refusal = preview(parted.with_turn(active="a1", ap=2), IN).refusal
    assert refusal.code == "hole-used-up"
