"""At twice the size, and with letters wide apart, everything is within reach and no page is wider than the window."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Player
from tests.browser.conftest import Club
from tests.browser.people import DESKTOP, People

HALF = {"width": DESKTOP["width"] // 2, "height": DESKTOP["height"] // 2}
"""What a window has room for when its page is twice as large."""
OUT_OF_REACH = (Path(__file__).parent / "out_of_reach.js").read_text(encoding="utf-8")
APART = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important }
    * { word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}"""
"""Makes lines, letters, words and paragraphs as far apart as readers may set them."""


@pytest.mark.parametrize("path", ["/", "/armies/", "/scenarios/", "/tables/open"])
def test_pages_twice_as_large(club: Club, people: People, path: str) -> None:
    all_is_within_reach(people.open("Ines", club.server.url + path, viewport=HALF))


def test_the_editor_twice_as_large(club: Club, people: People) -> None:
    page = people.open("Ines", f"{club.server.url}/scenarios/", viewport=HALF)
    page.get_by_role("listitem").filter(has_text="Customs House").get_by_role("button", name="Copy to edit").click()
    expect(page.locator(".el .ed-name").first).to_be_attached()
    all_is_within_reach(page)


def test_a_table_twice_as_large_and_a_desk_with_wide_letters(club: Club, people: People) -> None:
    setting = club.table("host")
    for viewport in (HALF, DESKTOP):
        player = Player(setting.seat(people, "Alice", viewport=viewport))
        player.is_live()
        player.take("A1 Ash Rifles")
        all_is_within_reach(player.page)


def all_is_within_reach(page: Page) -> None:
    """As it comes, and with everything further apart."""
    assert page.evaluate(OUT_OF_REACH) == []
    page.evaluate(APART)
    assert page.evaluate(OUT_OF_REACH) == []
