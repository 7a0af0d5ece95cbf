"""The geometry of the table."""
