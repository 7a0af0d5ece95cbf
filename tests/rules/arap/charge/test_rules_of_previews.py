"""What a preview of a charge says of the rules behind its numbers."""

import pytest
from msgspec.structs import replace

from rules.engine import preview
from rules.events import Rolled
from rules.forces.unit import VehicleState
from rules.table.terrain import Terrain
from tests.builders import a_battle, play
from tests.rules.arap.charge.test_charge import CHARGE, held, scene
from tests.rules.arap.fights import fighter
from tests.rules.arap.reactions.test_stand_and_fire import already_fighting
from tests.rules.vehicles.gemini.close_combat.test_machines import a_machine, mob


@pytest.mark.rule("ARAP-MOVE-03", "ARAP-SIZE-01", "ARAP-GEN-07")
def test_a_charge_is_twice_the_move_and_ends_where_the_charger_reaches():
    seen = preview(scene(11, target=fighter("giant", size=3)), CHARGE)
    assert (seen.allowance_in, round(seen.spent_in, 1)) == (8, 8.0)
    assert round(preview(scene(9), CHARGE).spent_in, 1) == 7.1
    _, after = held(scene(10.8, charger=fighter("giant", size=3, i=4)))
    assert after.is_locked("a1"), "8 inches, and 3 that the giant reaches"
    _, after = held(scene(10.8, target=fighter("giant", size=3)))
    assert not after.is_locked("a1"), "of those who are charged the reach does not count"


@pytest.mark.rule("ARAP-PRONE-04")
def test_from_prone_it_is_the_move_alone():
    state = scene(5)
    unit = state.units["a1"]
    prone = state.with_unit(replace(unit, models=tuple(replace(m, prone=True) for m in unit.models)))
    assert preview(prone, CHARGE).allowance_in == 4
    assert "ARAP-PRONE-04" not in preview(state, CHARGE).rules
    _, after = held(prone)
    assert after.is_locked("a1")
    assert not after.units["a1"].models[0].prone, "he gets up on the way"


@pytest.mark.rule("VEH-BOAT-03")
def test_in_water_the_amphibious_do_not_double_their_move():
    pond = Terrain(id="pond", name="Pond", points=((21, 0), (24, 0), (24, 48), (21, 48)), going="water")
    newt = fighter("newt", traits=("amphibious",))
    wet, dry = scene(5, charger=newt, terrain=(pond,)), scene(5, charger=newt)
    assert (preview(wet, CHARGE).allowance_in, preview(dry, CHARGE).allowance_in) == (4, 8)
    assert "VEH-BOAT-03" not in preview(dry, CHARGE).rules
    far = scene(7, charger=newt, terrain=(pond,))
    assert not held(far)[1].is_locked("a1")
    assert held(scene(7, charger=newt))[1].is_locked("a1")


@pytest.mark.rule("ARAP-PRONE-05")
def test_blows_at_who_lies_down_are_easier():
    state = scene(5)
    unit = state.units["b1"]
    prone = state.with_unit(replace(unit, models=tuple(replace(m, prone=True) for m in unit.models)))
    assert "ARAP-PRONE-05" in {m.rule for line in preview(prone, CHARGE).shots for m in line.modifiers}
    assert "ARAP-PRONE-05" not in {m.rule for line in preview(state, CHARGE).shots for m in line.modifiers}


@pytest.mark.rule("ARAP-STAND-02", "ARAP-RUN-02")
def test_the_pinned_can_only_hold():
    state = scene(8)
    pinned = state.with_unit(replace(state.units["b1"], pinned=True))
    assert "Target can only hold." in {n.replace("B1", "Target") for n in preview(pinned, CHARGE).notes}
    assert not {"ARAP-STAND-02", "ARAP-RUN-02"} & set(preview(state, CHARGE).rules)
    _, after = play(pinned, CHARGE)
    assert after.prompt is None, "nothing is asked"
    assert after.is_locked("a1")


@pytest.mark.rule("ARAP-STAND-06")
def test_of_a_unit_mostly_in_melee_nobody_is_free_to_fire():
    many = already_fighting(2)
    assert [n for n in preview(many, CHARGE).notes if "hold" in n]
    _, after = play(many, CHARGE)
    assert after.prompt is None or after.prompt.kind != "charge-reaction"


@pytest.mark.rule("VEH-WS-03", "VEH-WS-04")
@pytest.mark.parametrize(("harm", "attacks"), [({}, 3), ({"immobilised": True}, 2), ({"stunned_now": True}, 0)])
def test_a_damaged_machine_strikes_less(harm, attacks):
    machine = a_machine("b1", flags={"vehicle": VehicleState(**harm)})
    state = a_battle(machine, mob((26, 10), unit="a1", s=9), mob((60, 40), unit="a2", s=9), active="a1", ap=2)
    seen = preview(state, CHARGE)
    own = [line.shots for line in seen.shots if line.weapon == "fist"]
    assert own == ([attacks] if attacks else [])
    assert ("VEH-WS-03" in seen.rules) is bool(harm)
    ends, *back = seen.chances
    blow = next(line for line in seen.shots if not line.in_return)
    assert ends.label == "B1 destroyed"
    assert 0 < ends.value <= 1 - (1 - blow.chances[0].value) ** blow.shots
    assert [c.label for c in back] == (["wounds taken, average"] if attacks else [])
    stunned = a_machine("b1", flags={"vehicle": VehicleState(stunned_now=True)})
    helpless = a_battle(stunned, mob((26, 10), unit="a1"), active="a1", ap=2)
    preview(helpless, CHARGE)
    events, after = play(helpless, CHARGE, {"assault-vehicle-to-hit": [6, 6]})
    assert after.is_locked("a1")
    assert not [e for e in events if isinstance(e, Rolled) and e.label == "to-hit"], "it does not strike"
