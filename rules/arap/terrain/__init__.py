"""What lies on the table: ground, heights, ladders, breaches, closed exits, secrets. Reads only.

Chapters: ARAP-TERR, ARAP-SIZE.
Read in this order: `ground`, `levels`, `ladder_room`, `breaches`, `exits`, `secrets`.
"""
