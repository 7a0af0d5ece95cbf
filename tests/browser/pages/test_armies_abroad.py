"""Lists of other tools, libraries of a club's own, random characteristics and the end of an account, by clicking."""

from playwright.sync_api import Page, expect

from tests.browser.pages.test_armies import add, begin
from tests.browser.people import People
from tests.live import LiveServer
from tests.tabletop.armies import foreign

PASSWORD = "harrow-ford-72"


def bring(page: Page, name: str, data: bytes) -> None:
    """Take in a file."""
    page.get_by_label("File", exact=True).set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    )
    page.get_by_role("button", name="Take it in").click()


def test_a_list_of_another_tool_is_taken_in_and_completed(town: LiveServer, people: People) -> None:
    page = people.open_phone("Ines", f"{town.url}/armies/")
    bring(page, "dry column.rosz", foreign.zipped(foreign.ros()))
    expect(page.locator("#open-lines")).to_contain_text("5 of 7 selections to place.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Battle Size is").select_option("Left out")
    page.get_by_label("Dust Walkers is").select_option("Ranger section")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#open-lines")).to_contain_text("2 of 7 selections to place.")
    expect(page.get_by_label("Sergeant is")).to_have_value("role:sergeant")
    page.get_by_label("9 × Walker is").select_option("Rangers")
    page.get_by_label("9 × Dust rifle is").select_option("Field carbine")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Every selection has its place.")).to_be_visible()
    page.get_by_role("link", name="To the roster").click()
    expect(page.locator("#ros-list")).to_contain_text("Ranger section")
    expect(page.locator("#ros-list")).to_contain_text("10 models")
    expect(page.locator("#ros-list")).to_contain_text("Old Bess")


def test_a_club_makes_a_library_and_an_army_takes_its_next_version(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/armies/libraries/")
    page.get_by_role("button", name="Copy Marches and Coast", exact=True).click()
    page.get_by_role("button", name="New army").click()
    add(page, "Ranger section")
    army = page.url
    page.goto(f"{town.url}/armies/libraries/")
    page.get_by_role("link", name="Marches and Coast, copy").click()
    page.locator("#kinds").get_by_role("link", name="Ranger section").click()
    page.locator('[id="roles.1.cost"]').fill("11")
    page.get_by_role("button", name="Save", exact=True).last.click()
    expect(page.get_by_text("Saved in the draft.")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    page.get_by_role("button", name="Publish as version 2").click()
    expect(page.get_by_text("Version 2 stands.")).to_be_visible()
    page.goto(army)
    page.get_by_role("link", name="What would change").click()
    expect(page.get_by_text("77 points become 91.").first).to_be_visible()
    page.get_by_role("button", name="Take version 2").click()
    expect(page.locator("#ros-head strong").first).to_have_text("91")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#ros-head strong").first).to_have_text("77")


def test_a_city_car_is_rolled_and_the_account_is_deleted(town: LiveServer, people: People) -> None:
    page = people.open("Tomas", f"{town.url}/armies/")
    begin(page, "City Column", "")
    add(page, "Runabout city car")
    expect(page.locator("#ros-random")).to_contain_text("2D6 + 20″")
    page.get_by_role("button", name="Roll now").click()
    expect(page.locator("#ros-random")).to_contain_text("rolled once.")
    page.get_by_role("button", name="Leave it to the table").click()
    expect(page.locator("#ros-random")).to_contain_text("thrown 1 time before")

    page.goto(f"{town.url}/account/sign-up?next=/armies/")
    page.get_by_label("Name", exact=True).fill("Tomas")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("City Column").first).to_be_visible()
    page.goto(f"{town.url}/account/")
    page.get_by_role("link", name="Delete this account").click()
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("Your account is deleted.")).to_be_visible()
    page.goto(f"{town.url}/armies/")
    expect(page.get_by_text("City Column")).to_have_count(0)
