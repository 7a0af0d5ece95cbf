"""Trial vehicles: driving and firing by the table of the two, a truck destroyed, its people out of the wreck."""

from playwright.sync_api import expect

from tests.browser.at_table import gather
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_tank_drives_five_inches_fires_its_one_main_weapon_and_destroys_a_truck(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 3], to_hit=[1, 6, 6, 6], armour_penetration=[5], vehicle_damage=[4], pinning=[3, 3])
    table = gather(people, club.table("yard"))
    alice = table.alice
    alice.activate("A1 Ash Anvil", 2)
    alice.act("Drive").click()
    lit = alice.plan.locator("#firing .lit")
    expect(lit).to_have_text("all weapons")
    alice.drag("Ash Anvil", inches=(5, 0))
    expect(lit).to_have_text("1 main, all defensive")
    alice.commit()
    table.see("Ash Anvil drives 5″")

    alice.aim("Fire", "Birch Wagon")
    expect(alice.plan.get_by_label("Hull lascannon")).to_be_checked()
    expect(alice.plan.get_by_label("Right heavy bolter")).to_be_disabled()
    expect(alice.plan).to_contain_text("is outside the arc of Heavy bolter")
    alice.commit()
    table.see("Birch Wagon is destroyed")
    alice.point_at("Birch Wagon")
    expect(alice.lit_cell("Destroyed and flipped")).to_have_text("5")
    expect(alice.card().locator(".before")).to_have_text("4")
    expect(alice.card()).to_contain_text("Outlined: the 4 on the die, before +1 was added.")
    chart = table.screen.last.get_by_role("table", name="Damage, D6")
    expect(chart.locator("[aria-current=true]")).to_have_text("5")
    expect(chart.locator(".before")).to_have_text("4")  # of the die, before what an open top adds
    table.bob.answer("get out of Birch Wagon", "As proposed")
    table.see("Birch Raiders", "is forced out of Birch Wagon", screen=("Birch Raiders",))


def test_rifles_fire_out_of_the_hatch_get_out_and_a_howitzer_fires_its_shell(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 5, to_hit=[1, 1], scatter_a=[3], scatter_b=[4], to_wound=[6] * 4)
    table = gather(people, club.table("trial-front"))
    alice = table.alice
    alice.activate("A2 Ash Rifles", 3)
    alice.aim("Shoot", "Birch Wagon")
    expect(alice.page.locator(".fire-post title")).to_have_text("fire point for 2")
    expect(alice.plan).to_contain_text("2 of them may fire out of Ash Carrier")
    expect(alice.plan).to_contain_text("counts as open-topped in the enemy’s next turn")
    alice.commit("Shoot, cannot hurt it")
    expect(alice.token("Ash Carrier, Ash, exposed")).to_be_visible()
    alice.act("Get out").click()
    expect(alice.plan).to_contain_text("they may shoot but not charge")
    alice.commit("Commit get out")
    table.see("Ash Rifles gets out of Ash Carrier")
    alice.act("Finish").click()
    alice.commit("Finish")
    alice.activate("A3 Ash Thunder", 2)
    alice.aim("Fire", "Birch Watch")
    expect(alice.plan).to_contain_text("scatter")
    alice.commit()
    table.see("a direct hit")
