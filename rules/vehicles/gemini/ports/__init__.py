"""Fire at people inside a closed vehicle.

Chapters: VEH-PORT.
Read in this order: `openings`, `fire`, `hits`, `bursts`, `suppression`, `odds`.
"""
