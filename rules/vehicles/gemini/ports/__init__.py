"""Fire at people inside a closed vehicle.

Chapters: VEH-PORT.
What goes in at ports is rolled for by `rules.arap.ports`. Read in this order: `openings`, `inside`, `fire`.
"""
