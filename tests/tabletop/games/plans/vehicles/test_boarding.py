"""Boarding as a draft: who goes aboard, and by which way."""

import msgspec
import pytest

from rules.forces.unit import UnitTurn
from rules.table.terrain import Terrain
from tabletop.games.panels.dock import dock
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_row, a_unit
from tests.rules.vehicles.garage import a_carrier


def a_field(*others, flags=None):
    squad = a_unit("a2", a_row(3, 35.5, 23, 1.2), facing=270)
    return a_battle(a_carrier("a1", flags=flags), squad, *others, active="a2", ap=1)


def drafted(**values):
    return Draft(kind="board", unit="a2", target="a1", **values)


def test_the_whole_unit_boards_unless_some_are_picked():
    shown = plan(a_field(), A, drafted())
    assert shown.refusal is None
    assert "models" not in msgspec.json.decode(shown.action)
    assert [c.label for c in shown.controls] == ["Only some of them"]
    assert shown.aims == "way"
    assert shown.overlay.preview.count("<path") >= 1


@pytest.mark.rule("VEH-BRD-04")
def test_some_are_picked_by_boxes_or_by_pressing_them():
    asked = plan(a_field(), A, drafted(ticked={"some": "1"}))
    assert (asked.text, asked.aims) == ("Press the models that board, on the board or in the list.", "models")
    shown = plan(a_field(), A, drafted(ticked={"some": "1", "s:a2.1": "1", "s:a2.3": "1", "name": "The Rest"}))
    assert msgspec.json.decode(shown.action)["models"] == ["a2.1", "a2.3"]
    assert msgspec.json.decode(shown.action)["rest"] == "The Rest"
    assert "2 of 3 models board; the other stays outside as a unit of their own" in shown.notes
    assert [c.label for c in shown.controls] == ["Only some of them", "A2.1", "A2.2", "A2.3", "Name of those who stay"]


@pytest.mark.part_of("VEH-BRD-09")
def test_the_wake_of_a_hull_that_moves_is_drawn_with_the_ground_beside_it():
    driven = UnitTurn(tried=True, moved_in=10, path=((30, 34, 0), (30, 24, 0)))
    moving = plan(a_field(flags={"now": driven}), A, drafted()).overlay.arcs
    standing = plan(a_field(), A, drafted()).overlay.arcs
    assert moving.count("arc-e reach") == standing.count("arc-e reach") + 1


@pytest.mark.rule("ARAP-MOVE-01")
def test_a_way_round_an_enemy_is_drawn():
    field = a_field(a_unit("b1", [(34.4, 23.3)]))
    barred = plan(field, A, drafted(ticked={"some": "1", "s:a2.1": "1"}))
    assert barred.refusal is not None
    assert barred.refusal.code == "in-the-way"
    drawn = plan(field, A, drafted(ticked={"some": "1", "s:a2.1": "1"}, path=((34.6, 21.8),)))
    assert drawn.refusal is None
    assert msgspec.json.decode(drawn.action)["path"][0]["at"] == [34.6, 21.8]


@pytest.mark.rule("VEH-BRD-11", "ARAP-TERR-01")
def test_behind_a_wall_the_button_stands_and_the_way_round_is_drawn():
    """The straight way is barred to all: the carrier is there to be chosen, and a bend leads round."""
    points = ((34.5, 22), (34.7, 22), (34.7, 26), (34.5, 26))
    wall = Terrain(id="w", name="Garden Wall", points=points, going="impassable", look="wall", height_in=3)
    squad = a_unit("a2", [(35.3, 22.4)], facing=270)
    field = a_battle(a_carrier("a1"), squad, active="a2", ap=1, terrain=(wall,))
    for kind in ("board", "cling"):
        act = next(act for act in dock(field, A, "a2").acts if act.kind == kind)
        assert (act.refusal, act.targets) == (None, ("a1",))
        asked = plan(field, A, Draft(kind=kind, unit="a2"))
        assert [(t.id, t.refusal) for t in asked.targets] == [("a1", None)]
    barred = plan(field, A, drafted())
    assert (barred.refusal.code, barred.refusal.allowed) == ("impassable", "go round, on a way that is drawn")
    assert plan(field, A, drafted(path=((34.6, 21.3),))).refusal is None
