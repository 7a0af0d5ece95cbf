"""What infantry does on the move: swim, come down ropes, lie down, crawl, get up."""

from playwright.sync_api import expect

from tests.browser.at_table import gather, said
from tests.browser.conftest import Club
from tests.browser.people import People


def test_a_river_is_swum_a_cliff_roped_down_and_a_squad_crawls(club: Club, people: People) -> None:
    club.tell_dice(activation=[2] * 8, swim=[4], initiative_test=[1, 1])
    table = gather(people, club.table("going"))
    alice = table.alice
    alice.activate("A1 Ash Swimmers", 2)
    alice.act("Swim").click()
    for each in ("33% reaches the end", "17% mishap", "Allowance: D3+1″. On a natural 1 swimmers are lost."):
        expect(alice.plan).to_contain_text(said(each))
    alice.commit("Commit swim")
    table.see("Ash Swimmers swims 2″")
    alice.finish()

    alice.activate("A2 Ash Climbers", 3)
    alice.act("Rappel").click()
    expect(alice.plan).to_contain_text("down Chalk cliff 5″")
    expect(alice.plan).to_contain_text(said("67% holds on"))
    alice.commit("Commit rappel")
    table.see("Ash Climbers comes down on ropes")
    alice.finish()

    alice.activate("A3 Ash Watch", 3)
    alice.act("Move").click()
    alice.page.keyboard.press("ArrowRight")
    expect(alice.plan).to_contain_text(said("Move 1″"))
    alice.is_answered()  # an answer that is on its way brings the boxes again
    alice.plan.get_by_role("checkbox", name="Lie down at the end").check()
    expect(alice.plan.get_by_role("checkbox", name="Lie down at the end")).to_be_checked()
    alice.commit("Commit move")
    expect(alice.card()).to_contain_text("Prone")
    alice.act("Crawl").click()
    alice.page.keyboard.press("ArrowRight")
    expect(alice.plan).to_contain_text("crawling counts double")
    alice.commit("Commit crawl")
    table.see("Ash Watch crawls 1″")
    alice.act("Stand up").click()
    alice.commit("Commit stand up")
    table.see("Ash Watch stands up")


def test_a_host_makes_the_river_and_ropes_dearer(club: Club, people: People) -> None:
    """What the host lays on ground and on a way of moving is in the board, the offer, the plan and the price."""
    club.tell_dice(activation=[2] * 8, swim=[4], initiative_test=[1, 1])
    table = gather(people, club.table("going"))
    alice = table.alice
    alice.fill_in("The ground", Piece_of_ground="Slow river", What_of_it="extra_ap", Is_set_to="1", Reason="A current")
    table.see("Slow river costs 1 action point more to move over on foot (A current)")
    alice.fill_in("What actions cost", For="A2 Ash Climbers", What_costs_more="climb", Reason="Wet ropes")
    table.see("cost Ash Climbers 1 action point more (Wet ropes)")
    for one in table.all:
        expect(one.page.get_by_role("img", name="Slow river, water, 1 AP more on foot")).to_be_attached()

    alice.activate("A1 Ash Swimmers", 2)
    expect(alice.act("Swim")).to_contain_text("2 AP")
    alice.act("Swim").click()
    expect(alice.plan).to_contain_text("Ash Swimmers first pays 1 action point more, for the ground.")
    alice.commit("Commit swim")
    table.see("Ash Swimmers swims 2″")
    table.see("Ash Swimmers first pays 1 action point more, for the ground")
    expect(alice.act("Move")).to_have_count(0)  # both points are gone

    alice.activate("A2 Ash Climbers", 3)
    alice.act("Rappel").click()
    expect(alice.plan).to_contain_text("Ash Climbers first pays 1 action point more, by ruling.")
    alice.commit("Commit rappel")
    table.see("Ash Climbers first pays 1 action point more, by ruling")
