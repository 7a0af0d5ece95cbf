"""The host puts people into a vehicle or on to its outside, and takes them out again."""

import pytest
from msgspec.structs import replace

from rules.arap.rulings.general import RulePlace
from rules.core.refusal import IllegalAction
from rules.engine import preview
from rules.questions.rulings import seats
from rules.state import Melee, Placement
from rules.vehicles.gemini.transport.leave import GetOut
from rules.vehicles.shared.rulings import RulePassengers
from rules.visibility import view
from tests.builders import A, B, a_battle, a_unit, play
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.trial.park import LANCE, a_trial


def battle(squad=None, **values):
    return a_battle(
        squad or a_unit("a2", [(10, 10), (11, 10)]),
        a_vehicle("a1", (30, 40), capacity=1),
        a_unit("b1", [(30, 20)]),
        a_vehicle("b2", (50, 20), capacity=4),
        active="a1",
        ap=2,
        **values,
    )


def rule(unit="a2", vehicle="a1", reason="they sat in it", **values):
    return RulePassengers(side=A, unit=unit, vehicle=vehicle, reason=reason, **values)


@pytest.mark.rule("ARAP-GEN-01", "VEH-BRD-04")
def test_people_are_put_into_a_vehicle_whatever_room_it_has():
    events, state = play(battle(), rule())
    assert events[0].sentence(state) == "Host: A2 is aboard A1 (they sat in it)"
    squad = state.units["a2"]
    assert (squad.aboard, squad.clinging, {m.at for m in squad.alive}) == ("a1", False, {(30, 40)})
    assert view(state, A).units["a2"].aboard == "a1"


@pytest.mark.rule("VEH-BRD-12")
def test_they_are_put_on_its_outside_too():
    events, state = play(battle(), rule(cling=True))
    assert events[0].sentence(state) == "Host: A2 is on the outside of A1 (they sat in it)"
    assert state.units["a2"].clinging


@pytest.mark.part_of("ARAP-GEN-01", "VEH-BRD-01")
def test_they_may_get_out_at_once_and_are_taken_out_by_a_ruling_of_places():
    _, state = play(battle(), rule())
    free = replace(state, turn=replace(state.turn, active="a2"))
    assert preview(free, GetOut(side=A, unit="a2")).refusal is None
    out = tuple(Placement(model=m.id, at=(20, 20 + n), facing=0) for n, m in enumerate(state.units["a2"].alive))
    events, state = play(state, RulePlace(side=A, unit="a2", placements=out, reason="no, beside it"))
    assert events[0].sentence(state) == "Host: A2 is taken out of A1 (no, beside it)"
    assert state.units["a2"].aboard is None


def test_who_lies_or_went_to_ground_sits_up():
    down = a_unit("a2", [(10, 10)], gone_to_ground=True, prone=True)
    _, state = play(battle(down), rule())
    assert not (state.units["a2"].gone_to_ground)
    assert not (state.units["a2"].prone)


def test_who_was_hidden_is_known_to_ride():
    scout = a_unit("a2", [(10, 10)], hidden=True)
    assert "a2" not in view(battle(scout), B).units
    _, state = play(battle(scout), rule())
    assert view(state, B).units["a2"].aboard == "a1"


@pytest.mark.rule("TRI-TRAN-02")
def test_by_the_trial_rules_inside_alone():
    state = a_battle(a_trial("a1", weapons=(LANCE,)), a_unit("a2", [(60, 24)]), options={"vehicle_module": "trial"})
    with pytest.raises(IllegalAction) as raised:
        play(state, rule(cling=True))
    assert raised.value.refusal.code == "not-by-these-rules"
    _, state = play(state, rule())
    assert state.units["a2"].aboard == "a1"
    assert not seats(state).outside


@pytest.mark.part_of("ARAP-GEN-01")
@pytest.mark.parametrize(
    ("unit", "vehicle", "reason", "code"),
    [
        ("a1", "a1", "x", "unknown-unit"),
        ("zz", "a1", "x", "unknown-unit"),
        ("a2", "b2", "x", "no-vehicle"),
        ("a2", "b1", "x", "no-vehicle"),
        ("a2", "a1", " ", "no-reason"),
    ],
)
def test_a_unit_on_foot_a_vehicle_of_its_side_and_a_reason(unit, vehicle, reason, code):
    with pytest.raises(IllegalAction) as raised:
        play(battle(), rule(unit, vehicle, reason))
    assert raised.value.refusal.code == code


@pytest.mark.part_of("ARAP-GEN-01")
@pytest.mark.parametrize(
    ("squad", "values", "code"),
    [
        (a_unit("a2", [(10, 10)], routing=True), {}, "not-in-hand"),
        (None, {"melees": (Melee(id="m1", units=("a2", "b1")),)}, "locked"),
    ],
)
def test_nobody_out_of_a_melee_or_a_rout(squad, values, code):
    state = battle(squad, **values)
    with pytest.raises(IllegalAction) as raised:
        play(state, rule())
    assert raised.value.refusal.code == code
    assert "a2" not in dict(seats(state).riders)


def test_a_form_lists_who_may_ride_and_what_drives():
    found = seats(battle())
    assert dict(found.riders) == {"a2": "A2 A2", "b1": "B1 B1"}
    assert dict(found.carriers) == {"a1": "A1 A1", "b2": "B2 B2"}
    assert found.outside
