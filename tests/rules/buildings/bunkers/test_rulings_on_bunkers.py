"""The host rules what an armoured building has left, and who may go into it."""

import pytest
from msgspec.structs import replace

from rules.buildings.armour_rulings import RuleBunker
from rules.buildings.bunkers.enter import EnterBunker
from rules.engine import preview
from rules.questions.buildings import structures
from rules.table.armoured import Armoured
from tests.builders import A, a_battle, a_unit, play
from tests.rules.buildings.bunkers import keep
from tests.rules.buildings.bunkers.pillbox import a_bunker

RULING = RuleBunker(side=A, section="keep/", left=1, reason="an old crack")
GO_IN = EnterBunker(side=A, unit="a1", terrain="keep")


def before(*foes):
    """A squad at the walls of a pillbox, which enemies hold."""
    own = a_unit("a1", [(21.0, 12.0)])
    return a_battle(own, *foes, active="a1", ap=2, terrain=[a_bunker(armoured=Armoured(kind="Brick house"))])


@pytest.mark.rule("BLD-BUNK-05", "BLD-BUNK-04")
def test_hull_points_and_the_lock_of_a_bunker_are_ruled():
    state = before(a_unit("b1", [(12, 13)]))
    assert structures.armour_to_rule_on(state) == (("keep/", "Pillbox, 3 of 3 hull points"),)
    events, after = play(state, RULING)
    assert events[-1].sentence(after) == "Host: Pillbox has 1 hull point left (an old crack)"
    assert structures.armour_to_rule_on(after) == (("keep/", "Pillbox, 1 of 3 hull points"),)
    assert preview(after, GO_IN).refusal.rule == "BLD-BUNK-04"
    assert preview(play(after, replace(RULING, locked="no"))[1], GO_IN).refusal is None
    assert preview(before(), GO_IN).refusal is None
    empty = before()
    locked = play(empty, replace(RULING, left=3, locked="yes"))[1]
    assert preview(locked, GO_IN).refusal is None  # nobody holds it against them
    unlocked = play(locked, replace(RULING, left=3, locked="no", reason="the gate hangs open"))
    assert unlocked[0][-1].sentence(locked) == (
        "Host: Pillbox has 3 hull points left and is open to everybody (the gate hangs open)"
    )
    assert (locked.terrain[0].armoured.locked, unlocked[1].terrain[0].armoured.locked) == ("yes", "no")


@pytest.mark.rule("BLD-BUNK-05")
def test_each_section_has_its_own_and_no_more_than_it_was_built_with():
    state = keep.before(at=(17.5, 25.0), facing=0)
    assert [key for key, _ in structures.armour_to_rule_on(state)] == ["keep/A", "keep/B", "keep/C"]
    after = play(state, replace(RULING, section="keep/B", left=0))[1]
    assert [name for _, name in structures.armour_to_rule_on(after)] == [
        "A of Keep, 3 of 3 hull points",
        "B of Keep, 0 of 3 hull points",
        "C of Keep, 3 of 3 hull points",
    ]
    shaken = replace(state, terrain=tuple(replace(p, damage=1) if p.id == "keep" else p for p in state.terrain))
    after = play(shaken, replace(RULING, section="keep/B", left=1))[1]
    assert [name[:15] for _, name in structures.armour_to_rule_on(after)] == [
        "A of Keep, 2 of",
        "B of Keep, 1 of",
        "C of Keep, 2 of",
    ]
    assert preview(state, replace(RULING, section="keep/D")).refusal.code == "no-armour"
    assert preview(state, replace(RULING, section="keep/B", left=4)).refusal.code == "bad-points"
    assert preview(state, replace(RULING, section="keep/B", reason=" ")).refusal.code == "no-reason"
