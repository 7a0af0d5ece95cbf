"""Fire at people behind the firing ports of something closed: a vehicle, a bunker, a house that was made ready.

What a port belongs to says so itself: its rules are VEH-PORT and BLD-PORT.
Read in this order: `compartment`, `aiming`, `events`, `hits`, `bursts`, `odds`.
"""
