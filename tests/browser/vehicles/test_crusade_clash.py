"""Close quarters of the Rules Crusade by clicking: a rush, a boarding, a ram, a jump that ends in the ditch."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.browser.vehicles.test_crusade import drive_on

CARDS = """(stage) => {
  stage.hidden = false;  // they may have gone by now
  const [box, row] = [stage, stage.querySelector(".deal-row")].map((part) => part.getBoundingClientRect());
  const wide = box.width / stage.parentElement.getBoundingClientRect().width;
  return { wide, above: row.top - box.top, below: box.bottom - row.bottom };
}"""


def test_a_rush_is_shot_at_and_parried_a_wagon_is_rammed_and_another_falls(club: Club, people: People) -> None:
    club.tell_dice(
        crusade_snap_fire=[1, 1],
        crusade_defence=[4, 4],
        crusade_melee_attack=[5, 1, 1, 1],
        crusade_melee_defence=[1, 1, 1],
        crusade_ram=[6, 1, 1],
        crusade_ram_defence=[1, 1],
        crusade_jump=[3, 3],
        crusade_damage_card=[9, 9, 9, 9, 9, 9],
    )
    table = gather(people, club.table("crusade-clash"))
    alice, bob = table.alice, table.bob
    alice.take("A1 Ash Storm")
    alice.aim("Fight", "Birch Wagon")
    expect(alice.plan).to_contain_text("Birch Wagon hurt if it parries")
    alice.commit("Attack")
    bob.answer("snap fire?", "Snap fire")
    bob.answer("Birch Wagon", "Parry")
    table.see("Birch Wagon draws HULL, 2 of 3")
    dealt = table.screen.page.locator("#dice-stage").evaluate(CARDS)
    assert dealt["wide"] > 0.9, "cards have all of the place beside the fight"
    assert min(dealt["above"], dealt["below"]) >= 0, "and do not stand out of it"

    alice.take("A2 Ash Leaper")
    alice.aim("Board", "Birch Gun")
    expect(alice.plan).to_contain_text("it lands in it without a roll")
    alice.commit("Try to board")
    table.see("Ash Leaper gets aboard Birch Gun")

    alice.take("A3 Ash Wagon")
    drive_on(alice)
    expect(alice.plan).to_contain_text(said("Birch Carter is in the way"))
    alice.plan.get_by_label(said("Ram Birch Carter")).check()
    alice.commit("Commit ram")
    table.see("Birch Carter is destroyed")

    alice.take("A5 Ash Razor")
    drive_on(alice)
    alice.plan.get_by_label(said("Jump Dry Ditch")).check()
    expect(alice.plan).to_contain_text(said("falls, with 2 dice"))
    alice.commit("Commit jump")
    table.see("Ash Razor falls 8″: 1 card", screen=("Ash Razor draws WEAPON, 1 of 3", "the Assault cannon is lost"))
