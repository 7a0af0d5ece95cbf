"""Doors and windows: what they bar, operations on them, locks that are hacked, doors that are forced.

Chapters: BLD-DOOR, BLD-LOCK.
Read in this order: `openings`, `near`, `caught`, `work`, `locks`, `bottlenecks`, `riders`, `offers`.
"""
