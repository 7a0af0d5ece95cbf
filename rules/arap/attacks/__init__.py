"""Blows in close combat and what comes between a charger and its target.

Chapters: ARAP-CCG, ARAP-INT.
Read in this order: `blows`, `krak_grenades`, `interception`.
"""
