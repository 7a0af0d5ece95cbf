"""A gun is boarded and driven by its boarder, a house broken into, a pod comes down on a wagon. (CRU-POD, CRU-BOARD)"""

from playwright.sync_api import expect

from tests.browser.at_table import Player, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_gun_changes_hands_and_a_pod_comes_down_on_a_wagon(club: Club, people: People) -> None:
    club.tell_dice(
        crusade_melee_attack=[6, 6, 1, 6, 6, 1, 1],
        crusade_melee_defence=[1],
        crusade_wipeout=[1, 2, 3],
        crusade_ram_defence=[1, 1, 1, 1],
        crusade_pod_deviation=[1, 1],
        crusade_direction=[12],
        crusade_ram=[6, 4, 1],
        crusade_damage_card=[9, 9, 9, 9],
        crusade_pod_impact=[6, 1, 1],
        crusade_defence=[1],
    )
    table = gather(people, club.table("crusade-landing"))
    alice, bob = table.alice, table.bob
    alice.take("A5 Ash Rocket")
    alice.act("Fire").click()
    alice.plan.get_by_role("button", name="Missile launcher frag").click()
    alice.token("Birch Wagon").click()
    expect(alice.plan).to_contain_text(said("3R against 2R of Birch Wagon"))  # krak would be 4R
    alice.page.keyboard.press("Escape")
    alice.take("A3 Ash Leaper")
    alice.aim("Board", "Birch Gun")
    alice.commit("Try to board")
    table.see("Ash Leaper gets aboard Birch Gun")
    alice.act("Fight").click()
    alice.plan.get_by_text("targets in reach").click()
    alice.plan.get_by_role("button", name=said("Birch Gun, driver")).click()
    alice.commit("Attack")
    table.see("Nobody drives Birch Gun")
    alice.take("A4 Ash Storm")
    alice.act("Break in").click()
    expect(alice.plan).to_contain_text("Toll House broken open")
    alice.commit("Commit break in")
    table.see("Toll House takes 5 hits and is broken open")
    for one in (alice, bob):
        ends_its_turn(one)

    alice.take("A1 Ash Pod")
    alice.act("Land").click()
    expect(alice.plan).to_contain_text("it drifts")
    alice.tap("Birch Wagon", inches=(0, 0))
    expect(alice.plan).to_contain_text("within 2″ of the target: Birch Wagon")
    alice.commit("Let it come down")
    table.see("Ash Pod rams Birch Wagon", screen=("Birch Wagon is destroyed",))
    alice.take("A2 Ash Rider")
    alice.act("Get out").click()
    alice.commit("Get out here")
    table.see("Ash Rider gets out")
    alice.take("A3 Ash Leaper")
    alice.act("Take over").click()
    alice.commit("Commit take over")
    table.see("Ash Leaper takes over as driver of Birch Gun")
    expect(alice.own("B1 Birch Gun")).to_be_visible()
    for one in (alice, bob):  # it is nobody's enemy but Birch's, for whoever hears where it stands
        expect(one.page.locator("#unit-b1-where")).to_contain_text("nearest enemy B")
    for _ in range(3):
        alice.page.keyboard.press("]")  # through one's own: A4, A5, and the gun
    expect(alice.card()).to_contain_text("Taken from Birch, and still numbered so")


def ends_its_turn(player: Player) -> None:
    """Whoever has not acted stays as it is."""
    player.is_settled()
    player.dock.get_by_role("button", name="End turn").click()
    player.commit("End the turn")
