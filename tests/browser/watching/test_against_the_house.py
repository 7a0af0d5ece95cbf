"""Against the house: from the first page to the first act, its pace, its advice, and a player who drops out."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Club
from tests.browser.people import People

BELOW = """(pair) => {
  const [above, below] = pair.map((which) => document.querySelector(which).getBoundingClientRect());
  return above.bottom <= below.top;
}"""


def sit_down(people: People, club: Club, **window: object) -> Page:
    page = people.open("Nell", club.server.url, **window)
    page.get_by_role("button", name="Play against the house").first.click()
    expect(page.locator("#commit")).to_be_visible()
    return page


def test_a_newcomer_acts_with_the_first_enter_and_the_house_answers_when_it_is_told_to(
    club: Club, people: People
) -> None:
    page = sit_down(people, club)
    house = page.get_by_role("region", name=re.compile("The house, for"))
    expect(house.get_by_text("Bold: Presses on")).to_be_visible()
    entries = page.locator("#log .entry")
    before = entries.first.get_attribute("id") or ""
    page.keyboard.press("Enter")
    expect(page.locator(f"#{before} >> xpath=preceding-sibling::article").first).to_be_attached()
    expect(page.locator("#commit")).to_have_count(0)
    house.get_by_role("button", name="Wait for me").click()
    expect(house.get_by_role("button", name="Wait for me")).to_have_attribute("aria-pressed", "true")

    page.get_by_role("button", name="End activations", exact=True).click()  # in one line, below the advice
    expect(page.locator("#commit")).to_be_visible()
    page.keyboard.press("Enter")
    reasons = page.locator("#log .reason")
    following = page.get_by_role("button", name="Next")
    for _ in range(6):  # it may have to answer first, or roll without a reason to give
        expect(following).to_be_visible()
        if reasons.count():
            break
        newest = entries.first.get_attribute("id")
        page.keyboard.press(" ")
        expect(entries.first).not_to_have_attribute("id", newest or "")
    expect(reasons.first).to_have_text(re.compile(r"best of \d|\w+ way out"))  # what it does hangs on its dice


def test_advice_is_asked_for_by_a_key_and_its_best_option_is_planned(club: Club, people: People) -> None:
    page = sit_down(people, club)
    page.keyboard.press("Escape")
    expect(page.locator("#commit")).to_have_count(0)
    page.keyboard.press("h")
    advice = page.get_by_role("region", name="What would you do?")
    expect(advice.get_by_role("listitem").first).to_be_visible()
    advice.get_by_role("button", name="Plan it").first.click()
    expect(page.locator("#commit")).to_be_visible()
    expect(advice).to_be_hidden()


def test_the_house_plays_for_who_has_dropped_out_until_they_are_back(club: Club, people: People) -> None:
    club.tell_dice()
    setting = club.table("host")
    alice, bob = setting.seat(people, "Alice"), setting.seat(people, "Bob")
    people.expect_noise(r"403 \(Forbidden\)")
    alice.get_by_role("button", name="Table menu").click()
    alice.get_by_role("button", name="Invite and seats").click()
    seats = alice.get_by_role("list", name="Seats")
    taking = seats.get_by_role("button", name="Let the house play for Bob")
    taking.click()
    seats.get_by_role("button", name="Really let the house play?").click()
    expect(alice.get_by_role("region", name=re.compile("The house, for"))).to_be_visible()

    expect(bob).to_have_url(re.compile("/watch"))  # his page goes there by itself, and would come in the way
    bob.goto(setting.url("join"))
    expect(bob.get_by_text("and stands up for you")).to_be_visible()
    bob.get_by_role("radio", name=re.compile("stands up for you")).check()
    bob.get_by_label("Name at the table").fill("Bob")
    bob.get_by_role("button", name="Take this seat").click()
    expect(bob.get_by_role("region", name="Unit in hand")).to_be_visible()
    expect(alice.get_by_role("region", name=re.compile("The house, for"))).to_have_count(0)


def test_beside_the_button_stands_what_one_sits_down_to(club: Club, people: People) -> None:
    page = people.open("Nell", f"{club.server.url}/house")
    summary = page.get_by_role("complementary", name="Sit down")
    seats = summary.get_by_role("listitem")
    page.get_by_role("radio", name=re.compile("Lockhouse Lane")).check()
    expect(summary.get_by_role("heading", name="Lockhouse Lane, from the start")).to_be_visible()
    expect(summary).to_contain_text("on foot, 40 min")
    expect(seats).to_have_text([re.compile("Northmarch, you"), re.compile("Saltmere, Bold, the house")])
    page.get_by_role("radio", name=re.compile("Saltmere")).check()
    page.get_by_role("radio", name=re.compile("Steady")).check()
    expect(seats).to_have_text([re.compile("Northmarch, Steady, the house"), re.compile("Saltmere, you")])
    page.get_by_role("radio", name=re.compile("Carrow Quarry")).check()
    expect(seats.first).to_contain_text("Carrow Guard")


def test_advice_stands_below_the_panel_of_the_house_and_leaves_the_log_its_tabs(club: Club, people: People) -> None:
    page = sit_down(people, club)
    house = page.get_by_role("region", name=re.compile("The house, for"))
    details = page.locator("#plan > .details")
    lies = "one => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom]"
    for size in ({"width": 1440, "height": 900}, {"width": 1280, "height": 720}, {"width": 1920, "height": 1080}):
        page.set_viewport_size(size)
        tabs = page.get_by_role("tablist", name="Log, chat, text")
        expect(details).to_be_visible()
        page.wait_for_function(BELOW, arg=["#plan > .details", ".views"])
        page.keyboard.press("h")
        advice = page.get_by_role("region", name="What would you do?")
        expect(advice.get_by_role("button", name="Plan it").first).to_be_focused()
        expect(details).to_be_hidden()
        expect(house.get_by_role("button", name="Wait for me")).to_be_in_viewport(ratio=1)
        page.wait_for_function(BELOW, arg=["#advice", ".views"])
        expect(tabs).to_be_in_viewport(ratio=1)
        assert advice.evaluate(lies)[0] >= house.evaluate(lies)[1] - 1
        page.keyboard.press("Escape")
        expect(advice).to_be_hidden()
