"""A move in file, jumps out of upper storeys, charges up to them, as the plan has them."""

import json

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A
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
    told = plan(state, A, Draft(kind="move", unit="a1", path=((12.5, 20),), ticked={"file": "1"}))
    ends = {p["model"]: p["at"] for p in json.loads(told.action)["placements"]}
    assert (told.text, ends["a1.2"][1], len(ends)) == ("", 20.0, 3)
    moved = Draft(kind="move", unit="a1", path=((12.5, 20),), ticked={"file": "1"}, models={"a1.4": (8.0, 20.0)})
    assert {p["model"]: p["at"] for p in json.loads(plan(state, A, moved).action)["placements"]}["a1.4"] == [8.0, 20.0]


def test_ways_down_are_chosen_from_a_list():
    state = upstairs((51.5, 11.5), level=3, is_roof=True)
    told = plan(state, A, Draft(kind="jump-out", unit="a1"))
    (which,) = [c for c in told.controls if c.name == "which"]
    assert {label for label, _ in which.choices} == {
        "By the north edge of House, level 3",
        "By the west edge of House, level 3",
    }
    assert (told.commit, told.title, told.ap) == ("Commit jump", "Jump down", 1)


def test_which_stairs_a_charge_takes_is_chosen_beside_the_plan():
    state = two_ways()
    told = plan(state, A, Draft(kind="charge", unit="a1", target="b1"))
    (by,) = [c for c in told.controls if c.name == "by"]
    assert (by.choices, [t.away for t in told.targets]) == ((("", "Loft ladder"), ("Stairs", "Stairs")), ["6″"])
    assert "by Loft ladder" in told.notes[0]
    chosen = plan(state, A, Draft(kind="charge", unit="a1", target="b1", ticked={"by": "Stairs"}))
    assert ("by Stairs" in chosen.notes[0], json.loads(chosen.action)["path"]) == (True, [[12, 16]])
