"""Enemies close under a high wall: what the watch above may do, compared and done."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_watch_leans_out_and_drops_a_grenade(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 2, to_hit=[1, 6, 5, 6, 6], to_wound=[1], scatter_a=[6], scatter_b=[2], direction=[360]
    )
    table = gather(people, club.table("under-the-wall"))
    alice = table.alice
    alice.activate("A1 Ash Watch", 2)
    alice.aim("Lean out", "Birch Rifles")
    ways = alice.plan.get_by_role("region", name="How does it shoot?")
    expect(ways.get_by_role("button", name="Lean out")).to_have_attribute("aria-pressed", "true")
    expect(ways.get_by_role("button", name="From cover")).to_contain_text(said("2″ from the foot of Toll loft"))
    expect(ways.get_by_role("button", name="Blind, held out")).to_contain_text("At BS1")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("A1.1, A1.2 lean out, without cover")
    for each in table.all:
        expect(each.page.locator("#units .leans")).to_have_count(2)  # where they show themselves
    alice.aim("Drop", "Birch Rifles")
    expect(alice.plan).to_contain_text("dropped unseen")
    alice.commit("Drop it")
    for one in table.readers:
        one.sees("Ash Watch drops Burster on Birch Rifles", "into a wall, and is turned round")


def test_a_watch_leans_out_of_an_upper_section(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 2, to_hit=[6, 6, 6, 6], to_wound=[1])
    table = gather(people, club.table("under-the-hall"))
    alice = table.alice
    alice.activate("A1 Ash Watch", 2)
    alice.aim("Lean out", "Birch Rifles")
    ways = alice.plan.get_by_role("region", name="How does it shoot?")
    expect(ways.get_by_role("button", name="From cover")).to_contain_text(said("2″ from the foot of B of Guild Hall"))
    expect(ways.get_by_role("button", name="Lean out")).not_to_contain_text("0% hit back")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("A1.1, A1.2 lean out, without cover")
    table.bob.point_at("Ash Watch")
    expect(table.bob.card()).to_contain_text("A1.1 and A1.2 lean out: in no cover until activated again")
