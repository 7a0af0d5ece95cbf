"""From a hit to a loss: who is struck, wounds and saves, riders, falls, dangerous ground.

Chapters: ARAP-DMG.
Read in this order: `allocation`, `wounds_and_saves`, `riders`, `in_turn_odds`, `falls`, `hazards`,
`building_interface`.
"""
