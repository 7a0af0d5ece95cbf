"""Bursts at houses that are entered: walls keep them off, open doors let them through."""

import pytest
from msgspec.structs import replace

from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.lob import Lob
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.templates import marker
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.rulings import RuleInnerWalls, RuleRoom
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.geometry.templates import Marker
from rules.table.building import Building, Opening, Room
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, a_weapon, play, the
from tests.rules.buildings.doors.test_doors import a_field


def struck(centre, **door):
    state = a_field((40, 40), theirs=((27, 25.9), (27, 24.1), (30, 24.6)), **door)
    return [u.model for u in marker.under(state, Marker(centre, 1.5), state.units["a1"].models[0])]


def test_a_wall_keeps_a_burst_from_those_behind_it():
    assert struck((27.0, 25.8)) == ["b1.1"]
    assert struck((27.0, 24.2)) == ["b1.2", "b1.3"]


def test_a_burst_reaches_through_an_open_door_and_not_through_a_shut_one():
    assert struck((30.0, 25.2)) == ["b1.3"]
    assert struck((30.0, 25.2), state="closed") == []


def a_cellar(*theirs, size=(5, 5), **values):
    x, y = size
    ring = ((30.0, 20.0), (30.0 + x, 20.0), (30.0 + x, 20.0 + y), (30.0, 20.0 + y))
    inside = Building(handling="tabletop", openings=(Opening(a=(30.0, 21.0), b=(30.0, 23.0)),), **values)
    room = Terrain(id="cellar", name="Cellar", points=ring, look="building", building=inside)
    mortar = a_weapon("burster", type="assault", range_in=24, marker_in=3)
    squad = a_unit("a1", [(24, 22)], weapons=[mortar])
    return a_battle(squad, a_unit("b1", theirs), active="a1", ap=2, terrain=(room,))


HOME = {"scatter-a": [2], "scatter-b": [2], "direction": [0]}


def burst(field, hits):
    wounds = {"to-wound": [1] * hits} if hits else {}
    return the(play(field, FireAtSpot(side="a", unit="a1", at=(32.0, 22.0)), {**HOME, **wounds})[0], ShellBurst)


@pytest.mark.rule("BLD-CONF-01", "BLD-CONF-02")
def test_a_burst_in_a_small_room_reaches_everybody_in_it():
    found = burst(a_cellar((34.5, 24.5), (34.5, 22), (36, 22)), 2)
    assert set(found.touched) == {"b1.1", "b1.2"}
    assert burst(a_cellar((34.5, 24.5), roofless=True), 0).touched == ()


@pytest.mark.rule("BLD-CONF-04")
def test_in_a_larger_one_it_reaches_three_inches_and_four_by_a_wall():
    found = burst(a_cellar((34.9, 22), (35.2, 22), size=(9, 5)), 1)
    assert found.touched == ("b1.1",)
    near = burst(a_cellar((35.9, 22), size=(9, 2.8)), 1)
    assert near.touched == ("b1.1",)


@pytest.mark.rule("BLD-CONF-04")
def test_an_open_doorway_throws_no_blast_back_as_a_solid_wall_does():
    """An inch from the middle of an open door two inches wide: three inches; shut, or in older games, four."""
    shut = Opening(a=(30.0, 21.0), b=(30.0, 23.0), state="closed")
    hall = a_cellar((34.1, 22), size=(12, 4))
    (cellar,) = hall.terrain
    closed = replace(hall, terrain=(replace(cellar, building=replace(cellar.building, openings=(shut,))),))
    for field, touched in ((hall, ()), (closed, ("b1.1",)), (replace(hall, version="10"), ("b1.1",))):
        inside = replace(field.units["a1"].models[0], at=(40, 22), facing=270)
        field = field.with_unit(replace(field.units["a1"], models=(inside,)))
        shot = FireAtSpot(side="a", unit="a1", at=(31.0, 22.0))
        events = play(field, shot, {**HOME, **({"to-wound": [1]} if touched else {})})[0]
        assert the(events, ShellBurst).touched == touched


BY_THE_DOOR = ((33, 22), (29.1, 21.5), (29.1, 22.5), (28.9, 22))


@pytest.mark.rule("BLD-CONF-03")
def test_who_stands_by_an_open_door_is_hit_on_three_or_less():
    dice = {**HOME, "area-cover": [3, 4], "to-wound": [1, 1]}
    events, _ = play(a_cellar(*BY_THE_DOOR), FireAtSpot(side="a", unit="a1", at=(32.0, 22.0)), dice)
    assert the(events, ShellBurst).touched == ("b1.1", "b1.2", "b1.3")
    (rolled,) = (e for e in events if isinstance(e, Rolled) and e.label == "area-cover")
    assert (rolled.goal, rolled.made, rolled.rules) == (3, (True, False), ("BLD-CONF-03",))


def test_nothing_comes_out_by_a_shut_door_nor_far_from_an_open_one():
    shut = a_cellar(*BY_THE_DOOR)
    (cellar,) = shut.terrain
    door = replace(cellar.building.openings[0], state="closed")
    shut = replace(shut, terrain=(replace(cellar, building=replace(cellar.building, openings=(door,))),))
    firer = shut.units["a1"].models[0]
    assert [u.model for u in marker.under(shut, Marker((32.0, 22.0), 1.5), firer)] == ["b1.1"]
    far = a_cellar((28.9, 22))
    assert marker.under(far, Marker((30.3, 22.0), 2.5), firer) == []


def test_beside_the_plan_of_an_upper_floor_nobody_is_by_its_window():
    field = a_cellar((29.1, 22))
    (plan,) = field.terrain
    house = replace(plan, id="house", points=tuple((x, y + 20) for x, y in plan.points))
    upper = replace(plan, building=replace(plan.building, level=2, of="house"))
    firer = field.units["a1"].models[0]
    assert len(marker.under(field, Marker((32.0, 22.0), 1.5), firer)) == 1
    upstairs = replace(field, terrain=(house, upper))
    assert marker.under(upstairs, Marker((32.0, 22.0), 1.5), firer) == []


@pytest.mark.rule("BLD-CONF-02")
def test_a_preview_says_whom_a_burst_in_a_room_reaches():
    def noted(**room):
        shown = preview(a_cellar((32, 22), **room), Shoot(side="a", unit="a1", target="b1"))
        return [n for n in shown.shots[0].notes if "BLD-CONF" in n]

    (small,) = noted()
    assert small == (
        "on target it hits everybody in the room (BLD-CONF-02); within 1″ of an opening outside, on 3 or less"
        " (BLD-CONF-03); odds are as in the open"
    )
    assert noted(size=(9, 5))[0].startswith("on target it hits everybody within 3″ in there (BLD-CONF-04)")
    assert noted(roofless=True) == []
    spot = preview(a_cellar((32, 22)), FireAtSpot(side="a", unit="a1", at=(32.0, 22.0)))
    assert small in spot.shots[0].notes


def lobbed(hits, **room):
    """A mortar shell right over the cellar, with one man in it and one before its door."""
    mortar = a_weapon("mortar", type="heavy", range_in=48, strength=4, marker_in=5, traits=("high-trajectory",))
    (cellar,) = a_cellar(**room).terrain
    squad = a_unit("a1", [(10, 22)], weapons=[mortar])
    state = a_battle(squad, a_unit("b1", [(33, 22), (29.5, 22)]), active="a1", ap=3, terrain=(cellar,))
    guess = Guess(model="a1.1", bearing=90, range_in=22)
    action = Lob(side="a", unit="a1", weapon="mortar", guesses=(guess,), target="b1")
    events, after = play(state, action, {**HOME, **({"to-wound": [1] * hits} if hits else {})})
    found = the(events, ShellBurst)
    return found, found.sentence(after)


@pytest.mark.rule("BLD-FIRE-03", "BLD-FIRE-04")
def test_what_is_lobbed_at_a_house_bursts_on_its_roof():
    found, words = lobbed(0)
    assert (found.touched, found.roof) == ((), "Cellar")
    assert words == "Mortar comes down on target and bursts on the roof of Cellar"


def test_without_a_roof_it_comes_down_inside():
    found, _ = lobbed(2, roofless=True)
    assert (found.roof, found.touched) == ("", ("b1.1", "b1.2"))


def thin(*theirs, **values):
    """A cellar of 5 by 5 inches in two rooms."""
    rooms = (Room(letter="A", points=((30.0, 20.0), (32.5, 20.0), (32.5, 25.0), (30.0, 25.0))),)
    rooms += (Room(letter="B", points=((32.5, 20.0), (35.0, 20.0), (35.0, 25.0), (32.5, 25.0))),)
    inner = (((32.5, 20.0), (32.5, 25.0)),)
    return a_cellar(*theirs, sections=rooms, partitions=inner, **values)


def aimed_at(field, dice):
    return play(field, FireAtSpot(side="a", unit="a1", at=(31.5, 22.0)), {**HOME, **dice})[0]


@pytest.mark.rule("BLD-CONF-06", "BLD-CONF-02")
def test_blasts_go_through_thin_inner_walls_and_who_is_behind_one_is_hit_on_four_or_less():
    theirs = ((31, 24.5), (34, 22), (34.9, 24.9))
    solid = the(aimed_at(thin(*theirs), {"to-wound": [1]}), ShellBurst)
    assert solid.touched == ("b1.1",)
    events = aimed_at(thin(*theirs, thin_walls=True), {"area-cover": [4], "to-wound": [1, 1]})
    assert set(the(events, ShellBurst).touched) == {"b1.1", "b1.2"}
    (rolled,) = (e for e in events if isinstance(e, Rolled) and e.label == "area-cover")
    assert (rolled.goal, rolled.rules[-1]) == (4, "BLD-CONF-06")


@pytest.mark.part_of("BLD-CONF-06", "ARAP-AREA-01")
def test_before_a_wall_the_ground_in_front_of_it_is_offered_though_nobody_is_in_sight():
    """Without an offer the page has no button by which the ground could be aimed at."""
    (offer,) = [o for o in legal_actions(thin((34, 22)), "a") if o.kind == "shoot" and o.action is not None]
    assert (offer.label, offer.target) == ("Shoot at the ground", None)
    assert preview(thin((34, 22)), offer.action).refusal is None


@pytest.mark.rule("BLD-CONF-06")
def test_the_table_may_have_thin_walls_everywhere():
    field = thin((34, 22))
    field = replace(field, options={**field.options, "thin_walls": True})
    shown = preview(field, FireAtSpot(side="a", unit="a1", at=(31.5, 22.0)))
    assert "behind thin walls on 4 or less (BLD-CONF-06)" in str(shown.shots[0].notes)
    aimed_at(field, {"area-cover": [5]})


@pytest.mark.rule("BLD-CONF-06")
def test_the_host_rules_in_play_that_inner_walls_are_thin_or_not():
    """Of one floor, whatever the table and the scenario say."""
    field = thin((34, 22))
    ruling = RuleInnerWalls(side="a", terrain=field.terrain[0].id, walls="thin", reason="lath")
    events, state = play(field, ruling)
    assert events[0].sentence(state).endswith("are thin: blasts go through them (lath)")
    assert set(the(aimed_at(state, {"area-cover": [4], "to-wound": [1]}), ShellBurst).touched) == {"b1.1"}
    _, state = play(state, replace(ruling, walls="solid"))
    assert the(aimed_at(state, {}), ShellBurst).touched == ()
    assert preview(field, replace(ruling, terrain="x")).refusal.code == "no-inner-walls"
    assert preview(field, replace(ruling, reason=" ")).refusal.code == "no-reason"


@pytest.mark.rule("BLD-CONF-01")
def test_rooms_are_confined_as_was_said_of_them_else_by_their_ceiling():
    shot = Shoot(side="a", unit="a1", target="b1")

    def rules(**values):
        return preview(a_cellar((32, 22), **values), shot).rules

    assert "BLD-CONF-01" in rules()
    assert "BLD-CONF-01" not in rules(confined=False)
    assert "BLD-CONF-01" in rules(roofless=True, confined=True)
    room = Room(letter="A", points=((30.0, 20.0), (35.0, 20.0), (35.0, 25.0), (30.0, 25.0)), high_ceiling=True)
    assert "BLD-CONF-01" not in rules(sections=(room,))
    assert "BLD-CONF-01" in rules(sections=(replace(room, confined=True),), partitions=(((30.0, 25.0), (35.0, 25.0)),))
    field = a_cellar((32, 22))
    hall = replace(field.terrain[0], height_in=4)
    assert "BLD-CONF-01" not in preview(replace(field, terrain=(hall,)), shot).rules


@pytest.mark.rule("BLD-CONF-01")
def test_the_host_rules_in_play_whether_bursts_find_room():
    shot = Shoot(side="a", unit="a1", target="b1")
    field = a_cellar((32, 22))
    ruling = RuleRoom(side="a", room=f"{field.terrain[0].id}/", what="roomy", reason="the vault has fallen in")
    roomy = play(field, ruling)[1]
    assert "BLD-CONF-01" not in preview(roomy, shot).rules
    assert "BLD-CONF-01" in preview(play(roomy, replace(ruling, what="confined"))[1], shot).rules
    assert preview(field, replace(ruling, what="open-space")).refusal.code == "no-such-room"
    halved = replace(field.terrain[0].building, sections=(Room(letter="A", points=field.terrain[0].points),))
    field = replace(field, terrain=(replace(field.terrain[0], building=halved),))
    roomy = play(field, replace(ruling, room=f"{field.terrain[0].id}/A"))[1]
    assert "BLD-CONF-01" not in preview(roomy, shot).rules


@pytest.mark.rule("BLD-CONF-02")
def test_furniture_shelters_nobody_in_a_confined_room():
    field = a_cellar((32, 22))
    desk = Terrain(id="desk", name="Desk", points=((31.8, 21.8), (32.2, 21.8), (32.2, 22.2), (31.8, 22.2)))
    field = replace(field, terrain=(*field.terrain, replace(desk, look="furniture", cover="hard")))
    events = play(field, FireAtSpot(side="a", unit="a1", at=(33.2, 22.0)), {**HOME, "to-wound": [1]})[0]
    assert the(events, ShellBurst).touched == ("b1.1",)
