"""Moves in file, backwards and sideways, jumps out of upper storeys, charges up to them, as the plan has them."""

import json

import pytest
from msgspec.structs import replace

from rules import decode_action, preview
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tabletop.ui.words import inches_text
from tests.builders import A, a_battle, a_unit, play
from tests.rules.arap.movement.test_file import squad
from tests.rules.buildings.test_charges_between_floors import two_ways
from tests.rules.buildings.test_leaping import upstairs


def test_a_rank_is_told_to_go_in_file_and_goes():
    """Abreast the walls shorten their way; in file all of it can be gone, and single models are put elsewhere."""
    state = squad((9, 20), (9, 21.2), (9, 18.8), (7.8, 20))
    abreast = plan(state, A, Draft(kind="move", unit="a1", path=((12.5, 20),)))
    assert abreast.text.startswith("Shortened")
    assert any("In file they go" in note for note in abreast.notes)
    assert [c.label for c in abreast.controls][-2:] == ["In file", "Single models"]
    shown = plan(state, A, Draft(kind="move", unit="a1", path=((12.5, 20),), ticked={"file": "1"}))
    ends = {p["model"]: p["at"] for p in json.loads(shown.action)["placements"]}
    assert (shown.text, ends["a1.2"][1], len(ends)) == ("", 20.0, 3)
    moved = Draft(kind="move", unit="a1", path=((12.5, 20),), ticked={"file": "1"}, models={"a1.4": (8.0, 20.0)})
    assert {p["model"]: p["at"] for p in json.loads(plan(state, A, moved).action)["placements"]}["a1.4"] == [8.0, 20.0]


@pytest.mark.parametrize(
    ("gait", "end", "spent", "rule", "kept"),
    [
        pytest.param("back", (8, 10), 4, "ARAP-MOVE-05", 2, marks=pytest.mark.rule("ARAP-MOVE-05")),
        pytest.param("sidestep", (10, 7), 3.5, "ARAP-MOVE-06", 3.5, marks=pytest.mark.rule("ARAP-MOVE-06")),
    ],
)
def test_a_squad_backs_up_or_sidesteps_and_still_faces_ahead(gait, end, spent, rule, kept):
    """Each half inch backwards costs one inch, a sidestep half an inch besides; what is too long is cut short."""
    state = a_battle(a_unit("a1", [(10, 10)], facing=90), a_unit("b1", [(60, 10)]), active="a1", ap=2)
    go = Draft(kind="move", unit="a1", path=(end,), ticked={"gait": gait})
    shown = plan(state, A, go)
    order = decode_action(shown.action)
    seen = preview(state, order)
    assert (seen.spent_in, rule in seen.rules) == (pytest.approx(spent), True)
    _, after = play(state, order)
    assert (after.units["a1"].models[0].at, after.units["a1"].models[0].facing) == (end, 90)
    far = replace(go, path=(((end[0] - 10) * 3 + 10, (end[1] - 10) * 3 + 10),))
    assert plan(state, A, far).text.startswith(f"Shortened to {inches_text(kept)}")


def test_each_leg_of_a_way_may_go_in_a_manner_of_its_own():
    """What is chosen holds from the last leg that is drawn on; each sideways leg costs half an inch. (ARAP-MOVE-06)"""
    state = a_battle(a_unit("a1", [(10, 10)], facing=90), a_unit("b1", [(60, 10)]), active="a1", ap=2)

    def going(draft: Draft, word: str) -> str:
        (how,) = [c for c in plan(state, A, draft).controls if c.name == "gait"]
        return next(value for value, label in how.choices if label == word)

    one = Draft(kind="move", unit="a1", path=((10, 11),))
    aside = going(one, "Sideways")
    two = replace(one, path=(*one.path, (9.5, 11)), ticked={"gait": aside})
    ahead = replace(two, ticked={"gait": going(two, "Backwards")})
    order = decode_action(plan(state, A, ahead).action)
    assert [w.gait for w in order.path] == ["sidestep", "back"]
    seen = preview(state, order)
    assert seen.spent_in == pytest.approx(1 + 0.5 + 2 * 0.5)
    assert {"ARAP-MOVE-05", "ARAP-MOVE-06"} <= set(seen.rules)
    assert going(replace(ahead, ticked={"gait": going(ahead, "Sideways")}), "Ahead") == "sidestep0.walk1"


def test_who_lies_down_is_ticked_and_all_do_unless_somebody_is_left_out():
    """A model or the whole unit may declare it. (ARAP-PRONE-03)"""
    state = a_battle(a_unit("a1", [(10, 10), (10, 12)], facing=90), a_unit("b1", [(60, 10)]), active="a1", ap=2)
    _, state = play(state, decode_action(plan(state, A, Draft(kind="move", unit="a1", path=((12, 10),))).action))
    lie = Draft(kind="go-prone", unit="a1")
    shown = plan(state, A, lie)
    assert [(c.label, c.value) for c in shown.controls] == [("A1.1", "1"), ("A1.2", "1")]
    assert decode_action(shown.action).models == ()
    one = plan(state, A, replace(lie, ticked={"l:a1.1": ""}))
    assert decode_action(one.action).models == ("a1.2",)
    assert plan(state, A, replace(lie, ticked={"l:a1.1": "", "l:a1.2": ""})).action == ""


def test_ways_down_are_chosen_from_a_list():
    state = upstairs((51.5, 11.5), level=3, is_roof=True)
    shown = plan(state, A, Draft(kind="jump-out", unit="a1"))
    (which,) = [c for c in shown.controls if c.name == "which"]
    assert {label for label, _ in which.choices} == {
        "By the north edge of House, level 3",
        "By the west edge of House, level 3",
    }
    assert (shown.commit, shown.title, shown.ap) == ("Commit jump", "Jump down", 1)


def test_which_stairs_a_charge_takes_is_chosen_beside_the_plan():
    state = two_ways()
    shown = plan(state, A, Draft(kind="charge", unit="a1", target="b1"))
    (by,) = [c for c in shown.controls if c.name == "by"]
    assert (by.choices, [t.away for t in shown.targets]) == ((("", "Loft ladder"), ("Stairs", "Stairs")), ["6″"])
    assert "by Loft ladder" in shown.notes[0]
    chosen = plan(state, A, Draft(kind="charge", unit="a1", target="b1", ticked={"by": "Stairs"}))
    assert ("by Stairs" in chosen.notes[0], json.loads(chosen.action)["path"]) == (True, [[12, 16]])


def test_ways_of_one_name_are_told_apart_by_where_they_begin():
    state = two_ways()
    alike = tuple(replace(t, name="Ladder") if t.head is not None else t for t in state.terrain)
    state = replace(state, terrain=alike)
    (by,) = [c for c in plan(state, A, Draft(kind="charge", unit="a1", target="b1")).controls if c.name == "by"]
    first, second = [label for _, label in by.choices]
    assert first != second
    assert all(label.startswith("Ladder, ") for label in (first, second))
    other = Draft(kind="charge", unit="a1", target="b1", ticked={"by": second})
    assert json.loads(plan(state, A, other).action)["path"] == [[12, 16]]
