"""A hull's fire as a draft: each mount by its own name, with its target or what keeps it from one."""

import pytest
from msgspec.structs import replace

from rules.core.ids import WeaponId
from rules.forces.mount import Mount
from rules.forces.unit import UnitTurn
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_row, a_unit
from tests.rules.vehicles.garage import GUN, STORM_GUN, a_vehicle

MOUNTS = tuple(
    Mount(weapon=WeaponId(w.id), arc_half_deg=180, name=name)
    for w, name in ((GUN, "Turret"), (STORM_GUN, "Left sponson"), (STORM_GUN, ""))
)


def a_tank(moved=0.0):
    made, profiles, weapons = a_vehicle("a1", weapons=(GUN, STORM_GUN), mounts=MOUNTS)
    tank = replace(made, now=UnitTurn(moved_in=moved)), profiles, weapons
    return a_battle(tank, a_unit("b1", a_row(3, 42, 24)), active="a1", ap=1)


def drafted(state, **ticked):
    mounts = {name.replace("m", "m:"): value for name, value in ticked.items()}
    return plan(state, A, Draft(kind="fire", unit="a1", target="b1", ticked=mounts)).controls


@pytest.mark.rule("VEH-VFIRE-02")
def test_a_mount_that_its_speed_keeps_from_firing_says_so():
    turret, left, right = drafted(a_tank(moved=9))
    assert (turret.value, left.value, right.value) == ("hold", "b1", "b1")
    assert turret.why.rule == "VEH-VFIRE-02"
    assert left.why is None
    assert [c.why for c in drafted(a_tank())] == [None, None, None]
    assert drafted(a_tank(moved=9), m0="hold")[0].why is None, "who holds it knows"


@pytest.mark.rule("VEH-VFIRE-02")
def test_mounts_of_one_kind_have_their_own_names():
    assert [c.label for c in drafted(a_tank())] == ["Turret", "Left sponson", STORM_GUN.name]
