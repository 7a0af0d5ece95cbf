"""Pages of single games."""
