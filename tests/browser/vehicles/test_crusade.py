"""Battles of the Rules Crusade by clicking: driven over, shot at, cards drawn, destroyed, wiped out."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.at_table import Player, Watcher, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def drive_on(player: Player) -> None:
    """Six inches straight on, by the arrow keys."""
    player.act("Drive").click()
    for _ in range(6):
        player.page.keyboard.press("ArrowRight")
    expect(player.plan).to_contain_text(said("Drive 6″ of 6″"))
    expect(player.plan.get_by_role("textbox", name="Distance")).to_have_value("6″")


def dealt_to(onlooker: Watcher) -> Locator:
    """The cards that were dealt one by one beside the fight."""
    return onlooker.page.locator("#dice-thrown .deal-row")


def test_a_wagon_drives_over_a_raider_and_a_tank_destroys_the_other(club: Club, people: People) -> None:
    club.tell_dice(
        crusade_overrun=[6, 1, 1, 1],
        crusade_melee_defence=[4, 1, 1],
        crusade_attack=[5, 4, 4, 1, 1],
        crusade_vehicle_defence=[1, 1],
        crusade_damage_card=[9, 9, 9],
    )
    setting = club.table("crusade")
    table = gather(people, setting)
    alice, bob = table.alice, table.bob
    alice.take("A1 Ash Wagon")
    drive_on(alice)
    alice.commit("Commit drive")
    table.see("Ash Wagon drives 6″")
    drive_on(alice)
    expect(alice.plan).to_contain_text("Drives over Birch Raider")
    expect(alice.plan).to_contain_text("uses its action")
    alice.commit("Commit drive")
    asked = bob.page.get_by_role("form", name=said("Ash Wagon drives over Birch Raider"))
    expect(asked).to_contain_text("Birch Raider hurt")
    bob.answer("fight back or evade?", "Evade")
    for one in table.readers:
        one.sees("Birch Raider takes 2 hits and is out of play")
    alice.take("A2 Ash Anvil")
    alice.aim("Fire", "Birch Wagon")
    expect(alice.plan).to_contain_text("Battle cannon")
    expect(alice.plan).to_contain_text("destroyed")
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("Birch Wagon draws HULL, 3 of 3")
    expect(table.screen.last).to_contain_text("3 of 3 cards")
    dealt = dealt_to(table.charlie)
    expect(dealt.locator(".laid-card")).to_have_text(["HULL", "HULL"])
    expect(dealt).to_contain_text("3 of 3 cards: all its Hits")
    table.screen.sees("Ash wins")
    for one in table.all:
        expect(one.page.get_by_role("region", name="Damage deck")).to_contain_text("1 left")
    alice.point_at("Birch Wagon")
    expect(alice.card()).to_contain_text("3 of 3 damage cards")
    expect(alice.card()).to_contain_text("Wreck")
    alice.page.goto(setting.url("end"))
    losses = alice.page.get_by_role("group", name="Losses of each side")
    expect(losses.get_by_role("row", name="Birch").get_by_role("cell")).to_have_text(["2", "2", "0"])
    expect(alice.page.locator("main")).to_contain_text("Birch Wagon is destroyed")
    expect(alice.page.locator("main")).not_to_contain_text(re.compile("bust|rout", re.IGNORECASE))
    expect(alice.page.locator(".result strong")).to_have_text(["60", "0"])
    alice.page.get_by_role("link", name="In plots").click()
    expect(alice.page.get_by_role("group", name="Score at the end").locator("strong")).to_have_text(["60", "0"])
    alice.page.get_by_text("Show as table").first.click()
    done = alice.page.get_by_role("table").first.get_by_role("row", name="A2 Ash Anvil").get_by_role("cell")
    expect(done).to_have_text(["0", "3", "Birch Wagon"])
    expect(table.screen.page.locator("body")).not_to_contain_text(re.compile("bust", re.IGNORECASE))


def test_the_enemy_drives_a_vehicle_that_wiped_out(club: Club, people: People) -> None:
    club.tell_dice(
        crusade_attack=[5, 1, 1],
        crusade_vehicle_defence=[1, 1],
        crusade_damage_card=[5],
        crusade_wipeout=[3, 3, 1],
    )
    setting = club.table("crusade-wipeout")
    alice, bob = Player(setting.seat(people, "Alice")), Player(setting.seat(people, "Bob"))
    alice.take("A1 Ash Razor")
    alice.act("Drive").click()
    alice.page.keyboard.press("ArrowRight")
    expect(alice.plan).to_contain_text(said("Drive 1″ of 6″"))
    alice.commit("Commit drive")
    alice.aim("Fire", "Birch Wagon")
    alice.commit("Commit fire")
    for one in (alice, bob):
        one.sees("Birch Wagon draws DRIVE, 1 of 3")
    alice.page.reload()
    expect(alice.dock).to_contain_text("You drive Birch Wagon")
    expect(bob.dock).to_contain_text("Waiting")
    alice.act("Drive").click()
    alice.page.keyboard.press("ArrowLeft")
    expect(alice.plan).to_contain_text("of 6″")
    alice.commit("Commit drive")
    for one in (alice, bob):
        one.sees("Birch Wagon drives 1″")
    expect(alice.dock).not_to_contain_text("You drive")
