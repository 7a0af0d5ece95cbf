"""A hull that is caught as it goes by, and a squad that flees and rallies."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_routers_rally_and_a_hull_is_caught_in_passing(club: Club, people: People) -> None:
    club.tell_dice(activation=[2] * 4, flee=[2, 2], rally=[2, 2])
    table = gather(people, club.table("passing-by"))
    alice, bob = table.alice, table.bob
    alice.fill_in("A unit", Unit="B2 Birch Watch", Set="Routing", To="1", Reason="They saw a ghost")
    alice.end_activation()

    bob.answer("Which way does Birch Watch flee, 4″?", "To the east (90°)")
    for one in table.readers:
        one.sees("Birch Watch flees 4″")
        one.sees("no enemy within 8″", "Birch Watch rallies")
    bob.activate("B1 Birch Carrier", 2)
    bob.act("Drive").click()
    bob.plan.get_by_role("button", name="2 AP").click()
    bob.drag("Birch Carrier", inches=(-12, 0))
    bob.commit("Commit drive")
    table.see("Birch Carrier drives 12″")
    bob.end_activation()

    alice.activate("A1 Ash Brawlers", 1)
    alice.aim("Charge", "Birch Carrier")
    expect(alice.plan).to_contain_text("may fire at them first")
    alice.commit("Commit charge")
    expect(bob.page.get_by_role("form", name=said("What does its crew do?"))).to_contain_text("fells a charger")
    bob.answer("What does its crew do?", "Stay buttoned up")
    table.see("Ash Brawlers catches Birch Carrier on its way")
