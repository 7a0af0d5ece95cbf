"""Fire at and from those who ride in the open. (CRU-FIRE-02, CRU-TRAN-04, CRU-SNAP-01)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.engine import preview
from rules.state import GameState
from tests.rules.crusade.acts import A1, A2, B1, answered, dice, melee, refused, shoot
from tests.rules.crusade.cast import A, act, battle, put


def boarded() -> GameState:
    """b1 has boarded the skiff a1, in which a2 rides."""
    return battle(
        put("a1", "skiff", (20, 20)),
        put("a2", "marine", (20, 20), aboard="a1", weapons=("boltgun",)),
        put("b1", "marine", (20, 20), aboard="a1", weapons=("boltgun",)),
        put("b2", "marine", (40, 4)),
    )


@pytest.mark.rule("CRU-FIRE-02")
def test_no_weapon_of_a_vehicle_reaches_a_boarder_on_it():
    state = boarded()
    assert refused(state, shoot("a1", "b1")) == "CRU-FIRE-02"
    assert shoot("a1", "b1").check(replace(state, version="13")) is None


@pytest.mark.rule("CRU-TRAN-04")
def test_full_cover_counts_against_fire_from_outside_alone():
    state = boarded()
    shot = shoot("a2", "b1", "boltgun")
    assert preview(state, shot).shots[0].modifiers == ()
    assert [m.rule for m in preview(replace(state, version="13"), shot).shots[0].modifiers] == ["CRU-TRAN-04"]
    struck, _ = act(state, shot, attack=[1, 0], defence=[0, 0])
    assert dice(struck, B1) == 1
    outside = battle(*(replace(u, aboard=None) if u.id == A2 else u for u in state.units.values()))
    assert [m.rule for m in preview(outside, shot).shots[0].modifiers] == ["CRU-TRAN-04"]


@pytest.mark.rule("CRU-SNAP-01", "CRU-TRAN-04")
def test_who_attacks_from_an_open_vehicle_has_its_cover_against_snap_fire():
    state = battle(
        put("a1", "skiff", (20, 20)), put("a2", "marine", (20, 20), aboard="a1"), put("b1", "rhino", (20, 15))
    )
    asked, _ = act(state, melee("a2", "b1"))
    assert dice(answered(asked, "fire", snap_fire=[2, 0], defence=[1, 0]), A2) == 2
    older, _ = act(replace(state, version="13"), melee("a2", "b1"))
    assert dice(answered(older, "fire", snap_fire=[2, 0], defence=[1, 0]), A2) == 1
    on_foot = battle(put("a2", "marine", (20, 17.9)), put("b1", "rhino", (20, 15)))
    asked, _ = act(on_foot, melee("a2", "b1"))
    assert dice(answered(asked, "fire", snap_fire=[2, 0], defence=[1, 0]), A2) == 1


@pytest.mark.rule("CRU-WEAP-08")
def test_a_shell_is_laid_on_the_table():
    state = battle(put("a1", "whirlwind", (20, 20)), put("b1", "marine", (20, 10)))
    shot = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="0", at=(20, -3)),))
    assert refused(state, shot) == "CRU-WEAP-08"
    assert shot.check(replace(state, version="13")) is None
