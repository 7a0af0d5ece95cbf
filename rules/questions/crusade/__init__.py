"""The Rules Crusade as its pages ask for it: who may act, courses, aims, cards on vehicles, the deck. (CRU)

Read in this order: `order`, `ways`, `feet`, `guns`, `cards`, `host`.
"""
