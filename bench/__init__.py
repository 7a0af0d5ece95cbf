"""Measurements: ratios within one run, with absolute figures beside them. Nothing here asserts a time."""
