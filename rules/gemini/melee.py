"""Melee rounds. (ARAP-MELEE-01 to -10)"""

from rules.progress import Progress


def queue_rounds(progress: Progress) -> None:
    """Queue one round of each melee on the table. (ARAP-TURN-06)"""
