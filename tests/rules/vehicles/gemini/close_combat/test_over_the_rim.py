"""What is told beforehand of fights with those aboard: in the question of the round, in the plan of a charge."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.engine import preview
from rules.events import Rolled
from rules.questions import prompts
from rules.vehicles.gemini.close_combat.charge import ChargeVehicle
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.gemini.close_combat.test_rounds import asked, choose, crewed

SPEAR = a_weapon("spear", type="melee", range_in=3, strength=0, traits=("long",))


def promised(state, choice):
    return {p.meaning: p.value for p in prompts.odds(state, state)[choice]}


@pytest.mark.part_of("VEH-CC-09")
def test_a_fight_over_the_rim_promises_what_both_sides_deal():
    """Their fist on 3, wounding T3 at S8 on 2; two with bare hands on 1, wounding on 4; nobody has a save."""
    found = promised(asked(crewed(profile=a_profile("rider", sv=7))), "crew")
    fist = Fraction(1, 2) * Fraction(5, 6)
    hands = 2 * Fraction(1, 6) * Fraction(1, 2)
    assert found == {"wounds somebody": fist, "wounds to expect": fist, "dealt in return": hands}


@pytest.mark.part_of("VEH-CC-09")
def test_half_at_the_hull_promises_its_end_as_well():
    state = asked(crewed(spots=((33.5, 24), (33.5, 25.5))))
    assert list(promised(state, "split")) == [
        "destroyed by the others",
        "wounds somebody",
        "wounds to expect",
        "dealt in return",
    ]
    alone = asked(crewed())
    assert set(prompts.odds(alone, alone)) == {"crew"}


@pytest.mark.rule("VEH-CC-09")
def test_a_charge_at_an_open_top_is_not_in_vain_where_its_people_can_be_fought():
    """Spears of Strength 3 do nothing to armour 12, and reach over the rim of a tall cart."""
    spears = a_unit("a3", [(40, 24)], weapons=(SPEAR,))
    riders = a_unit("b5", [(0, 0)] * 2, aboard="b4")
    cart = a_vehicle("b4", (30, 24), capacity=4, open_topped=True, flags={"tags": ("tall",)})
    state = a_battle(spears, cart, riders, active="a3", ap=2)
    shown = preview(state, ChargeVehicle(side=A, unit="a3", target="b4"))
    assert shown.in_vain == ""
    assert [(line.name, line.shots, line.in_return) for line in shown.shots[1:]] == [
        ("A3: Spear over the rim", 3, False)
    ]
    assert shown.chances[1].label == "wounds dealt to those aboard, average"  # before what no blow does to the hull
    assert "They strike at the hull or at those aboard, or half at each." in shown.notes
    armed = replace(state, units={**state.units, "b4": replace(state.units["b4"], tags=())})
    back = preview(armed, ChargeVehicle(side=A, unit="a3", target="b4")).shots[-1]
    assert (back.name, back.in_return, [m.value for m in back.modifiers]) == ("B5: Bare hands over the rim", True, [-2])
    empty = preview(a_battle(spears, cart, active="a3", ap=2), ChargeVehicle(side=A, unit="a3", target="b4"))
    assert empty.in_vain == "cannot hurt it"


def with_pistols(version, tags):
    """Chargers with a fist, S8 in all, and a pistol of S4 and AP 5, beside two riders with a save of 5."""
    pistol = a_weapon("pistol", type="pistol", range_in=12, strength=4, ap=5)
    state = crewed(flags={"tags": tags}, profile=a_profile("rider", sv=5))
    unit = state.units["a3"]
    armed = replace(unit, models=tuple(replace(m, weapons=(*m.weapons, "pistol")) for m in unit.models))
    weapons = {**state.weapons, "pistol": pistol}
    return replace(state, weapons=weapons, units={**state.units, "a3": armed}, version=version)


def wounds_on(events):
    return [e.goal for e in events if isinstance(e, Rolled) and e.label == "to-wound"]


@pytest.mark.rule("VEH-CC-10")
@pytest.mark.parametrize(("version", "goal", "save"), [("19", 3, {}), ("18", -1, {"save": [2]})])
def test_over_the_rim_of_a_tall_vehicle_only_what_reaches_it_strikes(version, goal, save):
    """The pistol wounds on 3 and leaves no save; up to version 18 it was the fist."""
    events, _ = choose(with_pistols(version, ("tall",)), "crew", {"to-hit": [3], "to-wound": [3], **save})
    assert wounds_on(events) == [goal]


@pytest.mark.rule("VEH-CC-09")
def test_over_any_other_rim_everybody_strikes_with_his_best_weapon():
    dice = {"to-hit": [3, 6, 6], "to-wound": [3], "save": [2]}
    events, _ = choose(with_pistols("19", ()), "crew", dice)
    assert wounds_on(events) == [-1]
