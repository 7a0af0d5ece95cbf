"""The 25 % casualties test and pinning. (ARAP-CAS-04 to -07, ARAP-PIN-01 to -04)"""

from rules.progress import Progress


def queue_end_of_turn_tests(progress: Progress) -> None:
    """Queue the tests held back until this player turn's end. (ARAP-CAS-04)"""
