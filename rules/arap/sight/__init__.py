"""Who sees whom: lines, cover, smoke. Reads only.

Read in this order: `lines`, `cover`, `smoke`, `building_interface`.
"""
