"""What a fresh server makes ready before somebody asks."""

import json
import threading

import pytest
from django.template.base import Template
from django.template.engine import Engine

from tabletop.games.log import journal
from tabletop.games.pages import fragments, frames, ready
from tests.cast import ALICE, browser, deployed

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def read(monkeypatch):
    """The names of the templates that are read during the test, by a server that has read none yet."""
    for loader in Engine.get_default().template_loaders:
        loader.reset()
    names = []
    compiled = Template.compile_nodelist

    def noted(template):
        names.append(template.name)
        return compiled(template)

    monkeypatch.setattr(Template, "compile_nodelist", noted)
    return names


def planned(table):
    draft = {"kind": "activate", "unit": "a1", "ticked": {"dice": "2"}}
    body = json.dumps({"as": "a", "draft": draft})
    answer = browser(ALICE).post(f"/tables/{table.code}/plan", body, content_type="application/json")
    assert "Roll 2 dice" in answer.content.decode()


def test_the_first_plan_and_the_first_page_of_a_fresh_server_read_few_templates(read):
    table = deployed()
    ready.make()
    assert "games/plan/_planned.html" in read
    read.clear()
    planned(table)
    assert read == []
    browser(ALICE).get(f"/tables/{table.code}/")
    assert [name for name in read if name.startswith(("games/", "ui/"))] == []


def test_the_battle_that_was_played_last_is_drawn_for_everybody(monkeypatch):
    table = deployed()
    ready.make()
    monkeypatch.setattr(fragments, "parts", None)
    for audience in ("a", "b", "public", "screen"):
        assert frames.parts_at(table, audience, table.seq).units


def test_a_server_without_battles_is_ready_too(db):
    ready.make()


def test_a_fault_is_noted_and_keeps_nobody_waiting(settings, monkeypatch, caplog):
    settings.IN_BACKGROUND = True
    monkeypatch.setattr(ready, "make", lambda: journal.no_such_thing)
    ready.begin()
    for thread in threading.enumerate():
        if thread.name == "made-ready":
            thread.join()
    assert "could be made ready" in caplog.text


def test_a_plan_waits_for_no_drawing(monkeypatch):
    table = deployed()
    monkeypatch.setattr(fragments, "parts", None)
    planned(table)
