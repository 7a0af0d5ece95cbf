"""Charges at a bunker and at a hull fire on the run, and strike with a weapon in each hand."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_bunker_and_a_hull_are_fired_at_on_the_run_and_struck_with_several_weapons(
    club: Club, people: People
) -> None:
    club.tell_dice(
        activation=[1] * 4,
        to_hit=[1, 6, 6, 1, 6, 6],
        armour_penetration=[1] * 60,
    )
    table = gather(people, club.table("on-the-run"))
    alice, bob = table.alice, table.bob
    alice.activate("A2 Ash Wreckers", 1)
    alice.page.locator("#act-charge").click()
    alice.plan.get_by_role("list", name="Targets").get_by_role("button", name=said("Birch Carrier")).click()
    alice.plan.get_by_role("checkbox", name="Fire on the run").check()
    expect(alice.plan).to_contain_text("Breach lance")
    expect(alice.plan).to_contain_text("3 of 3 models, 3 shots")
    expect(alice.plan).to_contain_text("destroyed by several weapons")
    plan = alice.plan.inner_text()  # what is chosen first, since a phone shows the beginning alone
    assert plan.index("Fire on the run") < plan.index("Breach lance on front armour")
    alice.commit("Commit charge")
    bob.answer("What does its crew do?", "Stay buttoned up")
    table.see("Ash Wreckers reaches the front of Birch Carrier")

    alice.activate("A1 Ash Breakers", 1)
    alice.act("Charge building").click()
    alice.plan.get_by_label("Which").select_option("Charge Shore Pillbox, firing")
    expect(alice.plan).to_contain_text("breached or worse by fire on the run")
    alice.commit("Commit charge")
    expect(bob.page.locator("#asked-title")).to_have_text("Ash Breakers charges Shore Pillbox")
    bob.answer("Ash Breakers charges Shore Pillbox. How does Birch Garrison react?", "Hold fire")
    table.see("Ash Breakers reaches the walls of Shore Pillbox")
    alice.answer("Ash Wreckers stands beside Birch Carrier. What does it do?", "Strike it with several weapons")
    alice.answer("Ash Breakers stands beside Shore Pillbox. What does it do?", "Strike it with several weapons")
    for one in table.readers:
        one.sees("Shore Pillbox is struck: 8 against 11, nothing")
