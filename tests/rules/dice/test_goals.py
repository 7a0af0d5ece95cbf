"""Goals, natural scores, second dice."""

import pytest

from rules.dice.goals import (
    Modifier,
    best_goal,
    modified,
    needs_second_high,
    needs_second_low,
    possible_high,
    possible_low,
    second_goal_high,
    second_goal_low,
    succeeds,
    succeeds_high,
    succeeds_low,
    target_text,
)
from rules.rulebook import rule


@pytest.mark.part_of("ARAP-DICE-01", "ARAP-HIT-06")
def test_modifiers_move_the_goal_of_a_low_roll() -> None:
    goal = modified(4, (Modifier(value=-2, reason="hard cover", rule="ARAP-HIT-06"),))
    assert goal == 2
    assert [succeeds_low(die, goal) for die in range(1, 7)] == [True, True, False, False, False, False]


@pytest.mark.part_of("ARAP-DICE-02")
def test_a_natural_6_never_hits_and_5_is_the_best_goal() -> None:
    table = rule("ARAP-DICE-02").table
    assert isinstance(table, list)
    for row in table:
        for skill in (5, 6, 7):
            assert best_goal(skill + row["modifier"], "low") == row[f"bs{skill}"]
    assert not succeeds_low(6, 9)
    assert succeeds_low(5, 9)


@pytest.mark.part_of("ARAP-DICE-03", "ARAP-DICE-04")
def test_a_natural_1_never_wounds_or_saves() -> None:
    assert best_goal(-1, "high") == 2
    assert not succeeds_high(1, -1)
    assert succeeds_high(2, -1)
    assert succeeds_high(4, 4)
    assert not succeeds_high(3, 4)


@pytest.mark.part_of("ARAP-DICE-06")
@pytest.mark.parametrize(("goal", "second"), [(7, 4), (8, 5), (9, 6)])
def test_high_goals_of_7_to_9_take_a_second_die(goal: int, second: int) -> None:
    assert needs_second_high(goal, 6)
    assert not needs_second_high(goal, 5)
    assert second_goal_high(goal) == second
    assert [face for face in range(1, 7) if succeeds_high(6, goal, face)] == list(range(second, 7))
    assert not succeeds_high(6, goal)
    assert not succeeds_high(5, goal, 6)


@pytest.mark.part_of("ARAP-DICE-07")
@pytest.mark.parametrize(("goal", "second"), [(0, 3), (-1, 2), (-2, 1)])
def test_low_goals_of_0_to_minus_2_take_a_second_die(goal: int, second: int) -> None:
    assert needs_second_low(goal, 1)
    assert not needs_second_low(goal, 2)
    assert second_goal_low(goal) == second
    assert [face for face in range(1, 7) if succeeds_low(1, goal, face)] == list(range(1, second + 1))
    assert not succeeds_low(1, goal)
    assert not succeeds_low(2, goal, 1)


@pytest.mark.part_of("ARAP-DICE-08")
def test_goals_beyond_the_second_die_cannot_be_rolled() -> None:
    assert [goal for goal in range(-5, 4) if possible_low(goal)] == [-2, -1, 0, 1, 2, 3]
    assert [goal for goal in range(5, 13) if possible_high(goal)] == [5, 6, 7, 8, 9]
    assert not any(succeeds_low(die, -3, second) for die in range(1, 7) for second in range(1, 7))
    assert not any(succeeds_high(die, 10, second) for die in range(1, 7) for second in range(1, 7))


def test_ordinary_goals_take_one_die() -> None:
    assert not any(needs_second_low(goal, die) for goal in (1, 3, 5) for die in range(1, 7))
    assert not any(needs_second_high(goal, die) for goal in (2, 4, 6) for die in range(1, 7))
    assert succeeds(3, 3, "low")
    assert not succeeds(3, 4, "high")


def test_targets_of_2d6_are_written_in_full() -> None:
    assert [target_text(target) for target in (1, 2, 8, 12)] == [
        "no chance",
        "2 or less on 2D6",
        "8 or less on 2D6",
        "any total",
    ]
