"""Sources of dice, rolls with a goal and named modifiers, exact odds.

Read in this order: `faces`, `goals`, `sources`, `by_hand`, `scatter`, `odds`.
"""
