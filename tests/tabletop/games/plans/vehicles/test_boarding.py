"""Boarding as a draft: who goes aboard, and by which way."""

import msgspec
import pytest

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_row, a_unit
from tests.rules.vehicles.garage import a_carrier


def a_field(*others):
    squad = a_unit("a2", a_row(3, 35.5, 23, 1.2), facing=270)
    return a_battle(a_carrier("a1"), squad, *others, active="a2", ap=1)


def drafted(**values):
    return Draft(kind="board", unit="a2", target="a1", **values)


def test_the_whole_unit_boards_unless_some_are_picked():
    told = plan(a_field(), A, drafted())
    assert told.refusal is None
    assert "models" not in msgspec.json.decode(told.action)
    assert [c.label for c in told.controls] == ["Only some of them"]
    assert told.aims == "way"
    assert told.overlay.preview.count("<path") >= 1


@pytest.mark.rule("VEH-BRD-04")
def test_some_are_picked_by_boxes_or_by_pressing_them():
    asked = plan(a_field(), A, drafted(ticked={"some": "1"}))
    assert (asked.text, asked.aims) == ("Press the models that board, on the board or in the list.", "models")
    told = plan(a_field(), A, drafted(ticked={"some": "1", "s:a2.1": "1", "s:a2.3": "1", "name": "The Rest"}))
    assert msgspec.json.decode(told.action)["models"] == ["a2.1", "a2.3"]
    assert msgspec.json.decode(told.action)["rest"] == "The Rest"
    assert "2 of 3 models board; the other stays outside as a unit of their own" in told.notes
    assert [c.label for c in told.controls] == ["Only some of them", "A2.1", "A2.2", "A2.3", "Name of those who stay"]


@pytest.mark.rule("ARAP-MOVE-01")
def test_a_way_round_an_enemy_is_drawn():
    field = a_field(a_unit("b1", [(34.4, 23.3)]))
    barred = plan(field, A, drafted(ticked={"some": "1", "s:a2.1": "1"}))
    assert barred.refusal is not None
    assert barred.refusal.code == "in-the-way"
    drawn = plan(field, A, drafted(ticked={"some": "1", "s:a2.1": "1"}, path=((34.6, 21.8),)))
    assert drawn.refusal is None
    assert msgspec.json.decode(drawn.action)["path"][0]["at"] == [34.6, 21.8]
