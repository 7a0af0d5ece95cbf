"""What is pointed at on the board: templates, and spots on the ground."""

import re

from playwright.sync_api import Route, expect

from tests.browser.at_table import Player, Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import People

BIRCH = Ruler(unit="Birch Rifles", at=(21, 10.4))
"""The middle of a unit of five, flag and all: its first model stands at (21, 8)."""


def press(player: Player, ruler: Ruler, at: tuple[float, float]) -> None:
    """Press on the board at a place in inches."""
    player.lies_still()
    left, top = player.place(ruler.unit)
    scale = player.pixels_an_inch()
    player.page.mouse.click(left + (at[0] - ruler.at[0]) * scale, top + (at[1] - ruler.at[1]) * scale)


def test_a_flamer_is_pointed_on_the_board_and_the_plan_says_who_is_under_it(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], to_hit=[6], template_cover=[1], to_wound=[1])
    table = gather(people, club.table("flames"))
    alice = table.alice

    # By keyboard what to do comes first, after the link that skips to it.
    alice.page.keyboard.press("Tab")
    expect(alice.page.get_by_role("link", name="Skip to what to do")).to_be_focused()
    alice.page.keyboard.press("Tab")
    expect(alice.dock.locator(":focus")).to_have_count(1)

    alice.activate("A1 Ash Flamers", 1)
    alice.aim("Shoot", "Birch Rifles")
    expect(alice.plan).to_contain_text("under the template: 2 of Birch Rifles in the open")

    press(alice, BIRCH, (21, 4))
    expect(alice.plan).to_contain_text("The template of Flamer does not reach Birch Rifles.")
    for _ in range(4):
        alice.page.keyboard.press("ArrowDown")
    expect(alice.plan).to_contain_text("under the template: 1 of Birch Rifles in the open")
    alice.button("Let the table aim").click()
    expect(alice.plan).to_contain_text("Press on the board to point the template elsewhere")

    press(alice, BIRCH, (21, 8))
    expect(alice.plan).to_contain_text("under the template: 1 of Birch Rifles in the open")
    alice.commit()
    table.see("Ash Flamers fires Flamer at Birch Rifles: 1 hit")
    table.see_roll("Ash Flamers fires Flamer at Birch Rifles: 1 hit", "template cover 3 or less", "1, made")


def test_a_grenade_is_thrown_at_a_spot_on_the_ground_at_a_guess(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], to_hit=[1])
    table = gather(people, club.table("grenades"))
    alice = table.alice
    alice.activate("A2 Ash Throwers", 1)
    alice.act("Throw").click()
    expect(alice.plan).to_contain_text("Choose a target or a spot on the ground")
    alice.plan.get_by_label("Guess for A2.1, inches").fill("6")
    press(alice, BIRCH, (30, 20))
    expect(alice.plan).to_contain_text(said("guessed 6″"))
    alice.commit("Commit throw")
    table.see("Ash Throwers throws Burster, guessing 6″", "Burster comes down on target")


def test_what_the_ruler_has_measured_is_not_guessed_any_more(club: Club, people: People) -> None:
    club.tell_dice(activation=[2])
    table = gather(people, club.table("measured"))
    alice = table.alice
    alice.activate("A2 Ash Throwers", 1)
    expect(alice.act("Throw")).to_be_visible()
    alice.point_at("Birch Rifles")
    alice.button("Ruler (R)").click()
    expect(alice.page.get_by_role("status").filter(has_text=said("Birch Rifles"))).to_be_visible()
    alice.button("Select (V)").click()
    alice.aim("Throw", "Birch Rifles")
    alice.plan.get_by_role("textbox").fill("7")
    expect(alice.plan).to_contain_text("That distance was measured before it was guessed.")
    alice.token("Birch Watch").click()
    expect(alice.plan).to_contain_text(said("guessed 7″"))


def test_a_table_of_2_cm_takes_guesses_measures_and_tells_in_cm(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], to_hit=[1])
    table = gather(people, club.table("metric"))
    alice = table.alice
    expect(alice.page.get_by_role("group", name=re.compile(r"Table, 96\scm by 64\scm"))).to_be_visible()
    alice.activate("A2 Ash Throwers", 1)
    alice.act("Throw").click()
    alice.plan.get_by_label("Guess for A2.1, cm").fill("12")
    press(alice, BIRCH, (30, 20))
    expect(alice.plan).to_contain_text(said("guessed 12 cm"))
    alice.commit("Commit throw")
    table.see("Ash Throwers throws Burster, guessing 12 cm")
    alice.is_settled()
    alice.point_at("Birch Rifles")
    alice.button("Ruler (R)").click()
    measured = alice.page.locator("#measure")
    expect(measured).to_have_text(re.compile(r"Birch Rifles.*: [\d.]+\scm$"))
    ruler = alice.page.locator("#ruler text")
    assert f"{measured.text_content()}".endswith(f": {ruler.text_content()}")
    alice.button("Line of sight (L)").click()
    expect(measured).to_contain_text(re.compile(r"[\d.]+\scm"))
    expect(measured).not_to_contain_text("″")


def test_a_button_that_is_held_down_while_the_dock_is_filled_does_what_it_says(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], to_hit=[6, 6, 6, 6, 6], to_wound=[1, 1, 1, 1, 1])
    table = gather(people, club.table("held"))
    alice = table.alice
    alice.activate("A1 Ash Flamers", 1)
    alice.act("Shoot").click()
    late: list[Route] = []

    def keep_back(route: Route) -> None:
        late.append(route)

    alice.page.route("**/mine?*", keep_back)
    alice.token("Birch Rifles").click()
    expect(alice.plan).to_contain_text("under the template")
    expect(alice.plan).not_to_have_class(re.compile("busy"))
    alice.plan.get_by_role("button", name=said("Commit")).hover()
    alice.page.mouse.down()
    assert late
    for one in late:
        one.continue_()
    alice.page.wait_for_timeout(500)
    alice.page.mouse.up()
    table.see("Ash Flamers fires Flamer at Birch Rifles")


def test_after_the_end_one_measures_for_oneself_and_nothing_is_pointed_at(club: Club, people: People) -> None:
    table = gather(people, club.table("charge"))
    alice, bob = table.alice, table.bob
    expect(bob.button("Point for everybody (P)")).to_be_visible()
    alice.choose("Concede the battle")
    alice.button("Really concede?").click()
    expect(bob.dock).to_contain_text("What decided it")

    expect(bob.button("Point for everybody (P)")).to_be_hidden()
    bob.page.keyboard.press("p")
    expect(bob.page.locator("body")).to_have_attribute("data-tool", "select")
    bob.button("Ruler (R)").click()
    left, top = bob.place("Birch Rifles")
    bob.page.mouse.move(left, top)
    bob.page.mouse.down()
    bob.page.mouse.move(left - 100, top + 20, steps=4)
    bob.page.mouse.up()
    expect(bob.page.locator("#measure")).to_contain_text("Birch Rifles to ")
    expect(bob.page.locator("#ruler text")).to_have_count(1)
