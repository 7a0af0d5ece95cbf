"""From a hit on armour to the end of a vehicle, and the exact chances of both.

Chapters: VEH-PEN, VEH-AREA, VEH-CHART, VEH-DMG, VEH-HULL, VEH-BLOW, VEH-BIKE, VEH-CAR.
Read in this order: `penetration`, `chart`, `lasting`, `results`, `wreck`, `bikes`, `odds`, `numbers`, `states`.
"""
