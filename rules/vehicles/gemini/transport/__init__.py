"""People aboard: getting in and out, doors, passengers who shoot, rescue from the water.

Chapters: VEH-BRD, VEH-FROM.
Read in this order: `passengers`, `board`, `leave`, `doors`, `outside`, `on_the_move`, `fire_ports`, `rescue`.
"""
