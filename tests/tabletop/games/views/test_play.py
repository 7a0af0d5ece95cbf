"""What only one player's page shows: dock, cards, plan, sight, seats. Each of these views has its doors."""

from __future__ import annotations

import json

import pytest

from tabletop.games.views import play
from tests.builders import a_battle, a_unit
from tests.cast import ALICE, BOB, CHARLIE, a_table, act, browser, deployed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table():
    return deployed()


def plan_of(person, table, **draft):
    """The answer to a draft."""
    body = json.dumps({"as": "a", "draft": draft})
    return browser(person).post(f"/tables/{table.code}/plan", body, content_type="application/json")


def test_the_play_page_has_every_region_that_frames_fill(table):
    page = browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    for region in ("tracker", "scores", "prompt", "words", "people", "proposals", "notice", "chat", "log"):
        assert f'id="{region}"' in page


def test_ones_own_parts_are_the_rail_the_cards_and_the_dock(table):
    parts = browser(ALICE).get(f"/tables/{table.code}/mine?as=a&unit=a1").content.decode()
    assert 'data-for="rail-units"' in parts
    assert 'data-for="inspector-body"' in parts
    assert 'data-for="dock" data-mode="dice" data-unit="a1"' in parts
    assert "Ash First" in parts


def test_somebody_elses_parts_are_refused(table):
    assert browser(BOB).get(f"/tables/{table.code}/mine?as=a").status_code == 403
    assert browser(CHARLIE).get(f"/tables/{table.code}/mine?as=a").status_code == 403


@pytest.mark.parametrize("what", ["mine", "dock"])
def test_before_the_battle_there_are_no_parts_and_it_is_said(what):
    answer = browser(ALICE).get(f"/tables/{a_table().code}/{what}?as=a", headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert "The battle has not begun." in answer.content.decode()


def test_a_hidden_enemy_is_in_none_of_ones_own_parts():
    table = deployed(hidden="Birch Second")
    parts = browser(ALICE).get(f"/tables/{table.code}/mine?as=a&target=b2").content.decode()
    assert "Birch Second" not in parts


def test_a_plan_carries_the_action_that_a_commit_sends(table):
    text = plan_of(ALICE, table, kind="activate", unit="a1", ticked={"dice": "2"}).content.decode()
    assert "Roll 2 dice" in text
    assert "&quot;type&quot;:&quot;Activate&quot;" in text


def test_a_plan_of_a_move_draws_the_ground_in_reach(table, monkeypatch):
    squad = a_unit("a1", at=[(10, 10)], facing=90)
    state = a_battle(squad, a_unit("b1", at=[(60, 40)]), active="a1", ap=1)
    monkeypatch.setattr(play, "seen_by", lambda visit, audience: state)
    text = plan_of(ALICE, table, kind="move", unit="a1").content.decode()
    assert 'class="arc-e reach" d="M100 60L' in text
    assert "L140 100L" in text


def test_a_draft_of_nonsense_is_refused_with_a_reason(table):
    answer = plan_of(ALICE, table, kind="move", path="over there")
    assert answer.status_code == 422
    assert "The draft cannot be read" in answer.content.decode()


def test_a_plan_for_the_other_side_plans_nothing(table):
    text = plan_of(ALICE, table, kind="activate", unit="b1", ticked={"dice": "2"}).content.decode()
    assert "Pick a unit of your own" in text
    assert "data-action" not in text


def test_sight_is_told_in_words_and_drawn(table):
    seen = browser(ALICE).get(f"/tables/{table.code}/sight?as=a&from=a1&to=b1").content.decode()
    assert "A1 Ash First to B1 Birch First: " in seen
    assert "with a clear line" in seen
    assert 'data-for="facings"' in seen


def test_sight_between_units_that_are_not_there_is_refused(table):
    assert browser(ALICE).get(f"/tables/{table.code}/sight?as=a&from=a1&to=z9").status_code == 422


def test_the_seats_as_they_are_now_are_for_everybody_who_is_welcome(table):
    text = browser(BOB).get(f"/tables/{table.code}/seats").content.decode()
    assert "Alice" in text
    assert "Send away: Alice" not in text
    assert "Send away: Bob" in browser(ALICE).get(f"/tables/{table.code}/seats").content.decode()


def test_the_dock_follows_the_game(table):
    def mode(person, side):
        parts = browser(person).get(f"/tables/{table.code}/mine?as={side}").content.decode()
        return parts.partition('data-mode="')[2].partition('"')[0]

    assert (mode(ALICE, "a"), mode(BOB, "b")) == ("pick", "wait")
    act(table, ALICE, type="EndActivation")
    assert (mode(ALICE, "a"), mode(BOB, "b")) == ("wait", "pick")
