"""The manners of going up, down, across and through water, a row for each. (ARAP-CLIMB-04, ARAP-LADR-01, ARAP-SWIM-01)

All have a name, a price and a rule. What more a row says is about faces and gaps, which a `Walker` passes step by step
along a drawn path. Ladders, stairs and water are none, and the rest of their rows is left at that:

- A ladder or stairs are gone by naming them, not by a path. Each model walks to the near end, pays for the height in
  shares of what the whole is said to cost, and hangs between where its move ends; nobody tests, but places are
  counted, and at the far end it looks for room by itself: `movement/ladders.py`. (ARAP-LADR-01, ARAP-LADR-02)
- Who swims goes a plain way over the ground, by `march`, for an allowance of dice. The test is of the dice and of the
  unit, not at a place on the way: `movement/swim.py`. (ARAP-SWIM-01)
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from rules.table.terrain import Terrain

How = Literal["ladder", "stairs", "climb", "rappel", "jump-down", "jump", "leap", "swim"]

LEAP_IN: Final = 6.0
"""How far and how high a jump pack carries. (ARAP-CLIMB-09)"""


class Manner(NamedTuple):
    """What sets one manner of going apart from the others."""

    how: How
    points: int
    """Action points."""
    rules: tuple[str, ...]
    """The first of them is the one that it goes by."""
    up: Literal["hands", "pack", "no"] = "no"
    """How it rises a face, if it does."""
    down: Literal["hands", "drop", "flight", "no"] = "no"
    """How it comes down one: holding on, letting go, or carried."""
    pays: Literal["heights", "steps", "nothing"] = "nothing"
    """What costs inches of the allowance besides the ground: faces too, only steps on the ground, or nothing."""
    reach_in: float | None = None
    """Inches that it goes whatever the model's own move."""
    over_gaps: bool = False
    blind: bool = False
    """Where it would end is not shown before the unit commits. (ARAP-JUMP-02)"""
    passes_over: bool = False
    """Only where it ends counts for those who may step in, not what it passes above. (ARAP-INT-03)"""


LADDER: Final = Manner("ladder", 1, ("ARAP-LADR-01",))
STAIRS: Final = Manner("stairs", 1, ("BLD-MOVE-01",))
CLIMB: Final = Manner("climb", 2, ("ARAP-CLIMB-04", "ARAP-CLIMB-05", "ARAP-CLIMB-10"), "hands", "hands", "heights")
RAPPEL: Final = Manner("rappel", 1, ("ARAP-CLIMB-11", "ARAP-CLIMB-10"), down="hands", pays="heights")
JUMP_DOWN: Final = Manner("jump-down", 1, ("ARAP-FALL-02",), down="drop")
JUMP_ACROSS: Final = Manner("jump", 1, ("ARAP-JUMP-02",), pays="steps", over_gaps=True, blind=True)
LEAP_UP: Final = Manner("leap", 1, ("ARAP-CLIMB-09",), up="pack", down="flight", reach_in=LEAP_IN, passes_over=True)
SWIM: Final = Manner("swim", 1, ("ARAP-SWIM-01", "ARAP-SWIM-02"))

MANNERS: Final = (LADDER, STAIRS, CLIMB, RAPPEL, JUMP_DOWN, JUMP_ACROSS, LEAP_UP, SWIM)
"""In the order in which they are offered."""


def way_up(ladder: Terrain) -> Manner:
    """How a ladder or flight of stairs is gone up and down. (ARAP-LADR-01, BLD-MOVE-01)"""
    return STAIRS if ladder.climbed == STAIRS.how else LADDER
