"""Strength, size and bulk."""

import pytest

from rules.forces.strength import attack_strength
from rules.rulebook.charts import rows
from tests.builders import a_profile


@pytest.mark.part_of("ARAP-GEN-08")
@pytest.mark.parametrize(
    ("changes", "strength"),
    [
        ({"user_mult": 2, "weapon_add": 1}, 7),
        ({"weapon_add": 1, "attack_mult": 2}, 8),
        ({"user_mult": 2, "user_add": 1, "weapon_add": 1, "attack_mult": 2, "attack_add": 1}, 17),
        ({"user_mult": 1.5}, 5),
        ({}, 3),
    ],
)
def test_the_bearer_changes_before_the_weapon_and_the_weapon_before_the_attack(changes, strength):
    assert attack_strength(3, **changes) == strength


@pytest.mark.part_of("ARAP-SIZE-01")
@pytest.mark.parametrize(("size", "radius", "large"), [(1, 1, False), (2, 2, False), (3, 3, True), (4, 4, True)])
def test_size_is_the_melee_radius_and_three_or_more_is_a_large_object(size, radius, large):
    profile = a_profile(size=size)
    assert (profile.melee_radius_in, profile.is_large) == (radius, large)


@pytest.mark.part_of("ARAP-SIZE-02")
def test_bulky_models_count_as_more_than_one():
    bulks = ["bulky", "bulky", "normal", "very-bulky"]
    assert sum(a_profile(bulk=b).counts_as for b in bulks) == 8
    assert a_profile(bulk="extremely-bulky").counts_as == 5


@pytest.mark.part_of("ARAP-GEN-07")
def test_a_profile_has_the_eight_characteristics_and_a_move():
    profile = a_profile()
    assert [getattr(profile, str(row["key"])) for row in rows("ARAP-GEN-07")] == [4, 3, 3, 3, 3, 1, 3, 1, 7]
