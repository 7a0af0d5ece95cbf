"""What a unit is and may ask for: permission, weapons in use, formations, machines, splitting and joining.

Chapters: ARAP-COH, ARAP-WPN.
Read in this order: `permission`, `weapons`, `formations`, `machines`, `split_and_join`.
"""
