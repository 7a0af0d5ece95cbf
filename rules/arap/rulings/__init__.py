"""What the host may decide: places and values, the ground, what actions cost, closed exits, smoke, disputes, dice.

Chapters: ARAP-GEN, ARAP-DICE.
Read in this order: `general`, `terrain`, `costs`, `released`, `exits`, `smoke`, `disputes`, `table_scatter`.
"""
