"""A battlefield from the bare table to the first squads on it, by clicking."""

import re

from playwright.sync_api import Page, expect

from tests.browser.people import People
from tests.dice import write_script
from tests.live import LiveServer

PIXEL = """([x, y]) => {
    const board = document.getElementById("board-svg");
    const at = new DOMPoint(x * 10, y * 10).matrixTransform(board.getScreenCTM());
    return [at.x, at.y];
}"""


class Board:
    """The editor's board, spoken to in inches."""

    def __init__(self, page: Page) -> None:
        self.page = page
        expect(page.locator("#editor:not([inert])")).to_be_visible()

    def at(self, x: float, y: float) -> tuple[float, float]:
        left, top = self.page.evaluate(PIXEL, [x, y])
        return left, top

    def press(self, x: float, y: float) -> None:
        self.page.mouse.click(*self.at(x, y))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*self.at(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at(*end), steps=5)
        self.page.mouse.up()

    def pull(self, handle: str, end: tuple[float, float]) -> None:
        box = self.page.locator(f'[data-handle="{handle}"] .hdl').bounding_box()
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(*self.at(*end), steps=5)
        self.page.mouse.up()

    def saved(self, step: int) -> None:
        expect(self.page.locator("#ed-saved")).to_have_attribute("data-step", str(step))

    def points(self, key: str) -> list[tuple[float, float]]:
        said = self.page.locator(f"#el-{key} > [data-points]").get_attribute("data-points") or ""
        return [(float(x), float(y)) for x, y in (pair.split(",") for pair in said.split())]

    def tile(self, name: str) -> None:
        self.page.get_by_role("navigation", name="Palette").get_by_role("button", name=re.compile(f"^{name}")).click()

    def tool(self, name: str) -> None:
        self.page.get_by_role("toolbar", name="Editor tools").get_by_role("button", name=name).click()


def a_bare_table(page: Page, name: str) -> Board:
    page.get_by_label("Name", exact=True).first.fill(name)
    page.get_by_role("button", name="New scenario").click()
    return Board(page)


def test_a_scenario_is_drawn_broken_mended_and_fought(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/scenarios/")
    board = a_bare_table(page, "Fallow Acre")
    panel, checks = page.locator("#ed-hand-panel"), page.locator("#ed-checks")
    expect(checks).to_contain_text("Zones equal, 576 sq in each.")

    board.tile("Wood")
    board.press(30, 20)
    board.saved(1)
    expect(panel.get_by_role("heading", name="Wood")).to_be_visible()
    board.drag((30, 20), (40, 30))
    board.saved(2)
    expect(page.locator("#el-t-wood-1")).not_to_have_attribute("transform", re.compile("."))
    board.pull("turn", (60, 30))
    board.saved(3)
    panel.get_by_label("Name").fill("Alder Copse")
    panel.get_by_label("Name").press("Tab")
    expect(page.locator("#ed-signs").get_by_role("button", name="Alder Copse")).to_be_visible()

    board.tile("Pond")
    board.tool("Shape")
    for corner in ((0, 0), (12, 0), (12, 47), (0, 47)):
        board.press(*corner)
    page.keyboard.press("Enter")
    expect(checks).to_contain_text("Side A has no room to deploy.")
    expect(page.locator("#ed-marks .ed-mark.bad title")).to_have_text("Side A has no room to deploy.")
    checks.get_by_role("button", name="Side A has no room to deploy.").click()
    expect(panel.get_by_role("heading", name="Deployment zone")).to_be_visible()
    page.keyboard.press("Control+z")
    expect(checks).not_to_contain_text("no room to deploy")
    page.get_by_role("button", name=re.compile("Do again")).click()
    expect(checks).to_contain_text("Side A has no room to deploy.")
    page.locator("#ed-signs").get_by_role("button", name="Pond").click()
    page.keyboard.press("Delete")
    expect(checks).not_to_contain_text("no room to deploy")

    board.tile("Building")
    board.drag((22, 8), (30, 14))
    expect(panel.get_by_role("heading", name="Building")).to_be_visible()
    assert board.points("t-building-1") == [(22, 8), (30, 8), (30, 14), (22, 14)]
    panel.get_by_role("button", name="Add a door").click()
    expect(panel.get_by_text("Door 1")).to_be_visible()
    board.tool("Corners")
    board.pull("v2", (32, 16))
    expect(page.locator("#el-t-building-1 > [data-points]")).to_have_attribute("data-points", "22,8 30,8 32,16 22,14")
    board.tool("Select")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#el-t-building-1 > [data-points]")).to_have_attribute("data-points", "23,8 31,8 33,16 23,14")

    page.keyboard.press("Escape")
    expect(panel.get_by_role("heading", name="Scenario", exact=True)).to_be_visible()
    panel.get_by_label("Turns", exact=True).fill("4")
    panel.get_by_label("Turns", exact=True).press("Tab")
    panel.get_by_label("Side A", exact=True).fill("Northmarch")
    panel.get_by_label("Side A", exact=True).press("Tab")
    expect(page.locator("#el-z-0")).to_contain_text("Northmarch")
    page.reload()
    expect(page.locator("#el-t-building-1")).to_be_attached()

    page.get_by_role("link", name="Start a table").click()
    expect(page.locator("#this-table").get_by_role("heading", name="Fallow Acre")).to_be_visible()
    page.locator(".crumbs").get_by_text("Armies").click()
    page.get_by_label("Army").first.select_option(label="Northmarch Patrol, 210 points, Skirmish on foot")
    page.get_by_label("Army").last.select_option(label="Saltmere Foragers, 205 points, Skirmish on foot")
    page.locator(".crumbs").get_by_text("Seats").click()
    expect(page.get_by_label("Your name")).to_be_visible()
    for side in page.get_by_role("checkbox", name=re.compile("^I play ")).all():
        side.check()
    page.get_by_label("Your name").fill("Ines")
    page.get_by_role("button", name="Set up the table").click()
    write_script(town.data_dir, {"table-roll": [6, 1]})
    page.get_by_role("button", name="Start the battle").click()
    expect(page.get_by_role("img", name=re.compile("Alder Copse, difficult"))).to_be_visible()
    page.get_by_role("button", name="Roll off").click()
    page.get_by_role("button", name="Take the first turn").click()
    page.get_by_role("button", name="Place all").click()
    page.get_by_role("group", name="Plan").get_by_role("button", name=re.compile("^Place all")).click()
    expect(page.get_by_role("main").get_by_role("button", name=re.compile("^A1"))).to_be_visible()


def test_terrain_by_chance_is_laid_again_and_made_symmetric(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/scenarios/")
    board = a_bare_table(page, "By chance")
    page.get_by_role("button", name="Lay terrain").click()
    dialog = page.get_by_role("dialog", name="Lay terrain")
    dialog.get_by_label("Landscape").select_option("Town, by tiles")
    dialog.get_by_label("Seed").fill("5")
    dialog.get_by_role("button", name="Lay it").click()
    board.saved(1)
    first = page.locator("#ed-signs > span").inner_text()
    dialog.get_by_role("button", name="Another seed").click()
    board.saved(2)
    expect(dialog.get_by_label("Seed")).to_have_value("6")
    dialog.get_by_label("Seed").fill("5")
    dialog.get_by_role("button", name="Lay it").click()
    board.saved(3)
    expect(page.locator("#ed-signs > span")).to_have_text(first)
    dialog.get_by_role("button", name="Left and right").click()
    board.saved(4)
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator("#ed-checks")).to_contain_text("Every objective can be reached.")


def test_a_phone_lays_and_moves_by_touch_and_shares_by_a_link(town: LiveServer, people: People) -> None:
    phone = people.open_phone("Tomas", f"{town.url}/scenarios/")
    board = a_bare_table(phone, "Pocket field")
    board.tile("Scrub")
    phone.touchscreen.tap(*board.at(36, 12))
    board.saved(1)
    expect(phone.locator("#ed-hand-panel").get_by_role("heading", name="Scrub")).to_be_visible()
    phone.get_by_label("Going").select_option("Variable")
    board.saved(2)
    phone.locator("#ed-hand-panel").get_by_role("button", name="Copy", exact=True).click()
    board.saved(3)
    phone.locator(".ed-tabs").get_by_role("button", name="Scenario").click()
    check = phone.locator("#ed-checks .ed-check").first
    assert check.evaluate("check => getComputedStyle(check).fontSize") == "14px"
    phone.get_by_role("link", name="Share and export").click()
    phone.get_by_role("radio", name=re.compile("Whoever has the link")).check()
    phone.get_by_role("button", name="Save").click()
    link = phone.get_by_role("textbox", name="The link").input_value()
    other = people.open("Dov", link)
    expect(other.get_by_role("heading", name="Pocket field")).to_be_visible()
    other.get_by_role("button", name="Copy to my scenarios").click()
    expect(other.get_by_label("Name of the scenario")).to_have_value("Pocket field")


WORDS_OF_A_MAP = """() => {
  const table = document.querySelector("#board-svg .ground").getBoundingClientRect();
  const shown = [...document.querySelectorAll("#board-svg .places .place:not(.gone) .pname, #board-svg .zlab text")]
    .map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  const lies = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  return [
    shown.length,
    shown.every((box) => box.left >= table.left - 1 && box.right <= table.right + 1),
    shown.every((a) => shown.every((b) => a === b || !lies(a, b))),
    Math.round(Math.min(...shown.map((box) => box.height))),
  ];
}"""
"""How many words stand on the map, whether all are on the table and clear of one another, and how low one is."""


def test_the_map_of_a_scenario_is_read_on_a_phone(town: LiveServer, people: People) -> None:
    phone = people.open_phone("Ines", f"{town.url}/scenarios/")
    phone.get_by_role("link", name="Weir House").first.click()
    phone.wait_for_function(f"({WORDS_OF_A_MAP})()[2]")
    words, whole, apart, low = phone.evaluate(WORDS_OF_A_MAP)
    assert (words > 4, whole, apart) == (True, True, True)
    assert low >= 7


def test_a_house_has_floors_and_a_race_has_gates_and_both_are_printed(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/scenarios/")
    board = a_bare_table(page, "Cinder Row")
    panel = page.locator("#ed-hand-panel")
    board.tile("Building")
    board.drag((22, 8), (34, 12))
    board.saved(1)
    panel.get_by_label("Storeys").fill("2")
    panel.get_by_label("Storeys").press("Tab")
    board.saved(2)
    panel.get_by_role("button", name="Divide every floor").click()
    sections = panel.get_by_role("region", name="Sections").get_by_role("listitem")
    expect(sections).to_have_text([re.compile("24 sq in")] * 2)
    panel.get_by_role("group", name="Storey").get_by_role("button", name="Level 2").click()
    expect(panel.get_by_label("Letter of section C")).to_be_visible()
    panel.get_by_role("button", name="Split section C").click()
    expect(sections).to_have_text([re.compile("12 sq in"), re.compile("12 sq in"), re.compile("24 sq in")])
    panel.get_by_role("button", name="Add a window").click()
    expect(panel.get_by_text("Window 1")).to_be_visible()
    panel.get_by_text("Relief", exact=True).click()
    panel.get_by_label("Railing").fill("0.5")
    with page.expect_response("**/change"):
        panel.get_by_label("Railing").press("Tab")
    expect(panel.get_by_label("High ground")).to_be_visible()  # what was unfolded stays so

    board.tile("Gate")
    board.drag((20, 26), (20, 34))
    expect(page.locator("#el-g-0 > [data-points]")).to_have_attribute("data-points", "20,26 20,34")
    board.tile("Gate")
    board.press(50, 30)
    expect(panel.get_by_role("heading", name="Gate 2")).to_be_visible()
    page.keyboard.press("]")
    expect(page.locator("#el-g-1 > [data-points]")).not_to_have_attribute("data-points", "50,27 50,33")
    panel.get_by_role("button", name="Earlier").click()
    expect(panel.get_by_role("heading", name="Gate 1")).to_be_visible()
    expect(page.locator("#el-g-1 > [data-points]")).to_have_attribute("data-points", "20,26 20,34")
    page.keyboard.press("Escape")
    panel.get_by_label("Laps", exact=True).fill("2")
    panel.get_by_label("Laps", exact=True).press("Tab")
    board.tile("Mines")
    board.press(40, 40)
    expect(panel.get_by_role("heading", name="Mines")).to_be_visible()

    page.get_by_role("link", name="Print map").click()
    key = page.get_by_role("region", name="Key").get_by_role("listitem")
    expect(key).to_have_text([re.compile("Building.*2 storeys.*5 sections", re.DOTALL)])
    expect(page.get_by_role("article")).to_contain_text("2 gates, 2 laps")
    page.get_by_role("link", name="The host").click()
    expect(key).to_have_count(2)
    expect(key.last).to_contain_text("known to side A alone")


def test_ways_are_laid_by_the_mouse_and_lead_where_it_points(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/scenarios/")
    board = a_bare_table(page, "Two Floors")
    panel = page.locator("#ed-hand-panel")
    board.tile("Ladder")
    board.drag((20, 20), (20, 24))
    point = panel.get_by_role("button", name="Point to where it leads")
    point.click()
    board.press(44, 31)
    expect(panel.get_by_label("Leads to, across")).to_have_value("44")
    expect(panel.get_by_label("Leads to, down")).to_have_value("31")
    expect(panel.get_by_role("heading", name="Ladder")).to_be_visible()
    board.tile("Walkway")
    board.drag((30, 20), (32, 34))
    heading = panel.get_by_label("Walkway runs to")
    expect(heading).to_have_value("180")
    page.keyboard.press("]")
    expect(heading).to_have_value("195")
    page.reload()
    page.locator("#ed-signs, .ed-signs").first.get_by_role("button", name="Walkway").click()
    expect(heading).to_have_value("195")


def test_what_driving_in_a_piece_costs_is_set_in_the_editor(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/scenarios/")
    board = a_bare_table(page, "Churned Up")
    panel = page.locator("#ed-hand-panel")
    board.tile("Wood")
    board.press(30, 20)
    panel.get_by_text("What vehicles pay").click()
    wheels = panel.get_by_label("Wheels")
    expect(wheels).to_have_value("")
    expect(wheels.get_by_role("option").first).to_have_text("As usual: quarter speed, dangerous")
    wheels.select_option("impassable")
    board.saved(2)
    expect(page.get_by_role("img", name=re.compile("wheels: impassable"))).to_be_attached()


def test_an_exit_is_opened_in_play_and_who_was_held_back_arrives(town: LiveServer, people: People) -> None:
    page = people.open("Ines", f"{town.url}/scenarios/")
    board = a_bare_table(page, "Barred Lane")
    panel = page.locator("#ed-hand-panel")
    panel.get_by_label("Reserves arrive on").fill("2")
    panel.get_by_label("Reserves arrive on").press("Tab")
    expect(panel.get_by_label("Units may wait in reserve")).to_be_checked()
    board.tile("Exit")
    board.drag((36, 8), (36, 12))
    expect(panel.get_by_role("heading", name="Exit")).to_be_visible()
    board.tile("Rubble")
    board.press(44, 10)
    expect(panel.get_by_role("heading", name="Rubble")).to_be_visible()
    panel.get_by_text("Special ground").click()
    panel.get_by_label("Laid when opened").select_option(label="Exit (G2)")
    board.saved(4)

    page.get_by_role("link", name="Start a table").click()
    page.locator(".crumbs").get_by_text("Armies").click()
    page.get_by_label("Army").first.select_option(label="Northmarch Patrol, 210 points, Skirmish on foot")
    page.get_by_label("Army").last.select_option(label="Saltmere Foragers, 205 points, Skirmish on foot")
    page.locator(".crumbs").get_by_text("Seats").click()
    expect(page.get_by_label("Your name")).to_be_visible()
    for side in page.get_by_role("checkbox", name=re.compile("^I play ")).all():
        side.check()
    page.get_by_label("Your name").fill("Ines")
    page.get_by_role("button", name="Set up the table").click()
    write_script(town.data_dir, {"table-roll": [6, 1], "reserves": [2]})
    page.get_by_role("button", name="Start the battle").click()
    other = people.open("Dov", f"{page.url}watch")
    page.get_by_role("button", name="Roll off").click()
    page.get_by_role("button", name="Take the first turn").click()
    plan = page.get_by_role("group", name="Plan")
    page.get_by_role("button", name="Hold back").click()
    plan.get_by_role("button", name=re.compile("hold back")).click()
    expect(page.get_by_role("log", name="Log", exact=True)).to_contain_text("is held back")
    for _ in range(2):
        expect(page.get_by_role("region", name="Unit in hand")).not_to_have_attribute("aria-busy", "true")
        page.get_by_role("button", name="Place all").click()
        plan.get_by_role("button", name=re.compile("^Place all")).click()
        expect(plan.get_by_role("button", name=re.compile("^Place all"))).to_be_hidden()
    form = page.get_by_role("form", name=re.compile("Where does it come on"))
    form.get_by_role("radio", name=re.compile("^At the first third")).check()
    form.get_by_role("button", name=re.compile("^At the first third")).click()
    expect(page.get_by_role("log", name="Log", exact=True)).to_contain_text("arrives from reserve")

    expect(other.get_by_role("img", name=re.compile("^Exit, impassable, closed"))).to_be_attached()
    assert "Rubble" not in other.content()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Make a ruling").click()
    page.get_by_text("Open an exit", exact=True).click()
    ruling = page.get_by_role("form", name="Open an exit")
    ruling.get_by_label("Who opens or passes it").fill("A1 forces it")
    ruling.get_by_role("button", name="Rule so").click()
    expect(other.get_by_role("img", name=re.compile("^Rubble, difficult"))).to_be_visible()
    expect(other.get_by_role("log", name="Log", exact=True)).to_contain_text("Exit is opened, behind it Rubble")
