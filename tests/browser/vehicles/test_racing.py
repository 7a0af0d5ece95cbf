"""A race: speeds are set, courses drawn on the board, gates passed, and the first over the finish wins."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.at_table import Player, Ruler, gather, said
from tests.browser.conftest import Club
from tests.browser.people import PHONE, People

BIRCH = Ruler(unit="Birch Rifles", at=(2, 5.4))

LAP = ((33, 23), (33, 14), (22, 10), (14, 18), (20, 26), (40, 26))
"""Where the racer is sent, turn by turn: each time the tightest turn, then straight, twelve inches in all."""


def press(player: Player, at: tuple[float, float]) -> None:
    """Press on the board at a place in inches."""
    player.lies_still()
    left, top = player.place(BIRCH.unit)
    scale = player.pixels_an_inch()
    player.page.mouse.click(left + (at[0] - BIRCH.at[0]) * scale, top + (at[1] - BIRCH.at[1]) * scale)


def test_a_lap_is_driven_by_clicking_and_the_first_over_the_finish_wins(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * len(LAP))
    table = gather(people, club.table("race"))
    alice, bob = table.alice, table.bob
    gates = {1: "the east gate", 2: "the north gate", 4: "the west gate"}
    for turn, place in enumerate(LAP):
        alice.activate("A1 Ash Racer", 1)
        alice.act("Drive").click()
        expect(alice.plan).to_contain_text(said("Drive 12″ of 12″"))
        expect(alice.plan).to_contain_text("radius 6″ or more")
        press(alice, place)
        alice.is_answered()
        alice.commit("Commit drive")
        if turn in gates:
            for one in table.readers:
                one.sees(f"Ash Racer passes {gates[turn]}")
        if turn == len(LAP) - 1:
            break
        bob.end_activation()
    for one in table.readers:
        one.sees("Ash Racer passes the finish")
    expect(alice.dock).to_contain_text("Ash Racer is first over the finish")


IS_STRUCK = """word => {
  const { left, right, top, bottom } = word.getBoundingClientRect();
  return [...document.querySelectorAll("#preview .path")].some((line) => {
    const points = Array.from({ length: line.getTotalLength() }, (_, n) => line.getPointAtLength(n));
    const onScreen = points.map((point) => point.matrixTransform(line.getScreenCTM()));
    return onScreen.some(({ x, y }) => x > left && x < right && y > top && y < bottom);
  });
}"""


def test_a_course_that_crosses_a_gate_leaves_its_word_to_be_read(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    alice = Player(club.table("race").seat(people, "Alice"))
    finish = alice.page.get_by_role("img", name="the finish")
    word, middle = finish.locator("rect"), re.compile(r"^translate\(240(\.0)? 260(\.0)?\)$")
    expect(finish.locator("> g")).to_have_attribute("transform", middle)
    alice.activate("A1 Ash Racer", 1)
    alice.act("Drive").click()
    expect(alice.page.locator("#preview .path")).to_have_count(1)
    alice.page.wait_for_function(f"word => !({IS_STRUCK})(word)", arg=word.element_handle())
    alice.page.keyboard.press("Escape")
    expect(finish.locator("> g")).to_have_attribute("transform", middle)


def test_a_speed_is_chosen_within_its_limits_and_the_turn_follows_it(club: Club, people: People) -> None:
    club.tell_dice(activation=[1])
    page = club.table("race-phone").seat(people, "Alice", viewport=PHONE, has_touch=True, is_mobile=True)
    alice = Player(page)
    alice.activate("A1 Ash Racer", 1)
    alice.act("Drive").click()
    expect(alice.plan).to_contain_text("6″ in reverse to 12″")
    expect(page.locator("#preview .ghost-r")).to_be_in_viewport()
    slider = alice.plan.get_by_role("slider", name="Speed")
    slider.fill("8")
    expect(alice.plan).to_contain_text(said("Drive 8″ of 8″"))
    expect(alice.plan).to_contain_text("radius 4″ or more")
    bends = alice.plan.get_by_role("button", name=re.compile("^(Hard|Straight|Faster|Stop)"))
    assert all(is_large_enough(bend) for bend in bends.all()), "a thumb misses them"
    alice.plan.get_by_role("button", name="Hard left").click()
    expect(alice.plan).to_contain_text("turns 115°")
    alice.commit("Commit drive")
    page.get_by_role("button", name=re.compile("^Log and chat")).click()
    alice.sees("Ash Racer goes at 8″")


def is_large_enough(button: Locator) -> bool:
    """For a thumb."""
    box = button.bounding_box()
    return box is not None and box["height"] >= 44


def test_a_race_is_set_up_as_one_and_nothing_of_that_counts_as_changed(club: Club, people: People) -> None:
    page = people.open("Alice", f"{club.server.url}/tables/open")
    page.get_by_role("radio", name=re.compile("Cinder Ring")).check()
    page.get_by_role("button", name="Next: rules").click()
    expect(page.get_by_role("radio", name=re.compile("Street Race"))).to_be_checked()
    expect(page.locator("#fine-summary")).to_contain_text("all as usual")
    page.locator(".crumbs").get_by_text("Seats").click()
    expect(page.get_by_role("checkbox", name="I play Runners")).to_be_visible()
    expect(page.get_by_role("checkbox", name="I play Wardens")).to_be_visible()
