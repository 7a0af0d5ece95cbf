"""Vehicles: interchangeable modules, entered in `ruleset`, that meet the core at `rules.arap.vehicle_interface`.

Read in this order: `shared` (what all have alike), `gemini` (VEH-*), `trial` (TRI-*), `ruleset`.
"""
