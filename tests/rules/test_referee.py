"""The referee of random play sees what must not be: each promise broken on purpose."""

import pytest
from msgspec.structs import replace

from rules.arap.events import LeftTable, ModelsMoved, ModelsTurned, PointsSpent, Wound, WoundsTaken
from rules.arap.shooting.volley import ShotsFired
from rules.arap.turn.activation import UnitActivated
from rules.forces.unit import VehicleState
from rules.state import Melee, Placement
from rules.vehicles.shared.events import MountsFired, VehicleWrecked
from tests.builders import a_battle, a_unit, a_weapon
from tests.rules import referee
from tests.rules.vehicles.garage import a_carrier, a_vehicle

RIFLE = a_weapon()


def battle(riders=3, **flags):
    """A carrier for ten with three men in it, a tank, and men beside it."""
    return a_battle(
        a_carrier("a1"),
        a_unit("a2", [(0, 0)] * riders, aboard="a1", deployed=False, **flags),
        a_vehicle("a3", (50, 24)),
        a_unit("b1", [(40, 40), (41, 40)], weapons=[RIFLE]),
        active="a1",
        ap=2,
    )


def broken(check, *given):
    with pytest.raises(AssertionError):
        check(*given)


def without(state, unit, *models):
    """The state in which those models have no wounds left."""
    for model in models:
        state = state.with_unit(state.units[unit].with_model(replace(state.units[unit].model(model), wounds=0)))
    return state


def wrecked(state, unit):
    found = without(state, unit, f"{unit}.1")
    return found.with_unit(replace(found.units[unit], vehicle=VehicleState(wrecked="destroyed")))


def test_a_plain_state_is_lawful():
    referee.lawful(battle())


RIDES = {
    "it is a wreck": lambda s: wrecked(s, "a1"),
    "it is of the other side": lambda s: s.with_unit(replace(s.units["a1"], side="b")),
    "it is no vehicle": lambda s: s.with_unit(replace(s.units["a2"], aboard="b1")),
    "it is aboard something itself": lambda s: s.with_unit(replace(s.units["a1"], aboard="a3")),
    "a vehicle rides": lambda s: s.with_unit(replace(s.units["a3"], aboard="a1")),
    "they fight outside": lambda s: replace(s, melees=(Melee(id="m", units=("a2", "b1")),)),
}


@pytest.mark.parametrize("change", RIDES.values(), ids=RIDES)
def test_who_rides_rides_once_in_what_is_there(change):
    broken(referee.lawful, change(battle()))


def test_nobody_rides_without_a_place():
    referee.lawful(battle(10))
    broken(referee.lawful, battle(11))
    broken(referee.lawful, battle(9, clinging=True))


def test_nobody_is_lost_but_by_an_event_that_names_him():
    state = battle()
    one, two = without(state, "b1", "b1.1"), without(state, "b1", "b1.1", "b1.2")
    hit = WoundsTaken(side="b", unit="b1", wounds=(Wound(model="b1.1", taken=1, left=0),))
    referee.mourned(state, hit, one)
    broken(referee.mourned, state, hit, two)
    broken(referee.mourned, state, ModelsTurned(side="b", unit="b1", facings={}), one)
    broken(referee.mourned, state, replace(hit, wounds=(Wound(model="b1.1", taken=1, left=1),)), one)
    broken(referee.mourned, state, VehicleWrecked(side="a", unit="a3", how="destroyed"), one)
    broken(referee.mourned, state, LeftTable(side="a", unit="a2"), one)


def test_the_people_aboard_do_not_vanish_with_their_vehicle():
    state = battle()
    end = VehicleWrecked(side="a", unit="a1", how="destroyed")
    referee.mourned(state, end, end.evolve(state))
    broken(referee.mourned, state, end, without(end.evolve(state), "a2", "a2.1"))


DEEDS = {
    "fires": MountsFired(side="a", unit="a3", mounts=(0,)),
    "pays": PointsSpent(side="a", unit="a3", points=1, action="drive"),
    "shoots": ShotsFired(side="a", unit="a3", target="b1", weapon="gun", shots={"a3.1": 1}, hits=0),
    "is activated": UnitActivated(side="a", unit="a3", ap=1, rolled=1),
    "drives": ModelsMoved(
        side="a", unit="a3", placements=(Placement(model="a3.1", at=(50, 20), facing=0),), how="drive", length_in=4
    ),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_a_destroyed_vehicle_never_acts(deed):
    state = battle()
    referee.fair(state, deed)
    broken(referee.fair, wrecked(state, "a3"), deed)
