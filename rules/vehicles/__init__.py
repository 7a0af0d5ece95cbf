"""Vehicles: interchangeable modules that meet the core at `rules.arap.vehicle_interface`."""
