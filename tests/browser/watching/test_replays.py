"""A battle that is over in a browser: brought in from a file, shown act by act, looked back on, checked, played on."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Club
from tests.browser.pages.test_accessibility import faults
from tests.browser.people import DESKTOP, PHONE, People
from tests.tabletop.games.finished import fought

DESK: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
HAND: dict[str, Any] = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True}


@cache
def data() -> bytes:
    """An armour game to its end."""
    return fought("armour", 5, 400).data


@pytest.fixture(scope="module")
def brought() -> dict[str, str]:
    """The address of the battle on the server, once somebody has brought it in."""
    return {}


def bring(page: Page, club: Club, path: Path, content: bytes) -> None:
    path.write_bytes(content)
    page.goto(f"{club.server.url}/replays/")
    page.get_by_label("Log").set_input_files(path)
    page.get_by_role("button", name="Bring it in").click()


@pytest.fixture
def battle(club: Club, people: People, brought: dict[str, str], tmp_path: Path) -> str:
    if not brought:
        page = people.open("Ines", f"{club.server.url}/replays/", **DESK)
        bring(page, club, tmp_path / "log.jsonl", data())
        expect(page).to_have_url(re.compile(r"/replays/\w{6}/$"))
        expect(page.get_by_text("Played again here")).to_be_visible()
        brought["url"] = page.url
    return brought["url"]


def where(page: Page) -> int:
    return int(page.get_by_role("slider").get_attribute("aria-valuenow") or 0)


EMPTY_CARDS = """() => {
  window.emptyCards = 0;
  const [card, thrown] = ["dice-stage", "dice-thrown"].map((id) => document.getElementById(id));
  const look = () => {
    window.emptyCards += !card.hidden && !thrown.childElementCount;
    requestAnimationFrame(look);
  };
  look();
}"""
"""Counts the frames in which a card without dice is seen."""


def _from(least: int) -> str:
    """A number from there on, a few dozen at most."""
    return "^(" + "|".join(map(str, range(least, least + 40))) + ")$"


def test_it_is_played_stepped_and_jumped_through_by_keys_buttons_and_line(people: People, battle: str) -> None:
    page = people.open("Charlie", battle, **DESK)
    line = page.get_by_role("slider")
    expect(line).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press(".")
    expect(line).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("k")
    expect(page.locator("#where")).to_contain_text("turn 1")
    page.keyboard.press("End")
    expect(line).to_have_attribute("aria-valuenow", line.get_attribute("aria-valuemax") or "")
    page.keyboard.press("j")
    page.get_by_role("button", name="Previous act (,)").click()
    page.keyboard.press("Home")
    expect(line).to_have_attribute("aria-valuenow", "1")
    page.evaluate(EMPTY_CARDS)
    for act in range(2, 15):  # dice lie on their card when the next act, without any, is shown
        page.keyboard.press(".")
        expect(line).to_have_attribute("aria-valuenow", str(act))
        page.wait_for_timeout(100)
    assert page.evaluate("window.emptyCards") == 0
    box = line.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 40)
    expect(line).not_to_have_attribute("aria-valuenow", "1")
    page.get_by_role("button", name="16×").click()
    before = where(page)
    page.get_by_role("button", name="Play (Space)").click()
    expect(line).to_have_attribute("aria-valuenow", re.compile(_from(before + 2)))
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()


def test_its_line_has_ticks_that_are_seen_and_turns_by_their_numbers(people: People, battle: str) -> None:
    page = people.open("Ines", battle, **DESK)
    wide = page.locator(".ticks .tk").first.evaluate("tick => getComputedStyle(tick).strokeWidth")
    assert float(wide.removesuffix("px")) > 1.5
    lies = "one => one.getBoundingClientRect()"
    needle = page.locator("#needle").evaluate(lies)
    scores = [one.evaluate(lies) for one in page.locator(".spans p").all()]
    assert all(score["bottom"] <= needle["top"] for score in scores)  # wherever it stands
    for turn in page.locator(".spans p").all():
        turn.evaluate("one => one.parentElement.style.width = '30px'")
        label = turn.locator("span").first
        assert label.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth") or "Set" in label.inner_text()


def test_moments_say_why_they_were_chosen_and_lead_there(people: People, battle: str) -> None:
    page = people.open("Charlie", battle, **DESK)
    charge = page.get_by_role("link").filter(has_text="Decisive charge")
    expect(page.get_by_text("Biggest swing")).to_be_visible()
    charge.click()
    expect(page.locator("#act h2")).to_contain_text("charges")
    expect(charge).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"at=\d+"))
    page.reload()
    expect(page.locator("#act h2")).to_contain_text("charges")


BESIDE = """() => {
  const [number, words] = document.querySelector("#cannot b").parentElement.children;
  const room = document.createRange();
  room.selectNodeContents(number);
  return room.getBoundingClientRect().right <= words.getBoundingClientRect().left;
}"""
"""What dice cannot show: the number of the first row ends before its words begin."""


def test_this_browser_checks_every_die_without_asking_the_server(people: People, battle: str) -> None:
    page = people.open("Charlie", f"{battle}dice", **DESK)
    expect(page.get_by_role("heading", name="Every die is as it was sealed")).to_be_visible()
    counted = len([face for line in data().splitlines() for face in _faces(line)])
    expect(page.locator("#match")).to_have_text(f"{counted:,} match")
    expect(page.locator("#differ")).to_have_text("0 differ")
    expect(page.get_by_text("its SHA-256 is the seal above")).to_be_visible()
    page.locator(".dc").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#die h2")).to_contain_text("Die 2 is a")
    page.locator("#cannot b").first.evaluate("number => number.textContent = '1,119'")
    assert page.evaluate(BESIDE), "a number of four figures lies on its words"
    page.get_by_label("Did you note the seal at the start?").fill("630dcd29")
    expect(page.get_by_text("the same", exact=True)).to_be_visible()


BAR = "bar => getComputedStyle(bar).backgroundColor"


def test_the_bar_is_not_that_of_proven_dice_where_none_can_be_checked(people: People, battle: str) -> None:
    page = people.open("Charlie", f"{battle}dice", **DESK)
    expect(page.get_by_role("heading", name="Every die is as it was sealed")).to_be_visible()
    proven = page.locator("#bar i").evaluate(BAR)

    def without_commands(route: Route) -> None:
        log = route.fetch().json()
        asked = 10  # place in a row
        rolls = [[-1 if n == asked else value for n, value in enumerate(row)] for row in log["rolls"]]
        route.fulfill(json=log | {"missing": 1, "rolls": rolls})

    page.route("**/rolls.json*", without_commands)
    page.reload()
    expect(page.get_by_role("heading", name="Not every die could be checked")).to_be_visible()
    expect(page.locator("#match")).to_have_text("0 match")
    assert page.locator("#bar i").evaluate(BAR) != proven


def _faces(line: bytes) -> list[int]:
    event = json.loads(line).get("event", {})
    return list(event["dice"]) if event.get("type") == "Rolled" else []


def test_dice_that_were_changed_are_found_by_the_browser_too(people: People, club: Club, tmp_path: Path) -> None:
    lines = data().splitlines(keepends=True)
    place = next(n for n, line in enumerate(lines) if _faces(line))
    found = json.loads(lines[place])
    found["event"]["dice"][0] = found["event"]["dice"][0] % 6 + 1
    lines[place] = json.dumps(found).encode() + b"\n"
    page = people.open("Ines", f"{club.server.url}/replays/", **DESK)
    bring(page, club, tmp_path / "forged.jsonl", b"".join(lines))
    expect(page.get_by_text("does not verify")).to_be_visible()
    page.get_by_role("link", name="Dice", exact=True).click()
    expect(page.get_by_role("heading", name="1 die is not as sealed")).to_be_visible()
    expect(page.locator("#die")).to_contain_text("not as sealed")


def test_a_file_that_is_too_large_is_refused_before_it_is_sent(people: People, club: Club, tmp_path: Path) -> None:
    page = people.open("Ann", f"{club.server.url}/replays/")
    people.expect_noise("422")
    bring(page, club, tmp_path / "huge.jsonl", b"x" * 11_200_000)
    said = page.get_by_label("Log").evaluate("field => field.validationMessage")
    assert said == "huge.jsonl has 12 MB. At most 10 MB can be brought in."
    expect(page.get_by_role("heading", name="Replays")).to_be_visible()  # no answer of a bare line of text
    bring(page, club, tmp_path / "broken.jsonl", b"no log")
    expect(page.get_by_text("Line 1 of the log is wrong")).to_be_visible()


def test_a_broken_file_is_refused_by_its_line(people: People, club: Club, tmp_path: Path) -> None:
    page = people.open("Ines", f"{club.server.url}/replays/", **DESK)
    people.expect_noise("422")
    bring(page, club, tmp_path / "broken.jsonl", data()[:90_000])
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"Line \d+ of the log is wrong"))


SMALLEST = """() => {
  const plots = [...document.querySelectorAll("svg.plot")];
  return Math.min(...plots.flatMap((plot) => {
    const scale = plot.getScreenCTM().a;
    return [...plot.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize) * scale);
  }));
}"""
"""The size of the smallest letters in a plot, in pixels, to a tenth."""


@pytest.mark.parametrize("window", [DESK, HAND], ids=["desk", "phone"])
def test_the_pages_hold_in_any_hand(people: People, battle: str, window: dict[str, Any]) -> None:
    page = people.open("Charlie", f"{battle}?at=600", **window)
    found: list[str] = []
    for name in ("Replay", "Luck", "Figures", "Dice"):
        page.get_by_role("navigation", name="Replay").get_by_role("link", name=name).click()
        expect(page.get_by_role("link", name=name, exact=True)).to_have_attribute("aria-current", "page")
        if name == "Dice":
            expect(page.get_by_role("heading", name="Every die is as it was sealed")).to_be_visible()
        if name == "Luck":
            expect(page.locator(".hill.side-a .came circle").first).to_be_attached()
            expect(page.locator(".hill.side-b .came path").first).to_be_attached()
        if name == "Figures":
            expect(page.locator("svg.plot")).to_have_count(4)
            page.get_by_text("Show as table").first.click()
            expect(page.get_by_role("table").first).to_be_visible()
            assert page.evaluate(SMALLEST) > 9.5
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        found += faults(page, name)
    assert not found, "\n".join(found)


def test_the_rim_of_a_plot_that_goes_on_beyond_a_phone_is_shaded(people: People, battle: str) -> None:
    people.painted = True
    page = people.open("Charlie", f"{battle}luck", **HAND)
    plot = page.locator(".hs.wide").first
    expect(plot.locator("svg")).to_be_visible()

    def looks(background: str) -> bytes:
        plot.evaluate("(plot, background) => { plot.style.background = background }", background)
        return plot.screenshot()

    assert looks("") != looks("none")


RESTS = """(line) => new Promise((done) => {
  let left = NaN;
  const look = () => {
    if (line.scrollLeft === left) return done();
    left = line.scrollLeft;
    setTimeout(look, 500);
  };
  look();
})"""
"""Until the strip has come to rest under the needle."""


def test_a_phone_follows_the_act_and_flicks_through_the_line(people: People, battle: str) -> None:
    page = people.open("Charlie", f"{battle}?at=595", **HAND)
    shown = "document.getElementById('board-svg').getAttribute('viewBox')"
    near = page.evaluate(shown)
    page.get_by_role("button", name="Whole table").tap()
    page.wait_for_function(f"near => {shown} !== near", arg=near)
    before = where(page)
    page.get_by_role("slider").evaluate(RESTS)
    page.get_by_role("slider").evaluate("line => line.scrollBy({left: -160})")
    expect(page.get_by_role("slider")).not_to_have_attribute("aria-valuenow", str(before))
    assert where(page) in range(before - 22, before - 17)
    expect(page).not_to_have_url(re.compile("at=595"))  # the act is there: no tap falls on what is being replaced
    moments = page.locator("#moments")
    expect(moments).to_be_hidden()
    page.locator("#act h2").tap()
    expect(moments).to_be_visible()
    page.set_viewport_size({"width": 640, "height": 360})  # turned: all of it at once, whole
    for shown in ("#board-svg", "#play", "#line", "#act h2"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)
    for name in ("Link to this moment", "Play on from here"):
        expect(page.get_by_role("button", name=name).filter(visible=True)).to_be_in_viewport(ratio=1)


def test_a_low_window_at_a_desk_has_the_line_and_the_moments_too(people: People, battle: str) -> None:
    page = people.open("Charlie", f"{battle}?at=595", viewport={"width": 1280, "height": 560})
    for shown in ("#play", "#line", "#act h2", "#board-svg"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=1)
    page.mouse.move(1200, 200)
    page.mouse.wheel(0, 2000)
    expect(page.locator("#moments li").last).to_be_in_viewport(ratio=0.9)


def test_a_battle_is_played_on_from_here(people: People, battle: str) -> None:
    page = people.open("Charlie", f"{battle}?at=300", **DESK)
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    assert not faults(page, "dialog")
    dialog.get_by_label("All sides").check()
    dialog.get_by_label("Your name").fill("Cleo")
    dialog.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile(r"/tables/\w{6}/$"))
    expect(page.locator("#log")).to_contain_text("The battle goes on from event")
    page.goto(f"{battle}?at=99999")
    page.get_by_role("button", name="Play on from here").click()
    expect(dialog.get_by_text("The battle is over at this moment.")).to_be_visible()
    expect(dialog.get_by_role("button", name="Open the table")).to_be_disabled()
