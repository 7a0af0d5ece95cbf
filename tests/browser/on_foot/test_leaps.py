"""Leaps off a roof, beside it and on to heads; footing; what fiends do and those who know no fear."""

from playwright.sync_api import expect

from tests.browser.at_table import Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.browser.table.test_pointing import press

ROOF = Ruler(unit="Ash Fencers", at=(17.3, 5.5))


def test_leaps_footing_frenzy_and_no_fear_are_told_with_their_odds_and_rules(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[2] * 6,
        initiative_test=[4, 4, 1, 1, 1],
        to_hit=[1, *[6] * 40],
        to_wound=[6],
        save=[1],
        morale=[4, 4],
        flinch=[2],
        flee=[1, 2],
        pursuit=[1, 1],
        agility=[5, 1],
    )
    table = gather(people, club.table("leaps"))
    alice, bob = table.alice, table.bob

    # A way of one's own off the roof, not only the one that the table suggests.
    alice.activate("A1 Ash Leapers", 2)
    alice.act("Jump down").click()
    expect(alice.plan).to_contain_text(said("67% lands safely, 1 test"))
    press(alice, ROOF, (10.6, 4))
    expect(alice.plan).to_contain_text(said("44% all land safely"))
    alice.commit("Commit jump")
    table.see("Ash Leapers jumps down")
    alice.act("Move").click()
    press(alice, ROOF, (9.4, 4))
    alice.plan.get_by_role("checkbox", name="Lie down at the end").check()
    alice.commit("Commit move")
    table.see("Ash Leapers moves", "and lies down")
    expect(alice.card()).to_contain_text(said("Prone ARAP-PRONE-02"))

    alice.choose("Make a ruling")
    alice.page.get_by_text("Footing", exact=True).click()
    footing = alice.page.get_by_role("form", name="Footing")
    expect(footing).to_contain_text(said("44% all keep their footing"))
    expect(footing).to_contain_text("2 need 4 or less: Initiative 4")
    footing.get_by_label("What happens there").fill("wet tiles")
    footing.get_by_role("button", name="Rule so").click()
    table.see("Ash Leapers falls over: no moves and no attacks", screen=("falls over",))

    alice.activate("A2 Ash Fencers", 1)
    alice.aim("Jump on", "Birch Below")
    expect(alice.plan.get_by_role("region", name="Sabre")).to_contain_text(said("+1 jumped down, first round"))
    alice.commit("Commit jump")
    asked = bob.page.get_by_role("form", name=said("How does Birch Below react?"))
    expect(asked).to_contain_text(said("over 99% loses a wound"))
    bob.answer("How does Birch Below react?", "Hold")
    table.see("Ash Fencers and Birch Below are locked in combat")

    alice.take("A3 Ash Fiends")
    for words in ("Frenzy: always pursues ARAP-PURS-07", "Daemonic Visage: enemies add 1 to morale dice"):
        expect(alice.card()).to_contain_text(said(words))
    alice.activate("A3 Ash Fiends", 1)
    alice.aim("Charge", "Birch Stalwarts")
    alice.commit("Commit charge")
    bob.answer("How does Birch Stalwarts react?", "Hold")
    alice.answer("Which melee is fought next?", "Ash Fiends · Birch Stalwarts")
    alice.answer("How does Ash Fiends close up?", "Stay")
    bob.answer("How does Birch Stalwarts close up?", "Stay")
    bob.answer("Which way does Birch Stalwarts flinch", "(90°)")
    for one in table.readers:
        one.sees("Daemonic Visage", "11 in all, 8 or less needed")
        one.sees("Ash Fiends will pursue Birch Stalwarts, in frenzy")
    bob.answer("Which way does Birch Stalwarts flee", "(90°)")
    for one in table.readers:
        one.sees("Birch Stalwarts rallies: they shall know no fear")
