"""Zoomed in at a desk: whoever plans and the target come into sight, and from there on the board is the player's."""

import re

from playwright.sync_api import expect

from tests.browser.at_table import Player, said
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


def test_a_plan_is_looked_at_closely_and_the_whole_table_comes_back(club: Club, people: People) -> None:
    alice = Player(club.table("bots cinder-ring 6").seat(people, "Alice"))
    alice.is_live()
    whole, overview = alice.view_width(), alice.page.locator("#overview")
    expect(overview).to_be_hidden()
    alice.act("Move").click()
    assert 300 <= alice.view_width() < whole / 1.5  # drawing units: 30 inches at least
    expect(overview).to_be_visible()
    alice.page.keyboard.press("Escape")
    assert alice.view_width() == whole
    alice.act("Shoot").click()
    alice.page.keyboard.press("0")
    alice.plan.get_by_role("button", name="Red Hen").click()
    expect(alice.page.locator("#callout")).to_be_visible()
    assert alice.view_width() == whole  # a hand has chosen what is shown
    expect(overview).to_be_hidden()


def test_enter_does_what_the_yellow_button_is_about_to_say(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2])
    alice = Player(club.table("desk-close").seat(people, "Alice"))
    alice.is_live()
    alice.take("A1 Ash Rifles")
    alice.page.get_by_role("radio", name=said("2 dice")).check()
    alice.page.keyboard.press("Enter")  # before the table has said what it would come to
    alice.sees("Ash Rifles activates on 2 dice")


def test_a_plan_stays_when_the_whole_page_comes_again(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2])
    alice = Player(club.table("desk-whole").seat(people, "Alice"))
    alice.is_live()
    alice.activate("A1 Ash Rifles", 2)
    alice.page.evaluate(TAP_THE_LINE)
    alice.act("Shoot").click()
    alice.plan.get_by_role("button", name="Birch Rifles").click()
    expect(alice.page.locator("#commit")).to_contain_text("Commit")
    alice.page.evaluate("window.wholes = 0; window.line.send('since 0')")
    wait_until(lambda: bool(alice.page.evaluate("window.wholes")), "the whole")
    alice.is_settled()
    alice.is_answered()
    expect(alice.act("Shoot")).to_have_attribute("aria-pressed", "true")
    alice.commit("Commit")
    alice.sees("Ash Rifles", "Birch Rifles")


TAP_THE_LINE = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (said) {
    if (window.line !== this)
      this.addEventListener("message", ({ data }) => (window.wholes += / data-whole/.test(data.slice(0, 200)) ? 1 : 0));
    window.line = this;
    return send.call(this, said);
  };
  window.dispatchEvent(new Event("focus"));
}"""
"""The page's own connection, as `window.line`, once it has said something: it does when the page comes back."""
