"""Splitting a unit as a draft: who leaves."""

import msgspec

from tabletop.games.panels.dock import dock
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_row, a_unit


def a_field(count=4):
    squad = a_unit("a1", a_row(count, 10, 10), name="First Section")
    return a_battle(squad, a_unit("b1", a_row(2, 30, 10), facing=270))


def test_a_unit_of_several_may_be_split_before_its_roll():
    assert [act.button.word for act in dock(a_field(), A, "a1").extras] == ["Split off"]
    assert dock(a_field(1), A, "a1").extras == ()


def test_whoever_is_ticked_leaves():
    shown = plan(a_field(), A, Draft(kind="split", unit="a1", ticked={"s:a1.2": "1", "s:a1.4": "1"}))
    sent = msgspec.json.decode(shown.action)
    assert (sent["type"], sent["models"]) == ("SplitOff", ["a1.2", "a1.4"])
    assert (shown.title, shown.commit) == ("Split off 2 models", "Split off")
    assert shown.overlay.preview.count('class="touch"') == 2
    assert [c.label for c in shown.controls] == ["A1.1", "A1.2", "A1.3", "A1.4", "Name of the part"]


def test_not_everybody_can_leave():
    shown = plan(a_field(2), A, Draft(kind="split", unit="a1", ticked={"s:a1.1": "1", "s:a1.2": "1"}))
    assert shown.refusal is not None
    assert (shown.refusal.code, shown.refusal.rule) == ("wrong-models", "ARAP-COH-02")


def test_while_nobody_is_picked_the_plan_says_how():
    shown = plan(a_field(), A, Draft(kind="split", unit="a1"))
    assert shown.aims == "models"
    assert shown.text.startswith("Press the models that leave")


def test_the_part_is_called_what_its_owner_types():
    shown = plan(a_field(), A, Draft(kind="split", unit="a1", ticked={"s:a1.2": "1", "name": " The lookouts "}))
    assert msgspec.json.decode(shown.action)["name"] == "The lookouts"
