"""Suppression. (ARAP-SUPP-01 to -06)"""

from rules.core.ids import UnitId
from rules.progress import Progress


def queue_tests(progress: Progress, shooter: UnitId) -> None:
    """Queue the tests that the shooter's hits of this turn call for. (ARAP-SUPP-01)"""
