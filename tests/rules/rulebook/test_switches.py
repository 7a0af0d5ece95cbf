"""Options of a game."""

import pytest

from rules.rulebook import default_options, option_faults, switch, switches


def test_every_default_is_allowed() -> None:
    assert option_faults(default_options()) == ()
    assert len(default_options()) == len(switches()) == 79


def test_defaults_can_be_had_for_one_scope() -> None:
    assert default_options("lift") == {"lift_speed": "normal", "lift_capacity": 12}


@pytest.mark.parametrize(
    ("key", "good", "bad"),
    [
        ("aiming_allowed", True, 1),
        ("aiming_allowed", False, "false"),
        ("hull_down_roll", 4, 5),
        ("hull_down_roll", 3, "3"),
        ("busts_allowed", 7, 0),
        ("busts_allowed", 1, True),
        ("lift_capacity", 30, 0),
        ("casualty_allocation", "quick", "slow"),
        ("bunker_survivors_pinned", "off", False),
    ],
)
def test_values_are_checked_by_type_and_list(key: str, good: object, bad: object) -> None:
    assert switch(key).accepts(good)
    assert not switch(key).accepts(bad)


def test_every_fault_is_told_at_once_with_what_is_allowed() -> None:
    assert option_faults(
        {"hull_down_roll": 6, "dice_groups": True, "no_such": 1, "busts_allowed": 0, "thin_walls": 2}
    ) == (
        "hull_down_roll cannot be 6: it may be 3, 4",
        "there is no switch no_such",
        "busts_allowed cannot be 0: it may be a whole number, 1 or more",
        "thin_walls cannot be 2: it may be false, true",
    )
