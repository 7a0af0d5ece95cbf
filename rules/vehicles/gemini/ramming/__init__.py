"""Rams: two blows, dodges, structures, bunkers, and what becomes of the move.

Chapters: VEH-RAM, VEH-REL, VEH-OLD, VEH-DOZ.
Read in this order: `ram`, `blows`, `mechanoids`, `unarmoured`, `structures`, `after`.
"""
