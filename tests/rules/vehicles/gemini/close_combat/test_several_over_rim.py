"""Several weapons at once in a fight with those aboard: both sides are asked. (ARAP-MELEE-04, VEH-CC-09)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.attacks.several_weapons import SeveralChosen
from rules.arap.units.standing_answers import StandingAnswer
from rules.engine import preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.questions import prompts
from rules.vehicles.gemini.close_combat.charge import ChargeVehicle
from rules.vehicles.gemini.close_combat.rounds import AssaultSettled
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.gemini.close_combat.test_rounds import asked, crewed

KNIFE = a_weapon("knife", type="melee", range_in=0, strength=1)
PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=4)
SPEAR = a_weapon("spear", type="melee", range_in=3, strength=2, traits=("long",))
ALL = (KNIFE, PISTOL, SPEAR)


def at_the_rim(*weapons, theirs=(), tags=(), version="20", storms=""):
    """A3 with these weapons beside the cart of two riders, B5."""
    now = UnitTurn(tried=True, storms="b4", storms_from=storms) if storms else None
    state = crewed(flags={"tags": tags}, now=now)
    units = dict(state.units)
    for unit, carried in (("a3", weapons), ("b5", theirs)):
        names = tuple(w.id for w in carried)
        units[unit] = replace(units[unit], models=tuple(replace(m, weapons=names) for m in units[unit].models))
    known = {**state.weapons, **{w.id: w for w in ALL}}
    return replace(state, units=units, weapons=known, version=version)


def choose(state, choice, dice=None):
    return then(asked(state), choice, dice)


def then(state, choice, dice=None):
    return play(state, Answer(side=state.prompt.side, choice=choice), dice or {}, by_itself=())


def fought(events):
    return [
        (r.unit, len(r.dice), r.goal, [m.value for m in r.modifiers])
        for r in events
        if isinstance(r, Rolled) and r.label == "to-hit"
    ]


@pytest.mark.rule("ARAP-MELEE-04", "VEH-CC-09")
def test_who_fights_those_aboard_may_use_several_weapons():
    """One blow and one of the charge at 3 or less, and with the pistol in the other hand one more: two at 2 or less."""
    _, state = choose(at_the_rim(KNIFE, PISTOL, storms="front"), "crew")
    prompt = state.prompt
    assert (prompt.kind, prompt.side, prompt.unit, prompt.decline) == ("several-weapons", A, "a3", "one")
    events, _ = then(state, "several", {"to-hit": [4, 3, 3, 4, 4]})
    told = the(events, SeveralChosen)
    assert told.sentence(state) == "A3 fights with several weapons at once"
    assert fought(events)[:2] == [("a3", 1, 3, []), ("a3", 2, 2, [-1])]
    assert the(events, AssaultSettled).did == "crew"


@pytest.mark.rule("ARAP-MELEE-04")
def test_with_one_weapon_they_fight_as_usual_and_another_round_asks_again():
    _, state = choose(at_the_rim(KNIFE, PISTOL), "crew")
    events, state = then(state, "one", {"to-hit": [4, 4, 4]})
    assert fought(events)[0] == ("a3", 1, 3, [])
    assert state.turn.several == ()


@pytest.mark.rule("ARAP-MELEE-04", "VEH-CC-09")
def test_those_aboard_are_asked_too_after_the_active_side():
    _, state = choose(at_the_rim(KNIFE, PISTOL, theirs=(KNIFE, PISTOL)), "crew")
    _, state = then(state, "one")
    assert (state.prompt.side, state.prompt.unit) == (B, "b5")
    promised = {choice: found[0].value for choice, found in prompts.odds(state, state).items()}
    assert promised["several"] > promised["one"] == promised["never"]
    events, state = then(state, "several", {"to-hit": [4, 3, 3, 3, 3]})
    assert fought(events) == [("a3", 1, 3, []), ("b5", 4, 2, [-1])]
    assert state.turn.several == ()


@pytest.mark.rule("ARAP-MELEE-04")
def test_a_standing_answer_holds_over_the_rim():
    state = asked(at_the_rim(KNIFE, PISTOL))
    _, state = play(state, StandingAnswer(side=A, unit="a3", about="several-weapons", answer="always"))
    events, _ = then(state, "crew", {"to-hit": [3, 3, 4, 4]})
    assert the(events, SeveralChosen).rules == ("ARAP-MELEE-04", "VEH-CC-09")


@pytest.mark.rule("VEH-CC-10")
@pytest.mark.parametrize(
    ("weapons", "question"), [((KNIFE, PISTOL), False), ((SPEAR, KNIFE), False), ((SPEAR, PISTOL), True)]
)
def test_over_the_rim_of_a_tall_vehicle_both_must_reach(weapons, question):
    events, state = choose(at_the_rim(*weapons, tags=("tall",)), "crew", {} if question else {"to-hit": [4]})
    assert (state.prompt is not None and state.prompt.kind == "several-weapons") is question
    if question:
        events, _ = then(state, "several", {"to-hit": [4, 4]})
        assert fought(events) == [("a3", 2, 2, [-1])]
    hit = next(e for e in events if isinstance(e, Rolled) and e.label == "to-hit")
    assert "VEH-CC-10" in hit.rules


def test_up_to_version_19_nobody_was_asked():
    events, _ = choose(at_the_rim(KNIFE, PISTOL, version="19"), "crew", {"to-hit": [4, 4, 4]})
    assert not [e for e in events if isinstance(e, SeveralChosen)]


@pytest.mark.rule("VEH-CC-09")
def test_every_kind_of_attack_of_a_beast_goes_over_the_rim():
    """A bite and two claws; up to version 19 the first kind alone."""
    bite = a_weapon("bite", type="melee", range_in=0, strength=1, shots=1, attack="bite")
    claws = a_weapon("claws", type="melee", range_in=0, strength=0, shots=2, attack="claw")
    beast = a_unit("a3", [(33.5, 24)], weapons=(bite, claws), now=UnitTurn(tried=True))
    cart = a_vehicle("b4", (30, 24), capacity=4, open_topped=True)
    riders = a_unit("b5", [(0, 0)] * 2, aboard="b4", weapons=(KNIFE,))
    state = a_battle(beast, cart, riders, a_unit("a9", [(5, 5)]))
    events, _ = choose(state, "crew", {"to-hit": [4, 4, 4, 4, 4]})
    assert fought(events) == [("a3", 1, 3, []), ("a3", 2, 3, []), ("b5", 2, 3, [])]
    events, _ = choose(replace(state, version="19"), "crew", {"to-hit": [4, 4, 4]})
    assert [(unit, count) for unit, count, _, _ in fought(events)] == [("a3", 1), ("b5", 2)]


@pytest.mark.rule("ARAP-MELEE-04")
def test_rolls_over_the_rim_name_what_is_in_their_goals():
    """Those aboard have bare hands: -2."""
    events, _ = choose(at_the_rim(KNIFE), "crew", {"to-hit": [4, 4, 4]})
    assert fought(events)[1] == ("b5", 2, 1, [-2])


@pytest.mark.rule("VEH-CC-09")
def test_the_plan_of_a_charge_says_that_several_weapons_may_be_used_over_the_rim():
    blades = a_unit("a3", [(40, 24)], weapons=(KNIFE, PISTOL), profile=a_profile("raider", a=2))
    cart = a_vehicle("b4", (30, 24), capacity=4, open_topped=True)
    state = a_battle(blades, cart, a_unit("b5", [(0, 0)] * 2, aboard="b4"), active="a3", ap=2)
    told = preview(state, ChargeVehicle(side=A, unit="a3", target="b4"))
    assert (
        "Over the rim they may fight with several weapons at once: all at −1 but the blows of the charge." in told.notes
    )
