"""Tables and missions: library and editor."""
