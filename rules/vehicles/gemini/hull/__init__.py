"""A vehicle as it stands: outline, mounts, doors, speed bands, how much cover hides of it. Reads only.

Chapters: VEH-GEOM, VEH-COV.
Read in this order: `hull`, `low_rolls`, `speed_bands`, `contact`, `cover`.
"""
