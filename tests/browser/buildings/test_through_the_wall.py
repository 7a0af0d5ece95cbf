"""A wall between two sections of a house without a door in it is broken and stormed through."""

from playwright.sync_api import expect

from tests.browser.at_table import gather
from tests.browser.conftest import Club
from tests.browser.people import People

WALL = "the wall between A and B of Customs House"


def test_who_is_in_a_section_breaks_through_the_wall_and_storms_the_next(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_wound=[6, 6, *[1] * 8], extended_reroll=[6, 6])
    table = gather(people, club.table("parted"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Brawlers", 2)
    alice.act("Break in").click()
    alice.plan.get_by_label("Which").select_option(f"Strike {WALL}")
    expect(alice.plan).to_contain_text("5 damage points left.")
    alice.commit("Strike")
    for one in table.readers:
        one.sees("The wall between A and B of Customs House loses 2 damage points, 3 left")
    ways = alice.page.get_by_role("list", name="Customs House, ground")
    expect(ways.get_by_role("img", name="hole to B, 2 damage points")).to_be_visible()
    expect(alice.act("Blast in")).to_be_enabled()
    alice.act("Storm").click()
    expect(alice.plan).to_contain_text("A D6 of 2 fight a D6 of 3.")
    expect(alice.plan).to_contain_text(f"The hole in {WALL}: 2 of 2 used.")
    alice.commit("Commit assault")
    bob.answer("Ash Brawlers storms B of Customs House. How does Birch Clerks react?", "Hold")
    for one in table.readers:
        one.sees("Ash Brawlers and Birch Clerks fight for B of Customs House")


def test_the_host_rules_a_hole_in_that_wall_and_has_it_taken_back(club: Club, people: People) -> None:
    table = gather(people, club.table("parted-2"))
    alice = table.alice
    alice.fill_in(
        "A hole in a wall",
        Wall="Wall between A and B of Customs House, 4″",
        Points_of_the_hole="2",
        Reason_for_the_hole="A sapper was here",
    )
    for one in table.readers:
        one.sees("Host: the wall between A and B of Customs House has a hole of 2 damage points (A sapper was here)")
        hole = one.page.get_by_role("list", name="Customs House, ground").get_by_role("img", name="hole to B")
        expect(hole.first).to_be_visible()
    alice.take_back()
    for one in table.readers:
        one.sees("Taken back: Host: the wall between A and B of Customs House has a hole")
        expect(one.page.get_by_role("img", name="hole to B")).to_have_count(0)
