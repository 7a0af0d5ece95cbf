"""The club's screen in a fight: the camera goes to it and comes back, nothing lies on it, the shot is drawn."""

from playwright.sync_api import expect

from tests.browser.at_table import Player, Screen, said
from tests.browser.conftest import Club
from tests.browser.people import People
from tests.servers import wait_until

SHOWN = """(stage) => {
  stage.hidden = false;  // they may have gone by now
  return { stage: stage.getBoundingClientRect(), die: stage.querySelector(".die").getBoundingClientRect() };
}"""

CUT = """() => {
  const sheet = document.getElementById("sheet").getBoundingClientRect();
  const within = ({ left, right, top, bottom }) =>
    left >= sheet.left - 1 && right <= sheet.right + 1 && top >= sheet.top - 1 && bottom <= sheet.bottom + 1;
  const boxes = (unit, css) => [...unit.querySelectorAll(css)].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll(".unit")]
    .filter((unit) => boxes(unit, "[data-model]").some(within) && !boxes(unit, ".flag .z").every(within))
    .map((unit) => unit.dataset.unit);
}"""
"""Units in sight whose flag is cut by the edge."""

WHOLE = """(unit) => {
  const sheet = document.getElementById("sheet").getBoundingClientRect();
  const models = [...unit.querySelectorAll("[data-model]")].map((one) => one.getBoundingClientRect());
  return models.every(({ left, right }) => left >= sheet.left && right <= sheet.right);
}"""

AFTER_A_FIGHT = 11_000
"""Milliseconds after which the screen looks away."""


def test_the_screen_frames_a_shot_and_keeps_dice_and_questions_beside_it(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2], to_hit=[2] * 10, to_wound=[6] * 10)
    setting = club.table("screen-fight")
    screen = Screen(setting.screen(people))
    alice, bob = Player(setting.seat(people, "Alice")), Player(setting.seat(people, "Bob"))
    for one in (alice, bob, screen):
        one.is_live()
    page = screen.page
    page.clock.install()
    whole = screen.view_width()
    expect(page.locator("#tracker .people")).to_have_text(["Alice", "Bob"])
    alice.activate("A1 Ash Rifles", 2)
    alice.aim("Shoot", "Birch Rifles")
    alice.commit()
    expect(page.locator(".shotline")).to_have_count(1)
    expect(page.locator(".shot .lbl")).to_have_text("12″")
    wait_until(lambda: screen.view_width() < whole * 0.9, "the shot, closer")
    wait_until(lambda: page.evaluate(CUT) == [], "the flags of all in sight, whole")
    expect(page.locator("#overview")).to_be_visible()  # where on the table that is
    stage = page.get_by_role("main").bounding_box()
    thrown = page.locator("#dice-stage").evaluate(SHOWN)
    assert min(thrown["die"][side] for side in ("width", "height")) >= 95
    expect(page.get_by_role("status").filter(has_text="Go to ground?")).to_be_visible()
    asks = page.locator("#asks")
    expect(asks.get_by_role("heading", name="Bob decides")).to_be_visible()
    expect(asks.get_by_role("listitem")).to_have_text([said("Go to ground"), said("Stay up")])
    for beside in ("#dice-stage", "#prompt", "#last", "#asks"):
        box = page.locator(beside).bounding_box() if beside != "#dice-stage" else thrown["stage"]
        right, below = box["x"] >= stage["x"] + stage["width"], box["y"] >= stage["y"] + stage["height"]
        assert right or below, f"{beside} lies on the board"
    shown = page.locator("#last .die").evaluate_all("dice => dice.map(die => die.getBoundingClientRect())")
    assert all(min(box["width"], box["height"]) >= 95 for box in shown if box["width"])
    expect(page.locator("#tried")).to_be_hidden()  # somebody is asked
    expect(page.locator("#tried")).to_have_text(said("Ash Rifles fires Long rifle at Birch Rifles, 10 shots, 12″"))
    expect(page.locator("#last h1")).to_have_text("10 hits")
    page.clock.fast_forward(AFTER_A_FIGHT)
    expect(page.locator(".shotline")).to_have_count(1)  # the question that it led to stands
    assert screen.view_width() < whole * 0.9
    bob.answer("10 wounds to save. Go to ground?", "Stay up")
    expect(asks).to_have_text("")
    for _ in range(2):
        page.clock.fast_forward(AFTER_A_FIGHT)
    expect(page.locator(".shotline")).to_have_count(0)
    wait_until(lambda: screen.view_width() >= whole, "the whole board again")
    expect(page.locator("#overview")).to_be_hidden()
    expect(page.locator("body.at-rest")).to_have_count(1)  # nobody does anything: the code is large


def test_the_roll_that_decides_is_shown_whole_after_thirty(club: Club, people: People) -> None:
    page = club.table("bots gull-battery 7").screen(people)
    expect(page.locator("#last .chain")).to_contain_text("more rolls")
    card = page.locator(".lastbox").bounding_box()
    last = page.locator("#last .chain li:has(.die)").last.bounding_box()
    assert last["y"] + last["height"] <= card["y"] + card["height"]
    assert min(page.locator("#last .chain li .die").last.bounding_box()[side] for side in ("width", "height")) >= 95


def test_who_acts_alone_is_framed_without_cutting_another_at_the_rim(club: Club, people: People) -> None:
    """A3 is put where the rim of the frame round A2 would run through it."""
    club.tell_dice(activation=[2])
    setting = club.table("going")
    screen = Screen(setting.screen(people))
    alice = Player(setting.seat(people, "Alice"))
    for one in (alice, screen):
        one.is_live()
    page, whole = screen.page, screen.view_width()
    page.locator("#unit-a3 .in").first.evaluate(
        """(inside) => {
          const [x, y] = /translate\\(([-\\d.]+) ([-\\d.]+)\\)/.exec(inside.getAttribute("transform")).slice(1);
          inside.setAttribute("transform", `translate(${Number(x) + 16} ${y})`);
        }"""
    )
    alice.activate("A2 Ash Climbers", 1)
    wait_until(lambda: screen.view_width() < whole * 0.9, "who acts, closer")
    assert page.locator("#unit-a3").evaluate(WHOLE)


FOUR_SIDES = """() => {
  const [bar] = document.querySelectorAll(".tv > .bar");
  bar.classList.add("n4");
  const [one, other] = bar.querySelectorAll(".team");
  one.after(one.cloneNode(true));
  other.before(other.cloneNode(true));
  const names = [...bar.querySelectorAll(".team b")];
  for (const name of names) name.textContent = "Northmarch Rangers";
  const isWhole = (one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight + 1;
  const held = (one) => one.getBoundingClientRect().bottom <= one.closest(".team").getBoundingClientRect().bottom;
  return [names.length, names.every(isWhole), [...bar.querySelectorAll(".up")].every(held)];
}"""


def test_where_four_share_the_bar_their_names_are_whole(club: Club, people: People) -> None:
    page = club.table("charge").screen(people)
    expect(page.locator("#tracker .team, .bar .team").first).to_be_visible()
    assert page.evaluate(FOUR_SIDES) == [4, True, True]
