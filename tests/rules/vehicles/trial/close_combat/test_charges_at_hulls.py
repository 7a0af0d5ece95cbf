"""Troops who charge a hull, strike it with the bonus of the charge, and plant what they carry on it."""

import pytest
from msgspec.structs import replace

from rules import characters
from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeDeclared
from rules.arap.turn.activation import EndActivation
from rules.core.ids import UnitId
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice, SeededDice
from rules.engine import decide, legal_actions, preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.state import RULES_VERSION
from rules.vehicles.shared.charge import HullReached
from rules.vehicles.shared.events import VehicleHit
from rules.vehicles.trial.close_combat.assault import HullAssaulted
from rules.vehicles.trial.close_combat.charge import ChargeHull
from rules.vehicles.trial.events import StepTaken
from tests.builders import A, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.trial.park import a_condition, a_trial, trial_battle

KRAK = a_weapon("krak", type="grenade", range_in=0, strength=6, traits=("krak",))
BOMB = a_weapon("bomb", type="bomb", range_in=0, strength=8, traits=("melta",))
HAMMER = a_weapon("hammer", type="melee", range_in=0, strength=4)
BREAKER = a_profile("breaker", ws=4, s=4, t=4, i=3, ld=8, sv=4)


def field(*weapons, at=(24, 24), moved=0.0, ap=1, facing=90, **values):
    """Three breakers five inches from the flank of a tank that heads north, or stands as it is said."""
    squad = a_unit("a2", [(at[0], at[1] + 1.2 * n) for n in range(3)], profile=BREAKER, weapons=weapons, facing=facing)
    given = {"front": 12, "side": 10, "rear": 10, "heading": 0, "flags": {"now": UnitTurn(moved_in=moved)}, **values}
    return trial_battle(squad, a_trial("b1", (31, 25), **given), active="a2", ap=ap)


CHARGE = ChargeHull(side=A, unit=UnitId("a2"), target=UnitId("b1"))


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        decide(state, action, ScriptedDice({}))
    return caught.value.refusal


@pytest.mark.rule("TRI-CC-01", "ARAP-CHG-01", "ARAP-CHG-07")
def test_a_hull_is_charged_and_struck_with_the_bonus_of_the_charge():
    state = field(HAMMER, moved=5)
    offer = next(o for o in legal_actions(state, A) if o.kind == "charge")
    assert (offer.action, offer.target) == (CHARGE, "b1")
    shown = preview(state, CHARGE)
    assert shown.notes == ("B1 is hit on 3 or less.", "It comes home at the flank: 2 extra attacks each.")
    assert [(line.shots, line.goal_text) for line in shown.shots] == [(9, "3 or less")]
    events, after = play(state, CHARGE)
    assert (the(events, HullReached).at, after.turn.ap) == ("flank", 0)
    _, after = play(after, EndActivation(side=A))
    assert [o.id for o in after.prompt.options] == ["leave", "strike"]
    rolls = {"assault-vehicle-to-hit": [3, 4, 5, 4, 4, 6, 5, 4, 4], "armour-penetration": [1]}
    events, after = play(after, Answer(side=A, choice="strike"), rolls)
    assert (the(events, VehicleHit).face, the(events, VehicleHit).total) == ("side", 9)
    assert after.units["a2"].now.storms is None


@pytest.mark.rule("TRI-CC-01", "ARAP-CHG-01", "ARAP-CHG-02")
def test_whom_and_how_often_is_refused_with_what_is_allowed():
    far = refused(field(at=(5, 24)), CHARGE)
    assert (far.code, far.rule, far.allowed) == ("out-of-reach", "ARAP-CHG-01", "a vehicle within 10″ by a free way")
    walker = {"traits": ("walker",), "locomotion": "legs", "profile": {"ws": 4, "s": 6, "i": 4, "a": 2}}
    assert refused(field(**walker), CHARGE).code == "not-a-hull"
    again = field(ap=2)
    unit = again.units["a2"]
    again = again.with_unit(replace(unit, now=replace(unit.now, charges=1)))
    assert refused(again, CHARGE).rule == "ARAP-CHG-02"


@pytest.mark.rule("ARAP-CCG-03", "TRI-CC-01")
@pytest.mark.parametrize(
    ("moved", "dice", "made"),
    [(0, {}, 3), (5, {"plant-charge": [2, 3, 4]}, 1), (7, {"plant-charge": [1, 2, 6], "extended-reroll": [3]}, 1)],
)
def test_charges_are_planted_by_themselves_on_a_hull_that_stood_at_minus_one_on_one_that_moved(moved, dice, made):
    _, after = play(field(KRAK, at=(27.5, 24), moved=moved, side=12), EndActivation(side=A))
    assert [o.id for o in after.prompt.options] == ["leave", "strike", "plant"]
    events, _ = play(after, Answer(side=A, choice="plant"), {**dice, "armour-penetration": [5] * made})
    assert the(events, HullAssaulted).did == "plant"
    hits = [e for e in events if isinstance(e, VehicleHit)]
    assert [(h.weapon, h.strength, h.total, h.kind) for h in hits] == [("Krak", 6, 11, "none")] * made


@pytest.mark.rule("ARAP-CCG-03")
def test_a_melta_bomb_adds_two_dice():
    _, after = play(field(BOMB, at=(27.5, 24), side=14), EndActivation(side=A))
    found = next(o.detail for o in after.prompt.options if o.id == "plant")
    assert found == "3 of Bomb hit automatically, Strength 8; destroyed 74%"
    dice = {"melta-penetration": [3, 2, 2, 2, 1, 2]}
    events, _ = play(after, Answer(side=A, choice="plant"), dice)
    assert [e.total for e in events if isinstance(e, VehicleHit)] == [13, 12, 11]


@pytest.mark.rule("ARAP-CCG-03", "TRI-CC-01")
def test_a_charge_is_planted_on_a_walker_in_melee_by_weapon_skill():
    walker = {"traits": ("walker",), "locomotion": "legs", "length_in": 3, "width_in": 3, "front": 12}
    crew = {"ws": 4, "s": 6, "t": 6, "i": 4, "a": 1}
    squad = a_unit("a2", [(27.5, 24.4)], profile=BREAKER, weapons=(KRAK,), facing=90)
    state = trial_battle(squad, a_trial("b1", (31, 25), heading=270, profile=crew, **walker), active="a2", ap=1)
    charge = next(o.action for o in legal_actions(state, A) if o.kind == "charge" and o.action)
    _, after = play(state, charge)
    _, after = play(after, EndActivation(side=A)) if after.prompt is None else (None, after)
    dice = {"plant-charge": [2], "armour-penetration": [6], "to-hit": [6], "vehicle-damage": [1]}
    events, _ = play(after, Answer(side=A, choice="plant"), dice)
    rolled = next(e for e in events if isinstance(e, Rolled) and e.label == "plant-charge")
    assert (rolled.goal, the(events, VehicleHit).face, the(events, VehicleHit).kind) == (2, "front", "glancing")


@pytest.mark.rule("TRI-WALK-01", "ARAP-CHG-01")
@pytest.mark.parametrize(("version", "gap"), [(RULES_VERSION, 4), ("8", 7)])
def test_walkers_charge_over_what_lies_between_their_hulls(version, gap):
    strider = {"traits": ("walker",), "locomotion": "legs", "length_in": 3, "width_in": 3, "profile": {"ws": 4, "i": 4}}
    ours, theirs = a_trial("a1", (20, 24), **strider), a_trial("b1", (27, 24), heading=270, **strider)
    state = trial_battle(ours, theirs, active="a1", ap=1, version=version)
    charge = Charge(side=A, unit=UnitId("a1"), target=UnitId("b1"))
    shown = preview(state, charge)
    assert f"{gap}″ away; the charge is up to 6″." in shown.notes
    assert the(decide(state, charge, SeededDice(1)), ChargeDeclared).distance_in == gap


STRIDER = {
    "traits": ("walker",),
    "locomotion": "legs",
    "length_in": 3,
    "width_in": 3,
    "profile": {"ws": 4, "s": 6, "i": 4, "a": 2},
}


@pytest.mark.rule("TRI-WALK-01", "TRI-CC-01", "TRI-JOIN-02")
def test_a_walker_charges_a_hull_no_more_than_six_inches_away():
    strider = a_trial("a1", (20, 24), **STRIDER)
    state = trial_battle(strider, a_trial("b1", (29.5, 24), heading=0), active="a1", ap=2)
    (charge,) = [o.action for o in legal_actions(state, A) if o.kind == "charge"]
    shown = preview(state, charge)
    assert (shown.refusal, shown.allowance_in, shown.notes[0]) == (None, 6, "B1 is hit automatically.")
    far = trial_battle(strider, a_trial("b1", (29.6, 24), heading=0), active="a1", ap=2)
    refusal = preview(far, charge).refusal
    assert (refusal.code, refusal.rule) == ("out-of-reach", "TRI-WALK-01")

    events, after = play(state, charge)
    assert (the(events, ChargeDeclared).distance_in, the(events, StepTaken).what) == (6, ("assault",))
    _, after = play(after, EndActivation(side=A)) if after.prompt is None else (None, after)
    assert after.prompt.question == "A1 stands beside B1. Does it strike?"
    dice = {"armour-penetration": [6, 6, 5, 1], "vehicle-damage": [1, 1]}
    events, after = play(after, Answer(side=A, choice="strike"), dice)
    assert [e.kind for e in events if isinstance(e, VehicleHit)] == ["glancing", "glancing", "none", "none"]


@pytest.mark.rule("TRI-WALK-01")
def test_a_walker_of_an_older_game_charges_a_hull_as_it_did():
    """Up to version 9 from its middle, with no limit but how far it gets, and it was no step."""
    strider = a_trial("a1", (20, 24), **STRIDER)
    charge = ChargeHull(side=A, unit=UnitId("a1"), target=UnitId("b1"))

    def state(x, version):
        return trial_battle(strider, a_trial("b1", (x, 24), heading=0), active="a1", ap=2, version=version)

    events, _ = play(state(27.5, "9"), charge)
    assert the(events, ChargeDeclared).distance_in == 5.5
    assert [e for e in events if isinstance(e, StepTaken)] == []
    events, _ = play(state(27.5, RULES_VERSION), charge)
    assert (the(events, ChargeDeclared).distance_in, the(events, StepTaken).what) == (4, ("assault",))
    assert [preview(state(30, version), charge).refusal is None for version in ("9", RULES_VERSION)] == [True, False]


@pytest.mark.rule("TRI-DMG-04", "TRI-CC-01")
def test_a_stunned_walker_strikes_no_hull_beside_it():
    def asked(version=RULES_VERSION, **marks):
        walker = a_trial("a1", (20, 24), flags={"vehicle": a_condition(**marks)}, **STRIDER)
        hull, others = a_trial("b1", (23.6, 24), heading=0), a_unit("a2", [(60, 40)])
        state = trial_battle(walker, hull, others, active=None, version=version)
        _, after = play(state, EndActivation(side=A))
        return after.prompt.kind if after.prompt is not None else ""

    assert (asked(), asked(stunned_now=True)) == ("assault-vehicle", "")
    assert asked("9", stunned_now=True) == "assault-vehicle"  # its blows came home then


def test_nobody_who_weighs_it_fires_at_a_hull_that_no_shot_of_his_can_hurt():
    """Strength 3 reaches 9 at most: against armour 10 that is in vain, against 9 it glances."""
    rifles = a_unit("a2", [(20, 24)], weapons=(a_weapon("rifle"),), facing=90)
    weighed = {}
    for side in (9, 10):
        state = trial_battle(rifles, a_trial("b1", (30, 24), heading=0, side=side), active="a2", ap=1)
        found = characters.consider(state, A, legal_actions(state, A), characters.AGGRESSIVE)
        weighed[side] = {each.offer.kind: each.worth for each in found}
    assert weighed[9]["shoot"] > weighed[9]["finish"]
    assert weighed[10]["shoot"] < weighed[10]["finish"]


@pytest.mark.rule("TRI-CC-01", "ARAP-MELEE-04")
def test_a_hull_is_struck_with_several_weapons_at_once():
    """One blow more each with the knife, all at 2 but the two that the charge brings."""
    knife = a_weapon("knife", type="melee", range_in=0, strength=2)
    state = field(HAMMER, knife, moved=5)
    lines = preview(state, CHARGE).shots
    assert [(line.shots, line.goal_text) for line in lines] == [
        (9, "3 or less"),
        (6, "3 or less"),
        (3, "2 or less"),
        (3, "2 or less"),
    ]
    assert (lines[0].name, lines[3].name) == (
        "Hammer on side armour 10",
        "Knife on side armour 10 with several weapons",
    )
    assert "destroyed by several weapons" in [c.label for c in preview(state, CHARGE).chances]
    _, after = play(state, CHARGE)
    _, after = play(after, EndActivation(side=A))
    assert [o.id for o in after.prompt.options] == ["leave", "strike", "several"]
    rolls = {"assault-vehicle-to-hit": [4, 4, 4, 4, 4, 4, 3, 3, 3, 3, 3, 3]}
    events, _ = play(after, Answer(side=A, choice="several"), rolls)
    assert "ARAP-MELEE-04" in the(events, HullAssaulted).rules
    assert [e.goal for e in events if isinstance(e, Rolled) and e.label == "assault-vehicle-to-hit"] == [3, 2]


@pytest.mark.rule("TRI-CC-01", "ARAP-FCHG-01")
def test_chargers_fire_on_the_run_at_a_hull():
    """One shot each at BS1 with what they choose, before they come; a walker has its mounts for that."""
    pistol = a_weapon("pistol", type="pistol", range_in=12, strength=6)
    state = field(HAMMER, pistol, moved=5)
    firing = replace(CHARGE, fire=True, firers=("a2.1",))
    assert any(o.label == "B1, firing" for o in legal_actions(state, A))
    shot = preview(state, replace(CHARGE, fire=True)).shots[0]
    assert (shot.name, shot.shots, shot.goal) == ("Pistol", 3, 1)
    events, after = play(state, firing, {"to-hit": [1], "armour-penetration": [3]})
    assert (the(events, VehicleHit).total, the(events, HullReached).at) == (9, "flank")
    assert after.turn.ap == 0
    near = refused(field(HAMMER, pistol, at=(26, 24)), firing)
    assert near.code == "too-near"
