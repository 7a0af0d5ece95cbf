"""A volley of several weapons, a flame off a wall, a shell among men with a leader, and a bust."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.browser.table.test_pointing import press

WALL = Ruler(unit="Birch Wall", at=(23.4, 21.9))


def test_smoke_a_bounce_look_out_sir_and_a_bust_are_told_before_and_after(club: Club, people: People) -> None:
    club.tell_dice(
        activation=[6, 6, 2, 2, 2, 2, 2],
        to_hit=[2, *[1, 2, *[6] * 6], 1],
        to_wound=[1] * 9,
        scatter_a=[1],
        scatter_b=[5],
        direction=[270],
        look_out_sir=[5],
        suppression_test=[1] * 6,
    )
    table = gather(people, club.table("volleys"))
    alice = table.alice
    alice.activate("A4 Ash Watch", 2)
    expect(alice.dock).to_contain_text(said("Bust: Ash Watch does not act. 1 bust more ends the phase."))
    expect(alice.card()).to_contain_text("Bust: does not act in this turn")
    table.see("Bust: Ash Watch does not act, other units may still try")

    alice.activate("A2 Ash Flamer", 1)
    alice.act("Shoot").click()
    alice.choose_target("Birch Wall")
    alice.plan.get_by_role("checkbox", name="Bounce off the first wall").check()
    expect(alice.plan).to_contain_text("Flamer does not bounce on to Birch Wall there.")
    press(alice, WALL, (21, 24.9))
    expect(alice.plan).to_contain_text(said("−1 bounced off a wall"))
    expect(alice.plan).to_contain_text("under the template: 1 of Birch Wall in the open")
    alice.commit("Commit fire")
    table.see("Ash Flamer fires Flamer at Birch Wall: 1 hit")

    # Three kinds of weapon through smoke: the weak lasers do not carry, the strong one loses strength.
    alice.activate("A1 Ash Section", 2)
    alice.aim("Shoot", "Birch Fog")
    expect(alice.plan.get_by_role("region", name="Las-lock")).to_contain_text("strength 5: a laser loses 2 in smoke")
    for rule in ("ARAP-HIT-09", "ARAP-SHOOT-01"):
        expect(alice.plan.get_by_role("link", name=rule).first).to_be_visible()
    expect(alice.plan).to_contain_text("Lasgun is a laser under strength 6: it does not carry through smoke")
    alice.plan.get_by_role("button", name="Half salvo").click()
    expect(alice.plan).to_contain_text("Autocarbine reaches half its range, 12″")
    alice.plan.get_by_role("button", name="Full salvo").click()
    expect(alice.plan.get_by_role("region", name="Autocarbine")).to_contain_text("8 shots by 2 models")
    choose(alice)
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees("Ash Section fires Las-lock at Birch Fog, 1 shot: 1 hit", "through smoke at strength 5")
        expect(one.entry("Las-lock, 1 shot").locator(".die.g2").first).to_be_visible()

    alice.activate("A3 Ash Cannon", 2)
    alice.aim("Shoot", "Birch Led")
    expect(alice.plan).to_contain_text(said("Look out, sir: a hit on its character is passed on, 5/6 (83%)."))
    alice.commit("Commit fire")
    for one in table.readers:
        one.sees(
            "Ash Cannon fires Cannon at Birch Led: scatter 2D6 less 4", "Cannon scatters 2″", "Birch Led: look out, sir"
        )


def choose(alice: Player) -> None:
    """Fewer shots by the stepper, fewer models by a chip or a press on the board; then all. (ARAP-WPN-01)"""
    carbine, who = (alice.plan.get_by_role("region", name=name) for name in ("Autocarbine", "Who fires"))
    carbine.get_by_role("button", name="Fewer shots").click()
    expect(carbine).to_contain_text("6 shots by 2 models")
    who.get_by_role("button", name="Model 2").click()
    expect(carbine).to_contain_text("3 shots by 1 model")
    expect(alice.page.locator("#preview .mno.held")).to_have_text("2")
    expect(who).to_contain_text("2 of 5 models, 4 shots")
    press(alice, WALL, (12, 4))
    expect(carbine).to_have_count(0)
    press(alice, WALL, (12, 4))
    who.get_by_role("button", name="Model 2").click()
    carbine.get_by_role("button", name="More shots").click()
    expect(carbine).to_contain_text("8 shots by 2 models")
