"""Charges at vehicles and the rounds against them.

Chapters: VEH-CC, VEH-PLANT, VEH-WS, VEH-MECH.
Read in this order: `charge`, `caught`, `defensive_fire`, `defensive_odds`, `reached`, `rounds`, `blows`,
`boarders`, `over_the_rim`, `several_over_rim`, `machines`.
"""
