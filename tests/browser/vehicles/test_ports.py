"""Fire at those inside a closed vehicle, mines laid by the host, and a vehicle in a building, by clicking."""

from playwright.sync_api import expect

from tests.browser.at_table import gather
from tests.browser.conftest import Club
from tests.browser.people import People


def test_fire_at_the_ports_of_a_carrier_and_a_mine_under_another(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[1] * 6,
        to_hit=[1, 1, 1, 6],
        to_wound=[6],
        save=[1],
        mine_trigger=[3],
        armour_penetration=[6],
        vehicle_damage=[1],
    )
    table = gather(people, club.table("ports"))
    alice = table.alice

    alice.activate("A1 Ash Rifles", 1)
    alice.aim("Shoot", "Birch Carrier")
    expect(alice.plan.get_by_role("group", name="Aim at")).to_be_visible()
    alice.plan.get_by_role("group", name="Aim at").get_by_role("button", name="Its ports").click()
    expect(alice.plan).to_contain_text("at a firing port")
    expect(alice.plan).to_contain_text("5 people inside")
    expect(alice.plan).to_contain_text("half of all hits go in")
    expect(alice.plan.get_by_role("checkbox", name="Frag grenade")).not_to_be_checked()
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("1 of 3 hits goes in at the ports of Birch Carrier", "Birch Rifles loses 1 model")
    table.screen.sees("1 of 3 hits goes in at the ports of Birch Carrier")

    alice.fill_in(
        "The ground", **{"Piece of ground": "Long Meadow", "Is set to": "9", "Reason for the ground": "a sign"}
    )
    table.see("Host: Long Meadow is mined, Strength 9 + D6 (a sign)")
    for one in table.all:
        expect(one.page.locator("#terrain-meadow")).to_have_attribute(
            "aria-label", "Long Meadow, mines, Strength 9 + D6"
        )

    alice.activate("A2 Ash Carrier", 1)
    alice.act("Drive").click()
    alice.tap("Ash Carrier", inches=(6, 0))
    expect(alice.plan).to_contain_text("on 3 or less a mine goes off, Strength 9 + D6 against the side")
    alice.commit("Commit drive")
    for one in table.readers:
        one.sees("Ash Carrier sets off a mine in Long Meadow", "A mine hits Ash Carrier: 15 against side 10")


def test_those_inside_see_their_ports_and_hatches_and_which_of_them_bear(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    table = gather(people, club.table("ports"))
    bob = table.bob
    table.alice.end_activation()
    bob.activate("B2 Birch Rifles", 1)
    bob.aim("Shoot", "Ash Rifles")
    expect(bob.plan).to_contain_text("5 of 5 models")
    shown = bob.page.locator(".fire-post title")
    expect(shown).to_have_text(
        ["fire point for 3, does not bear", "fire point for 3", "fire point for 2, does not bear", "fire point for 2"]
    )
    bob.point_at("Birch Carrier")
    expect(bob.card()).to_contain_text("May shoot out: left 3, right 3, rear 2, hatches 2; 5 in all")


def test_a_carrier_drives_into_a_shed_and_falls_through_its_floor(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 4, dangerous_terrain=[5, 5, 6, 6])
    table = gather(people, club.table("indoors"))
    alice = table.alice
    alice.activate("A1 Ash Carrier", 2)
    alice.act("Drive").click()
    alice.tap("Ash Carrier", inches=(6, 0))
    expect(alice.plan).to_contain_text("inside Engine Shed: a 6 on either of two dice immobilises")
    alice.commit("Commit drive")
    for one in table.readers:
        one.sees("Ash Carrier inside Engine Shed", "Ash Carrier drives 6″")
    alice.finish()
    alice.end_activation()
    table.bob.end_activation()
    table.see("Turn 2: Ash")
    alice.activate("A1 Ash Carrier", 1)
    alice.act("Drive").click()
    alice.tap("Ash Carrier", inches=(2, 0))
    alice.commit("Commit drive")
    table.see("Ash Carrier falls through the floor and is lost")
    for one in table.all:
        expect(one.token("Ash Carrier")).to_have_count(0)
