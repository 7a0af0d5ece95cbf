"""CHAR, TYPE, MOVE, JOIN: what a vehicle is, which steps it has taken, how far it has moved.

To read: `profile`, `steps`, `bands`, `samples`.
"""
