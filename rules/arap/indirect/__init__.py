"""Fire at a guessed range: throws, lobs, observers.

Chapters: ARAP-GREN.
Read in this order: `guess_range`, `throw`, `drop`, `lob`, `observers`, `vehicle_interface`.
"""
