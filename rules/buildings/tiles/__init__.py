"""Terrain tiles that are laid from a stack while the game goes on.

Chapters: BLD-TILE.
Read in this order: `shapes`, `tunnels`, `lay`, `rulings`, `start`.
"""
