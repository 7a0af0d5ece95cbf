"""A house played by sections: a unit storms the next section, throws the enemy out and occupies it."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_fight_for_a_section(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1, 1],
        section_fighters_attack=[6],
        section_fighters_defend=[2],
        to_hit=[6, 6, 6, 6, 1, *[6] * 8],
        to_wound=[6],
        pick=[1],
        save=[1],
        morale=[6, 6],
        flinch=[2],
    )
    table = gather(people, club.table("exchange"))
    alice = table.alice
    house = alice.page.get_by_role("region", name="Corn Exchange")
    expect(house.get_by_role("listitem", name="A, ground: 3 of 12 places taken")).to_be_visible()
    expect(house.get_by_role("img", name="door to B, open")).to_be_visible()
    alice.activate("A1 Ash Brawlers", 2)
    house.get_by_role("button", name="Storm here").click()
    expect(alice.plan).to_contain_text(said("A D6 of 3 fight a D6 of 2."))
    alice.commit("Commit assault")
    alice.end_activation()
    table.bob.answer("Which way does Birch Clerks flinch", "(90°)")
    for one in table.readers:
        one.sees("Birch Clerks is thrown out of the house")
        one.sees("B of Corn Exchange is taken")
        one.sees("Ash Brawlers occupies B of Corn Exchange")
    expect(house.get_by_role("listitem", name="B, ground: 3 of 12 places taken")).to_be_visible()


def test_a_way_out_is_broken_through_the_wall_from_inside(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_wound=[6, 6, 1, 1, 1, 1], extended_reroll=[6, 6])
    table = gather(people, club.table("exchange"))
    alice = table.alice
    alice.activate("A1 Ash Brawlers", 2)
    alice.act("Break in").click()
    expect(alice.plan).to_contain_text("Strike the wall of Corn Exchange.")
    alice.commit("Strike")
    for one in table.readers:
        one.sees("The wall of Corn Exchange loses 2 damage points, 5 left")
    house = alice.page.get_by_role("region", name="Corn Exchange")
    expect(house.get_by_role("img", name=said("hole 1"))).to_be_visible()
