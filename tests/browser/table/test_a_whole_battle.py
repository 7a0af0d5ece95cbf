"""From the lobby to the winner: a table is set up, joined by code on a phone, deployed, fought, won."""

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import Player, Screen, Watcher, said
from tests.browser.conftest import Club
from tests.browser.people import TELEVISION, People


def test_two_people_set_up_join_by_code_deploy_and_fight_to_the_end(club: Club, people: People) -> None:
    club.tell_dice(table_roll=[6, 1], activation=[1])
    alice = Player(people.open("Alice", club.server.url))
    code = set_up(alice.page)
    bob = Player(people.open_phone("Bob", club.server.url))
    join(bob.page, code)
    expect(alice.page.get_by_text("Everybody is here. Bob may still add words to the dice, or pass.")).to_be_visible()
    screen = Screen(people.open("Screen", f"{club.server.url}/tables/{code}/screen", viewport=TELEVISION))
    expect(screen.page.get_by_text(f"{code[:4]} {code[4:]}")).to_be_visible()
    charlie = Watcher(people.open("Charlie", f"{club.server.url}/tables/{code}/watch"))
    expect(charlie.page.get_by_text("The battle has not begun")).to_be_visible()

    expect(alice.button("Start the battle")).to_be_disabled()
    bob.page.get_by_label("Words for the dice").fill("seven swans")
    bob.button("Add to the dice").click()
    expect(alice.page.get_by_text("“seven swans”")).to_be_visible()
    expect(alice.page.get_by_text("Everybody is here. Begin when you are ready.")).to_be_visible()
    alice.button("Start the battle").click()
    for one in (alice, bob, screen, charlie):
        one.is_live()
    alice.button("Roll off").click()
    screen.sees("Roll-off for the first turn: Ash Warband, Birch Warband")
    alice.answer("Who has the first turn?", "Take the first turn")
    for one in (alice, charlie, screen):
        one.sees("Ash Warband will have the first turn")

    # Alice drags her first squad out of the list to the well; Bob's phone and her second are placed by the table.
    carry(alice, "A1 Ash Rifles", to="The well")
    alice.commit("Place here")
    charlie.sees("Ash Rifles is placed")
    bob.button("Place all").click()
    bob.plan.get_by_role("button", name="Place all").click()
    charlie.sees("Birch Rifles", "Birch Watch")
    alice.button("Place it for me").click()
    alice.commit("Place here")
    for one in (alice, charlie, screen):
        one.sees("Turn 1: Ash")
        for unit in ("A1 5 models", "A2 5 models", "B1 5 models", "B2 5 models"):
            expect(one.token(unit)).to_be_visible()

    alice.end_activation()
    bob.end_activation()
    for one in (alice, charlie):
        one.sees("Ash Warband holds The well", "Ash Warband wins")
        expect(one.page.get_by_role("group", name="Turn tracker")).to_contain_text("Ash Warband wins")
    expect(screen.page.get_by_role("status").filter(has_text="Ash Warband wins")).to_be_visible()
    for player in (alice, bob):
        expect(player.dock).to_contain_text("Ash Warband wins")
        expect(player.dock).to_contain_text("Ash Warband 2, Birch Warband 0")
        expect(player.dock.get_by_role("button")).to_have_count(0)


def set_up(page: Page) -> str:
    """Start a table for the short skirmish by way of the lobby, with a switch changed; its code."""
    page.get_by_role("link", name="Start a table").first.click()
    page.get_by_role("radio", name=re.compile("Short Skirmish")).check()
    page.locator(".crumbs").get_by_text("Armies").click()
    armies = page.get_by_label("Army", exact=True)
    for n, name in enumerate(("Ash Warband", "Birch Warband")):
        armies.nth(n).select_option(label=f"{name}, 100 points, Skirmish on foot")
        page.get_by_label("Called at the table").nth(n).fill(name)
    page.locator(".crumbs").get_by_text("Rules").click()
    page.get_by_text("Turn and activation", exact=True).click()
    page.get_by_label(re.compile(r"^\s*Busts allowed")).fill("2")
    page.locator(".crumbs").get_by_text("Seats").click()
    page.get_by_label("Your name").fill("Alice")
    page.get_by_label("Name of the table").fill("Tuesday night")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_role("heading", name="Tuesday night")).to_be_visible()
    return page.url.rstrip("/").rsplit("/", 1)[-1]


def join(page: Page, code: str) -> None:
    """Take the free seat on a phone, with the code as somebody would type it."""
    page.get_by_label("The code is on the club screen").fill(f"{code[:4].lower()} {code[4:]}")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("radio", name=re.compile("^Birch Warband")).check()
    page.get_by_label("Name at the table").fill("Bob")
    page.get_by_role("button", name="Take this seat").click()
    expect(page.get_by_text("Alice begins the battle.")).to_be_visible()


def carry(player: Player, unit: str, *, to: str) -> None:
    """Drag a unit out of the list of those that wait on to the board."""
    waiting = player.page.get_by_role("list", name="Units to place").get_by_role("button", name=said(unit))
    waiting.drag_to(player.page.get_by_role("main").get_by_role("img", name=said(to)))
