"""How hulls move: paths and their price, what is in the way, momentum, towed loads, sections.

Chapters: VEH-MOVE, VEH-TYPE, VEH-BOAT.
Read in this order: `path`, `terrain_cost`, `clearance`, `first_contact`, `impact`, `momentum`, `towed`, `train`,
`sliding`.
"""
