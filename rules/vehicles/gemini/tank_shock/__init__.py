"""Driving through troops: shock, Death or Glory, running over.

Chapters: VEH-SHOCK, VEH-RUN.
Read in this order: `drive_through`, `shock`, `death_or_glory`, `overrun`, `preview`.
"""
