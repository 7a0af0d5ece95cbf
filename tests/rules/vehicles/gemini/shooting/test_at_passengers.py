"""People in the open on vehicles as targets. (VEH-OPEN-01, VEH-OPEN-02, VEH-BRD-13)"""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import WoundsTaken
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from rules.vehicles.gemini.shooting import at_passengers
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.events import VehicleHit
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import GUN, a_carrier, a_vehicle

RIFLE = a_weapon("rifle", strength=4, ap=5)
AT_VEHICLE = Shoot(side=A, unit="a1", target="b1")
AT_PEOPLE = Shoot(side=A, unit="a1", target="b2")


def truck(x, *, options=None, riders=None, shooters=1, **values):
    """A truck b1 whose near side is x inches from riflemen a1, with two people b2 in its open top."""
    hull = a_carrier("b1", (20 + x + 1.5, 24), **{"open_topped": True, **values})
    people = a_unit("b2", [(0, 0)] * 2, aboard="b1", **(riders or {}))
    squad = a_unit("a1", a_row(shooters, 20, 24, 0), weapons=(RIFLE,), profile=a_profile("ranger", bs=4))
    return a_battle(squad, hull, people, active="a1", ap=2, options=options)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


def rolls(events, label):
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


@pytest.mark.rule("VEH-OPEN-01")
@pytest.mark.parametrize("face", [3, 4])
def test_hits_from_afar_are_shared_with_the_people(face):
    dice = {"to-hit": [4], "randomise-target": [face]}
    dice |= {"pick": [1], "to-wound": [1]} if face > 3 else {"armour-penetration": [1]}
    events, _ = play(truck(14), AT_VEHICLE, dice)
    assert len([e for e in events if isinstance(e, VehicleHit)]) == (1 if face == 3 else 0)
    assert len(rolls(events, "to-wound")) == (0 if face == 3 else 1)


@pytest.mark.part_of("VEH-OPEN-01")
@pytest.mark.parametrize(("away", "why"), [(14, ""), (12, "cannot hurt it")])
def test_a_shot_that_bounces_is_not_in_vain_while_it_may_fall_on_the_people(away, why):
    shown = preview(truck(away, front=12, side=12, rear=12), AT_VEHICLE)
    assert shown.in_vain == why
    spills = "from afar: on 4 or more a hit falls on the people on it"
    assert [spills in line.notes for line in shown.shots[:2]] == [False, away == 14]


@pytest.mark.part_of("VEH-OPEN-01")
def test_a_plan_of_fire_from_afar_says_what_becomes_of_the_people():
    """Half of the hits fall on them; S4 wounds T3 on 3 or more, and they have no save."""
    line = preview(truck(14), AT_VEHICLE).shots[-1]
    assert (line.name, line.goal_text) == ("Rifle on the people on it", "4 or more")
    assert {c.label: c.exact for c in line.chances} == {"falls on them": "1/2", "costs one of them a wound": "1/3"}
    assert preview(truck(10), AT_VEHICLE).shots[-1].name == "Rifle on side armour 11"


@pytest.mark.part_of("VEH-OPEN-01")
def test_the_chance_to_destroy_an_open_top_from_afar_counts_the_hits_that_it_takes_itself():
    hull = a_carrier("b1", (40, 24), open_topped=True)
    people = a_unit("b2", [(0, 0)] * 2, aboard="b1")
    shot = FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),))
    odds = []
    for may_fall_on_people in (True, False):
        options = {"passengers_hit_at_long_range": may_fall_on_people}
        state = a_battle(a_vehicle("a1", (10, 24)), hull, people, active="a1", ap=2, options=options)
        chances = preview(state, shot).chances
        odds.append(next(Fraction(c.exact) for c in chances if c.label.endswith("destroyed")))
    assert odds[0] * 2 == odds[1]


@pytest.mark.part_of("VEH-OPEN-01")
def test_at_short_range_a_shot_at_the_vehicle_hits_the_vehicle():
    """Twelve inches are short for a rifle of 24; it fires twice there."""
    events, _ = play(truck(12), AT_VEHICLE, {"to-hit": [4, 5], "armour-penetration": [1]})
    assert rolls(events, "randomise-target") == []
    assert the(events, VehicleHit).kind == "none"


@pytest.mark.rule("VEH-OPEN-01", "VEH-OPEN-02")
def test_people_are_aimed_at_within_short_range_in_hard_cover():
    shown = preview(truck(8), AT_PEOPLE)
    assert shown.shots[0].goal == 1
    assert [(m.value, m.rule) for m in shown.shots[0].modifiers] == [(-1, "ARAP-HIT-03"), (-2, "VEH-OPEN-02")]
    events, state = play(truck(8), AT_PEOPLE, {"to-hit": [1, 2], "pick": [1], "to-wound": [3]})
    assert the(events, WoundsTaken).unit == "b2"
    assert len(state.units["b2"].alive) == 1
    error = refused(truck(14), AT_PEOPLE)
    assert (error.code, error.rule) == ("beyond-short-range", "VEH-OPEN-01")


@pytest.mark.part_of("VEH-AT-02", "VEH-BRD-13", "ARAP-HIT-08")
@pytest.mark.parametrize(("moved", "fast"), [(11, []), (12, [-1]), (24, [-2])])
def test_people_aboard_are_as_fast_as_what_carries_them(moved, fast):
    """BS4 at two who cling outside."""
    state = truck(8, riders={"clinging": True})
    state = state.with_unit(replace(state.units["b1"], now=UnitTurn(moved_in=moved)))
    for target in (AT_VEHICLE, AT_PEOPLE):
        shot = preview(state, target).shots[0]
        assert [m.value for m in shot.modifiers if m.rule in ("VEH-AT-02", "ARAP-HIT-08")] == fast


@pytest.mark.part_of("VEH-OPEN-02")
@pytest.mark.parametrize(
    ("options", "values", "riders", "cover"),
    [
        ({}, {}, {}, "hard"),
        ({}, {"civilian": True}, {}, "none"),
        ({"passengers_hard_cover": "always"}, {"civilian": True}, {}, "hard"),
        ({"passengers_hard_cover": "never"}, {}, {}, "none"),
        ({"passengers_hard_cover": "always"}, {}, {"clinging": True}, "none"),
        ({}, {"civilian": True, "flags": {"tags": ("sheltering",)}}, {}, "hard"),
        ({}, {"flags": {"tags": ("bare",)}}, {}, "none"),
        ({"passengers_hard_cover": "always"}, {"flags": {"tags": ("bare",)}}, {}, "hard"),
        ({"passengers_hard_cover": "never"}, {"flags": {"tags": ("sheltering",)}}, {}, "none"),
    ],
)
def test_cover_of_people_aboard(options, values, riders, cover):
    state = truck(8, options=options, riders=riders, **values)
    assert at_passengers.cover(state, state.units["b2"]) == cover


@pytest.mark.part_of("VEH-OPEN-02")
def test_the_table_may_let_all_hits_from_afar_strike_the_vehicle():
    state = truck(14, options={"passengers_hit_at_long_range": False})
    events, _ = play(state, AT_VEHICLE, {"to-hit": [4], "armour-penetration": [1]})
    assert rolls(events, "randomise-target") == []


@pytest.mark.rule("VEH-OPEN-01")
def test_people_inside_a_closed_hull_are_no_target_until_they_use_a_hatch():
    closed = truck(8, open_topped=False)
    assert refused(closed, AT_PEOPLE).code == "inside"
    assert "b2" not in {o.target for o in legal_actions(closed, A)}
    seen = truck(8, open_topped=False, riders={"now": UnitTurn(at_hatch=("b2.2",))})
    assert AT_PEOPLE in [o.action for o in legal_actions(seen, A)]
    events, _ = play(seen, AT_PEOPLE, {"to-hit": [1, 2], "to-wound": [3]})
    assert [w.model for w in the(events, WoundsTaken).wounds] == ["b2.2"]


@pytest.mark.rule("VEH-BRD-13")
def test_who_clings_is_shot_at_as_in_an_open_top_without_cover():
    state = truck(8, open_topped=False, riders={"clinging": True})
    assert preview(state, AT_PEOPLE).shots[0].goal == 3
    far = truck(14, open_topped=False, riders={"clinging": True})
    events, _ = play(far, AT_VEHICLE, {"to-hit": [4], "randomise-target": [4], "pick": [2], "to-wound": [1]})
    assert the(rolls(events, "randomise-target"), Rolled).rules == ("VEH-OPEN-01", "VEH-BRD-13")


@pytest.mark.rule("VEH-OPEN-01")
def test_mounted_weapons_share_and_pick_people_as_well():
    state = truck(14, shooters=1)
    tank = a_vehicle("a2", (20, 24), heading=90, weapons=(replace(GUN, range_in=24),))
    state = replace(
        state,
        units={**state.units, "a2": tank[0]},
        profiles={**state.profiles, **{p.id: p for p in tank[1]}},
        weapons={**state.weapons, **{w.id: w for w in tank[2]}},
    ).with_turn(active="a2", ap=1)
    at_people = FireVehicle(side=A, unit="a2", shots=(MountShot(mount=0, target="b2"),))
    assert refused(state, at_people).code == "beyond-short-range"
    at_hull = FireVehicle(side=A, unit="a2", shots=(MountShot(mount=0, target="b1"),))
    events, after = play(state, at_hull, {"to-hit": [4], "randomise-target": [6], "pick": [2], "to-wound": [2]})
    assert [m.id for m in after.units["b2"].alive] == ["b2.1"]
    near = state.with_unit(replace(state.units["a2"], models=(replace(tank[0].models[0], at=(24, 24)),)))
    events, _ = play(near, at_people, {"to-hit": [1], "pick": [2], "to-wound": [2]})
    assert the(events, WoundsTaken).unit == "b2"


@pytest.mark.rule("ARAP-SHOOT-03")
@pytest.mark.parametrize(("choice", "firer"), [("measured", "a2.2"), ("body", "a2.1"), ("hand", "a2.2")])
def test_a_doubtful_line_of_people_aboard_is_judged_where_their_hull_stands(choice, firer):
    """The end of a wall hides the enemy by a hair from the one on the left; one of them may fire over that side."""
    wall = Terrain(
        id="w", name="Wall", points=((26, 5), (26, 23.65)), line=True, width_in=0.2, going="impassable", height_in=9,
        blocks_sight=True,
    )  # fmt: skip
    riders = a_unit("a2", [(0, 0)] * 2, aboard="a1", weapons=(RIFLE,), profile=a_profile("ranger", bs=4))
    state = a_battle(
        a_carrier("a1", (20, 24), open_topped=True, heading=90),
        riders,
        a_unit("b1", [(32, 24)]),
        active="a2",
        ap=2,
        terrain=(wall,),
        options={"doubtful_shots_asked": True},
    )
    _, waits = play(state, Shoot(side=A, unit="a2", target="b1"))
    assert [(d.matter, d.model, d.counts) for d in waits.prompt.doubts] == [("seen", "a2.1", False)]
    events, _ = play(waits, Answer(side="b", choice=choice), {"to-hit": [6, 6]})
    assert the(events, ShotsFired).shots == {firer: 2}


FLAMER = a_weapon("flamer", type="assault", strength=4, ap=5, template=True)
SHELL = a_weapon("shell", type="heavy", range_in=48, strength=4, ap=5, marker_in=3)


def under_fire(weapon, riders=None, *, shooters=1):
    """The same truck, nose on, two inches from somebody with that weapon."""
    state = truck(2, riders=riders, shooters=shooters, heading=90)
    burner, profiles, weapons = a_unit("a1", [(20, 24)], weapons=(weapon,), profile=a_profile("burner", bs=4))
    state = state.with_unit(burner)
    return replace(
        state,
        profiles={**state.profiles, **{p.id: p for p in profiles}},
        weapons={**state.weapons, **{w.id: w for w in weapons}},
    )


@pytest.mark.part_of("VEH-OPEN-01")
@pytest.mark.parametrize("aim", [AT_VEHICLE, AT_PEOPLE])
@pytest.mark.parametrize(("riders", "die", "people"), [({}, 1, 2), ({}, 3, 0), ({"clinging": True}, 3, 2)])
def test_flames_strike_the_hull_and_those_on_it_whichever_is_aimed_at(aim, riders, die, people):
    """BS4, one less at two people; in the hard cover of an open top they are hit by a roll that is two better."""
    state = under_fire(FLAMER, riders)
    assert preview(state, aim).shots[0].goal == (4 if aim is AT_VEHICLE else 3)
    dice = {"to-hit": [die], "to-wound": [6] * people, "armour-penetration": [1]}
    events, _ = play(state, aim, {label: faces for label, faces in dice.items() if faces})
    assert the(events, VehicleHit).unit == "b1"
    assert {e.target: e.hits for e in events if isinstance(e, ShotsFired)}.get("b2", 0) == people


@pytest.mark.rule("VEH-OPEN-01")
@pytest.mark.parametrize(("aim", "people"), [(AT_VEHICLE, 2), (AT_PEOPLE, 1)])
def test_a_shell_strikes_the_hull_and_those_on_it_who_are_under_its_marker(aim, people):
    """It comes down on the middle of the hull, or on one of two people, who stand 2.5 inches apart."""
    state = under_fire(SHELL, {"clinging": True})
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [360], "to-wound": [6] * people, "armour-penetration": [1]}
    events, _ = play(state, aim, dice)
    assert the(events, VehicleHit).unit == "b1"
    assert {e.target: e.hits for e in events if isinstance(e, ShotsFired)}["b2"] == people


@pytest.mark.part_of("VEH-OPEN-01")
def test_a_plan_of_flames_at_a_hull_says_who_on_it_is_under_them():
    shown = preview(under_fire(FLAMER, {"clinging": True}), AT_VEHICLE)
    assert "under the template: 2 of B2 in the open" in str(shown)
    assert any(at_passengers.STRUCK_AS_WELL in line.notes for line in shown.shots)
    at_them = preview(under_fire(FLAMER), AT_PEOPLE)
    assert "under the template: 2 of B2 in hard cover" in str(at_them)


@pytest.mark.part_of("VEH-OPEN-01")
def test_who_rides_on_the_hull_that_burns_others_is_not_burnt():
    hull = a_carrier("a1", (20, 24), heading=90, weapons=(FLAMER,))
    riders = a_unit("a2", [(0, 0)] * 2, aboard="a1", clinging=True)
    state = a_battle(hull, riders, a_unit("b1", [(24, 24)]), active="a1", ap=2)
    shot = FireVehicle(side=A, unit="a1", shots=(MountShot(mount=0, target="b1"),))
    events, _ = play(state, shot, {"to-hit": [1], "to-wound": [6]})
    assert [e.target for e in events if isinstance(e, ShotsFired)] == ["b1"]
