"""Armoured buildings: hits on them, their crews and built-in weapons, blows at their walls.

Chapters: BLD-BUNK.
Read in this order: `armour`, `sections`, `garrison`, `ruins`, `crews`, `collapse`, `hits`, `odds`, `posts`, `fire`,
`shoot`, `under_fire`, `strike`, `guns`, `enter`, `charge_course`, `running_fire`, `defence`, `charge`.
"""
