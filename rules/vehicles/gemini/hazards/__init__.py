"""Dangerous ground, minefields, floors that give way.

Chapters: VEH-TERR.
Read in this order: `dangerous_ground`, `minefields`, `indoors`.
"""
