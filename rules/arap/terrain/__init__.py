"""What lies on the table: ground, heights, ladders. Reads only.

Chapters: ARAP-TERR, ARAP-SIZE.
Read in this order: `ground`, `levels`, `ladder_room`, `floor_ways`, `building_interface`.
"""
