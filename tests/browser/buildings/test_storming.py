"""A house of three sections and a bunker: a hull shells a section, fires at ports, and the screen tells who is left."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_hull_shells_a_section_and_fires_at_ports(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 3,
        scatter_a=[3],
        scatter_b=[3],
        to_wound=[6, 1, 6],
        save=[1, 1],
        to_hit=[1, 6, 6],
    )
    table = gather(people, club.table("storming"))
    alice, bob = table.alice, table.bob
    inside = table.screen.page.get_by_role("region", name="Inside houses")
    expect(inside).to_contain_text(said("Ground B B1 3"))
    alice.activate("A2 Ash Heavy", 3)
    alice.act("Blast in").click()
    expect(alice.plan).to_contain_text("3 inside: everybody is hit.")
    alice.commit("Commit fire")
    bob.answer("Birch Clerks: 2 wounds to save. Go to ground?", "Stay up")
    table.see("Birch Clerks loses 2 models")
    expect(inside).to_contain_text(said("Ground B B1 1"))
    alice.act("At ports").click()
    expect(alice.plan).to_contain_text("half of all hits go in")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("0 of 1 hit go in at the ports of Harbour Redoubt")
