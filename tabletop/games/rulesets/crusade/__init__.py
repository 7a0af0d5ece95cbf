"""The pages of the Rules Crusade: every model acts by itself, dice are pools, hits draw cards. (CRU)

Read in this order: `turn_order`, `dock`, `card`, `in_words`, `deck`, `agreed`, `plans`, `pages`.
"""
