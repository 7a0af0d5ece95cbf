"""The walls of structures: where they stand and are open, what they are of, what of them is broken, the ways through.

Chapters: BLD-WALL, BLD-MOUSE.
Read in this order: `materials`, `parts`, `outline`, `passages`, `entrances`.
"""
