"""Charges at vehicles and the rounds against them.

Chapters: VEH-CC, VEH-PLANT, VEH-WS, VEH-MECH.
Read in this order: `charge`, `charge_course`, `defensive_fire`, `rounds`, `blows`, `boarders`, `machines`.
"""
