"""The sample battle of trial vehicles from the lobby on: set up by steps, joined on a phone, a truck destroyed."""

import re

from playwright.sync_api import expect

from tests.browser.at_table import Player, Screen
from tests.browser.conftest import Club
from tests.browser.people import TELEVISION, People


def test_a_siege_tank_destroys_the_war_truck_and_its_levy_gets_out_on_a_phone(club: Club, people: People) -> None:
    alice = Player(people.open("Alice", club.server.url))
    alice.page.get_by_role("link", name="Start a table").first.click()
    alice.page.get_by_role("radio", name=re.compile("Hollin Cross")).check()
    alice.button("Next: rules").click()
    expect(alice.page.get_by_role("radio", name=re.compile("Trial vehicles"))).to_be_checked()
    expect(alice.page.locator("#this-table")).to_contain_text("Skirmish rules, trial vehicles")
    alice.button("Next: armies").click()
    alice.button("Next: seats").click()
    alice.page.get_by_label("Your name").fill("Alice")
    alice.button("Set up the table").click()
    expect(alice.page.get_by_role("heading", name="Hollin Cross").first).to_be_visible()
    table = alice.page.url.rstrip("/")

    bob = Player(people.open_phone("Bob", f"{table}/join"))
    bob.page.get_by_label("Name at the table").fill("Bob")
    bob.button("Take this seat").click()
    bob.page.get_by_role("button", name="Pass", exact=True).click()
    screen = Screen(people.open("screen", f"{table}/screen", viewport=TELEVISION))
    club.tell_dice(
        table_roll=[6, 1],
        activation=[1, 1],
        scatter_a=[3],
        scatter_b=[4],
        ordnance_penetration=[6, 5],
        vehicle_damage=[3, 1],
        flip_distance=[2],
        to_wound=[1] * 20,
    )
    alice.button("Start the battle").click()
    alice.button("Roll off").click()
    alice.answer("Who has the first turn?", "Take the first turn")
    for player in (alice, bob):
        player.button("Place all").click()
        player.plan.get_by_role("button", name="Place all").click()

    alice.activate("A1 Mattock siege tank", 2)
    alice.aim("Fire", "Charabanc war truck")
    alice.plan.get_by_label("Turret maul gun").check()
    expect(alice.plan).to_contain_text("it fires instead of all other weapons")
    alice.commit()
    alice.sees("Charabanc war truck is destroyed")
    bob.answer("get out of Charabanc war truck", "As proposed")
    for watcher in (alice, screen):
        watcher.sees("Levy platoon", "is forced out of Charabanc war truck")
