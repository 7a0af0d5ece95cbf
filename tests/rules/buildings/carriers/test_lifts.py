"""Lifts and tubes: where they lead, what a call with dice brings, how those who are stuck get out."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.rulings.disputes import TagUnit
from rules.arap.turn.activation import Activate, EndActivation
from rules.buildings.carriers.ride import RideLift, RuleCarrier
from rules.buildings.doors.work import WorkDoor
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.questions import units
from rules.table.building import Building, Opening
from rules.table.carrier import Carrier
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, play
from tests.rules.vehicles.garage import a_vehicle

SIZE = 8
RULED = {"side": "a", "reason": "the works is repaired"}


def a_floor(level, x):
    ring = ((x, 10.0), (x + SIZE, 10.0), (x + SIZE, 18.0), (x, 18.0))
    inside = Building(handling="tabletop", level=level, of="" if level == 1 else "level-1")
    return Terrain(id=f"level-{level}", name=f"Level {level}", points=ring, look="building", building=inside)


def a_door(number, x, **values):
    ring = ((x, 14.0), (x + 1, 14.0), (x + 1, 15.0), (x, 15.0))
    carrier = Carrier(**{"shaft": "tower", "level": number, **values})
    return Terrain(id=f"door-{number}", name="Tower lift", points=ring, look="lift", carrier=carrier)


def a_tower(*at, levels=(1, 2, 3, 4), options=None, profile=None, ap=3, **values):
    floors = [a_floor(n, 10.0 * n) for n in levels]
    doors = [a_door(n, 10.0 * n + 4, **values) for n in levels]
    squad = a_unit("a1", list(at or [(14, 12.6), (15.2, 12.6)]), profile=profile)
    return a_battle(squad, a_unit("b1", [(60, 40)]), active="a1", ap=ap, terrain=(*floors, *doors), options=options)


def ride(to, door=1):
    return RideLift(side="a", unit="a1", door=f"door-{door}", to=f"door-{to}")


def level_of(state):
    return {
        next(t.building.level for t in state.terrain if t.building and t.points[0][0] <= m.at[0] <= t.points[1][0])
        for m in state.units["a1"].alive
    }


@pytest.mark.rule("BLD-DOOR-01")
def test_whoever_opens_a_door_before_the_lift_rides_in_the_same_action():
    """One operation and a tenth of an inch of four: the one point pays for both."""
    field = a_tower((14.5, 12.4), ap=1)
    hall = field.terrain[0]
    door = Opening(a=(14.0, 13.0), b=(15.0, 13.0), state="closed")
    inside = replace(hall.building, partitions=(((10.0, 13.0), (18.0, 13.0)),), openings=(door,))
    field = replace(field, terrain=(replace(hall, building=inside), *field.terrain[1:]))
    assert preview(field, ride(3)).refusal.code == "out-of-reach"
    work = WorkDoor(side="a", unit="a1", terrain="level-1", opening=0, operations=("open",))
    _, opened = play(field, work)
    shown = preview(opened, ride(3))
    assert (shown.ap, shown.refusal, shown.notes[-1]) == (0, None, "The action was paid at the door.")
    assert {o.ap for o in legal_actions(opened, "a") if o.kind == "ride-lift" and o.action} == {0}
    _, after = play(opened, ride(3))
    assert level_of(after) == {3}
    assert preview(replace(opened, version="12"), ride(3)).refusal.code == "too-few-points"


CALLED = {"lift_call_dice": True}


def answer(state, choice):
    return Answer(side=state.prompt.side, choice=choice)


@pytest.mark.rule("BLD-LIFT-01", "BLD-LIFT-02", "BLD-LEVEL-01", "BLD-LEVEL-02")
def test_a_unit_near_the_doors_is_set_down_within_two_inches_of_them_on_another_level():
    field = a_tower((14, 12.6), (15.2, 11))
    shown = preview(field, ride(3))
    assert (shown.ap, shown.notes) == (1, ("2 levels up, 6″.", "2 of 12 places."))
    assert 1.5 < shown.spent_in < 2
    _, state = play(field, ride(3))
    assert level_of(state) == {3}
    assert all((m.at[0] - 34.5) ** 2 + (m.at[1] - 14.5) ** 2 <= 4.01 for m in state.units["a1"].models)
    assert (state.turn.ap, preview(a_tower((14, 12.6), (27, 30)), ride(3)).refusal.code) == (2, "out-of-reach")
    full = preview(a_tower(capacity=1), ride(3)).refusal
    assert (full.code, full.rule) == ("lift-full", "BLD-LIFT-02")
    assert preview(field, ride(1)).refusal.code == "no-lift"


def test_no_vehicle_rides_in_a_lift():
    hull = a_vehicle("a1", (14, 12.6), length_in=1, width_in=1)
    field = a_tower()
    field = a_battle(hull, a_unit("b1", [(60, 40)]), active="a1", ap=3, terrain=field.terrain)
    assert preview(field, ride(2)).refusal.code == "vehicle"


@pytest.mark.rule("BLD-LIFT-03")
def test_the_call_caps_the_levels_by_the_speed_of_the_lift():
    for speed, reached in (("normal", 1), ("low", 1), ("high", 4)):
        field = a_tower(options=CALLED, speed=speed)
        _, state = play(field, ride(4), dice={"lift-call": [2, 1]})
        if reached == 4:
            assert level_of(state) == {4}
            continue
        assert [o.id for o in state.prompt.options] == {
            "normal": ["door-2", "door-3", "stay"],
            "low": ["door-2", "stay"],
        }[speed]
        _, rode = play(state, answer(state, "door-2"))
        assert level_of(rode) == {2}
        _, stayed = play(state, answer(state, "stay"))
        assert level_of(stayed) == {1}
        assert preview(stayed, ride(2)).refusal.code == "busy"


@pytest.mark.part_of("BLD-LIFT-04", "BLD-LIFT-05")
@pytest.mark.parametrize(("door", "to", "place"), [(1, 3, (14, 12.6)), (4, 2, (44, 12.6))])
def test_a_jam_is_picked_among_the_floors_short_of_the_one_that_was_named(door, to, place):
    field = a_tower(place, options=CALLED, speed="high")
    events, _ = play(field, ride(to, door=door), dice={"lift-call": [1, 1], "pick": [2]})
    (picked,) = (e for e in events if isinstance(e, Rolled) and e.label == "pick")
    assert picked.sides == 2


@pytest.mark.rule("BLD-LIFT-04")
def test_a_double_one_jams_it_for_good_short_of_the_floor():
    field = a_tower(options=CALLED, speed="high", levels=(1, 2, 3))
    _, state = play(field, ride(3), dice={"lift-call": [1, 1], "pick": [2]})
    assert not state.units["a1"].on_table
    (found,) = (one for one in units.states(state, state.units["a1"]) if one.rule == "BLD-LIFT-04")
    assert found.words == "Stuck in Tower lift: gets out at level 2, rolled for as its turns begin"
    assert {t.carrier.state for t in state.terrain if t.carrier} == {"broken"}
    _, state = play(state, EndActivation(side="a"))
    _, state = play(state, EndActivation(side="b"), dice={"lift-free": [3]})
    assert not state.units["a1"].on_table
    refused = preview(state, Activate(side="a", unit="a1", dice=1)).refusal
    assert (refused.code, refused.rule) == ("in-lift", "BLD-LIFT-04")
    _, state = play(state, EndActivation(side="a"))
    _, state = play(state, EndActivation(side="b"), dice={"lift-free": [2]})
    assert (level_of(state), state.units["a1"].lift) == ({2}, None)


@pytest.mark.part_of("BLD-LIFT-04", "BLD-LIFT-05", "BLD-LIFT-07")
@pytest.mark.parametrize(("face", "rule"), [(1, "BLD-LIFT-04"), (2, "BLD-LIFT-05"), (4, "BLD-LIFT-07")])
def test_who_calls_a_double_that_has_them_aboard_names_a_nearer_floor_and_cannot_stay(face, rule):
    field = a_tower(options=CALLED, speed="low", levels=(1, 2, 3, 4, 6))
    _, state = play(field, ride(6), dice={"lift-call": [face, face]})
    within = [f"door-{n}" for n in (2, 3, 4) if n - 1 <= face]
    assert ([o.id for o in state.prompt.options], state.prompt.rule) == (within, rule)
    _, boarded = play(state, answer(state, "door-2"), dice={"pick": [1]} if face == 4 else {})
    assert [t.lift.door for t in boarded.units.values() if t.lift] == {1: ["door-1"], 2: ["door-2"], 4: []}[face]
    _, older = play(replace(field, version="11"), ride(6), dice={"lift-call": [face, face]})
    assert [o.id for o in older.prompt.options] == [*within, "stay"]


@pytest.mark.part_of("BLD-LIFT-04")
def test_where_no_floor_is_within_the_call_nobody_rides_even_by_a_double():
    field = a_tower(options=CALLED, levels=(1, 4))
    _, state = play(field, ride(4), dice={"lift-call": [1, 1]})
    assert [o.id for o in state.prompt.options] == ["stay"]


@pytest.mark.rule("BLD-LIFT-05")
def test_after_a_double_two_it_goes_on_once_it_is_free():
    _, state = play(a_tower(options=CALLED), ride(3), dice={"lift-call": [2, 2]})
    assert {t.carrier.state for t in state.terrain if t.carrier} == {"working"}
    _, state = play(state, EndActivation(side="a"))
    _, state = play(state, EndActivation(side="b"), dice={"lift-free": [1]})
    assert level_of(state) == {3}


@pytest.mark.rule("BLD-LIFT-06")
def test_a_double_three_finds_it_broken_until_the_host_rules_otherwise():
    _, state = play(a_tower(options=CALLED), ride(2), dice={"lift-call": [3, 3]})
    assert level_of(state) == {1}
    assert (preview(state, ride(2)).refusal.code, preview(state, ride(2)).refusal.rule) == (
        "not-working",
        "BLD-LIFT-06",
    )
    mend = RuleCarrier(door="door-2", state="working", capacity=8, **RULED)
    as_it_is = play(play(a_tower(), mend)[1], replace(mend, state="broken", capacity=0))[1]
    assert {d.carrier.capacity for d in as_it_is.terrain if d.carrier} == {8}
    events, state = play(state, mend)
    assert events[0].sentence(state) == "Host: Tower lift works, 8 to a turn (the works is repaired)"
    assert {t.carrier.capacity for t in state.terrain if t.carrier} == {8}
    bad = {"no-lift": {"door": "none"}, "bad-capacity": {"capacity": 101}, "no-reason": {"reason": " "}}
    for code, values in bad.items():
        wrong = RuleCarrier(**{"door": "door-1", "state": "broken", "capacity": 4, **RULED, **values})
        assert preview(state, wrong).refusal.code == code
    assert set(bad) == {"no-lift", "bad-capacity", "no-reason"}


@pytest.mark.rule("BLD-LIFT-07")
def test_a_double_four_opens_on_a_wrong_floor_where_they_leave_or_wait():
    _, state = play(a_tower(options=CALLED), ride(3), dice={"lift-call": [4, 4], "pick": [2]})
    _, left = play(state, answer(state, "leave"))
    assert level_of(left) == {2}
    _, waited = play(state, answer(state, "wait"))
    assert not waited.units["a1"].on_table
    _, waited = play(waited, EndActivation(side="a"))
    _, waited = play(waited, EndActivation(side="b"))
    assert level_of(waited) == {3}


@pytest.mark.rule("BLD-LIFT-08")
def test_on_a_double_five_or_six_it_is_busy_for_this_turn():
    for face in (5, 6):
        _, state = play(a_tower(options=CALLED), ride(3), dice={"lift-call": [face, face]})
        assert (level_of(state), state.turn.ap) == ({1}, 2)
        assert preview(state, ride(3)).refusal.code == "busy"


@pytest.mark.rule("BLD-TUBE-01", "BLD-TUBE-02", "BLD-TUBE-05")
def test_shafts_lead_down_tubes_anywhere_and_doubles_mean_nothing():
    assert preview(a_tower(kind="drop-shaft"), ride(2)).refusal.code == "down-only"
    down = a_tower((24, 12.6), kind="drop-shaft")
    assert "BLD-TUBE-01" in preview(down, ride(1, door=2)).rules
    tube = a_tower(kind="freefall-tube", options={"tube_level_dice": True}, capacity=1)
    assert preview(tube, ride(4)).refusal is None
    _, state = play(tube, ride(4), dice={"tube-levels": [3, 3]})
    assert level_of(state) == {4}


@pytest.mark.rule("BLD-TUBE-06")
def test_some_troops_are_new_to_tubes_and_others_are_not():
    tube = a_tower(kind="freefall-tube")
    assert [c.label for c in preview(tube, ride(4)).chances] == []
    new = TagUnit(side="a", unit="a1", tag="new-to-tubes", reason="hill folk")
    _, tagged = play(tube, new)
    shown = preview(tagged, ride(4))
    assert ([c.label for c in shown.chances], "BLD-TUBE-06" in shown.rules) == (["dares"], True)
    _, after = play(tagged, ride(4), {"leadership": [6, 6]})
    assert level_of(after) == {1}
    lift = play(a_tower(), new)[1]
    assert "BLD-TUBE-06" not in preview(lift, ride(4)).rules


@pytest.mark.rule("BLD-TUBE-03")
def test_a_travel_tube_leads_sixteen_inches_along_or_four_levels():
    doors = [a_door(n, 10.0 * n + 4, kind="travel-tube", level=1, along_in=12.0 * (n - 1)) for n in (1, 2, 3)]
    floors = [a_floor(n, 10.0 * n) for n in (1, 2, 3)]
    field = a_battle(a_unit("a1", [(14, 12.6)]), a_unit("b1", [(60, 40)]), active="a1", ap=2, terrain=(*floors, *doors))
    assert preview(field, ride(2)).notes == ("12″ along.",)
    assert preview(field, ride(3)).refusal.code == "too-far"
    labels = [o.label for o in legal_actions(field, "a") if o.kind == "ride-lift" and o.action]
    assert labels == ["Tower lift to level 1, 12″"]
    assert preview(a_tower(kind="travel-tube", one_way=True, levels=(1, 2)), ride(2)).refusal is None
    back = a_tower((24, 12.6), kind="travel-tube", one_way=True)
    assert preview(back, ride(1, door=2)).refusal.code == "one-way"
    both = [replace(doors[1], carrier=replace(doors[1].carrier, level=2)), *doors[::2]]
    assert preview(replace(field, terrain=(*floors, *both)), ride(2)).refusal.code == "both-ways"
    lifts = [replace(d, carrier=replace(d.carrier, kind="lift")) for d in doors]
    assert preview(replace(field, terrain=(*floors, *lifts)), ride(2)).refusal.code == "same-level"


@pytest.mark.rule("BLD-TUBE-06")
def test_troops_new_to_tubes_may_not_dare():
    field = a_tower(kind="freefall-tube", options={"tube_unfamiliar_ld_test": True})
    assert preview(field, ride(2)).chances[0].label == "dares"
    _, state = play(field, ride(2), dice={"leadership": [6, 6]})
    assert (level_of(state), preview(state, ride(2)).refusal.code) == ({1}, "busy")
    _, state = play(field, ride(2), dice={"leadership": [2, 3]})
    assert level_of(state) == {2}
