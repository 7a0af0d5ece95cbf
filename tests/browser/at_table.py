"""What people do at a table, by role and label only, and what they see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import People
from tests.browser.stage import Setting


@dataclass(frozen=True, kw_only=True)
class Ruler:
    """A unit that stands still, and where, in inches: what else is drawn is measured from it."""

    unit: str
    at: tuple[float, float]


ENDS = re.compile(r"^End .*\bactivations$")
ASKS = "#dock[aria-busy=true], #plan.busy, #commit[aria-busy=true]"
LONG = 40_000  # milliseconds until pages have noticed that a line was cut, and come back


def said(text: str) -> re.Pattern[str]:
    """A label that contains that text, however it is spaced."""
    return re.compile(re.escape(text).replace(r"\ ", r"\s*"))


def marked(page: Page, role: str, label: str = "") -> Locator:
    """What has that role, and that label, in so many words: to work out the role of all else on a page takes long."""
    return page.locator(f"[role={role}][aria-label='{label}']" if label else f"[role={role}]")


class Watcher:
    """Somebody who looks on."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def log(self) -> Locator:
        """The log of the battle."""
        return marked(self.page, "log", "Log")

    def entry(self, *texts: str) -> Locator:
        """The newest line of the log with all those texts."""
        found = self.log.locator("article")
        for text in texts:
            found = found.filter(has_text=said(text))
        return found.first

    def entries(self, text: str) -> Locator:
        """All lines of the log with that text."""
        return self.log.locator("article").filter(has_text=said(text))

    def lines(self) -> list[str]:
        """The log as it reads, without the buttons that only players have."""
        return [" ".join(line.split()) for line in self.log.locator("article").all_inner_texts()]

    def sees(self, *texts: str) -> None:
        """Wait until the log has a line with all those texts."""
        self.entry(*texts).wait_for()

    def sees_roll(self, line: str, need: str, *faces: str) -> None:
        """Wait for the line with that text; one of its throws for that need shows just these dice: "3, made"."""
        entry = self.entry(line)
        entry.wait_for()
        found = [_faces(throw) for throw in entry.get_by_role("group", name=f"Roll: {need}", exact=True).all()]
        assert list(faces) in found, f"{self.page.url}: {faces} are not among {found}"

    def token(self, name: str) -> Locator:
        """A unit on the board."""
        board = self.page.locator("main")
        return board.get_by_role("button", name=said(name)).or_(board.get_by_role("img", name=said(name)))

    def place(self, name: str) -> tuple[float, float]:
        """Where the middle of a unit is drawn, in pixels."""
        box = self.token(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def inches(self, name: str, ruler: Ruler) -> tuple[float, float]:
        """Where a unit stands, read off the drawing."""
        left, top = self.place(ruler.unit)
        x, y = self.place(name)
        scale = self.pixels_an_inch()
        return ruler.at[0] + (x - left) / scale, ruler.at[1] + (y - top) / scale

    def pixels_an_inch(self) -> float:
        """The scale of the drawing; not measured between units, whose flags stand now here, now there."""
        return float(self.page.evaluate("10 * document.getElementById('board-svg').getScreenCTM().a"))

    def lies_still(self) -> None:
        """Wait until nothing is asked for and the board does not move: a place that is measured then may be pressed."""
        expect(self.page.locator(f"{ASKS}, #board-svg.moving")).to_have_count(0)

    def view_width(self) -> float:
        """How much of the sheet the board shows across, in its own units, once it lies still."""
        expect(self.page.locator("#board-svg.moving")).to_have_count(0)
        return float(self.page.evaluate("document.getElementById('board-svg').viewBox.baseVal.width"))

    @property
    def banner(self) -> Locator:
        """What the page says of a line that is lost."""
        return self.page.get_by_role("status").filter(has_text="The table is as of")

    @property
    def proposal(self) -> Locator:
        """What somebody has proposed and nobody has decided yet."""
        return self.page.get_by_role("status").filter(has_text=re.compile("asks (to|for)"))

    @property
    def connection(self) -> Locator:
        """What the page says of its connection."""
        words = re.compile(r"^\s*(Live|Connecting|Reconnecting|Offline)(, as of \d\d:\d\d)?\s*$")
        return marked(self.page, "status").filter(has_text=words, visible=True)

    def is_live(self) -> None:
        """Wait until the connection stands, again if need be."""
        expect(self.connection).to_have_text("Live", timeout=LONG)

    def is_cut_off(self) -> None:
        """Wait until the page has noticed that its connection is gone."""
        expect(self.connection).to_have_text(re.compile(r"^\s*Reconnecting"), timeout=LONG)


class Screen(Watcher):
    """The club's television: the last act in large letters, and no log."""

    @property
    def last(self) -> Locator:
        """What was done last."""
        return self.page.locator("section[aria-label='Last act']")

    def is_live(self) -> None:
        """Wait until it says no longer that it has no connection."""
        self.page.locator("main").wait_for()
        expect(self.connection).to_have_count(0, timeout=LONG)

    def sees(self, *texts: str) -> None:
        """Wait until the last act says all that; what came of it may stand as a heading below what was done."""
        for text in texts:
            done, colon, came = text.partition(": ")
            below = rf"\s*(:|(?={re.escape(came[:1].upper())}))\s*(?i:{said(came).pattern})" if colon else ""
            expect(self.last).to_contain_text(re.compile(said(done).pattern + below))

    def sees_roll(self, line: str, need: str, *faces: str) -> None:
        """Wait for the act with that text; one of its throws shows just these dice."""
        self.sees(line)
        found = [_faces(throw) for throw in self.last.get_by_role("listitem").all()]
        assert list(faces) in found, f"{self.page.url}: {faces} are not among {found}"


class Player(Watcher):
    """Somebody with a seat."""

    @property
    def dock(self) -> Locator:
        """The dock of the unit in hand."""
        return self.page.locator("section[aria-label='Unit in hand']")

    @property
    def plan(self) -> Locator:
        """What the action in hand would come to."""
        return marked(self.page, "group", "Plan")

    def button(self, name: str) -> Locator:
        """The button of that name."""
        return self.page.get_by_role("button", name=said(name))

    def own(self, unit: str) -> Locator:
        """The button of an own unit."""
        return marked(self.page, "group", "Your units").get_by_role("button", name=said(unit))

    def is_settled(self) -> None:
        """Wait until the dock has followed the log: before, its buttons are those of an older state."""
        expect(self.page.locator("#dock[aria-busy=true]")).to_have_count(0)

    def is_answered(self) -> None:
        """Wait until nothing is asked for any more: when the dock is filled again the plan is asked for once more."""
        expect(self.page.locator(ASKS)).to_have_count(0)

    def take(self, unit: str) -> None:
        """Take a unit in hand."""
        self.own(unit).click()

    def activate(self, unit: str, dice: int) -> None:
        """Roll for a unit's action points."""
        self.take(unit)
        words = "1 die" if dice == 1 else f"{dice} dice"
        self.dock.get_by_role("radio", name=said(words)).check()
        roll = self.plan.get_by_role("button", name=said(f"Roll {words}"))
        roll.click()
        expect(roll).to_be_hidden()
        expect(self.page.locator("#dock[data-mode=dice]")).to_have_count(0)  # only then do keys move the unit
        self.is_settled()

    def act(self, word: str) -> Locator:
        """The button of one kind of action."""
        self.is_settled()
        return marked(self.page, "toolbar", "Actions").get_by_role("button", name=said(word))

    def aim(self, word: str, target: str) -> None:
        """Choose an action, then point at its target on the board."""
        self.act(word).click()
        self.token(target).click()

    def choose_target(self, target: str) -> None:
        """Aim by the list of the plan."""
        self.plan.get_by_role("list", name="Targets").get_by_role("button", name=said(target)).click()
        expect(self.plan).to_contain_text(said(f"at {target}"))

    def commit(self, word: str = "Commit") -> None:
        """Do what is planned, and wait until it is done or refused."""
        self.plan.get_by_role("button", name=said(word)).click()
        self.is_answered()

    def finish(self) -> None:
        """End the actions of the unit in hand."""
        self.act("Finish").click()
        self.commit("Finish")

    def end_activation(self) -> None:
        """End one's activation phase."""
        self.is_settled()
        self.ends.click()
        self.plan.get_by_role("button", name=ENDS).click()
        self.is_answered()

    @property
    def ends(self) -> Locator:
        """The button that ends one's activation phase; the plan repeats its words."""
        return self.dock.locator("#hand").get_by_role("button", name=ENDS)

    def point_at(self, unit: str) -> None:
        """Look at an enemy: one of its models on the board, since the flag may stand far off; or at its wreck."""
        models = self.token(unit).locator("[data-model]")
        (models.first if models.count() else self.token(unit)).click()

    def card(self) -> Locator:
        """The unit card that is open."""
        return self.page.get_by_role("region", name="Inspector").get_by_role("tabpanel").get_by_role("article")

    def lit_cell(self, row: str) -> Locator:
        """The cell of the damage chart that the latest hit rolled, which must be in that row."""
        chart = self.card().get_by_role("table", name="Damage, D6")
        return chart.get_by_role("row", name=said(row)).locator("[aria-current=true]")

    def take_back(self) -> None:
        """Take back the last act."""
        self.button("Take back the last act").click()

    def choose(self, entry: str) -> None:
        """An entry of the table's menu; what it sends at once has been answered then."""
        self.button("Table menu").click()
        chosen = self.button(entry)
        if chosen.get_attribute("data-post") is None or chosen.get_attribute("data-sure") is not None:
            chosen.click()
            return
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            chosen.click()

    def dialog(self, title: str) -> Locator:
        """A dialog that is open."""
        return self.page.get_by_role("dialog", name=title)

    def fill_in(self, summary: str, **fields: str) -> None:
        """Open one part of the dialog of rulings, fill in its fields by label (`_` for a space) and send it."""
        self.choose("Make a ruling")
        self.page.get_by_text(summary, exact=True).click()
        form = self.page.get_by_role("form", name=summary, exact=True)
        for label, value in fields.items():
            field = form.get_by_label(re.compile(rf"^\s*{label.replace('_', ' ')}"))
            if field.and_(form.locator("select")).count():  # a field with suggestions is a combobox too
                field.select_option(value)
            else:
                field.fill(value)
        form.get_by_role("button", name="Rule so").click()

    def rules(self, *, unit: str, what: str, value: int, reason: str) -> None:
        """Fill in the open dialog of a ruling and send it."""
        form = self.page.get_by_role("dialog").get_by_role("form", name="A unit", exact=True)
        form.get_by_label("Unit").select_option(unit)
        form.get_by_label("Set").select_option(what)
        form.get_by_label("To").fill(str(value))
        form.get_by_label("Reason").fill(reason)
        form.get_by_role("button", name=re.compile("Rule so|Propose it")).click()

    def answer(self, question: str, option: str) -> None:
        """Answer an open question."""
        form = self.page.get_by_role("form", name=said(question))
        form.get_by_role("radio", name=said(option)).check()
        form.locator("[type=submit]").filter(has_text=said(option)).click()

    def tap(self, unit: str, *, inches: tuple[float, float]) -> None:
        """Tap on the board, so far from a unit."""
        self.lies_still()
        x, y = self.place(unit)
        across, down = (length * self.pixels_an_inch() for length in inches)
        self.page.mouse.click(x + across, y + down)

    def drag(self, unit: str, *, inches: tuple[float, float]) -> None:
        """Drag a unit across the board."""
        self.lies_still()
        x, y = self.place(unit)
        across, down = (length * self.pixels_an_inch() for length in inches)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + across / 2, y + down / 2, steps=4)
        mouse.move(x + across, y + down, steps=4)
        mouse.up()


@dataclass(frozen=True)
class Table:
    """Everybody at one table: both players, the club's screen, a spectator."""

    alice: Player
    bob: Player
    screen: Screen
    charlie: Watcher

    @property
    def all(self) -> Sequence[Watcher]:
        """All four."""
        return (self.alice, self.bob, self.screen, self.charlie)

    @property
    def readers(self) -> Sequence[Watcher]:
        """Those who have a log."""
        return (self.alice, self.bob, self.charlie)

    def see(self, *texts: str, screen: Sequence[str] | None = None) -> None:
        """Three read that in a line of the log; the screen says it too, or what is given for it."""
        for one in self.readers:
            one.sees(*texts)
        self.screen.sees(*(texts if screen is None else screen))

    def see_roll(self, line: str, need: str, *faces: str) -> None:
        """Each of the four sees those dice with that line."""
        for one in self.all:
            one.sees_roll(line, need, *faces)

    def are_live(self) -> None:
        """All four are connected."""
        for one in self.all:
            one.is_live()


def gather(people: People, setting: Setting) -> Table:
    """Open the four pages of a table."""
    table = Table(
        Player(setting.seat(people, "Alice")),
        Player(setting.seat(people, "Bob")),
        Screen(setting.screen(people)),
        Watcher(setting.spectator(people)),
    )
    table.are_live()
    return table


def _faces(throw: Locator) -> list[str]:
    return [die.get_attribute("aria-label") or "" for die in throw.get_by_role("img").all()]
