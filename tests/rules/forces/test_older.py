"""What was stored in an older form opens, and says the same as the present one."""

import msgspec
import pytest

from rules import codec
from rules.engine import fold
from rules.forces import older
from rules.forces.army import Army
from rules.forces.gemini import GeminiHull, GeminiMarks
from rules.forces.profile import Profile
from rules.forces.stored import opened, read
from rules.forces.trial import TrialHull
from rules.forces.unit import VehicleState
from tests.older import stored
from tests.rules.arenas import sample_army

ARMIES = ("northmarch-rangers", "saltmere-compact", "cinder-runners")


@pytest.mark.parametrize("name", ARMIES)
def test_an_army_of_the_older_form_is_the_one_that_is_shipped_now(name):
    as_then = msgspec.json.encode(stored("armies")[name])
    old = msgspec.json.decode(as_then.replace(b"Hen's", "Hen’s".encode()))  # set as in print since
    assert any(profile["vehicle"] for profile in old["profiles"])
    assert opened(old, Army) == sample_army(name)
    assert read(msgspec.json.encode(old), Army) == sample_army(name)


@pytest.mark.parametrize("name", ["armour", "race"])
def test_snapshots_of_an_older_table_are_the_states_that_its_log_leads_to(name):
    table = stored(name)
    log = codec.convert_events(table["events"])
    for old in table["states"]:
        folded = fold([event for event in log if event.seq <= old["seq"]])
        assert codec.decode_state(msgspec.json.encode(old)) == folded
        assert codec.convert_state(old) == folded
        assert codec.decode_state(codec.encode(folded)) == folded


@pytest.mark.parametrize("name", ["armour", "race"])
def test_every_event_of_an_older_log_is_read_by_itself_as_in_the_whole(name):
    raw = stored(name)["events"]
    whole = codec.decode_events(msgspec.json.encode(raw))
    assert [codec.decode_event(msgspec.json.encode(event)) for event in raw] == whole


def test_the_race_was_stored_with_marks_that_are_now_its_own_rules():
    state = codec.convert_state(stored("race")["states"][-1])
    marks = [unit.vehicle.own for unit in state.units.values() if unit.vehicle is not None]
    assert {mark.speed for mark in marks if isinstance(mark, GeminiMarks)} >= {16, 6}
    assert None in marks


def test_each_older_field_becomes_a_hull_of_its_rules():
    plain = {"id": "x", "name": "X"}
    armour = {"front": 10, "side": 10, "rear": 10}

    def hull(**fields):
        return (
            opened({"name": "X", "entries": [], "profiles": [{**plain, **fields}], "weapons": []}, Army)
            .profiles[0]
            .hull
        )

    assert hull(vehicle=armour) == GeminiHull(**armour)
    assert hull(vehicle=None, trial=armour, crusade=None) == TrialHull(**armour)
    assert hull(vehicle=armour, trial=armour) == GeminiHull(**armour)
    assert hull(vehicle=None, trial=None, crusade=None) is None


def test_what_is_of_the_present_form_is_left_as_it_is():
    army = msgspec.to_builtins(sample_army("northmarch-rangers"))
    assert older.upgraded(army) == army
    assert older.upgraded([army, 3, None]) == [army, 3, None]


@pytest.mark.parametrize(
    ("hull", "fault"),
    [
        ({"rules": "hover", "front": 1}, "no vehicle rules are called 'hover'"),
        ({"front": 1}, "no vehicle rules are called None"),
        ({"rules": "gemini", "front": "thick"}, "Expected `int`, got `str`"),
        (7, "no vehicle rules are called None"),
    ],
)
def test_a_hull_that_is_none_says_what_is_wrong(hull, fault):
    with pytest.raises(msgspec.ValidationError, match=fault):
        opened({"id": "x", "name": "X", "hull": hull}, Profile)


def test_marks_that_say_nothing_are_none_so_that_one_state_has_one_form():
    fresh = VehicleState()
    assert fresh.with_own(GeminiMarks()) == fresh
    marked = fresh.with_own(GeminiMarks(speed=3))
    assert marked.own == GeminiMarks(speed=3)
    assert codec.encode(marked) != codec.encode(fresh)
    assert marked.with_own(GeminiMarks()) == fresh


def test_a_host_sets_values_of_every_vehicle_and_of_its_own_rules():
    hull = GeminiHull(front=10, side=10, rear=10)
    assert VehicleState().ruled(hull, "immobilised", True).immobilised
    moving = VehicleState().ruled(hull, "speed", 6)
    assert (moving.own, moving.value("speed"), moving.value("hull")) == (GeminiMarks(speed=6), 6, 0)
    assert VehicleState().ruled(TrialHull(front=1, side=1, rear=1), "speed", 6) == VehicleState()
