"""Traits on a unit's card: in words, with the rule that says so."""

import pytest
from msgspec.structs import replace

from rules.forces.gemini import GeminiHull
from rules.forces.profile import Bike
from rules.rulebook import rule
from tabletop.games.panels import unit_card
from tests.builders import a_battle, a_profile, a_unit, a_weapon
from tests.rules.vehicles.garage import a_condition, a_vehicle


def traits_named(*names):
    unit = a_unit("a1", [(10, 10)], profile=a_profile("odd", traits=names))
    state = a_battle(unit, a_unit("b1", [(30, 10)]))
    return unit_card.traits_of(state, state.units["a1"])


def test_each_trait_is_told_with_its_rule_and_those_without_come_last():
    found = traits_named("river-born", "leader", "frenzy", "hated:b")
    assert [(trait.words, trait.rule) for trait in found] == [
        ("Frenzy: always pursues", "ARAP-PURS-07"),
        ("Hates Birch: 1 off its morale dice, at −1 to hold back from pursuit", "ARAP-MORAL-02"),
        ("Leader", ""),
        ("River born", ""),
    ]


def test_who_rides_a_bike_is_told_that_he_is_a_target_of_his_own():
    rider = a_profile("odd", traits=("leader",), bike=Bike(t=4, sv=4))
    state = a_battle(a_unit("a1", [(10, 10)], profile=rider), a_unit("b1", [(30, 10)]))
    (trait,) = unit_card.traits_of(state, state.units["a1"])
    assert (trait.words, trait.rule) == ("Leader: on a bike a target of his own", "VEH-BIKE-04")


@pytest.mark.part_of("VEH-BIKE-03", "VEH-BIKE-04", "VEH-BIKE-05")
@pytest.mark.parametrize(
    ("switch", "lines", "words"),
    [
        ("one_except_characters", [("Odd on Warbike", 5, "4+")], "VEH-BIKE-04"),
        ("separate", [("Odd", 4, "4+"), ("Warbike", 5, "5+")], "VEH-BIKE-05"),
    ],
)
def test_a_card_says_what_bike_and_rider_withstand(switch, lines, words):
    """Toughness 3 behind bodywork is 4; with the bike's 5 it averages 5, saves of 4 and 5 make 4."""
    rider = replace(a_profile("odd", t=3, sv=4, bike=Bike(name="Warbike", t=5, sv=5, bodywork=True)), name="Odd")
    squad = a_unit("a1", [(10, 10)], profile=rider)
    state = a_battle(squad, a_unit("b1", [(30, 10)]), options={"bike_and_rider": switch})
    card = unit_card.unit_card(state, state.units["a1"])
    shown = [(line.name, dict(line.figures)["T"], dict(line.figures)["Sv"]) for line in card.lines]
    assert shown == lines
    assert [trait.rule for trait in card.traits] == ["VEH-BIKE-03", words]


def test_the_card_of_a_machine_says_how_it_fights_hand_to_hand():
    """What it carries for melee stands under its mounted weapons. (VEH-WS-01)"""
    fist = replace(a_weapon("fist", type="melee", strength=2), name="Power fist")
    hull = GeminiHull(type="walker", vehicle_class="mechanoid", front=12, side=12, rear=10)
    walker = a_profile("walker", m=6, ws=5, s=6, i=3, a=2, hull=hull)
    state = a_battle(a_unit("a1", [(10, 10)], profile=walker, weapons=(fist,)), a_unit("b1", [(30, 10)]))
    card = unit_card.unit_card(state, state.units["a1"])
    assert dict(card.lines[1].figures) == {"WS": 5, "S": 6, "I": 3, "A": 2}
    assert [(row.name, row.range, row.strength) for row in card.weapons] == [("Power fist", "melee", "S+2")]


def test_the_card_of_a_skimmer_says_the_speed_that_was_rolled_for_it():
    """Its battle speed is its maximum. (VEH-TYPE-02)"""
    skimmer = a_vehicle("a1", (20, 20), type="skimmer", flags={"vehicle": a_condition(top_in=21.0)})
    state = a_battle(skimmer, a_unit("b1", [(30, 10)]))
    assert dict(unit_card.unit_card(state, state.units["a1"]).lines[0].figures)["Speed"] == "21″"


def test_every_rule_that_a_trait_names_is_in_the_book():
    named = traits_named(
        *("fearless", "monstrous", "robot", "relentless", "visage", "greater-daemon", "know-no-fear", "flesh-hooks"),
        *("hit-and-run", "natural-weapons", "independent", "jumper", "jump-pack", "gravity-chute", "ropes", "no-crawl"),
        *("wary", "power-armour", "small"),
    )
    assert len(named) == 19
    assert all(rule(trait.rule).id == trait.rule for trait in named)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({}, "tracked, standard"),
        ({"open_topped": True, "dozer": "front"}, "tracked, standard, open-topped, front dozer blade"),
        ({"flimsy": True, "ork": True}, "tracked, standard, flimsy, coupling may be knocked loose"),
        ({"type": "bike", "civilian": True, "auto_drive": True}, "bike, fast, civilian, auto-drive"),
        ({"type": "boat", "shallow_draught": True}, "boat, standard, shallow draught"),
    ],
)
def test_a_vehicles_card_says_how_it_is_built(values, words):
    """(VEH-OPEN-03, VEH-CAR-02, VEH-DOZ-01, VEH-TOW-04, VEH-REV-02, VEH-BOAT-04)"""
    state = a_battle(a_vehicle("a1", **values), a_unit("b1", [(60, 10)]))
    assert unit_card.unit_card(state, state.units["a1"]).lines[0].name == words
