"""The Movement step: allowance, turns, backing, roads, ground that halts, skimmers that crash, slowed walkers."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.minds import rolls
from rules.characters import AGGRESSIVE, consider
from rules.core.ids import UnitId
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, legal_actions, preview
from rules.forces.unit import UnitTurn
from rules.table.scenario import Objective
from rules.vehicles.shared.events import Immobilised, VehicleWrecked
from rules.vehicles.trial.events import GroundSlows
from rules.vehicles.trial.terrain.rulings import RuleVehicleGround, VehicleGroundRuled
from rules.visibility import view
from tests.builders import A, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.arenas import box, ground
from tests.rules.vehicles.trial.park import a_condition, a_trial, go, trial_battle


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        decide(state, action, ScriptedDice({}))
    return caught.value.refusal


def tank(*others, terrain=(), options=None, ap=1, **values):
    return trial_battle(
        a_trial("a1", (20, 24), **values), *others, active="a1", ap=ap, terrain=terrain, options=options
    )


SKIFF = {"traits": ("fast", "skimmer"), "locomotion": "antigrav", "length_in": 4, "width_in": 2}
TRUCK = {"traits": ("fast", "open-topped"), "locomotion": "wheeled"}
STRIDER = {"traits": ("walker",), "locomotion": "legs", "length_in": 3, "width_in": 3}


@pytest.mark.rule("TRI-MOVE-01", "TRI-MOVE-02", "TRI-MOVE-03", "TRI-MOVE-07", "TRI-JOIN-02")
def test_back_and_ahead_count_once_and_turns_nothing():
    move = go("a1", (17, 24, None, "back"), (18, 24), (18, 24, 0), (18, 16))
    shown = preview(tank(), move)
    assert (shown.refusal, shown.spent_in, shown.allowance_in) == (None, 12, 12)
    events, after = play(tank(), move)
    assert the(events, ModelsMoved).length_in == 12
    model = after.units["a1"].models[0]
    assert (model.at, model.facing, after.turn.ap) == ((18, 16), 0, 0)
    too_far = refused(tank(), go("a1", (32.1, 24)))
    assert (too_far.code, too_far.rule) == ("too-far", "TRI-MOVE-01")


@pytest.mark.rule("TRI-MOVE-06", "TRI-TYPE-02", "TRI-CHAR-03")
def test_fast_vehicles_move_24():
    assert preview(tank(**TRUCK), go("a1", (44, 24))).refusal is None
    assert refused(tank(**TRUCK), go("a1", (44.1, 24))).rule == "TRI-MOVE-06"


@pytest.mark.rule("TRI-JOIN-02")
def test_a_step_is_bought_once():
    _, after = play(tank(ap=2), go("a1", (24, 24)))
    assert after.turn.ap == 1
    again = refused(after, go("a1", (26, 24)))
    assert (again.code, again.rule, again.allowed) == ("step-taken", "TRI-JOIN-02", "Shooting")
    strider = tank(ap=2, **STRIDER)
    assert refused(play(strider, go("a1", (24, 24)))[1], go("a1", (26, 24))).allowed == "Shooting or Assault"


MARSH = ground("marsh", box(30, 18, 36, 30), going="difficult", look="marsh")
SCRUB = ground("scrub", box(30, 18, 36, 30), going="open", look="gorse")
RUBBLE = ground("rubble", box(30, 18, 36, 30), going="difficult", look="rubble")
HOUSE = ground("house", box(30, 18, 36, 30), going="impassable", look="building")
ROCK = ground("rock", box(30, 18, 36, 30), going="impassable")


@pytest.mark.rule("TRI-TERR-04", "TRI-TERR-05", "TRI-TERR-01")
def test_a_failed_test_halts_it_at_the_edge():
    events, after = play(tank(terrain=(MARSH,)), go("a1", (30, 24)), {"dangerous-terrain": [1]})
    unit = after.units["a1"]
    assert unit.models[0].at == pytest.approx((27, 24), abs=0.01)
    assert unit.vehicle.immobilised
    assert unit.now.moved_in == pytest.approx(7, abs=0.01)
    assert "TRI-TERR-05" in the(events, Immobilised).rules


@pytest.mark.rule("TRI-TERR-04", "TRI-TERR-03")
def test_one_test_for_ground_of_one_class():
    dunes = ground("dunes", box(37, 18, 40, 30), going="difficult")
    shown = preview(tank(terrain=(MARSH, dunes), **TRUCK), go("a1", (44, 24)))
    assert [(c.label, c.exact) for c in shown.chances] == [("Marsh: stuck there", "1/6")]
    _, after = play(tank(terrain=(MARSH, dunes), **TRUCK), go("a1", (44, 24)), {"dangerous-terrain": [2]})
    assert after.units["a1"].models[0].at == (44, 24)


@pytest.mark.rule("TRI-TERR-01")
@pytest.mark.parametrize(
    ("piece", "values", "inches", "odds"),
    [
        (SCRUB, {}, 9, []),
        (replace(SCRUB, look="scrub"), {}, 9, []),
        (SCRUB, TRUCK, 9, ["1/6"]),
        (RUBBLE, {}, 8, ["1/6"]),
        (HOUSE, {}, 8, ["1/2"]),
    ],
)
def test_what_ground_is_to_whom(piece, values, inches, odds):
    shown = preview(tank(terrain=(piece,), **values), go("a1", (20 + inches, 24)))
    assert shown.refusal is None
    assert [c.exact for c in shown.chances] == odds


@pytest.mark.rule("TRI-TERR-01", "TRI-CHAR-04")
def test_at_six_inches_rubble_is_open_to_a_tracked_tank():
    near = ground("rubble", box(24, 18, 30, 30), going="difficult", look="rubble")
    assert preview(tank(terrain=(near,)), go("a1", (26, 24))).chances == ()
    assert [c.exact for c in preview(tank(terrain=(near,), **TRUCK), go("a1", (26, 24))).chances] == ["1/6"]


@pytest.mark.rule("TRI-TERR-02", "TRI-TERR-06")
def test_the_host_sets_what_a_piece_is():
    slag = replace(RUBBLE, bad_face=4)
    assert [c.exact for c in preview(tank(terrain=(slag,)), go("a1", (29, 24))).chances] == ["1/2"]
    for die, stuck in ((3, True), (4, False)):
        _, after = play(tank(terrain=(slag,)), go("a1", (29, 24)), {"dangerous-terrain": [die]})
        assert after.units["a1"].vehicle.immobilised is stuck
        assert after.units["a1"].models[0].at == pytest.approx((27, 24) if stuck else (29, 24), abs=0.01)
    shut = replace(RUBBLE, tracked="impassable")
    assert refused(tank(terrain=(shut,)), go("a1", (29, 24))).rule == "TRI-TERR-07"


@pytest.mark.rule("TRI-TERR-07", "TRI-SKIM-01", "TRI-TYPE-04")
def test_impassable_ground_is_refused_but_to_skimmers():
    assert refused(tank(terrain=(ROCK,)), go("a1", (30, 24))).rule == "TRI-TERR-07"
    assert refused(tank(terrain=(HOUSE,), **TRUCK), go("a1", (30, 24))).rule == "TRI-TERR-07"
    assert preview(tank(terrain=(ROCK,), **SKIFF), go("a1", (40, 24))).refusal is None


ROAD = ground("road", ((0, 24), (72, 24)), line=True, width_in=4, going="road")


@pytest.mark.rule("TRI-ROAD-01")
def test_a_road_adds_six_and_locks_its_weapons():
    _, after = play(tank(terrain=(ROAD,), ap=2), go("a1", (38, 24), road=True))
    assert after.units["a1"].now.moved_in == 18
    assert "may fire then: nothing" in preview(tank(terrain=(ROAD,)), go("a1", (25, 24), road=True)).notes
    assert refused(tank(terrain=(ROAD,)), go("a1", (20, 20), road=True)).rule == "TRI-ROAD-01"
    assert refused(tank(terrain=(ROAD,), **SKIFF), go("a1", (48, 24), road=True)).rule == "TRI-ROAD-01"


@pytest.mark.rule("TRI-SKIM-02", "TRI-SKIM-03")
def test_a_skimmer_that_ends_in_a_wood_lands_or_crashes():
    wood = ground("wood", box(36, 18, 42, 30), going="difficult", look="wood")
    events, after = play(tank(terrain=(wood,), **SKIFF), go("a1", (38, 24)), {"dangerous-terrain": [1]})
    assert after.units["a1"].models[0].at == (38, 24)
    assert the(events, VehicleWrecked).how == "destroyed"
    near = ground("wood", box(24, 18, 28, 30), going="difficult", look="wood")
    _, after = play(tank(terrain=(near,), **SKIFF), go("a1", (26, 24)), {"dangerous-terrain": [1]})
    assert after.units["a1"].vehicle.immobilised
    assert not after.units["a1"].is_gone


@pytest.mark.rule("TRI-SKIM-02")
def test_a_skimmer_tests_at_both_ends():
    woods = (
        ground("wood", box(18, 22, 22, 26), going="difficult", look="wood"),
        ground("marsh", box(36, 18, 42, 30), going="difficult", look="marsh"),
    )
    shown = preview(tank(terrain=woods, **SKIFF), go("a1", (38, 24)))
    assert [c.exact for c in shown.chances] == ["1/6", "5/36"]
    state = tank(terrain=woods, **SKIFF)
    before = state.units["a1"].models[0]
    events, after = play(state, go("a1", (38, 38)), {"dangerous-terrain": [1]})
    assert the(events, VehicleWrecked).how == "destroyed"
    assert (after.units["a1"].models[0].at, after.units["a1"].models[0].facing) == (before.at, before.facing)


@pytest.mark.rule("TRI-WALK-01", "TRI-WALK-02")
def test_a_walker_in_rubble_goes_as_far_as_the_higher_die():
    near = ground("rubble", box(22.5, 18, 30, 30), going="difficult", look="rubble")
    move = go("a1", (26, 24))
    assert [c.exact for c in preview(tank(terrain=(near,), **STRIDER), move).chances] == ["11/36"]
    events, after = play(tank(terrain=(near,), **STRIDER), move, {"variable-move": [2, 5]})
    assert the(events, GroundSlows).most_in == 5
    assert after.units["a1"].models[0].at == pytest.approx((25, 24))
    assert refused(tank(**STRIDER), go("a1", (26.1, 24))).rule == "TRI-WALK-01"


@pytest.mark.rule("TRI-TYPE-05")
def test_what_floats_but_walks_is_a_walker():
    near = ground("rubble", box(22.5, 18, 30, 30), going="difficult", look="rubble")
    floats = {**STRIDER, "locomotion": "antigrav"}
    shown = preview(tank(terrain=(near,), **floats), go("a1", (26, 24)))
    assert "TRI-WALK-02" in shown.rules
    assert "TRI-TYPE-05" in shown.rules
    events, after = play(tank(terrain=(near,), **floats), go("a1", (26, 24)), {"variable-move": [1, 3]})
    assert (after.units["a1"].models[0].at, after.units["a1"].vehicle.immobilised) == ((23, 24), False)
    assert "TRI-TYPE-05" in the(events, ModelsMoved).rules


@pytest.mark.rule("TRI-JOIN-01")
def test_nobody_is_rammed_or_driven_over():
    enemy = a_trial("b1", (32, 24))
    assert refused(tank(enemy), go("a1", (26, 24))).rule == "TRI-JOIN-01"
    squad = a_unit("b2", [(26, 24)], profile=a_profile())
    assert refused(tank(squad), go("a1", (30, 24))).code == "people-in-the-way"


@pytest.mark.rule("TRI-DMG-04")
def test_who_is_immobilised_neither_moves_nor_turns():
    state = tank(flags={"vehicle": a_condition(immobilised=True), "now": UnitTurn(tried=True)})
    assert refused(state, go("a1", (20, 24, 0))).rule == "TRI-DMG-04"
    why = [o.refusal.code for o in legal_actions(state, "a") if o.kind == "drive" and o.refusal]
    assert why == ["immobilised"]
    assert UnitId("a1") in state.units


WASTE = replace(ground("waste", box(26, 18, 40, 30), going="difficult"), name="Waste")


@pytest.mark.rule("TRI-TERR-02", "TRI-TERR-06", "TRI-TERR-07")
def test_the_host_says_what_a_piece_is_to_all_vehicles():
    state = trial_battle(a_trial("a1", (20, 24)), a_unit("b1", [(60, 24)]), active="a1", ap=1, terrain=(WASTE,))

    def ruled(ground):
        events, after = play(state, RuleVehicleGround(side=A, terrain="waste", ground=ground, reason="agreed"))
        return the(events, VehicleGroundRuled).sentence(after), after, preview(after, go("a1", (30, 24)))

    said, after, found = ruled("hazardous")
    assert said == "Host: Waste is especially hazardous to vehicles (agreed)"
    assert (found.chances[0].exact, "TRI-TERR-06" in found.rules) == ("1/2", True)
    assert after.terrain[0].effect.endswith("especially hazardous to vehicles")
    assert ruled("open")[2].chances == ()
    assert ruled("impassable")[2].refusal.rule == "TRI-TERR-07"
    assert ruled("usual")[2].chances[0].exact == "1/6"
    refused = preview(state, RuleVehicleGround(side=A, terrain="none", ground="open", reason="agreed")).refusal
    assert (refused.code, refused.rule) == ("unknown-terrain", "TRI-TERR-02")
    assert preview(state, RuleVehicleGround(side=A, terrain="waste", ground="open", reason=" ")).refusal is not None


def test_who_goes_somewhere_does_so_before_it_fires():
    """After its Shooting step it could no longer move."""
    gun = a_weapon("gun", range_in=48, shots=4, strength=5, ap=4)
    state = trial_battle(
        a_trial("a1", (20, 24), heading=90, weapons=(gun,)),
        a_unit("b1", a_row(8, 44, 20), points=100),
        active="a1",
        ap=2,
    )
    goal = Objective(id="hill", name="Hill", at=(38, 24))
    state = view(replace(state, scenario=replace(state.scenario, objectives=(goal,))), A)
    found = sorted(consider(state, A, legal_actions(state, A), AGGRESSIVE), key=lambda c: -c.worth)
    assert found[0].offer.kind == "drive"
    assert any(c.offer.kind == "fire" and c.worth > 0 for c in found)


def test_a_third_point_is_worth_next_to_nothing_to_who_moves_and_fires_once():
    gun = a_weapon("gun", range_in=48, shots=4, strength=5, ap=4)
    state = trial_battle(
        a_trial("a1", (20, 24), heading=90, weapons=(gun,), flags={"now": UnitTurn()}),
        a_unit("b1", a_row(8, 44, 20), points=100),
    )
    each = rolls.prospects(state, state.units["a1"], AGGRESSIVE).each
    assert each[2] < each[0] / 2
