"""Two sides on one device; keys alone; a phone in the dark."""

import re

from playwright.sync_api import Locator, Route, expect

from tests.browser.at_table import Player, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People

LEAST_PX = 44  # a thumb's width
LONGER_THAN_A_TURN = 2500  # milliseconds; the page turns to the other side after about one second


def test_one_device_shows_the_side_that_must_act_and_both_fight_until_one_concedes(club: Club, people: People) -> None:
    player = Player(club.table("hot-seat").seat(people, "Alice"))
    player.is_live()
    expect(player.own("A1 Ash Rifles")).to_be_visible()
    player.end_activation()
    player.choose("Keys and help")
    player.page.wait_for_timeout(LONGER_THAN_A_TURN)
    expect(player.dialog("Keys")).to_be_visible()  # the device changes hands when that is read
    player.page.keyboard.press("Escape")
    expect(player.own("B1 Birch Rifles")).to_be_visible()
    player.is_live()
    club.tell_dice(activation=[1])
    player.activate("B1 Birch Rifles", 1)
    player.sees("Birch Rifles has 1 action point")
    player.choose("Concede the battle")
    player.button("Really concede?").click()
    expect(player.page.get_by_role("group", name="Turn tracker")).to_contain_text("Ash wins")
    is_shown_again(player)


def is_shown_again(player: Player) -> None:
    """From its end to its beginning, act by act, played, and by a link that stands at a moment."""
    page = player.page
    page.get_by_role("link", name="What decided it").click()
    page.get_by_role("link", name="Watch it again").click()
    page.wait_for_load_state()  # keys are heard when the page's scripts have run
    act, line = page.get_by_role("region", name="This act"), page.get_by_role("slider", name="Act")
    last = line.get_attribute("aria-valuemax")
    assert last is not None
    expect(line).to_have_attribute("aria-valuenow", "1")
    expect(page.get_by_role("group", name="Score at this moment")).to_contain_text("0")
    page.keyboard.press("End")
    expect(act).to_contain_text("Birch concedes")
    page.keyboard.press(",")
    expect(act).to_contain_text("Birch Rifles activates")
    expect(page).to_have_url(re.compile(r"\?view=watch&at=\d+$"))
    page.reload()
    expect(act).to_contain_text("Birch Rifles activates")
    page.get_by_role("button", name="Play (Space)").click()
    expect(line).to_have_attribute("aria-valuenow", last)
    expect(act).to_contain_text("Birch concedes")
    expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()
    page.get_by_role("link", name="Birch concedes").click()
    line.press("Home")
    expect(line).to_have_attribute("aria-valuenow", "1")


def test_a_unit_is_activated_and_moved_with_the_keyboard_alone(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    player = Player(club.table("keys").seat(people, "Alice"))
    player.is_live()
    keyboard = player.page.keyboard
    keyboard.press("]")
    expect(player.page.get_by_role("radio", name=said("2 dice"))).to_be_visible()
    keyboard.press("2")
    expect(player.plan.get_by_role("button", name=said("Roll 2 dice"))).to_be_visible()
    keyboard.press("Enter")
    expect(player.dock.get_by_role("img", name="2 action points")).to_be_visible()
    keyboard.press("ArrowRight")
    expect(player.plan).to_contain_text(said("Move 1″"))
    keyboard.press("Enter")
    player.sees("Ash Rifles moves 1″")
    keyboard.press("u")
    player.sees("Ash Rifles moves 1″", "(taken back)")
    points_on_and_commits_as_an_earlier_answer_comes(player)
    player.sees("Ash Rifles moves 2″")


SECOND_INCH = """() => {
  const wait = window.setTimeout;
  window.setTimeout = (does, ms) => wait(does, ms === 100 ? 1000 : ms);
  const commit = () => document.getElementById("commit");
  const seen = new MutationObserver(() => {
    if (!commit()) return;
    seen.disconnect();
    window.setTimeout = wait;
    commit().click();
  });
  seen.observe(document.getElementById("plan"), { childList: true });
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
}"""
"""Point at one more inch, about which the page asks later, and press the yellow button with the answer to the first."""


def points_on_and_commits_as_an_earlier_answer_comes(player: Player) -> None:
    """Two inches by keys, committed before there is an answer about the second."""
    player.is_settled()
    held: list[Route] = []
    player.page.route("**/plan", lambda route: route.continue_() if held else held.append(route))
    with player.page.expect_request("**/plan"):
        player.page.keyboard.press("ArrowRight")
    player.page.evaluate(SECOND_INCH)
    held[0].continue_()


def test_a_phone_in_the_dark_activates_with_thumbs(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    setting = club.table("phone")
    page = setting.seat(people, "Alice", viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    player = Player(page)
    player.is_live()
    player.activate("A1 Ash Rifles", 2)
    expect(player.dock.get_by_role("img", name="2 action points")).to_be_visible()
    for button in player.page.get_by_role("toolbar", name="Actions").get_by_role("button").all():
        is_for_thumbs(button)
    is_for_thumbs(player.button("Table menu"))
    player.button("Table menu").click()
    is_for_thumbs(player.button("Pause the battle"))
    box = page.locator(".appbar .menu > div").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["height"], "a host's menu ends below the screen, which does not scroll"
    last = page.get_by_label("Spectators see it")
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    player.button("Table menu").click()
    page.get_by_role("button", name=re.compile("^Log and chat")).click()
    player.sees("Ash Rifles has 2 action points")


def is_for_thumbs(button: Locator) -> None:
    """At least 44 pixels either way."""
    box = button.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= LEAST_PX, button


def test_what_is_planned_on_a_second_page_ends_when_the_unit_acts_on_the_first(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    setting = club.table("two-pages")
    first, second = (Player(setting.seat(people, "Alice")) for _ in range(2))
    first.activate("A1 Ash Rifles", 2)
    expect(second.act("Move")).to_be_enabled()
    for one in (first, second):
        one.act("Move").click()
        one.page.keyboard.press("ArrowRight")
        expect(one.plan).to_contain_text(said("Move 1″ of 4″"))
    first.commit("Commit move")
    expect(second.dock).to_contain_text("1 action point")
    second.is_settled()
    expect(second.plan.get_by_role("button", name=said("Commit move"))).to_have_count(0)
    expect(second.act("Move")).to_have_attribute("aria-pressed", "false")
