"""Two people play in two browsers while a spectator and a screen look on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import People
from tests.browser.table import Cast, activate, choose, commit, log, take
from tests.live import LiveServer


@pytest.fixture
def cast(people: People, live: Callable[..., LiveServer]) -> Cast:
    cast = Cast(people, live())
    cast.deploy()
    return cast


def test_a_move_by_keys_is_seen_by_all_four_and_can_be_taken_back(cast):
    alice, plan = cast.alice, cast.alice.get_by_role("group", name="Plan")
    cast.dice(activation=[1, 1])
    activate(alice, "A1", 2)
    expect(alice.get_by_text("2 action points", exact=True)).to_be_visible()

    choose(alice, "Move")
    for _ in range(9):
        alice.keyboard.press("ArrowRight")
    expect(plan.get_by_role("alert")).to_contain_text("too far")
    expect(plan.get_by_role("button", name=re.compile("^Commit"))).to_have_count(0)

    for _ in range(7):
        alice.keyboard.press("ArrowLeft")
    expect(plan).to_contain_text("Move 2″")
    commit(alice)
    for page in cast.everybody:
        expect(page.get_by_text(re.compile("moves 2″")).first).to_be_visible()

    alice.get_by_role("button", name=re.compile("^Take back the last act")).click()
    expect(log(cast.bob)).to_contain_text("Taken back")
    expect(log(cast.bob)).to_contain_text("(taken back)")
    expect(alice.get_by_text("2 action points", exact=True)).to_be_visible()


def test_a_unit_is_dragged_with_the_mouse_while_the_other_side_waits(cast):
    cast.dice(activation=[1])
    activate(cast.alice, "A1", 1)
    expect(cast.alice.get_by_text("1 action point", exact=True)).to_be_visible()
    board = cast.alice.get_by_role("group", name=re.compile("^Table,"))
    box = board.get_by_role("button", name=re.compile("^A1 ")).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    cast.alice.mouse.move(x, y)
    cast.alice.mouse.down()
    cast.alice.mouse.move(x + 30, y, steps=4)
    cast.alice.mouse.up()
    expect(cast.alice.get_by_role("group", name="Plan")).to_contain_text(re.compile(r"Move \d"))

    take(cast.bob, "B1")
    expect(cast.bob.get_by_role("region", name="Unit in hand")).to_contain_text("acts now")
    commit(cast.alice)
    expect(log(cast.bob)).to_contain_text(re.compile(r"moves \d"))


def test_the_table_comes_back_by_itself_after_the_server_restarts(cast):
    cast.people.expect_noise("WebSocket|ERR_|Failed to load|object Event")
    cast.server.restart()
    for page in (cast.alice, cast.bob):
        expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible(timeout=20_000)
    cast.dice(activation=[1])
    activate(cast.alice, "A1", 1)
    for page in (cast.alice, cast.bob):
        expect(log(page)).to_contain_text("activates on 1 die")
