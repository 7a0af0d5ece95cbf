"""What is doubtful at the edge of a marker is said and drawn in the plan, with the rulings that may be asked for."""

import msgspec

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_unit, a_weapon

MORTAR = a_weapon("mortar", type="assault", strength=4, marker_in=3, range_in=36)


def planned(**draft):
    """A1 with a mortar, B1 with one in the middle of its marker and one at the edge, a friend at the edge as well."""
    state = a_battle(
        a_unit("a1", [(10, 20)], weapons=[MORTAR], facing=90),
        a_unit("a2", [(30, 18.3)]),
        a_unit("b1", [(30, 20), (30, 21.9)]),
        active="a1",
        ap=1,
    )
    return plan(state, A, Draft(kind="shoot", unit="a1", **draft))


def test_a_shot_at_the_ground_flags_who_is_at_the_edge_of_its_marker():
    found = planned(path=[(30, 20)])
    assert [note.text for note in found.doubts] == [
        "1 model of A2 may be under the template or marker or not. ¼″ decides. It counts, as measured.",
        "1 model of B1 may be under the template or marker or not. ¼″ decides. It does not count, as measured.",
    ]
    assert {note.rule for note in found.doubts} == {"ARAP-TMPL-06"}
    asked = [msgspec.json.decode(r.fields)["action"] for note in found.doubts for r in note.rulings]
    assert [(a["type"], a["target"], a["ruling"]) for a in asked] == [
        ("RuleShot", "a2", "not-under"),
        ("RuleShot", "b1", "under"),
    ]
    assert found.overlay.preview.count("?") == 2
    assert found.action
