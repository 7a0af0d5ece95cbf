"""Ladders and stairs from floor to floor, and falling off them."""

import pytest
from msgspec.structs import replace

from rules.arap.charge.declare import Charge
from rules.arap.damage.wounds_and_saves import fall
from rules.arap.movement.ladders import UseLadder
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.shooting.shoot import Shoot
from rules.dice.sources import ScriptedDice
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, a_weapon, happens, play
from tests.rules.buildings.carriers.test_lifts import a_floor

LADDER = Terrain(id="ladder", name="Loft ladder", points=((14, 16), (14, 16.4)), line=True, ladder=True, head=(24, 14))
STAIRS = replace(LADDER, look="stairs", name="Stairs")


def a_loft(*at, ladder=LADDER, theirs=((60, 40),), profile=None, ap=3):
    floors = (a_floor(1, 10.0), a_floor(2, 20.0))
    squad = a_unit("a1", list(at), profile=profile)
    return a_battle(squad, a_unit("b1", list(theirs)), active="a1", ap=ap, terrain=(*floors, ladder))


UP = UseLadder(side="a", unit="a1", ladder="ladder")


@pytest.mark.rule("BLD-LADR-01", "BLD-LEVEL-01")
def test_a_ladder_takes_three_inches_a_level_and_may_be_left_half_way():
    field = a_loft((14, 13))
    shown = preview(field, UP)
    assert (shown.notes, shown.legs[0].reason) == (("A1.1 would be 1″ up the ladder.",), "up Loft ladder 3″")
    _, state = play(field, UP)
    model = state.units["a1"].models[0]
    assert (model.on_face, round(model.level_in, 2)) == ("ladder", 1)
    _, state = play(state, replace(UP, to=(27, 14)))
    model = state.units["a1"].models[0]
    assert (model.on_face, model.at[0] > 25) == ("", True)
    _, state = play(state, replace(UP, down=True))
    assert state.units["a1"].models[0].at[0] < 20 or state.units["a1"].models[0].on_face


@pytest.mark.rule("BLD-FALL-01", "BLD-FALL-04")
def test_who_is_hit_high_up_a_ladder_falls_on_whoever_stands_at_its_foot():
    """He is seen from the floor until his feet are on the next; a save does not keep him there."""
    field = a_loft((14, 16), theirs=[(14, 13)], profile=a_profile("climber", sv=5))
    climber, mate = field.units["a1"], replace(field.units["a1"], id="a2")
    armed = replace(field.units["b1"].models[0], weapons=("rifle",), facing=180)
    hanging = replace(climber.models[0], on_face="ladder", level_in=2.6)
    field = replace(field, weapons={"rifle": a_weapon()}, turn=replace(field.turn, order=("b", "a"), active="b1"))
    field = field.with_unit(replace(climber, models=(hanging,)))
    field = field.with_unit(replace(mate, models=(replace(mate.models[0], id="a2.1", at=(14.3, 16.2)),)))
    field = field.with_unit(replace(field.units["b1"], models=(armed,)))
    dice = {"to-hit": [1, 6], "to-wound": [4, 1, 6], "save": [6], "fall-hits": [1, 1]}
    _, state = play(field, Shoot(side="b", unit="b1", target="a1"), dice)
    assert (state.units["a1"].models[0].level_in, state.units["a1"].in_play) == (0, True)
    assert state.units["a2"].is_gone


@pytest.mark.rule("BLD-LADR-02")
def test_two_ogryn_fill_a_ladder_and_nobody_fills_stairs():
    ogryn = a_profile("ogryn", m=6, bulk="very-bulky")
    row = [(12, 16), (13, 15), (15, 15), (16, 16)]
    _events, state = play(a_loft(*row, profile=ogryn), UP)
    assert sum(m.at[0] > 20 for m in state.units["a1"].models) == 2
    assert preview(replace(state), UP).refusal.code == "ladder-full"
    _, state = play(a_loft(*row, profile=ogryn, ladder=STAIRS), UP)
    assert sum(m.at[0] > 20 for m in state.units["a1"].models) == 4


@pytest.mark.rule("BLD-FALL-02", "BLD-FALL-04", "BLD-FALL-05")
def test_who_falls_off_a_building_strikes_whoever_stands_below():
    field = a_loft((14, 16), theirs=[(14.5, 16)])
    dice = ScriptedDice({"fall-hits": [3, 5], "to-wound": [1, 1, 3, 3, 4], "save": []})
    done = happens(field, dice, lambda p: fall(p, "a1", ["a1.1"], 3.0, off_structure=True))
    assert (done.state.units["b1"].is_gone, done.state.units["a1"].is_gone) == (True, False)
    struck = [e for e in done.events if isinstance(e, Rolled) and e.label == "fall-hits"]
    assert [("BLD-FALL-04" in e.rules, e.unit) for e in struck] == [(False, "a1"), (True, "b1")]
    assert not done.state.units["a1"].models[0].prone


@pytest.mark.rule("BLD-MOVE-01", "BLD-GEN-03")
def test_stairs_cost_the_same_as_flat_ground_and_lead_to_another_level():
    stairs = replace(STAIRS, points=((14, 16), (14, 12.5)))
    shown = preview(a_loft((14, 16.2), ladder=stairs), UP)
    assert (shown.legs[0].reason, shown.ghosts[0][1] > 20) == ("up Stairs 3.5″", True)
    assert (stairs.effect, LADDER.effect) == ("stairs", "ladder")
    assert preview(a_loft((14, 17.5)), UP).notes == ("A1.1 would be 2.5″ up the ladder.",)


@pytest.mark.part_of("BLD-MOVE-01", "ARAP-LADR-01")
def test_who_stands_half_way_up_stairs_is_told_of_stairs():
    field = a_loft((14, 17.5), ladder=STAIRS)
    assert preview(field, UP).notes == ("A1.1 would be 2.5″ up the stairs.",)
    _, state = play(field, UP)
    refusal = preview(state, Move(side="a", unit="a1", path=(Waypoint(at=(14, 18)),))).refusal
    assert (refusal.code, refusal.message) == ("on-stairs", "A1.1 is 2.5″ up Stairs: the unit goes on by the stairs.")
    assert refusal.allowed == "use the stairs: 1 AP"


@pytest.mark.part_of("BLD-MOVE-01", "BLD-LADR-01")
@pytest.mark.parametrize(("ladder", "rule"), [(STAIRS, "BLD-MOVE-01"), (LADDER, "ARAP-LADR-01")])
def test_who_stands_half_way_is_offered_first_to_go_on(ladder, rule):
    """The other way is offered second; where they came from is known a turn later too."""
    down = replace(UP, down=True)

    def offered(state):
        return [o.label.split()[0] for o in legal_actions(state, "a") if o.kind in ("ladder", "stairs")]

    assert preview(a_loft((14, 16.2), ladder=ladder), UP).rules[0] == rule
    _, going_up = play(a_loft((14, 17.5), ladder=ladder), UP)
    assert offered(going_up) == ["up", "down"]
    _, coming_down = play(a_loft((26, 16), ladder=ladder), down)
    assert coming_down.units["a1"].hangs
    assert offered(coming_down) == ["down", "up"]
    unit = coming_down.units["a1"]
    later = coming_down.with_unit(replace(unit, before=unit.now, now=UnitTurn(tried=True)))
    assert offered(later) == ["down", "up"]
    held = preview(later, Charge(side="a", unit="a1", target="b1")).refusal
    assert (held.code, held.message) == ("climbing", f"A1 is part of the way up {ladder.name}.")


@pytest.mark.part_of("BLD-MOVE-01", "ARAP-CLIMB-01")
def test_stairs_that_rise_more_than_they_run_cost_what_they_rise():
    steep = replace(STAIRS, points=((14, 16), (14, 14)))
    field = a_loft((14, 17.5), ladder=steep)
    assert preview(field, UP).legs[0].reason == "up Stairs 3″"
    assert preview(replace(field, version="11"), UP).legs[0].reason == "up Stairs 2″"
    stated = a_loft((14, 17.5), ladder=replace(steep, height_in=2.5))
    assert preview(stated, UP).legs[0].reason == "up Stairs 2.5″"


@pytest.mark.part_of("BLD-LADR-01", "BLD-MOVE-01")
@pytest.mark.parametrize("ladder", [LADDER, STAIRS])
def test_ways_between_floors_are_offered_on_a_table_that_is_flat_otherwise(ladder):
    def offered(*at):
        return [o.label for o in legal_actions(a_loft(*at, ladder=ladder), "a") if o.kind in ("ladder", "stairs")]

    assert offered((14, 13)) == [f"up {ladder.name}"]
    assert offered((24, 16)) == [f"down {ladder.name}"]
    assert offered((14, 26)) == []
