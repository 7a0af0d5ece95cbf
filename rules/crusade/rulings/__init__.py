"""What the host of a Rules Crusade may overrule, each time with a reason. (CRU-TURN-04)

Nothing follows from a ruling by itself: a vehicle that is given its last card is destroyed by a ruling of its own.

Read in this order: `reasons`, `states`, `weapons`, `aboard`, `structures`, `blips`.
"""
