"""Houses that are set out and entered by the boarding rule: within two inches of an unlocked way in is inside."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.buildings.boarding.enter import EnterHouse
from rules.buildings.boarding.rulings import EnteringRuled, RuleEntering
from rules.engine import legal_actions, preview
from rules.geometry.lengths import distance
from rules.questions.events import sentence
from rules.table.building import Hole
from tests.builders import a_battle, a_profile, a_unit, play, the
from tests.rules.buildings.doors.test_doors import RIFLE, a_field, go

IN = EnterHouse(side="a", unit="a1", terrain="house")
DOOR_AT = (30.0, 25.0)


def boarded(*mine, partitions=(), holes=(), **values):
    """A squad before a house that is entered so."""
    field = a_field(*mine, **values)
    (house,) = field.terrain
    made = replace(house.building, entered_as_boarding=True, partitions=partitions, holes=holes)
    return replace(field, terrain=(replace(house, building=made),))


def inside(state):
    return {
        m.id: 25 < m.at[0] < 35 and 15 < m.at[1] < 25 for u in state.units.values() if u.side == "a" for m in u.alive
    }


@pytest.mark.rule("BLD-DOOR-11", "VEH-BRD-04")
def test_who_ends_a_move_within_two_inches_of_an_unlocked_door_is_inside():
    for door in ("open", "closed", "broken"):
        field = boarded((30, 31), state=door)  # four inches of move leave it at two
        shown = preview(field, IN)
        assert (shown.ap, shown.spent_in, shown.allowance_in) == (1, 4, 4)
        assert shown.notes == ("A1 goes in by yard door: within 2″ of it is inside.",)
        events, state = play(field, IN)
        moved = the(events, ModelsMoved)
        assert (moved.how, "BLD-DOOR-11" in moved.rules) == ("enter-house", True)
        assert sentence(moved, state) == "A1 goes into House"
        assert inside(state) == {"a1.1": True}
        assert state.turn.ap == 2
        assert shown.ghosts == (("a1.1", *state.units["a1"].models[0].at, 0.0),)


@pytest.mark.rule("BLD-DOOR-11")
def test_who_ends_a_move_further_off_or_at_a_locked_door_is_outside():
    far = preview(boarded((30, 31.1), ap=1), IN).refusal
    assert (far.code, far.rule) == ("out-of-reach", "BLD-DOOR-11")
    assert far.message == "A1.1 comes to 2.1″ of yard door of House: who is further than 2″ is outside."
    assert preview(boarded((30, 31.01), ap=1), IN).refusal is None
    for door in ("locked", "bolted", "blocked"):
        shut = preview(boarded((30, 27), state=door), IN).refusal
        assert (shut.code, shut.rule) == ("locked", "BLD-DOOR-11")
        assert shut.message == f"Yard door of House is {door}: who is before it is outside."
    assert preview(a_field((30, 27)), IN).refusal.code == "no-way-in"


def test_a_second_action_brings_it_nearer():
    (offer,) = [o for o in legal_actions(boarded((30, 31.1)), "a") if o.kind == "enter-house" and o.action]
    assert (offer.label, offer.ap, offer.action.actions) == ("Into House by yard door", 2, 2)


@pytest.mark.rule("BLD-DOOR-11")
def test_who_is_near_enough_stands_by_the_door_inside_and_the_others_stay():
    field = boarded((30, 26.9), (31.2, 26.5), (28.8, 26.5), (30, 31.9))
    shown = preview(field, IN)
    assert shown.notes[:2] == (
        "3 of A1 go in by yard door: within 2″ of it is inside.",
        "1 stays outside, and would be cut off from the rest.",
    )
    _, state = play(field, IN)
    places = [m.at for u in state.units.values() if u.side == "a" for m in u.alive if inside(state)[m.id]]
    assert len(places) == 3
    assert all(distance(at, DOOR_AT) <= 2.1 for at in places)
    assert min(distance(a, b) for n, a in enumerate(places) for b in places[:n]) >= 0.98
    two = replace(IN, models=("a1.1", "a1.2"))
    _, state = play(field, two)
    assert sum(inside(state).values()) == 2
    refusal = preview(field, replace(IN, models=("a1.1", "a1.4"))).refusal
    assert (refusal.code, refusal.rule) == ("out-of-reach", "BLD-DOOR-11")


@pytest.mark.rule("BLD-DOOR-11")
def test_who_finds_no_room_in_the_room_behind_the_door_stays_outside():
    closet = (((28.8, 25.0), (28.8, 23.0)), ((28.8, 23.0), (31.2, 23.0)), ((31.2, 23.0), (31.2, 25.0)))
    squad = [(29, 26.9), (30, 26.9), (31, 26.9), (29.5, 26), (30.5, 26)]
    field = boarded(*squad, partitions=closet)
    events, state = play(field, IN)
    count = sum(inside(state).values())
    assert 0 < count < 5
    assert all(
        28.8 < m.at[0] < 31.2 and m.at[1] > 23 for u in state.units.values() for m in u.alive if inside(state).get(m.id)
    )
    assert f"{count} of A1 go into House" in [sentence(e, state) for e in events if isinstance(e, ModelsMoved)]
    every = preview(field, replace(IN, models=tuple(f"a1.{n}" for n in range(1, 6)))).refusal
    assert (every.code, every.rule) == ("no-room", "BLD-DOOR-11")


BENT = (
    ((28.8, 25.0), (28.8, 21.0)),
    ((28.8, 21.0), (34.9, 21.0)),
    ((31.2, 25.0), (31.2, 23.0)),
    ((31.2, 23.0), (34.9, 23.0)),
)
"""A passage behind the door that turns to the right."""


@pytest.mark.rule("BLD-DOOR-11")
def test_whom_the_room_has_no_place_for_straight_behind_the_door_stand_round_its_corner():
    squad = [(29, 26.9), (30, 26.9), (31, 26.9)]
    crowd = [(29.4, 21.6), (30.4, 21.6), (31.4, 21.6), (29.4, 22.7), (30.5, 22.7)]
    (house,) = boarded((30, 30), partitions=BENT).terrain
    units = (a_unit("a1", squad, weapons=[RIFLE]), a_unit("a2", crowd, weapons=[RIFLE]), a_unit("b1", [(44, 40)]))
    field = a_battle(*units, active="a1", ap=3, terrain=(house,))
    _, state = play(field, IN)
    placed = [m.at for unit in state.units.values() if unit.id.startswith("a1") for m in unit.alive]
    gone_in = [at for at in placed if at[1] < 25]
    assert len(gone_in) == 3
    assert any(at[0] > 31.2 and 21 < at[1] < 23 for at in gone_in)
    assert all(at[0] > 28.8 and at[1] > 21 for at in gone_in), "nobody is behind another wall"
    _, state = play(replace(field, version="19"), IN)
    assert sum(inside(state)[f"a1.{n}"] for n in range(1, 4)) < 3


@pytest.mark.rule("BLD-MOVE-04")
def test_those_inside_and_those_before_the_door_stand_together_within_three_inches():
    field = boarded((30, 26.9), (30, 28), options={"indoor_coherency_waiver": True})
    shown = preview(field, replace(IN, models=("a1.1",)))
    assert shown.notes[1] == "1 stays outside, and would be cut off from the rest."
    field = boarded((30, 26.9), (30, 26), options={"indoor_coherency_waiver": True})
    shown = preview(field, replace(IN, models=("a1.1",)))
    assert shown.notes[1] == "1 stays outside, and the unit stands together."
    assert "BLD-MOVE-04" in shown.rules


@pytest.mark.rule("BLD-MOUSE-02")
def test_a_hole_is_a_way_in_for_as_many_as_it_lets_through():
    hole = Hole(wall=2, part=2, dp=1)
    field = boarded((32.5, 26.5), (33.5, 26.5), holes=(hole,), state="locked")
    (offer,) = [o for o in legal_actions(field, "a") if o.kind == "enter-house" and o.action]
    assert offer.label == "Into House by hole 1"
    _, state = play(field, offer.action)
    assert sum(inside(state).values()) == 1
    assert preview(field, replace(offer.action, models=("a1.1", "a1.2"))).refusal.rule == "BLD-MOUSE-02"


@pytest.mark.rule("BLD-DOOR-07")
def test_the_largest_go_in_by_no_standard_door():
    giant = a_profile("giant", bulk="extremely-bulky", base_mm=80)
    assert preview(boarded((30, 27), profile=giant), IN).refusal.rule in ("BLD-DOOR-07", "BLD-DOOR-08")


def test_nobody_inside_goes_in_again():
    assert preview(boarded((30, 23)), IN).refusal.message == "Nobody of them is before yard door of House."
    assert not [o for o in legal_actions(boarded((30, 23)), "a") if o.kind == "enter-house"]


def test_one_may_still_walk_in():
    _, state = play(boarded((30, 26)), go((30, 23)))
    assert state.units["a1"].models[0].at == (30, 23)


def test_they_keep_away_from_enemies_inside():
    _, state = play(boarded((30, 26.5), theirs=((30, 23.9),)), IN)
    assert distance(state.units["a1"].models[0].at, (30, 23.9)) > 2


@pytest.mark.rule("BLD-DOOR-11")
def test_the_host_rules_how_a_house_is_entered():
    ruling = RuleEntering(side="a", terrain="house", entered="boarding", reason="it has no room for figures")
    events, state = play(a_field((30, 27)), ruling)
    assert sentence(the(events, EnteringRuled), state) == (
        "Host: House is entered by the boarding rule: within 2″ of an unlocked way in is inside"
        " (it has no room for figures)"
    )
    assert preview(state, IN).refusal is None
    _, state = play(state, replace(ruling, entered="walking"))
    assert preview(state, IN).refusal.code == "no-way-in"
    shed = preview(state, replace(ruling, terrain="shed")).refusal
    assert (shed.code, shed.allowed) == ("no-house", "House")
    assert preview(state, replace(ruling, reason=" ")).refusal.code == "no-reason"
