"""Vehicles: interchangeable modules, entered in `ruleset`, that meet the core at `rules.arap.vehicle_interface`."""
