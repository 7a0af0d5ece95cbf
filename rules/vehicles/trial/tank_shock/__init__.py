"""SHOCK: driving straight at troops, who test their nerve, step aside or stand before the tank.

To read: `shock`, `stand`.
"""
