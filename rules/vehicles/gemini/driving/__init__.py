"""The drive of a vehicle in its activation, and towing.

Chapters: VEH-JOIN, VEH-TOW.
Read in this order: `drive`, `stop`, `offers`, `limber`, `ground_table`, `orders`.
"""
