"""Movement on foot: walking, lying down, agility, climbing and falling, jumps, ladders, swimming.

Chapters: ARAP-MOVE, ARAP-TACT, ARAP-PRONE, ARAP-AGIL, ARAP-CLIMB, ARAP-FALL, ARAP-JUMP, ARAP-LADR, ARAP-SWIM.
Read in this order: `on_the_way`, `walk`, `file`, `prone`, `agility`, `climb_common`, `climb`, `jump`, `ladders`,
`swim`, `crazed`, `veer`, `block`, `far_walks`, `offers`, `vehicle_interface`, `building_interface`.
"""
