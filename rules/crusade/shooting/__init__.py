"""Ranged attacks of vehicles and troops. (CRU-FIRE, CRU-SHOT, CRU-WEAP, CRU-DICE-04, CRU-DICE-05)

Read in this order: `aim`, `numbers`, `fire`, `reloading`.
"""
