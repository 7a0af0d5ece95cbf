"""Enemies near the way of a charge at a vehicle may step in, as in any charge. (ARAP-INT-01, VEH-CC-01)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer, waiting
from rules.engine import preview
from rules.vehicles.shared.attacks import bonus_of
from rules.vehicles.shared.charge import HullReached
from tests.builders import B, a_unit, play, the
from tests.rules.vehicles.gemini.close_combat.test_charge import GO, marsh

WATCH = a_unit("b5", [(47, 7.8)])


def asked(at=(47, 7.8), **values):
    """The charge at the Marsh Runner past a watch, its crew holding fire."""
    state = marsh(weapons=(), others=(a_unit("b5", [at]),), **values)
    return state, play(state, GO)[1]


@pytest.mark.rule("ARAP-INT-01")
def test_who_stands_beside_the_way_may_step_in_and_nobody_has_a_bonus():
    state, before = asked()
    assert any(note.startswith("B5 may intercept") for note in preview(state, GO).notes)
    assert (before.prompt.kind, before.prompt.unit) == ("intercept", "b5")
    assert "intercept" in waiting(before).odds(before, before)
    after = play(before, Answer(side=B, choice="intercept"), {"to-hit": [6, 6]})[1]
    assert [set(m.units) for m in after.melees] == [{"a3", "b5"}]
    assert bonus_of(after.units["a3"], after.units["b4"]) == 0
    events, passed = play(before, Answer(side=B, choice="let-pass"))
    assert the(events, HullReached).bonus
    assert passed.melees == ()


def test_nobody_far_off_is_asked_nor_up_to_version_16():
    assert asked(at=(47, 12))[1].prompt is None
    old = replace(marsh(weapons=(), others=(WATCH,)), version="16")
    assert play(old, GO)[1].prompt is None
    assert not any("may intercept" in note for note in preview(old, GO).notes)
