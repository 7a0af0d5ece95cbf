"""Tank shock, standing before the tank, blows at hulls and walkers, marks through a turn."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.morale.rout import UnitRouted
from rules.arap.turn.activation import EndActivation
from rules.core.ids import UnitId
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, legal_actions, preview
from rules.events import Note
from rules.forces.unit import UnitTurn
from rules.progress import waiting
from rules.vehicles.shared.events import MarksCleared, VehicleHit
from rules.vehicles.trial.close_combat.assault import HullAssaulted
from tests.builders import A, B, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.trial.park import LANCE, a_condition, a_trial, fire, go, trial_battle

CHARGE = a_weapon("charge", type="grenade", strength=8, ap=4, range_in=6)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        decide(state, action, ScriptedDice({}))
    return caught.value.refusal


def squad(unit="b1", at=(28, 24), count=3, **values):
    values.setdefault("profile", a_profile("guard", ld=8))
    return a_unit(unit, [(at[0] + 1.2 * n, at[1]) for n in range(count)], **values)


def tank(*others, options=None, ap=1, **values):
    return trial_battle(a_trial("a1", (20, 24), **values), *others, active="a1", ap=ap, options=options)


SHOCK = go("a1", (30, 24), shock=True)


@pytest.mark.rule("TRI-SHOCK-01", "TRI-SHOCK-02", "TRI-TYPE-03")
def test_who_holds_steps_aside_unharmed():
    shown = preview(tank(squad()), SHOCK)
    assert [(c.label, c.exact) for c in shown.chances] == [("B1 routs", "5/18")]
    _, after = play(tank(squad()), SHOCK, {"leadership": [4, 4]})
    assert after.units["a1"].models[0].at == (30, 24)
    assert [abs(m.at[1] - 24) >= 2.4 or m.at[0] >= 33.4 for m in after.units["b1"].models] == [True] * 3
    assert refused(tank(squad(), traits=()), SHOCK).rule == "TRI-SHOCK-01"
    assert refused(tank(squad()), go("a1", (26, 24), (26, 30), shock=True)).rule == "TRI-SHOCK-01"


def test_a_tank_shock_that_meets_nobody_says_so_before_it_is_declared():
    nobody = "tank shock: nobody is in its way"
    assert nobody in preview(tank(squad(at=(28, 40))), SHOCK).notes
    assert nobody not in preview(tank(squad()), SHOCK).notes
    assert nobody not in preview(tank(squad(at=(28, 40))), go("a1", (30, 24))).notes
    assert nobody not in preview(tank(a_trial("b1", (30, 24), heading=270, front=14)), SHOCK).notes


@pytest.mark.rule("TRI-SHOCK-02")
def test_below_half_strength_it_needs_one_less():
    few = squad(count=2)
    unit = few[0]
    dead = tuple(replace(unit.models[0], id=f"b1.{n}", wounds=0) for n in (7, 8, 9))
    state = tank((replace(unit, models=(*unit.models, *dead)), few[1], few[2]))
    events, _ = play(state, SHOCK, {"leadership": [4, 4], "flee": [3, 3]})
    assert the(events, UnitRouted).cause == "a1"


@pytest.mark.rule("TRI-SHOCK-03")
def test_a_stronger_front_stops_the_tank_and_a_weaker_one_gives_way():
    wall = tank(a_trial("b1", (30, 24), heading=270, front=14))
    assert "stopped after 3″: B1 does not give way, front 14 against 14." in preview(wall, SHOCK).notes
    events, after = play(wall, SHOCK)
    lines = [event.text for event in events if isinstance(event, Note)]
    assert lines == ["A1 declares a tank shock", "A1 is stopped after 3″: B1 does not give way, front 14 against 14"]
    assert (after.units["a1"].models[0].at, after.units["b1"].models[0].at) == ((23, 24), (30, 24))
    close = tank(a_trial("b1", (27, 24), heading=270, front=14))
    assert refused(close, SHOCK).code == "vehicle-in-the-way"
    _, after = play(tank(a_trial("a3", (30, 24))), SHOCK)
    assert 23.98 < after.units["a1"].models[0].at[0] <= 24
    light = tank(a_trial("b1", (30, 24), heading=270, front=11))
    assert "B1 gives way, front 11 against 14" in preview(light, SHOCK).notes
    _, after = play(light, SHOCK)
    assert after.units["a1"].models[0].at == (30, 24)
    assert after.units["b1"].models[0].at != (30, 24)


@pytest.mark.rule("TRI-SHOCK-04")
def test_one_stands_before_the_tank_and_is_run_down():
    guards = squad(weapons=(CHARGE,))
    state = tank(guards, options={"tri_stand_before_tank": True})
    _, after = play(state, SHOCK, {"leadership": [3, 3]})
    assert after.prompt is not None
    assert [o.id for o in after.prompt.options] == ["aside", "b1.1/charge"]
    answer = Answer(side=B, choice="b1.1/charge")
    events, after = play(after, answer, {"death-or-glory": [5]})
    assert the(events, VehicleHit).kind == "none"
    assert not after.units["b1"].model("b1.1").alive
    assert after.units["a1"].models[0].at == (30, 24)


@pytest.mark.rule("TRI-SHOCK-04")
def test_a_tank_is_struck_and_stopped_an_inch_before_those_who_stand():
    """The first of them is 8 inches off, five from the hull; up to version 13 it stayed where it set out."""
    begun = tank(squad(weapons=(CHARGE,)), options={"tri_stand_before_tank": True}, front=12)
    _, asked = play(begun, SHOCK, {"leadership": [3, 3]})
    stunned = {"death-or-glory": [6], "vehicle-damage": [1]}
    events, after = play(asked, Answer(side=B, choice="b1.1/charge"), stunned)
    assert after.units["a1"].vehicle.stunned
    assert after.units["a1"].models[0].at == (pytest.approx(24, abs=0.02), 24)
    assert after.units["a1"].now.moved_in == pytest.approx(4, abs=0.02)
    assert [m.at for m in after.units["b1"].alive] == [m.at for m in begun.units["b1"].alive]
    events, after = play(asked, Answer(side=B, choice="b1.1/charge"), {"death-or-glory": [3]})
    assert the(events, VehicleHit).kind == "none"
    assert (after.units["a1"].models[0].at, after.units["a1"].now.moved_in) == ((30, 24), pytest.approx(10, abs=0.001))
    _, asked = play(replace(begun, version="13"), SHOCK, {"leadership": [3, 3]})
    _, after = play(asked, Answer(side=B, choice="b1.1/charge"), stunned)
    assert after.units["a1"].models[0].at == (20, 24)


@pytest.mark.part_of("TRI-SHOCK-04")
def test_who_may_stand_is_told_how_likely_the_tank_is_stopped():
    """Strength 9 on armour 12 in front: 3 glances, 4 or more penetrates; each row of the chart counted out."""
    state = tank(squad(weapons=(LANCE,)), options={"tri_stand_before_tank": True}, front=12, weapons=(LANCE, LANCE))
    _, after = play(state, SHOCK, {"leadership": [3, 3]})
    found = waiting(after).odds(after, after)["b1.1/lance"]
    penetrating, glancing = Fraction(1, 2), Fraction(1, 6)
    assert [each.value for each in found[:2]] == [
        penetrating * Fraction(5, 6) + glancing * Fraction(2, 6),
        1 - penetrating * Fraction(5, 6) - glancing * Fraction(2, 6),
    ]
    assert found[2].value == penetrating * Fraction(3, 6)
    plan = preview(state, SHOCK)
    assert "B1 may leave one before it if it holds: Guard with Lance stops it at 47%" in plan.notes
    assert "TRI-SHOCK-04" in plan.rules
    without = preview(tank(squad(weapons=(LANCE,)), front=12, weapons=(LANCE, LANCE)), SHOCK)
    assert not any("may leave one before it" in note for note in without.notes)


@pytest.mark.rule("TRI-SHOCK-04")
def test_the_leader_may_stand_in_place_of_a_trooper():
    guards, profiles, weapons = squad(weapons=(CHARGE,))
    captain = a_profile("captain", ld=8)
    led = (*guards.models[:2], replace(guards.models[2], profile=captain.id))
    state = tank((replace(guards, models=led), (*profiles, captain), weapons), options={"tri_stand_before_tank": True})
    _, after = play(state, SHOCK, {"leadership": [3, 3]})
    assert [o.id for o in after.prompt.options] == ["aside", "b1.1/charge", "b1.3/charge"]


@pytest.mark.rule("TRI-CC-01")
@pytest.mark.parametrize(
    ("moved", "dice"), [(0, {}), (5, {"assault-vehicle-to-hit": [3]}), (6, {"assault-vehicle-to-hit": [1]})]
)
def test_blows_at_a_hull_by_how_it_moved(moved, dice):
    enemy = a_trial("b1", (20, 24), heading=0, front=10, side=10, flags={"now": UnitTurn(moved_in=moved)})
    strong = a_profile("breaker", s=5)
    ours = a_unit("a2", [(22.6, 24)], profile=strong)
    state = trial_battle(ours, enemy)
    _, after = play(state, EndActivation(side=A))
    assert (after.prompt.kind, after.prompt.about) == ("assault-vehicle", "b1")
    rolls = {**dice, "armour-penetration": [4]}
    events, _ = play(after, Answer(side=A, choice="strike"), rolls)
    assert the(events, HullAssaulted).did == "strike"
    hit = the(events, VehicleHit)
    assert (hit.face, hit.total, hit.kind) == ("side", 9, "none")


@pytest.mark.rule("TRI-CC-01")
def test_a_skimmer_is_hit_on_a_1():
    enemy = a_trial("b1", (20, 24), heading=0, front=10, side=10, traits=("skimmer",), locomotion="antigrav")
    state = trial_battle(a_unit("a2", [(22.6, 24)], profile=a_profile("breaker", s=5)), enemy)
    _, after = play(state, EndActivation(side=A))
    events, _ = play(after, Answer(side=A, choice="strike"), {"assault-vehicle-to-hit": [2]})
    assert [e for e in events if isinstance(e, VehicleHit)] == []


@pytest.mark.rule("TRI-DMG-04", "TRI-JOIN-02")
def test_a_shaken_crew_moves_and_does_not_fire():
    state = tank(squad(), weapons=(LANCE,), flags={"vehicle": a_condition(shaken_now=True)})
    assert refused(state, fire("a1", "b1", 0)).rule == "TRI-DMG-04"
    assert preview(state, go("a1", (22, 24))).refusal is None
    far = squad(at=(60, 40))
    events, _ = play(tank(far, flags={"vehicle": a_condition(shaken_now=True)}), EndActivation(side=A))
    assert the(events, MarksCleared).unit == UnitId("a1")


@pytest.mark.part_of("TRI-WALK-01")
def test_a_walker_charges_six_inches():
    walker = {"traits": ("walker",), "locomotion": "legs", "length_in": 3, "width_in": 3}
    strider = a_trial("a1", (20, 24), profile={"ws": 4, "s": 6, "i": 4, "a": 2}, **walker)
    idle = squad("a3", at=(2, 2))
    home = Charge(side=A, unit=UnitId("a1"), target=UnitId("b1"))
    _, after = play(trial_battle(strider, idle, squad(at=(26, 24), count=2), active="a1", ap=1), home)
    _, after = play(after, Answer(side=B, choice="hold"))
    assert after.is_locked(UnitId("a1"))
    _, after = play(trial_battle(strider, idle, squad(at=(33, 24), count=2), active="a1", ap=1), home)
    _, after = play(after, Answer(side=B, choice="hold"))
    assert not after.is_locked(UnitId("a1"))


@pytest.mark.part_of("TRI-CC-01")
def test_a_walker_without_a_hand_weapon_strikes_with_its_limbs():
    walker = {"traits": ("walker",), "locomotion": "legs", "length_in": 2.4, "width_in": 2.4}
    fists = {"ws": 4, "s": 6, "i": 4, "a": 2, "m": 6}
    ours = a_trial("a1", (20, 24), profile=fists, flags={"now": UnitTurn(tried=True)}, **walker)
    foes = a_unit("b1", [(26, 24)], facing=270)
    state = trial_battle(ours, foes, active="a1", ap=1)
    (charge,) = [o.action for o in legal_actions(state, A) if o.kind == "charge"]
    blows = preview(state, charge).shots[0]
    assert (blows.name.partition(",")[0], [m.reason for m in blows.modifiers]) == ("A1: Limbs", [])
