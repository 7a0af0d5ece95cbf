"""Getting in and out: doors, wakes, room, risk, and what may not be done in one turn."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.movement.prone import StandUp
from rules.characters import AGGRESSIVE, consider
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.forces.mount import Door
from rules.forces.unit import UnitTurn, VehicleState
from rules.questions import drives
from rules.state import Placement
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.transport.board import Board
from rules.vehicles.gemini.transport.leave import GetOut
from rules.vehicles.gemini.transport.on_the_move import Motion, motion
from rules.vehicles.gemini.transport.passengers import places_free
from rules.vehicles.shared.events import BoardedVehicle, LeftVehicle
from rules.visibility import view
from tests.builders import A, a_battle, a_profile, a_row, a_unit, play, the
from tests.rules.vehicles.garage import a_carrier, a_vehicle, way

SALT_ROAD = Terrain(id="T1", name="Salt Road", points=((0, 38), (72, 38), (72, 42), (0, 42)), going="road", look="road")
RANGER = a_profile("ranger", bs=4, i=4, ld=8, sv=5)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


def riding(count=4, *, carrier=None, others=(), profile=RANGER, ap=1, active="a2", **flags):
    squad = a_unit("a2", [(0, 0)] * count, profile=profile, aboard="a1", **flags)
    return a_battle(carrier or a_carrier("a1"), squad, *others, active=active, ap=ap)


def waiting(spots, *, carrier=None, profile=RANGER, ap=2, others=(), **flags):
    return a_battle(
        carrier or a_carrier("a1"), a_unit("a2", spots, profile=profile, **flags), *others, active="a2", ap=ap
    )


def out(*placements):
    return GetOut(side=A, unit="a2", placements=placements)


IN = Board(side=A, unit="a2", vehicle="a1")


def at(n, x, y):
    return Placement(model=f"a2.{n}", at=(x, y), facing=0)


@pytest.mark.rule("VEH-BRD-10", "VEH-BRD-11", "VEH-JOIN-05")
def test_a_unit_leaves_by_the_doors_and_keeps_its_point_for_its_move():
    events, state = play(riding(), out())
    assert the(events, LeftVehicle).forced is False
    squad = state.units["a2"]
    assert (squad.aboard, state.turn.active, state.turn.ap) == (None, "a2", 1)
    doors = [(30, 26.5), (31.5, 24), (28.5, 24)]
    for model in squad.alive:
        assert min(((x - model.at[0]) ** 2 + (y - model.at[1]) ** 2) ** 0.5 for x, y in doors) <= 2.01
    assert the(events, ModelsMoved).how == "leave"
    assert not [e for e in events if isinstance(e, WoundsTaken)]


@pytest.mark.rule("VEH-BRD-10")
def test_where_leavers_may_not_be_set_down():
    state = riding(1, others=(a_unit("b1", [(33.5, 25.5)]), a_unit("a3", [(30, 28)])))
    assert refused(state, out(at(1, 30, 29))).code == "too-far-out"
    assert refused(state, out(at(1, 30, 27.5))).code == "no-room"
    assert refused(state, out(at(1, 30, 24))).code == "no-room"
    assert refused(state, out(at(1, 32.4, 24.4))).code == "near-enemy"
    pit = Terrain(id="p", name="Pit", points=((20, 20), (28.4, 20), (28.4, 30), (20, 30)), going="impassable")
    assert refused(replace(state, terrain=(pit,)), out(at(1, 27.8, 24))).code == "impassable"
    _, state = play(state, out(at(1, 27.8, 24)))
    assert state.units["a2"].models[0].at == (27.8, 24)


def test_a_preview_of_somebody_else_who_leaves_says_why_not():
    """It was an error: whatever a page sends has to be answered."""
    shown = preview(riding(1), out(Placement(model="b2.1", at=(27.8, 24), facing=0)))
    assert (shown.refusal.code, shown.ghosts) == ("wrong-models", ())


@pytest.mark.rule("ARAP-COH-01")
def test_leavers_stay_together_and_all_of_them_leave():
    state = riding(2)
    assert refused(state, out(at(1, 33.4, 24), at(2, 26.6, 24))).code == "not-coherent"
    assert refused(state, out(at(1, 33.4, 24))).code == "wrong-models"


@pytest.mark.rule("VEH-BRD-11", "ARAP-MOVE-01")
def test_a_load_slows_the_walk_to_a_hull_but_not_the_step():
    laden = {"tags": ("encumbered:2",)}
    error = refused(waiting([(23.5, 24)], **laden), IN)
    assert (error.code, error.rule) == ("encumbered", "VEH-BRD-11")
    assert error.allowed == "a walk of 2″ to within 2″ of it: the step itself ignores the burden"
    assert refused(waiting([(21.5, 24)], **laden), IN).code == "out-of-reach"
    for spot, load in (((23.5, 24), "encumbered:1"), ((26.6, 24), "encumbered:9")):
        assert preview(waiting([spot], tags=(load,)), IN).refusal is None


@pytest.mark.rule("VEH-BRD-01")
def test_not_both_in_one_turn():
    """Transcript 3, step 7: boarded in this turn, may leave from the next one."""
    state = riding(boarded_turn=1)
    error = refused(state, out())
    assert (error.code, error.rule) == ("boarded-this-turn", "VEH-BRD-01")
    _, state = play(riding(), out())
    assert refused(state, IN).code == "left-this-turn"


@pytest.mark.rule("VEH-DMG-02")
def test_nobody_leaves_a_stunned_vehicle_by_choice():
    state = riding(carrier=a_carrier("a1", flags={"vehicle": VehicleState(stunned_now=True)}))
    assert refused(state, out()).rule == "VEH-DMG-02"


@pytest.mark.part_of("VEH-BRD-03")
@pytest.mark.parametrize(
    ("now", "before", "speed"),
    [
        (UnitTurn(), UnitTurn(), 0),
        (UnitTurn(), UnitTurn(moved_in=12), 12),
        (UnitTurn(tried=True), UnitTurn(moved_in=12), 0),
        (UnitTurn(moved_in=4), UnitTurn(moved_in=12), 4),
        (UnitTurn(moved_in=4, stopped=True), UnitTurn(), 0),
        (UnitTurn(), UnitTurn(moved_in=12, stopped=True), 0),
    ],
)
def test_stationary_or_moving(now, before, speed):
    """Before its move the speed of its last turn counts, unless it was declared Stopped."""
    state = riding(carrier=a_carrier("a1", flags={"now": now, "before": before}))
    assert motion(state, state.units["a1"]).speed_in == speed


@pytest.mark.part_of("VEH-BRD-05")
@pytest.mark.parametrize(("speed", "strength"), [(12, 6), (6.5, 1), (6, 0), (6.005, 0), (30, 10)])
def test_the_strength_of_a_jump(speed, strength):
    assert Motion(speed).strength == strength


@pytest.mark.rule("VEH-BRD-05", "VEH-BRD-03", "VEH-BRD-10")
def test_leaving_at_twelve_inches_is_a_strength_6_hit_each():
    carrier = a_carrier("a1", flags={"before": UnitTurn(moved_in=12)})
    shown = preview(riding(carrier=carrier), out())
    assert shown.notes == ("A1 goes at 12″: a Strength 6 hit each, no save",)
    assert shown.chances[0].exact == "5/6"
    dice = {"to-wound": [1, 2, 3, 4], "casualties-test": [1, 1]}
    events, state = play(riding(carrier=carrier), out(), dice)
    assert len(state.units["a2"].alive) == 1
    assert the(events, WoundsTaken).cause == "fall"


@pytest.mark.rule("VEH-BRD-10", "VEH-BRD-02")
def test_from_a_moving_vehicle_people_are_set_down_anywhere_along_its_way():
    path = ((30, 34, 0), (30, 28, 0))
    flags = {"now": UnitTurn(moved_in=6, path=path)}
    state = riding(2, carrier=a_carrier("a1", (30, 28), flags=flags))
    assert preview(state, out(at(1, 32.5, 35), at(2, 32.5, 36.5))).refusal is None
    _, after = play(state, out(at(1, 32.5, 35), at(2, 32.5, 36.5)))
    assert after.units["a2"].models[0].at == (32.5, 35)
    assert refused(state, out(at(1, 34, 35), at(2, 32.5, 36.5))).code == "too-far-out"
    assert refused(state, out(at(1, 30, 38), at(2, 30, 39.5))).code == "too-far-out"


THORNS = Terrain(id="T2", name="Thorns", points=((31, 30), (40, 30), (40, 33), (31, 33)), going="open", hazard=3)


@pytest.mark.rule("VEH-BRD-02", "VEH-BRD-10")
def test_who_points_at_the_way_gets_out_there_over_the_ground_beside_it():
    """What lies between there and the hull, which has driven on, is not stepped on; up to version 13 it was."""
    path = ((30, 36, 0), (30, 27, 0))
    state = riding(1, carrier=a_carrier("a1", (30, 27), flags={"now": UnitTurn(moved_in=6, path=path)}))
    state = replace(state, terrain=(THORNS,))
    action = drives.get_out(state, state.units["a2"], (33, 36), {})
    (spot,) = action.placements
    assert spot.at == (33, 36)
    assert preview(state, action).refusal is None
    _, after = play(state, action)
    assert after.units["a2"].models[0].at == (33, 36)
    play(replace(state, version="13"), action, {"hazard": [6]})
    (nearest,) = drives.get_out(state, state.units["a2"], (33, 26), {}).placements
    assert nearest.at == (33, 26)


@pytest.mark.rule("VEH-BRD-04", "VEH-JOIN-05")
def test_a_unit_boards_with_its_move_action():
    state = waiting(a_row(4, 35, 22))
    events, state = play(state, IN)
    assert (state.units["a2"].aboard, state.turn.ap) == ("a1", 1)
    assert the(events, BoardedVehicle).sentence(state) == "A2 boards A1"
    assert the(events, ModelsMoved).length_in == pytest.approx(2.3012)
    assert not state.units["a2"].on_table
    assert refused(state, out()).code == "boarded-this-turn"


@pytest.mark.rule("VEH-BRD-04")
def test_who_does_not_get_there_does_not_board():
    """A walk of the basic move to within two inches of a door."""
    assert preview(waiting([(37.5, 24)], facing=270), IN).refusal is None
    error = refused(waiting([(37.6, 24)], facing=270), IN)
    assert (error.code, error.rule) == ("out-of-reach", "VEH-BRD-04")
    wood = Terrain(id="w", name="W", points=((34, 20), (36, 20), (36, 28), (34, 28)), going="difficult", look="wood")
    assert refused(replace(waiting([(37, 24)]), terrain=(wood,)), IN).code == "out-of-reach"


@pytest.mark.rule("VEH-BRD-04", "VEH-JOIN-13")
def test_there_must_be_room_and_bulky_models_take_two_places():
    ogre = a_profile("ogre", bulk="bulky")
    six = waiting(a_row(6, 33, 20, gap=1), profile=ogre)
    error = refused(six, IN)
    assert (error.code, error.message) == ("no-places", "A2 needs 12 places; A1 has 10 free.")
    five = waiting(a_row(5, 33, 22, gap=1), profile=ogre)
    assert places_free(five, five.units["a1"]) == 10
    assert preview(five, IN).refusal is None
    _, state = play(five, IN)
    assert places_free(state, state.units["a1"]) == 0
    assert refused(waiting([(33, 24)], carrier=a_vehicle("a1")), IN).code == "no-places"


@pytest.mark.rule("VEH-BRD-07")
def test_an_open_topped_vehicle_is_entered_over_its_sides():
    spots = [(33.4, 21.8), (33.4, 26.2)]
    slow = a_profile("slow", m=0)
    assert refused(waiting(spots, profile=slow), IN).code == "out-of-reach"
    open_top = a_carrier("a1", open_topped=True)
    assert preview(waiting(spots, profile=slow, carrier=open_top), IN).refusal is None
    _, after = play(waiting(spots, profile=slow, carrier=open_top), IN)
    assert after.units["a2"].aboard == "a1"


@pytest.mark.rule("VEH-BRD-05", "VEH-BRD-09", "VEH-BRD-03", "ARAP-CAS-07")
def test_the_rangers_jump_aboard_at_speed_nine():
    """Transcript 3, steps 3 and 6: S3 on each, no save; two fall, three are aboard, the casualty test is passed."""
    rangers = a_unit("a5", [(14, 35), (16, 35), (18, 35), (15, 33.6), (17, 33.6)], profile=RANGER, facing=180)
    state = a_battle(a_carrier("a1", (10, 40), heading=90), rangers, active="a1", ap=2, terrain=(SALT_ROAD,))
    _, state = play(state, Drive(side=A, unit="a1", path=way((19, 40, 90))))
    state = state.with_turn(active="a5", ap=1)
    action = Board(side=A, unit="a5", vehicle="a1")
    shown = preview(state, action)
    assert (shown.refusal, shown.spent_in) == (None, pytest.approx(2.9))
    dice = {"to-wound": [1, 4, 2, 3, 6], "casualties-test": [3, 4]}
    events, state = play(state, action, dice)
    assert [m.id for m in state.units["a5"].alive] == ["a5.1", "a5.3", "a5.4"]
    assert state.units["a5"].aboard == "a1"
    assert places_free(state, state.units["a1"]) == 7
    assert the(events, ModelsMoved).length_in == pytest.approx(2.9)


@pytest.mark.rule("VEH-BRD-01")
def test_people_in_melee_or_riding_elsewhere_do_not_board():
    assert refused(riding(), IN).code == "not-on-foot"
    _, state = play(riding(), out())
    assert refused(state, IN).rule == "VEH-BRD-01"


def test_carriers_near_are_offered_and_getting_out_to_those_aboard():
    kinds = {o.kind for o in legal_actions(waiting(a_row(2, 33, 24)), A) if o.action is not None}
    assert "board" in kinds
    assert "get-out" not in kinds
    offers = [o for o in legal_actions(riding(), A) if o.kind == "get-out"]
    assert [o.action for o in offers] == [out()]
    far = [o.kind for o in legal_actions(waiting(a_row(2, 60, 24)), A)]
    assert "board" not in far


@pytest.mark.rule("VEH-JOIN-10")
def test_passengers_ride_along_and_spend_nothing():
    state = riding(active="a1", ap=2)
    assert "VEH-JOIN-10" in preview(state, Drive(side=A, unit="a1", path=way((30, 18, 0)))).rules
    _, state = play(state, Drive(side=A, unit="a1", path=way((30, 18, 0))))
    assert state.units["a2"].aboard == "a1"
    assert not state.units["a2"].now.tried


@pytest.mark.rule("VEH-BRD-06", "VEH-BRD-04")
def test_a_squad_of_ten_goes_aboard_in_one_action_whatever_the_doors():
    spots = [(33 + 1.1 * (n // 5), 22 + 1.1 * (n % 5)) for n in range(10)]
    assert "VEH-BRD-06" in preview(waiting(spots), IN).rules
    _, state = play(waiting(spots), IN)
    assert places_free(state, state.units["a1"]) == 0
    assert state.turn.ap == 1


WEST = {"facing": 270}


@pytest.mark.rule("VEH-BRD-11")
@pytest.mark.parametrize(
    ("models", "flags", "code"),
    [
        ({}, {"gone_to_ground": True}, "gone-to-ground"),
        ({"prone": True}, {"prone": True}, "prone"),
        ({"sprawled": True}, {}, "sprawled"),
        ({"on_face": "cliff", "level_in": 2}, {}, "climbing"),
    ],
)
def test_who_may_not_move_neither_boards_nor_gets_out(models, flags, code):
    outside = waiting([(33.4, 24)])
    inside = riding(1)
    for state, action in ((outside, IN), (inside, out())):
        unit = state.units["a2"]
        changed = replace(unit, models=tuple(replace(m, **models) for m in unit.models), **flags)
        error = refused(state.with_unit(changed), action)
        assert (error.code, error.rule) == (code, "VEH-BRD-11")
        assert "Nobody gets on or off a vehicle who may not move." in error.message
    assert preview(outside, IN).refusal is None
    assert preview(inside, out()).refusal is None


@pytest.mark.rule("VEH-BRD-11")
def test_a_burden_shortens_the_walk_but_not_the_step():
    """Two inches of the basic move of 4 are left: a walk of 2, then the step of 2."""
    burdened = {"tags": ("encumbered:2",), **WEST}
    assert preview(waiting([(35.5, 24)], **burdened), IN).refusal is None
    assert refused(waiting([(36, 24)], **burdened), IN).allowed.startswith("a walk of 2″")
    assert preview(waiting([(33.4, 24)], tags=("encumbered:4",)), IN).refusal is None


@pytest.mark.rule("VEH-JOIN-05")
def test_an_enemy_on_the_way_to_a_door_is_walked_round_on_a_way_that_is_drawn():
    state = waiting([(36, 24)], others=(a_unit("b1", [(34.6, 24)]),), facing=326)
    error = refused(state, IN)
    assert (error.code, error.rule) == ("in-the-way", "ARAP-MOVE-01")
    assert error.allowed == "go round, on a way that is drawn"
    drawn = replace(IN, path=way((35, 22.5)))
    shown = preview(state, drawn)
    assert (shown.refusal, len(shown.legs)) == (None, 2)
    events, state = play(state, drawn)
    assert state.units["a2"].aboard == "a1"
    assert the(events, ModelsMoved).length_in == pytest.approx(1.8028 + 1.8079, abs=0.001)


@pytest.mark.part_of("VEH-JOIN-05")
@pytest.mark.parametrize(("version", "legs"), [("7", 2), ("6", 1)])
def test_a_way_that_is_drawn_is_walked_though_it_is_longer_than_the_straight_one(version, legs):
    """Two men: the one who would have too far to go that way goes straight."""
    state = replace(waiting([(35, 24), (36.6, 24)], facing=326), version=version)
    shown = preview(state, replace(IN, path=way((34.8, 22.6))))
    assert (shown.refusal, len(shown.legs)) == (None, legs)
    assert preview(state, replace(IN, path=way((30, 8)))).refusal is None


@pytest.mark.rule("VEH-JOIN-05", "ARAP-TERR-01")
def test_a_wall_bars_the_way_and_the_hull_itself_is_walked_round():
    wall = Terrain(id="w", name="Wall", points=((34, 20), (35, 20), (35, 28), (34, 28)), going="impassable")
    error = refused(replace(waiting([(37, 24)], **WEST), terrain=(wall,)), IN)
    assert (error.code, error.rule) == ("impassable", "ARAP-TERR-01")
    rear = (Door(forward_in=-2.5, right_in=0.5),)
    ahead = waiting([(30, 20.5)], carrier=a_carrier("a1", doors=rear), profile=a_profile("ranger", m=7), facing=180)
    assert preview(ahead, IN).spent_in == pytest.approx(2.0558 + 4.1602 + 0.5, abs=0.01)
    _, state = play(ahead, IN)
    assert state.units["a2"].aboard == "a1"


@pytest.mark.rule("ARAP-TERR-04", "ARAP-TERR-02")
def test_variable_and_dangerous_ground_on_the_way_aboard_take_their_dice():
    mire = Terrain(
        id="m", name="Mire", points=((34, 20), (36, 20), (36, 28), (34, 28)), going="variable", hazard=1, look="marsh"
    )
    state = replace(waiting([(36.5, 23.4), (35.5, 24.6)], **WEST), terrain=(mire,))
    shown = preview(state, IN)
    ground = ["Mire harms somebody", "wounds by Mire, average"]
    assert [c.label for c in shown.chances] == ["all get there", *ground]
    assert shown.ap == 1
    _, after = play(state, IN, {"variable-move": [2, 1], "hazard": [6, 6]})
    assert [round(m.at[0], 2) for m in after.units["a2"].models] == pytest.approx([34.51, 33.52], abs=0.01)
    _, after = play(state, IN, {"variable-move": [3, 1], "hazard": [6, 6]})
    assert (after.units["a2"].aboard, after.units["a2b"].aboard) == ("a1", None)
    assert [m.id for m in after.units["a2b"].models] == ["a2b.1"]
    _, after = play(state, IN, {"variable-move": [4, 1], "hazard": [1, 6], "casualties-test": [1, 1]})
    assert [m.id for m in after.units["a2"].alive] == ["a2.2"]
    assert after.units["a2"].aboard == "a1"


@pytest.mark.rule("VEH-BRD-04", "ARAP-COH-02")
def test_some_board_and_the_others_stay_as_a_unit_of_their_own():
    """Two are picked; the five others may board nothing in this turn, having acted with them."""
    state = waiting([(33.4, 24), (33.4, 25.2), *a_row(5, 35, 22)], now=UnitTurn(tried=True))
    some = replace(IN, models=("a2.1", "a2.2"))
    shown = preview(state, some)
    assert shown.notes[-1] == "2 of 7 models board; the other 5 stay outside as a unit of their own"
    assert "ARAP-COH-02" in shown.rules
    _, state = play(state, some)
    assert [m.id for m in state.units["a2"].models] == ["a2.1", "a2.2"]
    assert (state.units["a2"].aboard, state.turn.active, state.turn.ap) == ("a1", "a2", 1)
    part = state.units["a2b"]
    assert (part.name, part.part_of, part.on_table, len(part.alive)) == ("A2 B", "a2", True, 5)
    assert part.now.tried
    assert places_free(state, state.units["a1"]) == 8
    assert refused(waiting([(33.4, 24)]), replace(IN, models=("a2.9",))).code == "wrong-models"
    assert refused(waiting([(33.4, 24)]), replace(IN, rest="x" * 41)).code == "bad-name"


@pytest.mark.rule("VEH-BRD-04", "ARAP-COH-02")
def test_those_who_stay_are_called_what_their_owner_calls_them():
    state = waiting([(33.4, 24), (33.4, 25.2)], now=UnitTurn(tried=True))
    _, state = play(state, replace(IN, models=("a2.1",), rest="The Rearguard"))
    assert state.units["a2b"].name == "The Rearguard"


@pytest.mark.rule("VEH-BRD-04")
def test_a_unit_too_large_for_the_places_is_offered_for_as_many_as_get_in():
    aboard = a_unit("a3", [(30, 24)] * 7, aboard="a1")
    state = waiting([(33.4, 23), (33.4, 24.2), (33.4, 25.4), (33.4, 26.6)], others=(aboard,))
    error = refused(state, IN)
    assert (error.code, error.allowed) == ("no-places", "a vehicle with more room; or only some of its models")
    offer = next(o for o in legal_actions(state, A) if o.kind == "board")
    assert len(offer.action.models) == 3
    _, state = play(state, offer.action)
    assert places_free(state, state.units["a1"]) == 0
    assert len(state.units["a2b"].alive) == 1


@pytest.mark.rule("ARAP-PRONE-03")
def test_who_lies_in_a_vehicle_gets_up_in_it():
    state = riding(1)
    unit = state.units["a2"]
    state = state.with_unit(replace(unit, prone=True, models=tuple(replace(m, prone=True) for m in unit.models)))
    _, state = play(state, StandUp(side=A, unit="a2"))
    assert not state.units["a2"].models[0].prone


FAR = Objective(id="far", name="Far", at=(70, 24))


def wanting(state):
    """The state with an objective far off, and what an aggressive bot does best in it."""
    state = view(replace(state, scenario=replace(state.scenario, objectives=(FAR,))), A)
    return max(consider(state, A, legal_actions(state, A), AGGRESSIVE), key=lambda c: c.worth).offer.kind


@pytest.mark.parametrize(("immobilised", "kind"), [(True, "get-out"), (False, "finish")])
def test_a_bot_gets_out_of_a_carrier_that_goes_no_farther(immobilised, kind):
    carrier = a_carrier("a1", flags={"vehicle": VehicleState(immobilised=immobilised)})
    assert wanting(riding(carrier=carrier)) == kind


@pytest.mark.parametrize(("immobilised", "boards"), [(True, False), (False, True)])
def test_a_bot_gets_into_no_carrier_that_goes_no_farther(immobilised, boards):
    carrier = a_carrier("a1", flags={"vehicle": VehicleState(immobilised=immobilised)})
    assert (wanting(waiting([(30 + n, 28) for n in (-1, 0, 1)], carrier=carrier)) == "board") is boards


@pytest.mark.part_of("VEH-BRD-10")
def test_the_ground_beside_an_open_top_that_stands_is_marked_for_those_who_get_out():
    """Two inches all round a hull of 5 by 3, clear of half a base; of one that moves its way is marked instead."""
    state = riding(carrier=a_carrier("a1", open_topped=True, doors=()))
    xs = [x for ring in drives.room_outside(state, state.units["a2"]) for x, _ in ring]
    ys = [y for ring in drives.room_outside(state, state.units["a2"]) for _, y in ring]
    assert [round(end, 1) for end in (min(xs), max(xs), min(ys), max(ys))] == [26.5, 33.5, 19.5, 28.5]
    moving = riding(carrier=a_carrier("a1", open_topped=True, doors=(), flags={"now": UnitTurn(moved_in=5)}))
    assert not drives.room_outside(moving, moving.units["a2"])
    assert not drives.room_outside(state, state.units["a1"])
