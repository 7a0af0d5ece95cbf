"""Fire at a guessed range: throws, lobs, observers.

Chapters: ARAP-GREN.
Read in this order: `guess_range`, `throw`, `lob`, `observers`, `vehicle_interface`.
"""
