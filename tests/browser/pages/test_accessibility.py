"""axe finds nothing on any page, desk or phone, light or dark, nor while something is open on it."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import ASKS, Player, said
from tests.browser.axe import violations
from tests.browser.conftest import Club
from tests.browser.pages.test_armies import add, begin
from tests.browser.pages.test_reading import sample
from tests.browser.people import DESKTOP, PHONE, People
from tests.browser.vehicles.test_crusade import drive_on
from tests.visitors import row

pytestmark = pytest.mark.usefixtures("painted")

UNLIKE = """() => [...document.querySelectorAll("[aria-label]")]
  .filter((one) => one.matches("button, a, summary, [role=button], [role=tab]") && one.checkVisibility())
  .map((one) => [one.getAttribute("aria-label"), one.innerText ?? ""].map((text) => text.trim().replace(/\\s+/g, " ")))
  .filter(([label, seen]) => /[a-z]/i.test(seen) && !label.toLowerCase().startsWith(seen.toLowerCase()))
  .map(([label, seen]) => `"${seen}" is called "${label}"`)"""
"""Labels that do not start with what is seen."""
CLOSED = """() => [...document.querySelectorAll("dialog[id]")].map((dialog) => dialog.id)"""
DESK = {"viewport": DESKTOP}
HAND = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
WINDOWS = pytest.mark.parametrize("window", [pytest.param(DESK, id="desk"), pytest.param(HAND, id="phone")])
PAGES = (
    "/",
    "/tables/open",
    "/armies/",
    "/armies/libraries/",
    "/scenarios/",
    "/charts/",
    "/charts/rolls",
    "/charts/crusade",
    "/house",
    "/replays/",
    "/offline",
    "/rulebook/",
    "/rulebook/dice/",
    "/rulebook/switches/",
    "/rulebook/CRU-TURN/",
    "/rulebook/ARAP-ACT/",
    "/wall/",
    "/wall/pick",
    "/account/sign-in",
    "/account/sign-up",
)
AT_TABLE = ("", "watch", "screen", "stream", "text", "join", "dice")


def faults(page: Page, where: str, within: str = "") -> list[str]:
    """What axe finds in the light, and of colours in the dark; labels that do not start with what is seen.

    `within` is the part of the page that is looked at, where nothing else can be reached.
    """
    expect(page.locator(ASKS)).to_have_count(0)  # the answer to what was pressed is dimmed until it is here
    expect(page.locator("[data-waits][inert]")).to_have_count(0)  # nothing is read of a part that waits for scripts
    return [f"{where}: {each}" for each in [*violations(page, within), *page.evaluate(UNLIKE)]]


def in_every_hand(page: Page, where: str, within: str = "") -> list[str]:
    """The same page at a desk and in a hand: what differs is laid out again."""
    found = faults(page, f"{where}, desk", within)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    found += faults(page, f"{where}, phone", within)
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]
    return found


def visited(page: Page, url: str, path: str) -> list[str]:
    page.goto(url + path)
    expect(page.get_by_role("main").first).to_be_visible()
    return in_every_hand(page, path)


def opened(page: Page, *only: str) -> list[str]:
    """Each dialogue of the page, or those alone, opened as a button would, with all that folds in it."""
    found = []
    for dialog in only or page.evaluate(CLOSED):
        page.evaluate("id => document.getElementById(id).showModal()", dialog)
        page.evaluate("id => document.querySelectorAll(`#${id} details`).forEach((part) => (part.open = true))", dialog)
        found += faults(page, dialog, f"#{dialog}")
        page.evaluate("id => document.getElementById(id).close()", dialog)
    return found


def test_no_page_has_a_fault(club: Club, people: People) -> None:
    page = people.open("Charlie", club.server.url)
    army, place = f"/armies/{row('northmarch-rangers', 'army')}", f"/scenarios/{row('customs-house', 'scenario')}"
    printed = (army, f"{army}/summary", f"{army}/cards", f"{place}/", f"{place}/map")
    found = [each for path in (*PAGES, *printed) for each in visited(page, club.server.url, path)]
    assert not found, "\n".join(found)


def test_no_page_of_a_table_has_a_fault(club: Club, people: People) -> None:
    page = people.open("Charlie", club.server.url)
    battle = sample(page).removeprefix(club.server.url)
    found = [each for part in AT_TABLE for each in visited(page, club.server.url, f"{battle}{part}")]
    assert not found, "\n".join(found)


@WINDOWS
def test_nothing_that_opens_at_the_table_has_a_fault(club: Club, people: People, window: dict[str, Any]) -> None:
    alice = Player(club.table("legible").seat(people, "Alice", **window))
    alice.is_live()
    page, found = alice.page, []
    alice.take("A2 Ash Watch")
    page.get_by_role("radio", name=said("2 dice")).check()
    expect(alice.plan.get_by_role("button", name=said("Roll 2 dice"))).to_be_visible()
    found += faults(page, "dice to roll")
    page.keyboard.press("Escape")
    if window is HAND:
        page.get_by_role("button", name="Log and chat").click()
        found += faults(page, "log")
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Table menu").click()
    found += faults(page, "menu")
    page.keyboard.press("Escape")
    assert not (found + opened(page)), "\n".join(found)


@WINDOWS
def test_no_plan_and_no_question_has_a_fault(club: Club, people: People, window: dict[str, Any]) -> None:
    club.tell_dice(activation=[2, 2])
    setting = club.table("axe-desk" if window is DESK else "axe-phone")
    alice = Player(setting.seat(people, "Alice", **window))
    bob = Player(setting.seat(people, "Bob", **window))
    alice.is_live()
    alice.activate("A1", 2)
    expect(bob.dock.locator(".acting")).to_be_visible()
    found = faults(bob.page, "while another acts")
    for act in ("Move", "Charge"):
        alice.act(act).click()
        if act == "Charge" and window is DESK:  # in a hand the nearest is aimed at by itself
            alice.plan.get_by_role("button", name=said("Birch Rifles")).click()
        alice.is_answered()
        found += faults(alice.page, act)
    alice.plan.locator("#commit").click()
    expect(bob.page.locator("#prompt form").first).to_be_visible()
    found += [*faults(bob.page, "a question"), *faults(alice.page, "waiting for an answer")]
    bob.page.reload()  # a question that stands already when the page is opened
    bob.is_live()
    assert not found, "\n".join(found)


@WINDOWS
def test_no_panel_of_an_editor_has_a_fault(club: Club, people: People, window: dict[str, Any]) -> None:
    page = people.open("Ines", f"{club.server.url}/scenarios/", **window)
    page.get_by_role("listitem").filter(has_text="Customs House").get_by_role("button", name="Copy to edit").click()
    expect(page.locator("#ed-signs")).to_be_attached()
    found = faults(page, "a scenario")
    page.locator("#ed-signs button").first.dispatch_event("click")
    expect(page.locator("#ed-hand-panel h2").first).to_be_attached()
    page.evaluate("document.querySelectorAll('details').forEach(part => (part.open = true))")
    found += [*faults(page, "a piece in hand"), *opened(page)]
    page.goto(f"{club.server.url}/armies/")
    begin(page, "Ash Column", "250")
    add(page, "Ranger section")
    found += [*faults(page, "an army"), *opened(page)]
    assert not found, "\n".join(found)


def test_no_game_has_a_fault_in_its_dock(club: Club, people: People) -> None:
    club.tell_dice(activation=[1] * 6)
    found: list[str] = []
    for game, unit, act in (("trial", "A1 Ash Anvil", "Fire"), ("race", "A1 Ash Racer", "Drive"), ("crusade", "", "")):
        alice = Player(club.table(f"axe-{game}").seat(people, "Alice"))
        alice.is_live()
        if unit:
            alice.activate(unit, 1)
            alice.act(act).click()
        else:
            alice.take("A1 Ash Wagon")
            drive_on(alice)
        alice.is_answered()
        found += in_every_hand(alice.page, game, "body" if game == "crusade" else "#dock")
    assert not found, "\n".join(found)


def test_no_storey_and_no_die_by_hand_has_a_fault(club: Club, people: People) -> None:
    alice = Player(club.table("axe-house").seat(people, "Alice"))
    alice.is_live()
    alice.point_at("Birch")
    found = in_every_hand(alice.page, "a house", "#board-svg")
    found += in_every_hand(alice.page, "a house's card", "#inspector")
    found += opened(alice.page, "ruling-dialog")
    alice = Player(club.table("axe-hand").seat(people, "Alice"))
    alice.is_live()
    alice.take("A1 Ash Rifles")
    alice.page.get_by_role("radio", name=said("2 dice")).check()
    alice.plan.get_by_role("button", name=said("Roll 2 dice")).click()
    expect(alice.page.locator("#prompt form.throw")).to_be_visible()
    assert not (found + in_every_hand(alice.page, "dice by hand", "#prompt")), "\n".join(found)


def test_the_house_sits_down_without_a_fault(club: Club, people: People) -> None:
    page = people.open("Nell", club.server.url)
    page.get_by_role("button", name="Play against the house").first.click()
    expect(page.locator("#commit")).to_be_visible()
    found = in_every_hand(page, "against the house")
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="What would you do?").get_by_role("listitem").first).to_be_visible()
    assert not (found + in_every_hand(page, "advice", ".advice")), "\n".join(found)


def test_no_question_about_a_house_has_a_fault_nor_its_luck(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1], to_hit=[1], to_wound=[6] * 6, save=[1, 1])
    setting = club.table("byre")
    alice, bob = Player(setting.seat(people, "Alice")), Player(setting.seat(people, "Bob"))
    alice.is_live()
    alice.activate("A2 Ash Burner", 2)
    alice.act("Shoot").click()
    alice.point_at("Birch Lodgers")
    alice.commit("Commit fire")
    expect(bob.page.locator("#prompt form").first).to_be_visible()
    found = in_every_hand(bob.page, "who is burnt in a house", "#prompt")
    bob.answer("2 wounds to save. Go to ground?", "Stay up")
    expect(alice.page.locator("#prompt form").first).to_be_visible()
    found += in_every_hand(alice.page, "the wall too?")
    found += visited(alice.page, club.server.url, f"/tables/{setting.code}/luck")
    assert not found, "\n".join(found)


def test_the_question_about_grenades_has_no_fault(club: Club, people: People) -> None:
    club.tell_dice(activation=[2], to_hit=[6, 6, 6], plant_charge=[1])
    alice = Player(club.table("machine").seat(people, "Alice"))
    alice.is_live()
    alice.activate("A1 Ash Grenadier", 1)
    alice.aim("Charge", "Birch Dreadnought")
    alice.commit()
    alice.end_activation()
    expect(alice.page.get_by_role("form", name="Does Ash Grenadier use grenades?")).to_be_visible()
    found = in_every_hand(alice.page, "grenades?")
    assert not found, "\n".join(found)
