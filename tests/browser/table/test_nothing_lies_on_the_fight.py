"""Panel, plates, odds, flags and names keep off models and one another, on every sample, after games of bots."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Player
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People
from tests.servers import wait_until

SAMPLES = sorted(path.name.split(".")[0] for path in Path("tabletop/sample").glob("*.scenario.json"))
NUMBERS = (1, 2)
"""Games on each sample: more than twenty in all."""

LIES_ON = (Path(__file__).parent / "lies_on.js").read_text(encoding="utf-8")
"""What lies on what, as sentences."""


@pytest.mark.parametrize("sample", SAMPLES)
def test_nothing_lies_on_the_fight(club: Club, people: People, sample: str) -> None:
    found: list[str] = []
    for number in NUMBERS:
        player = Player(club.table(f"bots {sample} {number}").seat(people, "Alice"))
        player.is_live()
        found += [f"game {number}: {fault}" for fault in faults(player)]
    found += [f"on a phone: {fault}" for fault in on_a_phone(player.page)]
    assert not found, "\n".join(found)


ON_WALLS = """() => {
  const names = [...document.querySelectorAll(".el .ed-name:not(.gone) .pname")];
  const walls = [...document.querySelectorAll(".terrain-layer path.w")].flatMap((wall) =>
    Array.from({ length: Math.ceil(wall.getTotalLength() / 3) }, (_, n) =>
      wall.getPointAtLength(3 * n).matrixTransform(wall.getScreenCTM())));
  const lies = ({ left, right, top, bottom }) =>
    walls.some(({ x, y }) => x > left + 2 && x < right - 2 && y > top + 4 && y < bottom - 4);
  return names.filter((name) => lies(name.getBoundingClientRect())).map((name) => name.textContent);
}"""


def test_flags_and_names_on_the_screen_keep_off_lines_and_models(club: Club, people: People) -> None:
    page = club.table("bots gull-battery 1").screen(people)
    wait_until(lambda: not lies_on(page), "a free place for everything")


def test_names_in_the_editor_keep_off_walls(club: Club, people: People) -> None:
    page = people.open("Ines", f"{club.server.url}/scenarios/")
    page.get_by_role("listitem").filter(has_text="Customs House").get_by_role("button", name="Copy to edit").click()
    expect(page.locator(".el .ed-name")).to_have_count(10)
    wait_until(lambda: page.evaluate(ON_WALLS) == [], "names off the walls")


LARGE_FIGURES = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".plan .odds b { font-size: 34px !important }");
  document.adoptedStyleSheets.push(sheet);
}"""

UNDER_ODDS = """() => {
  const odds = document.getElementById("callout").getBoundingClientRect();
  const under = ({ left, right, top, bottom }) =>
    left < odds.right && right > odds.left && top < odds.bottom && bottom > odds.top;
  const names = [...document.querySelectorAll(".places .place:not(.gone)")];
  return names.filter((name) => under(name.getBoundingClientRect())).map((name) => name.textContent.trim());
}"""


def test_names_give_way_to_the_odds_beside_the_target(club: Club, people: People) -> None:
    page = club.table("sample").seat(people, "Alice")
    player = Player(page)
    player.is_live()
    shots = page.locator("#dock").locator("[data-kind=shoot], [data-kind=fire]")
    plan(player, shots.first.get_attribute("data-kind") or "")
    expect(page.locator("#callout")).to_be_visible()
    wait_until(lambda: page.evaluate(UNDER_ODDS) == [], "names beside the odds")


def test_figures_that_have_no_room_in_the_dock_stand_in_the_details(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    player = Player(club.table("charge").seat(people, "Alice"))
    player.activate("A1 Ash Brawlers", 1)
    plan(player, "charge")
    page = player.page
    page.evaluate(LARGE_FIGURES)
    page.set_viewport_size({"width": 1440, "height": 860})
    more = page.locator("#plan").get_by_role("button", name=re.compile(r"^\d+ more$"))
    expect(more).to_be_visible()
    assert [fault for fault in lies_on(page) if fault.startswith("in the dock")] == []
    count = int((more.text_content() or "").split()[0])
    more.click()
    unfolded = page.locator("#unfolded")
    expect(unfolded).to_be_focused()
    expect(unfolded.locator(".odds > div")).to_have_count(count)
    folded = page.locator("#plan .says > .odds > [data-folded]").all_text_contents()
    assert folded == unfolded.locator(".odds > div").all_text_contents() != []
    expect(unfolded).to_contain_text(re.compile(r"\d"))


GHOST_UNDER_ODDS = """() => {
  const { left, top, width, height } = document.getElementById("callout").getBoundingClientRect();
  const board = document.getElementById("board-svg");
  const [x, y] = [left + width / 2, top + height / 2];
  const at = new DOMPoint(x, y).matrixTransform(board.getScreenCTM().inverse());
  const ghost = document.querySelector("#preview .ghost-r").cloneNode();
  ghost.setAttribute("cx", at.x);
  ghost.setAttribute("cy", at.y);
  document.getElementById("preview").append(ghost);
}"""
GHOSTS_UNDER = """() => {
  const odds = document.getElementById("callout").getBoundingClientRect();
  const isUnder = ({ left, right, top, bottom }) =>
    left < odds.right && right > odds.left && top < odds.bottom && bottom > odds.top;
  const boxes = [...document.querySelectorAll("#preview .ghost-r")].map((one) => one.getBoundingClientRect());
  return boxes.filter(isUnder).length;
}"""


def test_the_odds_of_a_charge_lie_on_nobody_who_would_stand_there(club: Club, people: People) -> None:
    player = Player(club.table("charge").seat(people, "Alice"))
    club.tell_dice(activation=[1])
    player.activate("A1 Ash Brawlers", 1)
    plan(player, "charge")
    page = player.page
    expect(page.locator("#callout")).to_be_visible()
    expect(page.locator("#preview .ghost-r")).to_have_count(5)
    page.evaluate(GHOST_UNDER_ODDS)
    assert page.evaluate(GHOSTS_UNDER) > 0
    page.keyboard.press("+")  # all finds its place again
    wait_until(lambda: page.evaluate(GHOSTS_UNDER) == 0, "odds off those who would stand there")


def faults(player: Player) -> list[str]:
    """What is wrong with the board as it stands, and while each thing that may be done is planned."""
    page = player.page
    page.wait_for_timeout(300)  # names have found their places
    found = lies_on_at_rest(page)
    open_acts = page.locator("#dock .act[data-kind]:not([aria-disabled=true])")
    for kind in open_acts.evaluate_all("acts => acts.map(act => act.dataset.kind)"):
        plan(player, kind)
        found += [f"{kind}: {fault}" for fault in lies_on_at_rest(page)]
        page.keyboard.press("Escape")
    return list(dict.fromkeys(found))


def on_a_phone(page: Page) -> list[str]:
    """The same board in a narrow window, where the dock stands below it."""
    page.set_viewport_size(PHONE)
    page.wait_for_timeout(700)
    return lies_on_at_rest(page, but=("the dock",))


def plan(player: Player, kind: str) -> None:
    """Begin it, aimed at the first that it may be aimed at."""
    page = player.page
    page.locator(f"#dock [data-kind={kind}]").click()
    player.is_answered()
    targets = page.locator("#plan .targets button:not([aria-disabled=true]):visible")
    if targets.count():
        targets.first.click()
        player.is_answered()


def lies_on_at_rest(page: Page, but: tuple[str, ...] = ()) -> list[str]:
    """What lies on what once everything has found its place, which takes its time on a busy machine."""
    found: list[str] = []

    def is_free() -> bool:
        found[:] = [fault for fault in lies_on(page) if not fault.startswith(but)]
        return not found

    with suppress(TimeoutError):
        wait_until(is_free, "a free place for everything", patience=15)
    return found


def lies_on(page: Page) -> list[str]:
    """What lies on what just now."""
    return list(page.evaluate(LIES_ON))
