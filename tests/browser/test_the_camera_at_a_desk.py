"""Zoomed in at a desk: whoever plans and the target come into sight, and from there on the board is the player's."""

import re

from playwright.sync_api import expect

from tests.browser.at_table import Player
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.servers import wait_until


def test_a_plan_brings_both_into_sight_once_and_leaves_the_board_alone_then(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2])
    alice = Player(club.table("desk-camera").seat(people, "Alice"))
    alice.is_live()
    alice.activate("A1 Ash Rifles", 2)
    page = alice.page
    x, y = alice.place("Ash Rifles")
    page.mouse.move(x, y)
    for _ in range(5):
        page.mouse.wheel(0, -400)
    stage = page.get_by_role("main").bounding_box()
    assert stage is not None

    def in_sight(unit: str) -> bool:
        at = alice.place(unit)
        right, bottom = stage["x"] + stage["width"], stage["y"] + stage["height"]
        return stage["x"] < at[0] < right and stage["y"] < at[1] < bottom

    wait_until(lambda: not in_sight("Birch Rifles"), "the board, so close that the enemy is out of sight")
    alice.act("Shoot").click()
    alice.plan.get_by_role("button", name="Birch Rifles").click()
    wait_until(lambda: in_sight("Birch Rifles") and in_sight("Ash Rifles"), "both in sight")
    odds = page.locator("#callout")
    expect(odds).to_contain_text(re.compile(r"\d or less\s*to hit.*at least one casualty", re.DOTALL))
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    width = alice.view_width()
    alice.plan.get_by_role("group", name="Models").get_by_role("button").first.click()
    alice.is_settled()
    assert alice.view_width() == width
