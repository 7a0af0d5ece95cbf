"""Walls, doors and windows that are shot at and struck: damage points, mouseholes, sections that fall.

Chapters: BLD-WALL, BLD-MOUSE, BLD-AREA.
Read in this order: `materials`, `parts`, `passages`, `entrances`, `damage`, `attack`.
"""
