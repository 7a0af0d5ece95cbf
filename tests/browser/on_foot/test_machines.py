"""A dreadnought is charged like troops, and mined."""

from playwright.sync_api import expect

from tests.browser.at_table import gather
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_krak_grenade_is_planted_on_a_dreadnought_that_was_charged(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[2],
        to_hit=[6, 6, 6],
        plant_charge=[1],
        extended_reroll=[2],
        armour_penetration=[6],
        vehicle_damage=[3],
    )
    table = gather(people, club.table("machine"))
    alice = table.alice
    alice.activate("A1 Ash Grenadier", 1)
    alice.aim("Charge", "Birch Dreadnought")
    expect(alice.plan).to_contain_text("Birch Dreadnought: Power fist, Initiative 4")
    alice.commit()
    table.see("Ash Grenadier and Birch Dreadnought are locked in combat")

    alice.end_activation()
    alice.answer("Does Ash Grenadier use grenades?", "Plant charges")
    alice.sees("Birch Dreadnought, glancing 3: crew shaken")
    alice.sees("Wound difference: Ash Grenadier +1, Birch Dreadnought −1")
    alice.point_at("Birch Dreadnought")
    expect(alice.card()).to_contain_text("Locked in melee with Ash Grenadier")
