"""The club's wall and a stream follow a battle by themselves, with nobody near them."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Player
from tests.browser.conftest import Club
from tests.browser.people import PHONE, TELEVISION, People

FLAG = """() => {
  const flag = document.querySelector(".big .flag .z");
  const plate = [...flag.querySelectorAll("path, rect")].map((part) => part.getBoundingClientRect().height);
  return Math.max(...plate);
}"""
"""How high the plate of a flag is in the large picture, in pixels."""

RIM_THROUGH_THE_FLAG = """(inside) => {
  const board = document.querySelector(".big .board");
  const unit = board.querySelector(".unit");
  const boxes = [...unit.querySelectorAll("[data-model]"), unit.querySelector(".flag .z")];
  const [flag, ...models] = boxes.map((part) => part.getBoundingClientRect()).reverse();
  board.querySelector("clipPath rect")?.remove(); // without an edge nothing is put back on the table
  const back = board.getScreenCTM().inverse();
  const at = new DOMPoint(flag.left + flag.width / 2, flag.top + flag.height / 2).matrixTransform(back);
  const { width, height } = board.viewBox.baseVal;
  const toward = models[0].top + models[0].height / 2 > flag.top + flag.height / 2 === inside;
  board.setAttribute("viewBox", `${at.x - width / 2} ${toward ? at.y : at.y - height} ${width} ${height}`);
  dispatchEvent(new Event("resize"));
}"""
"""The rim of the large picture goes through the first flag; the flag's unit is inside, or outside."""
FIRST_FLAG = """() => {
  const flag = document.querySelector(".big .unit .flag");
  const [box, room] = [flag.querySelector(".z"), document.querySelector(".big .board")].map(
    (part) => part.getBoundingClientRect());
  return [getComputedStyle(flag).visibility, box.top >= room.top && box.bottom <= room.bottom];
}"""
TRIED = """<p class="tv-tried side-b"><span class="sg">B</span>
  <span>Spade Anna fires Short howitzer at Sparrow: scatter 2D6 less 2, 21½″, and Ring gun, 3 shots</span></p>"""
ALL_OF_THE_CAPTION = """() => {
  const [words, block] = [".tv-tried span:last-child", ".block"].map((name) => document.querySelector(name));
  const isWhole = words.scrollWidth <= words.clientWidth && words.scrollHeight <= words.clientHeight + 1;
  const parts = [...block.children].map((part) => part.getBoundingClientRect().right);
  return isWhole && Math.max(...parts) <= innerWidth;
}"""
"""A long caption is read to its end, and nothing is as wide as it would be in one line."""
LONG_NAMES = ["Maximiliane von Hohenstein", "Bartholomew Featherstonehaugh"]
NAMES_ARE_WHOLE = """() => [...document.querySelectorAll("#tracker .people")].every((name) => {
  const team = name.closest(".team");
  const [words, clock, side] = [name, team.querySelector(".clock"), team].map((one) => one.getBoundingClientRect());
  const beside = words.right <= clock.left + 1 || clock.right <= words.left + 1 || words.bottom <= clock.top + 1;
  const inside = clock.bottom <= side.bottom && team.querySelector("b").getBoundingClientRect().top >= side.top;
  const whole = name.scrollWidth <= name.clientWidth && name.scrollHeight <= name.clientHeight + 1;
  return whole && beside && inside && name.textContent.length > 9;
})"""
"""Long names of players are read to their end in a narrow head, and neither clocks nor armies are cut for it."""
NAMES_IN_TILE = """(names) => {
  const sides = [...document.querySelectorAll(".wt.small .wp li span:not(.sg, .sr)")];
  sides.forEach((side, n) => (side.textContent = names[n]));
  dispatchEvent(new Event("resize"));
  const lies = (part) => document.querySelector(`.wt.small ${part}`).getBoundingClientRect();
  const [what, code] = [lies(".what"), lies(".code")];
  return what.bottom <= code.top && sides.length && sides.every((side) => side.scrollWidth <= side.clientWidth);
}"""
ENDED = """
  <li><span class=lost>Steady, the house</span><span class=s>0 : 0</span><span class=win>Bold, the house</span></li>
  <li><span class=win>Al</span><span class=s>10 : 0</span><span class=lost>Bo</span></li>"""


def test_wall_and_stream_follow_by_themselves(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 4)
    setting = club.table("firefight")
    alice = Player(setting.seat(people, "Alice"))
    alice.is_live()
    alice.choose("Show it in the lobby")
    alice.is_live()
    wall = people.open("Wall", f"{club.server.url}/wall/?only={setting.code}", viewport=TELEVISION)
    stream = people.open("Stream", setting.url("stream"), viewport=TELEVISION)
    large = wall.get_by_role("region", name="Test firefight")
    expect(large).to_contain_text(f"{setting.code[:4]} {setting.code[4:]}")

    alice.activate("A1 Ash Rifles", 1)
    said = "Ash Rifles activates on 1 die"
    expect(large.get_by_role("heading")).to_contain_text(re.compile("Ash Rifles"))
    expect(stream.locator("#last")).to_contain_text(said)
    expect(stream.locator("body.rested")).to_have_count(0)
    expect(stream.locator("body.rested")).to_have_count(1)
    tall = people.open("Tall", setting.url("stream") + "?shape=tall", viewport={"width": 1080, "height": 1920})
    tall.locator("#tried").evaluate("(box, words) => box.innerHTML = words", TRIED)
    tall.wait_for_function(ALL_OF_THE_CAPTION)
    clocks = [
        {"side": side, "people": name, "taken_s": 3725, "runs": False}
        for side, name in zip("ab", LONG_NAMES, strict=True)
    ]
    tall.route("**/clocks*", lambda route: route.fulfill(json=clocks))
    tall.reload()
    tall.wait_for_function(NAMES_ARE_WHOLE)
    painted = "[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor)"
    assert stream.evaluate(painted) == ["rgba(0, 0, 0, 0)"] * 2

    alice.choose("Pin it on the club’s wall")
    alice.is_live()
    expect(wall.locator(".big")).to_have_attribute("data-code", setting.code)
    assert wall.evaluate(FLAG) == pytest.approx(28.5, abs=1)

    over = "<div class=tv-over><b>Ash wins</b><span>4 to 1</span></div>"
    colours = """(box, over) => {
      box.innerHTML = over;
      return [...box.querySelectorAll("b, span")].map((one) => getComputedStyle(one).color);
    }"""
    assert len(set(stream.locator("#prompt").evaluate(colours, over))) == 1  # both are read on the dark caption

    wall.evaluate(RIM_THROUGH_THE_FLAG, False)
    assert wall.evaluate(FIRST_FLAG)[0] == "hidden"
    wall.evaluate(RIM_THROUGH_THE_FLAG, True)
    assert wall.evaluate(FIRST_FLAG) == ["visible", True]

    wall.locator(".res ul").evaluate("(list, rows) => list.innerHTML = rows", ENDED)
    for name in wall.locator(".res li > *").all():
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), name.inner_text()


FILLS_ITS_PLACE = """() => {
  const [place, table] = [".stage", "#ground"].map((part) => document.querySelector(`.big ${part}`));
  const [shown, all] = [place, table].map((one) => one.getBoundingClientRect());
  const wide = all.left <= shown.left + 1 && all.right >= shown.right - 1;
  return wide && all.top <= shown.top + 1 && all.bottom >= shown.bottom - 1;
}"""
"""The large picture shows nothing beyond the table, which is larger."""


CODE_IN_TILE = """() => {
  const [tile, code] = [".wt.small", ".wt.small .code"].map((of) => document.querySelector(of).getBoundingClientRect());
  return code.height > 0 && code.bottom <= tile.bottom;
}"""
"""The last line of a tile stands within it; asked in one go, since the wall replaces its tiles."""


def test_a_phone_shows_the_whole_of_each_table_of_the_wall(club: Club, people: People) -> None:
    codes = []
    for name in ("firefight", "going"):
        setting = club.table(name)
        alice = Player(setting.seat(people, "Alice"))
        alice.is_live()
        alice.choose("Show it in the lobby")
        alice.is_live()
        codes.append(setting.code)
    phone = people.open_phone("Wall", f"{club.server.url}/wall/?only={codes[0]}&only={codes[1]}")
    tile = phone.locator(".wt.small")
    expect(tile).to_have_count(1)
    phone.wait_for_function(CODE_IN_TILE)
    afar = people.open("Afar", phone.url, viewport=TELEVISION)
    afar.locator(".wt.small").wait_for()
    assert afar.evaluate(NAMES_IN_TILE, LONG_NAMES)
    afar.set_viewport_size({"width": 1920, "height": 760})
    afar.wait_for_function(FILLS_ITS_PLACE)


PICTURES = """() => [...document.querySelectorAll(".wt.small")].map((tile) => {
  const [picture, map, all] = [tile.querySelector(".board"), tile.querySelector(".map"), tile].map(
    (part) => part.getBoundingClientRect());
  const words = [...tile.querySelectorAll("h2, .wp li span:not(.sg, .sr), .code span")];
  const whole = words.every((one) => one.scrollWidth <= one.clientWidth);
  const fills = picture.width >= map.width - 1 || picture.height >= map.height - 1;
  return [whole && fills && picture.bottom <= all.bottom, Math.round((100 * map.width) / all.width)];
})"""
"""Of each small tile whether all words are read and its picture fills its place, and how wide that is in percent."""


def test_small_pictures_on_the_wall_have_the_room_that_words_leave(club: Club, people: People) -> None:
    codes = []
    for name in ("firefight", "going", "charge"):
        setting = club.table(name)
        alice = Player(setting.seat(people, "Alice"))
        alice.is_live()
        alice.choose("Show it in the lobby")
        alice.is_live()
        codes.append(setting.code)
    wall = people.open("Wall", f"{club.server.url}/wall/?only={codes[0]}&only={codes[1]}", viewport=TELEVISION)
    wall.locator(".wt.small").wait_for()
    (alone,) = wall.evaluate(PICTURES)
    assert alone[0]
    assert alone[1] > 90
    wall.goto(f"{wall.url}&only={codes[2]}")
    expect(wall.locator(".wt.small")).to_have_count(2)
    for fits, percent in wall.evaluate(PICTURES):
        assert fits
        assert 40 < percent < 60


def test_a_phone_without_a_connection_is_told_so_and_comes_back_by_itself(club: Club, people: People) -> None:
    phone = people.open("Charlie", club.server.url, viewport=PHONE, has_touch=True, is_mobile=True)
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.context.set_offline(True)
    phone.goto(f"{club.server.url}/scenarios/")
    expect(phone.get_by_role("heading", name="No connection to the table")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_role("heading", level=1, name=re.compile("Scenarios|Battlefields"))).to_be_visible()
