"""Fire at a guessed range: throws, lobs, observers.

Chapters: ARAP-GREN.
Read in this order: `guesses`, `legality`, `guess_range`, `throw`, `drop`, `lob`, `observers`, `vehicle_interface`.
"""
