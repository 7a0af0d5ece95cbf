"""Getting in and out, places, access points, people aboard who shoot or are thrown out.

Chapters: TRI-TRAN, TRI-PASS.
Read in this order: `access`, `aboard`, `embark`, `disembark`, `alone`, `fire_points`.
"""
