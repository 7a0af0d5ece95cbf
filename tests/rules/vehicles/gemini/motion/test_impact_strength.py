"""How hard a moving thing strikes."""

import pytest

from rules.forces.gemini import GeminiHull
from rules.vehicles.gemini.motion.impact import is_tank, old_strength, ram_strength


@pytest.mark.part_of("VEH-RAM-02")
@pytest.mark.parametrize(
    ("av", "speed", "tank", "strength"),
    [
        (14, 9, True, 8),
        (11, 9, True, 5),
        (14, 8.9, True, 7),
        (10, 12, False, 4),
        (9, 12, False, 4),
        (14, 24, True, 10),
        (12, 0, False, 2),
    ],
)
def test_armour_above_ten_full_three_inches_and_the_tank_add_up_to_ten_at_most(av, speed, tank, strength):
    assert ram_strength(av, speed, tank=tank) == strength


@pytest.mark.part_of("VEH-RAM-02")
def test_what_has_no_armour_strikes_by_speed_alone_and_a_small_creature_one_weaker():
    assert ram_strength(None, 12) == 4
    assert ram_strength(None, 12, size_one=True) == 3
    assert ram_strength(None, 2, size_one=True) == 0


@pytest.mark.part_of("VEH-OLD-01")
@pytest.mark.parametrize(
    ("av", "speed", "strength", "reflected"),
    [(10, 15, 10, 5), (14, 8.25, 10, 2), (10, 8.25, 8, 0), (9, 12, 10, 1), (10, 8.5, 9, 0), (10, 8.4, 8, 0)],
)
def test_the_older_product_is_rounded_to_the_nearest_and_capped_with_the_rest_reflected(av, speed, strength, reflected):
    assert old_strength(av, speed) == (strength, reflected)


@pytest.mark.parametrize(
    ("values", "tank"),
    [
        ({"type": "tracked"}, True),
        ({"type": "walker", "vehicle_class": "mechanoid"}, True),
        ({"type": "skimmer"}, False),
        ({"type": "flying-skimmer"}, False),
        ({"type": "wheeled", "civilian": True}, False),
        ({"type": "bike"}, False),
    ],
)
def test_a_tank_is_military_armoured_and_does_not_float(values, tank):
    assert is_tank(GeminiHull(front=12, side=11, rear=10, **values)) is tank
