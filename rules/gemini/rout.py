"""Flinch, rout and rally. (ARAP-ROUT-01 to -03, ARAP-RALLY-01 to -03)"""

from rules.core.ids import UnitId
from rules.progress import Progress


def queue_moves(progress: Progress) -> None:
    """Queue the flee move of every routing unit, on every side. (ARAP-TURN-03)"""


def queue_rallies(progress: Progress) -> None:
    """Queue the rally tests. (ARAP-RALLY-01)"""


def flinch(progress: Progress, unit: UnitId, cause: UnitId | None) -> None:
    """Queue the flinch move of a unit that failed its check; it routs from then on. (ARAP-ROUT-01)"""
