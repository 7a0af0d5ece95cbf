"""What the host may decide: places and values, the ground, disputes, dice thrown at the table.

Chapters: ARAP-GEN, ARAP-DICE.
Read in this order: `general`, `terrain`, `disputes`.
"""
