"""What people do round a table, told by what they click: for the tests in this folder."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.people import People
from tests.dice import write_script
from tests.live import LiveServer


class Cast:
    """Alice hosts and plays side A, Bob plays side B; a spectator watches and a screen hangs on the wall."""

    def __init__(self, people: People, server: LiveServer) -> None:
        self.people = people
        self.server = server
        self.alice = people.open("alice", server.url)
        self.code = self._set_up()
        self.bob = people.open("bob", f"{server.url}/tables/{self.code}/join")
        self._sit(self.bob, "Bob", 1)
        self.watcher = people.open("watcher", f"{server.url}/tables/{self.code}/watch")
        self.screen = people.open("screen", f"{server.url}/tables/{self.code}/screen")
        self.alice.get_by_role("button", name="Start the battle").click()
        for player in (self.alice, self.bob):
            expect(player.get_by_role("group", name="Turn tracker")).to_contain_text("Roll-off")

    def _set_up(self) -> str:
        page = self.alice
        page.get_by_role("link", name="Start a table").first.click()
        page.get_by_label("Your name").fill("Alice")
        mine = page.get_by_role("checkbox", name="I play this side")
        mine.nth(0).check()
        mine.nth(1).uncheck()
        page.get_by_role("button", name="Set up the table").click()
        page.wait_for_url(re.compile(r"/tables/\w{6}/"))
        return page.url.rstrip("/").rsplit("/", 1)[-1]

    def _sit(self, page: Page, name: str, side: int) -> None:
        page.get_by_label("Name at the table").fill(name)
        page.get_by_role("radio").nth(side).check()
        page.get_by_role("button", name="Take this seat").click()

    def dice(self, **faces: list[int]) -> None:
        """What falls next, by label with `_` for `-`."""
        write_script(self.server.data_dir, {label.replace("_", "-"): told for label, told in faces.items()})

    @property
    def everybody(self) -> tuple[Page, ...]:
        """All four pages."""
        return (self.alice, self.bob, self.watcher, self.screen)

    def deploy(self) -> None:
        """Alice wins the roll-off and goes first; the table places everybody."""
        self.dice(table_roll=[6, 1])
        self.alice.get_by_role("button", name="Roll off").click()
        self.alice.get_by_role("radio", name="Take the first turn").check()
        self.alice.get_by_role("button", name="Take the first turn").click()
        for player in (self.alice, self.bob):
            place_all(player)
        expect(tracker(self.alice)).to_contain_text("Activation")


def tracker(page: Page) -> Locator:
    """The turn tracker."""
    return page.get_by_role("group", name="Turn tracker")


def log(page: Page) -> Locator:
    """The log."""
    return page.get_by_role("log", name="Log")


def place_all(player: Page) -> None:
    """Let the table place all units that a side still has, in turns with the other side."""
    plan = player.get_by_role("group", name="Plan")
    player.get_by_role("region", name="Unit in hand").get_by_role("button", name="Place all").click()
    plan.get_by_role("button", name="Place all").click()


def take(player: Page, unit: str) -> None:
    """Take one's own unit in hand."""
    player.get_by_role("group", name="Your units").get_by_role("button", name=re.compile(rf"^{unit} ")).click()


def activate(player: Page, unit: str, dice: int) -> None:
    """Roll so many dice for a unit."""
    take(player, unit)
    player.get_by_role("radio", name=re.compile(rf"^{dice} di")).check()
    player.get_by_role("button", name=re.compile(rf"^Roll {dice} ")).click()


def choose(player: Page, action: str) -> None:
    """Press a button of the action bar."""
    player.get_by_role("toolbar", name="Actions").get_by_role("button", name=re.compile(rf"^{action}\b")).click()


def commit(player: Page) -> None:
    """Press the one commit button of the plan."""
    player.get_by_role("group", name="Plan").get_by_role(
        "button", name=re.compile(r"^(Commit|Roll|Place|Finish|End)")
    ).click()
