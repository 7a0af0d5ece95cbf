"""The battlefield and its conditions: terrain, zones, objectives, scenario."""
