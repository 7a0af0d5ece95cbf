"""The Movement step of every kind of vehicle, tank shock included.

Chapters: TRI-MOVE, TRI-ROAD, TRI-SKIM, TRI-WALK.
Read in this order: `step`, `offers`, `outlook`, `orders`.
"""
