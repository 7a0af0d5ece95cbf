"""An army from its first unit to a table, by clicking."""

from playwright.sync_api import Page, expect

from tests.browser.people import People
from tests.live import LiveServer

CUT_OFF = """[...document.querySelectorAll(".uc, .uc-main")]
    .filter((part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1)
    .map((part) => part.closest(".uc").querySelector("h2").textContent)"""


def add(page: Page, kind: str) -> None:
    """One unit from the library."""
    page.get_by_role("button", name="Add unit").click()
    page.get_by_role("dialog").get_by_role("button", name=kind).click()
    expect(page.locator("#ros-edit").get_by_role("heading", name=kind)).to_be_visible()


def begin(page: Page, name: str, limit: str) -> None:
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_label("Points limit").fill(limit)
    page.get_by_role("button", name="New army").click()


def test_a_roster_is_built_broken_mended_printed_and_taken_to_a_table(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/armies/")
    begin(page, "Ash Column", "250")
    for kind in ("Ranger section", "Bulwark carrier", "Kestrel scout walker"):
        add(page, kind)
    head, checks = page.locator("#ros-head"), page.locator("#ros-checks")
    expect(head).to_contain_text("3 units, 10 models, 2 vehicles")
    expect(checks).to_contain_text("Nothing is wrong.")

    page.get_by_role("checkbox", name="Extra plating").check()
    expect(head.locator("strong").first).to_have_text("239 of")
    page.get_by_role("checkbox", name="Veteran crew").check()
    expect(checks).to_contain_text("9 over 250 points.")
    checks.get_by_role("button", name="Drop extra plating from Kestrel scout walker").click()
    expect(checks).not_to_contain_text("over 250 points")
    page.keyboard.press("Control+z")
    expect(checks).to_contain_text("9 over 250 points.")
    page.get_by_role("button", name="Do again").click()
    expect(checks).not_to_contain_text("over 250 points")

    page.locator("#ros-list").get_by_text("Ranger section").click()
    page.get_by_label("Begins the battle").select_option("In the Bulwark carrier")
    expect(checks).to_contain_text("Transport fits.")
    page.get_by_label("Rangers, 4 to 11, 9 each").fill("10")
    page.get_by_label("Rangers, 4 to 11, 9 each").press("Tab")
    expect(checks).to_contain_text("Bulwark carrier is too full.")
    page.reload()
    expect(checks).to_contain_text("Bulwark carrier is too full.")
    page.get_by_role("button", name="Let Ranger section walk").click()
    expect(checks).not_to_contain_text("too full")
    page.get_by_label("Points limit").fill("300")
    page.get_by_label("Points limit").press("Tab")
    expect(checks).to_contain_text("Nothing is wrong.")

    page.get_by_role("link", name="Print cards").click()
    expect(page.get_by_role("heading", name="Kestrel scout walker")).to_be_visible()
    assert page.evaluate(CUT_OFF) == []
    page.go_back()
    page.get_by_role("link", name="Take to a table").click()
    page.locator(".crumbs").get_by_text("Armies").click()
    chosen = page.get_by_label("Army").first.locator("option:checked")
    expect(chosen).to_contain_text("Ash Column, 274 points, Skirmish vehicles")
    page.locator(".crumbs").get_by_text("Seats").click()
    page.get_by_label("Your name").fill("Ines")
    page.get_by_role("button", name="Set up the table").click()
    expect(page.get_by_text("Ash Column").first).to_be_visible()


def test_units_are_copied_from_a_ready_army_and_taken_back(town: LiveServer, people: People) -> None:
    for page in (people.open("Ines", f"{town.url}/armies/"), people.open_phone("Tomas", f"{town.url}/armies/")):
        begin(page, "Ash Column", "250")
        page.get_by_role("button", name="Copy from another army").click()
        dialog = page.get_by_role("dialog", name="Copy from another army")
        dialog.get_by_role("searchbox", name="Find an army").fill("saltmere comp")
        expect(dialog.get_by_role("listitem")).to_have_count(1)
        dialog.get_by_role("button", name="Saltmere Compact").click()
        copies = dialog.locator("[type=submit]")
        expect(copies).to_be_disabled()
        dialog.get_by_role("checkbox", name="Levy Platoon").check()
        dialog.get_by_role("checkbox", name="Mud Strider").check()
        expect(copies).to_have_text("Copy 2 units")
        dialog.get_by_role("checkbox", name="All").check()
        expect(copies).to_have_text("Copy 7 units")
        dialog.get_by_role("checkbox", name="All").uncheck()
        dialog.get_by_role("checkbox", name="Mud Strider").check()
        copies.click()
        expect(dialog).to_be_hidden()
        found = page.locator("#ros-refusal")
        expect(found).to_contain_text("Mud Strider: without fire thrower")
        expect(found).to_be_in_viewport()
        expect(page.locator("#ros-edit").get_by_role("heading", name="Mud Strider")).to_be_visible()
        page.get_by_role("button", name="Take back").click()
        expect(page.locator("#ros-head")).to_contain_text("0 units")
        expect(found).to_be_empty()


def test_a_phone_builds_too_and_shares_by_a_link(town: LiveServer, people: People) -> None:
    phone = people.open_phone("Tomas", f"{town.url}/armies/")
    begin(phone, "Birch Column", "")
    phone.get_by_role("button", name="Add unit").click()
    phone.get_by_role("searchbox", name="Find a unit").fill("volley gun")
    expect(phone.locator(".ros-kind:visible")).to_have_count(3)
    phone.get_by_label("Profile of Levy platoon").click()
    expect(phone.get_by_role("dialog")).to_contain_text("Boarding cleaver")
    phone.keyboard.press("Escape")
    add(phone, "Levy platoon")
    phone.get_by_role("button", name="One more: Volley gun").click()
    expect(phone.locator("#ros-head strong").first).to_have_text("80")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(phone.locator(".ros-points")).to_be_in_viewport()
    phone.get_by_role("button", name="Share").click()
    phone.get_by_label("Whoever has the link").check()
    phone.get_by_role("button", name="Save").click()
    phone.get_by_role("button", name="Shared by link").click()
    link = phone.get_by_role("textbox", name="The link").input_value()

    friend = people.open("Ines", link)
    expect(friend.get_by_role("heading", name="Birch Column")).to_be_visible()
    friend.get_by_role("button", name="Copy to my armies").click()
    expect(friend.locator("#ros-list")).to_contain_text("Levy platoon")
