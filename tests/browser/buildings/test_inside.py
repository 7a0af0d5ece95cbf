"""A lift is called and ridden, and the page shows who is on which floor."""

from playwright.sync_api import expect

from tests.browser.at_table import Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.servers import wait_until

STILL = Ruler(unit="Ash Watch", at=(6, 26))


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


def test_who_is_stuck_in_a_lift_is_found_on_its_card(club: Club, people: People) -> None:
    club.tell_dice(activation=[1], lift_call=[1, 1])
    table = gather(people, club.table("corn-hall-2"))
    alice = table.alice
    alice.activate("A1 Ash Scouts", 1)
    alice.act("Lift or tube").click()
    alice.commit("Ride")
    for one in table.readers:
        one.sees("Ash Scouts is stuck in Sack lift at level 1")
    alice.take("A1 Ash Scouts")
    expect(alice.card()).to_contain_text("Stuck in Sack lift: gets out at level 1")
    floors = alice.page.get_by_role("region", name="Floors of Corn Hall")
    ground = floors.get_by_role("button", name="Show level 1 of Corn Hall")
    expect(ground).to_contain_text(said("Ash Scouts in Sack lift"))


def test_a_wall_is_breached_and_falls_on_its_garrison(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1, 1], to_hit=[1, 1], to_wound=[6, 6, 6])
    table = gather(people, club.table("mill"))
    alice = table.alice
    alice.activate("A1 Ash Lances", 3)
    alice.page.mouse.move(*alice.place("Birch Watch"))
    for _ in range(6):
        alice.page.mouse.wheel(0, -400)
    close = alice.view_width()
    alice.act("At wall or door").click()
    expect(alice.plan).to_contain_text("1 damage point left")
    assert alice.view_width() > close * 1.2  # lances and wall have come into sight
    expect(alice.page.locator("#preview .pick-on")).to_be_in_viewport()
    expect(alice.plan).to_contain_text("1 of Birch Garrison")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("A section of Old Mill falls")
    expect(alice.page.get_by_role("img", name=said("Rubble of Old Mill, very difficult"))).to_be_attached()


def test_who_is_within_two_inches_of_a_door_goes_in_where_that_counts_as_inside(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    table = gather(people, club.table("tollhouse"))
    alice = table.alice
    alice.fill_in(
        "How a house is entered", House="Tollhouse, by the boarding rule", It="walking", Reason_for="Room enough"
    )
    alice.sees("Host: Tollhouse is entered by walking through its doors and windows alone (Room enough)")
    alice.activate("A1 Ash Scouts", 2)
    expect(alice.act("Move")).to_be_visible()
    expect(alice.act("Enter")).to_have_count(0)
    alice.fill_in("How a house is entered", House="Tollhouse", It="boarding", Reason_for="Large bases")
    alice.sees(
        "Host: Tollhouse is entered by the boarding rule: within 2″ of an unlocked way in is inside (Large bases)"
    )
    alice.act("Enter").click()
    expect(alice.plan).to_contain_text(said("3 of Ash Scouts go in by oak door: within 2″ of it is inside."))
    expect(alice.plan).to_contain_text(said("1 stays outside"))
    expect(alice.page.locator(".door-way .halo")).to_have_count(2)  # the barred door has none
    alice.plan.get_by_label("Which").select_option("Into Tollhouse by yard window")
    expect(alice.plan).to_contain_text("go in by yard window")
    alice.plan.get_by_label("Which").select_option("Into Tollhouse by oak door")
    expect(alice.plan).to_contain_text("go in by oak door")
    alice.commit("Go in")
    for one in table.readers:
        one.sees("3 of Ash Scouts go into Tollhouse")


def test_a_door_is_broken_down_and_the_room_behind_it_cleared(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_wound=[6] * 8, to_hit=[1, 1, 1, 1, 1, 1, 6], save=[1])
    table = gather(people, club.table("granary"))
    alice = table.alice
    expect(alice.page.locator("title", has_text="plank door: bolted")).to_be_attached()
    alice.activate("A1 Ash Brawlers", 2)
    alice.act("Break in").click()
    expect(alice.plan).to_contain_text("Strike plank door.")
    alice.commit("Strike")
    for one in table.all:
        expect(one.page.locator("title", has_text="plank door: broken")).to_be_attached()
    alice.aim("Charge", "Birch Lodger")
    alice.commit("Commit charge")
    table.bob.answer("How does Birch Lodger react", "Hold")
    for one in table.readers:
        one.sees("Birch Lodger loses 1 model and is wiped out")


def test_a_door_is_opened_and_walked_through(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    table = gather(people, club.table("gatehouse"))
    alice = table.alice
    alice.activate("A1 Ash Scouts", 1)
    alice.act("Door").click()
    expect(alice.plan).to_contain_text(said("2″ of 4″"))
    alice.commit("Do so")
    for one in table.readers:
        one.sees("Ash Scouts opens oak door")
    alice.act("Move").click()
    alice.tap("Ash Scouts", inches=(1.9, 0))
    expect(alice.plan).to_contain_text("The action was paid at the door.")
    alice.commit("Commit move")
    wait_until(lambda: alice.inches("Ash Scouts", STILL)[0] > 24.8, "the scout beyond the door")
