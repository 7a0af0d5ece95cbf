"""DMG: which armour is struck, hits on it, the damage chart, what its results do, how a vehicle ends.

To read: `armour`, `odds`, `wreck`, `results`, `chart`, `penetration`.
"""
