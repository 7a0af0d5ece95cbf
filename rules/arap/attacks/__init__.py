"""Blows in close combat and what comes between a charger and its target.

Chapters: ARAP-CCG, ARAP-INT.
Read in this order: `blows`, `odds`, `krak_grenades`, `several_weapons`, `struck_at`, `interception`,
`vehicle_interface`.
"""
