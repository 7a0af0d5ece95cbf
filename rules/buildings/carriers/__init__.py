"""Lifts, drop shafts and tubes: who rides, how far, what goes wrong.

Chapters: BLD-LIFT, BLD-TUBE.
Read in this order: `shafts`, `broken_tubes`, `troubles`, `doubtful`, `ride`, `walkways`.
"""
