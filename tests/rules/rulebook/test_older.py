"""Older chapters used with this edition."""

import pytest

from rules.rulebook.older import followed, low_goal, mirrored_face


@pytest.mark.rule("ARAP-GEN-02")
def test_the_basic_chapter_is_followed_where_another_differs(cites):
    cites("ARAP-GEN-02")
    assert followed(["VEH-PEN-01", "ARAP-HIT-01"]) == "ARAP-HIT-01"
    assert followed(["VEH-PEN-01", "BLD-BUNK-01"]) == "VEH-PEN-01"
    with pytest.raises(ValueError, match="no rules"):
        followed([])


@pytest.mark.rule("ARAP-GEN-03")
def test_high_numbers_to_hit_become_low_ones_and_the_odds_stay(cites):
    cites("ARAP-GEN-03")
    assert [low_goal(high) for high in (2, 3, 4, 5, 6)] == [5, 4, 3, 2, 1]
    assert [mirrored_face(face) for face in (1, 6)] == [6, 1]
    for high in range(2, 7):
        assert sum(f >= high for f in range(1, 7)) == sum(f <= low_goal(high) for f in range(1, 7))
