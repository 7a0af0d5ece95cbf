"""Squadrons of vehicles: one roll, the lowest goal, then all act alike. (VEH-JOIN-12, ARAP-ACT-05)"""

import pytest

from rules.arap.cards import states
from rules.arap.turn.activation import Activate, Bust, EndActivation, Finish
from rules.arap.turn.turn import PlayerTurnBegan
from rules.arap.units.permission import activation_value
from rules.core.refusal import IllegalAction
from rules.vehicles.gemini.driving.drive import Drive
from rules.vehicles.gemini.shooting.fire import FireVehicle, MountShot
from rules.vehicles.shared.formations import SquadronFollows
from tests.builders import A, a_battle, a_row, a_unit, play, the
from tests.rules.vehicles.garage import a_vehicle, way

ON = {"vehicle_squadrons": True}
ROLL = Activate(side=A, unit="a1", dice=2)


def squadron(*, options=None, others=(), second=None, **flags):
    wing = {"squadron": "Anvils", **flags}
    return a_battle(
        a_vehicle("a1", (20, 24), flags=wing),
        a_vehicle("a2", (30, 24), flags={**wing, **(second or {})}, crew_initiative=3),
        a_vehicle("a3", (40, 24), flags=wing, crew_initiative=5),
        *others,
        a_unit("b1", a_row(2, 30, 6)),
        options=ON if options is None else options,
    )


def ahead(unit, x, y=24):
    return Drive(side=A, unit=unit, path=way((x, y - 4)))


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


@pytest.mark.rule("VEH-JOIN-12", "ARAP-ACT-05")
def test_one_roll_at_the_lowest_goal_and_each_acts_with_its_points():
    state = squadron()
    assert [activation_value(state, state.units[u]) for u in ("a1", "a2", "a3")] == [3, 3, 3]
    events, state = play(state, ROLL, {"activation": [3, 3]})
    assert [state.units[u].now.tried for u in ("a1", "a2", "a3")] == [True, True, True]
    assert (state.turn.active, state.turn.ap, state.turn.follow) == ("a1", 2, ("a2", "a3"))
    assert "In a squadron with A2 and A3" in [each.words for each in states(state, state.units["a1"])]
    _, state = play(state, ahead("a1", 20))
    _, state = play(state, Finish(side=A, unit="a1"))
    assert (state.turn.active, state.turn.ap, state.turn.script) == ("a2", 2, ("drive",))
    shot = FireVehicle(side=A, unit="a2", shots=(MountShot(mount=0, target="b1"),))
    error = refused(state, shot)
    assert (error.code, error.rule, error.refusal.allowed) == ("not-as-the-squadron", "VEH-JOIN-12", "drive, finishing")
    _, state = play(state, ahead("a2", 30))
    assert refused(state, ahead("a2", 30, 20)).code == "not-as-the-squadron"
    _, state = play(state, Finish(side=A, unit="a2"))
    events, state = play(state, Finish(side=A, unit="a3"))
    assert the(events, SquadronFollows).unit is None
    assert state.turn.script is None
    assert the(events, PlayerTurnBegan).side == "b"


@pytest.mark.rule("VEH-JOIN-12")
def test_a_bust_is_the_bust_of_all():
    events, state = play(squadron(), ROLL, {"activation": [4, 5]})
    assert the(events, Bust).unit == "a1"
    assert all(state.units[u].before.tried or state.units[u].now.tried for u in ("a1", "a2", "a3"))


@pytest.mark.part_of("VEH-JOIN-12")
def test_without_the_switch_each_vehicle_rolls_for_itself():
    state = squadron(options={})
    assert [activation_value(state, state.units[u]) for u in ("a1", "a2", "a3")] == [4, 3, 5]
    _, state = play(state, ROLL, {"activation": [4, 4]})
    assert (state.turn.follow, state.units["a2"].now.tried) == ((), False)


@pytest.mark.rule("VEH-JOIN-12")
def test_the_last_of_a_squadron_ends_the_phase_only_if_nobody_is_left():
    state = squadron(others=(a_unit("a4", [(10, 30)]),))
    _, state = play(state, ROLL, {"activation": [3, 6]})
    for unit in ("a1", "a2", "a3"):
        assert state.turn.active == unit
        _, state = play(state, Finish(side=A, unit=unit))
    assert (state.active_side, state.turn.phase, state.turn.active) == ("a", "activation", None)


@pytest.mark.rule("VEH-JOIN-12")
def test_ending_the_phase_ends_the_squadron():
    _, state = play(squadron(), ROLL, {"activation": [3, 3]})
    _events, state = play(state, EndActivation(side=A))
    assert (state.turn.follow, state.turn.script, state.active_side) == ((), None, "b")
