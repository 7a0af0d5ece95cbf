"""Fire with several weapons, into smoke, at the ground; bricks; a second volley at the same target."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People
from tests.browser.table.test_pointing import press

BIRCH = Ruler(unit="Birch Rifles", at=(26, 7.4))


def test_bricks_two_pistols_a_rocket_at_the_ground_and_fire_into_smoke(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[2] * 8,
        to_hit=[6, *[1, 6], *[6, 6], *[6] * 5],
        to_wound=[1],
        scatter_a=[3],
        scatter_b=[3],
        direction=[90],
    )
    table = gather(people, club.table("firing"))
    alice = table.alice
    alice.activate("A1 Ash Gunmen", 3)
    alice.aim("Throw", "Birch Watch")
    expect(alice.plan).to_contain_text("Guess how far it is and type the inches")
    alice.plan.get_by_role("textbox").fill("6")
    expect(alice.plan).to_contain_text("improvised missile")
    expect(alice.plan).to_contain_text("a miss is lost")
    alice.commit("Commit throw")
    table.see("Ash Gunmen throws Brick at Birch Watch, guessing 6″")

    alice.aim("Shoot", "Birch Watch")
    alice.plan.get_by_role("checkbox", name="A pistol in each hand").check()
    for weapon in ("Horse pistol", "Duelling pistol"):
        expect(alice.plan.get_by_role("region", name=weapon)).to_contain_text("a pistol in each hand")
    alice.commit("Commit fire")
    # Each weapon has a roll and a line of its own.
    table.see_roll(
        "Ash Gunmen fires Horse pistol at Birch Watch, 2 shots: 1 hit", "hit 3 or less", "1, made", "6, miss"
    )
    for one in table.readers:
        one.sees("Ash Gunmen fires Duelling pistol at Birch Watch, 2 shots: 0 hits")
    alice.finish()

    alice.activate("A2 Ash Rockets", 1)
    alice.act("Shoot").click()
    expect(alice.plan).to_contain_text("Press on the ground to aim at a spot there")
    press(alice, BIRCH, (17.5, 6))
    expect(alice.plan).to_contain_text(said("Shoot at the ground"))
    expect(alice.plan).to_contain_text(said("28% on target"))
    press(alice, BIRCH, (30, 6))
    expect(alice.plan).to_contain_text("No line of sight to that spot.")
    press(alice, BIRCH, (17.5, 6))
    alice.commit("Commit fire")
    table.see("Ash Rockets fires Rocket launcher at a spot on the ground", "Rocket launcher comes down on target")

    alice.activate("A3 Ash Watch", 1)
    alice.aim("Fire blind", "Birch Rifles")
    expect(alice.plan).to_contain_text("not seen: at BS1")
    alice.commit()
    for one in table.readers:
        one.sees("Ash Watch fires Long rifle at Birch Rifles, 5 shots: 0 hits")


def test_a_doubtful_line_is_ruled_on_before_dice_fall(club: Club, people: People) -> None:
    club.tell_dice(activation=[2] * 2, dispute=[1], to_hit=[6, 6])
    table = gather(people, club.table("doubt"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Pair", 2)
    alice.aim("Shoot", "Birch Scout")
    expect(alice.plan).to_contain_text("1 model of Ash Pair may see Birch Scout or not")
    expect(alice.page.locator(".board .los.doubt")).to_have_count(1)
    expect(alice.plan.get_by_role("button", name="Model 1, in doubt")).to_have_text("1?")
    expect(alice.plan.get_by_role("button", name="Ask for a ruling: it is not seen")).to_be_visible()
    alice.commit("Commit fire")
    question = "1 model of Ash Pair may or may not see Birch Scout: what counts?"
    expect(bob.page.get_by_role("form", name=said(question))).to_contain_text("A head, torso, arm or leg shows")
    bob.answer(question, "The dice decide")
    text = "In doubt, by dice: 1 of 1 model of Ash Pair sees Birch Scout"
    table.see(text, "Ash Pair fires Long rifle at Birch Scout")


SPOT = Ruler(unit="Ash Rockets", at=(12, 10))


def test_who_is_at_the_edge_of_a_marker_is_judged_on_a_phone(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], scatter_a=[3], scatter_b=[3])
    setting = club.table("spot-doubt")
    alice = Player(setting.seat(people, "Alice"))
    bob = Player(setting.seat(people, "Bob", viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark"))
    alice.is_live()
    bob.is_live()
    alice.activate("A1 Ash Rockets", 1)
    alice.act("Shoot").click()
    press(alice, SPOT, (26.3, 10))
    expect(alice.plan).to_contain_text("1 model of Birch Watch may be under the template or marker or not")
    expect(alice.plan.get_by_role("button", name="Ask for a ruling: they are under it")).to_be_visible()
    expect(alice.page.locator(".board .touch.doubt")).to_have_count(1)
    alice.plan.get_by_role("button", name=said("Commit fire")).click()
    question = "1 model of Birch Watch at the edge of the template or marker of Ash Rockets: under it or not?"
    bob.page.get_by_role("form", name=said(question)).wait_for()
    expect(bob.page.locator("#asked .blast")).to_be_in_viewport(ratio=1)
    bob.answer(question, "A head, torso, arm or leg is under it")
    alice.sees("In doubt, as agreed: 1 of 1 model of Birch Watch is under it", "is caught by Rocket launcher: 1 hit")
