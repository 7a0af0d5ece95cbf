"""A turn by touch: the board frames the unit in hand and its target, tools float on it, the chat says that it came."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.at_table import Player, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People
from tests.servers import wait_until

SHOWN = """(stage) => {
  stage.hidden = false;  // they may have gone by now
  const box = stage.getBoundingClientRect().toJSON();
  stage.hidden = true;
  return box;
}"""
SMALL, LYING = {"width": 360, "height": 640}, {"width": 844, "height": 390}


def box_of(one: Locator) -> dict[str, float]:
    box = one.bounding_box()
    assert box is not None
    return dict(box)


def is_within(inner: dict[str, float], outer: dict[str, float]) -> bool:
    return (
        outer["x"] - 1 <= inner["x"]
        and outer["y"] - 1 <= inner["y"]
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def sheet_of(page: Page) -> dict[str, float]:
    return box_of(page.locator("#sheet"))


NOTES_WHAT_IS_SAID = """() => new MutationObserver(() => {
  const said = document.querySelector(".just-said");
  if (said?.textContent.includes("Well shot")) window.saidTo = said.getBoundingClientRect().bottom;
}).observe(document.getElementById("board"), { childList: true })"""
"""It stands there for some seconds only: where its lower rim is is kept for whoever asks later."""


def test_a_turn_is_played_by_touch(club: Club, people: People) -> None:
    club.tell_dice(activation=[2, 2], to_hit=[6] * 10)
    setting = club.table("phone-turn")
    alice = Player(setting.seat(people, "Alice", viewport=PHONE, has_touch=True, is_mobile=True))
    bob = Player(setting.seat(people, "Bob"))
    alice.is_live()
    page = alice.page
    alice.own("A1 Ash Rifles").tap()
    page.get_by_role("radio", name=said("2 dice")).check()
    alice.plan.get_by_role("button", name=said("Roll 2 dice")).tap()
    expect(bob.dock).to_contain_text(said("Ash Rifles may act twice, 12″ from Birch Rifles"))
    alice.act("Move").tap()
    alice.plan.get_by_role("button", name="Cancel").tap()  # what is given up holds no camera
    alice.act("Shoot").tap()
    alice.is_answered()
    expect(page.locator(".unit.tgt")).to_have_count(1)  # the nearest target is looked at first
    alice.is_answered()
    expect(alice.act("Shoot")).to_be_in_viewport()
    for unit in ("Ash Rifles", "Birch Rifles"):
        model = alice.token(unit).locator("[data-model]").first
        assert is_within(box_of(model), sheet_of(page)), f"{unit} is out of sight"
    alice.commit()
    bob.sees("Ash Rifles", "0 hits")
    dice, board = page.locator("#dice-stage").evaluate(SHOWN), sheet_of(page)
    assert dice["y"] >= board["y"] + board["height"] * 0.75, "the dice lie on the board"

    # What dice have shown is asked back with one tap beside "Finish", and the asking withdrawn.
    page.keyboard.press("Escape")
    back, finish = page.get_by_role("button", name="Take back", exact=True), box_of(alice.act("Finish"))
    assert abs(box_of(back)["y"] - finish["y"]) < 1
    back.tap()
    page.get_by_role("button", name="Withdraw").tap()
    expect(page.get_by_role("button", name="Withdraw")).to_have_count(0)

    # In hand alone, a model is large enough for a finger to find.
    alice.own("A2").tap()
    alice.own("A1").tap()
    base = box_of(alice.token("Ash Rifles").locator("[data-model]").first)
    assert min(base["width"], base["height"]) >= 14

    # A thumb makes the way longer; the models stay as large.
    alice.act("Move").tap()
    for _ in range(4):
        page.get_by_role("button", name="Longer by ¼″").tap()
    expect(alice.plan).to_contain_text(said("Move 1″ of 4″"))
    base = box_of(alice.token("Ash Rifles").locator("[data-model]").first)
    assert min(base["width"], base["height"]) >= 14
    assert is_within(box_of(alice.plan.get_by_role("button", name="Commit move")), {"x": 0, "y": 0, **PHONE})

    # The round handle pulls it on, and the ghost stays in sight beside the finger.
    pull(page, page.locator(".thumb"), 24)
    expect(alice.plan).not_to_contain_text(said("Move 1″ of 4″"))
    expect(alice.plan).to_contain_text(said("of 4″"))

    # Distance and direction can be typed as well; what is none is said, and nothing is lost.
    length, bearing = page.get_by_role("textbox", name="Distance"), page.get_by_role("textbox", name="Direction")
    for typed in ("2 1/2", "2½", "2.5″"):
        length.fill("1")
        length.press("Enter")
        expect(alice.plan).to_contain_text(said("Move 1″ of 4″"))
        length.fill(typed)
        length.press("Enter")
        expect(alice.plan).to_contain_text(said("Move 2½″ of 4″"))
    bearing.fill("180")
    bearing.press("Enter")
    expect(alice.plan.get_by_role("button", name="Commit move")).to_have_attribute(
        "data-action", re.compile(r'"at": ?\[16\.0,10\.5\]')
    )
    length.fill("a bit")
    length.press("Enter")
    expect(length).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#announce")).to_contain_text("3.5, 3½ or 3 1/2")
    length.fill("99999")
    length.press("Enter")
    expect(length).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#announce")).to_contain_text("No table is as long as that")
    expect(alice.plan).to_contain_text(said("Move 2½″ of 4″"))
    alice.plan.get_by_role("button", name="Cancel").tap()

    # Two fingers bring the board closer.
    width, middle = alice.view_width(), sheet_of(page)
    pinch(page, middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    wait_until(lambda: alice.view_width() < width * 0.7, "what is between two fingers, closer")
    page.get_by_role("button", name="Fit table (0)").tap()

    # Two taps bring the place closer, "Fit" shows the whole again.
    middle = sheet_of(page)
    near = (middle["x"] + 40, middle["y"] + middle["height"] - 30)
    width = alice.view_width()
    for _ in range(2):
        page.touchscreen.tap(*near)
    wait_until(lambda: alice.view_width() < width * 0.7, "the place closer")
    page.get_by_role("button", name="Fit table (0)").tap()
    wait_until(lambda: alice.view_width() >= width, "the whole again")

    # The ruler is on the board, and put away by the button that took it.
    ruler = page.get_by_role("button", name="Ruler (R)")
    ruler.tap()
    expect(ruler).to_have_attribute("aria-pressed", "true")
    ruler.tap()
    expect(ruler).to_have_attribute("aria-pressed", "false")

    # Somebody speaks: the button of the log counts it; the tabs are large enough to hit.
    page.evaluate(NOTES_WHAT_IS_SAID)
    bob.page.get_by_role("tab", name="Chat").click()
    bob.page.get_by_label("Message").fill("Well shot")
    bob.page.get_by_role("button", name="Send").click()
    opener = page.get_by_role("button", name="Log and chat, 1 unread")
    expect(opener).to_be_visible()
    assert (
        page.evaluate("window.saidTo") < box_of(alice.dock)["y"]
    )  # it was shown below the head, over nothing to press
    opener.tap()
    for tab in page.get_by_role("tablist", name="Log, chat, text").get_by_role("tab").all():
        assert box_of(tab)["height"] >= 44
        expect(tab).to_be_in_viewport(ratio=1)
    page.get_by_role("tab", name=re.compile("Chat")).tap()
    expect(page.get_by_role("log", name="Chat")).to_contain_text("Well shot")
    page.get_by_role("button", name="Close log and chat").tap()
    expect(page.get_by_role("button", name="Log and chat", exact=True)).to_be_visible()
    bob.page.get_by_label("Message").fill("And again")
    bob.page.get_by_role("button", name="Send").click()
    page.get_by_role("button", name="Log and chat, 1 unread").tap()  # the sheet is closed: it counts again
    expect(page.get_by_role("log", name="Chat")).to_contain_text("And again")
    page.get_by_role("button", name="Close log and chat").tap()
    expect(page.get_by_role("button", name="Log and chat", exact=True)).to_be_visible()

    for viewport in (SMALL, LYING):
        page.set_viewport_size(viewport)  # type: ignore[arg-type]
        assert_fits(page, alice, viewport)

    # Lying and closer, it plans as well: nothing on the page stumbles over the small map, for which no room is left.
    for _ in range(2):
        page.get_by_role("button", name="Zoom in (+)").tap()
    alice.act("Move").tap()
    page.get_by_role("button", name="Longer by ¼″").tap()
    expect(alice.plan).to_contain_text(said("Move ¼″ of 4″"))
    alice.is_answered()

    # Who may act next is pressed with a thumb, as all else is.
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    alice.plan.get_by_role("button", name="Cancel").tap()
    alice.finish()
    left = page.get_by_role("list", name="Units to activate").get_by_role("button")
    expect(left).to_have_count(1)
    assert box_of(left)["height"] >= 44


def test_whom_one_unit_aimed_at_keeps_the_board_from_no_other(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_hit=[6] * 10)
    alice = Player(club.table("phone-aimed").seat(people, "Alice", viewport=PHONE, has_touch=True, is_mobile=True))
    alice.is_live()
    page = alice.page
    alice.own("A1 Ash Rifles").tap()
    page.get_by_role("radio", name=said("1 die")).check()
    alice.plan.get_by_role("button", name=said("Roll 1 die")).tap()
    alice.act("Shoot").tap()
    alice.is_answered()
    target = alice.token("Birch Rifles").locator("[data-model]").first
    assert is_within(box_of(target), sheet_of(page))
    alice.commit()
    alice.own("A2 Ash Watch").tap()
    page.get_by_role("radio", name=said("1 die")).check()
    alice.plan.get_by_role("button", name=said("Roll 1 die")).tap()
    expect(alice.act("Move")).to_be_visible()
    alice.lies_still()
    assert is_within(box_of(alice.token("Ash Watch").locator("[data-model]").first), sheet_of(page))
    assert not is_within(box_of(target), sheet_of(page)), "whom A1 has shot at keeps the board away from A2"


def test_a_phone_that_is_cut_off_says_so_and_still_whose_turn_it_is(club: Club, people: People) -> None:
    people.expect_noise(r"WebSocket|ERR_|object Event")  # what Chromium says of a line that is cut
    bob = Player(club.table("phone-cut").seat(people, "Bob", viewport=SMALL, has_touch=True, is_mobile=True))
    bob.is_live()
    bob.page.context.set_offline(True)
    bob.is_cut_off()
    expect(bob.banner).to_contain_text("Actions wait until you are back.")
    turn = bob.page.get_by_role("group", name="Turn tracker").locator("strong + span")
    expect(turn).to_have_text("to act")
    said_at, line_at = turn.bounding_box(), bob.connection.bounding_box()
    assert said_at is not None
    assert line_at is not None
    assert said_at["x"] + said_at["width"] <= line_at["x"], "whose turn it is is cut"
    bob.page.context.set_offline(False)
    bob.is_live()


def drag(page: Page, *steps: tuple[tuple[float, float], ...]) -> None:
    """Fingers go down where the first step has them, along the others, and up."""
    line = page.context.new_cdp_session(page)

    def send(kind: str, at: tuple[tuple[float, float], ...] = ()) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    send("touchStart", steps[0])
    for step in steps[1:]:
        send("touchMove", step)
    send("touchEnd")
    line.detach()


def pull(page: Page, handle: Locator, by: float) -> None:
    """A finger takes the handle to the right."""
    box = box_of(handle)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    drag(page, *(((x + by * part, y),) for part in (0, 0.5, 1)))


def pinch(page: Page, x: float, y: float) -> None:
    """Two fingers go apart."""
    drag(page, *(((x - by, y), (x + by, y)) for by in (20, 35, 50, 65)))


def assert_fits(page: Page, player: Player, viewport: dict[str, int]) -> None:
    """Board and dock share the screen, and every action is on it."""
    screen = {"x": 0, "y": 0, **viewport}
    sheet, dock = sheet_of(page), box_of(player.dock)
    assert is_within(sheet, screen), f"{viewport}: the board"
    assert is_within(dock, screen), f"{viewport}: the dock"
    beside = sheet["x"] + sheet["width"] <= dock["x"] + 1
    above = sheet["y"] + sheet["height"] <= dock["y"] + 1
    assert beside or above, f"{viewport}: the dock covers the board"
    assert min(sheet["width"], sheet["height"]) >= 180, f"{viewport}: {sheet}"


def test_the_end_of_a_battle_leads_on_from_a_phone(club: Club, people: People) -> None:
    alice = Player(club.table("bots harrow-ford 3").seat(people, "Alice", viewport=PHONE))
    alice.is_live()
    alice.choose("Concede the battle")
    alice.button("Really concede?").click()
    for name in ("What decided it", "Rematch", "Save the log"):
        expect(alice.dock.get_by_role("link", name=name)).to_be_in_viewport()
