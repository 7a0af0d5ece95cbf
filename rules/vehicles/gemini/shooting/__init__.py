"""Fire of mounted weapons, and fire at people on a hull.

Chapters: VEH-VFIRE, VEH-AT, VEH-OPEN.
Read in this order: `preview`, `fire`, `shell`, `at_structures`, `at_spot`, `at_passengers`, `by_passengers`,
`from_the_saddle`, `mounted_fire`.
"""
