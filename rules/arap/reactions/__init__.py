"""What a unit may do about a charge: stand and fire, run, or hold.

Chapters: ARAP-REACT, ARAP-STAND, ARAP-RUN.
Read in this order: `options`, `stand_and_fire`, `run`.
"""
