"""Models, units, weapons and the legality of rosters."""
