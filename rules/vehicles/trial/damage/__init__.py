"""Which armour is struck, hits on it, the damage chart, what its results do, how a vehicle ends.

Chapters: TRI-DMG.
Read in this order: `armour`, `odds`, `wreck`, `results`, `chart`, `penetration`, `states`.
"""
