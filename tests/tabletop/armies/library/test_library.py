"""The shipped library: complete, consistent, and playable unit by unit."""

from typing import get_args

import pytest

from rules.forces.gemini import VehicleType
from rules.forces.weapon import WeaponType
from rules.rulebook import charts
from tabletop.armies.library.library import FORMAT
from tabletop.armies.roster import build
from tests.tabletop.armies.rosters import LIBRARY, A, a_list, findings, units


def test_it_covers_every_move_allowance_weapon_type_and_vehicle_type():
    moves = {profile.m for profile in LIBRARY.profiles if profile.hull is None}
    assert {float(str(row["m"])) for row in charts.rows("ARAP-MOVE-02")} <= moves
    assert {weapon.type for weapon in LIBRARY.weapons} == set(get_args(WeaponType))
    assert {p.hull.type for p in LIBRARY.profiles if p.hull} == set(get_args(VehicleType))
    speeds = {float(str(row["battle_speed"])) for row in charts.rows("VEH-MOVE-01")}
    assert speeds <= {p.hull.battle_speed_in for p in LIBRARY.profiles if p.hull}


def test_everything_that_it_names_is_in_it_once():
    for named in (LIBRARY.kinds, LIBRARY.profiles, LIBRARY.weapons, LIBRARY.categories):
        ids = [each.id for each in named]
        assert len(ids) == len(set(ids))
    categories = {category.id for category in LIBRARY.categories}
    for kind in LIBRARY.kinds:
        options = [option for group in kind.groups for option in group.options]
        assert kind.category in categories
        assert {role.profile for role in kind.roles} <= set(LIBRARY.profile)
        assert len(options) == len(kind.options())
        assert {option.role for option in options} <= {"", *(role.id for role in kind.roles)}
        named = {w for o in options for w in (*o.give, *o.take)} | {w for role in kind.roles for w in role.weapons}
        assert named <= set(LIBRARY.weapon)
        assert all(role.least <= role.usual <= role.most for role in kind.roles)
    mounted = {m.weapon for p in LIBRARY.profiles if p.hull for m in p.hull.mounts}
    assert mounted <= set(LIBRARY.weapon)
    assert LIBRARY.format == FORMAT


@pytest.mark.parametrize("kind", [kind.id for kind in LIBRARY.kinds])
def test_a_unit_of_each_kind_is_legal_as_it_comes_and_musters(kind):
    roster = a_list(kind)
    assert findings(roster) == []
    army = build.army_of(LIBRARY, roster)
    unit, *sections = army.muster(A).units
    assert all(section.section_of == unit.id for section in sections)
    assert len(unit.models) == units(roster)["u1"].models
    assert army.points == units(roster)["u1"].points > 0
