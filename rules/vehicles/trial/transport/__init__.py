"""Getting in and out, places, access points, people aboard who shoot or are thrown out.

Chapters: TRI-TRAN, TRI-PASS.
Read in this order: `access`, `aboard`, `walk_in`, `embark`, `disembark`, `alone`, `fire_points`.
"""
