"""Whoever goes by keys sees a whole ring round what is in the focus, at the table and on other pages."""

from pathlib import Path

from tests.browser.at_table import Player
from tests.browser.conftest import Club
from tests.browser.pages.test_armies import add, begin
from tests.browser.people import DESKTOP, People

RING_IS_CUT = (Path(__file__).parent / "ring_is_cut.js").read_text(encoding="utf-8")


def test_no_button_of_the_dock_nor_of_ones_units_has_its_ring_cut(club: Club, people: People) -> None:
    club.tell_dice(activation=[1, 1])
    alice = Player(club.table("crowded").seat(people, "Alice", viewport=DESKTOP))
    alice.activate("A1 Ash Brawlers", 2)
    assert alice.page.locator(".acts.throng").count() == 1, "more actions than two rows hold"
    assert alice.page.evaluate(RING_IS_CUT, "#dock, #rail-units") == []


def test_nor_has_the_log(club: Club, people: People) -> None:
    alice = Player(club.table("charge").seat(people, "Alice", viewport=DESKTOP))
    alice.is_live()
    assert alice.page.evaluate(RING_IS_CUT, "#logcol .scroll") == []


def test_nor_have_the_steppers_of_an_army_and_the_list_of_a_rulebook(club: Club, people: People) -> None:
    page = people.open("Ines", f"{club.server.url}/rulebook/ARAP/", viewport=DESKTOP)
    assert page.locator(".book > nav a").count() > 20
    sides = page.evaluate(RING_IS_CUT, ".book > nav")
    assert [each for each in sides if ": left" in each or ": right" in each] == []
    page.goto(f"{club.server.url}/armies/")
    begin(page, "Ash Column", "250")
    add(page, "Levy platoon")
    assert page.locator(".stepper input").count() > 0
    assert page.evaluate(RING_IS_CUT, ".stepper") == []
