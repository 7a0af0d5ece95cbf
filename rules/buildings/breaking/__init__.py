"""Walls, doors and windows that are shot at and struck: damage points lost, holes, sections that fall.

Chapters: BLD-AREA.
Read in this order: `damage`, `aim`, `damage_rolls`, `shoot`, `from_inside`, `strike`, `offers`, `under_fire`, `splash`,
`blasts`, `rammed`, `rulings`.
"""
