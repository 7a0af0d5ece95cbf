"""Armies as values: profiles, weapons, models, units."""
