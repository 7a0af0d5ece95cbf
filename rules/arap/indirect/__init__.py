"""Fire at a guessed range: throws, lobs, observers.

Chapters: ARAP-GREN.
Read in this order: `guesses`, `legality`, `odds`, `guess_range`, `throw`, `drop`, `lob`, `observers`,
`building_interface`, `vehicle_interface`.
"""
