"""Houses that are set out, entered by the boarding rule: within two inches of an unlocked way in is inside.

Chapter: BLD-DOOR-11.
Read in this order: `room`, `enter`, `rulings`.
"""
