"""Printed rolls turned round: the ledger's own pairs of goals, and the labels that are mirrored."""

import re

import pytest

from rules.rulebook.charts import rows
from rules.rulebook.ledgers import ledger
from rules.vehicles.gemini.hazards.dangerous_ground import BAD
from rules.vehicles.gemini.hull.low_rolls import MIRRORED, event_face, low_goal

PRINTED = re.compile(r"^(\d)\+")


@pytest.mark.part_of("VEH-JOIN-01")
@pytest.mark.parametrize(("printed", "low"), [(2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_n_or_more_becomes_seven_less_n_or_less(printed, low):
    assert low_goal(printed) == low
    table = {row["classic"]: row["v24"] for row in rows("VEH-JOIN-01")}
    assert table[f"{printed}{'+' if printed < 6 else ''}"] == (f"{low} or less" if low > 1 else "1")


@pytest.mark.part_of("VEH-JOIN-01")
def test_a_bad_face_moves_to_the_other_end_of_the_die():
    assert (event_face(1), event_face(2), BAD) == (6, 5, 6)


@pytest.mark.part_of("VEH-JOIN-01")
def test_every_printed_pair_of_the_chapter_keeps_its_odds():
    """Where the ledger prints "n+" beside a goal of the first number "m or less", m is 7 - n."""
    pairs = [
        (dice, int(printed.group(1)), int(goal.group(0)))
        for rule in ledger("VEH").rules
        for dice in rule.dice or ()
        if dice.label in MIRRORED
        and (printed := PRINTED.match(str(dice.classic or "")))
        and (goal := re.match(r"\d+", str(dice.goal)))
        and "or less" in str(dice.goal)
    ]
    assert len(pairs) >= 4
    assert [dice.label for dice, printed, goal in pairs if goal != low_goal(printed)] == []
