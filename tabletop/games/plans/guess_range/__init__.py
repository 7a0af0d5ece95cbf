"""Guesses how far something flies: a draft that shows no distance. (ARAP-AREA-10)

Read in this order: `mounted`, `throws`.
"""
