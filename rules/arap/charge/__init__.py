"""A charge, from its declaration to the impact.

Chapters: ARAP-CHG, ARAP-FCHG.
Read in this order: `declare`, `preview`, `events`, `sequence`, `fire_and_charge`, `jump_down`, `straying`.
"""
