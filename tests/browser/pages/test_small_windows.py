"""In the window of a small laptop, of a tablet and of a small phone nothing to press is out of reach."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.at_table import Player
from tests.browser.conftest import Club
from tests.browser.pages.test_twice_as_large import OUT_OF_REACH
from tests.browser.people import People
from tests.browser.watching.test_replays import battle, brought

__all__ = ["battle", "brought"]

DESKS: Final = ((1366, 625), (1280, 560), (1024, 640), (820, 1180), (720, 520))
LAID_DOWN: Final = ((667, 375), (740, 360), (844, 390))
UPRIGHT: Final = ((390, 664), (360, 560))


def out_of_reach(page: Page, *sizes: tuple[int, int]) -> list[str]:
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200, true)))")
        found += [f"{width} by {height}: {each}" for each in page.evaluate(OUT_OF_REACH)]
    return found


@pytest.mark.parametrize("name", ["host", "exchange"])
def test_players(club: Club, people: People, name: str) -> None:
    player = Player(club.table(name).seat(people, "Alice"))
    player.is_live()
    assert out_of_reach(player.page, *DESKS, *LAID_DOWN, *UPRIGHT) == []


@pytest.mark.parametrize("name", ["host", "exchange"])
def test_spectators(club: Club, people: People, name: str) -> None:
    page = club.table(name).spectator(people)
    expect(page.locator("#log .entry").first).to_be_visible()
    assert out_of_reach(page, *DESKS, *LAID_DOWN, *UPRIGHT) == []


def test_a_replay(people: People, battle: str) -> None:
    page = people.open("Charlie", f"{battle}?at=595")
    assert out_of_reach(page, *DESKS, *LAID_DOWN) == []
    for name in ("luck", "figures", "dice"):
        page.goto(f"{battle}{name}")
        assert out_of_reach(page, *DESKS, *LAID_DOWN, *UPRIGHT) == []


@pytest.mark.parametrize("path", ["/", "/tables/open", "/armies/", "/scenarios/", "/house", "/charts/", "/wall/pick"])
def test_pages(club: Club, people: People, path: str) -> None:
    assert out_of_reach(people.open("Ines", club.server.url + path), *DESKS, *LAID_DOWN, *UPRIGHT) == []
