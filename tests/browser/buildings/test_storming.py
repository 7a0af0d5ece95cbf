"""A house of three sections and a bunker: a hull shells a section, fires at ports, and the screen tells who is left."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, gather, said
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


def test_fifteen_actions_lie_in_three_rows_and_none_is_cut_off(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    alice = Player(club.table("crowded").seat(people, "Alice", viewport={"width": 1440, "height": 900}))
    alice.activate("A1 Ash Brawlers", 2)
    alice.act("Storm").click()
    expect(alice.plan).to_contain_text("B of Customs House")
    toolbar = alice.page.get_by_role("toolbar", name="Actions")
    assert toolbar.get_by_role("button").count() >= 15
    below = "bar => bar.scrollHeight - bar.clientHeight"
    assert toolbar.evaluate(below) <= 1
    expect(alice.act("Finish")).to_be_in_viewport(ratio=1)


def test_who_is_met_before_the_house_fights_there_and_the_others_storm_it(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    table = gather(people, club.table("met"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Brawlers", 2)
    alice.act("Storm").click()
    expect(alice.plan).to_contain_text("Birch Watch may intercept: those whom it meets stop there")
    alice.commit("Commit assault")
    bob.answer("Ash Brawlers storms B of Customs House. How does Birch Clerks react?", "Hold")
    bob.answer("Ash Brawlers passes within reach. Does Birch Watch intercept?", "Intercept")
    for one in table.readers:
        one.sees("Ash Brawlers storms in")
        one.sees("the charge bonus lost; Birch Watch fights some of them before the house")
