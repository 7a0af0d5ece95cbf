"""What is asked of a drive: speeds, courses, what stands in the way, what a ram strikes."""

import pytest

from rules import convert_action
from rules.geometry import arcs
from rules.questions import drives, street
from tests.builders import A, a_battle
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.gemini.street.test_drive import a_car
from tests.rules.vehicles.gemini.street.test_drive import street as a_road


def test_a_course_is_exactly_as_long_as_the_speed():
    state = a_road(a_car(speed=12))
    unit = state.units["a1"]
    (x, y), _ = unit.models[0].at, unit.models[0].facing
    for sweep in (False, True):
        way = street.course(state, unit, 12, [(x + 5, y + 4)], sweep=sweep)
        assert arcs.length_of(way) == pytest.approx(12)
    (whole,) = street.course(state, unit, 12, (), hard="left")
    assert (whole.bend, whole.length) == ("left", 12)
    assert street.course(state, unit, 0, [(x + 5, y)]) == ()


def test_the_speeds_that_may_be_chosen_come_with_their_reason():
    found = street.speeds(state := a_road(a_car(speed=12)), state.units["a1"])
    assert (found.least, found.most, found.now_words) == (4, 20, "12″")
    assert found.why == "it loses or gains at most 8″ a turn"
    assert found.holds(20)
    assert not found.holds(20.5)


def test_nothing_but_a_drive_has_a_course_and_nothing_but_a_ram_strikes():
    state = a_road(a_car(speed=12))
    finish = convert_action({"type": "EndActivation", "side": A})
    assert street.driven(state, finish) is None
    assert drives.ram(state, finish) is None


def test_a_ram_tells_whom_it_strikes_on_which_face():
    tanks = a_vehicle("a1", (10, 24), heading=90), a_vehicle("b1", (18, 24), heading=0)
    state = a_battle(*tanks, active="a1", ap=3)
    raw = {"type": "Drive", "side": A, "unit": "a1", "path": [{"at": (20, 24)}], "actions": 3}
    path = (drives.Waypoint(at=(20, 24)),)
    boxes = [each.label for each in drives.settings(state, state.units["a1"], path, {"actions": "3"})]
    assert boxes[-1] == f"Ram {state.units['b1'].name}"
    struck = drives.ram(state, convert_action({**raw, "ram": True}))
    assert struck is not None
    assert (struck.target, struck.face) == ("b1", "left")
    assert 0 < struck.gone_in < 8
