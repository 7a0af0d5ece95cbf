"""Dice thrown by hand: an attack whose every face is tapped, on a desk and on a phone, before a screen; a dispute."""

import re

from playwright.sync_api import Page, expect

from tests.browser.at_table import Player, Screen, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People
from tests.servers import wait_until


def throws(page: Page, what: str, *faces: int, entered: str = "Enter") -> None:
    """Tap these faces for the throw of that heading, and enter them."""
    form = page.get_by_role("form", name=said(what))
    for face in faces:
        form.get_by_role("group", name="Faces").get_by_role("button", name=re.compile(rf"^{face}\b")).click()
    form.get_by_role("button", name=said(entered)).click()


def _shows(screen: Screen, *units: str) -> bool:
    """Whether all models of those units stand in the picture."""
    room = screen.page.locator("#sheet").bounding_box()
    bases = [base.bounding_box() for unit in units for base in screen.page.locator(f"#unit-{unit} [data-model]").all()]
    assert room is not None
    return all(room["x"] <= one["x"] and one["x"] + one["width"] <= room["x"] + room["width"] for one in bases if one)


def test_an_attack_is_thrown_by_hand_and_dice_are_disputed(club: Club, people: People) -> None:
    setting = club.table("by-hand")
    alice = Player(setting.seat(people, "Alice"))
    bob = Player(setting.seat(people, "Bob", viewport=PHONE, has_touch=True, is_mobile=True))
    screen = Screen(setting.screen(people))
    for watcher in (alice, bob, screen):
        watcher.is_live()
    whole = screen.view_width()
    alice.take("A1 Ash Rifles")
    alice.page.get_by_role("radio", name=said("2 dice")).check()
    alice.plan.get_by_role("button", name=said("Roll 2 dice")).click()
    throws(alice.page, "Throw 2 dice", 6, 6, entered="Enter 2 dice, 0 made")

    bob.button("Log and chat").click()
    bob.entry("Ash Rifles activates on 2 dice").get_by_role("button", name=said("Dispute the dice")).click()
    bob.dialog("Dispute the dice").get_by_label("What is wrong with them").fill("One is cocked")
    bob.dialog("Dispute the dice").get_by_role("button", name="Dispute them").click()
    doubt = alice.page.get_by_role("status").filter(has_text=said("Bob disputes the dice: One is cocked"))
    doubt.get_by_role("button", name="Throw again").click()
    bob.sees("Taken back", "dice disputed: One is cocked")
    bob.page.keyboard.press("Escape")

    throws(alice.page, "Throw 2 dice", 1, 2, entered="Enter 2 dice, 2 made")
    alice.aim("Shoot", "Birch Rifles")
    alice.plan.get_by_role("button", name=said("Commit")).click()
    asked = "Ash throws 10 dice by hand for A1 against B1: hit 3 or less"
    found = screen.page.get_by_role("status").filter(has_text=asked)
    expect(found).to_be_visible()
    wait_until(lambda: screen.view_width() < whole and _shows(screen, "a1", "b1"), "those who fight, near")
    alice.page.get_by_role("form", name=said("Throw 10 dice")).wait_for()
    alice.page.keyboard.press("6")
    alice.page.keyboard.press("Backspace")
    throws(alice.page, "Throw 10 dice", 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, entered="Enter 10 dice, 4 hit")
    expect(bob.dock).to_contain_text("thrown by hand, Alice")
    throws(alice.page, "Throw 4 dice", 4, 4, 1, 1, entered="Enter 4 dice, 2 wound")
    throws(bob.page, "Throw 2 D5", 1, 2)
    bob.answer("Go to ground?", "Stay up")
    throws(bob.page, "Throw 2 dice", 5, 2, entered="Enter 2 dice, 1 saved")
    alice.sees("Birch Rifles loses 1 model")
    alice.sees_roll("thrown by hand, Bob", "save 5 or more", "5, made", "2, miss")
    screen.sees("Birch Rifles loses 1 model")
