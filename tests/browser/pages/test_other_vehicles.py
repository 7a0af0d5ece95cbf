"""Vehicles for other rules and a gun's crew: from a library over the roster to a table that cannot have them."""

from playwright.sync_api import expect

from tests.browser.pages.test_armies import add, begin
from tests.browser.people import People
from tests.live import LiveServer


def test_a_gun_has_its_crew_and_a_crusade_list_is_built_printed_and_told_of_at_a_table(
    town: LiveServer, people: People
) -> None:
    page = people.open("Ines", f"{town.url}/armies/")
    begin(page, "Gun line", "")
    add(page, "Field piece")
    add(page, "Gun crew")
    page.get_by_label("Crew of").select_option("Field piece")
    expect(page.locator("#ros-list")).to_contain_text("4 models, crew of Field piece")
    page.get_by_role("link", name="Print cards").click()
    expect(page.get_by_text("4 models, crew of Field piece")).to_be_visible()

    page.goto(f"{town.url}/armies/libraries/crusade")
    expect(page.locator("#profiles")).to_contain_text("Rules Crusade vehicle. Dice 2R, Armored no, Hits 3, Moves 2")
    page.get_by_role("button", name="New army").click()
    add(page, "Rhino")
    add(page, "Thunderhawk")
    page.locator("#ros-list").get_by_text("Rhino", exact=True).click()
    page.get_by_label("Begins the battle").select_option("In the Thunderhawk")
    expect(page.locator("#ros-checks")).to_contain_text(
        "Transport fits. Rhino: 20 places needed, 20 in the Thunderhawk."
    )
    expect(page.locator("#ros-checks")).not_to_contain_text("No table for these vehicles.")
    army = page.url.partition("?")[0]
    page.goto(f"{army}/cards")
    expect(page.get_by_text("4 × Twin heavy bolter")).to_be_visible()
    expect(page.get_by_text("Damage cards").first).to_be_visible()
    page.goto(army)
    page.get_by_role("link", name="Take to a table").click()
    page.locator(".crumbs").get_by_text("Seats").click()
    page.get_by_label("Your name").fill("Ines")
    page.get_by_role("button", name="Set up the table").click()
    text = "Rhino of New army is a vehicle for the Rules Crusade; this table is for the Gemini vehicle rules."
    expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_role("button", name="Start the battle")).to_be_disabled()
