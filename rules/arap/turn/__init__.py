"""The battle and its turns: set-up, the player turn, activation, reserves, random events, victory, races.

Chapters: ARAP-TURN, ARAP-ACT.
Read in this order: `setup`, `hidden_set_up`, `turn`, `activation`, `reserves`, `random_events`, `victory`, `race`,
`vehicle_interface`, `building_interface`.
"""
