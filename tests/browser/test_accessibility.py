"""axe finds nothing on any page, at a desk in the light and on a phone in the dark, nor while something is open on it.

`vendor/axe.min.js` is axe-core 4.12.1 as its makers ship it.
"""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Player, said
from tests.browser.conftest import Club
from tests.browser.people import DESKTOP, PHONE, People
from tests.browser.test_reading import sample

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text(encoding="utf-8")
FOUND = """axe.run().then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)))"""
PAGES = (
    "/",
    "/tables/open",
    "/armies/",
    "/armies/libraries/",
    "/scenarios/",
    "/charts/",
    "/charts/crusade",
    "/rulebook/",
    "/wall/",
    "/wall/pick",
    "/account/sign-in",
    "/account/sign-up",
)
AT_TABLE = ("", "watch", "screen", "stream", "text", "join", "dice")


def faults(page: Page, where: str) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return [f"{where}: {each}" for each in page.evaluate(FOUND)]


def visited(page: Page, url: str, path: str) -> list[str]:
    page.goto(url + path)
    expect(page.get_by_role("main").first).to_be_visible()
    return faults(page, path)


@pytest.mark.parametrize("kind", ["desk", "phone"])
def test_no_page_has_a_fault(club: Club, people: People, kind: str) -> None:
    found: list[str] = []
    window: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
    if kind == "phone":
        window = {"viewport": PHONE, "color_scheme": "dark", "has_touch": True, "is_mobile": True}
    page = people.open("Charlie", club.server.url, **window)
    battle = sample(page).removeprefix(club.server.url)
    for path in (*PAGES, *(f"{battle}{part}" for part in AT_TABLE)):
        found += visited(page, club.server.url, path)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("kind", ["desk", "phone"])
def test_nothing_that_opens_at_the_table_has_a_fault(club: Club, people: People, kind: str) -> None:
    window: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "dark"}
    if kind == "phone":
        window = {"viewport": PHONE, "color_scheme": "light", "has_touch": True, "is_mobile": True}
    alice = Player(club.table("legible").seat(people, "Alice", **window))
    alice.is_live()
    page, found = alice.page, []
    alice.take("A2 Ash Watch")
    page.get_by_role("radio", name=said("2 dice")).check()
    expect(alice.plan.get_by_role("button", name=said("Roll 2 dice"))).to_be_visible()
    found += faults(page, "plan")
    if kind == "phone":
        page.get_by_role("button", name="Log and chat").click()
        found += faults(page, "log")
        page.keyboard.press("Escape")
    alice.choose("Make a ruling")
    expect(page.get_by_role("dialog")).to_be_visible()
    found += faults(page, "ruling")
    assert not found, "\n".join(found)
