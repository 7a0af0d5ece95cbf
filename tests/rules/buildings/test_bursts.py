"""Bursts at houses that are entered: walls keep them off, open doors let them through."""

from rules.arap.templates import marker
from rules.geometry.templates import Marker
from tests.rules.buildings.doors.test_doors import a_field


def struck(centre, **door):
    state = a_field((40, 40), theirs=((27, 25.9), (27, 24.1), (30, 24.6)), **door)
    return [u.model for u in marker.under(state, Marker(centre, 1.5), state.units["a1"].models[0])]


def test_a_wall_keeps_a_burst_from_those_behind_it():
    assert struck((27.0, 25.8)) == ["b1.1"]
    assert struck((27.0, 24.2)) == ["b1.2"]


def test_a_burst_reaches_through_an_open_door_and_not_through_a_shut_one():
    assert struck((30.0, 25.2)) == ["b1.3"]
    assert struck((30.0, 25.2), state="closed") == []
