"""Nerve: tests against Leadership, suppression, casualties, pinning, going to ground, rout and rally.

Chapters: ARAP-SUPP, ARAP-GTG, ARAP-CAS, ARAP-PIN, ARAP-MORAL, ARAP-ROUT, ARAP-RALLY.
Read in this order: `leadership`, `suppression`, `casualties`, `pinning`, `going_to_ground`, `melee_morale`, `rout`,
`flight_paths`, `flight_restrictions`, `dangerous_ground`, `own_way`, `rally`, `building_interface`.
"""
