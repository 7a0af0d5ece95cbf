"""Combat dice: pools as they are thrown, and their exact odds. (CRU-DICE)

Read in this order: `odds`, `pools`.
"""
