"""Who sees whom: lines, cover, smoke, hidden units. Reads only.

Read in this order: `lines`, `cover`, `smoke`, `hidden`.
"""
