"""Plans of the Rules Crusade: the action that a draft makes, its cost, its exact odds, what the board draws. (CRU)

Read in this order: `asked`, `order`, `moving`, `meeting`, `firing`, `plan`.
"""
