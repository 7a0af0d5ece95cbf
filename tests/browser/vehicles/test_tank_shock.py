"""A vehicle driven at troops: who is in the way, the test, Death or Glory, and what comes of it."""

from playwright.sync_api import expect

from tests.browser.at_table import gather
from tests.browser.conftest import Club
from tests.browser.people import People


def test_two_stand_before_a_carrier_with_a_melta_bomb_and_stop_it(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], leadership=[3, 4], melta_penetration=[1, 2, 1, 1], vehicle_damage=[3])
    table = gather(people, club.table("shock"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Carrier", 1)
    alice.aim("Tank shock", "Birch Bombers")
    expect(alice.plan).to_contain_text("Birch Bombers routs")
    expect(alice.plan).to_contain_text("2 of Birch Bombers in the path: saves on 4 or less, else a Strength 4 hit")
    expect(alice.page.locator("#board .touch")).to_have_count(2)

    alice.commit()
    table.see_roll("Birch Bombers: tank shock by Ash Carrier", "leadership 8 or less", "3", "4")
    bob.answer("Ash Carrier bears down on Birch Bombers", "Both in front stand")
    table.see("2 of Birch Bombers stand before Ash Carrier", screen=["Ash Carrier is stopped before Birch Bombers"])


def test_jumping_clear_lets_it_pass(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], leadership=[3, 4], agility=[2, 6], to_wound=[6], save=[1])
    table = gather(people, club.table("jump-clear"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Carrier", 1)
    alice.aim("Tank shock", "Birch Bombers")
    alice.commit()
    bob.answer("Ash Carrier bears down on Birch Bombers", "All jump clear")
    table.see("Ash Carrier drives 6″")
    bob.sees("Birch Bombers loses 1 model")
