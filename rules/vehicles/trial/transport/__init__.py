"""TRAN, PASS: getting in and out, places, access points, people aboard who shoot or are thrown out.

To read: `access`, `aboard`, `embark`, `disembark`, `fire_points`.
"""
