"""Armoured buildings: hits on them, their crews and built-in weapons, blows at their walls.

Chapters: BLD-BUNK.
Read in this order: `armour`, `garrison`, `ruins`, `crews`, `hits`, `odds`, `fire`, `shoot`, `under_fire`, `strike`,
`posts`, `guns`, `enter`.
"""
