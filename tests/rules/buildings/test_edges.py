"""Edges: railings hold people back, long overhangs stop climbers, who is hurt on a ladder falls."""

import pytest
from msgspec.structs import replace

from rules.arap.movement.agility import CallAgility
from rules.arap.movement.climb import Climb
from rules.arap.shooting.shoot import Shoot
from rules.engine import preview
from rules.events import Rolled
from tests.builders import A, a_profile, a_weapon, play, the
from tests.rules.arap.heights import a_cliff, a_field, an_area, going, hanging
from tests.rules.buildings.carriers.test_stairs import a_loft


@pytest.mark.rule("BLD-MOVE-05")
def test_a_railing_of_half_an_inch_keeps_people_from_falling():
    for rail, goal, chance in ((0.5, 4, "2/3"), (0.4, 3, "1/2")):
        gallery = an_area("open", 0, name="Gallery", rail_in=rail)
        state = a_field(profile=a_profile(i=3), terrain=(gallery,))
        call = CallAgility(side=A, unit="a1", consequence="falls", fall_in=3, reason="pushed")
        assert preview(state, call).chances[0].exact == chance
        assert the(play(state, call, {"agility": [1]})[0], Rolled).goal == goal
    slips = CallAgility(side=A, unit="a1", consequence="falls-over", reason="a wet floor")
    assert the(play(state, slips, {"agility": [1]})[0], Rolled).goal == 3


@pytest.mark.rule("BLD-MOVE-06")
@pytest.mark.parametrize(
    ("juts_in", "gear", "code"),
    [(1.0, (), ""), (1.1, (), "overhang"), (1.1, ("climbing-gear",), ""), (1.1, ("ropes",), "")],
)
def test_nobody_climbs_past_a_long_overhang_without_gear(juts_in, gear, code):
    profile = a_profile(i=4, traits=gear)
    state = a_field(at=((11.95, 10.0),), profile=profile, terrain=(a_cliff(3.0, overhang_in=juts_in),), ap=3)
    shown = preview(state, going(Climb, (12.5, 10.0)))
    assert (shown.refusal.code if shown.refusal else "") == code
    assert "BLD-MOVE-06" in ((shown.refusal.rule,) if shown.refusal else shown.rules)
    if not code:
        _, after = play(state, going(Climb, (12.5, 10.0)), {"initiative-test": [4]})
        assert after.units["a1"].models[0].at == (12.5, 10.0)


@pytest.mark.rule("BLD-FALL-01", "BLD-FALL-02")
def test_who_is_wounded_on_a_ladder_falls_even_if_the_wound_was_saved():
    field = a_loft((14, 16), theirs=((14, 11),), profile=a_profile("climber", sv=3))
    field = hanging(field, "a1", "ladder", 1.5)
    rifle = a_weapon("rifle")
    armed = replace(field.units["b1"].models[0], weapons=(rifle.id,), facing=180)
    foe = replace(field.units["b1"], models=(armed,))
    turn = replace(field.turn, place=1, active="b1")
    field = replace(field.with_unit(foe), weapons={rifle.id: rifle}, turn=turn)
    shot = Shoot(side="b", unit="b1", target="a1")
    saved = {"to-wound": [4, 1], "save": [6], "fall-hits": [1]}
    for dice, level in ((saved, 0), ({"to-wound": [3]}, 1.5)):
        _, state = play(field, shot, {"to-hit": [1, 6], **dice})
        assert state.units["a1"].models[0].level_in == level
