"""Vehicle modules and the interface by which they meet the core."""
