"""Two players, the club's screen and a spectator: what one does, all see at once."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Ruler, Table, gather, said
from tests.browser.axe import violations
from tests.browser.conftest import Club
from tests.browser.people import People

BIRCH = Ruler(unit="Birch Rifles", at=(28, 8))
CLOSE_IN = 0.3  # how exactly a place is read off a drawing


def test_a_squad_is_activated_and_moved_by_dragging_and_by_keys(everywhere: Club, people: People) -> None:
    everywhere.tell_dice(activation=[2, 5, 1])
    table = gather(people, everywhere.table("march"))
    alice = table.alice

    alice.activate("A1 Ash Rifles", 3)
    table.see("Ash Rifles activates on 3 dice", "2 of 3", "Ash Rifles has 2 action points")
    table.see_roll("Ash Rifles activates on 3 dice", "4 or less", "2, made", "5, failure", "1, made")
    expect(alice.dock.get_by_role("img", name="2 action points")).to_be_visible()
    expect(table.bob.dock).to_contain_text("Ash acts now.")
    before = table.screen.place("Ash Rifles")

    alice.drag("Ash Rifles", inches=(3, 0))
    expect(alice.plan).to_contain_text(said("Move 3″ of 4″"))
    alice.commit("Commit move")
    table.see("Ash Rifles moves 3″")
    stands_at(table, "Ash Rifles", (19, 8))

    for _ in range(6):
        alice.page.keyboard.press("ArrowRight")
    expect(alice.plan).to_contain_text("Shortened to")
    alice.button("Cancel").click()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        alice.page.keyboard.press(key)
    expect(alice.plan).to_contain_text(said("Move 2¼″ of 4″"))
    alice.page.keyboard.press("Enter")
    table.see("Ash Rifles moves 2¼″")
    stands_at(table, "Ash Rifles", (21, 9))
    assert table.screen.place("Ash Rifles")[0] > before[0]


def stands_at(table: Table, unit: str, at: tuple[float, float]) -> None:
    """Where the unit's first model stands in each drawing with small flags; Birch's units have not moved."""
    for one in table.readers:
        expect(one.page.locator(".trail")).to_have_count(0)  # flags stand aside of it
        x, y = one.inches(unit, BIRCH)
        assert x == pytest.approx(at[0], abs=CLOSE_IN), one.page.url
        assert y == pytest.approx(at[1], abs=CLOSE_IN), one.page.url


def test_a_firefight_with_wounds_going_to_ground_saves_suppression_and_losses(everywhere: Club, people: People) -> None:
    everywhere.tell_dice(
        activation=[2, 3],
        to_hit=[1, 2, 3, 6, 6, 6, 6, 6, 6, 6],
        to_wound=[4, 5, 1],
        pick=[2, 4],
        save=[2, 3],
        suppression_test=[6, 4],
        casualties_test=[2, 3],
    )
    table = gather(people, everywhere.table("firefight"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Rifles", 2)
    alice.act("Shoot").click()
    alice.choose_target("Birch Rifles")
    expect(alice.plan.get_by_role("region", name="Long rifle")).to_contain_text(said("10 shots by 5 models"))
    alice.commit()
    shots = "Ash Rifles fires Long rifle at Birch Rifles, 10 shots: 3 hits"
    table.see(shots)
    table.see_roll(shots, "hit 3 or less", "1, made", "2, made", "3, made", *["6, miss"] * 7)
    table.see_roll(shots, "wound 4 or more", "4, made", "5, made", "1, miss")

    question = "Birch Rifles: 2 wounds to save. Go to ground?"
    expect(alice.dock).to_contain_text(f"Waiting for Birch: {question}")
    expect(table.screen.page.get_by_role("status").filter(has_text=question)).to_be_visible()
    expect(table.charlie.page.get_by_text(said(f"Birch has a choice to make: {question}"))).to_be_attached()
    bob.answer(question, "Go to ground")
    table.see("Birch Rifles goes to ground", "Birch Rifles loses 2 models")
    table.see_roll("Birch Rifles goes to ground", "save 4 or more", "2, miss", "3, miss")
    for one in table.all:
        expect(one.token("B1 3 models, Birch Rifles, Birch, gone to ground")).to_be_visible()

    alice.finish()
    table.see("Birch Rifles, 5 strong, after 3 hits by Ash Rifles", "10, failed", "Birch Rifles is suppressed: 1 point")
    alice.end_activation()
    table.see("Birch Rifles lost 2 of 5", "5, passed", "Birch Rifles stands its losses")
    table.see("Turn 1: Birch", "Activation phase", screen=["Turn 1: Birch"])
    expect(alice.dock).to_contain_text("Birch acts now.")
    expect(bob.dock).to_contain_text("Birch Rifles has gone to ground.")


def test_a_charge_is_met_with_fire_and_ends_in_rout_and_rally(everywhere: Club, people: People) -> None:
    everywhere.tell_dice(
        activation=[2, 3],
        stand_and_fire=[1, 6],
        to_hit=[*[1, 6, 6, 6, 6], *[1, 1, 2, 6, 6, 6, 6, 6, 6, 6, 6, 6], *[6, 6, 6, 6]],
        to_wound=[4, 6, 6, 2],
        pick=[3, 1, 1],
        save=[1, 1, 1],
        morale=[5, 6],
        flinch=[3],
        flee=[3, 4],
        pursuit=[1, 2],
        rally=[1, 2],
    )
    table = gather(people, everywhere.table("charge"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Brawlers", 2)
    alice.aim("Charge", "Birch Rifles")
    alice.commit()
    table.see("Ash Brawlers charges Birch Rifles from 7″")

    bob.answer("How does Birch Rifles react?", "Stand and fire")
    home = "Ash Brawlers and Birch Rifles are locked in combat"
    table.see(home)
    table.see_roll(home, "react 4 or less", "1, made", "6, miss")
    table.see_roll(home, "hit 1", "1, made", *["6, miss"] * 4)
    for one in table.readers:
        one.sees("Birch Rifles fires Long rifle at Ash Brawlers, 5 shots: 1 hit", "Ash Brawlers loses 1 model")

    alice.end_activation()
    for one in table.readers:
        one.sees("Melee round 1", "Ash Brawlers strikes at Birch Rifles: 12 blows", "Birch Rifles loses 2 models")
        one.sees("Wound difference: Ash Brawlers +1, Birch Rifles −1", "Birch Rifles morale check", "12, failed")
    table.see("Birch Rifles flinches and will rout")
    bob.answer("Which way does Birch Rifles flinch, 3″?", "To the east (90°)")
    table.see("Birch Rifles flinches 3″")
    alice.answer("Does Ash Brawlers pursue?", "Pursue")
    table.see("Ash Brawlers will pursue Birch Rifles", "Turn 1: Birch", screen=["Turn 1: Birch"])

    bob.answer("Which way does Birch Rifles flee, 7″?", "To the east (90°)")
    table.see(
        "Birch Rifles flees 7″", "3, passed", "Birch Rifles rallies", screen=["Birch Rifles rallies", "3, passed"]
    )
    alice.answer("Does Ash Brawlers go on after Birch Rifles?", "Pursue on")
    for one in table.all:
        expect(one.token("B1 3 models, Birch Rifles, Birch")).to_be_visible()
        expect(one.token("A1 4 models, Ash Brawlers, Ash")).to_be_visible()
    expect(bob.page.get_by_role("radio", name=said("2 dice"))).to_be_visible()


def test_a_carrier_is_damaged_by_the_chart_its_squad_gets_out_and_it_is_wrecked(
    everywhere: Club, people: People
) -> None:
    everywhere.tell_dice(activation=[2, 2, 2, 2], to_hit=[1, 1], armour_penetration=[3, 5], vehicle_damage=[5, 4])
    table = gather(people, everywhere.table("carrier"))
    alice, bob = table.alice, table.bob
    alice.activate("A1 Ash Lancers", 1)
    alice.aim("Shoot", "Birch Carrier")
    alice.commit()
    glanced = "Birch Carrier, glancing 5: armament destroyed"
    table.see(glanced)
    table.see_roll(glanced, "penetrate 3 or more", "3")
    alice.answer("Which weapon of Birch Carrier is lost?", "Deck gun")
    table.see("Birch Carrier loses its Deck gun")
    bob.take("B1 Birch Carrier")
    expect(bob.lit_cell("Armament destroyed")).to_have_text("5")
    alice.point_at("Birch Carrier")
    expect(alice.lit_cell("Armament destroyed")).to_have_text("5")
    alice.end_activation()

    bob.activate("B2 Birch Rifles", 2)
    bob.act("Get out").click()
    bob.commit()
    table.see("Birch Rifles gets out of Birch Carrier")
    for one in table.all:
        expect(one.token("B2 5 models, Birch Rifles, Birch")).to_be_visible()
    bob.end_activation()

    table.see("Turn 2: Ash")
    alice.activate("A1 Ash Lancers", 1)
    alice.aim("Shoot", "Birch Carrier")
    alice.commit()
    table.see("Birch Carrier, penetrating 4: destroyed", "Birch Carrier is destroyed")
    for one in table.all:
        expect(one.token("B1, Birch Carrier")).to_have_count(0)
        expect(one.token("Wreck of Birch Carrier")).to_be_attached()
    bob.take("B1 Birch Carrier")
    expect(bob.lit_cell("Destroyed")).to_have_text("4")


def test_an_own_move_is_taken_back_at_once_a_roll_if_the_other_side_agrees_and_the_host_rules(
    everywhere: Club, people: People
) -> None:
    everywhere.tell_dice(activation=[1, 1])
    table = gather(people, everywhere.table("undo"))
    alice, bob = table.alice, table.bob
    alice.end_activation()
    bob.activate("B1 Birch Rifles", 2)
    table.see("Birch Rifles has 2 action points")
    bob.page.keyboard.press("ArrowLeft")
    expect(bob.plan).to_contain_text(said("Move 1″"))
    bob.page.keyboard.press("Enter")
    table.see("Birch Rifles moves 1″")

    bob.take_back()
    table.see("Taken back: ")
    for one in table.readers:
        one.sees("Birch Rifles moves 1″", "(taken back)")
    expect(bob.dock.get_by_role("img", name="2 action points")).to_be_visible()

    bob.take_back()
    for one in (*table.readers,):
        expect(one.proposal).to_contain_text("Bob asks to take back to before “Birch Rifles activates on 2 dice”")
    expect(bob.proposal.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(table.charlie.proposal.get_by_role("button")).to_have_count(0)
    assert not violations(alice.page)
    alice.button("Show the entry in the log").click()
    expect(alice.page.locator(".entry.asked-about")).to_contain_text("Birch Rifles activates on 2 dice")
    alice.page.get_by_text("Bob asks to take back to before").first.click()
    alice.page.get_by_role("button", name="Agree").click()
    for one in table.readers:
        one.sees("Birch Rifles activates on 2 dice", "(taken back)")
        expect(one.proposal).to_have_count(0)
    expect(bob.page.get_by_role("radio", name=said("2 dice"))).to_be_visible()

    alice.choose("Restore what was taken back")
    for one in table.readers:
        expect(one.entry("Birch Rifles activates on 2 dice")).not_to_contain_text("(taken back)")
    expect(bob.dock.get_by_role("img", name="2 action points")).to_be_visible()

    alice.choose("Make a ruling")
    alice.rules(unit="B2 Birch Watch", what="Pinned", value=1, reason="He tripped")
    table.see("Host: Birch Watch is pinned (He tripped)")
    for one in table.all:
        expect(one.token("B2 5 models, Birch Watch, Birch, pinned")).to_be_visible()
    alice.take_back()
    for one in table.all:
        expect(one.token("B2 5 models, Birch Watch, Birch, pinned")).to_have_count(0)
    for one in table.readers:
        one.sees("Host: Birch Watch is pinned (He tripped)", "(taken back)")

    bob.choose("Ask for a ruling")
    bob.rules(unit="B1 Birch Rifles", what="Action points", value=3, reason="Was promised")
    expect(alice.proposal).to_contain_text(re.compile("Bob asks for a ruling, B1.*Was promised"))
    alice.page.get_by_role("button", name="Refuse").click()
    expect(bob.proposal).to_have_count(0)
    expect(bob.dock.get_by_role("img", name="2 action points")).to_be_visible()

    bob.choose("Ask for a ruling")
    bob.rules(unit="B2 Birch Watch", what="Pinned", value=1, reason="Was promised")
    alice.button("As on the real table").click()
    alice.button("Rule so").click()
    table.see("Birch Watch is pinned (As on the real table)")
    alice.take_back()
    expect(bob.page.get_by_role("heading", name="Alice took something back")).to_be_visible()
    bob.button("I have seen it").click()
    expect(bob.page.get_by_role("heading", name="Alice took something back")).to_be_hidden()
