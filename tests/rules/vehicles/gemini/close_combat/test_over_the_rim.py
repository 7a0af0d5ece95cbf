"""What is told beforehand of fights with those aboard: in the question of the round, in the plan of a charge."""

from fractions import Fraction

import pytest

from rules.engine import preview
from rules.questions import prompts
from rules.vehicles.gemini.close_combat.charge import ChargeVehicle
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.gemini.close_combat.test_rounds import asked, crewed

SPEAR = a_weapon("spear", type="melee", range_in=3, strength=0, traits=("long",))


def promised(state, choice):
    return {p.meaning: p.value for p in prompts.odds(state, state)[choice]}


@pytest.mark.part_of("VEH-CC-09")
def test_a_fight_over_the_rim_promises_what_both_sides_deal():
    """Their fist on 3, wounding T3 at S8 on 2; two with bare hands on 1, wounding on 4; nobody has a save."""
    told = promised(asked(crewed(profile=a_profile("rider", sv=7))), "crew")
    fist = Fraction(1, 2) * Fraction(5, 6)
    hands = 2 * Fraction(1, 6) * Fraction(1, 2)
    assert told == {"wounds somebody": fist, "wounds to expect": fist, "dealt in return": hands}


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
    told = preview(state, ChargeVehicle(side=A, unit="a3", target="b4"))
    assert told.in_vain == ""
    assert [(line.name, line.shots, line.in_return) for line in told.shots[1:]] == [
        ("A3: Spear over the rim", 3, False)
    ]
    assert told.chances[1].label == "wounds dealt to those aboard, average"  # before what no blow does to the hull
    assert "They strike at the hull or at those aboard, or half at each." in told.notes
    empty = preview(a_battle(spears, cart, active="a3", ap=2), ChargeVehicle(side=A, unit="a3", target="b4"))
    assert empty.in_vain == "cannot hurt it"
