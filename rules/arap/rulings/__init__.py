"""What the host may decide: places and values, the ground, closed exits, smoke, disputes, dice thrown at the table.

Chapters: ARAP-GEN, ARAP-DICE.
Read in this order: `general`, `terrain`, `exits`, `smoke`, `disputes`, `table_scatter`.
"""
