"""Who bunches in a doorway; bikes, horses and jump troops indoors."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.movement.jump import LeapUp
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.buildings.doors.bottlenecks import BunchedInDoorway
from rules.buildings.rulings import RoomRuled, RuleRoom
from rules.engine import legal_actions, preview
from rules.forces.profile import Bike
from rules.questions.events import sentence
from rules.table.building import Room
from tests.builders import a_profile, a_weapon, play, the
from tests.rules.arap.heights import a_cliff, going
from tests.rules.buildings.doors.test_doors import a_field, go

SHOT = Shoot(side="a", unit="a1", target="b1")
FOE = ((30, 19.5),)
HORSE = a_profile("lancer", m=8, kind="rider", bulk="very-bulky", base_mm=40)
BIKE = replace(HORSE, id="biker", bike=Bike())


def two_in_the_door(**values):
    return a_field((29.5, 26.2), (30.5, 26.2), theirs=FOE, **values)


@pytest.mark.rule("BLD-DOOR-05")
def test_of_those_who_bunch_in_a_doorway_one_fires_until_they_move_on():
    field = two_in_the_door()
    shown = preview(field, go((29.5, 25)))
    assert "2 bunch at yard door: one of them may fire until they move. (BLD-DOOR-05)" in shown.notes
    events, state = play(field, go((29.5, 25)))
    assert (the(events, BunchedInDoorway).models, the(events, BunchedInDoorway).fires) == (("a1.1", "a1.2"), None)
    play(state, SHOT, {"to-hit": [6, 6]})
    other, _ = play(state, replace(SHOT, models=("a1.2",)), {"to-hit": [6, 6]})
    assert [list(e.shots) for e in other if isinstance(e, ShotsFired)] == [["a1.2"]]
    _, state = play(state, go((29.5, 23.5)))
    play(state, SHOT, {"to-hit": [6, 6, 6, 6]})


@pytest.mark.rule("BLD-DOOR-05")
def test_if_they_differ_a_die_picks_who_fires():
    field = two_in_the_door()
    flamer = a_weapon("flamer", traits=("template",), range_in=8)
    unit = field.units["a1"]
    armed = replace(unit, models=(unit.models[0], replace(unit.models[1], weapons=(flamer.id,))))
    field = replace(field.with_unit(armed), weapons={**field.weapons, flamer.id: flamer})
    events, state = play(field, go((29.5, 25)), {"pick": [2]})
    assert the(events, BunchedInDoorway).fires == "a1.2"
    assert sentence(the(events, BunchedInDoorway), state).endswith(
        f": only the one with {flamer.name} may fire until they move"
    )
    refusal = preview(state, replace(SHOT, models=("a1.1",))).refusal
    assert (refusal.code, refusal.rule) == ("bunched", "BLD-DOOR-05")


@pytest.mark.rule("BLD-DOOR-10")
@pytest.mark.parametrize(("profile", "ap"), [(BIKE, 1), (HORSE, 2)])
def test_bikes_and_horses_go_through_a_single_door_by_the_better_of_two_dice_less_an_inch(profile, ap):
    field = a_field((30, 26.5), profile=profile)
    shown = preview(field, go((30, 23.5)))
    assert (shown.ap, shown.chances[0].exact, "BLD-DOOR-10" in shown.rules) == (ap, "3/4", True)
    _, state = play(field, go((30, 23.5)), {"variable-move": [4, 2]})
    assert (state.units["a1"].models[0].at, state.turn.ap) == ((30, 23.5), 3 - ap)
    _, state = play(field, go((30, 23.5)), {"variable-move": [1, 1]})
    assert state.units["a1"].models[0].at == (30, 26.5)


@pytest.mark.rule("BLD-UNIT-04", "BLD-UNIT-05")
def test_among_furniture_bikes_and_horses_go_by_the_better_of_two_dice():
    for profile, rule in ((BIKE, "BLD-UNIT-04"), (HORSE, "BLD-UNIT-05")):
        field = a_field((30, 24), profile=profile)
        house = field.terrain[0]
        assert preview(field, go((30, 18))).chances == ()
        room = Room(letter="A", points=house.points, going="difficult")
        cluttered = replace(house, building=replace(house.building, sections=(room,)))
        field = replace(field, terrain=(cluttered,))
        shown = preview(field, go((30, 21.5)))
        assert (shown.notes[0], rule in shown.rules) == (
            "Allowance: the better of 2D6″. Where it runs out the unit stops.",
            True,
        )
        for dice, stops_at in (([3, 2], 21.5), ([2, 2], 22), ([1, 2], 22), ([1, 1], 23)):
            _, state = play(field, go((30, 21.5)), {"variable-move": dice})
            assert state.units["a1"].models[0].at == (30, stops_at)
            easy = replace(field, options={**field.options, "variable_terrain_rules": False})
            _, state = play(easy, go((30, 21.5)), {"variable-move": dice})
            assert state.units["a1"].models[0].at == (30, stops_at)
        older = replace(easy, version="11")
        _, state = play(older, go((30, 21.5)), {"variable-move": [4, 2]})
        assert state.units["a1"].models[0].at == (30, 22)
        _, state = play(replace(field, version="10"), go((30, 21.5)), {"variable-move": [4, 2]})
        assert state.units["a1"].models[0].at == (30, 22)  # as it was: each inch was paid for besides


@pytest.mark.rule("BLD-UNIT-06")
def test_under_a_ceiling_jump_troops_do_not_leap():
    flyer = a_profile("flyer", traits=("jump-pack",))
    field = a_field((30, 24), profile=flyer)
    refusal = preview(field, going(LeapUp, (30, 20))).refusal
    assert (refusal.code, refusal.rule) == ("ceiling", "BLD-UNIT-06")
    hall = replace(field.terrain[0], building=replace(field.terrain[0].building, roofless=True))
    assert preview(replace(field, terrain=(hall, a_cliff(3.0))), going(LeapUp, (30, 20))).refusal.code == "no-face"
    dais = a_cliff(3.0, 27.0, 4.0)
    under = a_field((26, 20), profile=flyer)
    assert preview(replace(under, terrain=(*under.terrain, dais)), going(LeapUp, (28, 20))).refusal.code == "ceiling"
    _, state = play(replace(under, terrain=(hall, dais)), going(LeapUp, (28, 20)))
    assert state.units["a1"].models[0].at == (28, 20)


@pytest.mark.rule("BLD-UNIT-06")
def test_jump_troops_leap_in_the_room_with_a_very_high_ceiling_and_in_no_other():
    """The western half of the house is a hall of that kind, the eastern one is not."""
    flyer = a_profile("flyer", traits=("jump-pack",))
    field = a_field((26, 20), profile=flyer)
    (house,) = field.terrain
    (left, top), (right, low) = house.points[0], house.points[2]
    hall = Room(letter="A", points=((left, top), (29, top), (29, low), (left, low)), high_ceiling=True)
    rest = Room(letter="B", points=((29, top), (right, top), (right, low), (29, low)))
    house = replace(house, building=replace(house.building, sections=(hall, rest)))
    field = replace(field, terrain=(house, a_cliff(3.0, 27.0, 4.0)))
    _, state = play(field, going(LeapUp, (28, 20)))
    assert state.units["a1"].models[0].at == (28, 20)
    elsewhere = a_field((33, 20), profile=flyer)
    elsewhere = replace(elsewhere, terrain=(house, a_cliff(3.0, 30.0, 2.0)))
    assert preview(elsewhere, going(LeapUp, (31, 20))).refusal.code == "ceiling"


@pytest.mark.rule("BLD-UNIT-06")
def test_the_host_rules_in_play_that_a_ceiling_is_very_high():
    """The whole house, which has no rooms; or the hall in its western half."""
    field = a_field((26, 20), profile=a_profile("flyer", traits=("jump-pack",)))
    field = replace(field, terrain=(*field.terrain, a_cliff(3.0, 27.0, 4.0)))
    leap = going(LeapUp, (28, 20))
    assert preview(field, leap).refusal.code == "ceiling"
    ruling = RuleRoom(side="a", room="house/", what="very-high-ceiling", reason="a nave")
    events, nave = play(field, ruling)
    assert preview(nave, leap).refusal is None
    assert sentence(the(events, RoomRuled), field) == "Host: House has a very high ceiling (a nave)"
    _, low = play(nave, replace(ruling, what="usual-ceiling"))
    assert preview(low, leap).refusal.code == "ceiling"
    assert preview(field, replace(ruling, what="variable")).refusal.code == "no-class"
    assert preview(field, replace(ruling, room="house/B")).refusal.code == "no-room"
    house = field.terrain[0]
    halved = replace(house, building=replace(house.building, sections=(Room(letter="A", points=house.points),)))
    _, hall = play(replace(field, terrain=(halved, *field.terrain[1:])), replace(ruling, room="house/A"))
    assert preview(hall, leap).refusal is None


@pytest.mark.rule("BLD-MOVE-02")
def test_the_host_rules_in_play_what_a_room_is_like_to_move_in():
    field = a_field((30, 22))
    house = field.terrain[0]
    halved = replace(house, building=replace(house.building, sections=(Room(letter="A", points=house.points),)))
    field = replace(field, terrain=(halved,))
    assert preview(field, go((30, 21))).spent_in == 1
    _, after = play(field, RuleRoom(side="a", room="house/A", what="difficult", reason="the shelves fell"))
    assert (preview(after, go((30, 21))).spent_in, "BLD-MOVE-02" in preview(after, go((30, 21))).rules) == (2, True)


@pytest.mark.rule("BLD-DOOR-10")
def test_bikes_and_horses_charge_through_a_single_door_by_dice():
    """Twice the better die less an inch; the enemy is 6.5 inches off, reached from 4.5; a horse pays two points.

    A 4 or more on either die comes home; a 2 carries 2 inches.
    """
    charge = Charge(side="a", unit="a1", target="b1")
    for rider, ap in ((BIKE, 1), (HORSE, 2)):
        field = a_field((30, 26.5), theirs=((30, 20),), profile=rider, ap=2)
        shown = preview(field, charge)
        assert (shown.ap, shown.refusal, "BLD-DOOR-10" in shown.rules) == (ap, None, True)
        assert "At a single door: twice the better of two dice less an inch." in shown.notes
        (home,) = [c for c in shown.chances if c.label == "comes home"]
        assert home.exact == "3/4"
        (offer,) = [o for o in legal_actions(field, "a") if o.kind == "charge" and not o.action.fire]
        assert offer.ap == ap
        _, declared = play(field, charge)
        assert (declared.turn.ap, declared.prompt.kind) == (2 - ap, "charge-reaction")
        _, short = play(declared, Answer(side="b", choice="hold"), {"variable-move": [2, 1]})
        assert short.units["a1"].models[0].at == (30, 24.5)
    poor = a_field((30, 26.5), theirs=((30, 20),), profile=HORSE, ap=1)
    assert preview(poor, charge).refusal.code == "too-few-points"
    assert preview(replace(poor, version="12"), charge).refusal is None
