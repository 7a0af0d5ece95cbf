"""Flinch, rout and rally. (ARAP-ROUT-01 to -03, ARAP-RALLY-01 to -03)"""

from rules.progress import Progress


def queue_moves(progress: Progress) -> None:
    """Queue the flee move of every routing unit, on every side. (ARAP-TURN-03)"""


def queue_rallies(progress: Progress) -> None:
    """Queue the rally tests. (ARAP-RALLY-01)"""
