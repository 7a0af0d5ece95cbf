"""Terrain tiles that are laid from a stack while the game goes on.

Chapters: BLD-TILE.
Read in this order: `shapes`, `room`, `tunnels`, `shut_in`, `through`, `lay`, `rulings`, `start`.
"""
