"""People aboard: getting in and out, doors, passengers who shoot, rescue from the water.

Chapters: VEH-BRD, VEH-FROM.
Read in this order: `passengers`, `walk_aboard`, `board`, `leave`, `doors`, `on_the_move`, `fire_ports`, `rescue`.
"""
