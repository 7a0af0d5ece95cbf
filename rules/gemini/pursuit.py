"""Pursuit. (ARAP-PURS-01 to -08)"""

from rules.progress import Progress


def queue_moves(progress: Progress) -> None:
    """Queue the move of every pursuing unit. (ARAP-PURS-01)"""


def queue_halts(progress: Progress) -> None:
    """Queue the tests to halt a pursuit. (ARAP-PURS-06)"""
