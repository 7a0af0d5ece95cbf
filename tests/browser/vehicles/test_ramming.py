"""One hull rams another: foretold to the point and the exact chance, then seen by everybody."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_hull_is_rammed_from_the_action_bar_and_both_suffer_what_the_plan_foretold(
    club: Club, people: People
) -> None:
    club.tell_dice(activation=[1, 1], ram_penetration=[6, 5], vehicle_damage=[1, 3])
    table = gather(people, club.table("ram"))
    alice = table.alice
    alice.activate("A1 Ash Breaker", 2)
    alice.aim("Ram", "Birch Carrier")
    expect(alice.plan).to_contain_text(said("Ram 9″ of 12″"))
    expect(alice.plan).to_contain_text(said("17% Birch Carrier damaged"))
    blow = alice.plan.get_by_role("region", name="Impact on Birch Carrier")
    expect(blow).to_contain_text("Strength 5 against front armour 11")
    expect(blow).to_contain_text(said("6 glances"))
    expect(blow).to_contain_text("17% glances")
    back = alice.plan.get_by_role("region", name="Impact on Ash Breaker")
    expect(back).to_contain_text("Strength 5 against front armour 11")
    alice.commit("Commit ram")
    for one in table.readers:
        one.sees("Ash Breaker rams Birch Carrier on the front at 9″")
        one.sees("The impact hits Birch Carrier: 11 against front 11, a glancing hit")
        one.sees("The impact hits Ash Breaker: 10 against front 11, nothing")


def test_a_drive_that_leads_into_a_hull_asks_whether_to_ram_it(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], ram_penetration=[1, 1])
    table = gather(people, club.table("driven-ram"))
    alice = table.alice
    alice.activate("A1 Ash Breaker", 2)
    alice.act("Drive").click()
    alice.plan.get_by_role("button", name="2 AP").click()
    for _ in range(12):
        alice.page.keyboard.press("ArrowRight")
    expect(alice.plan.get_by_role("alert")).to_contain_text("Birch Carrier is in the way")
    alice.plan.get_by_role("checkbox", name="Ram Birch Carrier").check()
    expect(alice.plan.get_by_role("region", name="Impact on Birch Carrier")).to_be_visible()
    alice.commit("Commit ram")
    table.bob.sees("Ash Breaker rams Birch Carrier on the front at 9″")


def test_a_bunker_is_rammed_open_and_stormed_through_the_breach(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 4, ram_penetration=[6, 1], bunker_damage=[3], to_hit=[6] * 2)
    table = gather(people, club.table("bunker"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Carrier", 2)
    alice.act("Drive").click()
    alice.plan.get_by_role("button", name="2 AP").click()
    alice.tap("Ash Carrier", inches=(11, 0))
    expect(alice.plan.get_by_role("alert")).to_contain_text("cannot drive through Old Bunker")
    alice.plan.get_by_role("checkbox", name="Ram Old Bunker").check()
    expect(alice.plan.get_by_role("region", name="Impact on Old Bunker")).to_contain_text("33% penetrates")
    expect(alice.page.locator("#callout")).to_contain_text("Old Bunker penetrated")
    expect(alice.page.locator("#callout")).to_be_visible()
    alice.commit("Commit ram")
    for one in table.readers:
        one.sees("structural damage, a breach of 1″ for weapons and men")
    for one in table.all:
        expect(one.page.get_by_role("img", name=said("Old Bunker, impassable, breached"))).to_be_attached()
    alice.end_activation()
    bob.end_activation()

    alice.activate("A1 Ash Carrier", 1)
    for spent in (2, 4, 6):  # an inch in reverse costs two
        alice.page.keyboard.press("ArrowLeft")
        expect(alice.plan).to_contain_text(said(f"Drive {spent}″ of 6″"))
    alice.commit("Commit drive")
    alice.activate("A2 Ash Brawlers", 1)
    alice.aim("Charge", "Birch Garrison")
    expect(alice.plan).to_contain_text(said("of 8″"))
    alice.commit("Commit charge")
    bob.answer("How does Birch Garrison react?", "Hold")
    for one in table.readers:
        one.sees("Ash Brawlers and Birch Garrison are locked in combat")
