"""Driving straight at troops, who test their nerve, step aside or stand before the tank.

Chapters: TRI-SHOCK.
Read in this order: `shock`, `stand`.
"""
