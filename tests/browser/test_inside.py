"""A lift is called and ridden, and the page shows who is on which floor."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_lift_is_called_and_the_floors_show_who_is_where(club: Club, people: People) -> None:
    club.tell_dice(activation=[1], lift_call=[2, 1])
    table = gather(people, club.table("corn-hall"))
    alice = table.alice
    alice.activate("A1 Ash Scouts", 1)
    alice.act("Lift or tube").click()
    expect(alice.plan).to_contain_text(said("1 level up, 3″"))
    alice.commit("Ride")
    for one in table.readers:
        one.sees("Ash Scouts rides in Sack lift")
    floors = alice.page.get_by_role("region", name="Floors of Corn Hall")
    upper = floors.get_by_role("button", name="Show level 2 of Corn Hall")
    expect(upper).to_contain_text("Ash Scouts")
    upper.click()
    expect(floors.get_by_role("button", name="Show level 1 of Corn Hall")).to_contain_text("nobody")


def test_a_wall_is_breached_and_falls_on_its_garrison(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1, 1], to_hit=[1, 1], to_wound=[6, 6, 6])
    table = gather(people, club.table("mill"))
    alice = table.alice
    alice.activate("A1 Ash Lances", 3)
    alice.act("At wall or door").click()
    expect(alice.plan).to_contain_text("1 damage point left")
    expect(alice.plan).to_contain_text("1 of Birch Garrison")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("A section of Old Mill falls")
    expect(alice.page.get_by_role("img", name=said("Rubble of Old Mill, very difficult"))).to_be_attached()
