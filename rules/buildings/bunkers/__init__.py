"""Armoured buildings: hits on them, their crews and built-in weapons, blows at their walls.

Chapters: BLD-BUNK.
Read in this order: `armour`, `crews`, `hits`.
"""
