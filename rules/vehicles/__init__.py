"""Vehicles: interchangeable modules that meet the core at `rules.gemini.ports`."""
