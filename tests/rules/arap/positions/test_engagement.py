"""Reach, arcs, attacks and goals in close combat."""

import pytest
from msgspec.structs import replace

from rules.arap.positions import engagement, melee_to_hit, melee_weapons
from rules.arap.positions.engagement import Strike
from rules.arap.turn.activation import EndActivation
from rules.events import Rolled
from rules.state import ChargeMade, Melee
from tests.builders import a_profile, a_weapon, play
from tests.rules.arap.fights import BLADE, a_fight, a_squad, fighter, moved


def pair(apart, a=None, b=None, *, a_weapons=(BLADE,), b_facing=270, charge=None, **values):
    state = a_fight(
        a_squad("a1", 1, 20, profile=a or fighter("a1-fighter"), weapons=a_weapons),
        a_squad("b1", 1, 20 + apart, profile=b or fighter("b1-fighter"), facing=b_facing),
        charge=charge,
        **values,
    )
    return state, state.units["a1"].models[0], state.units["b1"].models[0]


def strikes(state):
    unit = state.units["a1"]
    return engagement.strikes_of(state, state.melees[0], unit, unit.models[0])


def aim(state, target="b1.1", weapon=BLADE):
    return melee_to_hit.aim(state, state.melees[0], "a1", Strike("a1.1", weapon, 1, target))


@pytest.mark.part_of("ARAP-MELEE-01")
@pytest.mark.parametrize(("apart", "engaged"), [(2.0, True), (2.01, True), (2.02, False)])
def test_the_melee_radius_is_the_size_in_inches(apart, engaged):
    state, a, b = pair(apart)
    assert engagement.are_engaged(state, a, b) is engaged


@pytest.mark.part_of("ARAP-MELEE-01")
def test_a_larger_fighter_reaches_one_that_cannot_reach_it():
    state, big, small = pair(2.5, a_profile("ogre", size=3))
    assert engagement.are_engaged(state, small, big)
    assert engagement.reaches(state, big, small)
    assert not engagement.reaches(state, small, big)


@pytest.mark.part_of("ARAP-MELEE-01")
def test_a_long_weapon_reaches_out_of_the_radius():
    pike = a_weapon("pike", type="melee", range_in=3, strength=0, traits=("long",))
    state, a, b = pair(3, a_weapons=(pike,))
    assert engagement.reaches(state, a, b)
    assert not engagement.reaches(state, b, a)


@pytest.mark.part_of("ARAP-MELEE-01")
def test_small_fighters_in_base_contact_are_engaged():
    rat = a_profile("rat", size=1, base_mm=60)
    state, a, b = pair(60 / 50.8 + 25 / 50.8, rat, a_profile("small", size=1))
    assert engagement.are_engaged(state, a, b)


@pytest.mark.part_of("ARAP-MELEE-02")
@pytest.mark.parametrize(
    ("attack", "bearing", "within"),
    [
        ("ordinary", 90, True),
        ("ordinary", 90.02, False),
        ("stomp", 180, True),
        ("tentacle", 180, True),
        ("bite", 45, True),
        ("bite", 60, False),
        ("claw", 135, True),
        ("claw", 136, False),
        ("tail", 45, False),
        ("tail", 45.02, True),
        ("tail", 180, True),
    ],
)
def test_attack_arcs(attack, bearing, within):
    assert melee_weapons.in_attack_arc(attack, bearing) is within


def beast(enemies):
    """Two bites, a stomp and a tail, facing north, with an enemy on each of those bearings."""
    weapons = (
        a_weapon("jaws", type="melee", range_in=0, strength=0, attack="bite", shots=2),
        a_weapon("feet", type="melee", range_in=0, strength=0, attack="stomp", shots=1),
        a_weapon("tail", type="melee", range_in=0, strength=0, attack="tail", shots=1),
    )
    places = {"front": (20, 8.1), "flank": (21.9, 10), "rear": (20, 11.9)}
    squads = [
        a_squad(f"b{n}", 1, places[e][0], places[e][1], profile=fighter("b1-fighter")) for n, e in enumerate(enemies, 1)
    ]
    return a_fight(a_squad("a1", 1, 20, profile=fighter("beast"), facing=0, weapons=weapons), *squads)


@pytest.mark.part_of("ARAP-MELEE-02")
@pytest.mark.parametrize(
    ("enemies", "attacks"), [(("front",), 3), (("front", "rear"), 4), (("flank", "rear"), 2), (("rear",), 2)]
)
def test_a_beast_strikes_with_what_reaches_its_enemies(enemies, attacks):
    assert sum(s.attacks for s in strikes(beast(enemies))) == attacks


@pytest.mark.part_of("ARAP-MELEE-02", "ARAP-MELEE-04")
def test_a_beast_is_never_unarmed():
    state = beast(("front",))
    assert [melee_to_hit.aim(state, state.melees[0], "a1", s).goal for s in strikes(state)] == [3, 3]


@pytest.mark.part_of("ARAP-MELEE-03", "ARAP-MELEE-10")
@pytest.mark.parametrize(("ws", "against", "goal"), [(4, 4, 3), (5, 3, 4), (3, 4, 2)])
@pytest.mark.parametrize("facing", [270, 90])
def test_weapon_skills_are_compared_from_any_side(ws, against, goal, facing):
    state, *_ = pair(1.9, fighter("a", ws=ws), fighter("b", ws=against), b_facing=facing)
    assert aim(state).goal == goal


@pytest.mark.part_of("ARAP-MELEE-03", "ARAP-MELEE-04")
def test_the_worked_goals():
    state, *_ = pair(1.9, fighter("a", ws=5), charge="rear")
    assert (aim(state).base, aim(state).goal) == (4, 5)
    state, *_ = pair(1.9, fighter("a", ws=2), fighter("b", ws=4), a_weapons=())
    assert [(m.value, m.reason) for m in aim(state, weapon=None).modifiers] == [(-2, "unarmed")]
    assert aim(state, weapon=None).goal == 0


@pytest.mark.part_of("ARAP-MELEE-04")
def test_a_rifle_butt_is_an_improvised_weapon():
    state, *_ = pair(1.9, a_weapons=(a_weapon(),))
    assert [(m.value, m.reason) for m in aim(state, weapon=None).modifiers] == [(-1, "improvised weapon")]


@pytest.mark.part_of("ARAP-MELEE-04", "ARAP-CHG-07")
@pytest.mark.parametrize(
    ("direction", "attacks", "goal"), [("front", 2, 3), ("flank", 3, 3), ("rear", 3, 4), (None, 1, 3)]
)
def test_charge_bonuses(direction, attacks, goal):
    state, *_ = pair(1.9, charge=direction)
    assert [s.attacks for s in strikes(state)] == [attacks]
    assert aim(state).goal == goal


@pytest.mark.part_of("ARAP-CHG-07")
def test_a_cancelled_bonus_leaves_neither_attacks_nor_hits():
    state, *_ = pair(1.9)
    charge = ChargeMade(charger="a1", target="b1", direction="rear", bonus=False)
    melee = Melee(id="a1-b1", units=("a1", "b1"), charges=(charge,))
    unit = state.units["a1"]
    assert engagement.strikes_of(state, melee, unit, unit.models[0])[0].attacks == 1
    assert melee_to_hit.aim(state, melee, "a1", Strike("a1.1", BLADE, 1, "b1.1")).goal == 3


@pytest.mark.part_of("ARAP-PRONE-05")
def test_a_prone_figure_has_half_its_skill_and_is_struck_from_above():

    state, *_ = pair(1.9, b=fighter("b", ws=5))
    prone = tuple(replace(m, prone=True) for m in state.units["b1"].models)
    state = moved(state, "b1", models=prone)
    assert (aim(state).base, aim(state).goal) == (3, 4)
    assert aim(state).halved == "prone target at half WS, 3"


@pytest.mark.rule("ARAP-PRONE-05")
def test_half_a_skill_is_named_in_the_log():
    base = a_fight(a_squad("a1", 1, 20), a_squad("b1", 1, 21.5, facing=270, profile=fighter("b", ws=4)))
    state = moved(base, "b1", models=tuple(replace(m, prone=True) for m in base.units["b1"].models))
    events, _ = play(state, EndActivation(side="a"), {"to-hit": [6, 6]})
    ours, theirs = (e for e in events if isinstance(e, Rolled) and e.label == "to-hit")
    assert ours.why == "A1 strike at B1: 1 blow, prone target at half WS, 2"
    assert theirs.why == "B1 strike at A1: 1 blow, prone fighter at half WS, 2"
    assert "ARAP-PRONE-05" in ours.rules
    assert "ARAP-PRONE-05" in theirs.rules


@pytest.mark.rule("ARAP-MELEE-02")
def test_the_log_says_which_attacks_reach_somebody():
    state = beast(("front",))
    dice = {"to-hit": [6] * 4}
    events, _ = play(state, EndActivation(side="a"), dice)
    listed = [e.why for e in events if isinstance(e, Rolled) and e.label == "to-hit" and e.unit == "a1"]
    assert listed == ["A1 strike at B1: 3 blows, Jaws 2, Feet 1"]
