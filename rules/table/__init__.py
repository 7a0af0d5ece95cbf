"""Terrain, zones, scenarios and options."""
