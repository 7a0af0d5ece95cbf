"""Spectators look back while the battle goes on, jump to live, and react."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.at_table import Player, Watcher, gather
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People
from tests.servers import wait_until

HAND: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
NOTES = """() => {
  window.shown = "";
  const pointing = document.getElementById("pointing");
  const pings = () => (pointing.querySelector(".ping")?.checkVisibility() ? "ping" : "");
  const note = () => (window.shown += pointing.textContent + pings());
  new MutationObserver(note).observe(pointing, { childList: true, subtree: true });
}"""
"""What others point at is gone after some seconds: a busy machine has to note it meanwhile."""


def test_a_spectator_looks_back_while_the_game_goes_on_and_jumps_to_live(club: Club, people: People) -> None:
    table = gather(people, club.table("going"))
    alice, watcher = table.alice, table.charlie
    club.tell_dice(activation=[2] * 4)
    page = watcher.page
    stood = page.locator("#unit-a2")
    expect(stood).to_have_count(1)
    expect(page.get_by_role("button", name="Jump to live")).to_be_hidden()

    before = page.locator("#log .entry").last
    acts = page.locator("#log .entry").count()
    before.locator(".who").click()
    expect(page.get_by_text(f"{acts - 1} acts behind.")).to_be_visible()
    expect(stood).to_have_count(0)
    alice.activate("A2 Ash Climbers", 1)
    expect(page.get_by_text(f"{acts} acts behind.")).to_be_visible()
    expect(page.locator("#log .entry")).to_have_count(acts)
    expect(stood).to_have_count(0)

    ouch = page.get_by_role("button", name="Ouch")
    ouch.click()
    expect(ouch).to_have_attribute("aria-pressed", "true")
    expect(before.locator(".reacted")).to_contain_text("1")
    expect(alice.page.locator(f"#{before.get_attribute('id')} .reacted")).to_contain_text("1")

    page.keyboard.press("l")
    expect(page.get_by_role("button", name="Jump to live")).to_be_hidden()
    watcher.sees("Ash Climbers activates on 1 die")
    expect(page.locator("#log .entry.cur")).to_have_count(0)
    expect(stood).to_have_count(1)
    alice.finish()
    alice.activate("A3 Ash Watch", 1)
    watcher.sees("Ash Watch activates on 1 die")


def test_nothing_to_press_lies_below_the_low_window_of_a_laptop(club: Club, people: People) -> None:
    page = club.table("going").spectator(people, viewport={"width": 1280, "height": 560})
    expect(page.locator("#log .entry").first).to_be_visible()
    foot = page.get_by_role("region", name="Look back and react")
    for _ in range(2):
        for wide in (760, 1024, 1280, 1366, 1440):
            page.set_viewport_size({"width": wide, "height": 560})
            for button in foot.get_by_role("button").filter(visible=True).all():
                expect(button).to_be_in_viewport(ratio=1)
        page.keyboard.press(",")
        expect(page.get_by_role("button", name="Jump to live")).to_be_visible()


def test_what_may_be_answered_is_said_above_the_log(club: Club, people: People) -> None:
    table = gather(people, club.table("charge"))
    club.tell_dice(activation=[2, 3])
    table.alice.activate("A1 Ash Brawlers", 2)
    table.alice.aim("Charge", "Birch Rifles")
    table.alice.commit()
    answers = table.charlie.page.get_by_role("list", name="Answers")
    expect(answers.get_by_role("listitem")).to_have_count(3)
    expect(answers).to_contain_text("Stand and fire two dice at 4 or less: 8/9 (89%) to fire")
    table.bob.answer("How does Birch Rifles react?", "Hold")
    expect(answers.filter(has_text="Stand and fire")).to_have_count(0)


def test_on_a_phone_an_onlooker_reads_for_whom_all_wait_and_the_time_to_answer(club: Club, people: People) -> None:
    setting = club.table("charge")
    table = gather(people, setting)
    alice = table.alice
    phone = setting.spectator(people, **HAND)
    alice.button("Table menu").click()
    alice.page.get_by_label("Time to answer").select_option("90 s")
    expect(phone.locator("[data-answer-s]")).to_be_attached()
    alice.page.keyboard.press("Escape")
    now = phone.get_by_role("region", name="Now")
    expect(now).to_be_hidden()
    club.tell_dice(activation=[2, 3])
    alice.activate("A1 Ash Brawlers", 2)
    alice.aim("Charge", "Birch Rifles")
    alice.commit()
    heading, clock = now.get_by_role("heading", name="Waiting for Bob"), now.get_by_role("timer")
    expect(heading).to_be_in_viewport(ratio=1)
    expect(clock).to_contain_text("of 1:30 left to answer")
    expect(now).to_contain_text("How does Birch Rifles react?")
    expect(now.get_by_role("list", name="Answers")).to_be_hidden()
    for lies in (PHONE, {"width": 360, "height": 640}, {"width": 844, "height": 390}):
        phone.set_viewport_size(lies)
        for part in (heading, clock, phone.get_by_role("tab", name="Chat"), phone.get_by_role("button", name="Rules")):
            expect(part).to_be_in_viewport(ratio=1)
    for button in phone.get_by_role("region", name="Log and chat").get_by_role("tab").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    phone.get_by_role("button", name="Earlier act").click()
    expect(now).to_be_hidden()
    phone.get_by_role("button", name="Jump to live").click()
    expect(heading).to_be_visible()
    table.bob.answer("How does Birch Rifles react?", "Hold")
    expect(heading).to_be_hidden()


def test_the_host_sets_a_delay_and_takes_it_off(club: Club, people: People) -> None:
    setting = club.table("late")
    alice = setting.seat(people, "Alice")
    player = Player(alice)
    reader = people.open("Emma", setting.url("watch"))
    frames: list[str] = []
    reader.on("websocket", lambda socket: socket.on("framereceived", lambda expected: frames.append(str(expected))))
    reader.reload()
    expect(reader.locator("#unit-a1")).to_be_attached()
    alice.get_by_role("button", name="Table menu").click()
    alice.get_by_label("Spectators see it").select_option("30")
    expect(reader.locator(".behind")).to_contain_text("behind the table")
    alice.keyboard.press("Escape")
    expect(alice.get_by_label("Spectators see it")).to_be_hidden()
    expect(alice.get_by_role("button", name="Table menu")).to_be_focused()
    phone = setting.spectator(people, **HAND)
    place = "one => one.getBoundingClientRect().y + one.getBoundingClientRect().height / 2"
    score, seat = phone.locator("#scores"), phone.get_by_role("link", name="Take a seat")
    assert seat.evaluate(place) == pytest.approx(score.evaluate(place), abs=4)
    club.tell_dice(activation=[1] * 2)
    player.activate("A1 Ash Rifles", 2)
    expect(alice.locator("#log")).to_contain_text("Ash Rifles activates on 2 dice")
    assert "activates on 2 dice" not in reader.locator("#log").inner_text()
    assert not any("activates on 2 dice" in expected for expected in frames)
    alice.get_by_role("button", name="Table menu").click()
    alice.get_by_label("Spectators see it").select_option("0")
    expect(reader.locator("#log")).to_contain_text("Ash Rifles activates on 2 dice")


def test_everybody_sees_a_ruler_and_a_ping_while_they_last(club: Club, people: People) -> None:
    table = gather(people, club.table("going"))
    alice = table.alice.page
    box = alice.locator("#board-svg").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    others = [one.page for one in (table.bob, table.charlie, table.screen)]
    for page in [*others, alice]:
        page.evaluate(NOTES)

    alice.keyboard.press("r")
    alice.mouse.move(x, y)
    alice.mouse.down()
    alice.mouse.move(x + 120, y + 20, steps=4)
    length = alice.locator("#ruler text").text_content()
    for page in others:  # a hand that rests has shown its last place
        wait_until(lambda page=page: page.evaluate(f"window.shown.includes('Alice {length}')"), "the ruler")
    alice.mouse.up()
    expect(alice.locator("#pointing .pointed")).to_be_hidden()
    alice.keyboard.press("v")
    for page in others:
        expect(page.locator("#pointing .pointed")).to_have_count(0)

    alice.keyboard.press("p")
    alice.mouse.click(x + 40, y + 60)
    for page in [*others, alice]:
        wait_until(lambda page=page: page.evaluate("window.shown.includes('ping')"), "the ping")
    for page in others:
        expect(page.locator("#pointing .ping")).to_have_count(0)

    table.alice.choose("Keep my ruler to myself")
    alice.get_by_role("button", name="Ruler (R)").click()
    alice.mouse.move(x, y)
    alice.mouse.down()
    alice.mouse.move(x + 90, y + 50, steps=4)
    alice.mouse.up()
    expect(alice.locator("#measure")).to_be_visible()
    for page in others:
        expect(page.locator("#pointing .pointed")).to_have_count(0)


def test_who_has_dropped_out_is_away_on_a_phone_as_well(club: Club, people: People) -> None:
    setting = club.table("firefight")
    alice = setting.seat(people, "Alice", **HAND)
    charlie = setting.spectator(people, **HAND)
    for phone in (alice, charlie):
        away = phone.locator(".gone:visible", has_text="away").filter(has=phone.locator(".side-b"))
        expect(away).to_have_count(1)
        wait_until(lambda away=away: away.evaluate(LIES_ON) == [], "all beside who is away")


LIES_ON = """(away) => {
  const room = away.getBoundingClientRect();
  const apart = (box) =>
    !box.width || box.right <= room.left || box.left >= room.right || box.bottom <= room.top || box.top >= room.bottom;
  const others = [...document.querySelectorAll("#tracker .step, #scores, .appbar .btn")];
  return others.map((other) => other.getBoundingClientRect()).filter((box) => !apart(box));
}"""
"""What of the head lies on an element, as it stands at one moment: the head is drawn again at any other."""


def test_nothing_runs_while_nothing_moves(club: Club, people: People) -> None:
    setting = club.table("going")
    counts = """() => new Promise((done) => {
      let frames = 0;
      const real = window.requestAnimationFrame;
      window.requestAnimationFrame = (does) => { frames += 1; return real.call(window, does); };
      setTimeout(() => done([frames, document.getAnimations().length]), 1500);
    })"""
    for path in ("watch", "screen", "stream", "text"):
        page = people.open("Charlie", setting.url(path))
        expect(page.locator("#conn .word").first).to_have_text("Live")
        wait_until(lambda page=page: page.evaluate(counts) == [0, 0], f"{path} at rest")


def test_on_a_phone_the_name_of_the_table_stands_in_the_head_where_there_is_room(club: Club, people: People) -> None:
    setting = club.table("going")
    for name in ("Alice", "Bob"):
        Player(setting.seat(people, name)).is_live()
    phone = setting.spectator(people, **HAND)
    place = "one => one.getBoundingClientRect().y + one.getBoundingClientRect().height / 2"
    expect(phone.locator(".gone:visible")).to_have_count(0)
    name, seat = phone.locator(".appbar .scn"), phone.get_by_role("link", name="Take a seat")
    expect(name).to_be_visible()
    for one in (name, seat):
        assert one.evaluate(place) == pytest.approx(phone.locator("#scores").evaluate(place), abs=4)
    assert name.evaluate("one => one.scrollHeight <= one.clientHeight + 1 && one.clientWidth >= 60")


def test_on_a_phone_the_board_follows_the_act_until_the_whole_table_is_wanted(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    setting = club.table("going")
    alice = Player(setting.seat(people, "Alice"))
    watcher = Watcher(setting.spectator(people, **HAND))
    alice.is_live()
    alice.activate("A3 Ash Watch", 1)
    watcher.sees("Ash Watch activates on 1 die")
    button = watcher.page.get_by_role("button", name="Fit table (0)")
    sheet = watcher.page.locator("#sheet").bounding_box()
    seen = watcher.page.locator("#unit-a3 [data-model]").first.bounding_box()
    assert sheet["y"] <= seen["y"] <= sheet["y"] + sheet["height"]
    near = watcher.view_width()
    board = alice.page.locator("#board-svg").bounding_box()
    assert board is not None
    beyond = watcher.page.locator(".beyond")
    expect(beyond).to_be_hidden()
    for corner in (0.08, 0.92):  # one of them is not near those who act
        alice.page.keyboard.press("p")
        alice.page.mouse.click(board["x"] + board["width"] * corner, board["y"] + board["height"] * corner)
        expect(watcher.page.locator("#pointing .ping").last).to_be_attached()
    expect(beyond).to_have_text("Alice here")
    at, room = beyond.bounding_box(), watcher.page.locator("#sheet").bounding_box()
    assert at is not None
    assert room["x"] <= at["x"] <= at["x"] + at["width"] <= room["x"] + room["width"]
    assert room["y"] <= at["y"] <= at["y"] + at["height"] <= room["y"] + room["height"]
    expect(beyond).to_be_hidden()  # with the ping
    button.tap()
    wait_until(lambda: watcher.view_width() > near, "the whole table")
    button.tap()
    wait_until(lambda: watcher.view_width() == near, "the act again")


def test_those_who_look_on_see_who_acts_and_on_a_phone_whom_it_aims_at(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    setting = club.table("firefight")
    alice = Player(setting.seat(people, "Alice"))
    alice.is_live()
    hand, screen = Watcher(setting.spectator(people, **HAND)), setting.screen(people)
    alice.activate("A1 Ash Rifles", 1)
    yellow = "getComputedStyle(document.querySelector('#unit-a1 .coh')).fill"
    plain = "getComputedStyle(document.querySelector('#unit-a2 .coh')).fill"
    for page in (hand.page, screen):
        expect(page.locator(".unit .in-hand")).to_have_count(1)
        assert page.evaluate(yellow) != page.evaluate(plain)
    alice.aim("Shoot", "Birch Rifles")
    alice.commit()
    hand.sees("Ash Rifles fires")
    sheet = hand.page.locator("#sheet").bounding_box()
    for unit in ("a1", "b1"):
        wait_until(lambda unit=unit: _stands_in(hand, unit, sheet), f"{unit} in sight")
    later = Watcher(setting.spectator(people, **HAND))
    later.sees("Ash Rifles fires")
    expect(later.page.locator(".entry").first).to_have_attribute("data-units", "a1 b1")
    sheet = later.page.locator("#sheet").bounding_box()
    for unit in ("a1", "b1"):
        wait_until(lambda unit=unit: _stands_in(later, unit, sheet), f"{unit} in sight of who comes later")


def _stands_in(watcher: Watcher, unit: str, sheet: Any) -> bool:
    bases = [base.bounding_box() for base in watcher.page.locator(f"#unit-{unit} [data-model]").all()]
    left, right = min(box["x"] for box in bases), max(box["x"] + box["width"] for box in bases)
    return sheet["x"] <= left and right <= sheet["x"] + sheet["width"]


LIE_APART = """() => {
  window.apart = [];
  const look = () => {
    setTimeout(look, 100);
    const drawn = ["#unit-a1 .flag .z", ".trail"].map((css) => document.querySelector(css)?.getBoundingClientRect());
    const [flag, trail] = drawn;
    if (!trail) return;
    const beside = flag.right < trail.left || flag.left > trail.right;
    window.apart.push(beside || flag.bottom < trail.top || flag.top > trail.bottom);
  };
  look();
}"""
"""Notes whether the flag stands beside the way that has been gone, as long as one is drawn."""


def test_a_flag_stands_aside_of_the_way_that_is_drawn_without_motion(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    setting = club.table("firefight")
    alice, watcher = Player(setting.seat(people, "Alice")), Watcher(setting.spectator(people))
    alice.is_live()
    alice.activate("A1 Ash Rifles", 1)
    watcher.page.evaluate(LIE_APART)
    alice.act("Move").click()
    alice.drag("Ash Rifles", inches=(0, 4))
    alice.commit()
    watcher.sees("Ash Rifles moves")
    wait_until(lambda: len(watcher.page.evaluate("window.apart")) > 5, "the way")
    assert all(watcher.page.evaluate("window.apart")[2:])
