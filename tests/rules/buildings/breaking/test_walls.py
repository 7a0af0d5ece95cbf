"""Walls, doors and windows are shot at and struck: holes, broken doors, sections that fall on people."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.movement.climb import Climb
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.breaking.damage import SectionFell, WallHoled
from rules.buildings.breaking.shoot import ShootWall
from rules.buildings.breaking.strike import StrikeWall
from rules.buildings.walls.passages import PassedThrough
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions, preview
from rules.events import Rolled
from rules.forces.profile import Bike
from rules.table.building import Building, Hole, Opening
from rules.table.terrain import Terrain
from rules.vehicles.shared.events import VehicleHit
from tests.builders import a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.trial.park import a_trial

RING = ((20.0, 10.0), (32.0, 10.0), (32.0, 22.0), (20.0, 22.0))
SOUTH = 2
"""The wall from (32, 22) to (20, 22): inch 5 is from 27 to 26, in its first section."""
DOOR = Opening(a=(28.0, 22.0), b=(29.4, 22.0), name="back door", state="locked")
GUN = a_weapon("gun", strength=8, ap=3, range_in=36, type="heavy")
CARBINE = a_weapon("carbine", strength=4, range_in=18)
CHAINFIST = a_weapon("chainfist", type="melee", strength=5, traits=("melta",))
POINT = {"side": "a", "unit": "a1", "terrain": "house"}


def a_house(*, door=DOOR, **values):
    inside = Building(handling="tabletop", openings=(door,), **values)
    return Terrain(id="house", name="House", points=RING, look="building", height_in=3, building=inside)


def a_street(*mine, house=None, weapons=(GUN,), theirs=((44, 40),), ap=3, profile=None, options=None):
    squad = a_unit("a1", list(mine or [(26.5, 30)]), weapons=weapons, profile=profile, facing=0)
    foes = a_unit("b1", list(theirs))
    return a_battle(squad, foes, active="a1", ap=ap, terrain=(house or a_house(),), options=options)


def at_wall(kind=ShootWall, part=5, **values):
    return kind(**POINT, wall=SOUTH, part=part, **values)


def at_door(kind=ShootWall):
    return kind(**POINT, opening=0)


def go(*points):
    return Move(side="a", unit="a1", path=tuple(Waypoint(at=p) for p in points))


def inside_of(state):
    return state.terrain[0].building


def hole(dp, part=5):
    return a_house(holes=(Hole(wall=SOUTH, part=part, dp=dp),))


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-02", "BLD-WALL-07", "BLD-AREA-04", "BLD-WALL-03")
def test_a_shot_at_a_wall_is_rolled_from_two_inches_on_and_opens_a_hole():
    shown = preview(a_street(), at_wall())
    assert (shown.shots[0].goal_text, shown.shots[0].notes[1]) == ("3 or less", "Strength 8 against Toughness 8")
    assert shown.notes == ("7 damage points left.",)
    assert [c.label for c in shown.chances] == ["damage points, average", "at least one damage point"]
    assert {c.exact for c in shown.chances} == {"1/4"}
    events, state = play(a_street(), at_wall(), {"to-hit": [3], "to-wound": [4]})
    holed = the(events, WallHoled)
    assert (holed.dp, holed.left, holed.hole) == (1, 6, Hole(wall=SOUTH, part=5, dp=1))
    near = a_street((26.5, 23.9))
    assert preview(near, at_wall()).shots[0].goal_text == "hits by itself"
    _, state = play(near, at_wall(), {"to-wound": [3]})
    assert not inside_of(state).holes
    weak = a_street((26.5, 40), weapons=(CARBINE,))
    assert preview(weak, at_wall()).refusal is not None
    assert preview(a_street((26.5, 33), weapons=(CARBINE,)), at_wall()).refusal.code == "cannot-hurt"
    assert preview(a_street((26.5, 29), weapons=(CARBINE,)), at_wall()).refusal is None


@pytest.mark.rule("BLD-WALL-14", "BLD-WALL-15")
def test_a_door_breaks_with_its_last_point_and_takes_no_wall_with_it():
    events, state = play(a_street((28.7, 25)), at_door(), {"to-hit": [1], "to-wound": [2]})
    assert (the(events, WallHoled).left, inside_of(state).openings[0].lost) == (3, 1)
    worn = a_house(door=replace(DOOR, lost=3))
    _, some, broken = preview(a_street((28.7, 25), house=worn), at_door()).chances
    assert (broken.label, broken.exact) == ("broken open", some.exact)
    events, state = play(a_street((28.7, 25), house=worn), at_door(), {"to-hit": [1], "to-wound": [2]})
    assert inside_of(state).openings[0].state == "broken"
    assert not inside_of(state).holes
    assert preview(state, at_door()).refusal.rule == "BLD-WALL-14"


@pytest.mark.rule("BLD-WALL-04")
def test_what_rolls_two_dice_against_armour_takes_a_die_of_points():
    fist = a_street((28.7, 22.8), weapons=(CHAINFIST,), profile=a_profile("brute", s=3, a=1))
    shown = preview(fist, at_door(StrikeWall))
    assert shown.notes[0] == "1 attack, all of them hit."
    events, state = play(fist, at_door(StrikeWall), {"to-wound": [4], "structure-dp": [5]})
    assert (the(events, WallHoled).dp, inside_of(state).openings[0].state) == (4, "broken")
    bare = a_street((28.7, 22.8), weapons=(), profile=a_profile("brute", s=3, a=1))
    events, _ = play(bare, at_door(StrikeWall), {"to-wound": [6], "extended-reroll": [4]})
    assert the(events, WallHoled).dp == 1


@pytest.mark.rule("BLD-WALL-05")
def test_linked_weapons_may_take_two_points():
    linked = a_weapon("twin", strength=8, range_in=36, type="heavy", traits=("twin-linked",))
    field = a_street(weapons=(linked,), options={"linked_weapon_two_dp": True})
    events, _ = play(field, at_wall(), {"to-hit": [1], "to-wound": [4]})
    assert the(events, WallHoled).dp == 2


@pytest.mark.rule("BLD-WALL-08", "BLD-WALL-09", "BLD-WALL-10")
def test_a_section_without_points_falls_on_whoever_stands_near_it():
    field = a_street(house=hole(6), theirs=[(27, 20.6), (27, 18)])
    assert preview(field, at_wall()).notes[1] == "If the section falls, Strength 8 hits 1 of B1."
    events, state = play(field, at_wall(), {"to-hit": [1], "to-wound": [4, 2], "save": []})
    assert the(events, SectionFell).sentence(state) == "A section of House falls"
    assert (len(state.units["b1"].alive), inside_of(state).fallen) == (1, ((SOUTH, 0),))
    rubble = state.terrain[-1]
    assert (rubble.going, rubble.name) == ("very-difficult", "Rubble of House")
    gone = replace(field, options={**field.options, "wall_collapse": "opening_only"})
    events, state = play(gone, at_wall(), {"to-hit": [1], "to-wound": [4]})
    assert (len(state.units["b1"].alive), len(state.terrain)) == (2, 1)
    assert preview(state, at_wall()).refusal.rule == "BLD-WALL-09"
    thatch = a_house(holes=(Hole(wall=SOUTH, part=5, dp=6),), collapse="opening_only")
    hut = a_street(house=thatch, theirs=[(27, 20.6), (27, 18)])
    assert len(preview(hut, at_wall()).notes) < len(preview(field, at_wall()).notes)
    _, state = play(hut, at_wall(), {"to-hit": [1], "to-wound": [4]})
    assert (len(state.units["b1"].alive), len(state.terrain)) == (2, 1)


@pytest.mark.rule("BLD-WALL-11", "BLD-WALL-12", "BLD-WALL-13", "BLD-AREA-02")
def test_by_the_inch_an_inch_that_is_gone_is_a_door_and_a_run_of_them_may_bring_the_section_down():
    parts = {"wall_parts": True}
    house = a_house(holes=(Hole(wall=SOUTH, part=5, dp=2), Hole(wall=SOUTH, part=4, dp=1)))
    field = a_street(house=house, options=parts)
    _, state = play(field, at_wall(), {"to-hit": [1], "to-wound": [4], "wall-collapse": [2]})
    assert {(h.part, h.dp) for h in inside_of(state).holes} == {(5, 2), (4, 2)}
    _, state = play(field, at_wall(), {"to-hit": [1], "to-wound": [4], "wall-collapse": [1]})
    assert inside_of(state).fallen == ((SOUTH, 0),)
    three = a_street((26.5, 22.7), (26.5, 23.9), (26.5, 25.1), house=house, options=parts)
    assert preview(three, go((26.5, 20.9))).refusal is None


@pytest.mark.rule("BLD-AREA-01", "BLD-AREA-03", "BLD-AREA-05")
def test_a_shell_strikes_as_many_inches_as_its_marker_covers():
    shell = a_weapon("mortar", strength=8, range_in=36, type="heavy", marker_in=5)
    field = a_street(weapons=(shell,))
    events, state = play(
        field, at_wall(), {"scatter-a": [3], "scatter-b": [3], "direction": [90], "to-wound": [6, 4, 3, 2, 5]}
    )
    assert sum(h.dp for h in inside_of(state).holes) == 3
    near = {"scatter-a": [2], "scatter-b": [3], "direction": [180], "to-wound": [6, 1, 1], "extended-reroll": [5]}
    events, state = play(field, at_wall(), near)
    assert (the(events, WallHoled).dp, "BLD-AREA-05" in the(events, WallHoled).rules) == (1, True)
    aside = {"scatter-a": [5], "scatter-b": [4], "direction": [180]}
    events, state = play(field, at_wall(), aside)
    assert not inside_of(state).holes


@pytest.mark.rule("BLD-MOUSE-01", "BLD-MOUSE-02", "BLD-MOUSE-04")
def test_a_mousehole_lets_one_through_for_each_point_and_is_difficult():
    field = a_street((26.5, 22.7), house=hole(1))
    shown = preview(field, go((26.5, 21)))
    assert (shown.refusal, round(shown.spent_in, 1)) == (None, 2.7)
    _, state = play(field, go((26.5, 21)))
    assert state.units["a1"].now.passed == (("house~h2.5", "a1.1"),)
    two = a_street((26.5, 22.6), (26.5, 23.7), house=hole(1))
    assert preview(two, go((26.5, 20.6))).refusal.rule == "BLD-MOUSE-02"
    assert preview(a_street((26.5, 22.6), (26.5, 23.7), house=hole(2)), go((26.5, 20.6))).refusal is None
    vent = a_house(holes=(Hole(wall=SOUTH, part=5, dp=1, vent=True),))
    assert round(preview(a_street((26.5, 22.7), house=vent), go((26.5, 21))).spent_in, 1) == 1.7


@pytest.mark.rule("BLD-MOUSE-03", "BLD-MOUSE-07")
def test_bulky_models_need_larger_holes_and_stubborn_walls_more_damage():
    ogryn = a_profile("ogryn", bulk="very-bulky")
    refusal = preview(a_street((26.5, 22.7), house=hole(2), profile=ogryn), go((26.5, 21))).refusal
    assert (refusal.rule, refusal.code) == ("BLD-MOUSE-03", "hole-too-small")
    _, state = play(a_street((26.5, 22.7), house=hole(3), profile=ogryn), go((26.5, 21)))
    assert state.units["a1"].models[0].at == (26.5, 21)
    stubborn = a_house(holes=(Hole(wall=SOUTH, part=5, dp=3),), stubborn=2)
    two = a_street((26.5, 22.6), (26.5, 23.7), house=stubborn)
    assert preview(two, go((26.5, 20.6))).refusal.code == "hole-used-up"
    torn = a_house(holes=(Hole(wall=SOUTH, part=5, dp=1),), stubborn=2)
    shown = preview(a_street((26.5, 22.6), house=torn), go((26.5, 20.6))).refusal
    assert shown.message == "A1.1 needs a hole of 2 damage points; the hole in House is of 1."


@pytest.mark.rule("BLD-MOUSE-06")
def test_a_flimsy_wall_opens_like_a_door_at_once():
    field = a_street(house=a_house(walls="light wood"))
    events, _ = play(field, at_wall(), {"to-hit": [1], "to-wound": [2]})
    assert "BLD-MOUSE-06" in the(events, WallHoled).rules
    flimsy = a_house(holes=(Hole(wall=SOUTH, part=5, dp=1),), walls="light wood")
    assert preview(a_street((26.5, 22.6), (26.5, 23.7), house=flimsy), go((26.5, 20.6))).refusal is None


@pytest.mark.rule("BLD-DOOR-06", "BLD-DOOR-07")
def test_the_older_limit_counts_who_goes_through_a_door():
    house = a_house(door=replace(DOOR, state="open"))
    file = [(28.7, 22.7 + n) for n in range(5)]
    quick = a_profile("runner", m=6)
    field = a_street(*file, house=house, profile=quick)
    assert preview(field, go((28.7, 17.5))).refusal is None
    limited = replace(field, options={**field.options, "door_traffic_limit": True})
    crowd = preview(limited, go((28.7, 17.5))).refusal
    assert (crowd.code, crowd.rule) == ("door-crowded", "BLD-DOOR-06")
    four = a_street(*file[:4], house=house, profile=quick, options={"door_traffic_limit": True})
    _events, state = play(four, go((28.7, 18.5)))
    assert len(state.units["a1"].now.passed) == 4
    for bulk, at_most in (("bulky", 2), ("very-bulky", 1)):
        broad = a_profile("broad", bulk=bulk, m=6)
        wide = {"house": house, "profile": broad, "options": {"door_traffic_limit": True}}
        _, state = play(a_street(*file[:at_most], **wide), go((28.7, 18.5)))
        assert [m.at[1] < 22 for m in state.units["a1"].models] == [True] * at_most
        refusal = preview(a_street(*file[: at_most + 1], **wide), go((28.7, 18.5))).refusal
        assert refusal.code == "door-crowded"
    giant = a_profile("giant", bulk="extremely-bulky", base_mm=50, m=6)
    refusal = preview(a_street((28.7, 23.5), house=house, profile=giant), go((28.7, 20))).refusal
    assert (refusal.code, refusal.rule) == ("door-too-small", "BLD-DOOR-07")


@pytest.mark.rule("BLD-DOOR-06")
def test_the_older_limit_counts_who_climbs_over_a_sill():
    """Two inches high; five in a file with twelve inches of move each."""
    house = a_house(door=replace(DOOR, state="open", sill_in=2))
    climb = Climb(side="a", unit="a1", path=(Waypoint(at=(28.7, 14.0)),))
    file = [(28.7, 22.7 + n) for n in range(5)]
    runners = {"house": house, "profile": a_profile("runner", m=12), "options": {"door_traffic_limit": True}}
    refusal = preview(a_street(*file, **runners), climb).refusal
    assert (refusal.code, refusal.rule) == ("door-crowded", "BLD-DOOR-06")
    four = a_street(*file[:4], **runners)
    assert "Back door: 4 of 4 used in this turn. (BLD-DOOR-06)" in preview(four, climb).notes
    events, state = play(four, climb, {"initiative-test": [1]})
    assert (len(the(events, PassedThrough).models), len(state.units["a1"].now.passed)) == (4, 4)
    assert preview(replace(a_street(*file, **runners), version="12"), climb).refusal is None


@pytest.mark.rule("BLD-DOOR-09")
def test_a_base_wider_than_the_door_pays_an_inch():
    house = a_house(door=replace(DOOR, a=(28.0, 22.0), b=(29.0, 22.0), state="open"))
    for base, code in ((25, None), (40, "too-far")):
        field = a_street((28.5, 23), house=house, profile=a_profile("wide", base_mm=base))
        refusal = preview(field, go((28.5, 19.3))).refusal
        assert (refusal.code if refusal else None) == code


@pytest.mark.rule("BLD-DOOR-09")
def test_the_inch_of_a_wide_base_is_told_and_counts_in_charges_and_rolls_too():
    house = a_house(door=replace(DOOR, a=(28.0, 22.0), b=(29.0, 22.0), state="open"))
    wide = a_profile("wide", base_mm=40)
    shown = preview(a_street((28.5, 23), house=house, profile=wide), go((28.5, 20)))
    assert (shown.spent_in, shown.allowance_in, "BLD-DOOR-09" in shown.rules) == (4, 4, True)
    assert [t.words for leg in shown.legs for t in leg.tolls] == ["squeezing through back door 1″"]
    by_the_doorway = preview(a_street((28.5, 23), house=house, profile=wide), go((28.5, 22), (28.5, 20)))
    assert by_the_doorway.spent_in == 4
    for off, vain in ((26.9, ""), (27.1, "falls short")):
        street = a_street((28.5, off), house=house, profile=wide, theirs=((28.5, 18),))
        assert preview(street, Charge(side="a", unit="a1", target="b1")).vain == vain
    bike = a_profile("biker", base_mm=40, m=8, kind="rider", bike=Bike())
    yard = a_street((28.5, 23), house=house, profile=bike)
    assert preview(yard, go((28.5, 20.5))).chances[0].exact == "5/9"
    _, state = play(yard, go((28.5, 20.5)), {"variable-move": [4, 2]})
    assert state.units["a1"].models[0].at == (28.5, 21)


@pytest.mark.part_of("BLD-MOUSE-02")
@pytest.mark.parametrize("way", [((26.5, 20.5),), ((26.5, 22), (26.5, 20.5)), ((26, 20.5),)])
def test_nobody_slips_through_a_hole_uncounted_by_halting_in_it_or_keeping_to_its_edge(way):
    shown = preview(a_street((way[0][0], 23.2), house=hole(1)), go(*way))
    assert "The hole in House: 1 of 1 used. (BLD-MOUSE-02)" in shown.notes


@pytest.mark.part_of("BLD-WALL-09")
@pytest.mark.parametrize(("walls", "goal"), [("brick", 2), ("corrugated iron", 3), ("thatch", 4)])
def test_who_is_under_a_wall_that_falls_is_hit_at_its_toughness(walls, goal):
    """Toughness 8, 7 and 6 on somebody of Toughness 6, an inch and a half off."""
    worn = {"brick": 6, "corrugated iron": 2, "thatch": 2}[walls]
    street = a_street((26.5, 22.6), house=a_house(holes=(Hole(wall=SOUTH, part=5, dp=worn),), walls=walls), weapons=())
    stone = a_profile("stone", t=6, s=8, a=1)
    victim = replace(street.units["a1"].models[0], profile="stone")
    street = replace(street, profiles={**street.profiles, "stone": stone})
    street = street.with_unit(replace(street.units["a1"], models=(victim,)))
    events, _ = play(street, at_wall(StrikeWall), {"to-wound": [6, 1]})
    goals = [e.goal for e in events if isinstance(e, Rolled) and e.label == "to-wound"]
    assert goals[-1] == goal


@pytest.mark.part_of("BLD-WALL-09")
def test_a_wall_falls_on_those_within_an_inch_and_a_half_and_nobody_further_off():
    worn = a_house(holes=(Hole(wall=SOUTH, part=5, dp=6),))
    street = a_street((26.5, 27), house=worn, theirs=[(28, 23.49), (30, 23.53), (28, 20.51), (30, 20.47)])
    _, state = play(street, at_wall(), {"to-hit": [1], "to-wound": [6, 6, 6]})
    assert [m.id for m in state.units["b1"].alive] == ["b1.2", "b1.4"]


@pytest.mark.rule("BLD-DOOR-10")
def test_a_horse_hears_of_its_second_action_point_at_a_single_door():
    house = a_house(door=replace(DOOR, state="open"))
    horse = a_profile("horse", m=8, kind="rider")
    shown = preview(a_street((28.7, 23), house=house, profile=horse), go((28.7, 20)))
    assert (shown.ap, shown.notes[1]) == (2, "A mount at a single door costs 1 AP more.")
    poor = preview(a_street((28.7, 23), house=house, profile=horse, ap=1), go((28.7, 20))).refusal
    assert (poor.code, poor.rule) == ("too-few-points", "BLD-DOOR-10")


@pytest.mark.part_of("BLD-DOOR-09")
def test_games_of_older_rules_go_on_as_they_began():
    house = a_house(door=replace(DOOR, a=(28.0, 22.0), b=(29.0, 22.0), state="open"))
    older = replace(a_street((28.5, 23), house=house, profile=a_profile("wide", base_mm=40)), version="8")
    assert preview(older, go((28.5, 20))).spent_in == 3
    refusal = preview(older, go((28.5, 19.3))).refusal
    assert (refusal.code, refusal.rule) == ("too-far", "BLD-DOOR-09")


def test_what_stands_near_is_offered():
    kinds = {o.kind: o.label for o in legal_actions(a_street((28.7, 22.8)), "a") if o.kind.endswith("-wall")}
    assert set(kinds) == {"shoot-wall", "strike-wall"}
    wrong = (StrikeWall(**POINT, wall=9), ShootWall(**{**POINT, "terrain": "none"}), StrikeWall(**POINT, opening=4))
    assert {preview(a_street(), action).refusal.code for action in wrong} == {"no-wall"}


@pytest.mark.rule("BLD-MOUSE-02")
def test_chargers_wait_before_a_hole_that_lets_no_more_through():
    inside, file = ((26.5, 18.5),), [(26.5, 22.6), (26.5, 23.7)]
    one = a_street(*file, house=hole(1), theirs=inside)
    charge = Charge(side="a", unit="a1", target="b1")
    shown = preview(one, charge)
    assert "1 held up: what they would go through lets no more through. (BLD-MOUSE-02)" in shown.notes
    assert [y > 22 for _, _, y, _ in shown.ghosts] == [False, True]
    both = preview(a_street(*file, house=hole(2), theirs=inside), charge)
    assert [y > 22 for _, _, y, _ in both.ghosts] == [False, False]
    _, waits = play(one, charge)
    events = decide(waits, Answer(side="b", choice="hold"), SeededDice(1))
    assert the(events, PassedThrough).models == ("a1.1",)


def with_a_loft(below, *, window="closed", holes=()):
    """A second storey on the house, laid out 20 inches to the right and 14 down."""
    glass = Opening(a=(46.0, 36.0), b=(47.4, 36.0), kind="window", name="loft window", state=window)
    inside = Building(handling="tabletop", level=2, of="house", openings=(glass,), holes=holes)
    ring = tuple((x + 20, y + 14) for x, y in RING)
    loft = Terrain(id="loft", name="Loft", points=ring, look="building", height_in=3, building=inside)
    return replace(below, terrain=(*below.terrain, loft))


def at_loft(kind=ShootWall, part=5, **values):
    return kind(side="a", unit="a1", terrain="loft", wall=SOUTH, part=part, **values)


@pytest.mark.rule("BLD-LEVEL-02", "BLD-WALL-01", "BLD-WALL-09")
def test_walls_upstairs_are_shot_at_from_the_street_where_they_truly_are():
    street = with_a_loft(a_street())
    shown = preview(street, at_loft())
    assert (shown.refusal, shown.shots[0].notes[0]) == (None, "range 8.00″")
    offered = {(o.action.terrain, o.action.opening) for o in legal_actions(street, "a") if o.kind == "shoot-wall"}
    assert offered == {("house", 0), ("house", None), ("loft", 0), ("loft", None)}
    _, state = play(street, at_loft(), {"to-hit": [3], "to-wound": [4]})
    assert state.terrain[1].building.holes == (Hole(wall=SOUTH, part=5, dp=1),)
    worn = with_a_loft(a_street(theirs=[(46.5, 35.2), (46.5, 36.8)]), holes=(Hole(wall=SOUTH, part=5, dp=6),))
    _, state = play(worn, at_loft(), {"to-hit": [3], "to-wound": [4, 2], "save": []})
    assert [m.at for m in state.units["b1"].alive] == [(46.5, 36.8)]  # who stands beside the plan is elsewhere
    assert {y for _, y in state.terrain[-1].points} == {34.5, 36.0}


@pytest.mark.rule("BLD-GEN-03", "BLD-LEVEL-02", "BLD-HIGH-06")
def test_walls_upstairs_are_struck_from_that_floor_alone_and_never_through_a_floor():
    assert preview(with_a_loft(a_street((26.5, 22.7))), at_loft(StrikeWall)).refusal.code == "other-floor"
    below = preview(with_a_loft(a_street((26.5, 20))), at_loft()).refusal
    assert (below.code, below.rule) == ("floor-between", "BLD-LEVEL-02")
    up = with_a_loft(a_street((45, 30)))
    assert {o.action.terrain for o in legal_actions(up, "a") if o.kind in ("shoot-wall", "strike-wall")} == {"loft"}
    bow = a_weapon("bow", strength=8, range_in=10, type="heavy", traits=("low-velocity",))
    high = preview(with_a_loft(a_street(weapons=(bow,))), at_loft()).refusal
    assert (high.code, high.rule) == ("out-of-range", "BLD-HIGH-06")


@pytest.mark.rule("BLD-FIRE-02", "BLD-AREA-01")
def test_a_shell_at_a_wall_upstairs_bursts_over_the_heads_of_those_below():
    shell = a_weapon("mortar", strength=8, range_in=36, type="heavy", marker_in=5)
    street = with_a_loft(a_street(weapons=(shell,), theirs=[(26.5, 22.8)]))
    straight = {"scatter-a": [3], "scatter-b": [3], "direction": [90], "to-wound": [6, 4, 3, 2, 5]}
    _, state = play(street, at_loft(), straight)
    assert sum(h.dp for h in state.terrain[1].building.holes) == 3
    assert len(state.units["b1"].alive) == 1
    aside = {"scatter-a": [5], "scatter-b": [4], "direction": [180], "to-wound": [], "save": []}
    events, state = play(street, at_loft(), aside)
    assert (the(events, ShellBurst).at, state.terrain[1].building.holes) == ((26.5, 26.3), ())


@pytest.mark.rule("BLD-INTO-11")
def test_those_behind_a_wall_upstairs_have_its_cover_from_a_shell_at_it():
    """On the loft's plan one is behind the wall, one beside the plan, a third one in the room below."""
    shell = a_weapon("mortar", strength=8, range_in=36, type="heavy", marker_in=5)
    there = [(46.5, 35.2), (46.5, 37.2), (26.5, 21.2)]
    dice = {"scatter-a": [3], "scatter-b": [3], "direction": [90], "to-wound": [2] * 6, "area-cover": [4]}
    _, asked = play(with_a_loft(a_street(weapons=(shell,), theirs=there)), at_loft(), dice)
    _, state = play(asked, Answer(side="b", choice="stand"), {})
    assert [m.at for m in state.units["b1"].alive] == there[1:]


@pytest.mark.part_of("BLD-TMPL-03")
def test_a_stream_at_a_wall_upstairs_licks_at_those_by_its_windows():
    flamer = a_weapon("flamer", type="assault", template=True, range_in=8, strength=6)
    street = with_a_loft(a_street((26.7, 26), weapons=(flamer,), theirs=[(46.7, 35.4), (26.7, 21.4)]), window="open")
    events, _ = play(street, at_loft(), {"to-hit": [1], "to-wound": [6, 1, 1, 1]})
    assert the(events, ShotsFired).hits == 1  # not the man behind the wall below


@pytest.mark.rule("BLD-TMPL-01", "BLD-TMPL-03")
def test_a_stream_too_weak_for_the_wall_still_licks_at_those_by_its_openings():
    flamer = a_weapon("flamer", type="assault", template=True, range_in=8, strength=3)
    house = a_house(door=replace(DOOR, state="open"))
    near, far = ((x, 21.4) for x in (28.2, 24))
    alone = a_street((27.6, 25), house=house, weapons=(flamer,), theirs=[far])
    assert preview(alone, at_wall(part=4)).refusal.code == "cannot-hurt"
    street = a_street((27.6, 25), house=house, weapons=(flamer,), theirs=[near, far])
    (line,) = preview(street, at_wall(part=4)).shots
    text = "within 1″ of an opening: 1 of B1 in hard cover, else on 3 or less each (BLD-TMPL-03)"
    assert line.notes[-1] == text
    events, _ = play(street, at_wall(part=4), {"to-hit": [1], "to-wound": [1]})
    assert the(events, ShotsFired).hits == 1


@pytest.mark.rule("BLD-WALL-13")
def test_a_run_that_stood_is_not_rolled_for_again_by_an_attack_that_destroys_nothing():
    gone = tuple(Hole(wall=SOUTH, part=part, dp=2) for part in (4, 5))
    field = a_street(house=a_house(holes=gone), options={"wall_parts": True})
    _, state = play(field, at_wall(part=2), {"to-hit": [1], "to-wound": [4]})
    assert {(h.part, h.dp) for h in inside_of(state).holes} == {(4, 2), (5, 2), (2, 1)}
    weak = a_street(house=a_house(holes=(*gone, Hole(wall=SOUTH, part=2, dp=1))), options={"wall_parts": True})
    play(weak, at_wall(part=2), {"to-hit": [1], "to-wound": [4], "wall-collapse": [2]})


@pytest.mark.rule("BLD-WALL-09", "BLD-WALL-11", "BLD-WALL-13")
def test_a_wall_that_is_torn_down_inch_by_inch_falls_section_by_section_and_then_no_more():
    strong = a_profile("breaker", s=10, t=10, a=9, w=9, sv=2)
    field = a_street((26.5, 22.9), house=a_house(), profile=strong, options={"wall_parts": True})
    fallen = []
    for part in range(12):
        action = at_wall(StrikeWall, part=part)
        blow = replace(field.units["a1"].models[0], at=(31.5 - part, 22.9), wounds=9)
        field = field.with_unit(replace(field.units["a1"], models=(blow,))).with_turn(active="a1", ap=3)
        if preview(field, action).refusal is not None:
            continue
        events = decide(field, action, SeededDice(str(part)))
        fallen += [(e.wall, e.section) for e in events if isinstance(e, SectionFell)]
        field = fold(events, field)
    assert sorted(fallen) == [(SOUTH, 0), (SOUTH, 1)]
    assert preview(field, at_wall(StrikeWall, part=3)).refusal.rule == "BLD-WALL-09"


@pytest.mark.rule("BLD-WALL-01", "BLD-WALL-04")
def test_each_striker_strikes_the_inch_before_him_and_what_a_blow_does_beyond_it_is_lost():
    field = a_street((26.5, 22.9), (29.5, 22.9), weapons=(CHAINFIST,), options={"wall_parts": True})
    dice = {"to-wound": [6, 6], "structure-dp": [6, 5]}
    _, state = play(field, at_wall(StrikeWall), dice)
    assert {(h.part, h.dp) for h in inside_of(state).holes} == {(5, 2), (2, 2)}
    _, state = play(field, at_wall(StrikeWall, models=("a1.1",)), {"to-wound": [6], "structure-dp": [6]})
    assert {(h.part, h.dp) for h in inside_of(state).holes} == {(5, 2)}


@pytest.mark.rule("BLD-WALL-01")
def test_beside_a_section_that_fell_the_nearest_wall_that_stands_is_offered():
    state = a_street((31, 25), house=a_house(fallen=((SOUTH, 0),)))
    (shot,) = [o.action for o in legal_actions(state, "a") if o.kind == "shoot-wall" and o.action.opening is None]
    assert (shot.wall, shot.part // 6) != (SOUTH, 0)
    _, after = play(state, shot, {"to-hit": [1], "to-wound": [6]})
    assert inside_of(after).holes


@pytest.mark.part_of("BLD-WALL-01")
def test_who_carries_several_weapons_fires_the_strongest_at_a_wall():
    street = a_street((26.5, 26), weapons=(CARBINE, GUN))
    assert [line.weapon for line in preview(street, at_wall()).shots] == ["gun"]


@pytest.mark.part_of("BLD-WALL-09")
@pytest.mark.parametrize("trial", [False, True])
def test_a_wall_falls_on_hulls_too_against_the_armour_that_faces_it(trial):
    """Strength 8 on armour 12 to the left: 4 glances, 3 does nothing; games of older rules spare hulls."""
    tank = (a_trial if trial else a_vehicle)("b1", (30.5, 25), heading=90, side=12)
    options = {"vehicle_module": "trial"} if trial else None
    mine = a_unit("a1", [(26.5, 34)], weapons=(GUN,), facing=0)
    field = a_battle(mine, tank, active="a1", ap=3, terrain=(hole(6),), options=options)
    assert preview(field, at_wall()).notes[1] == "If the section falls, Strength 8 hits 1 of B1."
    for die, result in ((4, "glancing"), (3, "none")):
        dice = {"to-hit": [1], "to-wound": [4], "armour-penetration": [die], "vehicle-damage": [1]}
        events, _ = play(field, at_wall(), dice if die == 4 else {**dice, "vehicle-damage": []})
        struck = the(events, VehicleHit)
        assert (struck.weapon, struck.face, struck.av, struck.kind) == ("The wall of House", "side", 12, result)
        assert "BLD-WALL-09" in struck.rules
    older = replace(field, version="8")
    assert len(preview(older, at_wall()).notes) == 1
    events, _ = play(older, at_wall(), {"to-hit": [1], "to-wound": [4]})
    assert not any(isinstance(e, VehicleHit) for e in events)


BOMB = a_weapon("bomb", type="bomb", range_in=0, strength=8, ap=1, traits=("melta",))
KRAK = a_weapon("krak", type="grenade", range_in=8, strength=6, ap=4, traits=("krak",))
SMOKE = a_weapon("smoke", type="grenade", range_in=8, strength=0)


@pytest.mark.rule("ARAP-CCG-03", "VEH-PLANT-01", "VEH-PLANT-02", "BLD-WALL-04")
def test_charges_are_planted_on_walls_and_doors():
    """A melta-bomb of Strength 8 takes a D6 of points, krak of 6 one; each who carries one does nothing else."""
    state = a_street((26.5, 22.8), weapons=(BOMB,))
    plant = at_wall(StrikeWall, plant=True)
    labels = [o.label for o in legal_actions(state, "a") if o.kind == "strike-wall" and o.action]
    assert "Plant charges on the wall of House" in labels
    shown = preview(state, plant)
    assert (shown.ap, shown.chances[0].exact) == (1, "1/2")
    events, after = play(state, plant, {"to-wound": [4], "structure-dp": [5]})
    assert (the(events, WallHoled).dp, inside_of(after).holes) == (5, (Hole(wall=SOUTH, part=5, dp=5),))
    door = a_street((28.7, 22.8), weapons=(KRAK,))
    events, _ = play(door, replace(at_door(StrikeWall), plant=True), {"to-wound": [4]})
    assert (the(events, WallHoled).dp, the(events, WallHoled).left) == (1, 3)
    none = preview(a_street((26.5, 22.8), weapons=(SMOKE,)), plant).refusal
    assert (none.code, none.rule) == ("no-charge", "ARAP-CCG-03")
    fist = a_weapon("fist", type="melee", strength=8)
    mixed = a_street((26.5, 22.8), (27.5, 22.8), weapons=(fist,), profile=a_profile("two", a=2))
    armed = replace(mixed.units["a1"].models[0], weapons=("fist", "bomb"))
    mixed = mixed.with_unit(replace(mixed.units["a1"], models=(armed, mixed.units["a1"].models[1])))
    mixed = replace(mixed, weapons={**mixed.weapons, "bomb": BOMB})
    assert preview(mixed, plant).notes[:2] == ("3 attacks, all of them hit.", "1 of them Bomb, planted.")


@pytest.mark.rule("BLD-WALL-01", "TRI-FIRE-05")
def test_a_die_of_random_strength_is_rolled_for_each_hit_on_a_wall():
    """D6+2 against Toughness 8: 1 of 6 on average. Up to version 17 the wall was hit without that die."""
    zap = replace(GUN, strength=2, shots=2, traits=("random-strength-d6",))
    state = a_street(weapons=(zap,))
    shot = preview(state, at_wall()).shots[0]
    assert "Strength D6+2 against Toughness 8" in shot.notes
    assert {c.label: c.exact for c in shot.chances} == {"hits": "1/2", "damages": "7/72"}
    dice = {"to-hit": [1, 2], "pick": [6, 1], "to-wound": [4, 1]}
    events, _ = play(state, at_wall(), dice)
    assert the(events, WallHoled).rules
    picks = [e for e in events if isinstance(e, Rolled) and e.label == "pick"]
    assert [e.rules for e in picks] == [("TRI-FIRE-05",)] * 2
    older = replace(a_street(weapons=(replace(zap, strength=5),)), version="17")
    events, _ = play(older, at_wall(), {"to-hit": [1, 2], "to-wound": [1, 1]})
    assert not any(isinstance(e, Rolled) and e.label == "pick" for e in events)


@pytest.mark.rule("BLD-WALL-01", "VEH-CC-02", "ARAP-MELEE-04")
def test_a_wall_is_struck_with_several_weapons_at_once():
    """One attack more each, and none is harder, as none can miss."""
    arms = (CHAINFIST, replace(CHAINFIST, id="hook", strength=4))
    ogre = a_profile("ogre", s=4, a=2)
    state = a_street((26.5, 22.8), weapons=arms, profile=ogre)
    both = replace(at_wall(StrikeWall), several=True)
    assert preview(state, at_wall(StrikeWall)).notes[0] == "2 attacks, all of them hit."
    shown = preview(state, both)
    assert shown.notes[0] == "3 attacks, all of them hit."
    assert "VEH-CC-02" in shown.rules
    events, _ = play(state, both, {"to-wound": [1, 1, 1]})
    assert [len(e.dice) for e in events if isinstance(e, Rolled)] == [2, 1]
    one = a_street((26.5, 22.8), weapons=(CHAINFIST,), profile=ogre)
    assert preview(one, both).refusal.code == "one-weapon"
