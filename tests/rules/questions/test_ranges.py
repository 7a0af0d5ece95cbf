"""How far it is: from base centres, and from the nearest place of a hull's outline or the mount that fires."""

import pytest

from rules.core.ids import UnitId
from rules.questions import ranges
from tests.builders import a_battle, a_row, a_unit
from tests.rules.vehicles.garage import a_vehicle


def a_meeting():
    """A tank of 5 by 3 inches, 10 inches east of two men, heading north; another tank 10 inches further east."""
    men = a_unit("a1", a_row(2, 10, 20))
    return a_battle(men, a_vehicle("b1", (22, 20)), a_vehicle("b2", (32, 20)))


@pytest.mark.part_of("ARAP-GEN-05")
def test_a_hull_counts_from_the_nearest_place_of_its_outline():
    state = a_meeting()
    men, tank, other = (state.units[u] for u in ("a1", "b1", "b2"))
    hull = state.profile(tank.models[0]).hull
    assert hull is not None
    nearest = max(m.at[0] for m in men.alive)
    assert ranges.apart_in(state, men, tank) == pytest.approx(22 - hull.width_in / 2 - nearest)
    assert ranges.apart_in(state, tank, men) == pytest.approx(ranges.apart_in(state, men, tank))
    assert ranges.apart_in(state, tank, other) == pytest.approx(10 - hull.width_in)


@pytest.mark.part_of("ARAP-GEN-05")
def test_fire_of_a_hull_counts_from_its_mounts():
    state = a_meeting()
    tank, other = state.units["b1"], state.units["b2"]
    hull = state.profile(tank.models[0]).hull
    assert hull is not None
    mounts = max(mount.right_in for mount in hull.mounts)
    assert ranges.apart_in(state, tank, other, firing=True) == pytest.approx(10 - hull.width_in / 2 - mounts)


@pytest.mark.part_of("ARAP-GEN-05")
@pytest.mark.parametrize("open_topped", [True, False])
def test_people_aboard_are_where_their_hull_stands(open_topped):
    """They boarded 30 inches away; whether they may fire from it or not, their hull is what is near."""
    carrier = a_vehicle("a1", (20, 20), open_topped=open_topped)
    inside = a_unit("a2", a_row(2, 50, 20), aboard=UnitId("a1"))
    state = a_battle(carrier, inside, a_unit("b1", [(30, 20)]))
    hull = state.profile(state.units["a1"].models[0]).hull
    assert hull is not None
    reach = max(hull.width_in, hull.length_in) / 2
    apart = ranges.apart_in(state, state.units["a2"], state.units["b1"])
    assert 10 - reach <= apart <= 10 + reach
    assert ranges.apart_in(state, state.units["b1"], state.units["a2"]) == pytest.approx(apart, abs=2 * reach)
